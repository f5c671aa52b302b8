//! Jump points: exact searches between cells that look at few of them.
//!
//! | planner | file | its machinery |
//! |---|---|---|
//! | `jps` | `jps.rs` | `bits/`: which cells are jump points, as words of bits, and scans over them |
//! | `jps-plus` | `jps_plus.rs` | `table/`: for each cell and direction the distance to the next jump point |
//! | `jump-graph` | `jump_graph.rs` | `graph/`: the jump points, the legs between them, landmarks or bounds |
//! | `jump-ch` | `jump_ch.rs` | `hierarchy/`: a contraction hierarchy over the jump points |
//!
//! A shortest path can be put in an order in which it turns at jump points only, so that a search needs to expand no other cells. `jps` and
//! `jps-plus` are one search (`search.rs`), which asks where the jump points are that a cell leads to ([`JumpPoints`]): the one scans for them,
//! the other one reads its table. `jump-graph` and `jump-ch` search graphs that were prepared; start and goal are linked to them by scans.
//!
//! All of them share the queue (`queue.rs`, on `stacks.rs`), the cells between two jump points (`legs.rs`), and the bits.

mod bits;
mod graph;
mod hierarchy;
pub(super) mod jps;
pub(super) mod jps_plus;
pub(super) mod jump_ch;
pub(super) mod jump_graph;
mod legs;
mod queue;
mod search;
mod stacks;
mod table;

use crate::engine::Descriptor;

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

pub(super) static DESCRIPTORS: &[&Descriptor] =
    &[&jps::DESCRIPTOR, &jps_plus::DESCRIPTOR, &jump_graph::DESCRIPTOR, &jump_ch::DESCRIPTOR];
