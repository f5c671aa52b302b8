use super::Heuristic;
use crate::geometry::Cell;
use crate::moves::{Cost, HexStep};

/// The number of steps on an empty map of hexagons, times what a step costs at least: exact there, a lower bound elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Hexagonal<C> {
    goal: Cell,
    step: C,
}

impl<C: Cost> Hexagonal<C> {
    /// The estimate to `goal`.
    #[must_use]
    pub fn new(goal: Cell, step: C) -> Self {
        Self { goal, step }
    }

    /// The estimate to a tile that is at most so many steps from the goal.
    pub(super) fn estimate_within(&self, cell: Cell, steps: u32) -> C {
        self.step.times(HexStep::distance(cell, self.goal).saturating_sub(steps))
    }
}

impl<C: Cost> Heuristic<Cell, C> for Hexagonal<C> {
    #[inline]
    fn estimate(&self, cell: Cell) -> C {
        self.estimate_within(cell, 0)
    }

    fn overestimate(&self) -> f64 {
        1.0
    }

    fn is_consistent(&self) -> bool {
        true
    }
}
