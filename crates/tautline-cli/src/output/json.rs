//! A plan for programs.

use std::io::{self, Write};
use std::time::Duration;

use serde::{Serialize, Serializer};
use tautline_run::{Counts, Run, Spot, Verdict, Walk};

use super::Plan;

/// The object, field by field in the order in which it is printed.
#[derive(Serialize)]
struct Object {
    planner: String,
    outcome: &'static str,
    cost: Option<f64>,
    path: Vec<Coordinates>,
    stats: Stats,
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

/// Printed without a point where it is a whole number.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

fn coordinates((x, y): Spot) -> Coordinates {
    (Number(x), Number(y))
}

fn path(walk: &Walk) -> Vec<Coordinates> {
    walk.places.iter().copied().map(coordinates).collect()
}

impl Stats {
    fn of(run: &Run, preparation: Duration) -> Self {
        Self {
            counts: run.stats.into(),
            nanoseconds: run.time.as_nanos() as u64,
            preparation_nanoseconds: preparation.as_nanos() as u64,
        }
    }
}

/// Writes one object on one line.
pub(crate) fn write(plan: &Plan<'_>, out: &mut dyn Write) -> io::Result<()> {
    let verdict = &plan.run.verdict;
    let walk = verdict.path();
    let (why, nearest) = match verdict {
        Verdict::Stopped { why, nearest } => {
            (Some(why.to_string()), Some(Nearest { cost: nearest.cost, path: path(nearest) }))
        }
        Verdict::Partial { why, .. } => (Some(why.to_string()), None),
        Verdict::Error(why) => (Some(why.clone()), None),
        Verdict::Found(_) | Verdict::Unreachable => (None, None),
    };
    let object = Object {
        planner: plan.selection.to_string(),
        outcome: verdict.name(),
        cost: walk.map(|walk| walk.cost),
        path: walk.map(path).unwrap_or_default(),
        stats: Stats::of(plan.run, plan.preparation),
        detail: if plan.is_every_cell { "every-cell" } else { "waypoints" },
        turns: walk.map(|walk| walk.turns),
        guarantee: plan.guarantee.name(),
        bound: Some(plan.guarantee.bound()).filter(|bound| bound.is_finite()),
        plus: Some(plan.guarantee.plus()).filter(|&plus| plus > 0.0),
        start: coordinates(plan.question.start),
        goal: coordinates(plan.question.goal),
        goals: (!plan.question.others.is_empty()).then(|| plan.question.goals().map(coordinates).collect()),
        end: walk.and_then(|walk| walk.places.last().copied().map(coordinates)),
        why,
        nearest,
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}
