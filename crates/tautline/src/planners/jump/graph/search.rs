//! A* on the graph of jump points.

use bytemuck::Zeroable;

use super::bounds::Bounds;
use super::target::Target;
use super::turns::directions;
use super::{JumpGraphIndex, Node};
use crate::geometry::Cell;
use crate::map::Grid;
use crate::moves::{DiagonalRule, Direction};
use crate::planners::jump::{JumpQueue, Length, Measure, Sight, canonical_path};
use crate::search::count;
use crate::search::{
    Answer, Meter, Observer, OutOfMemory, Outcome, PathMeter, QueryError, Request, Stats, StopReason, Visit,
    zeroed,
};

/// What a search knows of a node: the steps of the best way to it, the node before it, and the mark: the search's stamp (16
/// bits), the arrivals that have been expanded, and those that are kept (8 bits each). A tuple because its all-zero form is
/// known to be valid.
type Slot<S> = (S, u32, u32);

const STAMP: u32 = 16;
const EXPANDED: u32 = 8;

/// The parent of the nodes that are reached from the start.
const START: u32 = u32::MAX;

/// After so many expansions it pays to look whether the goal lies in another part of the map, which was not looked at yet.
const LATE: u64 = 32;

/// What stands in the queue in the place of a node's number for a scan from the start, together with its direction. There
/// are fewer nodes: not every cell is one.
const SCAN: u64 = (1 << 29) - 1;

/// The memory of searches on graphs of jump points.
#[derive(Debug, Default)]
pub(crate) struct SearchMemory {
    compact: Memory<u64>,
    wide: Memory<u128>,
}

#[derive(Debug)]
struct Memory<L: Length> {
    slots: Vec<Slot<L>>,
    /// The running search, above the bits of the arrivals. Never zero during a search.
    stamp: u32,
    queue: JumpQueue<L::Entry>,
    /// The turning points of the path, from its end.
    points: Vec<Cell>,
}

impl<L: Length> Default for Memory<L> {
    fn default() -> Self {
        Self { slots: Vec::new(), stamp: 0, queue: JumpQueue::default(), points: Vec::new() }
    }
}

impl<L: Length> Memory<L> {
    fn begin(&mut self, nodes: usize) -> Result<(), OutOfMemory> {
        self.queue.clear();
        if self.slots.len() < nodes {
            self.slots = Vec::new();
            self.slots = zeroed(nodes)?;
            self.stamp = 0;
        }
        self.stamp = self.stamp.wrapping_add(1 << STAMP);
        if self.stamp == 0 {
            self.slots.fill(Slot::zeroed());
            self.stamp = 1 << STAMP;
        }
        Ok(())
    }

    /// Gathers the points of the way to a node, from the start on, and one more.
    fn trace(
        &mut self,
        graph: &JumpGraphIndex,
        start: Cell,
        last: Option<u32>,
        goal: Option<Cell>,
        meter: &PathMeter<'_>,
    ) {
        let Self { slots, points, .. } = self;
        points.clear();
        points.extend(goal);
        let mut at = last.unwrap_or(START);
        while at != START && meter.places(1) {
            count::done(1);
            points.push(graph.nodes[at as usize].cell());
            at = slots[at as usize].1;
        }
        points.push(start);
        points.reverse();
    }
}

/// One search.
struct Search<'a, L: Length, V> {
    graph: &'a JumpGraphIndex,
    measure: Measure<L>,
    target: Target,
    /// How many words a row or a column has.
    line: u64,
    meter: Meter<'a>,
    start: Cell,
    /// Where the scans from the start have come to, and how far that is.
    stops: [(Cell, u32); 8],
    memory: &'a mut Memory<L>,
    stats: Stats,
    observer: &'a mut V,
}

/// How a search ended: with the last node before the goal, or before the nearest place.
enum End {
    Found(u32),
    Unreachable,
    Stopped(StopReason, Option<u32>),
    /// A path is too long to be measured so.
    TooLong,
}

impl JumpGraphIndex {
    /// Answers a query on the map it was prepared for.
    ///
    /// Nodes of the search are the cells of jump points, each with one direction of arrival: whichever came first at the lowest
    /// cost. Steps that are canonical after one arrival are not after another; still one is enough. By induction on the cost:
    /// let m be a cell that is not the start, n → m the last step of a cheapest path to it, and p → n the arrival kept at n.
    /// The step is left out only if another way p → q → m
    ///
    /// 1. is cheaper, which cannot be, or
    /// 2. costs the same and has the leading step first: ours is a following step and then a leading one (straight, then
    ///    diagonal; with four neighbours along a column, then along a row), and it comes to m by a following one.
    ///
    /// If some cheapest path comes to m by a following step, that step is not left out, whatever arrival is kept before
    /// it. If none does, all come by leading steps, and 2 cannot be, for the other way would be one that does. So m is
    /// reached at its lowest cost. The cells between jump points keep no arrival: they go on with all of them.
    ///
    /// In a graph with [`Bounds`] one is not enough, and all arrivals at the lowest cost are kept.
    ///
    /// The goal is looked for when a node is taken from the queue: by then its f is the smallest. The canonical path to the
    /// goal ends with a leg from its last jump point, or from the start. Where a node sees the goal by a leg, the length of
    /// that leg is the length on an empty map, which no estimate exceeds; so f is the length of that path, and no path is
    /// shorter.
    pub(crate) fn plan<V: Observer>(
        &self,
        grid: &Grid,
        query: &Request<'_, Cell>,
        memory: &mut SearchMemory,
        observer: &mut V,
    ) -> Result<Answer, QueryError> {
        let sight = Sight::new(&self.bits, query.goal);
        let writing = &PathMeter::new(query.limits);
        if sight.reaches(&self.bits, query.start) {
            let points = &[query.start, query.goal][usize::from(query.start == query.goal)..];
            let outcome = Outcome::Found(canonical_path(self.config.rule, points, query.detail, writing));
            return Ok(Answer { outcome: writing.outcome(outcome, query.start), stats: Stats::default() });
        }
        let mut stats = Stats::default();
        if let Some(measure) = self.compact
            && let Some(outcome) =
                self.answer(measure, grid, query, sight, &mut stats, &mut memory.compact, observer)?
        {
            return Ok(Answer { outcome, stats });
        }
        let wide = Measure::<u128>::new(self.config.rule);
        let outcome = self.answer(wide, grid, query, sight, &mut stats, &mut memory.wide, observer)?;
        Ok(Answer { outcome: outcome.expect("no path is too long for wide lengths"), stats })
    }

    /// Adds to what was counted before. None where a path is too long to be measured so.
    #[expect(clippy::too_many_arguments, reason = "all of them belong to one search")]
    fn answer<L: Length>(
        &self,
        measure: Measure<L>,
        grid: &Grid,
        query: &Request<'_, Cell>,
        sight: Sight,
        stats: &mut Stats,
        memory: &mut Memory<L>,
        observer: &mut impl Observer,
    ) -> Result<Option<Outcome>, QueryError> {
        memory.begin(self.nodes.len())?;
        let mut meter = Meter::new(query.limits);
        let mut search = Search {
            graph: self,
            measure,
            target: Target::new(grid, self, query.goal, sight, &mut meter),
            line: Meter::line(grid),
            meter,
            start: query.start,
            stops: [(query.start, 0); 8],
            memory,
            stats: *stats,
            observer,
        };
        // Not again where paths were too long for compact lengths.
        if search.observer.is_watching() && stats.expanded == 0 {
            search.target.landmarks(self).for_each(|cell| search.observer.landmark(cell.into()));
        }
        let writing = &PathMeter::new(query.limits);
        let end = search.run(grid, query);
        *stats = search.stats;
        let outcome = match end {
            End::Found(node) => {
                memory.trace(self, query.start, Some(node), Some(query.goal), writing);
                Outcome::Found(canonical_path(self.config.rule, &memory.points, query.detail, writing))
            }
            End::Unreachable => Outcome::Unreachable,
            End::Stopped(why, node) => {
                memory.trace(self, query.start, node, None, writing);
                Outcome::Stopped {
                    why,
                    nearest: canonical_path(self.config.rule, &memory.points, query.detail, writing),
                }
            }
            End::TooLong => return Ok(None),
        };
        Ok(Some(writing.outcome(outcome, query.start)))
    }

    /// Whether a cell is known to lie in another part of the map than a node.
    fn is_apart(&self, grid: &Grid, node: &Node, cell: Cell) -> bool {
        let part = std::cell::Cell::new(None);
        let finds = self.finds(grid, cell, DiagonalRule::START);
        let first = finds & finds.wrapping_neg();
        let enter = |_, _| part.get().is_none();
        self.bits.successors(cell, first, enter, |state, _, _| {
            part.set(Some(self.nodes[self.tiles.node(state.cell) as usize].part));
        });
        part.get().is_some_and(|part| part != node.part)
    }
}

impl<L: Length, V: Observer> Search<'_, L, V> {
    fn run(&mut self, grid: &Grid, query: &Request<'_, Cell>) -> End {
        let graph = self.graph;
        // Four straight scans, and as far as to the first stops of four lines.
        if !self.meter.may_expand(&mut self.stats, 16 * self.line)
            && let Some(why) = self.meter.stopped()
        {
            return End::Stopped(why, None);
        }
        let goal_place = graph.bounds.map(|bounds| bounds.place(query.goal));
        let mut nearest = (self.start.squared_distance(query.goal), None, None);
        let late = self.stats.expanded - 1 + LATE;
        self.expand_start(grid);

        while let Some(entry) = self.memory.queue.pop() {
            count::done(1);
            let Some(state) = L::state(entry) else { return End::TooLong };
            let arrival = state as usize & 7;
            if state >> 3 == SCAN {
                if !self.meter.work(4 * self.line) {
                    break;
                }
                self.resume(Direction::ALL[arrival]);
                continue;
            }
            let number = (state >> 3) as u32;
            let slot = &mut self.memory.slots[number as usize];
            let expanded = 1 << EXPANDED << arrival;
            if slot.2 & (expanded | 1 << arrival) != 1 << arrival {
                // It has been expanded, or there is a better way since this entry was made, whose entry came before.
                if !self.meter.work(1) {
                    break;
                }
                continue;
            }
            slot.2 |= expanded;
            let (g, parent, _) = *slot;
            let node = &graph.nodes[number as usize];
            let cell = node.cell();
            if self.target.sees(graph, cell) {
                return End::Found(number);
            }
            if self.stats.expanded == late && graph.is_apart(grid, node, query.goal) {
                return End::Unreachable;
            }
            let edges = &graph.edges[node.range(arrival)];
            if !self.meter.may_expand(&mut self.stats, self.line + 4 * edges.len() as u64) {
                break;
            }
            if self.meter.is_limited() {
                let this = (cell.squared_distance(query.goal), Some(g), Some(number));
                if (this.0, this.1) < (nearest.0, nearest.1) {
                    nearest = this;
                }
            }
            self.tell_expand(cell, Some(parent), g);
            for &edge in edges {
                count::done(1);
                if goal_place.is_none_or(|goal| Bounds::contains(edge, goal)) {
                    let length = graph.length(cell, edge);
                    self.reach(
                        edge.node(),
                        edge.arrival(),
                        g + self.measure.steps(length.diagonal, length.straight),
                        number,
                    );
                }
            }
            self.observer.close(cell.into());
        }
        self.meter.stopped().map_or(End::Unreachable, |why| End::Stopped(why, nearest.2))
    }

    /// Looks around from the start.
    fn expand_start(&mut self, grid: &Grid) {
        let (graph, start) = (self.graph, self.start);
        self.tell_expand(start, None, L::default());
        let steps = graph.finds(grid, start, DiagonalRule::START);
        if self.observer.is_watching() {
            graph.bits.scans(start, steps).for_each(|scan| self.observer.scan(&scan));
        }
        for direction in directions(steps) {
            self.scan(direction, (start, 0), 0);
        }
        self.observer.close(start.into());
    }

    /// Goes on to the next stop of a scan from the start, when its turn comes.
    fn resume(&mut self, direction: Direction) {
        let (stop, lead) = self.stops[direction as usize];
        let (dx, dy) = direction.offset();
        self.scan(direction, (Cell { x: stop.x - dx, y: stop.y - dy }, lead - 1), 1);
    }

    /// Reaches what is found at so many stops of a scan from the start, from a place on its line on; what is behind them has
    /// to wait. No node behind a stop has a smaller f than the stop.
    #[inline]
    fn scan(&mut self, direction: Direction, (from, before): (Cell, u32), mut stops: u32) {
        let graph = self.graph;
        let mut next = None;
        let enter = |stop: Cell, lead: u32| {
            if stops == 0 {
                next = Some((stop, before + lead));
            }
            stops = stops.wrapping_sub(1);
            next.is_none()
        };
        graph.bits.successors(from, 1 << direction as u8, enter, |state, lead, straight| {
            let number = graph.tiles.node(state.cell);
            if self.target.part.is_none_or(|goal| goal == graph.nodes[number as usize].part) {
                let length = graph.steps(before + lead, straight);
                let g = self.measure.steps(length.diagonal, length.straight);
                self.reach(number, state.arrival, g, START);
            }
        });
        if let Some((stop, lead)) = next {
            self.stops[direction as usize] = (stop, lead);
            let f = self.measure.steps(lead, 0) + self.measure.distance(stop, self.target.cell);
            self.memory.queue.push(f.entry(SCAN << 3 | direction as u64));
        }
    }

    /// Comes to a node by a way.
    #[inline]
    fn reach(&mut self, number: u32, arrival: Direction, g: L, parent: u32) {
        let (graph, measure) = (self.graph, self.measure);
        let Memory { slots, stamp, queue, .. } = &mut *self.memory;
        count::done(1);
        let slot = &mut slots[number as usize];
        let arrived = 1 << arrival as u8;
        if slot.2 >> STAMP == *stamp >> STAMP && slot.0 <= g {
            let is_equal = slot.0 == g;
            if graph.bounds.is_none() || !is_equal || slot.2 & arrived != 0 {
                return;
            }
            slot.2 |= arrived;
        } else {
            self.stats.reopened += u64::from(slot.2 >> EXPANDED > *stamp >> EXPANDED);
            *slot = (g, parent, *stamp | arrived);
        }
        let node = &graph.nodes[number as usize];
        let plain = g + measure.distance(node.cell(), self.target.cell);
        let f = plain.max(g + L::from_parts(self.target.estimate(graph, number)));
        queue.push(f.entry(u64::from(number) << 3 | arrival as u64));
        self.stats.generated += 1;
        self.stats.estimates += 1;
        if self.observer.is_watching() {
            let visit = self.visit(node.cell(), Some(parent), g);
            self.observer.generate(&visit);
        }
    }

    fn tell_expand(&mut self, cell: Cell, parent: Option<u32>, g: L) {
        if self.observer.is_watching() {
            let visit = self.visit(cell, parent, g);
            self.observer.expand(&visit);
        }
    }

    /// What an observer sees of a place.
    fn visit(&self, place: Cell, parent: Option<u32>, g: L) -> Visit {
        let (graph, measure) = (self.graph, self.measure);
        let mut f = g + measure.distance(place, self.target.cell);
        if parent.is_some() {
            let landmarks = self.target.estimate(graph, graph.tiles.node(place));
            f = f.max(g + L::from_parts(landmarks));
        }
        let parent = parent.map(|parent| match parent {
            START => self.start,
            number => graph.nodes[number as usize].cell(),
        });
        let (g, f) = (g.tiles(), f.tiles());
        Visit { place: place.into(), parent: parent.map(Into::into), g, h: f - g, f }
    }
}
