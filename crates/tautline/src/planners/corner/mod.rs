//! Searches over the corners of the grid: moves from corner to corner, and paths at any angle.
//!
//! | planner | file | what is plugged into the search |
//! |---|---|---|
//! | `astar-corners` | `astar_corners.rs` | nothing: moves only |
//! | `astar-ps` | `astar_ps.rs` | `search/moves.rs`; its path is smoothed |
//! | `theta` | `theta.rs` | `search/theta.rs`, on terrain `search/on_terrain.rs` |
//! | `lazy-theta` | `lazy_theta.rs` | `search/lazy.rs` |
//! | `ap-theta` | `ap_theta.rs` | `search/angle_ranges.rs` |
//! | `field-dstar` | `field_dstar.rs` | `search/field_dstar/`: points between corners |
//! | `visibility` | `visibility.rs` | a search of its own, `search/visibility_search.rs` |
//!
//! The procedure Main of the Theta* paper, in which the parent of a corner can be any corner, is `search/angle_search.rs`. What makes it one
//! algorithm and not another are its [`Procedures`](search::Procedures): above all, which way leads to a neighbour. Start and goal that are no
//! corners are two more vertices (`search/point_ends.rs`). What corners see, and which side of a corner a path is on where two obstacles touch,
//! is asked of [`Sight`](search::Sight).
//!
//! `theta`, `lazy-theta` and `ap-theta` are one planner with different options (`angle_planner.rs`).

mod angle_planner;
pub(super) mod ap_theta;
pub(super) mod astar_corners;
pub(super) mod astar_ps;
pub(super) mod field_dstar;
pub(super) mod lazy_theta;
mod options;
mod search;
pub(super) mod theta;
pub(super) mod visibility;

use crate::engine::Descriptor;

pub use angle_planner::{AngleAlgorithm, AngleConfig, AnglePlanner, UpdateVertex};
#[cfg(test)]
pub(super) use search::VisibilityGraph;
pub use search::{CornerField, First, Paths, Reexpand, Replace};

pub(super) static DESCRIPTORS: &[&Descriptor] = &[
    &astar_corners::DESCRIPTOR,
    &astar_ps::DESCRIPTOR,
    &theta::DESCRIPTOR,
    &lazy_theta::DESCRIPTOR,
    &ap_theta::DESCRIPTOR,
    &field_dstar::DESCRIPTOR,
    &visibility::DESCRIPTOR,
];
