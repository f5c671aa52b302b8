use super::Heuristic;
use crate::geometry::Cell;
use crate::moves::{Cost, DiagonalRule, StepCosts};

/// C·(Δx + Δy): exact on an empty map with four neighbours.
///
/// With diagonal steps of cost D < 2C it overestimates, at worst by 2C / D (along a diagonal).
#[derive(Clone, Copy, Debug)]
pub struct Manhattan<C> {
    goal: Cell,
    straight: C,
    overestimate: f64,
}

impl<C: Cost> Manhattan<C> {
    /// The estimate to `goal` for these moves.
    #[must_use]
    pub fn new(goal: Cell, costs: StepCosts<C>, rule: DiagonalRule) -> Self {
        let factor = 2.0 * costs.straight.value() / costs.diagonal.value();
        let overestimate = if rule.has_diagonals() { factor.max(1.0) } else { 1.0 };
        Self { goal, straight: costs.straight, overestimate }
    }
}

impl<C: Cost> Heuristic<Cell, C> for Manhattan<C> {
    #[inline]
    fn estimate(&self, cell: Cell) -> C {
        self.straight.times(cell.x.abs_diff(self.goal.x) + cell.y.abs_diff(self.goal.y))
    }

    fn overestimate(&self) -> f64 {
        self.overestimate
    }

    fn is_consistent(&self) -> bool {
        self.is_admissible()
    }
}
