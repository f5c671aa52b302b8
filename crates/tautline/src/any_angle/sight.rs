use crate::geometry::{Corner, Point};
use crate::moves::{CornerMoves, CornerRule, OctileLength};
use crate::path::line_of_sight;
use crate::search::{Arrival, CornerSpace, CornerState, Space, StateId};
use crate::world::Grid;

/// A corner as a path can stand on it, and its number: to get the one from the other takes a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vertex {
    pub(super) id: StateId,
    pub(super) state: CornerState,
}

impl Vertex {
    /// The length of the straight line to another one.
    #[inline]
    pub(super) fn distance(self, other: Self) -> f64 {
        Point::from(self.state.corner).distance(other.state.corner.into())
    }
}

/// The corners of a map, which of them are neighbours, and which see each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight<'w> {
    grid: &'w Grid,
    rule: CornerRule,
    space: CornerSpace<'w, OctileLength>,
}

impl<'w> Sight<'w> {
    pub(super) fn new(grid: &'w Grid, rule: CornerRule, moves: CornerMoves) -> Self {
        Self { grid, rule, space: CornerSpace::without_lengths(grid, rule, moves) }
    }

    /// How many numbers of corners there are.
    pub(super) fn states(&self) -> usize {
        self.space.states()
    }

    /// A corner as a start or a goal.
    pub(super) fn end(&self, corner: Corner) -> Vertex {
        let state = self.space.end(corner);
        Vertex { id: self.space.id(state), state }
    }

    /// Whether no cell around a corner is free.
    pub(super) fn is_blocked(&self, corner: Corner) -> bool {
        self.grid.quadrants(corner).is_empty()
    }

    #[inline]
    pub(super) fn vertex(&self, id: StateId) -> Vertex {
        Vertex { id, state: self.space.state(id) }
    }

    /// Calls for each visible neighbour. It is one in both directions: a move can be undone.
    #[inline]
    pub(super) fn neighbours(&self, vertex: Vertex, mut visit: impl FnMut(Vertex)) {
        let start = Arrival(u8::MAX);
        self.space.successors(vertex.id, vertex.state, start, |id, state, _, _| visit(Vertex { id, state }));
    }

    /// Whether the straight line between two corners is a path that begins on the side of the one and ends on the side of the
    /// other, where they have sides.
    pub(super) fn sees(&self, a: Vertex, b: Vertex) -> bool {
        let (a, b) = (a.state, b.state);
        if a.corner == b.corner {
            return a == b;
        }
        self.leaves(a, b.corner)
            && self.leaves(b, a.corner)
            && line_of_sight(self.grid, self.rule, a.corner, b.corner)
    }

    /// Whether a line from a corner towards another one leaves on its side.
    #[inline]
    fn leaves(&self, from: CornerState, towards: Corner) -> bool {
        if self.rule == CornerRule::Open {
            return true;
        }
        let heading = (towards.x - from.corner.x, towards.y - from.corner.y);
        self.space.towards(from.corner, heading) == from
    }
}
