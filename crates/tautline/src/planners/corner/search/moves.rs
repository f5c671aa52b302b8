use super::account::Account;
use super::angle_search::{Procedures, Step, Way};
use super::nodes::AngleNodes;
use super::sight::Sight;
use crate::search::Observer;

/// Ways count as equally long if they differ by less: on maps of ordinary size that is more than what sums of lengths are rounded by,
/// and less than different sums of ones and roots of two differ by.
const ROUNDING: f64 = 1e-7;

/// A* from corner to corner, as in Algorithm 1: Path 1 only. The straight-line distance is the estimate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves;

impl Procedures for Moves {
    #[inline]
    fn way<V: Observer>(
        &mut self,
        _: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        _: &mut Account<'_, V>,
    ) -> Option<Way> {
        let Step { from, next, known, .. } = step;
        let g = nodes.g(from.id) + from.distance(next);
        // Many ways are equally long, but for the rounding of their sums, which must not choose between them.
        (g < known - ROUNDING).then_some(Way { parent: from.id, g })
    }
}
