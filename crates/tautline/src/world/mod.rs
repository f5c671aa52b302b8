//! What there is: the passable and the blocked tiles, what they cost, and extra ways between them.

mod bits;
mod builder;
mod components;
mod content_hash;
mod edits;
mod grid;
mod ground;
mod links;
mod quadrants;
mod revision;
mod terrain;
mod tolls;

pub(crate) use bits::{BitPlane, transpose_8x8};
pub use builder::GridBuilder;
pub use components::{Components, Connectivity, Reachability, StaleComponents};
pub use content_hash::ContentHash;
pub(crate) use grid::Lanes;
pub use grid::{CellId, Grid, GridError, OutsideGrid, Tile};
pub use ground::{Ground, MisfitTolls, Tiling, Unsupported};
pub use links::{Link, LinkError, Links};
pub(crate) use quadrants::Quadrants;
pub use revision::Revision;
pub use terrain::{KindCosts, Kinds, Terrain};
pub use tolls::Tolls;
