use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

use tautline::geometry::Cell;
use tautline::moves::{CostModel, DiagonalRule, OctileLength};

use super::costs::compare;
use super::step::steps_from;
use crate::world::PlainWorld;

/// The steps of a cheapest path from `start` to each cell, in the order of [`PlainWorld::free`]; `None` where there is
/// no path.
///
/// Dijkstra's algorithm. Octile lengths determine the steps; in whole numbers different steps can cost the same, and
/// then those of any cheapest path are given: compare their [costs](super::exact_cost), not the steps.
///
/// # Panics
///
/// With a blocked start.
#[must_use]
pub fn distances(
    world: &PlainWorld,
    rule: DiagonalRule,
    model: CostModel,
    start: Cell,
) -> Vec<Option<OctileLength>> {
    assert_free(world, "start", start);
    let mut settled = vec![None; world.free.len()];
    let mut open = BinaryHeap::from([Entry { cell: start, steps: OctileLength::default(), model }]);
    while let Some(Entry { cell, steps, .. }) = open.pop() {
        let known = &mut settled[world.index(cell)];
        if known.is_some() {
            continue;
        }
        *known = Some(steps);
        for (neighbour, step) in steps_from(world, rule, cell) {
            if settled[world.index(neighbour)].is_none() {
                open.push(Entry { cell: neighbour, steps: sum(steps, step), model });
            }
        }
    }
    settled
}

/// The steps of a cheapest path, `None` where there is no path. See [`distances`].
///
/// # Panics
///
/// With a blocked start or goal.
#[must_use]
pub fn cheapest(
    world: &PlainWorld,
    rule: DiagonalRule,
    model: CostModel,
    start: Cell,
    goal: Cell,
) -> Option<OctileLength> {
    assert_free(world, "goal", goal);
    distances(world, rule, model, start)[world.index(goal)]
}

/// The fewest steps from `start` to `goal`, straight or diagonal, by breadth-first search; `None` where there is no
/// path.
///
/// # Panics
///
/// With a blocked start or goal.
#[must_use]
pub fn fewest_steps(world: &PlainWorld, rule: DiagonalRule, start: Cell, goal: Cell) -> Option<u32> {
    assert_free(world, "start", start);
    assert_free(world, "goal", goal);
    let mut steps = vec![None; world.free.len()];
    steps[world.index(start)] = Some(0);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((cell, count)) = queue.pop_front() {
        for (neighbour, _) in steps_from(world, rule, cell) {
            let known = &mut steps[world.index(neighbour)];
            if known.is_none() {
                *known = Some(count + 1);
                queue.push_back((neighbour, count + 1));
            }
        }
    }
    steps[world.index(goal)]
}

pub(super) fn sum(one: OctileLength, other: OctileLength) -> OctileLength {
    OctileLength { straight: one.straight + other.straight, diagonal: one.diagonal + other.diagonal }
}

fn assert_free(world: &PlainWorld, role: &str, cell: Cell) {
    assert!(world.is_free(cell.x, cell.y), "the {role} {cell} is blocked or outside the map:\n{world}");
}

/// A cell on the open list; the cheapest comes out first.
struct Entry {
    cell: Cell,
    steps: OctileLength,
    model: CostModel,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        compare(self.model, other.steps, self.steps)
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}
