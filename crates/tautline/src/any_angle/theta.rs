use super::nodes::AngleNodes;
use super::search::Procedures;
use super::sight::Sight;
use crate::search::{StateId, Stats};

/// Basic Theta*: Algorithm 3.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Basic;

impl Procedures for Basic {
    fn set_vertex(&self, _: &Sight<'_>, _: &mut AngleNodes, _: StateId, _: &mut Stats) {}

    /// Path 2, from the parent of `from` straight to `next`, if that is unblocked; by the triangle inequality it is no longer
    /// than Path 1, by way of `from`, which is taken otherwise.
    fn way(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        from: StateId,
        next: StateId,
        stats: &mut Stats,
    ) -> (StateId, f64) {
        let parent = nodes.parent(from);
        if parent != from {
            stats.line_of_sight_checks += 1;
            if sight.sees(parent, next) {
                return (parent, nodes.g(parent) + sight.length(parent, next));
            }
        }
        (from, nodes.g(from) + sight.length(from, next))
    }
}
