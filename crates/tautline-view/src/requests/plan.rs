//! `plan`: a path.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;
use tautline::planners::{Build, Guarantee, Selection, SelectionError};
use tautline::search::{CancelFlag, Limits};
use tautline_run::{Counts, Question, Refusal, Run, Runner, Spot, Verdict, promise};

use crate::fault::Fault;
use crate::limits;
use crate::map::Map;
use crate::message::Reply;
use crate::planners::Planners;
use crate::request::{Plan, XY};
use crate::session::Tools;

/// What was found, as the page is told.
#[derive(Debug, Serialize)]
pub(crate) struct Found {
    outcome: &'static str,
    cost: Option<f64>,
    turns: usize,
    path: Vec<Spot>,
    places: &'static str,
    guarantee: String,
    stats: Counts,
    nanoseconds: u64,
    preparation: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<Shortest>,
}

/// The length of the shortest path, where it is known.
#[derive(Debug, Serialize)]
struct Shortest(Option<f64>);

/// The planner that is asked for, with its options.
pub(crate) fn selection(
    planner: &str,
    options: &BTreeMap<String, String>,
) -> Result<Selection, SelectionError> {
    let mut selection: Selection = planner.parse()?;
    for (name, value) in options {
        selection.set(&format!("{name}={value}"))?;
    }
    Ok(selection)
}

/// What is asked, within the limits.
pub(crate) fn question(start: XY, goal: XY, cancel: &CancelFlag) -> Result<Question, Fault> {
    let is_near = |number: f64| (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number);
    for (x, y) in [start, goal] {
        if !is_near(x) || !is_near(y) {
            return Err(Fault::new(format!("found the place {x},{y}, expected one of the map")));
        }
    }
    let limits = Limits {
        max_expansions: Some(limits::EXPANSIONS),
        deadline: Some(Instant::now() + Duration::from_secs(limits::SECONDS)),
        cancel: Some(cancel.clone()),
    };
    Ok(Question { start, goal, limits, ..Question::new((0, 0), (0, 0)) })
}

/// Asks a planner, between points if an end is one.
pub(crate) fn run<T>(
    runner: &dyn Runner,
    selection: &Selection,
    question: &Question,
    ask: impl FnOnce(&dyn Runner) -> T,
) -> Result<T, Fault> {
    Ok(match question.point() {
        Some(point) => {
            let between = runner.between_points().ok_or_else(|| Refusal::point(selection, point))?;
            ask(&*between)
        }
        None => ask(runner),
    })
}

/// Plans a path.
pub(crate) fn plan(
    plan: &Plan,
    map: &Map,
    planners: &mut Planners<'_>,
    tools: &mut Tools,
) -> Result<Reply, Fault> {
    let selection = selection(&plan.planner, &plan.options)?;
    let (_, found) = find(plan, &selection, map, planners, tools)?;
    Reply::new(&found)
}

/// Plans a path with a planner that was selected.
pub(crate) fn find(
    plan: &Plan,
    selection: &Selection,
    map: &Map,
    planners: &mut Planners<'_>,
    tools: &mut Tools,
) -> Result<(Run, Found), Fault> {
    let (runner, preparation) = planners.get(selection, &mut tools.preparations)?;
    let question = question(plan.start, plan.goal, &tools.cancel)?;
    let answer = run(runner, selection, &question, |runner| runner.run(&question, &mut tools.workspace))?;
    let mut found = Found::new(&answer, runner, preparation, map)?;
    if plan.optimal {
        found.optimal = Some(Shortest(shortest(selection, &answer, plan, map, planners, tools)));
    }
    Ok((answer, found))
}

impl Found {
    /// What a planner answered; an error where the question has no answer.
    pub(crate) fn new(
        run: &Run,
        runner: &dyn Runner,
        preparation: Duration,
        map: &Map,
    ) -> Result<Self, Fault> {
        if let Verdict::Error(text) = &run.verdict {
            return Err(Fault::new(text));
        }
        let walk = run.verdict.walk();
        let places = walk.map_or(&[][..], |walk| &walk.places);
        Ok(Self {
            outcome: run.verdict.name(),
            cost: run.verdict.path().map(|walk| walk.cost),
            turns: walk.map_or(0, |walk| walk.turns),
            // Between hexagons, coordinates do not tell what a turn is.
            path: if map.has_hexagons() { places.to_vec() } else { turning_points(places) },
            places: if runner.is_on_corners() { "corners" } else { "cells" },
            guarantee: promise(runner.guarantee()),
            stats: run.stats.into(),
            nanoseconds: run.time.as_nanos() as u64,
            preparation: preparation.as_nanos() as u64,
            optimal: None,
        })
    }
}

/// The length of the shortest path under the planner's own rule; none where that is not known, and where there is no path.
fn shortest(
    selection: &Selection,
    answer: &Run,
    plan: &Plan,
    map: &Map,
    planners: &mut Planners<'_>,
    tools: &mut Tools,
) -> Option<f64> {
    let (runner, _) = planners.get(selection, &mut tools.preparations).ok()?;
    if runner.guarantee() == Guarantee::Optimal {
        return answer.verdict.path().map(|walk| walk.cost);
    }
    // On cells any best-first search will do that can take the same rules; at any angle there is none that knows costs.
    let (reference, rules): (&str, &[&str]) = match selection.planner.build {
        Build::Cells(_) => ("astar", &["diagonal", "turn-penalty"]),
        _ if map.ground().is_plain() => ("anya", &["corners"]),
        _ => return None,
    };
    let mut reference: Selection = reference.parse().ok()?;
    for rule in rules {
        if let Some(value) = selection.settings.get(rule) {
            reference.set(&format!("{rule}={value}")).ok()?;
        }
    }
    let (runner, _) = planners.get(&reference, &mut tools.preparations).ok()?;
    let question = question(plan.start, plan.goal, &tools.cancel).ok()?;
    let run =
        run(runner, &reference, &question, |runner| runner.run(&question, &mut tools.workspace)).ok()?;
    run.verdict.path().map(|walk| walk.cost)
}

/// The ends of a path, and the places where its heading changes.
pub(crate) fn turning_points(places: &[Spot]) -> Vec<Spot> {
    let mut kept: Vec<Spot> = Vec::new();
    for (index, &place) in places.iter().enumerate() {
        let is_passed = match (kept.last(), places.get(index + 1)) {
            (Some(&before), Some(&after)) => is_straight(before, place, after),
            _ => false,
        };
        if !is_passed {
            kept.push(place);
        }
    }
    kept
}

/// Whether a place lies on the way straight ahead.
fn is_straight((ax, ay): Spot, (bx, by): Spot, (cx, cy): Spot) -> bool {
    /// What is less than this much of the product of two lengths comes from rounding.
    const ROUNDING: f64 = 1e-12;
    let (first, second) = ((bx - ax, by - ay), (cx - bx, cy - by));
    let cross = first.0 * second.1 - first.1 * second.0;
    let dot = first.0 * second.0 + first.1 * second.1;
    dot > 0.0 && cross.abs() <= ROUNDING * dot
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_turns_are_kept() {
        let path = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 1.0), (4.0, 2.0), (3.0, 1.0)];
        assert_eq!(turning_points(&path), [(0.0, 0.0), (2.0, 0.0), (4.0, 2.0), (3.0, 1.0)]);
        assert_eq!(turning_points(&path[..1]), path[..1]);
        assert_eq!(turning_points(&[]), []);
        let long: Vec<_> = (0..1000).map(|i| (f64::from(i) * 0.1, f64::from(i) * 0.3)).collect();
        assert_eq!(turning_points(&long).len(), 2);
    }
}
