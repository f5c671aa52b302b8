use super::nodes::AngleNodes;
use super::search::{Procedures, Step, Way};
use super::sight::Sight;
use crate::search::Stats;

/// A* from corner to corner, as in Algorithm 1: Path 1 only. The straight-line distance is the estimate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves;

impl Procedures for Moves {
    #[inline]
    fn way(&mut self, _: &Sight<'_>, nodes: &AngleNodes, step: Step, _: &mut Stats) -> Option<Way> {
        let Step { from, next, known, .. } = step;
        let g = nodes.g(from.id) + from.distance(next);
        (g < known).then_some(Way { parent: from.id, g })
    }
}
