//! Maps: which cells are free, what they and the steps between them cost, and links.
//!
//! A [`Map`] owns all of that and is edited as a whole. Its parts can be looked at: the [`Grid`] of free cells, the [`Terrain`] of
//! costs, the [`Tolls`] of steps, the [`Links`].

mod bits;
mod builder;
mod components;
mod content_hash;
mod counts;
mod grid;
mod journal;
mod links;
#[expect(clippy::module_inception, reason = "a file for each type, named as the type is")]
mod map;
mod map_edit;
mod quadrants;
mod revision;
mod terrain;
mod tiling;
mod tolls;
mod touched;

pub(crate) use bits::{BitPlane, transpose_8x8};
pub use builder::GridBuilder;
pub use components::{Components, Connectivity, Reachability};
pub use content_hash::ContentHash;
pub(crate) use grid::Lanes;
pub use grid::{CellId, Grid, GridError, OutsideGrid, Tile};
pub use links::{Link, LinkError, Links};
pub use map::{Map, MisfitTolls};
pub use map_edit::MapEdit;
pub(crate) use quadrants::Quadrants;
pub use revision::{Revision, Stale};
pub use terrain::{KindCosts, Kinds, Terrain};
pub use tiling::Tiling;
pub use tolls::Tolls;
pub(crate) use touched::{Touched, merged, ones, touched};
