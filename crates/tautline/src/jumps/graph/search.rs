//! A* on the graph of jump points.

use super::bounds::Bounds;
use super::scans::{Runs, directions, followers};
use super::{Edge, GROUPS, JumpGraphIndex, LANES, Node};
use crate::geometry::Cell;
use crate::jumps::legs::canonical_length;
use crate::jumps::{JumpQueue, canonical_path, keyed, unkeyed};
use crate::moves::{Cost, DiagonalRule, Direction, OctileLength};
use crate::search::{
    Answer, Observer, OutOfMemory, Outcome, Query, QueryError, Stats, StopReason, Visit, zeroed,
};
use crate::world::Grid;

/// What a search knows of a node: the length of the best way to it, the node before it, and the mark: the search's stamp (16
/// bits), the arrivals that have been expanded, and those that wait to be (8 bits each). A tuple because its all-zero form
/// is known to be valid.
type Slot = (u64, u32, u32);

/// One more than the largest stamp.
const STAMPS: u32 = 1 << 16;

/// The parent of the nodes that are reached from the start.
const START: u32 = u32::MAX;

/// After so many expansions it pays to look whether the goal lies in another part of the map, where nobody has looked.
const LATE: u64 = 32;

/// What stands in the queue for a scan from the start, with the number of its direction.
const SCAN: u64 = 1 << 32;

/// The memory of searches on graphs of jump points.
#[derive(Debug, Default)]
pub(crate) struct SearchMemory {
    slots: Vec<Slot>,
    /// Never zero during a search.
    stamp: u32,
    queue: JumpQueue<u128>,
    /// The turning points of the path, from its end.
    points: Vec<Cell>,
}

impl SearchMemory {
    fn begin(&mut self, nodes: usize) -> Result<(), OutOfMemory> {
        self.queue.clear();
        if self.slots.len() < nodes {
            self.slots = Vec::new();
            self.slots = zeroed(nodes)?;
            self.stamp = 0;
        }
        self.stamp += 1;
        if self.stamp == STAMPS {
            self.slots.fill((0, 0, 0));
            self.stamp = 1;
        }
        Ok(())
    }
}

/// Where the search goes.
struct Target {
    cell: Cell,
    runs: Runs,
    /// What estimates are taken from a node's distances: see [`Target::new`].
    low: [[i16; LANES]; GROUPS],
    high: [[i16; LANES]; GROUPS],
    /// The part of the map, if a jump point is one leg away.
    part: Option<u32>,
}

impl Target {
    /// Finds how far the goal is from the landmarks.
    ///
    /// Let v be lengths in units of 2⁻³², with the same fraction for √2 as in [`OctileLength::key`], Q = 2^shift, and d(n) the
    /// distance of a cell from one landmark. A node keeps a = ⌊v(d(n)) / Q⌋. The goal's distance is the length of the leg to
    /// the landmark, or the smallest |leg| + d(s) over the jump points s one leg away; both ways round distances are
    /// the same. With k = ⌊key(leg) / Q⌋ and B the smallest of all k + a, rounding down costs each of both parts less than
    /// Q, hence B·Q ≤ v(d(goal)) < (B + 2)·Q. So the way between a node and the goal is not shorter than
    ///
    /// - d(n) − d(goal): in v more than (a − B − 2)·Q,
    /// - d(goal) − d(n): in v more than (B − 1 − a)·Q.
    ///
    /// These are whole numbers, so the key of the way, its v rounded down, is not smaller either, and as the sum of two
    /// numbers rounded down is not above their rounded sum, key(g) + estimate ≤ key(g + way): the estimate is admissible.
    /// It is not consistent, by up to Q at each step; so nodes are opened again when a better way is found.
    fn new(grid: &Grid, graph: &JumpGraphIndex, cell: Cell) -> Self {
        let runs = graph.scans.runs(cell);
        let mut this =
            Self { cell, runs, low: [[-1; LANES]; GROUPS], high: [[i16::MAX; LANES]; GROUPS], part: None };
        if graph.lanes() == 0 {
            return this;
        }
        let rule = graph.config.rule;
        let mut nearest = [[i16::MAX; LANES]; GROUPS];
        let steps = graph.scans.steps(grid, cell, DiagonalRule::START);
        let quantum = |length: OctileLength| (length.key() >> graph.shift).min(i16::MAX as u64) as i16;
        graph.legs(grid, cell, steps, |edge| {
            let node = &graph.nodes[edge.node() as usize];
            let leg = quantum(graph.length(cell, edge));
            lower(&mut nearest[0], &node.distances, leg);
            if let Some(farther) = graph.farther.get(edge.node() as usize) {
                nearest[1..]
                    .iter_mut()
                    .zip(&farther.0)
                    .for_each(|(nearest, group)| lower(nearest, group, leg));
            }
            this.part = Some(node.part);
        });
        if let Some(part) = this.part {
            let landmarks = graph.parts[part as usize].iter().take(graph.lanes());
            for (nearest, landmark) in nearest.as_flattened_mut().iter_mut().zip(landmarks) {
                if graph.scans.sees(cell, landmark.cell, &landmark.runs) {
                    *nearest = quantum(canonical_length(rule, cell, landmark.cell)).min(*nearest);
                }
            }
            this.low = nearest.map(|group| group.map(|nearest| nearest - 1));
            this.high = nearest.map(|group| group.map(|nearest| nearest.saturating_add(2)));
        }
        this
    }

    /// What the landmarks say of a node, as a key.
    #[inline]
    fn estimate(&self, graph: &JumpGraphIndex, number: u32) -> u64 {
        if graph.lanes() == 0 {
            return 0;
        }
        let mut most =
            largest_difference(&graph.nodes[number as usize].distances, &self.low[0], &self.high[0]);
        if let Some(farther) = graph.farther.get(number as usize) {
            for (group, distances) in (1..).zip(&farther.0) {
                most = most.max(largest_difference(distances, &self.low[group], &self.high[group]));
            }
        }
        (most as u64) << graph.shift
    }
}

/// The largest of all `distance − high` and `low − distance`, and of 0.
///
/// The compiler takes eight lanes at a time here: of signed numbers, because every processor has their maximum, and in a
/// function of its own, because elsewhere it does not.
#[inline(never)]
fn largest_difference(distances: &[i16; LANES], low: &[i16; LANES], high: &[i16; LANES]) -> i16 {
    let lanes = 0..LANES;
    lanes.map(|lane| (distances[lane] - high[lane]).max(low[lane] - distances[lane])).fold(0, i16::max)
}

/// Lowers each value to the distance plus `leg` where that is less: a function of its own for the same reason.
#[inline(never)]
fn lower(values: &mut [i16; LANES], distances: &[i16; LANES], leg: i16) {
    for (value, distance) in values.iter_mut().zip(distances) {
        *value = distance.saturating_add(leg).min(*value);
    }
}

/// One search.
struct Search<'a, V> {
    graph: &'a JumpGraphIndex,
    target: Target,
    start: Cell,
    /// Where the scans from the start have come to.
    stops: [Cell; 8],
    memory: &'a mut SearchMemory,
    stats: Stats,
    observer: &'a mut V,
}

/// How a search ended: with the last node before the goal, or before the nearest place.
enum End {
    Found(u32),
    Unreachable,
    Stopped(StopReason, Option<u32>),
}

impl JumpGraphIndex {
    /// Answers a query on the map it was prepared for.
    ///
    /// Nodes of the search are the cells of jump points, each with the set of its arrivals that belong to the best way known.
    /// Steps that are canonical after one arrival are not after another, so an arrival at the same cost is expanded too; one
    /// at a higher cost is dropped, for its continuation is that of the cheaper way with something added, and not the
    /// cheapest.
    ///
    /// The goal is looked for when a node is taken from the queue: by then its f is the smallest. The canonical path to the
    /// goal ends with a leg from its last jump point, or from the start. Where a node sees the goal by a leg, the length of
    /// that leg is the length on an empty map, which no estimate exceeds; so f is the length of that path, and no path is
    /// shorter.
    pub(crate) fn plan<V: Observer<Cell>>(
        &self,
        grid: &Grid,
        query: &Query<Cell>,
        memory: &mut SearchMemory,
        observer: &mut V,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        query.check(grid)?;
        memory.begin(self.nodes.len())?;
        let rule = self.config.rule;
        let runs = self.scans.runs(query.goal);
        if self.scans.sees(query.start, query.goal, &runs) {
            let path = canonical_path(
                rule,
                &[query.start, query.goal][usize::from(query.start == query.goal)..],
                query.detail,
            );
            return Ok(Answer { outcome: Outcome::Found(path), stats: Stats::default() });
        }
        let target = Target::new(grid, self, query.goal);
        let mut search = Search {
            graph: self,
            target,
            start: query.start,
            stops: [query.start; 8],
            memory,
            stats: Stats::default(),
            observer,
        };
        let end = search.run(grid, query);
        let stats = search.stats;
        let outcome = match end {
            End::Found(node) => {
                memory.trace(self, query.start, Some(node), Some(query.goal));
                Outcome::Found(canonical_path(rule, &memory.points, query.detail))
            }
            End::Unreachable => Outcome::Unreachable,
            End::Stopped(why, node) => {
                memory.trace(self, query.start, node, None);
                Outcome::Stopped { why, nearest: canonical_path(rule, &memory.points, query.detail) }
            }
        };
        Ok(Answer { outcome, stats })
    }
}

impl JumpGraphIndex {
    /// Whether a cell is known to lie in another part of the map than a node.
    fn is_apart(&self, grid: &Grid, node: &Node, cell: Cell) -> bool {
        let mut part = None;
        for direction in directions(self.scans.finds(cell)).take(1) {
            let mut next = Some(self.scans.next_stop(cell, direction));
            while let Some(stop) = next.filter(|_| part.is_none()) {
                next = self.scans.look_around(grid, stop, direction, |end, _| {
                    part = Some(self.nodes[self.tiles.node(end) as usize].part);
                });
            }
        }
        part.is_some_and(|part| part != node.part)
    }
}

impl SearchMemory {
    /// Gathers the points of the way to a node, from the start on, and one more.
    fn trace(&mut self, graph: &JumpGraphIndex, start: Cell, last: Option<u32>, goal: Option<Cell>) {
        let Self { slots, points, .. } = self;
        points.clear();
        points.extend(goal);
        let mut at = last.unwrap_or(START);
        while at != START {
            points.push(graph.nodes[at as usize].cell());
            at = slots[at as usize].1;
        }
        points.push(start);
        points.reverse();
    }
}

impl<V: Observer<Cell>> Search<'_, V> {
    fn run(&mut self, grid: &Grid, query: &Query<Cell>) -> End {
        let graph = self.graph;
        let limits = &query.limits;
        let mut next_check = if limits.is_unlimited() { u64::MAX } else { 0 };
        if next_check == 0 {
            match limits.check(0) {
                Ok(next) => next_check = next,
                Err(why) => return End::Stopped(why, None),
            }
        }
        let goal_place = graph.bounds.map(|bounds| bounds.place(query.goal));
        let mut nearest = (separation(self.start, query.goal), 0, None);
        self.stats.expanded = 1;
        self.tell_expand(self.start, None, OctileLength::ZERO);
        let scans = &graph.scans;
        for direction in directions(scans.finds(self.start)) {
            self.scan(grid, direction, scans.next_stop(self.start, direction));
        }
        self.observer.close(self.start);

        while let Some(entry) = self.memory.queue.pop() {
            let (_, what) = unkeyed(entry);
            let number = what as u32;
            if what >= SCAN {
                self.resume(grid, Direction::ALL[number as usize & 7]);
                continue;
            }
            let slot = &mut self.memory.slots[number as usize];
            let mut waiting = slot.2 & 0xff;
            if waiting == 0 {
                // All arrivals have been expanded since this entry was made.
                continue;
            }
            let node = &graph.nodes[number as usize];
            let cell = node.cell();
            if graph.scans.sees(cell, query.goal, &self.target.runs) {
                return End::Found(number);
            }
            if self.stats.expanded >= next_check {
                match limits.check(self.stats.expanded) {
                    Ok(next) => next_check = next,
                    Err(why) => return End::Stopped(why, nearest.2),
                }
            }
            slot.2 = slot.2 & !0xff | waiting << 8;
            let (g, parent) = (OctileLength::load(slot.0), slot.1);
            self.stats.expanded += 1;
            if self.stats.expanded == LATE && graph.is_apart(grid, node, query.goal) {
                return End::Unreachable;
            }
            if next_check != u64::MAX {
                let this = (separation(cell, query.goal), g.key(), Some(number));
                if (this.0, this.1) < (nearest.0, nearest.1) {
                    nearest = this;
                }
            }
            self.tell_expand(cell, Some(parent), g);
            while waiting != 0 {
                let arrival = waiting.trailing_zeros() as usize & 7;
                waiting &= waiting - 1;
                for &edge in &graph.edges[node.range(arrival)] {
                    if goal_place.is_none_or(|goal| Bounds::contains(edge, goal)) {
                        self.reach(edge, g, cell, number);
                    }
                }
            }
            self.observer.close(cell);
        }
        End::Unreachable
    }

    /// Goes on from the start to the next stop of a scan: at once where the scan ends there, and else when its turn comes.
    /// No node behind the stop has a smaller f than the stop.
    #[inline]
    fn scan(&mut self, grid: &Grid, direction: Direction, stop: Cell) {
        let rule = self.graph.config.rule;
        self.stops[direction as usize] = stop;
        if followers(rule, direction) == 0 {
            self.resume(grid, direction);
        } else {
            let f = canonical_length(rule, self.start, stop) + canonical_length(rule, stop, self.target.cell);
            self.memory.queue.push(keyed(f.key(), SCAN | direction as u64));
        }
    }

    /// Looks around at the stop of a scan from the start, and goes on.
    fn resume(&mut self, grid: &Grid, direction: Direction) {
        let (graph, rule) = (self.graph, self.graph.config.rule);
        let next =
            graph.scans.look_around(grid, self.stops[direction as usize], direction, |end, arrival| {
                let number = graph.tiles.node(end);
                let part = graph.nodes[number as usize].part;
                if self.target.part.is_none_or(|goal| goal == part) {
                    let edge = Edge::new(number, arrival, canonical_length(rule, self.start, end));
                    self.reach(edge, OctileLength::ZERO, self.start, START);
                }
            });
        if let Some(next) = next {
            self.scan(grid, direction, next);
        }
    }

    /// Comes to a node by a leg from a cell to which the way is `g` long.
    #[inline]
    fn reach(&mut self, edge: Edge, g: OctileLength, from: Cell, parent: u32) {
        let graph = self.graph;
        let number = edge.node();
        let g = g + graph.length(from, edge);
        let SearchMemory { slots, stamp, queue, .. } = &mut *self.memory;
        let slot = &mut slots[number as usize];
        let (key, arrived) = (g.key(), edge.arrival());
        if slot.2 >> 16 == *stamp {
            let known = OctileLength::load(slot.0);
            if g == known {
                // As good a way as the known one: it counts if it arrives in another direction.
                let (waiting, expanded) = (slot.2 & 0xff, slot.2 >> 8 & 0xff);
                if (waiting | expanded) & arrived != 0 {
                    return;
                }
                slot.2 |= arrived;
                if waiting != 0 {
                    return;
                }
            } else if key > known.key() {
                return;
            } else {
                self.stats.reopened += u64::from(slot.2 as u8 == 0);
                *slot = (g.store(), parent, *stamp << 16 | arrived);
            }
        } else {
            *slot = (g.store(), parent, *stamp << 16 | arrived);
        }
        let node = &graph.nodes[number as usize];
        let plain = g + canonical_length(graph.config.rule, node.cell(), self.target.cell);
        let landmarks = self.target.estimate(graph, number);
        queue.push(keyed(plain.key().max(key + landmarks), number.into()));
        self.stats.generated += 1;
        self.stats.estimates += 1;
        if self.observer.is_watching() {
            let visit = self.visit(node.cell(), Some(parent), g);
            self.observer.generate(&visit);
        }
    }

    fn tell_expand(&mut self, cell: Cell, parent: Option<u32>, g: OctileLength) {
        if self.observer.is_watching() {
            let visit = self.visit(cell, parent, g);
            self.observer.expand(&visit);
        }
    }

    /// What an observer sees of a place.
    fn visit(&self, place: Cell, parent: Option<u32>, g: OctileLength) -> Visit<Cell> {
        let graph = self.graph;
        let mut h = canonical_length(graph.config.rule, place, self.target.cell).length();
        if parent.is_some() {
            let landmarks = self.target.estimate(graph, graph.tiles.node(place));
            h = h.max(landmarks as f64 / 2f64.powi(32));
        }
        let parent = parent.map(|parent| match parent {
            START => self.start,
            number => graph.nodes[number as usize].cell(),
        });
        Visit { place, parent, g: g.length(), h, f: g.length() + h }
    }
}

/// How far apart two cells are, squared.
fn separation(a: Cell, b: Cell) -> u64 {
    let (dx, dy) = (u64::from(a.x.abs_diff(b.x)), u64::from(a.y.abs_diff(b.y)));
    dx * dx + dy * dy
}
