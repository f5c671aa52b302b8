//! Tables of numbers, a line for each row: 0 is blocked, and every other number is what the cell costs. This is how numpy
//! users keep their maps.
//!
//! ```text
//! 1,1,0
//! 1,3,1
//! ```

use std::io::{self, BufRead, Write};
use std::path::Path;

use tautline::geometry::Cell;
use tautline::map::{Grid, Map};

use crate::ascii::LONGEST_ROW;
use crate::error::{MapError, Problem, shown};
use crate::fields::{COST, cost, whole};
use crate::lines::{self, Line, Lines};

/// Enough for the longest row with a number of eight characters in each cell.
const LONGEST_LINE: usize = 8 * LONGEST_ROW;
/// What may stand between numbers; the first of these that is in the first line does.
const SEPARATORS: [u8; 4] = *b",;\t ";

/// Reads a table. `name` is what error messages call it.
///
/// Between the numbers are commas, semicolons, tabs or single blanks. A number may be written as `numpy.savetxt` does,
/// as `3.000000000000000000e+00`, but it must be a whole one. Blanks around numbers, blank lines at the beginning and at
/// the end and lines that begin with `#` are overlooked.
///
/// ```
/// use tautline_maps::csv::parse_csv;
///
/// let map = parse_csv("1,1,0\n1,3,1\n".as_bytes(), "swamp.csv")?;
/// assert_eq!((map.cost((1, 1)), map.free_cells()), (3, 5));
///
/// let error = parse_csv("1,1,0\n1,-3,1\n".as_bytes(), "swamp.csv").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "swamp.csv:2:3: found \"-3\", expected a cost: a whole number from 0 (blocked) to 65535"
/// );
/// # Ok::<(), tautline_maps::MapError>(())
/// ```
pub fn parse_csv(reader: impl BufRead, name: &str) -> Result<Map, MapError> {
    map_from_lines(&mut Lines::new(reader, name))
}

/// Reads a file with a table; see [`parse_csv`].
pub fn read_csv(path: impl AsRef<Path>) -> Result<Map, MapError> {
    map_from_lines(&mut lines::open(path.as_ref())?)
}

/// Writes a map as a table: what each cell costs, with commas between.
///
/// ```
/// use tautline::map::Map;
/// use tautline_maps::csv::write_csv;
///
/// let mut file = Vec::new();
/// write_csv(&Map::from_rows([".#", ".."]).unwrap(), &mut file)?;
/// assert_eq!(file, b"1,0\n1,1\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_csv(map: &Map, mut out: impl Write) -> io::Result<()> {
    let last = map.width() as i32 - 1;
    let mut row = Vec::new();
    for cell in map.cells() {
        let end = if cell.x == last { '\n' } else { ',' };
        write!(row, "{}{end}", map.cost(cell))?;
        if cell.x == last {
            out.write_all(&row)?;
            row.clear();
        }
    }
    Ok(())
}

/// Heights, or whatever else whole numbers say about the cells of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// How many columns.
    pub width: u32,
    /// How many rows.
    pub height: u32,
    /// Row by row.
    pub all: Vec<i32>,
}

impl Numbers {
    /// The number of a cell, if it is in the table.
    #[must_use]
    pub fn get(&self, cell: impl Into<Cell>) -> Option<i32> {
        let cell = cell.into();
        let (x, y) = (u32::try_from(cell.x).ok()?, u32::try_from(cell.y).ok()?);
        let at = y as usize * self.width as usize + x as usize;
        (x < self.width && y < self.height).then(|| self.all[at])
    }
}

/// Reads a table of whole numbers, which may be negative, in the same form as [`parse_csv`].
///
/// ```
/// use tautline_maps::csv::parse_numbers;
///
/// let heights = parse_numbers("0,3\n-2,1\n".as_bytes(), "hill.csv")?;
/// assert_eq!((heights.get((0, 1)), heights.get((2, 0))), (Some(-2), None));
/// # Ok::<(), tautline_maps::MapError>(())
/// ```
pub fn parse_numbers(reader: impl BufRead, name: &str) -> Result<Numbers, MapError> {
    numbers_from_lines(&mut Lines::new(reader, name))
}

/// Reads a file with a table of whole numbers; see [`parse_numbers`].
pub fn read_numbers(path: impl AsRef<Path>) -> Result<Numbers, MapError> {
    numbers_from_lines(&mut lines::open(path.as_ref())?)
}

fn numbers_from_lines<R: BufRead>(lines: &mut Lines<R>) -> Result<Numbers, MapError> {
    let table = table_from_lines(lines, whole, "a whole number")?;
    Ok(Numbers { width: table.width, height: table.height, all: table.fields })
}

pub(crate) fn map_from_lines<R: BufRead>(lines: &mut Lines<R>) -> Result<Map, MapError> {
    let Table { width, height, fields } = table_from_lines(lines, cost, COST)?;
    let at = |x: i32, y: i32| fields[y as usize * width as usize + x as usize];
    Map::from_costs(width, height, |cell| at(cell.x, cell.y))
        .map_err(|error| lines.error(Problem::Size(error)))
}

/// What a file has in it, row by row.
struct Table<T> {
    width: u32,
    height: u32,
    fields: Vec<T>,
}

/// Reads rows of fields that are all of one kind.
fn table_from_lines<T, R: BufRead>(
    lines: &mut Lines<R>,
    parse: fn(&[u8]) -> Option<T>,
    expected: &str,
) -> Result<Table<T>, MapError> {
    let mut fields: Vec<T> = Vec::new();
    let (mut width, mut height) = (0, 0);
    let mut separator = SEPARATORS[0];
    while let Some(line) = lines.next(LONGEST_LINE)? {
        if line.bytes.starts_with(b"#") || (height == 0 && line.is_blank()) {
            continue;
        }
        if line.is_blank() {
            lines.expect_end("nothing but blank lines after the last row")?;
            break;
        }
        if line.excess.is_some() {
            return Err(line.unexpected(format!("a line of at most {LONGEST_LINE} bytes")));
        }
        if height == 0 {
            let is_used = |separator: &u8| line.bytes.trim_ascii().contains(separator);
            separator = SEPARATORS.into_iter().find(is_used).unwrap_or(separator);
        }
        let before = fields.len();
        read_row(&line, separator, parse, expected, &mut fields)?;
        let found = fields.len() - before;
        if height == 0 {
            width = found as u32;
        } else if found != width as usize {
            let problem = Problem::Unexpected {
                found: format!("{found} numbers in row {}", height + 1),
                expected: format!("{width}, as many as in the first row"),
            };
            return Err(line.error(problem));
        }
        height += 1;
        Grid::check_size(width, height).map_err(|error| line.error(Problem::Size(error)))?;
    }
    if height == 0 {
        return Err(lines.error(Problem::Empty { expected: "a table of numbers" }));
    }
    Ok(Table { width, height, fields })
}

/// Adds the fields of a line to those of the rows above.
fn read_row<T>(
    line: &Line<'_>,
    separator: u8,
    parse: fn(&[u8]) -> Option<T>,
    expected: &str,
    fields: &mut Vec<T>,
) -> Result<(), MapError> {
    let mut column = 1;
    for field in line.bytes.split(|&byte| byte == separator) {
        let Some(parsed) = parse(field.trim_ascii()) else {
            let blanks = field.len() - field.trim_ascii_start().len();
            let found = shown(field.trim_ascii());
            let problem = Problem::Unexpected { found, expected: expected.to_owned() };
            return Err(line.error_at(column + blanks, problem));
        };
        fields.push(parsed);
        column += field.len() + 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Map, MapError> {
        parse_csv(text.as_bytes(), "a.csv")
    }

    fn message(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn every_separator_and_every_way_to_write_a_number_is_read() {
        let expected = parse("1,0,300\n2,1,1\n").unwrap();
        for text in [
            "\n# costs\n1;0;300\r\n2;1;1\r\n\r\n",
            "1\t0\t300\n2\t1\t1",
            "1 0 300\n2 1 1\n",
            " 1, 0,300\n 2, 1,  1\n",
            "1.0,0.0,3e2\n2.,1.000000000000000000e+00,1\n",
            "1,-0.0,+300\n2,1,1\n",
        ] {
            assert_eq!(parse(text).unwrap(), expected, "{text:?}");
        }
        assert_eq!(parse("7\n").unwrap().cost((0, 0)), 7);
    }

    #[test]
    fn every_flaw_is_named() {
        assert_eq!(message(" \n\n"), "a.csv: the file is empty, expected a table of numbers");
        let expected = "expected a cost: a whole number from 0 (blocked) to 65535";
        for wrong in ["-1", "nan", "inf", "0.5", "65536", "1e9", "x", "\\\"1\\\"", "0x1"] {
            let text = format!("1,1\n1, {}\n", wrong.replace('\\', ""));
            assert_eq!(message(&text), format!("a.csv:2:4: found \"{wrong}\", {expected}"));
        }
        assert_eq!(message("1,,1\n"), format!("a.csv:1:3: found nothing, {expected}"));
        assert_eq!(message("1,1,\n"), format!("a.csv:1:5: found nothing, {expected}"));
        assert_eq!(
            message("1,1\n\n1,1\n"),
            "a.csv:3: found \"1,1\", expected nothing but blank lines after the last row"
        );
        assert_eq!(
            message("1,1\n1\n"),
            "a.csv:2: found 1 numbers in row 2, expected 2, as many as in the first row"
        );
        assert!(message("1,1\n1,1,1\n").contains("found 3 numbers in row 2"));
    }

    #[test]
    fn costs_that_are_all_one_are_no_terrain() {
        let map = |cost: u16| parse(&format!("0,{cost}\n")).unwrap();
        assert_eq!(map(1), Map::from_rows(["#."]).unwrap());
        assert!(map(1).terrain().is_none() && map(2).terrain().is_some());
        assert_eq!((map(2).cost((0, 0)), map(2).cost((1, 0))), (0, 2));
        assert_eq!([0, 2].map(|cost| map(cost).free_cells()), [0, 1]);
    }

    #[test]
    fn tables_without_an_end_are_refused() {
        let endless = io::BufReader::with_capacity(1 << 20, io::repeat(b'1'));
        let error = parse_csv(endless, "endless").unwrap_err();
        assert_eq!(error.place.line, Some(1));
        assert!(error.to_string().len() < 200);
    }
}
