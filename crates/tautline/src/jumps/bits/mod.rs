//! Jump points as bits of the map, and the search on them.

mod derive;
mod jump_bits;
mod measure;
mod nodes;
mod scan;
mod sight;
mod update;
mod words;

pub use jump_bits::JumpBits;
pub(crate) use measure::{Length, Measure};
pub(crate) use nodes::{JumpNodes, Numbering};
pub(crate) use sight::Sight;
