//! What there is: the passable and the blocked tiles.

mod bits;
mod builder;
mod content_hash;
mod grid;
mod revision;

pub(crate) use bits::transpose_8x8;
pub use builder::GridBuilder;
pub use content_hash::ContentHash;
pub use grid::{CellId, Grid, GridError, OutsideGrid, Tile};
pub use revision::Revision;
