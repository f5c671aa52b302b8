use super::Heuristic;
use crate::geometry::Corner;
use crate::moves::{CornerMoves, Cost, KnightLength};
use crate::search::CornerState;

/// The length of a shortest way between corners on a map without obstacles: Manhattan distance with four neighbours, octile with
/// eight, and with sixteen what [`CornerMoves::distance`] says, which also has the proof that it is consistent.
#[derive(Clone, Copy, Debug)]
pub struct CornerDistance<C> {
    goal: Corner,
    moves: CornerMoves,
    /// Of a straight, a diagonal and a knight's move.
    lengths: [C; 3],
}

impl<C: Cost> CornerDistance<C> {
    /// The estimate to `goal` for these moves, where those of the three kinds are so long.
    pub(crate) fn new(goal: Corner, moves: CornerMoves, lengths: [C; 3]) -> Self {
        Self { goal, moves, lengths }
    }
}

impl<C: Cost> Heuristic<CornerState, C> for CornerDistance<C> {
    #[inline]
    fn estimate(&self, state: CornerState) -> C {
        let KnightLength { straight, diagonal, knight } = self.moves.distance(state.corner, self.goal);
        let [one, root_2, root_5] = self.lengths;
        one.times(straight) + root_2.times(diagonal) + root_5.times(knight)
    }

    fn overestimate(&self) -> f64 {
        1.0
    }

    fn is_consistent(&self) -> bool {
        true
    }
}
