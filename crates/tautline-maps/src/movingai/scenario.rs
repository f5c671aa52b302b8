use std::io::{self, BufRead, Write};
use std::path::Path;

use tautline::map::Map;

use super::ScenarioQuery;
use super::query::parse_query;
use crate::error::{MapError, Place, Problem};
use crate::fields::fields;
use crate::lines::{self, Lines};

/// How exactly a scenario file prints its lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// At least six significant digits.
    #[default]
    SixSignificant,
    /// Two digits after the point, whatever the length: the sets `bg512` and `wc3maps512`.
    TwoDecimals,
}

/// A list of queries for a map, with the length of a shortest path for each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    /// What error messages call the scenario.
    pub file: String,
    /// The queries in the order of the file.
    pub queries: Vec<ScenarioQuery>,
    /// How exact the lengths are.
    pub precision: Precision,
}

impl Scenario {
    /// How far the right length of a path may be from the printed one.
    #[must_use]
    pub fn tolerance(&self, length: f64) -> f64 {
        // Half a unit in the last digit, and a little more for the arithmetic on both sides.
        match self.precision {
            Precision::SixSignificant => 5.1e-6 * length,
            Precision::TwoDecimals => 0.0051,
        }
    }

    /// Makes sure that every query is for a map of this size.
    pub fn check_fits(&self, map: &Map) -> Result<(), MapError> {
        let expected = (map.width(), map.height());
        match self.queries.iter().find(|query| (query.map_width, query.map_height) != expected) {
            None => Ok(()),
            Some(query) => Err(MapError {
                place: Place { file: self.file.clone(), line: query.line, column: None },
                problem: Problem::OtherMap { found: (query.map_width, query.map_height), expected },
            }),
        }
    }

    /// Which queries to keep, as indices: `sample` of them spread evenly over the file (every k-th from the first,
    /// where k is the number of queries divided by `sample`), and of those every `every`-th. Zero keeps none.
    ///
    /// ```
    /// # use tautline_maps::movingai::parse_scenario;
    /// # let file = format!("version 1\n{}", "0 a.map 1 1 0 0 0 0 0\n".repeat(10));
    /// let scenario = parse_scenario(file.as_bytes(), "ten.scen")?; // ten queries
    /// assert_eq!(scenario.sample(Some(5), None), [0, 2, 4, 6, 8]);
    /// assert_eq!(scenario.sample(Some(4), None), [0, 2, 4, 6]);
    /// assert_eq!(scenario.sample(Some(5), Some(2)), [0, 4, 8]);
    /// # Ok::<(), tautline_maps::MapError>(())
    /// ```
    #[must_use]
    pub fn sample(&self, sample: Option<usize>, every: Option<usize>) -> Vec<usize> {
        let count = self.queries.len();
        let at_most = sample.unwrap_or(count);
        let step = count.checked_div(at_most).unwrap_or(1).max(1);
        let sampled = (0..count).step_by(step).take(at_most);
        match every {
            Some(0) => Vec::new(),
            every => sampled.step_by(every.unwrap_or(1)).collect(),
        }
    }
}

/// Reads a scenario. `name` is what error messages call it.
///
/// The first line is `version 1`; then comes a line for each query, with tabs or blanks between its columns. Blank
/// lines are overlooked.
///
/// ```
/// use tautline_maps::movingai::parse_scenario;
///
/// let file = "version 1\n0\tmaps/dao/arena.map\t49\t49\t1\t11\t2\t12\t1.41421\n";
/// let scenario = parse_scenario(file.as_bytes(), "arena.map.scen")?;
/// assert_eq!(scenario.queries[0].goal, (2, 12).into());
/// assert!((2f64.sqrt() - scenario.queries[0].length).abs() <= scenario.tolerance(2f64.sqrt()));
/// # Ok::<(), tautline_maps::MapError>(())
/// ```
pub fn parse_scenario(reader: impl BufRead, name: &str) -> Result<Scenario, MapError> {
    scenario_from_lines(&mut Lines::new(reader, name), name)
}

/// Reads a scenario file; see [`parse_scenario`].
pub fn read_scenario(path: impl AsRef<Path>) -> Result<Scenario, MapError> {
    let path = path.as_ref();
    scenario_from_lines(&mut lines::open(path)?, &path.display().to_string())
}

/// Writes a scenario with tabs between the columns and eight digits after the point.
pub fn write_scenario(scenario: &Scenario, mut out: impl Write) -> io::Result<()> {
    writeln!(out, "version 1")?;
    for ScenarioQuery { bucket, map, map_width, map_height, start, goal, length, line: _ } in
        &scenario.queries
    {
        writeln!(
            out,
            "{bucket}\t{map}\t{map_width}\t{map_height}\t{}\t{}\t{}\t{}\t{length:.8}",
            start.x, start.y, goal.x, goal.y
        )?;
    }
    Ok(())
}

fn scenario_from_lines<R: BufRead>(lines: &mut Lines<R>, name: &str) -> Result<Scenario, MapError> {
    let Some(line) = lines.next_filled_text()? else {
        return Err(lines.error(Problem::Empty { expected: "a scenario that begins with `version 1`" }));
    };
    let is_version = |text: &str| fields(line.bytes).eq(fields(text.as_bytes()));
    if !is_version("version 1") && !is_version("version 1.0") {
        return Err(line.unexpected("`version 1`"));
    }
    let mut queries = Vec::new();
    let mut two_decimals = true;
    while let Some(line) = lines.next_filled_text()? {
        let parsed = parse_query(&line)?;
        two_decimals &= parsed.decimals == 2;
        queries.push(parsed.query);
    }
    let precision =
        if two_decimals && !queries.is_empty() { Precision::TwoDecimals } else { Precision::default() };
    Ok(Scenario { file: name.to_owned(), queries, precision })
}

#[cfg(test)]
mod tests {
    use tautline::geometry::Cell;

    use super::*;

    fn parse(file: &str) -> Result<Scenario, MapError> {
        parse_scenario(file.as_bytes(), "a.scen")
    }

    fn message(query: &str) -> String {
        parse(&format!("version 1\n{query}\n")).unwrap_err().to_string()
    }

    #[test]
    fn columns_may_be_separated_by_tabs_and_blanks_and_lines_by_anything() {
        let file = "version 1.0\r\n\r\n3 maps/a.map\t20  10 1 2\t\t3 4 2.83 \r\n\n 0\tb.map\t20\t10\t0\t0\t9\t9\t0.00";
        let scenario = parse(file).unwrap();
        let first = ScenarioQuery {
            bucket: 3,
            map: "maps/a.map".to_owned(),
            map_width: 20,
            map_height: 10,
            start: Cell::new(1, 2),
            goal: Cell::new(3, 4),
            length: 2.83,
            line: Some(3),
        };
        assert_eq!(scenario.queries[0], first);
        assert_eq!(scenario.queries[1].line, Some(5));
        assert_eq!(scenario.queries.len(), 2);
        assert_eq!(scenario.queries[0].reference(), Some(2.83));
        assert_eq!(scenario.queries[1].reference(), None);
    }

    #[test]
    fn a_query_from_a_cell_to_itself_has_a_path_of_no_length() {
        assert_eq!(parse("version 1\n0 a 9 9 1 1 1 1 0\n").unwrap().queries[0].reference(), Some(0.0));
    }

    #[test]
    fn a_name_with_blanks_is_kept_as_it_is() {
        let scenario = parse("version 1\n0  my maps/a  map.map 9 9 1 1 2 1 1\n").unwrap();
        assert_eq!(scenario.queries[0].map, "my maps/a  map.map");
    }

    #[test]
    fn two_digits_after_every_point_make_a_two_digit_set() {
        let precision = |lengths: &[&str]| {
            let queries: Vec<_> = lengths.iter().map(|length| format!("0 a 9 9 1 1 2 1 {length}")).collect();
            parse(&format!("version 1\n{}", queries.join("\n"))).unwrap().precision
        };
        assert_eq!(precision(&["1.00", "244.95"]), Precision::TwoDecimals);
        assert_eq!(precision(&["1.00", "244.957"]), Precision::SixSignificant);
        assert_eq!(precision(&["1.00", "4"]), Precision::SixSignificant);
        assert_eq!(precision(&[]), Precision::SixSignificant);
    }

    #[test]
    fn tolerances_follow_the_digits() {
        let mut scenario = Scenario::default();
        assert!((scenario.tolerance(1000.0) - 0.0051).abs() < 1e-12);
        scenario.precision = Precision::TwoDecimals;
        assert!((scenario.tolerance(10.0) - 0.0051).abs() < 1e-12);
    }

    #[test]
    fn every_flaw_is_named() {
        assert_eq!(
            parse("\n").unwrap_err().to_string(),
            "a.scen: the file is empty, expected a scenario that begins with `version 1`"
        );
        assert_eq!(
            parse("0 a 9 9 1 1 2 1 1\n").unwrap_err().to_string(),
            "a.scen:1: found \"0 a 9 9 1 1 2 1 1\", expected `version 1`"
        );
        assert_eq!(
            parse("version 2").unwrap_err().to_string(),
            "a.scen:1: found \"version 2\", expected `version 1`"
        );
        assert!(
            message("0 a 9 9 1 1 2 1").starts_with("a.scen:2: found 8 columns, expected 9: bucket, map,")
        );
        assert_eq!(
            message("0 a 9 9 1 x 2 1 1"),
            "a.scen:2: found \"x\", expected a whole number in the column `start y`"
        );
        assert_eq!(
            message("0 a 9 9 1 -1 2 1 1"),
            "a.scen:2: found \"-1\", expected a whole number in the column `start y`"
        );
        assert_eq!(
            message("0 a 9 9 1 1 2 2147483648 1"),
            "a.scen:2: found \"2147483648\", expected a number of at most 2147483647 in the column `goal y`"
        );
        for length in ["NaN", "inf", "-1", "1e999", "long"] {
            assert_eq!(
                message(&format!("0 a 9 9 1 1 2 1 {length}")),
                format!(
                    "a.scen:2: found \"{length}\", expected a finite number that is not negative in the column `length`"
                )
            );
        }
        let binary = parse_scenario(&b"version 1\n0 a\xff 9 9 1 1 2 1 1\n"[..], "a.scen").unwrap_err();
        assert_eq!(
            binary.to_string(),
            "a.scen:2: found \"0 a\\xff 9 9 1 1 2 1 1\", expected a query in UTF-8"
        );
    }

    #[test]
    fn a_scenario_for_another_map_is_refused_with_its_line() {
        let scenario = parse("version 1\n0 a 9 8 1 1 2 1 1\n\n0 a 8 9 1 1 2 1 1\n").unwrap();
        let error = scenario.check_fits(&Map::open(9, 8).unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a.scen:4: found a query for a map of 8 × 9 cells, expected 9 × 8, the size of the map"
        );
        let scenario = parse("version 1\n0 a 9 8 1 1 2 1 1\n").unwrap();
        assert!(scenario.check_fits(&Map::open(9, 8).unwrap()).is_ok());
    }

    #[test]
    fn samples_are_spread_evenly() {
        let scenario = parse(&format!("version 1\n{}", "0 a 9 9 1 1 2 1 1\n".repeat(7))).unwrap();
        assert_eq!(scenario.sample(None, None), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(scenario.sample(Some(3), None), [0, 2, 4]);
        assert_eq!(scenario.sample(Some(100), None), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(scenario.sample(None, Some(3)), [0, 3, 6]);
        assert_eq!(scenario.sample(Some(3), Some(2)), [0, 4]);
        assert!(scenario.sample(Some(0), None).is_empty());
        assert!(scenario.sample(None, Some(0)).is_empty());
        assert!(Scenario::default().sample(Some(3), Some(2)).is_empty());
    }
}
