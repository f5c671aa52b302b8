use tautline::geometry::Cell;

use crate::error::{MapError, Problem, shown};
use crate::fields::{fields, length, whole_number};
use crate::lines::Line;

/// One query of a [`Scenario`](super::Scenario).
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioQuery {
    /// The length divided by four and rounded down, as a rule: queries of like difficulty share a bucket.
    pub bucket: u32,
    /// The map's file name as the scenario has it, folders included.
    pub map: String,
    /// How many columns the map has.
    pub map_width: u32,
    /// How many rows the map has.
    pub map_height: u32,
    /// Where the path begins.
    pub start: Cell,
    /// Where the path ends.
    pub goal: Cell,
    /// The length of a shortest path with eight neighbours and no corner cutting; see
    /// [`reference`](Self::reference).
    pub length: f64,
    /// The line of the file that the query comes from, if it comes from one.
    pub line: Option<usize>,
}

impl ScenarioQuery {
    /// The length of a shortest path, or none where there is no path: the format says so by a length of zero
    /// between different cells.
    #[must_use]
    pub fn reference(&self) -> Option<f64> {
        (self.length > 0.0 || self.start == self.goal).then_some(self.length)
    }
}

/// A query and what its line shows beyond it.
pub(super) struct ParsedQuery {
    pub(super) query: ScenarioQuery,
    /// How many digits the length has after the point.
    pub(super) decimals: usize,
}

/// Reads a line of nine columns.
pub(super) fn parse_query(line: &Line<'_>) -> Result<ParsedQuery, MapError> {
    let Ok(text) = str::from_utf8(line.bytes) else {
        return Err(line.unexpected("a query in UTF-8"));
    };
    let Some(Columns { bucket, map, numbers }) = Columns::split(text) else {
        let problem = Problem::Unexpected {
            found: format!("{} columns", fields(line.bytes).count()),
            expected: "9: bucket, map, map width, map height, start x, start y, goal x, goal y, length"
                .to_owned(),
        };
        return Err(line.error(problem));
    };
    let number = |name, text: &str, largest| {
        whole_number(text.as_bytes(), largest).map_err(|expected| wrong(line, name, text, &expected))
    };
    let coordinate = |name, text| number(name, text, i32::MAX as u32).map(|number| number as i32);
    let [map_width, map_height, start_x, start_y, goal_x, goal_y, printed] = numbers;
    let query = ScenarioQuery {
        bucket: number("bucket", bucket, u32::MAX)?,
        map: map.to_owned(),
        map_width: number("map width", map_width, u32::MAX)?,
        map_height: number("map height", map_height, u32::MAX)?,
        start: Cell::new(coordinate("start x", start_x)?, coordinate("start y", start_y)?),
        goal: Cell::new(coordinate("goal x", goal_x)?, coordinate("goal y", goal_y)?),
        length: length(printed.as_bytes()).map_err(|expected| wrong(line, "length", printed, &expected))?,
        line: Some(line.number),
    };
    Ok(ParsedQuery { query, decimals: printed.split_once('.').map_or(0, |(_, digits)| digits.len()) })
}

struct Columns<'a> {
    bucket: &'a str,
    map: &'a str,
    /// From the map's width to the length.
    numbers: [&'a str; 7],
}

impl<'a> Columns<'a> {
    /// Splits a line at its blanks. The map's name may have blanks in it: it is whatever is left between the first
    /// column and the last seven.
    fn split(line: &'a str) -> Option<Self> {
        const BLANKS: [char; 2] = [' ', '\t'];
        let mut rest = line.trim_matches(BLANKS);
        let mut numbers = [""; 7];
        for number in numbers.iter_mut().rev() {
            let (before, last) = rest.rsplit_once(BLANKS)?;
            *number = last;
            rest = before.trim_end_matches(BLANKS);
        }
        let (bucket, map) = rest.split_once(BLANKS)?;
        Some(Self { bucket, map: map.trim_start_matches(BLANKS), numbers })
    }
}

fn wrong(line: &Line<'_>, column: &str, text: &str, expected: &str) -> MapError {
    let expected = format!("{expected} in the column `{column}`");
    line.error(Problem::Unexpected { found: shown(text.as_bytes()), expected })
}
