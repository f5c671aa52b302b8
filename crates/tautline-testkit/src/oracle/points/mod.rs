//! Shortest paths at any angle between any points: a visibility graph with exact visibility of its own.
//!
//! What is legal is what [`corners`](super::corners) says of segments, with ends that may lie anywhere: within a free cell, on a side that
//! a free cell has, or on a corner. Coordinates are whole numbers of [parts](TILE) of a tile.

mod oracle;
mod segment;

pub use oracle::{PointOracle, RULES};
pub use segment::{Spot, TILE, is_clear, spot};
