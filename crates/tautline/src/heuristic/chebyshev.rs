use super::Heuristic;
use crate::geometry::Cell;
use crate::moves::{Cost, StepCosts};

/// C·max(Δx, Δy): every step comes nearer by at most one column and one row.
///
/// Exact on an empty map where diagonal steps cost as much as straight ones; a weak lower bound elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Chebyshev<C> {
    goal: Cell,
    straight: C,
}

impl<C: Cost> Chebyshev<C> {
    /// The estimate to `goal` for these costs.
    #[must_use]
    pub fn new(goal: Cell, costs: StepCosts<C>) -> Self {
        Self { goal, straight: costs.straight }
    }
}

impl<C: Cost> Heuristic<Cell, C> for Chebyshev<C> {
    #[inline]
    fn estimate(&self, cell: Cell) -> C {
        self.straight.times(cell.x.abs_diff(self.goal.x).max(cell.y.abs_diff(self.goal.y)))
    }

    fn overestimate(&self) -> f64 {
        1.0
    }

    fn is_consistent(&self) -> bool {
        true
    }
}
