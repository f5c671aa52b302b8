//! The yardstick: how many times as fast as `pathfinding`'s A* a planner answers the reference queries.
//!
//! The queries are 100 for each of 14 MovingAI maps: 400 spread evenly over the scenario file, of which every fourth. Yardstick and
//! planners take turns, pass by pass; before a pass each answers its list untimed for twenty milliseconds, or it would be charged
//! for the caches and the branch predictor that the one before it left behind. The fastest time of each query counts, so a
//! disturbance of the machine has to hit the same query in every pass to be seen. Every answer is verified afterwards.
//!
//! The other side of it: these are times of a short list that is repeated. Those of planners that take microseconds become
//! smaller with more passes, and are smaller than those of queries that are put once; compare them at the same number of
//! passes only.
//!
//! Planners on corners are given the corners with the coordinates of the cells, and are held against the same yardstick, which
//! plans on the cells. Their lengths are compared with the shortest at any angle where the folder has those in `anyangle/`.

mod plan;
mod read;
mod report;
mod summary;

#[cfg(feature = "peers")]
pub(crate) use plan::world;
pub use plan::{Options, plan};
pub(crate) use read::check_complete;
pub use read::read;
pub use report::{Angles, MapRow, PlannerRow, Report};
pub use summary::summary;

/// The name of the experiment in records.
pub const NAME: &str = "yardstick";
