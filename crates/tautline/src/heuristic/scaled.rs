use super::Heuristic;
use crate::moves::Cost;

/// A heuristic times a constant: A* with it is weighted A*, and its paths cost at most the weight times the optimum.
///
/// Rounded down where the costs are whole numbers, so that it never exceeds the weight times the original.
#[derive(Clone, Copy, Debug)]
pub struct Scaled<H> {
    heuristic: H,
    weight: f64,
}

impl<H> Scaled<H> {
    /// `weight` times `heuristic`.
    #[must_use]
    pub fn new(heuristic: H, weight: f64) -> Self {
        Self { heuristic, weight }
    }
}

impl<S, C: Cost, H: Heuristic<S, C>> Heuristic<S, C> for Scaled<H> {
    #[inline]
    fn estimate(&self, state: S) -> C {
        self.heuristic.estimate(state).scaled(self.weight)
    }

    fn overestimate(&self) -> f64 {
        (self.heuristic.overestimate() * self.weight).max(1.0)
    }

    /// Only with the weight 1: above it the estimates fall faster than the costs rise, and rounding breaks it below.
    fn is_consistent(&self) -> bool {
        #[expect(clippy::float_cmp, reason = "exactly one, or rounding comes in")]
        let unchanged = self.weight == 1.0;
        unchanged && self.heuristic.is_consistent()
    }
}
