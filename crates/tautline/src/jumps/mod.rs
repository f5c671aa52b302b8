//! What the jump-point planners are made of.

mod bits;
mod graph;
mod hierarchy;
mod legs;
mod queue;
mod search;
mod stacks;
mod table;

pub(crate) use bits::{
    BitPoints, JumpBits, JumpNodes, Length, Measure, Numbering, Sight, State, no_cut_steps,
};
pub use graph::{Bounding, JumpGraphConfig, Landmarks};
pub(crate) use graph::{JumpGraphIndex, SearchMemory as JumpGraphMemory};
pub(crate) use hierarchy::{JumpHierarchy, SearchMemory as JumpChMemory};
pub(crate) use legs::canonical_path;
pub(crate) use queue::{JumpQueue, keyed, unkeyed};
pub(crate) use search::{JumpPoints, search_jump_points};
pub(crate) use stacks::StackQueue;
pub(crate) use table::{DistanceLines, JumpTable, TablePoints, with_lines};
