use crate::geometry::{Corner, Point};
use crate::moves::{CornerMoves, CornerRule, OctileLength};
use crate::path::line_of_sight;
use crate::search::{Arrival, CornerSpace, CornerState, Space, StateId};
use crate::world::Grid;

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

    /// The number of a corner as a start or a goal.
    pub(super) fn end(&self, corner: Corner) -> StateId {
        self.space.id(self.space.end(corner))
    }

    /// Whether no cell around a corner is free.
    pub(super) fn is_blocked(&self, corner: Corner) -> bool {
        self.grid.quadrants(corner).is_empty()
    }

    #[inline]
    pub(super) fn state(&self, id: StateId) -> CornerState {
        self.space.state(id)
    }

    /// Calls for each visible neighbour. It is one in both directions: a move can be undone.
    #[inline]
    pub(super) fn neighbours(&self, id: StateId, mut visit: impl FnMut(StateId)) {
        let start = Arrival(u8::MAX);
        self.space.successors(id, self.state(id), start, |next, _, _, _| visit(next));
    }

    /// Whether the straight line between two corners is a path that begins on the side of the one and ends on the side of the
    /// other, where they have sides.
    pub(super) fn sees(&self, a: StateId, b: StateId) -> bool {
        let (a, b) = (self.state(a), self.state(b));
        if a.corner == b.corner {
            return a == b;
        }
        self.leaves(a, b.corner)
            && self.leaves(b, a.corner)
            && line_of_sight(self.grid, self.rule, a.corner, b.corner)
    }

    /// Whether a line from a corner towards another one leaves on its side.
    fn leaves(&self, from: CornerState, towards: Corner) -> bool {
        let heading = (towards.x - from.corner.x, towards.y - from.corner.y);
        self.space.towards(from.corner, heading) == from
    }

    /// The length of the straight line between two corners.
    #[inline]
    pub(super) fn length(&self, a: StateId, b: StateId) -> f64 {
        Point::from(self.state(a).corner).distance(self.state(b).corner.into())
    }
}
