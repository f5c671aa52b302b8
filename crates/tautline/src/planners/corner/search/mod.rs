//! What the planners at any angle are made of: the procedure Main of the Theta* paper, in which the parent of a corner can be any
//! corner, and the procedures that are plugged into it; Field D*, which plugs in points between corners; and the visibility graph.

#![expect(
    clippy::inline_always,
    reason = "an expansion is so short that passing corners through memory to functions of their own takes a tenth of it"
)]

mod account;
mod angle_ranges;
mod angle_search;
mod field_dstar;
mod key_vertices;
mod lazy;
mod moves;
mod moves_on_terrain;
mod nodes;
mod on_terrain;
mod open;
mod point_ends;
mod sight;
mod theta;
mod visibility_graph;
mod visibility_search;
mod ways;

pub(crate) use account::Account;
pub(crate) use angle_ranges::AnglePropagation;
pub use angle_search::Reexpand;
pub(crate) use angle_search::{AngleSearch, Procedures};
pub(crate) use field_dstar::{FieldSearch, Trace};
pub(crate) use key_vertices::KeyVertices;
pub(crate) use lazy::Lazy;
pub(crate) use moves::Moves;
pub(crate) use moves_on_terrain::MovesOnTerrain;
pub(crate) use nodes::AngleMemory;
pub(crate) use on_terrain::OnTerrain;
pub(crate) use sight::Sight;
pub(crate) use theta::Basic;
pub use theta::{First, Paths, Replace};
pub(crate) use visibility_graph::VisibilityGraph;
pub(crate) use visibility_search::VisibilitySearch;
pub use ways::CornerField;
pub(crate) use ways::Ways;
