use super::nodes::AngleNodes;
use super::search::Procedures;
use super::sight::{Sight, Vertex};
use crate::search::{StateId, Stats};

/// Basic Theta*: Algorithm 3.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Basic;

impl Procedures for Basic {
    fn set_vertex(&self, _: &Sight<'_>, _: &mut AngleNodes, _: Vertex, _: &mut Stats) {}

    /// Path 2, from the parent of `from` straight to `next`, if that is unblocked; by the triangle inequality it is no longer
    /// than Path 1, by way of `from`, which is taken otherwise.
    fn way(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        (from, parent): (Vertex, Vertex),
        next: Vertex,
        stats: &mut Stats,
    ) -> (StateId, f64) {
        if parent != from {
            stats.line_of_sight_checks += 1;
            if sight.sees(parent, next) {
                return (parent.id, nodes.g(parent.id) + parent.distance(next));
            }
        }
        (from.id, nodes.g(from.id) + from.distance(next))
    }
}
