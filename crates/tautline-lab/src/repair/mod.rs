//! Repair: what the structures that planners keep and the components cost, and how much cheaper than a new one a repair after an edit
//! is. The jump table is what `jps-plus` keeps, the jump bits are what `jps` keeps, and the pockets what `taut` does: an update of
//! the planner repairs them.
//!
//! Everything is measured on one map. A structure is built three times, and the fastest counts. A thousand A* queries that
//! are spread evenly over the scenario, every answer verified, are what the preparation is compared with. The edits are drawn
//! from a seed: each turns one cell of the map from free to blocked or back, and they add up. They are made four times from
//! the beginning: once with the structure compared after every hundredth edit and the last with a new one (of pockets, the lengths of
//! the paths that they lead to), and then three times timed; the fastest repair of each edit counts.

mod experiment;
mod prepared;
mod report;

pub use experiment::{DEFAULT_EDITS, DEFAULT_MAP, Options, run};
pub use report::{Report, Structure};
