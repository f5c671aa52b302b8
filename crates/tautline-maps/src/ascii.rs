//! Plain drawings: `.` is free, `#` and `@` are blocked, `S` is the start and `G` is the goal.
//!
//! ```text
//! ........
//! .S.##.G.
//! ........
//! ```

use std::io::{self, BufRead, Write};
use std::path::Path;

use tautline::geometry::Cell;
use tautline::map::{Grid, GridBuilder, Map};

use crate::error::{MapError, Problem};
use crate::lines::{self, Line, Lines};
use crate::rows::{Alphabet, RowRule, alphabet, write_rows};

/// No row can be longer: a grid keeps its columns too, and pads each of them to at least 64 cells.
pub(crate) const LONGEST_ROW: usize = Grid::MAX_CELLS / 64;

static ALPHABET: Alphabet = alphabet(b".SG", b"#@");

/// A map with, where they are drawn, a start and a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The map; the start and the goal are free.
    pub map: Map,
    /// The cell of the `S`.
    pub start: Option<Cell>,
    /// The cell of the `G`.
    pub goal: Option<Cell>,
}

/// Reads a drawing. `name` is what error messages call it.
///
/// All rows have the length of the first one. Line ends may be LF or CRLF; blanks at the end of a line and blank
/// lines at the beginning and at the end of the file are overlooked.
///
/// ```
/// use tautline::geometry::Cell;
/// use tautline_maps::ascii::parse_ascii;
///
/// let drawing = parse_ascii("S.#\n..G\n".as_bytes(), "corner.txt")?;
/// assert_eq!(drawing.goal, Some(Cell::new(2, 1)));
/// assert_eq!(drawing.map.free_cells(), 5);
/// # Ok::<(), tautline_maps::MapError>(())
/// ```
pub fn parse_ascii(reader: impl BufRead, name: &str) -> Result<Drawing, MapError> {
    drawing_from_lines(&mut Lines::new(reader, name))
}

/// Reads a file with a drawing; see [`parse_ascii`].
pub fn read_ascii(path: impl AsRef<Path>) -> Result<Drawing, MapError> {
    drawing_from_lines(&mut lines::open(path.as_ref())?)
}

/// Writes a drawing: `.` for free cells, `#` for blocked ones, `S` and `G` for the start and the goal. Where those
/// are the same cell, the goal is what one sees.
///
/// ```
/// use tautline::map::Map;
/// use tautline_maps::ascii::write_ascii;
///
/// let mut file = Vec::new();
/// write_ascii(&Map::from_rows([".#", ".."]).unwrap(), Some((0, 0).into()), None, &mut file)?;
/// assert_eq!(file, b"S#\n..\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_ascii(map: &Map, start: Option<Cell>, goal: Option<Cell>, out: impl Write) -> io::Result<()> {
    write_rows(map, out, |cell| match Some(cell) {
        cell if cell == goal => b'G',
        cell if cell == start => b'S',
        _ if map.is_free(cell) => b'.',
        _ => b'#',
    })
}

pub(crate) fn drawing_from_lines<R: BufRead>(lines: &mut Lines<R>) -> Result<Drawing, MapError> {
    let Some(first) = lines.next_filled(LONGEST_ROW)? else {
        return Err(lines.error(Problem::Empty { expected: "a map" }));
    };
    // The row is checked before its length is believed: the length of a row of garbage says nothing.
    let width = first.bytes.len() as u32 + u32::from(first.excess.is_some());
    let rule = RowRule { alphabet: &ALPHABET, width, authority: "the first row has" };
    rule.check_characters(&first)?;
    let mut builder = GridBuilder::new(width).map_err(|error| first.error(Problem::Size(error)))?;
    let (mut start, mut goal) = (Mark::new(b'S'), Mark::new(b'G'));
    lines.hold();
    while let Some(line) = lines.next(width as usize)? {
        if line.is_blank() {
            lines.expect_end("nothing but blank lines after the last row")?;
            break;
        }
        let y = builder.height();
        rule.check(&line, y + 1)?;
        start.look_for(&line, y)?;
        goal.look_for(&line, y)?;
        builder.push_row(rule.cells(line.bytes)).map_err(|error| line.error(Problem::Size(error)))?;
    }
    let grid = builder.finish().map_err(|error| lines.error(Problem::Size(error)))?;
    Ok(Drawing { map: grid.into(), start: start.cell(), goal: goal.cell() })
}

/// A character that may be in a drawing once.
struct Mark {
    byte: u8,
    /// Its cell and its line.
    found: Option<(Cell, usize)>,
}

impl Mark {
    fn new(byte: u8) -> Self {
        Self { byte, found: None }
    }

    fn look_for(&mut self, line: &Line<'_>, y: u32) -> Result<(), MapError> {
        let places = line.bytes.iter().enumerate().filter(|&(_, &byte)| byte == self.byte);
        for (x, _) in places {
            if let Some((_, first)) = self.found {
                let mark = char::from(self.byte);
                return Err(line.error_at(x + 1, Problem::Duplicate { mark, first }));
            }
            self.found = Some((Cell::new(x as i32, y as i32), line.number));
        }
        Ok(())
    }

    fn cell(&self) -> Option<Cell> {
        self.found.map(|(cell, _)| cell)
    }
}

#[cfg(test)]
mod tests {
    use tautline::map::GridError;

    use super::*;

    fn parse(text: &str) -> Result<Drawing, MapError> {
        parse_ascii(text.as_bytes(), "a.txt")
    }

    fn message(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn the_longest_row_is_no_limit_of_its_own() {
        assert!(Grid::check_size(LONGEST_ROW as u32 + 1, 1).is_err());
    }

    #[test]
    fn marks_are_free_cells_and_blank_lines_around_are_overlooked() {
        let drawing = parse("\n \r\nS.#  \r\n.@G\r\n\r\n\n").unwrap();
        assert_eq!(drawing.map, Map::from_rows(["..#", ".#."]).unwrap());
        assert_eq!((drawing.start, drawing.goal), (Some(Cell::new(0, 0)), Some(Cell::new(2, 1))));
        let drawing = parse("..\n..").unwrap();
        assert_eq!((drawing.start, drawing.goal), (None, None));
    }

    #[test]
    fn every_flaw_is_named() {
        assert_eq!(message("\n\n"), "a.txt: the file is empty, expected a map");
        assert_eq!(message("...\n..\n"), "a.txt:2: row 2 has 2 cells, expected 3 (the first row has 3)");
        assert_eq!(
            message("\n..\n...\n"),
            "a.txt:3:3: row 2 goes on with '.', expected 2 cells (the first row has 2)"
        );
        assert_eq!(message("..\n.T\n"), "a.txt:2:2: found 'T', expected one of # . @ G S");
        assert_eq!(message(" ..\n"), "a.txt:1:1: found a blank, expected one of # . @ G S");
        assert_eq!(message("S.\nS.\n"), "a.txt:2:1: found a second 'S', expected only the one in line 1");
        assert_eq!(message("G.G\n"), "a.txt:1:3: found a second 'G', expected only the one in line 1");
        assert_eq!(
            message("..\n\n..\n"),
            "a.txt:3: found \"..\", expected nothing but blank lines after the last row"
        );
    }

    #[test]
    fn a_row_without_an_end_is_refused() {
        let endless = io::BufReader::with_capacity(1 << 20, io::repeat(b'.'));
        let error = parse_ascii(endless, "endless").unwrap_err();
        assert!(matches!(error.problem, Problem::Size(GridError::TooLarge { .. })), "{error}");
    }

    #[test]
    fn rows_without_an_end_are_refused() {
        struct Rows;
        impl io::Read for Rows {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                for pair in buffer.chunks_exact_mut(2) {
                    pair.copy_from_slice(b".\n");
                }
                Ok(buffer.len() / 2 * 2)
            }
        }
        let error = parse_ascii(io::BufReader::new(Rows), "endless").unwrap_err();
        assert!(matches!(error.problem, Problem::Size(GridError::TooLarge { .. })), "{error}");
    }
}
