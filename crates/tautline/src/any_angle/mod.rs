//! What the planners at any angle are made of: the procedure Main of the Theta* paper, in which the parent of a corner can be any
//! corner, and the procedures that are plugged into it; and the visibility graph.

mod lazy;
mod nodes;
mod search;
mod sight;
mod theta;
mod turning_corner;
mod visibility_graph;
mod visibility_search;

pub(crate) use lazy::Lazy;
pub(crate) use nodes::AngleMemory;
pub(crate) use search::AngleSearch;
pub(crate) use theta::Basic;
pub(crate) use turning_corner::{TurningCorner, turning_corners};
pub use visibility_graph::VisibilityGraph;
pub(crate) use visibility_search::VisibilitySearch;
