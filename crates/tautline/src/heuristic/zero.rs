use super::Heuristic;
use crate::moves::Cost;

/// No estimate: turns A* into Dijkstra's algorithm.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<S, C: Cost> Heuristic<S, C> for Zero {
    #[inline]
    fn estimate(&self, _: S) -> C {
        C::default()
    }

    fn overestimate(&self) -> f64 {
        1.0
    }

    fn is_consistent(&self) -> bool {
        true
    }
}
