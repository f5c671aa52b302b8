use std::io::{self, Write};

use tautline::geometry::Cell;
use tautline::map::Map;

use crate::error::{MapError, Problem, shown_byte};
use crate::lines::Line;

/// What a byte means in a row of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Free,
    Blocked,
    Unknown,
}

/// What every byte means in a row of cells.
pub(crate) type Alphabet = [Meaning; 256];

/// An alphabet in which the bytes of `free` and of `blocked` have a meaning, the former if they are in both.
pub(crate) const fn alphabet(free: &[u8], blocked: &[u8]) -> Alphabet {
    let mut table = [Meaning::Unknown; 256];
    let mut at = 0;
    while at < blocked.len() {
        table[blocked[at] as usize] = Meaning::Blocked;
        at += 1;
    }
    at = 0;
    while at < free.len() {
        table[free[at] as usize] = Meaning::Free;
        at += 1;
    }
    table
}

/// What a row must be like.
pub(crate) struct RowRule<'a> {
    pub(crate) alphabet: &'a Alphabet,
    pub(crate) width: u32,
    /// Where the width comes from, for messages; the number is put behind it.
    pub(crate) authority: &'static str,
}

impl RowRule<'_> {
    /// Makes sure that every character of a line has a meaning.
    pub(crate) fn check_characters(&self, line: &Line<'_>) -> Result<(), MapError> {
        let unknown = |&byte: &u8| self.alphabet[usize::from(byte)] == Meaning::Unknown;
        let Some(column) = line.bytes.iter().position(unknown) else { return Ok(()) };
        let problem =
            Problem::Unexpected { found: shown_byte(line.bytes[column]), expected: self.expected() };
        Err(line.error_at(column + 1, problem))
    }

    /// Holds a line to the rule; `row` counts from one.
    pub(crate) fn check(&self, line: &Line<'_>, row: u32) -> Result<(), MapError> {
        self.check_characters(line)?;
        let (expected, authority) = (self.width, self.authority);
        if let Some(excess) = line.excess {
            let problem = Problem::RowTooLong { row, found: shown_byte(excess.byte), expected, authority };
            return Err(line.error_at(excess.column, problem));
        }
        let found = line.bytes.len();
        if found < expected as usize {
            return Err(line.error(Problem::RowTooShort { row, found, expected, authority }));
        }
        Ok(())
    }

    /// The cells of a line that passed the check, true where they are free.
    pub(crate) fn cells<'b>(&self, bytes: &'b [u8]) -> impl Iterator<Item = bool> + use<'b, '_> {
        let alphabet = self.alphabet;
        bytes.iter().map(|&byte| alphabet[usize::from(byte)] == Meaning::Free)
    }

    fn expected(&self) -> String {
        let is_known = |byte: &u8| self.alphabet[usize::from(*byte)] != Meaning::Unknown;
        if (b'!'..=b'~').all(|byte| is_known(&byte)) {
            return "a printable ASCII character".to_owned();
        }
        let known = (0..=u8::MAX).filter(is_known);
        known.fold("one of".to_owned(), |text, byte| format!("{text} {}", char::from(byte)))
    }
}

/// Writes the map row by row, each cell as the byte that `draw` gives it.
pub(crate) fn write_rows(map: &Map, mut out: impl Write, draw: impl Fn(Cell) -> u8) -> io::Result<()> {
    let mut row = Vec::with_capacity(map.width() as usize + 1);
    for y in 0..map.height() as i32 {
        row.clear();
        row.extend((0..map.width() as i32).map(|x| draw(Cell { x, y })));
        row.push(b'\n');
        out.write_all(&row)?;
    }
    Ok(())
}
