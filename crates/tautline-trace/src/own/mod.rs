//! The project's own format: JSON Lines, the search as a whole in the first and an event in each of the others.

mod object;
mod read;
mod write;

pub use read::ReadLimits;

/// The version that is written and read.
const VERSION: u32 = 1;
