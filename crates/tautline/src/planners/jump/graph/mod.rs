//! The prepared graph of jump points.

mod bounds;
mod build;
mod format;
mod landmarks;
mod search;
mod target;
mod turns;

use crate::engine::PrepareError;
use crate::geometry::Cell;
use crate::map::{Grid, Map, Revision};
use crate::moves::{DiagonalRule, Direction, OctileLength};
use crate::planners::jump::legs::canonical_length;
use crate::planners::jump::{JumpBits, Measure, Numbering, Sight};
use crate::search::{Meter, StopReason};
use crate::tiles::Tiles;
use bounds::Bounds;
pub(super) use build::number;
pub(crate) use search::SearchMemory;

/// How many landmarks are looked at together.
const LANES: usize = 16;

/// The most groups of them.
const GROUPS: usize = 3;

/// The options of the prepared graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JumpGraphConfig {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
    /// How many landmarks estimate the way to the goal, where there are no bounds.
    pub landmarks: Landmarks,
    /// Whether each edge knows where the goals lie for which it can be the next one.
    pub bounds: Bounding,
}

/// Whether the edges of a graph of jump points know for which goals they are.
///
/// Preparing that takes a search over the whole map from each jump point. Queries then follow hardly more than the edges of
/// their path, and landmarks, for which they would have to look around at the goal, are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bounding {
    /// No.
    Off,
    /// Yes, where there are at most 700 million pairs of a jump point and a free cell: some seconds of preparation.
    #[default]
    Auto,
    /// Yes; refused on maps with more than 50,000 jump points.
    On,
}

/// How many landmarks a graph of jump points has in each connected part of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Landmarks {
    /// None: the estimate is the length of the way on an empty map.
    Zero,
    /// Sixteen, in the same cache line as the rest of a node.
    Sixteen,
    /// Forty-eight, in two cache lines: for maps with tens of thousands of jump points.
    #[default]
    FortyEight,
}

impl Landmarks {
    /// The number.
    #[must_use]
    pub fn count(self) -> usize {
        self.groups() * LANES
    }

    #[inline]
    fn groups(self) -> usize {
        match self {
            Self::Zero => 0,
            Self::Sixteen => 1,
            Self::FortyEight => GROUPS,
        }
    }
}

/// A map prepared for [`JumpGraph`](crate::planners::JumpGraph): its jump points, the legs between them, and how far they are
/// from some landmarks.
///
/// It belongs to one state of one map. An edit can change legs and distances anywhere, so after one it is refused and must be
/// rebuilt. Searches do not change it: any number of threads can share one.
#[derive(Clone, Debug)]
pub(crate) struct JumpGraphIndex {
    config: JumpGraphConfig,
    revision: Revision,
    /// What scans need: derived from the map, and not stored.
    bits: JumpBits,
    numbering: Numbering,
    /// How lengths are kept in searches, where the map is small enough for it.
    compact: Option<Measure<u64>>,
    tiles: Tiles,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Where goals lie, if asked for.
    bounds: Option<Bounds>,
    /// The landmarks of each part of the map that has a node.
    parts: Vec<[Landmark; GROUPS * LANES]>,
    /// The distances from further landmarks, if there are more than a node has room for.
    farther: Vec<Farther>,
    /// Landmark distances are in units of two to this power, in terms of the keys of octile lengths.
    shift: u32,
}

/// A place from which all distances in its part of the map are known.
#[derive(Clone, Copy, Debug)]
struct Landmark {
    cell: Cell,
    sight: Sight,
}

/// A leg from one node to another.
///
/// Its length could be had from the ends' coordinates; but most legs that a search looks at lead to where it has been by a
/// shorter way, and with the length at hand it need not look at the node there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    /// The node at the end in the low bits, the direction of arrival in the upper three: there are at most 2²⁹ cells.
    end: u32,
    /// Its straight steps, and its diagonal ones in the upper half; all bits where they do not fit. In a graph with bounds, where
    /// hardly a leg is looked at in vain, the rectangle of its goals: see [`Bounds`].
    steps: u32,
}

impl Edge {
    const ARRIVAL_SHIFT: u32 = 29;
    const LONG: u32 = u32::MAX;

    fn new(end: u32, arrival: Direction, length: OctileLength) -> Self {
        let fits = length.straight < 0xffff && length.diagonal < 0xffff;
        let steps = if fits { length.diagonal << 16 | length.straight } else { Self::LONG };
        Self { end: end | u32::from(arrival as u8) << Self::ARRIVAL_SHIFT, steps }
    }

    /// The node at the end.
    #[inline]
    fn node(self) -> u32 {
        self.end & ((1 << Self::ARRIVAL_SHIFT) - 1)
    }

    /// The direction of arrival there.
    #[inline]
    fn arrival(self) -> Direction {
        Direction::ALL[(self.end >> Self::ARRIVAL_SHIFT) as usize]
    }
}

/// The distances of a node from the landmarks behind the first group: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Farther([[i16; LANES]; GROUPS - 1]);

/// A cell that is a jump point for at least one direction of arrival: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Node {
    /// The distances from the first landmarks, rounded down.
    distances: [i16; LANES],
    x: i32,
    y: i32,
    /// Where its edges begin.
    edges: u32,
    /// Where, counted from there, those after each direction of arrival end.
    ends: [u16; 8],
    /// Which connected part of the map it belongs to.
    part: u32,
}

impl Node {
    #[inline]
    fn cell(&self) -> Cell {
        Cell { x: self.x, y: self.y }
    }

    /// Where the edges after an arrival lie.
    #[inline]
    fn range(&self, arrival: usize) -> std::ops::Range<usize> {
        let begin = if arrival == 0 { 0 } else { self.ends[arrival - 1] };
        let first = self.edges as usize;
        first + usize::from(begin)..first + usize::from(self.ends[arrival])
    }
}

impl JumpGraphIndex {
    /// [`Bounding::Auto`] means yes up to so many jump points times free cells: some seconds of preparation.
    pub(crate) const LITTLE_WORK: u64 = 700_000_000;

    /// There are no bounds with more jump points: preparing them would take very long.
    pub(crate) const MOST_NODES: usize = 50_000;

    /// Prepares a map. Only bounds are ever refused.
    pub(crate) fn new(
        map: &Map,
        config: JumpGraphConfig,
        meter: &mut Meter<'_>,
    ) -> Result<Self, PrepareError> {
        build::build(map, config, meter)
    }

    /// A graph without nodes.
    fn empty(map: &Map, config: JumpGraphConfig, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let grid = map.grid();
        Ok(Self {
            config,
            revision: map.revision(),
            bits: JumpBits::new(map, config.rule, meter)?,
            numbering: Numbering::new(grid.width()),
            compact: Measure::compact(config.rule, grid.width(), grid.height()),
            tiles: Tiles::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            bounds: None,
            parts: Vec::new(),
            farther: Vec::new(),
            shift: 0,
        })
    }

    /// How many landmarks each part of the map has.
    #[inline]
    fn lanes(&self) -> usize {
        if self.bounds.is_some() { 0 } else { self.config.landmarks.count() }
    }

    /// The options.
    #[must_use]
    pub(crate) fn config(&self) -> JumpGraphConfig {
        self.config
    }

    /// Which state of the map it was made for.
    #[must_use]
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// How many cells are jump points.
    #[must_use]
    pub(crate) fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many legs between jump points are stored.
    #[must_use]
    pub(crate) fn edges(&self) -> usize {
        self.edges.len()
    }

    /// How many bytes of memory it takes.
    #[must_use]
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.edges[..])
            + self.tiles.bytes()
            + size_of_val(&self.parts[..])
            + size_of_val(&self.farther[..])
            + self.bits.bytes()
    }

    /// The directions in which a scan from a cell finds a jump point, of those that are canonical after an arrival.
    #[inline]
    fn finds(&self, grid: &Grid, cell: Cell, arrival: u8) -> u8 {
        self.bits.steps(grid, self.numbering.number(cell), arrival)
    }

    /// Visits the legs from a cell to nodes that begin with one of these steps, all of which find something. A line is followed for as long
    /// as `enter` says.
    #[inline]
    fn legs(&self, cell: Cell, steps: u8, enter: impl FnMut(Cell, u32) -> bool, mut visit: impl FnMut(Edge)) {
        self.bits.successors(cell, steps, enter, |state, lead, straight| {
            visit(Edge::new(self.tiles.node(state.cell), state.arrival, self.steps(lead, straight)));
        });
    }

    /// The same for preparations, all of which there are.
    fn all_legs(
        &self,
        cell: Cell,
        steps: u8,
        meter: &mut Meter<'_>,
        mut visit: impl FnMut(Edge),
    ) -> Result<(), StopReason> {
        // The words of the scans since the meter was told.
        let words = std::cell::Cell::new(1);
        let enter = |_, _| meter.work(words.take());
        self.bits.successors(cell, steps, enter, |state, lead, straight| {
            words.set(words.get() + 2 + u64::from(lead + straight) / 64);
            visit(Edge::new(self.tiles.node(state.cell), state.arrival, self.steps(lead, straight)));
        });
        meter.go_on(words.take())
    }

    /// The length of so many steps along a leading line and so many straight ones.
    #[inline]
    fn steps(&self, lead: u32, straight: u32) -> OctileLength {
        if self.config.rule.has_diagonals() {
            OctileLength { straight, diagonal: lead }
        } else {
            OctileLength { straight: lead + straight, diagonal: 0 }
        }
    }

    /// The length of a leg from a cell.
    #[inline]
    fn length(&self, from: Cell, edge: Edge) -> OctileLength {
        if edge.steps == Edge::LONG || self.bounds.is_some() {
            canonical_length(self.config.rule, from, self.nodes[edge.node() as usize].cell())
        } else {
            OctileLength { straight: edge.steps & 0xffff, diagonal: edge.steps >> 16 }
        }
    }
}
