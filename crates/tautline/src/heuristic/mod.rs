//! Estimates of the cost that is left to the goal, one file each.
//!
//! Every heuristic says by which factor it may overestimate (1 = admissible) and whether it is consistent. Both depend
//! on the moves: the Manhattan distance is right for four neighbours and too large for eight.

mod chebyshev;
mod corner_distance;
mod euclidean;
mod euclidean_3d;
mod hexagonal;
pub mod landmarks;
mod linked;
mod manhattan;
mod map_metric;
mod metric;
mod octile;
mod weight;
mod zero;

pub use chebyshev::Chebyshev;
pub use corner_distance::CornerDistance;
pub use euclidean::{Euclidean, EuclideanCost};
pub use euclidean_3d::{Euclidean3d, HeightMap, HeightMapError};
pub use hexagonal::Hexagonal;
pub use linked::Linked;
pub use manhattan::Manhattan;
pub use map_metric::MapMetric;
pub use metric::{Metric, MetricTo};
pub use octile::{Octile, octile_branch_free, octile_branching};
pub use weight::Weight;
pub use zero::Zero;

/// An estimate of the cost from a state to the goal.
pub trait Heuristic<S, C> {
    /// The estimate.
    fn estimate(&self, state: S) -> C;

    /// The largest factor by which an estimate can exceed the true cost: 1 where it never does, infinite where nothing
    /// is known.
    fn overestimate(&self) -> f64;

    /// Whether no step lowers the estimate by more than the step costs. With a consistent heuristic a search never
    /// finds a cheaper way to a state that it has expanded.
    fn is_consistent(&self) -> bool;

    /// How many units of work an estimate is (see [`Limits::MOST_WORK`](crate::search::Limits::MOST_WORK)).
    fn work(&self) -> u64 {
        1
    }

    /// Whether no estimate exceeds the true cost.
    fn is_admissible(&self) -> bool {
        self.overestimate() <= 1.0
    }
}
