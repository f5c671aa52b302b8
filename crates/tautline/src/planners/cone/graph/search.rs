//! A* on the graph of turning corners.

use super::end::{End, norm};
use super::landmarks::Estimate;
use super::view::{Seen, View};
use super::{Edge, Heading, LANES, Node, TautGraph, wide};
use crate::geometry::{Cell, Corner, Position, Rounded};
use crate::map::{Map, Quadrants, Reachability};
use crate::path::{self, Path, line_work, turning_points};
use crate::planners::cone::rows::cone::Packed;
use crate::planners::cone::rows::scale::{COARSE, COARSE_ROWS, FINE};
use crate::planners::cone::rows::sweep::{Sweep, length};
use crate::planners::cone::search::queue::Queue;
use crate::planners::cone::search::roots::is_between;
use crate::planners::cone::search::visible_corners::VisibleCorners;
use crate::search::count;
use crate::search::{
    Answer, Meter, Observer, OutOfMemory, Outcome, PathMeter, Request, SightCheck, Stats, StopReason, Visit,
    zeroed,
};

/// What a search knows of a node: the length of the best way to it, its last edge, and the mark: the search's stamp, and in the
/// lowest bit whether it has been expanded. A tuple because its all-zero form is known to be valid.
type Slot = (f64, u32, u32);

/// In the place of an edge: the node is seen from the start.
pub(super) const START: u32 = u32::MAX;

/// The memory of searches on graphs of turning corners.
#[derive(Debug, Default)]
pub(crate) struct TautGraphMemory {
    slots: Vec<Slot>,
    /// The running search. Never zero during one.
    stamp: u32,
    /// Nodes by their numbers, and cones from the start by theirs above all nodes.
    pub(super) queue: Queue,
    pub(super) cones: Vec<Packed>,
    /// What a goal sees that is a corner, and what any point does.
    seen: Seen,
    pub(super) visible_corners: VisibleCorners,
    /// The corners at which a path can turn that the goal sees.
    from_goal: Vec<Corner>,
    /// The nodes that an expansion has found, with their g and h.
    found: Vec<(u32, f64, f64)>,
    /// The turning points of the path, from its end.
    points: Vec<Corner>,
}

impl TautGraphMemory {
    fn begin(&mut self, nodes: usize) -> Result<(), OutOfMemory> {
        self.queue.clear();
        self.cones.clear();
        if self.slots.len() < nodes {
            self.slots = Vec::new();
            self.slots = zeroed(nodes)?;
            self.stamp = 0;
        }
        self.stamp += 1;
        if self.stamp == 1 << 31 {
            self.slots.fill((0.0, 0, 0));
            self.stamp = 1;
        }
        Ok(())
    }
}

impl TautGraphMemory {
    /// Finds the corners at which a path can turn that a goal sees.
    fn look_around<const BITS: u32>(
        &mut self,
        sweep: Sweep<'_, BITS>,
        goal: &End,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        self.from_goal.clear();
        let Some(corner) = goal.corner else {
            self.visible_corners.look(sweep, goal.at, meter)?;
            self.from_goal.extend(self.visible_corners.seen.iter().map(|&(corner, _)| corner));
            return Ok(());
        };
        let mut view = View::with(sweep, std::mem::take(&mut self.seen));
        view.look_everywhere(corner, meter);
        self.from_goal
            .extend(view.seen.turns.iter().map(|&(dx, dy)| Corner { x: corner.x + dx, y: corner.y + dy }));
        self.seen = view.seen;
        meter.stopped().map_or(Ok(()), Err)
    }
}

impl TautGraph {
    /// Answers a query on the map it was prepared for, whose ends must have been checked.
    pub(crate) fn answer(
        &self,
        map: &Map,
        query: &Request<'_, Position>,
        memory: &mut TautGraphMemory,
        observer: &mut impl Observer,
    ) -> Result<Answer, OutOfMemory> {
        if map.height() < COARSE_ROWS {
            self.run::<_, COARSE>(map, query, memory, observer)
        } else {
            self.run::<_, FINE>(map, query, memory, observer)
        }
    }

    fn run<V: Observer, const BITS: u32>(
        &self,
        map: &Map,
        query: &Request<'_, Position>,
        memory: &mut TautGraphMemory,
        observer: &mut V,
    ) -> Result<Answer, OutOfMemory> {
        let (start, goal) = (End::new(query.start), End::new(query.goal));
        let grid = map.grid();
        let sweep = Sweep::<BITS>::new(grid, self.config.rule);
        let mut stats = Stats::default();
        if start.position.point() == goal.position.point() {
            let path = Path::new(vec![start.position], 0.0);
            return Ok(Answer { outcome: Outcome::Found(path), stats });
        }
        let mut meter = Meter::new(query.limits);
        let stopped_at_the_start = |why| {
            let nearest = Path::new(vec![start.position], 0.0);
            Answer { outcome: Outcome::Stopped { why, nearest }, stats: Stats::default() }
        };
        if let Err(why) = meter.go_on(line_work(start.at, goal.at)) {
            return Ok(stopped_at_the_start(why));
        }
        (stats.line_of_sight_checks, stats.lines_followed) = (1, 1);
        let is_free = start.sees_end(sweep, &goal);
        let (from, to) = (start.position, goal.position);
        if observer.is_watching() {
            observer.sight(&SightCheck { from, to, is_free, is_followed: true });
        }
        if is_free {
            let path = Path::new(vec![from, to], from.point().distance(to.point()));
            return Ok(Answer { outcome: Outcome::Found(path), stats });
        }
        if !self.connects(map, &start, &goal) {
            return Ok(Answer { outcome: Outcome::Unreachable, stats });
        }
        memory.begin(self.nodes.len())?;
        let estimate = if self.landmarks.is_none() {
            Estimate::NONE
        } else {
            if let Err(why) = memory.look_around(sweep, &goal, &mut meter) {
                return Ok(stopped_at_the_start(why));
            }
            let seen = &memory.from_goal;
            if observer.is_watching() {
                self.landmarks_for(seen.last().copied()).for_each(|mark| observer.landmark(mark.into()));
            }
            // A line to each landmark, and for each corner its distances from them.
            let lines = LANES as u64 * (u64::from(map.width()) + u64::from(map.height()));
            if let Err(why) = meter.go_on(lines + 2 * seen.len() as u64) {
                return Ok(stopped_at_the_start(why));
            }
            Estimate::new(sweep, self, &goal, seen)
        };
        let mut search = Search {
            graph: self,
            sweep,
            start,
            goal,
            place: self.units.place(Corner { x: goal.at.columns().0, y: goal.at.rows().0 }),
            estimate,
            best: (f64::INFINITY, START),
            memory,
            observer,
            stats,
            meter,
            line: Meter::line(grid),
        };
        let writing = &PathMeter::new(query.limits);
        let outcome = match search.run() {
            Ok(()) if search.best.0 < f64::INFINITY => {
                Outcome::Found(search.trace(search.best.1, true, writing))
            }
            Ok(()) => Outcome::Unreachable,
            Err((why, nearest)) => {
                Outcome::Stopped { why, nearest: search.trace(nearest.unwrap_or(START), false, writing) }
            }
        };
        Ok(Answer { outcome: writing.outcome(outcome, query.start), stats: search.stats })
    }

    /// Whether there is a path at all.
    fn connects(&self, map: &Map, start: &End, goal: &End) -> bool {
        let cell = |end: &End| -> Cell {
            let free = Quadrants::around(map.grid(), end.at);
            let free = if free.are_apart(self.config.rule) { free.towards(1, 1) } else { free };
            end.at.cells()[free.bits().trailing_zeros() as usize]
        };
        let connectivity = self.components.on_counted(map.grid());
        connectivity.connected(cell(start), cell(goal)) != Reachability::No
    }
}

/// One search.
pub(super) struct Search<'a, V, const BITS: u32> {
    pub(super) graph: &'a TautGraph,
    pub(super) sweep: Sweep<'a, BITS>,
    pub(super) start: End,
    pub(super) goal: End,
    /// Where the goal is, in units of the areas.
    pub(super) place: [u8; 2],
    pub(super) estimate: Estimate,
    /// The length of the best path that is known, and the last node on it.
    pub(super) best: (f64, u32),
    pub(super) memory: &'a mut TautGraphMemory,
    pub(super) observer: &'a mut V,
    pub(super) stats: Stats,
    pub(super) meter: Meter<'a>,
    /// How many words a row has, and more.
    pub(super) line: u64,
}

impl<V: Observer, const BITS: u32> Search<'_, V, BITS> {
    /// Searches until no path can be shorter than the best one. If it has to stop: why, and the node nearest to the goal.
    fn run(&mut self) -> Result<(), (StopReason, Option<u32>)> {
        let mut nearest = (self.start.at.distance(self.goal.at), 0.0, None);
        if self.meter.may_expand(&mut self.stats, 4 * self.line) {
            self.look_around_the_start();
        }
        while self.memory.queue.least() < self.best.0 && self.meter.stopped().is_none() {
            let Some(number) = self.memory.queue.pop() else { break };
            count::done(1);
            let cone = (number as usize).checked_sub(self.graph.nodes.len());
            if cone.is_none() && self.memory.slots[number as usize].2 & 1 != 0 {
                self.meter.work(1);
                continue;
            }
            if !self.meter.may_expand(&mut self.stats, 1) {
                break;
            }
            if let Some(cone) = cone {
                self.expand_cone(self.memory.cones[cone].unpack());
                continue;
            }
            let slot = &mut self.memory.slots[number as usize];
            slot.2 |= 1;
            let (g, via, _) = *slot;
            if self.meter.is_limited() {
                let corner = self.graph.nodes[number as usize].corner();
                let this = (self.goal.distance(corner), g, Some(number));
                if (this.0, this.1) < (nearest.0, nearest.1) {
                    nearest = this;
                }
            }
            self.expand(number, g, via);
        }
        self.meter.stopped().map_or(Ok(()), |why| Err((why, nearest.2)))
    }

    /// Looks for the goal from a node, and goes on along its edges.
    #[inline]
    fn expand(&mut self, number: u32, g: f64, via: u32) {
        let graph = self.graph;
        let node = &graph.nodes[number as usize];
        let corner = node.corner();
        if self.observer.is_watching() {
            self.observer.expand(&self.visit(number, g, via));
            self.observer.close(corner.into());
        }
        let (before, group, after) = self.arrival(node, via);
        if node.views[group].contains(self.place)
            && node.can_go_on(group, before, Rounded::from(corner).heading(self.goal.at))
        {
            self.look_for_the_goal(number, corner, g);
        }
        // One after the other, each wait for memory would come behind the one before. So first all slots are looked at, then all
        // nodes, if there is something to learn from them.
        let mut found = std::mem::take(&mut self.memory.found);
        let first = node.edges[group];
        self.meter.work(4 * u64::from(after - first));
        let to_goal = self.goal.from(corner);
        for (edge, at) in graph.edges[first as usize..after as usize].iter().zip(first..) {
            count::done(1);
            if edge.area.contains(self.place) {
                let (dx, dy) = graph.heading(corner, edge);
                let (number, g) = (edge.node() as u32, g + length(dx, dy));
                let h = norm((to_goal.0 - f64::from(dx), to_goal.1 - f64::from(dy)));
                if g + h < self.best.0 && self.improve(number, g, at) {
                    found.push((number, g, h));
                }
            }
        }
        if !graph.landmarks.is_none() {
            for (number, _, h) in &mut found {
                *h = h.max(self.estimate.from(&graph.nodes[*number as usize]));
            }
        }
        for (number, g, h) in found.drain(..) {
            self.memory.queue.push(g + h, number);
            if self.observer.is_watching() {
                let visit = self.visit(number, g, self.memory.slots[number as usize].1);
                self.observer.generate(&visit);
            }
        }
        self.memory.found = found;
    }

    /// With which heading a way comes to a node, the group that it belongs to, and up to where there are edges that can come next.
    #[inline]
    fn arrival(&self, node: &Node, via: u32) -> (Heading, usize, u32) {
        let graph = self.graph;
        if via == START {
            let heading = self.start.at.heading(node.corner().into());
            return (heading, node.group(heading), graph.after(node, heading));
        }
        let edge = &graph.edges[via as usize];
        let heading = if edge.heading == Edge::LONG {
            let from = graph.nodes[graph.origin(via) as usize].corner();
            (node.x - from.x, node.y - from.y)
        } else {
            (edge.heading.0.into(), edge.heading.1.into())
        };
        (wide(heading), edge.group(), edge.after)
    }

    #[cold]
    fn look_for_the_goal(&mut self, number: u32, corner: Corner, g: f64) {
        let length = g + self.goal.distance(corner);
        if length >= self.best.0 {
            return;
        }
        self.meter.work(line_work(corner.into(), self.goal.at));
        self.stats.line_of_sight_checks += 1;
        self.stats.lines_followed += 1;
        let is_free = self.goal.sees(self.sweep, corner);
        if self.observer.is_watching() {
            let (from, to) = (corner.into(), self.goal.position);
            self.observer.sight(&SightCheck { from, to, is_free, is_followed: true });
        }
        if is_free {
            self.best = (length, number);
        }
    }

    /// Keeps a way to a node, if it is the best one. Then the node must be put into the queue.
    #[inline]
    pub(super) fn improve(&mut self, number: u32, g: f64, via: u32) -> bool {
        let TautGraphMemory { slots, stamp, .. } = &mut *self.memory;
        count::done(1);
        let slot = &mut slots[number as usize];
        if slot.2 >> 1 == *stamp {
            if slot.0 <= g {
                return false;
            }
            self.stats.reopened += u64::from(slot.2 & 1);
        }
        *slot = (g, via, *stamp << 1);
        self.stats.generated += 1;
        self.stats.estimates += 1;
        true
    }

    /// How long the way from a node to the goal is at least.
    #[inline]
    pub(super) fn estimate(&self, number: u32) -> f64 {
        let node = &self.graph.nodes[number as usize];
        self.goal.distance(node.corner()).max(self.estimate.from(node))
    }

    /// The way to a node, and one more place behind it: the start and all corners at which it turns. Its length is computed again, as a
    /// shorter way to a corner may have become known that those behind it do not know of yet.
    fn trace(&mut self, last: u32, to_goal: bool, meter: &PathMeter<'_>) -> Path {
        let (Position::Corner(start), Position::Corner(goal)) = (self.start.position, self.goal.position)
        else {
            return self.trace_between_points(last, to_goal, meter);
        };
        let goal = to_goal.then_some(goal);
        let TautGraphMemory { slots, points, .. } = &mut *self.memory;
        points.clear();
        points.extend(goal);
        let mut add = |corner: Corner| {
            if points.last() == Some(&corner) {
                return;
            }
            if let [.., a, b] = points[..]
                && is_between(a, b, corner)
            {
                points.pop();
            }
            points.push(corner);
        };
        let mut at = last;
        while at != START && meter.places(1) {
            add(self.graph.nodes[at as usize].corner());
            let via = slots[at as usize].1;
            at = if via == START { START } else { self.graph.origin(via) };
        }
        add(start);
        points.reverse();
        Path::new(points.clone(), path::length(points))
    }

    /// The same between points.
    fn trace_between_points(&self, last: u32, to_goal: bool, meter: &PathMeter<'_>) -> Path {
        let [start, goal] = [&self.start, &self.goal].map(|end| end.position.point());
        let before = |&at: &u32| {
            let via = self.memory.slots[at as usize].1;
            (via != START && meter.places(1)).then(|| self.graph.origin(via))
        };
        let back = std::iter::successors((last != START).then_some(last), before);
        let corners = back.map(|at| self.graph.nodes[at as usize].corner());
        let points = turning_points(start, corners, to_goal.then_some(goal));
        let cost = path::length(&points);
        Path::new(points, cost)
    }

    /// What an observer sees of a node.
    pub(super) fn visit(&self, number: u32, g: f64, via: u32) -> Visit {
        let corner = |node: u32| Position::from(self.graph.nodes[node as usize].corner());
        let parent = if via == START { self.start.position } else { corner(self.graph.origin(via)) };
        let h = self.estimate(number);
        Visit { place: corner(number), parent: Some(parent), g, h, f: g + h }
    }
}
