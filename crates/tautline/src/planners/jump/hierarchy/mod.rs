//! A contraction hierarchy over the jump points.

mod around;
mod build;
mod contract;
mod format;
mod lists;
mod search;

use crate::geometry::Cell;
use crate::map::{Map, Revision};
use crate::moves::{DiagonalRule, OctileLength};
use crate::planners::jump::{JumpBits, Measure};
use crate::search::{Meter, StopReason};
use crate::tiles::Tiles;
use around::Stops;
pub(crate) use search::SearchMemory;

/// Stands for the middle and the halves of an edge that is a leg.
const LEG: u32 = u32::MAX;

/// A map prepared for [`JumpCh`](crate::planners::JumpCh): its jump points in the order in which they were contracted, and edges
/// from each of them to others that were contracted later.
///
/// It belongs to one state of one map. An edit can change edges anywhere, so after one it is refused and must be rebuilt.
/// Searches do not change it: any number of threads can share one.
#[derive(Clone, Debug)]
pub(crate) struct JumpHierarchy {
    rule: DiagonalRule,
    revision: Revision,
    /// What scans need: derived from the map, and not stored.
    bits: JumpBits,
    stops: Stops,
    tiles: Tiles,
    /// How lengths are kept in searches, where the map is small enough for it.
    compact: Option<Measure<u64>>,
    /// How many nodes, the first ones, were not contracted: the **core**.
    core: u32,
    /// The numbers of the nodes in the order of the tiles.
    numbers: Vec<u32>,
    /// The cells of the nodes. The deeper ones come first, so that a search goes towards lower numbers; those that are equally
    /// deep are in the order of the tiles, as neighbours are needed together.
    cells: Vec<Cell>,
    /// Where the edges of each node begin, and where those of the last one end.
    first: Vec<u32>,
    edges: Vec<Edge>,
    /// For each edge what it stands for.
    shortcuts: Vec<Shortcut>,
}

/// An edge from a node to one with a lower number, or between two nodes of the core, each of which has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    end: u32,
    steps: OctileLength,
}

/// What an edge stands for: two edges from a node that was contracted before both its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shortcut {
    /// The cell of that node.
    middle: Cell,
    /// The edges from there to the node whose edge this is, and to its end; [`LEG`] both where it is a leg.
    halves: [u32; 2],
}

impl Shortcut {
    #[inline]
    fn is_leg(&self) -> bool {
        self.halves[0] == LEG
    }
}

impl JumpHierarchy {
    /// Prepares a map. Where contraction would take very long, as on open maps on which thousands of jump points see each other,
    /// it ends early and leaves a core.
    pub(crate) fn new(map: &Map, rule: DiagonalRule, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        build::build(map, rule, contract::MOST_WORK, meter)
    }

    /// Which steps are allowed.
    #[must_use]
    pub(crate) fn rule(&self) -> DiagonalRule {
        self.rule
    }

    /// Which state of the map it was made for.
    #[must_use]
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// How many bytes of memory it takes.
    #[must_use]
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.numbers[..])
            + size_of_val(&self.cells[..])
            + size_of_val(&self.first[..])
            + size_of_val(&self.edges[..])
            + size_of_val(&self.shortcuts[..])
            + self.tiles.bytes()
            + self.stops.bytes()
            + self.bits.bytes()
    }

    /// Where the edges of a node lie.
    #[inline]
    fn range(&self, node: u32) -> std::ops::Range<usize> {
        self.first[node as usize] as usize..self.first[node as usize + 1] as usize
    }

    /// The number of the edge between two nodes, if there is one.
    #[inline]
    fn edge(&self, one: u32, other: u32) -> Option<usize> {
        self.edge_of(one.max(other), one.min(other))
    }

    /// The number of the edge of a node to an end, if it has it.
    #[inline]
    fn edge_of(&self, node: u32, end: u32) -> Option<usize> {
        let range = self.range(node);
        let place = self.edges[range.clone()].binary_search_by_key(&end, |edge| edge.end);
        place.ok().map(|place| range.start + place)
    }

    /// The number of the node of a cell, which must have one.
    #[inline]
    fn number(&self, cell: Cell) -> u32 {
        self.numbers[self.tiles.node(cell) as usize]
    }

    /// Calls `found` for the legs from a cell to the nodes around it, as in [`Stops::legs`]: with the node's number.
    #[inline]
    fn legs(&self, from: Cell, meter: &mut Meter<'_>, mut found: impl FnMut(u32, OctileLength)) {
        self.stops.legs(&self.bits, &self.tiles, from, meter, |cell, lead, straight| {
            found(self.number(cell), steps(self.rule, lead, straight));
        });
    }
}

/// The length of so many steps along a leading line and so many straight ones.
#[inline]
fn steps(rule: DiagonalRule, lead: u32, straight: u32) -> OctileLength {
    if rule.has_diagonals() {
        OctileLength { straight, diagonal: lead }
    } else {
        OctileLength { straight: lead + straight, diagonal: 0 }
    }
}
