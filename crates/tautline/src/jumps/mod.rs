//! What the jump-point planners are made of.

mod bits;
mod graph;
mod hierarchy;
mod legs;
mod queue;
mod search;
mod stacks;
mod table;

pub use bits::JumpBits;
pub(crate) use bits::{BitPoints, JumpNodes, Length, Measure, Numbering, Sight, State, no_cut_steps};
pub(crate) use graph::SearchMemory as JumpGraphMemory;
pub use graph::{BadJumpGraph, Bounding, JumpGraphConfig, JumpGraphIndex, Landmarks};
pub(crate) use hierarchy::SearchMemory as JumpChMemory;
pub use hierarchy::{BadJumpHierarchy, JumpHierarchy};
pub(crate) use legs::canonical_path;
pub(crate) use queue::{JumpQueue, keyed, unkeyed};
pub(crate) use search::{JumpPoints, search_jump_points};
pub(crate) use stacks::StackQueue;
pub(crate) use table::{DistanceLines, TablePoints, with_lines};
pub use table::{JumpTable, TableError, TableUpdate};
