//! A plan for programs.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use tautline::search::PathDetail;

use super::Plan;
use crate::run::{Run, Verdict, Xy};

/// The object, field by field in the order in which it is printed.
#[derive(Serialize)]
struct Object<'a> {
    planner: String,
    outcome: &'static str,
    cost: Option<f64>,
    path: &'a [Xy],
    stats: Stats,
    /// Which places of the path there are.
    detail: &'static str,
    turns: Option<usize>,
    guarantee: &'static str,
    /// How many times as long as the shortest the path may be; none where that is not bounded.
    bound: Option<f64>,
    start: Xy,
    goal: Xy,
    /// All goals, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    goals: Option<Vec<Xy>>,
    /// Where the path ends: at one of the goals, or near one.
    end: Option<Xy>,
    /// Why there is no path to the goal, where that needs saying.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// The way to the nearest place so far, where the search was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest<'a>>,
}

#[derive(Serialize)]
struct Stats {
    expanded: u64,
    generated: u64,
    reopened: u64,
    estimates: u64,
    line_of_sight_checks: u64,
    lines_followed: u64,
    nanoseconds: u64,
    preparation_nanoseconds: u64,
}

#[derive(Serialize)]
struct Nearest<'a> {
    cost: f64,
    path: &'a [Xy],
}

impl Stats {
    fn of(run: &Run, preparation: Duration) -> Self {
        let stats = run.stats;
        Self {
            expanded: stats.expanded,
            generated: stats.generated,
            reopened: stats.reopened,
            estimates: stats.estimates,
            line_of_sight_checks: stats.line_of_sight_checks,
            lines_followed: stats.lines_followed,
            nanoseconds: run.time.as_nanos() as u64,
            preparation_nanoseconds: preparation.as_nanos() as u64,
        }
    }
}

/// Writes one object on one line.
pub(crate) fn write(plan: &Plan<'_>, out: &mut dyn Write) -> io::Result<()> {
    let verdict = &plan.run.verdict;
    let path = verdict.path();
    let (why, nearest) = match verdict {
        Verdict::Stopped { why, nearest } => {
            (Some(why.to_string()), Some(Nearest { cost: nearest.cost, path: &nearest.places }))
        }
        Verdict::Partial { why, .. } => (Some(why.to_string()), None),
        Verdict::Error(why) => (Some(why.clone()), None),
        Verdict::Found(_) | Verdict::Unreachable => (None, None),
    };
    let object = Object {
        planner: plan.selection.to_string(),
        outcome: verdict.name(),
        cost: path.map(|walk| walk.cost),
        path: path.map_or(&[], |walk| &walk.places),
        stats: Stats::of(plan.run, plan.preparation),
        detail: match plan.question.detail {
            PathDetail::Waypoints if !plan.is_every_cell => "waypoints",
            _ => "every-cell",
        },
        turns: path.map(|walk| walk.turns),
        guarantee: plan.guarantee.name(),
        bound: Some(plan.guarantee.bound()).filter(|bound| bound.is_finite()),
        start: plan.question.start,
        goal: plan.question.goal,
        goals: (!plan.question.others.is_empty()).then(|| plan.question.goals().collect()),
        end: path.and_then(|walk| walk.places.last().copied()),
        why,
        nearest,
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}
