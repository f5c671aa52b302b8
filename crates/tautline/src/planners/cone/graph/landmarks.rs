//! Where landmarks are put, how far everything is from them, and what that says of the way to a goal.

use super::end::End;
use super::view::View;
use super::{Node, TautGraph, TautLandmarks};
use crate::geometry::{Cell, Corner};
use crate::path::{line_of_sight, sight_work};
use crate::planners::cone::rows::sweep::{Sweep, distance};
use crate::planners::cone::search::queue::Queue;
use crate::search::{Meter, StopReason, count};

/// How many landmarks each part of the map has.
pub(super) const LANES: usize = 16;

/// The largest distance that is kept, in units; above it there is room for what is added to it.
pub(super) const LARGEST: f64 = (i16::MAX - 3) as f64;

/// The landmarks of a graph: the part of the map that each node belongs to, the landmarks of each part, and the unit of the
/// distances that the nodes keep. All empty if there are none.
#[derive(Clone, Debug, Default)]
pub(super) struct Landmarks {
    pub(super) parts: Vec<u32>,
    pub(super) marks: Vec<[u32; LANES]>,
    pub(super) unit: f64,
}

impl Landmarks {
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.parts[..]) + size_of_val(&self.marks[..])
    }

    #[inline]
    pub(super) fn is_none(&self) -> bool {
        self.marks.is_empty()
    }

    /// Chooses landmarks for each part of the map.
    ///
    /// The first landmark of a part is the node farthest from some node, each further one the node farthest from those that there
    /// are (A. V. Goldberg, C. Harrelson 2005). A part with too few nodes has the same landmark several times.
    pub(super) fn place<const BITS: u32>(
        sweep: Sweep<'_, BITS>,
        graph: &mut TautGraph,
        view: &mut View<'_, BITS>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        if graph.config.landmarks == TautLandmarks::Zero || graph.nodes.is_empty() {
            return Ok(());
        }
        let (parts, members) = number_parts(sweep, graph, meter)?;
        let mut field = Field::new(graph, view, meter)?;
        let mut distances = vec![[0.0; LANES]; graph.nodes.len()];
        let mut marks = Vec::with_capacity(members.len());
        for nodes in &members {
            field.flood(sweep, graph, nodes[0], nodes, meter)?;
            let mut next = farthest(nodes.len(), |place| field.known[nodes[place] as usize], meter)?;
            let mut nearest = meter.filled(nodes.len(), f64::INFINITY)?;
            let mut chosen = [0; LANES];
            for lane in 0..LANES {
                chosen[lane] = nodes[next];
                field.flood(sweep, graph, nodes[next], nodes, meter)?;
                for (&node, nearest) in nodes.iter().zip(&mut nearest) {
                    meter.go_on(1)?;
                    count::done(1);
                    let known = field.known[node as usize];
                    distances[node as usize][lane] = known;
                    *nearest = nearest.min(known);
                }
                next = farthest(nodes.len(), |place| nearest[place], meter)?;
            }
            marks.push(chosen);
        }
        let mut longest = 1.0;
        for distances in &distances {
            meter.go_on(1)?;
            count::done(1);
            longest = distances.iter().fold(longest, |a: f64, &b| a.max(b));
        }
        let unit = longest / LARGEST;
        for (node, distances) in graph.nodes.iter_mut().zip(distances) {
            meter.go_on(1)?;
            count::done(1);
            node.distances = distances.map(|distance| units(distance, unit));
        }
        graph.landmarks = Self { parts, marks, unit };
        Ok(())
    }
}

/// The first of the places with the largest value.
fn farthest(places: usize, value: impl Fn(usize) -> f64, meter: &mut Meter<'_>) -> Result<usize, StopReason> {
    let mut best = 0;
    for place in 1..places {
        meter.go_on(1)?;
        count::done(1);
        if value(place).total_cmp(&value(best)).is_gt() {
            best = place;
        }
    }
    Ok(best)
}

impl TautGraph {
    /// The landmarks that estimate the way to a goal from which a corner is seen at which a path can turn, each once.
    pub(super) fn landmarks_for(&self, seen: Option<Corner>) -> impl Iterator<Item = Corner> + use<'_> {
        let Landmarks { parts, marks, .. } = &self.landmarks;
        let part = seen.map(|corner| parts[self.tiles.node(corner) as usize] as usize);
        let marks: &[u32] = part.map_or(&[], |part| &marks[part]);
        let is_new = |&number: &usize| !marks[..number].contains(&marks[number]);
        (0..marks.len()).filter(is_new).map(|number| self.nodes[marks[number] as usize].corner())
    }
}

/// A distance in units, rounded down.
#[inline]
fn units(distance: f64, unit: f64) -> i16 {
    (distance / unit).min(LARGEST) as i16
}

/// Numbers the connected parts of the map that have nodes: that of each node, and the nodes of each.
fn number_parts<const BITS: u32>(
    sweep: Sweep<'_, BITS>,
    graph: &TautGraph,
    meter: &mut Meter<'_>,
) -> Result<(Vec<u32>, Vec<Vec<u32>>), StopReason> {
    let connectivity = graph.components.on_counted(sweep.grid);
    let mut numbers = std::collections::HashMap::new();
    let mut members: Vec<Vec<u32>> = Vec::new();
    let part = |number: usize| {
        let node = &graph.nodes[number];
        // The cell opposite to the obstacle, or beside it.
        let (x, y) = node.blocked;
        let (x, y) = if node.is_double { (x, -y) } else { (-x, -y) };
        let cell = Cell { x: node.x - i32::from(x < 0), y: node.y - i32::from(y < 0) };
        let part = *numbers.entry(connectivity.area(cell)).or_insert(members.len() as u32);
        if part as usize == members.len() {
            members.push(Vec::new());
        }
        members[part as usize].push(number as u32);
        part
    };
    let parts = meter.list(graph.nodes.len(), part)?;
    Ok((parts, members))
}

/// The distances of nodes from one of them.
///
/// A shortest path from a node n to the node L is a line, or begins with one to a corner m at which it turns: d(n) is |nL|, if n sees
/// L, or the smallest |nm| + d(m). So the search goes backwards, from the nodes that see L along all lines turned around that lead
/// from any node to where a path can turn. (The edges of the graph would not do: they also have to be taut where they begin.)
struct Field {
    /// For each node where the nodes from which lines lead to it begin in `sources`.
    first: Vec<u32>,
    sources: Vec<u32>,
    known: Vec<f64>,
    is_expanded: Vec<bool>,
    queue: Queue,
}

impl Field {
    fn new<const BITS: u32>(
        graph: &TautGraph,
        view: &mut View<'_, BITS>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let mut lines = Vec::new();
        let mut first = vec![0u32; graph.nodes.len() + 2];
        for (number, node) in (0u32..).zip(&graph.nodes) {
            view.look_everywhere(node.corner(), meter);
            meter.go_on(1 + view.seen.turns.len() as u64)?;
            count::done(view.seen.turns.len() as u64);
            for &(dx, dy) in &view.seen.turns {
                let end = graph.tiles.node(Corner { x: node.x + dx, y: node.y + dy });
                lines.push((number, end));
                first[end as usize + 2] += 1;
            }
        }
        for node in 2..first.len() {
            meter.go_on(1)?;
            count::done(1);
            first[node] += first[node - 1];
        }
        let mut sources = vec![0; lines.len()];
        for (source, end) in lines {
            meter.go_on(1)?;
            count::done(1);
            let place = &mut first[end as usize + 1];
            sources[*place as usize] = source;
            *place += 1;
        }
        let nodes = graph.nodes.len();
        let (known, is_expanded) = (meter.filled(nodes, f64::INFINITY)?, vec![false; nodes]);
        Ok(Self { first, sources, known, is_expanded, queue: Queue::default() })
    }

    /// Finds the distances of these nodes, all those of one part of the map, from one of them.
    fn flood<const BITS: u32>(
        &mut self,
        sweep: Sweep<'_, BITS>,
        graph: &TautGraph,
        mark: u32,
        nodes: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let corner = |node: u32| graph.nodes[node as usize].corner();
        for &node in nodes {
            self.is_expanded[node as usize] = false;
            self.known[node as usize] = f64::INFINITY;
            meter.go_on(sight_work(corner(node), corner(mark)))?;
            if line_of_sight(sweep.grid, sweep.rule, corner(node), corner(mark)) {
                let known = distance(corner(node), corner(mark));
                self.known[node as usize] = known;
                self.queue.push(known, node);
            }
        }
        while let Some(node) = self.queue.pop() {
            meter.go_on(1)?;
            count::done(1);
            if std::mem::replace(&mut self.is_expanded[node as usize], true) {
                continue;
            }
            let range = self.first[node as usize] as usize..self.first[node as usize + 1] as usize;
            meter.go_on(range.len() as u64)?;
            count::done(range.len() as u64);
            for &source in &self.sources[range] {
                let longer = self.known[node as usize] + distance(corner(source), corner(node));
                if longer < self.known[source as usize] {
                    self.known[source as usize] = longer;
                    self.is_expanded[source as usize] = false;
                    self.queue.push(longer, source);
                }
            }
        }
        debug_assert!(nodes.iter().all(|&node| self.known[node as usize].is_finite()));
        Ok(())
    }
}

/// What the landmarks say of the way to a goal.
///
/// Let d be the distance of a node from a landmark, and Q the unit. The node keeps a = ⌊d / Q⌋. The goal's distance is the length of
/// a line to the landmark, or the smallest |line| + d of the corners at which a path can turn that comes from the goal. With
/// k = ⌊|line| / Q⌋ and B the smallest of all k + a, it is at least B · Q and less than (B + 2) · Q. So the way from the node to the
/// goal is longer than (a − B − 2) · Q, and longer than (B − a − 1) · Q.
///
/// All this is rounded. A distance that is the sum of c lines is known up to c · 2⁻⁵² of itself, that is c · 2⁻³⁷ units, as it has less than
/// 2¹⁵ of them. So each of the three quotients above may be that much too large or too small before it is rounded down, and the
/// product, too: all together less than 2⁻⁸ units for c < 2²⁶, and there are fewer corners. That is taken off
/// ([`ROUNDING`](Self::ROUNDING)).
///
/// It is not consistent, by some units, so that nodes are opened again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    low: [i16; LANES],
    high: [i16; LANES],
    unit: f64,
}

impl Estimate {
    /// What rounding may cost, in units.
    const ROUNDING: f64 = 1.0 / 256.0;

    /// That says nothing.
    pub(super) const NONE: Self = Self { low: [-1; LANES], high: [i16::MAX; LANES], unit: 0.0 };

    /// For a goal from which these corners are seen at which a path can turn.
    pub(super) fn new<const BITS: u32>(
        sweep: Sweep<'_, BITS>,
        graph: &TautGraph,
        goal: &End,
        seen: &[Corner],
    ) -> Self {
        let Landmarks { parts, marks, unit } = &graph.landmarks;
        let mut nearest = [i16::MAX; LANES];
        let mut part = None;
        for &corner in seen {
            let number = graph.tiles.node(corner) as usize;
            lower(&mut nearest, &graph.nodes[number].distances, units(goal.distance(corner), *unit));
            part = Some(parts[number]);
        }
        let Some(part) = part else { return Self::NONE };
        for (nearest, &mark) in nearest.iter_mut().zip(&marks[part as usize]) {
            let mark = graph.nodes[mark as usize].corner();
            if goal.sees(sweep, mark) {
                *nearest = units(goal.distance(mark), *unit).min(*nearest);
            }
        }
        let (low, high) = (nearest.map(|low| low - 1), nearest.map(|low| low.saturating_add(2)));
        Self { low, high, unit: *unit }
    }

    /// How long the way from a node to the goal is at least; less than 0 if that is not known.
    #[inline]
    pub(super) fn from(&self, node: &Node) -> f64 {
        let units = f64::from(largest_difference(&node.distances, &self.low, &self.high));
        (units - Self::ROUNDING) * self.unit
    }
}

/// The largest of all `distance − high` and `low − distance`, and of 0.
///
/// The compiler takes eight lanes at a time here: of signed numbers, because every processor has their maximum.
#[inline(always)]
fn largest_difference(distances: &[i16; LANES], low: &[i16; LANES], high: &[i16; LANES]) -> i16 {
    let lanes = 0..LANES;
    lanes.map(|lane| (distances[lane] - high[lane]).max(low[lane] - distances[lane])).fold(0, i16::max)
}

/// Lowers each value to the distance plus `line` where that is less.
#[inline(never)]
fn lower(values: &mut [i16; LANES], distances: &[i16; LANES], line: i16) {
    for (value, distance) in values.iter_mut().zip(distances) {
        *value = distance.saturating_add(line).min(*value);
    }
}
