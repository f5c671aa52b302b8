//! Maps made from a seed.
//!
//! The same arguments give the same map on every machine and in every later version: results measured on one of
//! these maps can be repeated without its file. The random numbers come from [`Rng`], whose stream is fixed, and
//! every decision is made with whole numbers.
//!
//! ```
//! use tautline_maps::generate::{Share, random};
//!
//! let share: Share = "12.5".parse()?;
//! let map = random(102, 102, share, 7)?;
//! assert_eq!(map.free_cells(), 102 * 102 - 1250);
//! assert_eq!(map, random(102, 102, share, 7)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod lattice;
mod maze;
mod random;
mod rng;
mod rooms;
mod share;
mod terrain;
#[cfg(test)]
mod testing;
mod walls;

pub use error::GenerateError;
pub use maze::maze;
pub use random::random;
pub use rng::Rng;
pub use rooms::rooms;
pub use share::{Share, ShareError};
pub use terrain::{TerrainRule, terrain};
pub use walls::{WALL_LENGTH, walls};
