//! Jump points as bits of the map, and the search on them.

mod derive;
mod jump_bits;
mod measure;
mod nodes;
mod ruler;
mod scan;
mod sight;
mod update;
mod words;

pub use jump_bits::JumpBits;
pub(crate) use measure::{Compact, Measure, Wide};
pub(crate) use nodes::{JumpNodes, Numbering, State};
pub(crate) use ruler::Ruler;
pub(crate) use sight::Sight;
