use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::error::{MapError, Place, Problem, shown};
use crate::files;

/// What some programs write at the beginning of a text in UTF-8. It means nothing.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Longer than any line that is not a row of cells.
const TEXT_LINE: usize = 64 * 1024;

/// One line of a file without its end: no line break, no trailing blanks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    file: &'a str,
    /// Counted from one.
    pub(crate) number: usize,
    /// What stands in it, as far as it was asked for.
    pub(crate) bytes: &'a [u8],
    /// What follows where the line is longer than it was allowed to be; nothing after it has been read.
    pub(crate) excess: Option<Excess>,
}

impl Line<'_> {
    pub(crate) fn is_blank(&self) -> bool {
        self.bytes.is_empty() && self.excess.is_none()
    }

    /// A problem with the line as a whole.
    pub(crate) fn error(&self, problem: Problem) -> MapError {
        MapError {
            place: Place { file: self.file.to_owned(), line: Some(self.number), column: None },
            problem,
        }
    }

    /// A problem with one character; columns count from one.
    pub(crate) fn error_at(&self, column: usize, problem: Problem) -> MapError {
        let mut error = self.error(problem);
        error.place.column = Some(column);
        error
    }

    /// The line, if it is no longer than it was allowed to be.
    pub(crate) fn whole(self) -> Result<Self, MapError> {
        match self.excess {
            None => Ok(self),
            Some(_) => Err(self.unexpected(format!("a line of at most {TEXT_LINE} bytes"))),
        }
    }

    /// Something else is expected here.
    pub(crate) fn unexpected(&self, expected: impl Into<String>) -> MapError {
        self.error(Problem::Unexpected {
            found: shown(self.bytes.trim_ascii_start()),
            expected: expected.into(),
        })
    }
}

/// The first character of a line that is too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Excess {
    /// Its column, counted from one.
    pub(crate) column: usize,
    pub(crate) byte: u8,
}

/// Reads a file line by line into one buffer, and never more of a line than the caller has a use for.
pub(crate) struct Lines<R> {
    reader: R,
    name: String,
    number: usize,
    bytes: Vec<u8>,
    excess: Option<Excess>,
    held: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R, name: &str) -> Self {
        Self { reader, name: name.to_owned(), number: 0, bytes: Vec::new(), excess: None, held: false }
    }

    /// The next line, or none at the end of the file. At most `limit` bytes of it are kept.
    pub(crate) fn next(&mut self, limit: usize) -> Result<Option<Line<'_>>, MapError> {
        if self.held {
            self.held = false;
        } else if !self.read(limit).map_err(|error| self.error(Problem::Io(error)))? {
            return Ok(None);
        }
        Ok(Some(Line { file: &self.name, number: self.number, bytes: &self.bytes, excess: self.excess }))
    }

    /// The next line that has something in it, or none where only blank lines are left.
    pub(crate) fn next_filled(&mut self, limit: usize) -> Result<Option<Line<'_>>, MapError> {
        loop {
            let Some(line) = self.next(limit)? else { return Ok(None) };
            if !line.is_blank() {
                break;
            }
        }
        self.hold();
        self.next(limit)
    }

    /// The next line, which is text and no row of cells.
    pub(crate) fn next_text(&mut self) -> Result<Option<Line<'_>>, MapError> {
        self.next(TEXT_LINE)?.map(Line::whole).transpose()
    }

    /// The next line that has something in it, which is text and no row of cells.
    pub(crate) fn next_filled_text(&mut self) -> Result<Option<Line<'_>>, MapError> {
        self.next_filled(TEXT_LINE)?.map(Line::whole).transpose()
    }

    /// Lets [`next`](Self::next) return the same line once more.
    pub(crate) fn hold(&mut self) {
        self.held = true;
    }

    /// Makes sure that nothing but blank lines is left.
    pub(crate) fn expect_end(&mut self, expected: &str) -> Result<(), MapError> {
        match self.next_filled(TEXT_LINE)? {
            Some(line) => Err(line.unexpected(expected)),
            None => Ok(()),
        }
    }

    /// A problem with the file as a whole.
    pub(crate) fn error(&self, problem: Problem) -> MapError {
        MapError::in_file(&self.name, problem)
    }

    /// A problem with the line that should come next and does not.
    pub(crate) fn error_at_end(&self, problem: Problem) -> MapError {
        let mut error = self.error(problem);
        error.place.line = Some(self.number + 1);
        error
    }

    /// Fills the buffer; false at the end of the file.
    fn read(&mut self, limit: usize) -> io::Result<bool> {
        self.bytes.clear();
        self.excess = None;
        if self.number == 0 && self.reader.fill_buf()?.starts_with(BYTE_ORDER_MARK) {
            self.reader.consume(BYTE_ORDER_MARK.len());
        }
        // Two more than the limit, so that the usual line ends (LF and CRLF) come in the same gulp.
        let gulp = limit + 2;
        if self.reader.by_ref().take(gulp as u64).read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(false);
        }
        self.number += 1;
        let found = self.bytes.len();
        let ended = self.bytes.pop_if(|byte| *byte == b'\n').is_some();
        let past_limit = self.bytes.iter().skip(limit).position(|&byte| !is_blank(byte));
        self.excess = match past_limit {
            Some(past) => Some(Excess { column: limit + past + 1, byte: self.bytes[limit + past] }),
            None if !ended && found == gulp => self.skip_blanks(gulp)?,
            None => None,
        };
        self.bytes.truncate(limit);
        if self.excess.is_none() {
            let filled = self.bytes.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
            self.bytes.truncate(filled);
        }
        Ok(true)
    }

    /// Goes to the end of a line of which `seen` bytes are read already, or to the first thing that is no blank.
    fn skip_blanks(&mut self, mut seen: usize) -> io::Result<Option<Excess>> {
        loop {
            let chunk = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            let blanks = chunk.iter().take_while(|&&byte| is_blank(byte)).count();
            let next = chunk.get(blanks).copied();
            let at_end = chunk.is_empty();
            seen += blanks;
            self.reader.consume(blanks);
            match next {
                Some(b'\n') => {
                    self.reader.consume(1);
                    return Ok(None);
                }
                Some(byte) => return Ok(Some(Excess { column: seen + 1, byte })),
                None if at_end => return Ok(None),
                None => {}
            }
        }
    }
}

/// Opens a file for reading line by line; the error names it.
pub(crate) fn open(path: &Path) -> Result<Lines<BufReader<File>>, MapError> {
    Ok(Lines::new(files::open(path)?, &files::name(path)))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8], limit: usize, capacity: usize) -> Vec<(String, Option<Excess>)> {
        let mut lines = Lines::new(BufReader::with_capacity(capacity, text), "text");
        let mut found = Vec::new();
        while let Some(line) = lines.next(limit).unwrap() {
            found.push((String::from_utf8_lossy(line.bytes).into_owned(), line.excess));
            if line.excess.is_some() {
                break;
            }
        }
        found
    }

    #[test]
    fn line_ends_and_trailing_blanks_are_taken_off() {
        for capacity in 1..9 {
            let found = all(b"abc\r\nab \t\r\n\nabc            \nabc", 3, capacity);
            let texts: Vec<_> = found.iter().map(|(text, excess)| (text.as_str(), *excess)).collect();
            assert_eq!(texts, [("abc", None), ("ab", None), ("", None), ("abc", None), ("abc", None)]);
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_excess_is_found() {
        for capacity in 1..9 {
            let excess = |column, byte| Some(Excess { column, byte });
            assert_eq!(all(b"abcd\n", 3, capacity), [("abc".to_owned(), excess(4, b'd'))]);
            assert_eq!(all(b"abc d", 3, capacity), [("abc".to_owned(), excess(5, b'd'))]);
            assert_eq!(all(b"ab         d\n", 3, capacity), [("ab ".to_owned(), excess(12, b'd'))]);
        }
    }

    #[test]
    fn a_line_without_an_end_is_not_read_to_its_end() {
        let endless = BufReader::new(io::repeat(b'@'));
        let mut lines = Lines::new(endless, "endless");
        let line = lines.next(5).unwrap().unwrap();
        assert_eq!((line.bytes, line.excess), (&b"@@@@@"[..], Some(Excess { column: 6, byte: b'@' })));
    }

    #[test]
    fn a_byte_order_mark_is_overlooked() {
        let marked = [BYTE_ORDER_MARK, b"type\n", BYTE_ORDER_MARK].concat();
        let mut lines = Lines::new(&marked[..], "text");
        assert_eq!(lines.next(9).unwrap().unwrap().bytes, b"type");
        assert_eq!(lines.next(9).unwrap().unwrap().bytes, BYTE_ORDER_MARK, "only at the beginning");
    }

    #[test]
    fn a_held_line_comes_again_with_its_number() {
        let mut lines = Lines::new(&b"\n\nx\ny\n"[..], "text");
        assert_eq!(lines.next_filled(9).unwrap().unwrap().number, 3);
        lines.hold();
        assert_eq!(lines.next(9).unwrap().unwrap().bytes, b"x");
        assert_eq!(lines.next(9).unwrap().unwrap().number, 4);
        assert!(lines.next(9).unwrap().is_none());
    }
}
