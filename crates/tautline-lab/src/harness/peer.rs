//! A public library on one world.

use std::time::{Duration, Instant};

use tautline::engine::{Guarantee, Planner, PrepareError};
use tautline::map::Map;
use tautline::moves::PathRule;
use tautline::path::Path;
use tautline::planners::{AStar, AStarConfig, Taut, TautConfig};
use tautline::search::{Answer, Query, Stats, Workspace};

use super::contest::{Contestant, Entry, Run};
use super::memory::{most, weighed};
use super::timing::{Pass, TimedList};
use super::{World, Xy};
use crate::LabError;
use crate::peers::{Found, Peer, Prepared, check};

/// Prepares a library on a world. What it answers wrongly is counted and not an error: it is not ours.
pub(super) fn enter_peer<'w>(peer: &'w Peer, world: &'w World) -> Result<Box<dyn Contestant + 'w>, LabError> {
    if !world.map.is_plain() {
        return Err(LabError::NotPlain { peer: peer.id });
    }
    let clock = Instant::now();
    let (prepared, kept) = weighed(|| (peer.build)(world.map.grid()));
    let preparation = clock.elapsed();
    let list = TimedList::new(world.queries.clone());
    Ok(Box::new(Entrant { peer, map: &world.map, prepared, kept, preparation, list }))
}

struct Entrant<'w> {
    peer: &'w Peer,
    map: &'w Map,
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
        let Self { peer, map, mut prepared, kept, preparation, list } = *self;
        let exact = exact(peer.rule, map)?;
        let ends = exact.ends();
        let mut workspace = Workspace::new();
        let mut runs = Vec::with_capacity(list.queries.len());
        for (&(start, goal), timed) in list.queries.iter().zip(list.answers) {
            let checked = timed.answer.as_ref().map(|found| {
                let length = check(peer.rule, map.grid(), start, goal, found)?;
                Ok::<_, String>((length, turns(&found.places())))
            });
            let is_illegal = checked.as_ref().is_some_and(Result::is_err);
            let path = checked.and_then(Result::ok);
            let query = Query::new(ends.scenario(start), ends.scenario(goal));
            let answer = exact.plan(map, &query, &mut workspace);
            let reference = answer.ok().as_ref().and_then(Answer::path).map(Path::cost);
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

/// A planner of ours that finds shortest paths under the rule of a library.
fn exact(rule: PathRule, map: &Map) -> Result<Planner, PrepareError> {
    Ok(match rule {
        PathRule::Steps(rule) => AStar::new(map, AStarConfig { rule, ..AStarConfig::default() })?.into(),
        PathRule::Lines(rule) => Taut::new(map, TautConfig { rule })?.into(),
    })
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
