use std::time::Duration;

use clap::{Parser, Subcommand};
use tautline::engine::{Selection, SelectionError};
use tautline::geometry::{Corner, Position};

use crate::commands::{completions, crowd, generate, index, lab, plan, planners, scen, view};
use crate::registry;

/// Plans paths on grid maps: exact, bounded or merely fast, each with its guarantee.
///
/// Without a command: a tour of every planner on a built-in map.
#[derive(Debug, Parser)]
#[command(name = "tautline", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  tautline                                   every planner on the built-in map
  tautline plan room.map --from 3,7 --to 40,12
  tautline scen room.map room.map.scen --planner astar,dijkstra --check
  tautline crowd circle --svg circle.svg     a crowd, its measures, its trails
  tautline view room.map                     searches and crowds in the browser

Exit codes: 0 done; 1 no path; 2 bad usage or bad input; 3 a check failed.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Plan one path and show it.
    Plan(plan::Args),
    /// Run a list of queries: measure the planners, check their answers.
    Scen(scen::Args),
    /// List the planners, their guarantees and their options.
    Planners(planners::Args),
    /// Make a map from a seed.
    Generate(generate::Args),
    /// Let a crowd walk and measure it.
    Crowd(crowd::Args),
    /// Show a map, searches and crowds in the browser.
    View(view::Args),
    /// Keep what a planner prepares in a file.
    Index(index::Args),
    /// Run an experiment and print its table.
    Lab(lab::Args),
    /// Print a script that completes commands and options in a shell.
    Completions(completions::Args),
}

/// The file name that stands for standard output.
pub(crate) const STDOUT: &str = "-";

/// Reads a position: `3,7` is a cell, `3.0,7.0` or `3,7.25` a point, `corner:3,7` a corner.
pub(crate) fn position(text: &str) -> Result<Position, String> {
    let has_room = |number: &f64| (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(number);
    let whole = |number: &str| number.trim().parse::<i32>().ok();
    let any = |number: &str| number.trim().parse::<f64>().ok().filter(has_room);
    let read = || {
        if let Some(corner) = text.trim().strip_prefix("corner:") {
            let (x, y) = corner.split_once(',')?;
            return Some(Corner::new(whole(x)?, whole(y)?).into());
        }
        let (x, y) = text.split_once(',')?;
        match (whole(x), whole(y)) {
            (Some(x), Some(y)) => Some((x, y).into()),
            _ => Some((any(x)?, any(y)?).into()),
        }
    };
    read().ok_or_else(|| {
        let is_beyond = |number: &str| {
            number.trim().parse::<f64>().is_ok_and(|number| number.is_finite() && !has_room(&number))
        };
        let numbers = text.trim().strip_prefix("corner:").unwrap_or(text).split_once(',');
        if numbers.is_some_and(|(x, y)| is_beyond(x) || is_beyond(y)) {
            return format!(
                "found {text:?}, expected coordinates of no more than 10 digits, from {} to {}",
                i32::MIN,
                i32::MAX
            );
        }
        format!("found {text:?}, expected X,Y such as 3,7 for a cell, 3.0,7.5 for a point, or corner:3,7")
    })
}

/// A position as it is read: `3,7` for a cell, `3.0,7.5` for a point, `corner:3,7` for a corner.
pub(crate) fn shown(position: Position) -> String {
    let (x, y) = position.xy();
    match position {
        Position::Cell(_) => format!("{x},{y}"),
        Position::Corner(_) => format!("corner:{x},{y}"),
        Position::Point(_) => format!("{x:?},{y:?}"),
    }
}

/// The units of time, in seconds; the first one that a text ends with counts.
const UNITS: [(&str, f64); 7] =
    [("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("min", 60.0), ("h", 3600.0), ("s", 1.0), ("", 1.0)];

/// Reads a length of time, such as `250ms` or `2s`; a bare number is seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let read = || {
        let (number, unit) = UNITS.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
        Duration::try_from_secs_f64(number.trim().parse::<f64>().ok()? * unit).ok()
    };
    read()
        .ok_or_else(|| format!("found {text:?}, expected a time in us, ms, s, min or h, such as 250ms or 2s"))
}

/// Reads a planner with its options, such as `astar:open=heap`.
pub(crate) fn planner(spec: &str) -> Result<Selection, SelectionError> {
    registry().select(spec)
}

/// Reads a distance in tiles.
pub(crate) fn tiles(text: &str) -> Result<f64, String> {
    let tiles = text.parse().ok().filter(|tiles: &f64| tiles.is_finite() && *tiles >= 0.0);
    tiles.ok_or_else(|| format!("found {text:?}, expected a number of tiles from 0, such as 2.5"))
}

/// Reads how many of something there are to be, which cannot be none.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("found {text:?}, expected a whole number from 1"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn positions_say_what_they_are() {
        assert_eq!(position("3,7"), Ok((3, 7).into()));
        assert_eq!(position("-1, 2"), Ok((-1, 2).into()));
        assert_eq!(position("3.0,7.0"), Ok((3.0, 7.0).into()));
        assert_eq!(position("3,7.25"), Ok((3.0, 7.25).into()));
        assert_eq!(position("corner:3,7"), Ok(Corner::new(3, 7).into()));
        for wrong in [
            "",
            "3",
            "3,",
            "a,b",
            "1,2,3",
            "1.5.2,2",
            "nan,0",
            "0,inf",
            "corner:1.5,2",
            "corner:1",
            "cell:1,2",
        ] {
            let error = position(wrong).unwrap_err();
            assert!(
                error.starts_with(&format!("found {wrong:?}, expected X,Y such as 3,7 for a cell")),
                "{error}"
            );
        }
        for beyond in ["99999999999,0", "1.0,-1e300", "corner:99999999999,1"] {
            let error = position(beyond).unwrap_err();
            assert!(error.contains("expected coordinates of no more than 10 digits"), "{error}");
        }
    }

    #[test]
    fn positions_are_read_as_they_are_shown() {
        let positions: [Position; 6] = [
            (3, 7).into(),
            (-1, 0).into(),
            Corner::new(3, 7).into(),
            (3.0, 7.0).into(),
            (0.1, 1e-9).into(),
            (1.0 / 3.0, 2e9).into(),
        ];
        for a_position in positions {
            assert_eq!(position(&shown(a_position)), Ok(a_position));
        }
    }

    #[test]
    fn counts_begin_at_one() {
        assert_eq!(count("7"), Ok(7));
        for wrong in ["", "0", "-1", "1.5", "many", "99999999999999999999"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("1.5 s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("500us"), Ok(Duration::from_micros(500)));
        assert_eq!(duration("5min"), Ok(Duration::from_secs(300)));
        for wrong in ["", "s", "ms", "-1s", "nan", "inf", "1e300", "2d"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
