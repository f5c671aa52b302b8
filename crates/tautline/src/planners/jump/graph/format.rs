//! The prepared graph as bytes, without header and checksum: the caller that writes a file adds those.

use super::bounds::Bounds;
use super::build::number;
use super::landmarks::{LARGEST, landmark};
use super::turns::{canonical_steps, is_jump_point};
use super::{Bounding, Edge, Farther, GROUPS, JumpGraphConfig, JumpGraphIndex, LANES, Landmarks, Node};
use crate::geometry::Cell;
use crate::map::{Grid, Map};
use crate::moves::DiagonalRule;
use crate::planners::jump::Sight;
use crate::planners::jump::legs::canonical_length;
use crate::search::Meter;

/// Bytes that are not a prepared graph of this map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these bytes are not a jump graph of this map: {0}")]
pub(crate) struct BadJumpGraph(&'static str);

const LANDMARKS: [Landmarks; 3] = [Landmarks::Zero, Landmarks::Sixteen, Landmarks::FortyEight];
const BOUNDING: [Bounding; 3] = [Bounding::Off, Bounding::Auto, Bounding::On];

impl JumpGraphIndex {
    /// What it takes to make it again from the map, in less time: everything but what a look at the map tells.
    #[must_use]
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let JumpGraphConfig { rule, landmarks, bounds } = self.config;
        let place = |found: Option<usize>| found.unwrap_or(0) as u32;
        let mut bytes = Vec::new();
        let mut put = |number: u32| bytes.extend(number.to_le_bytes());
        put(rule as u32);
        put(place(LANDMARKS.iter().position(|&choice| choice == landmarks)));
        put(place(BOUNDING.iter().position(|&choice| choice == bounds)));
        put(self.lanes() as u32);
        put(self.shift);
        put(self.bounds.as_ref().map_or(u32::MAX, |bounds| bounds.shift));
        put(self.nodes.len() as u32);
        put(self.edges.len() as u32);
        put(self.parts.len() as u32);
        for part in &self.parts {
            part[..self.lanes()].iter().for_each(|landmark| put(self.tiles.node(landmark.cell)));
        }
        for node in &self.nodes {
            put(node.part);
            node.ends.iter().for_each(|&end| put(end.into()));
        }
        self.edges.iter().for_each(|edge| put(edge.end));
        for (number, node) in self.nodes.iter().enumerate() {
            let farther = self.farther.get(number).into_iter().flat_map(|farther| farther.0.as_flattened());
            let distances = node.distances.iter().chain(farther).take(self.lanes());
            distances.for_each(|distance| bytes.extend(distance.to_le_bytes()));
        }
        let bounded = self.edges.iter().filter(|_| self.bounds.is_some());
        bytes.extend(bounded.flat_map(|edge| edge.steps.to_le_bytes()));
        bytes
    }

    /// Whether [bytes](Self::to_bytes) are those of a graph with bounds; none if they are cut off.
    pub(crate) fn has_bounds(bytes: &[u8]) -> Option<bool> {
        // It is the sixth number.
        let shift = bytes.get(20..24)?;
        Some(shift != u32::MAX.to_le_bytes())
    }

    /// Makes it from [bytes](Self::to_bytes) for the map that they belong to.
    ///
    /// Bytes that do not fit the map are refused: every leg is looked at, so whatever is accepted leads along legal paths. That
    /// they are the shortest is for a checksum to guard.
    pub(crate) fn from_bytes(map: &Map, bytes: &[u8]) -> Result<Self, BadJumpGraph> {
        let grid = map.grid();
        let mut bytes = Bytes(bytes);
        let rule = *DiagonalRule::ALL.get(bytes.index()?).ok_or(BadJumpGraph("no such diagonal rule"))?;
        let choice = BadJumpGraph("no such option");
        let landmarks = *LANDMARKS.get(bytes.index()?).ok_or(choice)?;
        let bounds = *BOUNDING.get(bytes.index()?).ok_or(choice)?;
        let config = JumpGraphConfig { rule, landmarks, bounds };
        let (lanes, shift, box_shift) = (bytes.index()?, bytes.number()?, bytes.number()?);
        let (nodes, edges, parts) = (bytes.index()?, bytes.index()?, bytes.index()?);
        let meter = &mut Meter::unlimited();
        let mut graph = Self::empty(map, config, meter).expect("nothing stops it");
        let (tiles, cells) = number(grid, rule, meter).expect("nothing stops it");
        (graph.tiles, graph.shift) = (tiles, shift);
        let has_bounds = box_shift != u32::MAX;
        let largest = grid.width().max(grid.height()) - 1;
        if ![0, landmarks.count()].contains(&lanes) || nodes != cells.len() || parts > nodes {
            return Err(BadJumpGraph("another number of jump points"));
        }
        if shift > 40 || has_bounds && (box_shift > 31 || largest >> box_shift > 0xff) {
            return Err(BadJumpGraph("a unit that is out of range"));
        }
        let size = |count: usize, each: usize| count.checked_mul(each).ok_or(BadJumpGraph("too many"));
        let sizes = [
            size(parts, lanes * 4)?,
            size(nodes, 36 + lanes * 2)?,
            size(edges, if has_bounds { 8 } else { 4 })?,
        ];
        if sizes.into_iter().try_fold(0, usize::checked_add) != Some(bytes.0.len()) {
            return Err(BadJumpGraph("another length"));
        }
        let marks: Vec<usize> = (0..parts * lanes).map(|_| bytes.index()).collect::<Result<_, _>>()?;
        graph.read_nodes(grid, &mut bytes, &cells, (edges, parts))?;
        graph.read_distances(grid, &mut bytes, lanes)?;
        let is_node = |&mark: &usize| mark < nodes;
        if !marks.iter().all(is_node) || nodes > 0 && parts == 0 {
            return Err(BadJumpGraph("a landmark that is no jump point"));
        }
        if let Some(first) = (nodes > 0).then(|| landmark(&graph, 0)) {
            graph.parts = vec![[first; GROUPS * LANES]; parts];
        }
        for (number, mark) in marks.into_iter().enumerate() {
            graph.parts[number / lanes][number % lanes] = landmark(&graph, mark as u32);
        }
        if has_bounds {
            for edge in &mut graph.edges {
                edge.steps = bytes.number()?;
            }
            graph.bounds = Some(Bounds { shift: box_shift });
        }
        Ok(graph)
    }

    fn read_nodes(
        &mut self,
        grid: &Grid,
        bytes: &mut Bytes<'_>,
        cells: &[Cell],
        (edges, parts): (usize, usize),
    ) -> Result<(), BadJumpGraph> {
        let mut first = 0;
        for cell in cells {
            let part = bytes.number()?;
            let mut ends = [0; 8];
            for end in &mut ends {
                *end = u16::try_from(bytes.number()?).map_err(|_| BadJumpGraph("too many legs"))?;
            }
            if part as usize >= parts || !ends.is_sorted() {
                return Err(BadJumpGraph("a jump point out of order"));
            }
            self.nodes.push(Node { distances: [0; LANES], x: cell.x, y: cell.y, edges: first, ends, part });
            first += u32::from(ends[7]);
        }
        if first as usize != edges {
            return Err(BadJumpGraph("another number of legs"));
        }
        for node in &self.nodes {
            for _ in 0..node.ends[7] {
                let mut edge = Edge { end: bytes.number()?, steps: 0 };
                let end = cells.get(edge.node() as usize).ok_or(BadJumpGraph("a leg to nowhere"))?;
                let arrival = edge.arrival();
                let steps = canonical_steps(self.config.rule, grid, *end, arrival as u8);
                if !is_jump_point(self.config.rule, arrival, steps)
                    || !Sight::new(&self.bits, *end).reaches(&self.bits, node.cell())
                {
                    return Err(BadJumpGraph("a leg that is not free"));
                }
                edge = Edge::new(edge.node(), arrival, canonical_length(self.config.rule, node.cell(), *end));
                self.edges.push(edge);
            }
        }
        Ok(())
    }

    fn read_distances(
        &mut self,
        grid: &Grid,
        bytes: &mut Bytes<'_>,
        lanes: usize,
    ) -> Result<(), BadJumpGraph> {
        // No path has more steps than there are cells.
        let cells = u64::from(grid.width()) * u64::from(grid.height());
        let longest = (cells * 3 / 2) << 32 >> self.shift;
        for number in 0..self.nodes.len() {
            let mut distances = [[0; LANES]; GROUPS];
            for distance in &mut distances.as_flattened_mut()[..lanes] {
                *distance = i16::from_le_bytes(bytes.take()?);
                if !(0..=LARGEST.min(longest) as i16).contains(distance) {
                    return Err(BadJumpGraph("a distance that is out of range"));
                }
            }
            self.nodes[number].distances = distances[0];
            if lanes > LANES {
                self.farther.push(Farther([distances[1], distances[2]]));
            }
        }
        Ok(())
    }
}

/// What is still to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BadJumpGraph> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(BadJumpGraph("they end too early"))?;
        self.0 = rest;
        Ok(*taken)
    }

    fn number(&mut self) -> Result<u32, BadJumpGraph> {
        self.take().map(u32::from_le_bytes)
    }

    fn index(&mut self) -> Result<usize, BadJumpGraph> {
        Ok(self.number()? as usize)
    }
}
