//! `plan`: a path.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;
use tautline::engine::{Ends, Guarantee, Planner, Registry, Selection, SelectionError};
use tautline::geometry::{Cell, Corner, Position};
use tautline::path::Path;
use tautline::search::{Answer, CancelFlag, Limits, Outcome, Query};
use tautline_trace::{Counts, Xy, turns};

use crate::fault::Fault;
use crate::limits;
use crate::map::SessionMap;
use crate::message::Reply;
use crate::planners::Fitted;
use crate::preparing::{Fitting, Progress};
use crate::request::{Plan, XY};
use crate::session::Session;

/// What was found, as the page is told.
#[derive(Debug, Serialize)]
pub(crate) struct Found {
    outcome: &'static str,
    cost: Option<f64>,
    turns: usize,
    path: Vec<Xy>,
    places: &'static str,
    guarantee: String,
    stats: Counts,
    nanoseconds: u64,
    preparation: Vec<Fitting>,
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
    registry: &Registry,
) -> Result<Selection, SelectionError> {
    let mut selection = registry.select(planner)?;
    for (name, value) in options {
        selection.set(&format!("{name}={value}"))?;
    }
    Ok(selection)
}

/// The answer while a planner is being prepared.
#[derive(Serialize)]
pub(crate) struct Preparing {
    pub(crate) preparing: Progress,
}

/// What is asked of a planner that takes such ends, within the limits.
pub(crate) fn query(plan: &Plan, ends: Ends, cancel: &CancelFlag) -> Result<Query, Fault> {
    let limits = Limits {
        max_expansions: Some(limits::EXPANSIONS),
        deadline: Some(Instant::now() + Duration::from_secs(limits::SECONDS)),
        cancel: Some(cancel.clone()),
    };
    let (start, goal) = (end(plan.start, ends)?, end(plan.goal, ends)?);
    Ok(Query::new(start, goal).with_limits(limits))
}

/// The end of a path that a place names. Whole coordinates are those of a cell; others are those of a point.
fn end((x, y): XY, ends: Ends) -> Result<Position, Fault> {
    let is_near = |number: f64| (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number);
    let is_whole = |number: f64| number.fract() == 0.0;
    if !is_near(x) || !is_near(y) {
        return Err(Fault::new(format!("found the place {x},{y}, expected one of the map")));
    }
    if is_whole(x) && is_whole(y) {
        return Ok(end_at(Cell::new(x as i32, y as i32), ends));
    }
    Ok((x, y).into())
}

/// The end at a cell: the cell itself, or its top left corner for a planner that takes corners only.
pub(crate) fn end_at(cell: Cell, ends: Ends) -> Position {
    match ends {
        Ends::Corners => Corner { x: cell.x, y: cell.y }.into(),
        Ends::Cells | Ends::Points => cell.into(),
    }
}

/// Plans a path.
pub(crate) fn plan(plan: &Plan, session: &mut Session) -> Result<Reply, Fault> {
    let selection = selection(&plan.planner, &plan.options, &session.registry)?;
    match find(plan, &selection, session)? {
        Ok((_, found)) => Reply::new(&found),
        Err(preparing) => Reply::new(&Preparing { preparing }),
    }
}

/// Plans a path with a planner that was selected, or says how far the preparation is that it needs.
pub(crate) fn find(
    plan: &Plan,
    selection: &Selection,
    session: &mut Session,
) -> Result<Result<(Answer, Found), Progress>, Fault> {
    let Session { map, planners, workspace, cancel, .. } = session;
    let (planner, fittings) = match planners.get(selection, &map.map)? {
        Fitted::Ready(planner, fittings) => (planner, fittings),
        Fitted::Preparing(progress) => return Ok(Err(progress)),
    };
    let query = query(plan, planner.ends(), cancel)?;
    let begun = Instant::now();
    let answer = planner.plan(&map.map, &query, workspace)?;
    let time = begun.elapsed();
    let mut found = Found::new(&answer, time, planner, fittings, map);
    if plan.optimal {
        let is_optimal = planner.guarantee() == Guarantee::Optimal;
        let cost = if is_optimal { found.cost } else { shortest(plan, selection, session) };
        found.optimal = Some(Shortest(cost));
    }
    Ok(Ok((answer, found)))
}

impl Found {
    /// What a planner answered within a time.
    fn new(
        answer: &Answer,
        time: Duration,
        planner: &Planner,
        fittings: &[Fitting],
        map: &SessionMap,
    ) -> Self {
        let path = answer.path();
        let places: Vec<Xy> = path.into_iter().flat_map(Path::positions).map(Position::xy).collect();
        Self {
            outcome: answer.outcome.name(),
            cost: cost(answer),
            turns: path.map_or(0, |path| turns(planner, &map.map, path)),
            // Between hexagons, coordinates do not tell what a turn is.
            path: if map.has_hexagons() { places } else { turning_points(&places) },
            places: planner.ends().places(),
            guarantee: planner.guarantee().to_string(),
            stats: answer.stats.into(),
            nanoseconds: time.as_nanos() as u64,
            preparation: fittings.to_vec(),
            optimal: None,
        }
    }
}

/// What the path costs that was asked for. Where the search was stopped there is none.
fn cost(answer: &Answer) -> Option<f64> {
    match &answer.outcome {
        Outcome::Found(path) | Outcome::Partial { path, .. } => Some(path.cost()),
        _ => None,
    }
}

/// The length of the shortest path under the planner's own rule, from another planner; none where that is not known, and where there
/// is no path.
fn shortest(plan: &Plan, selection: &Selection, session: &mut Session) -> Option<f64> {
    let Session { registry, map, planners, workspace, cancel, .. } = session;
    // On cells any best-first search will do that can take the same rules; at any angle there is none that knows costs.
    let ends = selection.descriptor().ends;
    let (reference, rules): (&str, &[&str]) = match ends {
        Ends::Cells => ("astar", &["diagonal", "turn-penalty"]),
        Ends::Corners | Ends::Points if map.map.is_plain() => ("anya", &["corners"]),
        Ends::Corners | Ends::Points => return None,
    };
    let mut reference = registry.select(reference).ok()?;
    for rule in rules {
        if let Some(value) = selection.settings().get(rule) {
            reference.set(&format!("{rule}={value}")).ok()?;
        }
    }
    let Fitted::Ready(planner, _) = planners.get(&reference, &map.map).ok()? else { return None };
    let query = query(plan, ends, cancel).ok()?;
    cost(&planner.plan(&map.map, &query, workspace).ok()?)
}

/// The ends of a path, and the places where its heading changes.
pub(crate) fn turning_points(places: &[Xy]) -> Vec<Xy> {
    let mut kept: Vec<Xy> = Vec::new();
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
fn is_straight((ax, ay): Xy, (bx, by): Xy, (cx, cy): Xy) -> bool {
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
