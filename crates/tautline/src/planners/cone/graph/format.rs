//! The prepared graph as bytes, without header and checksum: the caller that writes a file adds those.

use super::area::Area;
use super::build::{empty, follow};
use super::landmarks::LARGEST;
use super::{Bounding, Edge, LANES, Landmarks, TautGraph, TautLandmarks, TautPreparedConfig, compare, wide};
use crate::map::{Grid, Map};
use crate::moves::CornerRule;
use crate::path::line_of_sight;
use crate::planners::cone::rows::turn::turn;
use crate::search::Meter;

/// Bytes that are not a prepared graph of this map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these bytes are not a taut graph of this map: {0}")]
pub(crate) struct BadTautGraph(&'static str);

const RULES: [CornerRule; 2] = [CornerRule::Closed, CornerRule::Open];
const LANDMARKS: [TautLandmarks; 2] = [TautLandmarks::Zero, TautLandmarks::Sixteen];
const BOUNDING: [Bounding; 3] = [Bounding::Off, Bounding::Auto, Bounding::On];

impl TautGraph {
    /// What it takes to make it again from the map, in less time: everything but what a look at the map tells.
    #[must_use]
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let TautPreparedConfig { rule, landmarks, bounds } = self.config;
        let place = |found: Option<usize>| found.unwrap_or(0) as u32;
        let mut bytes = Vec::new();
        for number in [
            place(RULES.iter().position(|&choice| choice == rule)),
            place(LANDMARKS.iter().position(|&choice| choice == landmarks)),
            place(BOUNDING.iter().position(|&choice| choice == bounds)),
            u32::from(self.is_bounded),
            self.nodes.len() as u32,
            self.edges.len() as u32,
            self.landmarks.marks.len() as u32,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.landmarks.unit.to_le_bytes());
        bytes.extend(self.landmarks.marks.as_flattened().iter().flat_map(|mark| mark.to_le_bytes()));
        for node in &self.nodes {
            let counts = [0, 1].map(|group| node.range(group).len() as u32);
            bytes.extend(counts.into_iter().flat_map(u32::to_le_bytes));
            bytes.extend(node.views.into_iter().flat_map(Area::to_bytes));
        }
        for (node, part) in self.nodes.iter().zip(&self.landmarks.parts) {
            bytes.extend(part.to_le_bytes());
            bytes.extend(node.distances.into_iter().flat_map(i16::to_le_bytes));
        }
        for edge in &self.edges {
            bytes.extend((edge.node() as u32).to_le_bytes());
            bytes.extend(edge.area.to_bytes());
        }
        bytes
    }

    /// Makes it from [bytes](Self::to_bytes) for the map that they belong to.
    ///
    /// Bytes that do not fit the map are refused: every line is looked at, so whatever is accepted leads along legal paths. That
    /// they are the shortest is for a checksum to guard.
    pub(crate) fn from_bytes(map: &Map, bytes: &[u8]) -> Result<Self, BadTautGraph> {
        let grid = map.grid();
        let mut bytes = Bytes(bytes);
        let choice = BadTautGraph("no such option");
        let rule = *RULES.get(bytes.index()?).ok_or(choice)?;
        let landmarks = *LANDMARKS.get(bytes.index()?).ok_or(choice)?;
        let bounds = *BOUNDING.get(bytes.index()?).ok_or(choice)?;
        let is_bounded = bytes.index()?;
        let (nodes, edges, parts) = (bytes.index()?, bytes.index()?, bytes.index()?);
        let unit = f64::from_le_bytes(bytes.take()?);
        let meter = &mut Meter::unlimited();
        let mut graph = empty(map, TautPreparedConfig { rule, landmarks, bounds }, meter)
            .map_err(|_| BadTautGraph("too many turning corners"))?;
        if nodes != graph.nodes.len() || edges > TautGraph::MOST_LINES {
            return Err(BadTautGraph("another number of turning corners or lines"));
        }
        let can_have_landmarks = is_bounded == 0 && landmarks == TautLandmarks::Sixteen && nodes > 0;
        if is_bounded > 1 || can_have_landmarks != (parts > 0) || parts > nodes {
            return Err(BadTautGraph("another number of landmarks"));
        }
        if can_have_landmarks && !(unit.is_finite() && unit > 0.0) || !can_have_landmarks && unit != 0.0 {
            return Err(BadTautGraph("a unit that is out of range"));
        }
        let each = if can_have_landmarks { 16 + 4 + 2 * LANES } else { 16 };
        // Sums of products of 32-bit numbers and small ones in 64 bits: nothing overflows.
        let sizes = [(parts, 4 * LANES), (nodes, each), (edges, 8)];
        let size: u64 = sizes.iter().map(|&(count, each)| count as u64 * each as u64).sum();
        if size != bytes.0.len() as u64 {
            return Err(BadTautGraph("another length"));
        }
        graph.is_bounded = is_bounded == 1;
        graph.landmarks = Landmarks { unit, ..Landmarks::default() };
        for _ in 0..parts {
            let mut marks = [0; LANES];
            for mark in &mut marks {
                *mark = bytes.number()?;
                if *mark as usize >= nodes {
                    return Err(BadTautGraph("a landmark that is no turning corner"));
                }
            }
            graph.landmarks.marks.push(marks);
        }
        graph.read_nodes(&mut bytes, edges)?;
        if can_have_landmarks {
            graph.read_distances(&mut bytes, parts)?;
        }
        graph.read_edges(grid, &mut bytes)?;
        follow(&mut graph, meter).expect("nothing stops it");
        Ok(graph)
    }

    fn read_nodes(&mut self, bytes: &mut Bytes<'_>, edges: usize) -> Result<(), BadTautGraph> {
        let mut first = 0usize;
        for node in &mut self.nodes {
            node.edges[0] = first as u32;
            for end in &mut node.edges[1..] {
                first += bytes.index()?;
                if first > edges {
                    return Err(BadTautGraph("another number of lines"));
                }
                *end = first as u32;
            }
            node.views = [Area::from_bytes(bytes.take()?), Area::from_bytes(bytes.take()?)];
        }
        if first == edges { Ok(()) } else { Err(BadTautGraph("another number of lines")) }
    }

    fn read_distances(&mut self, bytes: &mut Bytes<'_>, parts: usize) -> Result<(), BadTautGraph> {
        for node in &mut self.nodes {
            let part = bytes.number()?;
            if part as usize >= parts {
                return Err(BadTautGraph("a part of the map that there is not"));
            }
            self.landmarks.parts.push(part);
            for distance in &mut node.distances {
                *distance = i16::from_le_bytes(bytes.take()?);
                if !(0..=LARGEST as i16).contains(distance) {
                    return Err(BadTautGraph("a distance that is out of range"));
                }
            }
        }
        Ok(())
    }

    fn read_edges(&mut self, grid: &Grid, bytes: &mut Bytes<'_>) -> Result<(), BadTautGraph> {
        for node in &self.nodes {
            let from = node.corner();
            for group in 0..2 {
                let mut before = None;
                for _ in node.range(group) {
                    let number = bytes.number()?;
                    let end = self.nodes.get(number as usize).ok_or(BadTautGraph("a line to nowhere"))?;
                    let heading = (end.x - from.x, end.y - from.y);
                    let in_order =
                        before.is_none_or(|before| compare(group, wide(before), wide(heading)).is_le());
                    if heading == (0, 0) || !node.has_heading(group, wide(heading)) || !in_order {
                        return Err(BadTautGraph("a line out of order"));
                    }
                    if turn(grid.quadrants(end.corner()), self.config.rule, heading).is_none()
                        || !line_of_sight(grid, self.config.rule, from, end.corner())
                    {
                        return Err(BadTautGraph("a line that is not taut or not free"));
                    }
                    before = Some(heading);
                    let area = Area::from_bytes(bytes.take()?);
                    self.edges.push(Edge { area, ..Edge::new(number, end, heading) });
                }
            }
        }
        Ok(())
    }
}

/// What is still to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BadTautGraph> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(BadTautGraph("they end too early"))?;
        self.0 = rest;
        Ok(*taken)
    }

    fn number(&mut self) -> Result<u32, BadTautGraph> {
        self.take().map(u32::from_le_bytes)
    }

    fn index(&mut self) -> Result<usize, BadTautGraph> {
        Ok(self.number()? as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Corner;

    fn prepared() -> (Map, TautGraph) {
        let map =
            Map::from_rows(["........", ".#..#.#.", "....#...", ".##...#.", "....#...", "........"]).unwrap();
        let config = TautPreparedConfig { bounds: Bounding::Off, ..Default::default() };
        let graph = TautGraph::new(&map, config, &mut Meter::unlimited()).unwrap();
        (map, graph)
    }

    #[test]
    fn whatever_line_stands_for_another_is_legal_or_refused() {
        let (map, graph) = prepared();
        let bytes = graph.to_bytes();
        let (nodes, edges) = (graph.nodes.len(), graph.edges.len());
        let (mut accepted, mut refused) = (0, 0);
        for (edge, end) in (0..edges).flat_map(|edge| (0..=nodes as u32).map(move |end| (edge, end))) {
            let mut changed = bytes.clone();
            let place = bytes.len() - 8 * (edges - edge);
            changed[place..place + 4].copy_from_slice(&end.to_le_bytes());
            let Ok(graph) = TautGraph::from_bytes(&map, &changed) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            for node in &graph.nodes {
                let from = node.corner();
                let ends = graph.edges[node.range(0).start..node.range(1).end].iter();
                let mut ends = ends.map(|edge| -> Corner { graph.nodes[edge.node()].corner() });
                assert!(
                    ends.all(|to| line_of_sight(map.grid(), CornerRule::Closed, from, to)),
                    "{edge} to {end}"
                );
            }
        }
        assert!(accepted >= edges && refused > 10 * edges, "{accepted} accepted, {refused} refused");
    }

    #[test]
    fn a_landmark_is_a_turning_corner() {
        let (map, graph) = prepared();
        let mut bytes = graph.to_bytes();
        // Behind seven numbers and the unit.
        let mark = 7 * 4 + 8;
        for (number, is_right) in [(graph.nodes.len() as u32 - 1, true), (graph.nodes.len() as u32, false)] {
            bytes[mark..mark + 4].copy_from_slice(&number.to_le_bytes());
            assert_eq!(TautGraph::from_bytes(&map, &bytes).is_ok(), is_right);
        }
    }
}
