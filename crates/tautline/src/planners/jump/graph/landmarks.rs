//! Where landmarks are put, and how far everything is from them.

use super::turns::canonical_steps;
use super::{Farther, GROUPS, JumpGraphIndex, LANES, Landmark};
use crate::geometry::Cell;
use crate::map::Grid;
use crate::moves::{Cost, DiagonalRule, Direction, OctileLength};
use crate::planners::jump::legs::canonical_length;
use crate::planners::jump::{JumpQueue, Sight, keyed, unkeyed};
use crate::search::{Meter, StopReason, count};

/// The largest distance that is stored; above it there is room for what is added to it.
pub(super) const LARGEST: u64 = i16::MAX as u64 - 3;

/// Numbers the parts of the map, chooses landmarks for each of them and stores the distances in the nodes.
///
/// The first landmark of a part is the node farthest from some node, each further one the node farthest from those that there
/// are (A. V. Goldberg, C. Harrelson 2005). A part with too few nodes has the same landmark several times.
pub(super) fn place(
    grid: &Grid,
    graph: &mut JumpGraphIndex,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    let members = number_parts(grid, graph, meter)?;
    for part in 0..members.len() {
        let first = landmark(graph, members.of(part)[0]);
        meter.go_on(first.sight.words())?;
        graph.parts.push([first; GROUPS * LANES]);
    }
    let count = graph.lanes();
    if count == 0 {
        return Ok(());
    }
    let mut distances = Distances::new(grid, graph, meter)?;
    if count > LANES {
        graph.farther = meter.filled(graph.nodes.len(), Farther([[0; LANES]; GROUPS - 1]))?;
    }
    for part in 0..members.len() {
        let nodes = members.of(part);
        let mut nearest = meter.filled(nodes.len(), u64::MAX)?;
        distances.from(graph, graph.nodes[nodes[0] as usize].cell(), nodes, meter)?;
        let mut next = farthest(nodes.len(), |place| distances.key(nodes[place]), meter)?;
        for lane in 0..count {
            let lane_of = lane % count.min(nodes.len());
            if lane_of < lane {
                graph.parts[part][lane] = graph.parts[part][lane_of];
                for &node in nodes {
                    meter.go_on(1)?;
                    count::done(1);
                    *graph.distance(node, lane) = *graph.distance(node, lane_of);
                }
                continue;
            }
            let landmark = landmark(graph, nodes[next]);
            graph.parts[part][lane] = landmark;
            distances.from(graph, landmark.cell, nodes, meter)?;
            let mut largest = 0;
            for (&node, nearest) in nodes.iter().zip(&mut nearest) {
                meter.go_on(1)?;
                count::done(1);
                let key = distances.key(node);
                *nearest = key.min(*nearest);
                largest = key.max(largest);
            }
            coarsen(graph, largest, meter)?;
            for &node in nodes {
                meter.go_on(1)?;
                count::done(1);
                *graph.distance(node, lane) = (distances.key(node) >> graph.shift) as i16;
            }
            next = farthest(nodes.len(), |place| nearest[place], meter)?;
        }
    }
    Ok(())
}

/// Makes the unit of the distances so large that there is room for this one, too.
fn coarsen(graph: &mut JumpGraphIndex, largest: u64, meter: &mut Meter<'_>) -> Result<(), StopReason> {
    let before = graph.shift;
    while largest >> graph.shift > LARGEST {
        graph.shift += 1;
    }
    let more = graph.shift - before;
    if more == 0 {
        return Ok(());
    }
    let nodes = graph.nodes.iter_mut().map(|node| &mut node.distances);
    let farther = graph.farther.iter_mut().flat_map(|Farther(groups)| groups);
    for distances in nodes.chain(farther) {
        meter.go_on(1)?;
        count::done(1);
        for distance in distances {
            *distance = distance.checked_shr(more).unwrap_or(0);
        }
    }
    Ok(())
}

impl JumpGraphIndex {
    /// Where the distance of a node from a landmark is stored.
    fn distance(&mut self, node: u32, lane: usize) -> &mut i16 {
        match lane.checked_sub(LANES) {
            None => &mut self.nodes[node as usize].distances[lane],
            Some(lane) => &mut self.farther[node as usize].0[lane / LANES][lane % LANES],
        }
    }
}

/// The first of the places with the largest value.
fn farthest(places: usize, value: impl Fn(usize) -> u64, meter: &mut Meter<'_>) -> Result<usize, StopReason> {
    let mut best = 0;
    for place in 1..places {
        meter.go_on(1)?;
        count::done(1);
        if value(place) > value(best) {
            best = place;
        }
    }
    Ok(best)
}

pub(super) fn landmark(graph: &JumpGraphIndex, node: u32) -> Landmark {
    let cell = graph.nodes[node as usize].cell();
    Landmark { cell, sight: Sight::new(&graph.bits, cell) }
}

/// The nodes of each connected part of the map that has any: one list, so that it is freed at once.
struct Members {
    nodes: Vec<u32>,
    /// Where the nodes of each part end.
    ends: Vec<usize>,
}

impl Members {
    fn len(&self) -> usize {
        self.ends.len()
    }

    /// The nodes of a part, in order.
    fn of(&self, part: usize) -> &[u32] {
        let first = if part == 0 { 0 } else { self.ends[part - 1] };
        &self.nodes[first..self.ends[part]]
    }
}

/// Numbers the connected parts of the map that have nodes.
fn number_parts(
    grid: &Grid,
    graph: &mut JumpGraphIndex,
    meter: &mut Meter<'_>,
) -> Result<Members, StopReason> {
    let width = grid.width() as usize;
    let mut known = vec![false; width * grid.height() as usize];
    let index = |cell: Cell| cell.y as usize * width + cell.x as usize;
    let mut stack = Vec::new();
    let mut parts = 0;
    for node in 0..graph.nodes.len() {
        meter.go_on(1)?;
        count::done(1);
        let cell = graph.nodes[node].cell();
        if known[index(cell)] {
            continue;
        }
        known[index(cell)] = true;
        stack.push(cell);
        while let Some(cell) = stack.pop() {
            meter.go_on(1)?;
            if graph.tiles.has(cell) {
                graph.nodes[graph.tiles.node(cell) as usize].part = parts;
            }
            let mut steps = canonical_steps(graph.config.rule, grid, cell, DiagonalRule::START);
            while steps != 0 {
                let next = cell + Direction::ALL[steps.trailing_zeros() as usize & 7];
                steps &= steps - 1;
                if !known[index(next)] {
                    known[index(next)] = true;
                    stack.push(next);
                }
            }
        }
        parts += 1;
    }
    // Sorted by part, and in a part by number.
    let mut ends = vec![0; parts as usize];
    for node in &graph.nodes {
        meter.go_on(1)?;
        count::done(1);
        ends[node.part as usize] += 1;
    }
    let mut end = 0;
    for nodes in &mut ends {
        meter.go_on(1)?;
        count::done(1);
        end += std::mem::replace(nodes, end);
    }
    let mut nodes = vec![0; graph.nodes.len()];
    for (number, node) in (0..).zip(&graph.nodes) {
        meter.go_on(1)?;
        count::done(1);
        let place = &mut ends[node.part as usize];
        nodes[*place] = number;
        *place += 1;
    }
    Ok(Members { nodes, ends })
}

/// The distances of all nodes from a cell.
///
/// The canonical path from a node c to the cell L is one leg, or begins with a leg to a jump point s, whatever the first step:
/// d(c, L) is the length of the leg to L, if c sees it, or the smallest |cs| + d(s, L). So the search goes backwards, from the
/// nodes that see L along all legs turned around, those from c with *every* allowed first step. Distances are the same both
/// ways. (The edges of the graph itself would not do: they lead to a cell only where it is a jump point on the way.)
struct Distances {
    /// For each node where the legs to it begin in `sources`.
    first: Vec<u32>,
    sources: Vec<u32>,
    lengths: Vec<OctileLength>,
    queue: JumpQueue<u128>,
}

const FAR: OctileLength = OctileLength { straight: OctileLength::MAX_STEPS - 1, diagonal: 0 };

impl Distances {
    fn new(grid: &Grid, graph: &JumpGraphIndex, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let mut legs = Vec::new();
        let mut first = vec![0u32; graph.nodes.len() + 2];
        for (number, node) in (0u32..).zip(&graph.nodes) {
            let steps = graph.finds(grid, node.cell(), DiagonalRule::START);
            graph.all_legs(node.cell(), steps, meter, |edge| {
                legs.push((number, edge.node()));
                first[edge.node() as usize + 2] += 1;
            })?;
        }
        for node in 2..first.len() {
            meter.go_on(1)?;
            count::done(1);
            first[node] += first[node - 1];
        }
        let mut sources = vec![0; legs.len()];
        for (source, end) in legs {
            meter.go_on(1)?;
            count::done(1);
            let place = &mut first[end as usize + 1];
            sources[*place as usize] = source;
            *place += 1;
        }
        let lengths = meter.filled(graph.nodes.len(), FAR)?;
        Ok(Self { first, sources, lengths, queue: JumpQueue::default() })
    }

    /// The distance of a node, as a key.
    fn key(&self, node: u32) -> u64 {
        self.lengths[node as usize].key()
    }

    /// Finds the distances of these nodes, all those of one part of the map, from a cell of it.
    fn from(
        &mut self,
        graph: &JumpGraphIndex,
        cell: Cell,
        nodes: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let rule = graph.config.rule;
        let sight = Sight::new(&graph.bits, cell);
        self.queue.clear();
        for &node in nodes {
            let from = graph.nodes[node as usize].cell();
            // Mostly it does not look as far.
            meter.go_on(1 + u64::from(from.x.abs_diff(cell.x) + from.y.abs_diff(cell.y)) / 64)?;
            self.lengths[node as usize] = FAR;
            if sight.reaches(&graph.bits, from) {
                let length = canonical_length(rule, from, cell);
                self.lengths[node as usize] = length;
                self.queue.push(keyed(length.key(), node.into()));
            }
        }
        while let Some((key, node)) = self.queue.pop().map(unkeyed) {
            let (length, node) = (self.lengths[node as usize], node as usize);
            meter.go_on(1)?;
            count::done(1);
            if length.key() < key {
                continue;
            }
            let end = graph.nodes[node].cell();
            let sources = self.first[node] as usize..self.first[node + 1] as usize;
            meter.go_on(sources.len() as u64)?;
            for &source in &self.sources[sources] {
                count::done(1);
                let longer = length + canonical_length(rule, graph.nodes[source as usize].cell(), end);
                if longer < self.lengths[source as usize] {
                    self.lengths[source as usize] = longer;
                    self.queue.push(keyed(longer.key(), source.into()));
                }
            }
        }
        debug_assert!(nodes.iter().all(|&node| self.lengths[node as usize] != FAR));
        Ok(())
    }
}
