//! Searches from both ends, upwards in the hierarchy.

use bytemuck::Zeroable;

use super::{JumpHierarchy, Shortcut};
use crate::geometry::Cell;
use crate::planners::jump::legs::canonical_leg;
use crate::planners::jump::{JumpQueue, Length, Measure, Sight, canonical_path};
use crate::search::count;
use crate::search::{
    Answer, Meter, Observer, OutOfMemory, Outcome, PathMeter, QueryError, Request, Scan, Stats, StopReason,
    Visit, zeroed,
};

/// What the search from one end knows of a node: the length of the best way to it, the node before it, and the mark: the
/// search's stamp, and in the lowest bit whether it has been expanded. A tuple because its all-zero form is known to be valid.
type Slot<L> = (L, u32, u32);

/// The parent of the nodes that are reached from an end of the path.
const END: u32 = u32::MAX;

/// The memory of searches on hierarchies of jump points.
#[derive(Debug, Default)]
pub(crate) struct SearchMemory {
    compact: Memory<u64>,
    wide: Memory<u128>,
}

#[derive(Debug)]
struct Memory<L: Length> {
    /// For each node those of the search from the start and of the one from the goal, side by side: whether they meet is asked
    /// at every node.
    slots: Vec<[Slot<L>; 2]>,
    /// The running search, above the lowest bit. Never zero during a search.
    stamp: u32,
    queues: [JumpQueue<L::Entry>; 2],
    /// The nodes of the path, from its start, and its points.
    nodes: Vec<u32>,
    points: Vec<Cell>,
    /// Edges that are still to be unpacked, whether upwards, and from where.
    packed: Vec<(u32, bool, Cell)>,
}

impl<L: Length> Default for Memory<L> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            stamp: 0,
            queues: Default::default(),
            nodes: Vec::new(),
            points: Vec::new(),
            packed: Vec::new(),
        }
    }
}

impl<L: Length> Memory<L> {
    fn begin(&mut self, nodes: usize) -> Result<(), OutOfMemory> {
        self.queues.iter_mut().for_each(JumpQueue::clear);
        if self.slots.len() < nodes {
            self.slots = Vec::new();
            self.slots = zeroed(nodes)?;
            self.stamp = 0;
        }
        self.stamp = self.stamp.wrapping_add(2);
        if self.stamp == 0 {
            self.slots.fill(Zeroable::zeroed());
            self.stamp = 2;
        }
        Ok(())
    }

    /// Gathers the points of the way over a node from the start to it, and on to the goal if that is given.
    fn trace(
        &mut self,
        hierarchy: &JumpHierarchy,
        start: Cell,
        over: Option<u32>,
        goal: Option<Cell>,
        meter: &PathMeter<'_>,
    ) {
        self.nodes.clear();
        self.points.clear();
        let mut at = over.unwrap_or(END);
        while at != END && meter.places(1) {
            count::done(1);
            self.nodes.push(at);
            at = self.slots[at as usize][0].1;
        }
        self.nodes.reverse();
        if let Some(over) = over.filter(|_| goal.is_some()) {
            at = self.slots[over as usize][1].1;
            while at != END && meter.places(1) {
                count::done(1);
                self.nodes.push(at);
                at = self.slots[at as usize][1].1;
            }
        }
        self.points.push(start);
        for place in 1..self.nodes.len() {
            self.unpack(hierarchy, self.nodes[place - 1], self.nodes[place], meter);
        }
        self.points.extend(self.nodes.last().map(|&node| hierarchy.cells[node as usize]));
        self.points.extend(goal);
    }

    /// Gathers the points of an edge from one of its nodes to the other, without the last.
    fn unpack(&mut self, hierarchy: &JumpHierarchy, from: u32, to: u32, meter: &PathMeter<'_>) {
        let edge = hierarchy.edge(from, to).expect("the search went along it");
        self.packed.push((edge as u32, from > to, hierarchy.cells[from as usize]));
        while let Some((mut edge, mut is_up, first)) = self.packed.pop() {
            self.points.push(first);
            loop {
                count::done(1);
                if !meter.places(1) {
                    return self.packed.clear();
                }
                let shortcut = hierarchy.shortcuts[edge as usize];
                if shortcut.is_leg() {
                    break;
                }
                let Shortcut { middle, halves } = shortcut;
                // Down to the middle, and up from there.
                let [down, up] = if is_up { halves } else { [halves[1], halves[0]] };
                self.packed.push((up, true, middle));
                (edge, is_up) = (down, false);
            }
        }
    }
}

/// One search.
struct Search<'a, L: Length, V> {
    hierarchy: &'a JumpHierarchy,
    measure: Measure<L>,
    /// The start and the goal, and what leads to them by a leg.
    ends: [(Cell, Sight); 2],
    /// The shortest path that has been found: its length and the node where the searches met.
    best: Option<(L, u32)>,
    memory: &'a mut Memory<L>,
    stats: Stats,
    observer: &'a mut V,
}

/// How a search ended: with the node where both ways meet, or with the nearest place.
enum Ending {
    Found(u32),
    Unreachable,
    Stopped(StopReason, Option<u32>),
    /// A path is too long to be measured so.
    TooLong,
}

impl JumpHierarchy {
    /// Answers a query on the map it was prepared for.
    ///
    /// If no leg leads from the start to the goal, a shortest path leads over nodes, the first and the last of which are at the
    /// ends of direct legs (see [`Stops`](super::around::Stops)). Between these two nodes there is a shortest path in the
    /// hierarchy that goes up to some node and then down (R. Geisberger et al. 2008): a search from the start and one
    /// from the goal, both upwards, meet there. Nodes of the core were not contracted and lie above all others: a path may go
    /// from one to another of them in between, which is left to the search from the start.
    ///
    /// Both are A* searches with the distance on an empty map to the other end, which is consistent. So a node is taken
    /// from a queue when the best way up to it is known (a second time only if that way was hidden by nodes that are not
    /// expanded, see below), and a search is done when it takes out an f that is not less than
    /// the length of the best path so far: for both parts of a shorter path have nodes of a smaller f only.
    ///
    /// **A node v below the core is not expanded if the way to it over a node u above it is as short**, by an edge from u to v.
    /// If the way over u is shorter, v is not on a shortest path that goes up to it. If it is equally long, let v be the first
    /// node on the way up, of a shortest path that goes up and down, that is not expanded. The path over u instead
    /// comes down to v and goes up again to the next node x. As v was contracted, there is a way from u to x that is not longer
    /// over nodes above v; taking out all such valleys, one after the other, leaves a path that goes up and down. It comes to u
    /// over expanded nodes, so that the first node that is not expanded lies higher than v, if there still is one. On the way
    /// down nothing has changed below the old highest node, so that seen from the goal the first node that is not expanded is
    /// the same, or lies higher. As nothing lies higher for ever, some shortest path is left with all nodes expanded.
    pub(crate) fn plan<V: Observer>(
        &self,
        query: &Request<'_, Cell>,
        memory: &mut SearchMemory,
        observer: &mut V,
    ) -> Result<Answer, QueryError> {
        let writing = &PathMeter::new(query.limits);
        let ends = [query.start, query.goal].map(|cell| (cell, Sight::new(&self.bits, cell)));
        if ends[1].1.reaches(&self.bits, query.start) {
            let points = &[query.start, query.goal][usize::from(query.start == query.goal)..];
            let outcome = Outcome::Found(canonical_path(self.rule, points, query.detail, writing));
            return Ok(Answer { outcome: writing.outcome(outcome, query.start), stats: Stats::default() });
        }
        let mut stats = Stats::default();
        if let Some(measure) = self.compact
            && let Some(outcome) =
                self.answer(measure, query, ends, &mut stats, &mut memory.compact, observer)?
        {
            return Ok(Answer { outcome, stats });
        }
        let wide = Measure::<u128>::new(self.rule);
        let outcome = self.answer(wide, query, ends, &mut stats, &mut memory.wide, observer)?;
        Ok(Answer { outcome: outcome.expect("no path is too long for wide lengths"), stats })
    }

    /// Adds to what was counted before. None where a path is too long to be measured so.
    fn answer<L: Length>(
        &self,
        measure: Measure<L>,
        query: &Request<'_, Cell>,
        ends: [(Cell, Sight); 2],
        stats: &mut Stats,
        memory: &mut Memory<L>,
        observer: &mut impl Observer,
    ) -> Result<Option<Outcome>, QueryError> {
        memory.begin(self.cells.len())?;
        let mut search =
            Search { hierarchy: self, measure, ends, best: None, memory, stats: *stats, observer };
        let writing = &PathMeter::new(query.limits);
        let ending = search.run(query);
        *stats = search.stats;
        let outcome = match ending {
            Ending::Found(node) => {
                memory.trace(self, query.start, Some(node), Some(query.goal), writing);
                Outcome::Found(canonical_path(self.rule, &memory.points, query.detail, writing))
            }
            Ending::Unreachable => Outcome::Unreachable,
            Ending::Stopped(why, node) => {
                memory.trace(self, query.start, node, None, writing);
                Outcome::Stopped {
                    why,
                    nearest: canonical_path(self.rule, &memory.points, query.detail, writing),
                }
            }
            Ending::TooLong => return Ok(None),
        };
        Ok(Some(writing.outcome(outcome, query.start)))
    }
}

impl<L: Length, V: Observer> Search<'_, L, V> {
    fn run(&mut self, query: &Request<'_, Cell>) -> Ending {
        let (mut meter, line) = (Meter::new(query.limits), self.hierarchy.stops.line());
        let mut nearest = (query.start.squared_distance(query.goal), None, None);
        for side in [0, 1] {
            if meter.may_expand(&mut self.stats, 8 * line) {
                self.expand_end(side, &mut meter);
            }
            if let Some(why) = meter.stopped() {
                return Ending::Stopped(why, None);
            }
        }
        let mut is_done = [false; 2];
        let mut side = 1;
        while is_done != [true; 2] {
            side = if is_done[1 - side] { side } else { 1 - side };
            if let Some(why) = meter.stopped() {
                return Ending::Stopped(why, nearest.2);
            }
            let Some(entry) = self.memory.queues[side].pop() else {
                is_done[side] = true;
                continue;
            };
            let Some(node) = L::state(entry) else {
                if self.best.is_none() {
                    return Ending::TooLong;
                }
                is_done[side] = true;
                continue;
            };
            let node = node as u32;
            count::done(1);
            let slots = &mut self.memory.slots[node as usize];
            if slots[side].2 & 1 != 0 {
                // It has been expanded: there was a better way than this.
                meter.work(1);
                continue;
            }
            slots[side].2 |= 1;
            let (g, parent, _) = slots[side];
            let other = slots[1 - side];
            let cell = self.hierarchy.cells[node as usize];
            if self
                .best
                .is_some_and(|(best, _)| g + self.measure.distance(cell, self.ends[1 - side].0) >= best)
            {
                is_done[side] = true;
                continue;
            }
            if other.2 | 1 == self.memory.stamp | 1 && self.best.is_none_or(|(best, _)| g + other.0 < best) {
                self.best = Some((g + other.0, node));
            }
            // Each edge is looked at twice.
            let range = self.hierarchy.range(node);
            if !meter.work(4 * range.len() as u64) {
                continue;
            }
            let is_core = node < self.hierarchy.core;
            if is_core && side == 1 || !is_core && self.is_stalled(side, node, g) {
                continue;
            }
            if !meter.may_expand(&mut self.stats, 1) {
                continue;
            }
            if meter.is_limited() && side == 0 {
                let this = (cell.squared_distance(query.goal), Some(g), Some(node));
                if (this.0, this.1) < (nearest.0, nearest.1) {
                    nearest = this;
                }
            }
            self.tell_expand(side, cell, Some(parent), g);
            for number in range {
                let edge = self.hierarchy.edges[number];
                self.reach(
                    side,
                    edge.end,
                    g + self.measure.steps(edge.steps.diagonal, edge.steps.straight),
                    node,
                );
            }
            self.observer.close(cell.into());
        }
        match self.best {
            Some((length, _)) if L::state(length.entry(0)).is_none() => Ending::TooLong,
            Some((_, node)) => Ending::Found(node),
            None => Ending::Unreachable,
        }
    }

    /// Whether some way to a node from above is as short as the one from below.
    #[inline]
    fn is_stalled(&self, side: usize, node: u32, g: L) -> bool {
        let hierarchy = self.hierarchy;
        hierarchy.edges[hierarchy.range(node)].iter().any(|edge| {
            count::done(1);
            let above = &self.memory.slots[edge.end as usize][side];
            above.2 | 1 == self.memory.stamp | 1
                && above.0 + self.measure.steps(edge.steps.diagonal, edge.steps.straight) <= g
        })
    }

    /// Looks around from an end of the path. A leg that is not free both ways is not direct.
    fn expand_end(&mut self, side: usize, meter: &mut Meter<'_>) {
        let hierarchy = self.hierarchy;
        let (cell, sight) = self.ends[side];
        self.tell_expand(side, cell, None, L::default());
        if hierarchy.tiles.has(cell) {
            self.reach(side, hierarchy.number(cell), L::default(), END);
        } else {
            hierarchy.legs(cell, meter, |node, steps| {
                let place = hierarchy.cells[node as usize];
                if sight.reaches(&hierarchy.bits, place) {
                    self.tell_scans(cell, place);
                    self.reach(side, node, self.measure.steps(steps.diagonal, steps.straight), END);
                }
            });
        }
        self.observer.close(cell.into());
    }

    /// Comes to a node by a way.
    #[inline]
    fn reach(&mut self, side: usize, node: u32, g: L, parent: u32) {
        let Memory { slots, stamp, queues, .. } = &mut *self.memory;
        count::done(1);
        let slot = &mut slots[node as usize][side];
        if slot.2 | 1 == *stamp | 1 && slot.0 <= g {
            return;
        }
        *slot = (g, parent, *stamp);
        let cell = self.hierarchy.cells[node as usize];
        let f = g + self.measure.distance(cell, self.ends[1 - side].0);
        queues[side].push(f.entry(node.into()));
        self.stats.generated += 1;
        self.stats.estimates += 1;
        if self.observer.is_watching() {
            let visit = self.visit(side, cell, Some(parent), g);
            self.observer.generate(&visit);
        }
    }

    /// Tells of the two lines of a leg.
    fn tell_scans(&mut self, from: Cell, to: Cell) {
        if self.observer.is_watching() {
            let [((dx, dy), lead), (_, straight)] = canonical_leg(self.hierarchy.rule, from, to);
            let turn = Cell { x: from.x + dx * lead as i32, y: from.y + dy * lead as i32 };
            if lead > 0 {
                self.observer.scan(&Scan { from: from.into(), to: turn.into(), found: straight == 0 });
            }
            if straight > 0 {
                self.observer.scan(&Scan { from: turn.into(), to: to.into(), found: true });
            }
        }
    }

    fn tell_expand(&mut self, side: usize, cell: Cell, parent: Option<u32>, g: L) {
        if self.observer.is_watching() {
            let visit = self.visit(side, cell, parent, g);
            self.observer.expand(&visit);
        }
    }

    /// What an observer sees of a place.
    fn visit(&self, side: usize, place: Cell, parent: Option<u32>, g: L) -> Visit {
        let f = g + self.measure.distance(place, self.ends[1 - side].0);
        let parent = parent.map(|parent| match parent {
            END => self.ends[side].0,
            number => self.hierarchy.cells[number as usize],
        });
        let (g, f) = (g.tiles(), f.tiles());
        Visit { place: place.into(), parent: parent.map(Into::into), g, h: f - g, f }
    }
}
