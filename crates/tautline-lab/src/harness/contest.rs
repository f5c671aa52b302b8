//! One planner on one world.

use std::time::{Duration, Instant};

use tautline::engine::{Guarantee, Planner, Selection};
use tautline::geometry::Cell;
use tautline::moves::{CornerRule, DiagonalRule, Direction, OctileLength, PathRule};
use tautline::path::Path;
use tautline::search::{Answer, Query, Stats, Workspace};

use super::memory::{most, weighed};
use super::source::{Known, Length};
use super::timing::{Pass, TimedList};
use super::verify::{Said, is_same, walked};
use super::{World, Xy};
use crate::LabError;
use crate::verify::OwnUnits;

/// The contestants that answer the queries of a world, pass by pass.
pub(super) trait Contestant {
    /// Answers all of them, with memory that is its own.
    fn pass(&mut self, pass: Pass, workspace: &mut Workspace);

    /// Verifies its answers by themselves once the last pass is over.
    fn verified(self: Box<Self>) -> Result<Entry, LabError>;
}

/// How a contestant did.
pub(super) struct Entry {
    /// The rule that its paths keep to: only planners of the same rule can be compared.
    pub(super) rule: String,
    /// What it promises.
    pub(super) guarantee: Guarantee,
    /// How long it took to prepare it.
    pub(super) preparation: Duration,
    /// How many bytes it takes with a query, where that is counted.
    pub(super) bytes: Option<u64>,
    /// What came of each query.
    pub(super) runs: Vec<Run>,
}

/// A verified answer.
pub(super) struct Run {
    /// What the path costs and how often it turns, if there is one.
    pub(super) path: Option<(f64, u64)>,
    /// What a shortest path costs, where that is known.
    pub(super) reference: Option<f64>,
    /// Whether there is a path that its own rule does not allow, which may come of a peer.
    pub(super) is_illegal: bool,
    /// How many steps of the path are straight and how many diagonal, if it leads from cell to cell.
    pub(super) steps: Option<OctileLength>,
    /// What the search did.
    pub(super) stats: Stats,
    /// How long the fastest pass took.
    pub(super) time: Duration,
}

/// Prepares a planner on a world, which messages call `label`; if it is to be weighed, the memory that it takes is reported.
pub(super) fn enter<'w>(
    selection: &'w Selection,
    label: &'w str,
    world: &'w World,
    is_weighed: bool,
) -> Result<Box<dyn Contestant + 'w>, LabError> {
    let clock = Instant::now();
    let (planner, kept) = weighed(|| selection.planner(&world.map));
    let preparation = clock.elapsed();
    let planner = planner?;
    let ends = planner.ends();
    let query = |&(start, goal): &(Xy, Xy)| Query::new(ends.scenario(start), ends.scenario(goal));
    let list = TimedList::new(world.queries.iter().map(query).collect());
    let own_units = if world.has_lengths_on_cells() { OwnUnits::of(selection, &world.map) } else { None };
    let kept = kept.filter(|_| is_weighed);
    Ok(Box::new(Entrant { selection, label, world, planner, own_units, kept, preparation, list }))
}

/// What the files say of the length of a query under a rule: their lengths are those of two rules.
fn known(known: &Known, rule: PathRule) -> Length {
    match rule {
        PathRule::Steps(DiagonalRule::NoCornerCutting) => known.on_cells.clone(),
        PathRule::Lines(CornerRule::Closed) => known.at_any_angle.clone(),
        _ => Length::Unknown,
    }
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

/// A planner on a world, ready to answer.
struct Entrant<'w> {
    selection: &'w Selection,
    label: &'w str,
    world: &'w World,
    planner: Planner,
    own_units: Option<OwnUnits>,
    kept: Option<u64>,
    preparation: Duration,
    list: TimedList<Query, Said>,
}

impl Contestant for Entrant<'_> {
    fn pass(&mut self, pass: Pass, workspace: &mut Workspace) {
        let (planner, map) = (&self.planner, &self.world.map);
        self.list.pass(pass, |query| planner.plan(map, query, workspace), is_same);
    }

    fn verified(self: Box<Self>) -> Result<Entry, LabError> {
        let Self { selection, label, world, planner, own_units, kept, preparation, list } = *self;
        let mut runs = Vec::with_capacity(list.queries.len());
        for (number, (query, timed)) in list.queries.iter().zip(list.answers).enumerate() {
            let wrong = |fault| world.wrong(&selection.to_string(), label, number, fault);
            let walked = walked(&world.map, &planner, query, &timed.answer).map_err(wrong)?;
            if !timed.is_same {
                return Err(wrong("a later pass gave another answer".into()));
            }
            let stats = timed.answer.as_ref().map(|answer| answer.stats).unwrap_or_default();
            let found = timed.answer.as_ref().ok().and_then(Answer::path);
            let cost = found.map(Path::cost);
            let source = world.source.as_ref();
            let known = source.map(|source| known(&source.queries[number], planner.rule()));
            let known = known.unwrap_or(Length::Unknown);
            known.check(cost, planner.guarantee()).map_err(wrong)?;
            let cells = found.and_then(Path::cells);
            let steps = cells.and_then(steps);
            if let (Some(own_units), Some(&[start, .., goal]), Some(steps)) = (&own_units, cells, steps) {
                own_units.check(planner.guarantee(), (start, goal), steps).map_err(wrong)?;
            }
            let path = cost.zip(walked.map(|walked| walked.turns as u64));
            let reference = known.reference();
            runs.push(Run { path, reference, is_illegal: false, steps, stats, time: timed.fastest });
        }
        let rule = format!("{:?}, turns cost {}", planner.rule(), planner.turn_penalty());
        let bytes = kept.map(|kept| {
            // With memory of its own for each query, as the first one of a program takes it.
            kept + most(&list.queries, |query| {
                drop(planner.plan(&world.map, query, &mut Workspace::new()));
            })
        });
        Ok(Entry { rule, guarantee: planner.guarantee(), preparation, bytes, runs })
    }
}

impl World {
    /// Whether its files have lengths of paths from cell to cell.
    fn has_lengths_on_cells(&self) -> bool {
        let has_length = |known: &Known| known.on_cells != Length::Unknown;
        self.source.as_ref().is_some_and(|source| source.queries.iter().any(has_length))
    }

    /// An answer to the query with this number, from zero, is wrong. `label` is what messages call the world.
    pub(super) fn wrong(&self, planner: &str, label: &str, query: usize, fault: String) -> LabError {
        let (start, goal): (Xy, Xy) = self.queries[query];
        let (planner, map, query) = (planner.to_owned(), label.to_owned(), self.number(query));
        LabError::WrongAnswer { planner, map, query, start, goal, fault }
    }
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
