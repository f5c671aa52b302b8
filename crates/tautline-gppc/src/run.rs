use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use tautline::engine::Planner;
use tautline::geometry::Position;
use tautline::map::Map;
use tautline_maps::movingai::{Passable, Scenario, read_map, read_scenario};

use crate::arguments::{Command, Mode};
use crate::entry::PlannerEntry;
use crate::index_data;
use crate::measure::{length, measure};
use crate::memory;
use crate::result_file::{self, Row};
use crate::track::Track;
use crate::validator::Validator;

const RESULTS: &str = "result.csv";
const MEMORY: &str = "run.info";

/// How a call went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it should.
    Good,
    /// There were paths that are not valid.
    Invalid,
}

/// Does what a command says, in the current folder. The lines of `-check` go to `out`, whatever else there is to say to `notes`.
pub fn run(command: &Command, out: &mut dyn Write, notes: &mut dyn Write) -> anyhow::Result<Verdict> {
    let Command { track, selection, mode, map: file } = command;
    let map = &read_map(file, &Passable::default())?;
    if matches!(mode, Mode::Prepare | Mode::Full(_)) {
        index_data::preprocess(selection, map, file, notes)?;
    }
    let scenario = match mode {
        Mode::Prepare => return Ok(Verdict::Good),
        Mode::Run(scenario) | Mode::Check(scenario) | Mode::Full(scenario) => read_scenario(scenario)?,
    };
    scenario.check_fits(map)?;
    let planner = index_data::prepare_for_search(selection, map, file, notes)?;
    let check = matches!(mode, Mode::Check(_)).then(|| Check { validator: Validator::new(map, *track), out });
    memory::write(Path::new(MEMORY), true)?;
    let (rows, verdict) = Experiments { scenario: &scenario, notes, check }.run(planner, map)?;
    memory::write(Path::new(MEMORY), false)?;
    result_file::write(Path::new(RESULTS), &file.display().to_string(), &scenario.file, &rows)?;
    Ok(verdict)
}

/// Where paths are checked and printed.
struct Check<'a> {
    validator: Validator<'a>,
    out: &'a mut dyn Write,
}

/// The queries of a scenario.
struct Experiments<'a> {
    scenario: &'a Scenario,
    notes: &'a mut dyn Write,
    check: Option<Check<'a>>,
}

impl Experiments<'_> {
    /// Puts them to a planner, one by one in their order.
    fn run(mut self, planner: Planner, map: &Map) -> anyhow::Result<(Vec<Row>, Verdict)> {
        let ends = planner.ends();
        let mut entry = PlannerEntry::new(planner, map);
        let (mut path, mut rows) = (Vec::new(), Vec::with_capacity(self.scenario.queries.len()));
        let mut invalid = 0;
        for query in &self.scenario.queries {
            let [start, goal] = [query.start, query.goal].map(|cell| ends.scenario(cell.into()));
            let (times, result) = measure(&mut entry, start, goal, &mut path);
            if let Err(error) = result {
                let line = query.line.map_or_else(String::new, |line| format!(":{line}"));
                writeln!(self.notes, "note: {}{line}: {error}: there is no path", self.scenario.file)?;
            }
            let path_length = length(&path);
            rows.push(Row { path_size: path.len(), path_length, ref_length: query.length, times });
            if let Some(Check { validator, out }) = &mut self.check {
                let verdict = validator.validate(start, goal, &path);
                invalid += usize::from(verdict.is_err());
                writeln!(out, "{}", line(validator.track(), [start, goal], verdict, &path, path_length))?;
            }
        }
        if invalid > 0 {
            writeln!(self.notes, "{invalid} of {} paths are not valid", rows.len())?;
            return Ok((rows, Verdict::Invalid));
        }
        Ok((rows, Verdict::Good))
    }
}

/// A path as the competition prints it: `sx sy gx gy valid|invalid-i n x y … length`.
fn line(
    track: Track,
    ends: [Position; 2],
    verdict: Result<(), usize>,
    path: &[Position],
    length: f64,
) -> String {
    let mut line = String::new();
    let digits = track.digits();
    let places = |line: &mut String, places: &[Position]| {
        places.iter().map(|place| place.xy()).for_each(|(x, y)| {
            let _ = write!(line, "{x:.digits$} {y:.digits$} ");
        });
    };
    places(&mut line, &ends);
    let _ = match verdict {
        Ok(()) => write!(line, "valid {} ", path.len()),
        Err(segment) => write!(line, "invalid-{segment} {} ", path.len()),
    };
    places(&mut line, path);
    let _ = write!(line, "{length:.5}");
    line
}

#[cfg(test)]
mod tests {
    use tautline::geometry::Corner;

    use super::*;

    #[test]
    fn a_line_has_the_ends_the_verdict_and_the_path() {
        let classic =
            |ends, verdict, path: &[Position], length| line(Track::Classic, ends, verdict, path, length);
        let cells = [(0, 0), (3, 3)].map(Position::from);
        assert_eq!(classic(cells, Ok(()), &cells, 18f64.sqrt()), "0 0 3 3 valid 2 0 0 3 3 4.24264");
        assert_eq!(classic(cells, Err(1), &cells[..1], 0.0), "0 0 3 3 invalid-1 1 0 0 0.00000");
        assert_eq!(classic([cells[0]; 2], Ok(()), &[], 0.0), "0 0 0 0 valid 0 0.00000");
        let corners = [(0, 0), (1, 0)].map(|xy| Corner::from(xy).into());
        assert_eq!(
            line(Track::AnyAngle, corners, Ok(()), &corners, 1.0),
            "0.000000 0.000000 1.000000 0.000000 valid 2 0.000000 0.000000 1.000000 0.000000 1.00000"
        );
    }
}
