//! A public library on one world.

use std::time::{Duration, Instant};

use tautline::planners::{AStar, AStarConfig, Guarantee, Taut};
use tautline::search::{Place, Query, Stats, Workspace};
use tautline::world::Grid;
use tautline_maps::Land;

use super::contest::{Contestant, Entry, Run};
use super::memory::{most, weighed};
use super::timing::{Pass, TimedList};
use super::verify::Said;
use super::{World, Xy};
use crate::LabError;
use crate::peers::{Found, Peer, Prepared, Rule, check};

/// Prepares a library on a world. What it answers wrongly is counted and not an error: it is not ours.
pub(super) fn enter_peer<'w>(peer: &'w Peer, world: &'w World) -> Result<Box<dyn Contestant + 'w>, LabError> {
    let Land::Grid(grid) = &world.land else {
        return Err(LabError::Unsupported {
            planner: peer.id.to_owned(),
            places: "grids without terrain only",
        });
    };
    let clock = Instant::now();
    let (prepared, kept) = weighed(|| (peer.build)(grid));
    let preparation = clock.elapsed();
    Ok(Box::new(Entrant {
        peer,
        grid,
        prepared,
        kept,
        preparation,
        list: TimedList::new(world.queries.clone()),
    }))
}

struct Entrant<'w> {
    peer: &'w Peer,
    grid: &'w Grid,
    prepared: Box<dyn Prepared>,
    kept: Option<u64>,
    preparation: Duration,
    list: TimedList<(Xy, Xy), Option<Found>>,
}

impl Contestant for Entrant<'_> {
    fn pass(&mut self, pass: Pass, _: &mut Workspace) {
        let is_same = |one: &Option<_>, other: &Option<_>| one.is_some() == other.is_some();
        self.list.pass(pass, |&(start, goal)| self.prepared.plan(start, goal), is_same);
    }

    fn verified(self: Box<Self>) -> Result<Entry, LabError> {
        let Self { peer, grid, mut prepared, kept, preparation, list } = *self;
        let mut runs = Vec::with_capacity(list.queries.len());
        for (&(start, goal), timed) in list.queries.iter().zip(list.answers) {
            let checked = timed.answer.as_ref().map(|found| {
                let length = check(peer.rule, grid, start, goal, found)?;
                Ok::<_, String>((length, turns(&found.places())))
            });
            let is_illegal = checked.as_ref().is_some_and(Result::is_err);
            let path = checked.and_then(Result::ok);
            let reference = reference(peer, grid, (start, goal));
            runs.push(Run {
                path,
                reference,
                is_illegal,
                steps: None,
                stats: Stats::default(),
                time: timed.fastest,
            });
        }
        let bytes =
            kept.map(|kept| kept + most(&list.queries, |&(start, goal)| drop(prepared.plan(start, goal))));
        let rule = format!("{:?}", peer.rule);
        Ok(Entry { rule, guarantee: Guarantee::Suboptimal, preparation, bytes, runs })
    }
}

/// How long a shortest path under the rule of a library is, as our own planners find it.
fn reference(peer: &Peer, grid: &Grid, (start, goal): (Xy, Xy)) -> Option<f64> {
    match peer.rule {
        Rule::Cells(rule) => {
            let planner = AStar::with_config(grid, AStarConfig { rule, ..AStarConfig::default() }).ok()?;
            length(planner.plan(&Query::new(start, goal), &mut Workspace::new()))
        }
        Rule::Corners(rule) => {
            let planner = Taut::with_rule(grid, rule);
            length(planner.plan(&Query::new(start, goal), &mut Workspace::new()))
        }
    }
}

fn length<P: Place>(said: Said<P>) -> Option<f64> {
    said.ok().and_then(|answer| answer.path().map(|path| path.cost))
}

/// How often the heading changes.
fn turns(places: &[(f64, f64)]) -> u64 {
    let heading = |pair: &[(f64, f64)]| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
    let headings: Vec<(f64, f64)> = places.windows(2).map(heading).collect();
    let is_turn = |pair: &&[(f64, f64)]| {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        // The coordinates are small whole numbers, so this is exact.
        (ax * by - ay * bx).abs() > 0.0 || ax * bx + ay * by < 0.0
    };
    headings.windows(2).filter(is_turn).count() as u64
}

#[cfg(test)]
mod tests {
    use super::turns;

    #[test]
    fn turns_are_changes_of_heading() {
        assert_eq!(turns(&[(0.0, 0.0), (1.0, 1.0), (3.0, 3.0), (4.0, 3.0), (3.0, 3.0)]), 2);
        assert_eq!((turns(&[(1.0, 1.0)]), turns(&[])), (0, 0));
    }
}
