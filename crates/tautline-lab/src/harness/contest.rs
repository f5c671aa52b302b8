//! One planner on one world.

use std::time::{Duration, Instant};

use tautline::geometry::Cell;
use tautline::moves::{CornerRule, DiagonalRule, Direction, OctileLength};
use tautline::path::Path;
use tautline::planners::{Build, BuildFor, Guarantee, Planner, Selection};
use tautline::search::{Answer, Place, Query, Stats, Workspace};
use tautline_maps::Land;

use super::memory::{most, weighed};
use super::source::{Known, Length};
use super::timing::{Pass, TimedList};
use super::verify::{Said, is_same, walked};
use super::{World, Xy};
use crate::LabError;
use crate::verify::own_units;

/// Who answers the queries of a world, pass by pass.
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

/// Prepares a planner on a world, which messages call `label`; if it is to be weighed, its memory is told. Here, and nowhere else in the harness, planners on different places
/// are told apart.
pub(super) fn enter<'w>(
    selection: &'w Selection,
    label: &'w str,
    world: &'w World,
    is_weighed: bool,
) -> Result<Box<dyn Contestant + 'w>, LabError> {
    let entrant = Entrant { selection, label, world, is_weighed };
    // The lengths of the files are those of these rules.
    let on_corners = |known: &Known, rule| match rule {
        CornerRule::Closed => known.at_any_angle.clone(),
        CornerRule::Open => Length::Unknown,
    };
    match selection.planner.build {
        Build::Cells(build) => {
            let on_cells = |known: &Known, rule| match rule {
                DiagonalRule::NoCornerCutting => known.on_cells.clone(),
                _ => Length::Unknown,
            };
            // Where the files have lengths, there is somebody to ask for what paths cost in other units, too.
            let has_lengths = |known: &Known| known.on_cells != Length::Unknown;
            let has_lengths =
                world.source.as_ref().is_some_and(|source| source.queries.iter().any(has_lengths));
            let check: Check<'w, Cell> = match &world.land {
                Land::Grid(grid) if has_lengths => own_units(selection, grid),
                _ => Box::new(|_, _, _| Ok(())),
            };
            entrant.prepare(build, Kind { known: on_cells, steps, check })
        }
        Build::Corners(build) => entrant.prepare(build, Kind::any_angle(on_corners)),
        Build::Points(build) => entrant.prepare(build, Kind::any_angle(on_corners)),
        other => Err(LabError::Unsupported { planner: selection.to_string(), places: other.places() }),
    }
}

/// What else is wrong with a path that the planner finds.
pub(crate) type Check<'w, P> = Box<dyn Fn(&dyn Planner<P>, &Query<P>, &Path<P>) -> Result<(), String> + 'w>;

/// What depends on the places that a planner plans on.
struct Kind<'w, P: Place> {
    /// What is known of the length of a query under a rule.
    known: fn(&Known, P::Rule) -> Length,
    /// How many steps of each sort a path has, where it has steps.
    steps: fn(&[P]) -> Option<OctileLength>,
    check: Check<'w, P>,
}

impl<P: Place> Kind<'_, P> {
    fn any_angle(known: fn(&Known, P::Rule) -> Length) -> Self {
        Self { known, steps: |_| None, check: Box::new(|_, _, _| Ok(())) }
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

/// A planner on a world.
#[derive(Clone, Copy)]
struct Entrant<'w> {
    selection: &'w Selection,
    label: &'w str,
    world: &'w World,
    is_weighed: bool,
}

impl<'w> Entrant<'w> {
    fn prepare<P: Place>(
        self,
        build: BuildFor<P>,
        kind: Kind<'w, P>,
    ) -> Result<Box<dyn Contestant + 'w>, LabError> {
        let clock = Instant::now();
        let (planner, kept) = weighed(|| build(self.world.ground(), &self.selection.settings));
        let preparation = clock.elapsed();
        let queries = self.world.queries.iter().map(|&(start, goal)| Query::new(start, goal)).collect();
        let (planner, list) = (planner?, TimedList::new(queries));
        Ok(Box::new(Prepared { entrant: self, kind, planner, kept, preparation, list }))
    }

    fn wrong(&self, query: usize, fault: String) -> LabError {
        self.world.wrong(&self.selection.to_string(), self.label, query, fault)
    }
}

/// A planner that is ready to answer.
struct Prepared<'w, P: Place> {
    entrant: Entrant<'w>,
    kind: Kind<'w, P>,
    planner: Box<dyn Planner<P> + 'w>,
    kept: Option<u64>,
    preparation: Duration,
    list: TimedList<Query<P>, Said<P>>,
}

impl<P: Place> Contestant for Prepared<'_, P> {
    fn pass(&mut self, pass: Pass, workspace: &mut Workspace) {
        self.list.pass(pass, |query| self.planner.plan(query, workspace), is_same);
    }

    fn verified(self: Box<Self>) -> Result<Entry, LabError> {
        let Self { entrant, kind, planner, kept, preparation, list } = *self;
        let (ground, planner) = (entrant.world.ground(), &*planner);
        let mut runs = Vec::with_capacity(list.queries.len());
        for (number, (query, timed)) in list.queries.iter().zip(list.answers).enumerate() {
            let wrong = |fault| entrant.wrong(number, fault);
            let walked = walked(ground, planner, query, &timed.answer).map_err(wrong)?;
            if !timed.is_same {
                return Err(wrong("a later pass gave another answer".into()));
            }
            let stats = timed.answer.as_ref().map(|answer| answer.stats).unwrap_or_default();
            let found = timed.answer.as_ref().ok().and_then(Answer::path);
            let cost = found.map(|path| path.cost);
            let source = entrant.world.source.as_ref();
            let known = source.map(|source| (kind.known)(&source.queries[number], planner.rule()));
            let known = known.unwrap_or(Length::Unknown);
            known.check(cost, planner.guarantee()).map_err(wrong)?;
            if let Some(path) = found {
                (kind.check)(planner, query, path).map_err(wrong)?;
            }
            let path = cost.zip(walked.map(|walked| walked.turns as u64));
            let steps = found.and_then(|path| (kind.steps)(&path.places));
            let reference = known.reference();
            runs.push(Run { path, reference, is_illegal: false, steps, stats, time: timed.fastest });
        }
        let rule = format!("{:?}, turns cost {}", planner.rule(), planner.turn_penalty());
        let bytes = kept.filter(|_| entrant.is_weighed).map(|kept| {
            // With memory of its own for each query, as the first one of a program takes it.
            kept + most(&list.queries, |query| drop(planner.plan(query, &mut Workspace::new())))
        });
        Ok(Entry { rule, guarantee: planner.guarantee(), preparation, bytes, runs })
    }
}

impl World {
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
