//! Public libraries, each used as its own documentation shows, to be measured beside our planners. What is different about them is
//! said with each: other rules, other costs, what they do not find.
//!
//! All but the yardstick are there with the feature `peers` only; what was measured of them can be read without it.

#[cfg(feature = "peers")]
mod bracket;
mod check;
#[cfg(feature = "peers")]
mod dodgy;
#[cfg(feature = "peers")]
mod grid_pathfinding;
#[cfg(feature = "peers")]
mod hierarchical;
mod pathfinding;
mod peer;
#[cfg(feature = "peers")]
mod petgraph;
#[cfg(feature = "peers")]
mod plan;
#[cfg(feature = "peers")]
mod polyanya;
mod read;
#[cfg(feature = "peers")]
mod rectangles;
mod table;

pub use check::check;
#[cfg(feature = "peers")]
pub use dodgy::{CrowdRow, crowds};
pub use pathfinding::PEER as YARDSTICK;
pub(crate) use pathfinding::{Costs, Yardstick};
pub use peer::{Found, Peer, Prepared, peers};
#[cfg(feature = "peers")]
pub use plan::{Options, measure_crowds, plan};
pub use read::read;
pub use table::report;

/// The name of the experiment in records.
pub const NAME: &str = "peers";

/// The setting of records that are those of crowds. Their planner is the library, `expanded` counts the agents in each of the steps,
/// `nanoseconds` is the time of all of them at the pace of the fastest part of the run, `generated` counts the pairs that overlap in
/// each of the steps, and `cost` is the share of the agents that have arrived in the end.
pub(crate) const CROWDS: &str = "crowds";
