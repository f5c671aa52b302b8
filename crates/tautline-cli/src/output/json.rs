//! A plan for programs.

use std::io::{self, Write};
use std::time::Duration;

use serde::{Serialize, Serializer};
use tautline::engine::Ends;
use tautline::path::Path;
use tautline::search::Outcome;
use tautline_trace::{Counts, end_coordinates};

use super::Plan;
use crate::run::Run;

/// The object, field by field in the order in which it is printed.
#[derive(Serialize)]
struct Object {
    planner: String,
    outcome: &'static str,
    cost: Option<f64>,
    /// What coordinates are: those of `cells`, `corners` or `points`.
    places: &'static str,
    path: Vec<Coordinates>,
    stats: Stats,
    /// Whether an observer watched the search, for a trace. The nanoseconds are those of the watched search, which takes longer.
    watched: bool,
    /// Which places of the path there are.
    detail: &'static str,
    turns: Option<usize>,
    guarantee: &'static str,
    /// How many times as long as the shortest the path may be; none where that is not bounded.
    bound: Option<f64>,
    /// How many tiles longer than that it may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    plus: Option<f64>,
    start: Coordinates,
    goal: Coordinates,
    /// All goals, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    goals: Option<Vec<Coordinates>>,
    /// Where the path ends: at one of the goals, or near one.
    end: Option<Coordinates>,
    /// Why there is no path to the goal, where that needs saying.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// The way to the nearest place so far, where the search was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest>,
}

#[derive(Serialize)]
struct Stats {
    #[serde(flatten)]
    counts: Counts,
    nanoseconds: u64,
    preparation_nanoseconds: u64,
}

#[derive(Serialize)]
struct Nearest {
    cost: f64,
    path: Vec<Coordinates>,
}

/// A place.
type Coordinates = (Number, Number);

/// As the options `--from` and `--to` take it: a number of a cell or a corner is whole, one of a point has a fraction, if only `.0`.
enum Number {
    Whole(i64),
    Fraction(f64),
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Whole(number) => serializer.serialize_i64(number),
            Self::Fraction(number) => serializer.serialize_f64(number),
        }
    }
}

/// Coordinates of a place of a planner that takes such ends.
fn coordinates(ends: Ends, (x, y): (f64, f64)) -> Coordinates {
    let number = |coordinate: f64| match ends {
        Ends::Cells | Ends::Corners if coordinate.fract() == 0.0 => Number::Whole(coordinate as i64),
        _ => Number::Fraction(coordinate),
    };
    (number(x), number(y))
}

impl Stats {
    fn of(run: &Run, preparation: Duration) -> Self {
        Self {
            counts: run.stats().into(),
            nanoseconds: run.time.as_nanos() as u64,
            preparation_nanoseconds: preparation.as_nanos() as u64,
        }
    }
}

/// Writes one object on one line.
pub(crate) fn write(plan: &Plan<'_>, out: &mut dyn Write) -> io::Result<()> {
    let found = plan.run.path();
    let ends = plan.selection.descriptor().ends;
    let path = |path: &Path| -> Vec<Coordinates> {
        path.positions().map(|position| coordinates(ends, position.xy())).collect()
    };
    let (why, nearest) = match plan.run.answer.as_ref().map(|answer| &answer.outcome) {
        Ok(Outcome::Stopped { why, nearest }) => {
            let way = plan.was_prepared.then(|| Nearest { cost: nearest.cost(), path: path(nearest) });
            (Some(plan.stopped(*why)), way)
        }
        Ok(Outcome::Partial { why, .. }) => (Some(why.to_string()), None),
        Err(why) => (Some(why.to_string()), None),
        Ok(_) => (None, None),
    };
    // In the same kind of coordinates as the path.
    let end = |position| coordinates(ends, end_coordinates(ends, position, plan.map));
    let object = Object {
        planner: plan.selection.to_string(),
        outcome: plan.run.name(),
        cost: found.map(Path::cost),
        places: ends.places(),
        path: found.map(path).unwrap_or_default(),
        stats: Stats::of(plan.run, plan.preparation),
        watched: plan.watched_for.is_some(),
        detail: if plan.is_every_cell { "every-cell" } else { "waypoints" },
        turns: found.and(plan.turns),
        guarantee: plan.guarantee.name(),
        bound: Some(plan.guarantee.bound()).filter(|bound| bound.is_finite()),
        plus: Some(plan.guarantee.plus()).filter(|&plus| plus > 0.0),
        start: end(plan.query.start),
        goal: end(plan.query.goal),
        goals: (!plan.query.others.is_empty()).then(|| plan.query.goals().map(end).collect()),
        end: found.map(|path| coordinates(ends, path.end().xy())),
        why,
        nearest,
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}
