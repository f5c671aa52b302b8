use super::Heuristic;
use crate::geometry::Cell;
use crate::moves::{Cost, DiagonalRule, KnightLength, OctileLength, StepCosts};

/// A cost in which a straight-line distance can be expressed, rounded so that it stays a lower bound.
pub trait EuclideanCost: Cost {
    /// Whether the rounding keeps a consistent heuristic consistent.
    const ROUNDING_IS_CONSISTENT: bool;

    /// √`squared` times the cost of a straight step.
    #[must_use]
    fn root(squared: u64, straight: Self) -> Self;
}

/// Rounded up: a path's cost is a whole number, so if it is not below the straight line it is not below the next whole
/// number either. The same goes for every step, so consistency survives too (Rayner, "Use high-performing move costs").
impl EuclideanCost for u32 {
    const ROUNDING_IS_CONSISTENT: bool = true;

    #[inline]
    fn root(squared: u64, straight: Self) -> Self {
        // In 64 bits where it fits, as it does for the costs of every planner; a slow way for anything else.
        let factor = u64::from(straight) * u64::from(straight);
        if let Some(squared) = squared.checked_mul(factor) {
            let root = squared.isqrt();
            u32::try_from(root + u64::from(root * root < squared)).unwrap_or(u32::MAX)
        } else {
            let squared = u128::from(squared) * u128::from(factor);
            let root = squared.isqrt();
            u32::try_from(root + u128::from(root * root < squared)).unwrap_or(u32::MAX)
        }
    }
}

/// Rounded down to whole straight steps, as a length of the form a + b√2 has nothing between. That keeps it admissible,
/// but the rounded values can fall by 2 over a diagonal step of √2: not consistent.
impl EuclideanCost for OctileLength {
    const ROUNDING_IS_CONSISTENT: bool = false;

    #[inline]
    fn root(squared: u64, straight: Self) -> Self {
        straight.times(squared.isqrt() as u32)
    }
}

/// Rounded down to whole straight moves in the same way, and not consistent either: the rounded values can fall by 3 over a
/// knight's move of √5.
impl EuclideanCost for KnightLength {
    const ROUNDING_IS_CONSISTENT: bool = false;

    #[inline]
    fn root(squared: u64, straight: Self) -> Self {
        straight.times(squared.isqrt() as u32)
    }
}

/// C·√(Δx² + Δy²), rounded as the costs allow.
///
/// A lower bound where a diagonal step costs at least √2 times a straight one, as with all presets; else it may
/// overestimate by C·√2 / D.
#[derive(Clone, Copy, Debug)]
pub struct Euclidean<C> {
    goal: Cell,
    straight: C,
    overestimate: f64,
}

impl<C: EuclideanCost> Euclidean<C> {
    /// The estimate to `goal` for these moves.
    #[must_use]
    pub fn new(goal: Cell, costs: StepCosts<C>, rule: DiagonalRule) -> Self {
        // D ≥ C·√2 decided without rounding: the straight line over one diagonal step is not above D.
        let fits = C::root(2, costs.straight).key() <= costs.diagonal.key();
        let overestimate = if fits || !rule.has_diagonals() {
            1.0
        } else {
            C::root(2, costs.straight).value() / costs.diagonal.value()
        };
        Self { goal, straight: costs.straight, overestimate }
    }
}

impl<C: EuclideanCost> Heuristic<Cell, C> for Euclidean<C> {
    #[inline]
    fn estimate(&self, cell: Cell) -> C {
        let dx = u64::from(cell.x.abs_diff(self.goal.x));
        let dy = u64::from(cell.y.abs_diff(self.goal.y));
        C::root(dx * dx + dy * dy, self.straight)
    }

    fn overestimate(&self) -> f64 {
        self.overestimate
    }

    fn is_consistent(&self) -> bool {
        C::ROUNDING_IS_CONSISTENT && self.is_admissible()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_costs_are_rounded_up_exactly() {
        assert_eq!(u32::root(25, 70), 350);
        assert_eq!(u32::root(2, 70), 99, "98.99… rounded up");
        assert_eq!(u32::root(2, 2), 3);
        assert_eq!(u32::root(0, 70), 0);
        assert_eq!(u32::root(1, u32::MAX), u32::MAX);
        assert_eq!(u32::root(u64::MAX, u32::MAX), u32::MAX, "as large as it gets");
        assert_eq!(u32::root((1 << 36) - 1, 1 << 14), u32::MAX, "2³² − 2⁻⁵ rounded up does not fit");
        assert_eq!(u32::root(1 << 34, 1 << 14), 1 << 31);
        for n in 0..2000u64 {
            let root = u64::from(u32::root(n, 50));
            assert!(root * root >= n * 2500 && (root == 0 || (root - 1) * (root - 1) < n * 2500));
        }
    }

    #[test]
    fn it_says_where_it_overestimates() {
        let goal = Cell::new(0, 0);
        let cutting = DiagonalRule::CutBothCorners;
        assert!(Euclidean::new(goal, StepCosts::D99_C70, cutting).is_admissible());
        assert!(
            !Euclidean::new(goal, StepCosts::new(5, 7).unwrap(), cutting).is_admissible(),
            "7 < 5·√2 = 7.07"
        );
        assert!(Euclidean::new(goal, StepCosts::new(5, 7).unwrap(), DiagonalRule::Never).is_admissible());
    }
}
