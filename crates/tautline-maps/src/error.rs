use std::fmt;
use std::io;

use tautline::geometry::Cell;
use tautline::map::{GridError, LinkError};

use crate::images::Colour;

/// Where in a file something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as the caller named it.
    pub file: String,
    /// The line, counted from one; none where the problem is the file as a whole.
    pub line: Option<usize>,
    /// The column, counted in bytes from one; none where the problem is the line as a whole.
    pub column: Option<usize>,
}

impl Place {
    /// A file as a whole.
    pub(crate) fn file(name: &str) -> Self {
        Self { file: name.to_owned(), line: None, column: None }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        Ok(())
    }
}

/// Why a file could not be read: the place, what was found there, and what was expected.
///
/// ```
/// use tautline_maps::ascii::parse_ascii;
///
/// let error = parse_ascii("..#\n.x.\n".as_bytes(), "room.txt").unwrap_err();
/// assert_eq!(error.to_string(), "room.txt:2:2: found 'x', expected one of # . @ G S");
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct MapError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

impl MapError {
    /// A problem with a file as a whole.
    pub(crate) fn in_file(name: &str, problem: Problem) -> Self {
        Self { place: Place::file(name), problem }
    }

    /// Something in a file that has no lines is not what it should be.
    pub(crate) fn unexpected(name: &str, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::in_file(name, Problem::Unexpected { found: found.into(), expected: expected.into() })
    }
}

/// What is wrong with a file. Rows and columns in the messages are counted from one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The operating system cannot open or read it.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// It is a folder.
    #[error("is a directory, expected a file")]
    Directory,
    /// It names other files, and it is not known where those are.
    #[error("found {found}, which names other files, expected a map that is one file")]
    NamesFiles {
        /// What it is.
        found: &'static str,
    },
    /// There is nothing in it but blanks.
    #[error("the file is empty, expected {expected}")]
    Empty {
        /// What the file should have in it.
        expected: &'static str,
    },
    /// Something else stands where the format wants one certain thing.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What stands there, shortened and with its unprintable bytes escaped.
        found: String,
        /// What should.
        expected: String,
    },
    /// The file ends where a line should be.
    #[error("the file ends here, expected {expected}")]
    Ends {
        /// The line that should be there.
        expected: &'static str,
    },
    /// The file ends before its last row.
    #[error("the file ends before row {row}, expected {expected} rows (the header says height {expected})")]
    RowMissing {
        /// The first row that is missing.
        row: u32,
        /// How many rows there should be.
        expected: u32,
    },
    /// A row is too short.
    #[error("row {row} has {found} cells, expected {expected} ({authority} {expected})")]
    RowTooShort {
        /// The row.
        row: u32,
        /// How many cells it has.
        found: usize,
        /// How many it should have.
        expected: u32,
        /// What says so.
        authority: &'static str,
    },
    /// A row goes on after its last cell.
    #[error("row {row} goes on with {found}, expected {expected} cells ({authority} {expected})")]
    RowTooLong {
        /// The row.
        row: u32,
        /// The first character that is too much.
        found: String,
        /// How many cells the row should have.
        expected: u32,
        /// What says so.
        authority: &'static str,
    },
    /// No grid can have this size.
    #[error(transparent)]
    Size(GridError),
    /// A link that the map cannot have.
    #[error(transparent)]
    Link(LinkError),
    /// A mark that there can be only one of is there twice.
    #[error("found a second {mark:?}, expected only the one in line {first}")]
    Duplicate {
        /// The mark.
        mark: char,
        /// The line of the first one.
        first: usize,
    },
    /// A scenario's query belongs to a map of another size.
    #[error(
        "found a query for a map of {} × {} cells, expected {} × {}, the size of the map",
        found.0, found.1, expected.0, expected.1
    )]
    OtherMap {
        /// Width and height in the scenario.
        found: (u32, u32),
        /// Width and height of the map.
        expected: (u32, u32),
    },
    /// It goes on where everything that a map needs would have ended long ago.
    #[error("is longer than {largest} bytes, expected a smaller file")]
    TooLong {
        /// How many bytes are read at most.
        largest: u64,
    },
    /// It breaks the rules of its format.
    #[error("cannot be read as {format}: {why}")]
    Malformed {
        /// The format.
        format: &'static str,
        /// Which rule.
        why: String,
    },
    /// A pixel of an image has a colour that stands for nothing.
    #[error("the pixel {cell} is {found}, expected {expected}")]
    Colour {
        /// The pixel, counted from zero as cells are.
        cell: Cell,
        /// Its colour.
        found: Colour,
        /// The colours that stand for something.
        expected: String,
    },
}

/// A byte of a file, for an error message: itself if it can be printed, otherwise its number.
pub(crate) fn shown_byte(byte: u8) -> String {
    match byte {
        b' ' => "a blank".to_owned(),
        _ if byte.is_ascii_graphic() => format!("'{}'", char::from(byte)),
        _ => format!("byte 0x{byte:02X}"),
    }
}

/// The beginning of a line or field, for an error message.
pub(crate) fn shown(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    let (head, more) = if bytes.len() > LONGEST { (&bytes[..LONGEST], "…") } else { (bytes, "") };
    if head.is_empty() { "nothing".to_owned() } else { format!("\"{}{more}\"", head.escape_ascii()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_shows_as_much_as_is_known() {
        let mut place = Place { file: "dao/arena.map".to_owned(), line: None, column: None };
        assert_eq!(place.to_string(), "dao/arena.map");
        place.line = Some(7);
        assert_eq!(place.to_string(), "dao/arena.map:7");
        place.column = Some(3);
        assert_eq!(place.to_string(), "dao/arena.map:7:3");
    }

    #[test]
    fn what_cannot_be_printed_is_escaped_and_what_is_long_is_cut() {
        assert_eq!(shown_byte(b'x'), "'x'");
        assert_eq!(shown_byte(0x1f), "byte 0x1F");
        assert_eq!(shown_byte(b' '), "a blank");
        assert_eq!(shown(b"a\tb\xff"), r#""a\tb\xff""#);
        assert_eq!(shown(b""), "nothing");
        assert_eq!(shown(&[b'z'; 1000]).chars().count(), 43);
    }
}
