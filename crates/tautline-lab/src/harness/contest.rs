//! One planner on one world.

use std::time::Duration;

use tautline::geometry::Cell;
use tautline::moves::{CornerRule, Direction, OctileLength};
use tautline::planners::{Build, BuildFor, Guarantee, Selection};
use tautline::search::{Answer, Place, Query, Stats, Workspace};

use super::timing::{WarmUp, time};
use super::verify::{is_same, walked};
use super::{World, Xy};
use crate::LabError;

/// How a planner did.
pub(super) struct Entry {
    /// The rule that its paths keep to: only planners of the same rule can be compared.
    pub(super) rule: String,
    /// What it promises.
    pub(super) guarantee: Guarantee,
    /// What came of each query.
    pub(super) runs: Vec<Run>,
}

/// A verified answer.
pub(super) struct Run {
    /// What the path costs and how often it turns, if there is one.
    pub(super) path: Option<(f64, u64)>,
    /// How many steps of the path are straight and how many diagonal, if it leads from cell to cell.
    pub(super) steps: Option<OctileLength>,
    /// What the search did.
    pub(super) stats: Stats,
    /// How long the fastest pass took.
    pub(super) time: Duration,
}

/// Times a planner on a world, which messages call `label`, and verifies its answers afterwards. Here, and nowhere else in the
/// harness, planners on different places are told apart.
pub(super) fn contest(
    selection: &Selection,
    label: &str,
    world: &World,
    passes: usize,
    workspace: &mut Workspace,
) -> Result<Entry, LabError> {
    let wrong = |query: usize, fault: String| {
        let (start, goal): (Xy, Xy) = world.queries[query];
        let (planner, map) = (selection.to_string(), label.to_owned());
        LabError::WrongAnswer { planner, map, query: world.number(query), start, goal, fault }
    };
    // The lengths of the files are those of this rule.
    let is_known = |rule| rule == CornerRule::Closed;
    match selection.planner.build {
        Build::Cells(build) => contest_on(
            &Kind { build, is_known: |_| false, steps },
            selection,
            world,
            passes,
            workspace,
            wrong,
        ),
        Build::Corners(build) => {
            contest_on(&Kind { build, is_known, steps: |_| None }, selection, world, passes, workspace, wrong)
        }
        Build::Points(build) => {
            contest_on(&Kind { build, is_known, steps: |_| None }, selection, world, passes, workspace, wrong)
        }
        other => Err(LabError::Unsupported { planner: selection.to_string(), places: other.places() }),
    }
}

/// What depends on the places that a planner plans on.
struct Kind<P: Place> {
    build: BuildFor<P>,
    /// Whether the lengths of the files are those of a rule.
    is_known: fn(P::Rule) -> bool,
    /// How many steps of each sort a path has, where it has steps.
    steps: fn(&[P]) -> Option<OctileLength>,
}

/// How many straight and diagonal steps there are; none where one of the steps is neither, but a link.
fn steps(cells: &[Cell]) -> Option<OctileLength> {
    let mut steps = OctileLength::ZERO;
    for pair in cells.windows(2) {
        if Direction::between(pair[0], pair[1])?.is_diagonal() {
            steps.diagonal += 1;
        } else {
            steps.straight += 1;
        }
    }
    Some(steps)
}

/// `wrong` is the error of a query.
fn contest_on<P: Place>(
    kind: &Kind<P>,
    selection: &Selection,
    world: &World,
    passes: usize,
    workspace: &mut Workspace,
    wrong: impl Fn(usize, String) -> LabError,
) -> Result<Entry, LabError> {
    let ground = world.ground();
    let planner = &*(kind.build)(ground, &selection.settings)?;
    let queries: Vec<Query<P>> = world.queries.iter().map(|&(start, goal)| Query::new(start, goal)).collect();
    let plan = |query: &Query<P>| planner.plan(query, workspace);
    let timed = time(&queries, WarmUp::None, passes, plan, is_same, &mut || {});
    let source = world.source.as_ref().filter(|_| (kind.is_known)(planner.rule()));
    let mut runs = Vec::with_capacity(queries.len());
    for (number, (query, timed)) in queries.iter().zip(timed).enumerate() {
        let wrong = |fault| wrong(number, fault);
        let walked = walked(ground, planner, query, &timed.answer).map_err(wrong)?;
        if !timed.is_same {
            return Err(wrong("a later pass gave another answer".into()));
        }
        let stats = timed.answer.as_ref().map(|answer| answer.stats).unwrap_or_default();
        let found = timed.answer.as_ref().ok().and_then(Answer::path);
        let cost = found.map(|path| path.cost);
        if let Some(source) = source {
            source.check(number, cost, planner.guarantee()).map_err(wrong)?;
        }
        let path = cost.zip(walked.map(|walked| walked.turns as u64));
        let steps = found.and_then(|path| (kind.steps)(&path.places));
        runs.push(Run { path, steps, stats, time: timed.fastest });
    }
    let rule = format!("{:?}, turns cost {}", planner.rule(), planner.turn_penalty());
    Ok(Entry { rule, guarantee: planner.guarantee(), runs })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted() {
        let of = |cells: &[(i32, i32)]| {
            let cells: Vec<_> = cells.iter().map(|&cell| Cell::from(cell)).collect();
            steps(&cells).map(|steps| (steps.straight, steps.diagonal))
        };
        assert_eq!(of(&[(0, 0), (1, 1), (2, 1), (2, 0), (1, 1)]), Some((2, 2)));
        assert_eq!(of(&[(4, 4)]), Some((0, 0)));
        assert_eq!(of(&[(0, 0), (1, 1), (7, 1)]), None, "through a link");
    }
}
