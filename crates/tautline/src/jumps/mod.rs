//! What the jump-point planners are made of.

mod bits;
mod graph;
mod legs;
mod queue;
mod stacks;
mod table;

pub use bits::JumpBits;
pub(crate) use bits::{JumpNodes, Length, Measure, Numbering, Sight};
pub(crate) use graph::SearchMemory as JumpGraphMemory;
pub use graph::{BadJumpGraph, Bounding, JumpGraphConfig, JumpGraphIndex, Landmarks};
pub(crate) use legs::{canonical_length, canonical_path};
pub(crate) use queue::{JumpQueue, keyed, unkeyed};
pub(crate) use stacks::StackQueue;
pub(crate) use table::{DistanceLines, PlusMemory, PlusSearch, with_lines};
pub use table::{JumpTable, TableError, TableUpdate};
