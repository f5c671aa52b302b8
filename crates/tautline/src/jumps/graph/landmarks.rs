//! Where landmarks are put, and how far everything is from them.

use super::turns::canonical_steps;
use super::{Farther, GROUPS, JumpGraphIndex, LANES, Landmark};
use crate::geometry::Cell;
use crate::jumps::legs::canonical_length;
use crate::jumps::{JumpQueue, Sight, keyed, unkeyed};
use crate::map::Grid;
use crate::moves::{Cost, DiagonalRule, Direction, OctileLength};

/// The largest distance that is stored; above it there is room for what is added to it.
pub(super) const LARGEST: u64 = i16::MAX as u64 - 3;

/// Numbers the parts of the map, chooses landmarks for each of them and stores the distances in the nodes.
///
/// The first landmark of a part is the node farthest from some node, each further one the node farthest from those that there
/// are (A. V. Goldberg, C. Harrelson 2005). A part with too few nodes has the same landmark several times.
pub(super) fn place(grid: &Grid, graph: &mut JumpGraphIndex) {
    let mut members = number_parts(grid, graph);
    graph.parts = members.iter().map(|nodes| [landmark(graph, nodes[0]); GROUPS * LANES]).collect();
    let count = graph.lanes();
    if count == 0 {
        return;
    }
    let mut distances = Distances::new(grid, graph);
    let mut keys = vec![[0u64; GROUPS * LANES]; graph.nodes.len()];
    for (part, nodes) in members.iter_mut().enumerate() {
        let mut nearest = vec![u64::MAX; nodes.len()];
        distances.from(graph, graph.nodes[nodes[0] as usize].cell(), nodes);
        let farthest = |values: &mut dyn Iterator<Item = u64>| {
            values.zip(0..).max_by_key(|&(value, place)| (value, std::cmp::Reverse(place))).expect("a node").1
        };
        let mut next: usize = farthest(&mut nodes.iter().map(|&node| distances.key(node)));
        for lane in 0..count {
            let lane_of = lane % count.min(nodes.len());
            if lane_of < lane {
                graph.parts[part][lane] = graph.parts[part][lane_of];
                for &node in nodes.iter() {
                    keys[node as usize][lane] = keys[node as usize][lane_of];
                }
                continue;
            }
            let landmark = landmark(graph, nodes[next]);
            graph.parts[part][lane] = landmark;
            distances.from(graph, landmark.cell, nodes);
            for (&node, nearest) in nodes.iter().zip(&mut nearest) {
                let key = distances.key(node);
                keys[node as usize][lane] = key;
                *nearest = key.min(*nearest);
            }
            next = farthest(&mut nearest.iter().copied());
        }
    }
    let largest = keys.iter().flatten().copied().max().unwrap_or(0);
    while largest >> graph.shift > LARGEST {
        graph.shift += 1;
    }
    let group = |keys: &[u64; GROUPS * LANES], group: usize| {
        std::array::from_fn(|lane| (keys[group * LANES + lane] >> graph.shift) as i16)
    };
    for (node, keys) in graph.nodes.iter_mut().zip(&keys) {
        node.distances = group(keys, 0);
    }
    if count > LANES {
        let farther = |keys| Farther(std::array::from_fn(|number| group(keys, number + 1)));
        graph.farther = keys.iter().map(farther).collect();
    }
}

pub(super) fn landmark(graph: &JumpGraphIndex, node: u32) -> Landmark {
    let cell = graph.nodes[node as usize].cell();
    Landmark { cell, sight: Sight::new(&graph.bits, cell) }
}

/// Numbers the connected parts of the map that have nodes; returns the nodes of each.
fn number_parts(grid: &Grid, graph: &mut JumpGraphIndex) -> Vec<Vec<u32>> {
    let width = grid.width() as usize;
    let mut known = vec![false; width * grid.height() as usize];
    let index = |cell: Cell| cell.y as usize * width + cell.x as usize;
    let mut stack = Vec::new();
    let mut parts = Vec::new();
    for node in 0..graph.nodes.len() {
        let cell = graph.nodes[node].cell();
        if known[index(cell)] {
            continue;
        }
        let mut members = Vec::new();
        known[index(cell)] = true;
        stack.push(cell);
        while let Some(cell) = stack.pop() {
            if graph.tiles.has(cell) {
                members.push(graph.tiles.node(cell));
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
        members.sort_unstable();
        for &member in &members {
            graph.nodes[member as usize].part = parts.len() as u32;
        }
        parts.push(members);
    }
    parts
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
    fn new(grid: &Grid, graph: &JumpGraphIndex) -> Self {
        let mut legs = Vec::new();
        let mut first = vec![0u32; graph.nodes.len() + 2];
        for (number, node) in (0u32..).zip(&graph.nodes) {
            let steps = graph.finds(grid, node.cell(), DiagonalRule::START);
            graph.legs(node.cell(), steps, |edge| {
                legs.push((number, edge.node()));
                first[edge.node() as usize + 2] += 1;
            });
        }
        for node in 2..first.len() {
            first[node] += first[node - 1];
        }
        let mut sources = vec![0; legs.len()];
        for (source, end) in legs {
            let place = &mut first[end as usize + 1];
            sources[*place as usize] = source;
            *place += 1;
        }
        Self { first, sources, lengths: vec![FAR; graph.nodes.len()], queue: JumpQueue::default() }
    }

    /// The distance of a node, as a key.
    fn key(&self, node: u32) -> u64 {
        self.lengths[node as usize].key()
    }

    /// Finds the distances of these nodes, all those of one part of the map, from a cell of it.
    fn from(&mut self, graph: &JumpGraphIndex, cell: Cell, nodes: &[u32]) {
        let rule = graph.config.rule;
        let sight = Sight::new(&graph.bits, cell);
        self.queue.clear();
        for &node in nodes {
            let from = graph.nodes[node as usize].cell();
            self.lengths[node as usize] = FAR;
            if sight.reaches(&graph.bits, from) {
                let length = canonical_length(rule, from, cell);
                self.lengths[node as usize] = length;
                self.queue.push(keyed(length.key(), node.into()));
            }
        }
        while let Some((key, node)) = self.queue.pop().map(unkeyed) {
            let (length, node) = (self.lengths[node as usize], node as usize);
            if length.key() < key {
                continue;
            }
            let end = graph.nodes[node].cell();
            for &source in &self.sources[self.first[node] as usize..self.first[node + 1] as usize] {
                let longer = length + canonical_length(rule, graph.nodes[source as usize].cell(), end);
                if longer < self.lengths[source as usize] {
                    self.lengths[source as usize] = longer;
                    self.queue.push(keyed(longer.key(), source.into()));
                }
            }
        }
        debug_assert!(nodes.iter().all(|&node| self.lengths[node as usize] != FAR));
    }
}
