use super::{EuclideanCost, Heuristic};
use crate::geometry::Corner;
use crate::moves::CornerMoves;
use crate::search::CornerState;

/// The straight-line distance between corners, rounded down to whole tiles.
///
/// That is a lower bound for paths of any moves. Over a move of length 1 the rounded value falls by 1 at most, so with four
/// neighbours it is consistent; over longer moves it can fall by more than they cost (see [`EuclideanCost`]).
#[derive(Clone, Copy, Debug)]
pub struct CornerEuclidean<C> {
    goal: Corner,
    moves: CornerMoves,
    /// The length of a straight move.
    straight: C,
}

impl<C: EuclideanCost> CornerEuclidean<C> {
    /// The estimate to `goal` for these moves, where a straight one is so long.
    pub(crate) fn new(goal: Corner, moves: CornerMoves, straight: C) -> Self {
        Self { goal, moves, straight }
    }
}

impl<C: EuclideanCost> Heuristic<CornerState, C> for CornerEuclidean<C> {
    #[inline]
    fn estimate(&self, state: CornerState) -> C {
        C::root(state.corner.squared_distance(self.goal), self.straight)
    }

    fn overestimate(&self) -> f64 {
        1.0
    }

    fn is_consistent(&self) -> bool {
        C::ROUNDING_IS_CONSISTENT || self.moves == CornerMoves::Four
    }
}
