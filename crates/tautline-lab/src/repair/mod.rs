//! Repair: what the structures that planners keep and the components cost, and how much cheaper than a new one a repair after an edit
//! is. The jump table is what `jps-plus` keeps, the jump bits are what `jps` keeps, and the pockets what `taut` does: an update of
//! the planner repairs them.
//!
//! Everything is measured on one map. A structure is built three times, and the fastest counts. A thousand A* queries that
//! are spread evenly over the scenario, every answer verified, are what the preparation is compared with. The edits are drawn
//! from a seed: each turns one cell of the map from free to blocked or back, and they add up. They are made four times from
//! the beginning: once with the structure compared after every hundredth edit and the last with a new one (of pockets, the lengths of
//! the paths that they lead to), and then three times timed; the fastest repair of each edit counts.

//!
//! Then patches of 10 to 20,000 cells are made and undone, compact ones and scattered cells: rows of [`PatchRow`], two for each patch, of
//! which [`patch_table`] makes a table. Repairs and builds take turns, and the structure is compared with a new one after each patch.

mod experiment;
mod patch_table;
mod patches;
mod prepared;
mod read;
mod report;

pub use experiment::{DEFAULT_EDITS, DEFAULT_MAP, Options, run, run_patches};
pub use patch_table::patch_table;
pub use patches::{DEFAULT_PATCHES, PatchRow, SIZES, Shape};
pub use read::read_patches;
pub use report::{Report, Structure};
