//! The yardstick: how many times as fast as `pathfinding`'s A* a planner answers the reference queries.
//!
//! The queries are 100 for each of 14 MovingAI maps: 400 spread evenly over the scenario file, of which every fourth. On each
//! map the yardstick and then each planner is measured by itself, in its own steady state: it answers the whole list once
//! untimed, which warms the caches, and then all its timed passes follow in a row. What planners answered is verified
//! afterwards, and every pass has to give the same. With passes of another program in between, a planner that takes microseconds would be charged for the caches and the branch predictor
//! that the other one left behind. The fastest time of each query counts, so a disturbance of the machine has to hit the same
//! query in every pass to be seen.
//!
//! The other side of it: these are times of a short list that is repeated. Those of planners that take microseconds become
//! smaller with more passes, and are smaller than those of queries that are put once; compare them at the same number of
//! passes only.
//!
//! Planners on corners are given the corners with the coordinates of the cells, and are held against the same yardstick, which
//! plans on the cells. Their lengths are compared with the shortest at any angle where the folder has those in `anyangle/`.

mod experiment;
mod report;

pub use experiment::{Options, run};
pub use report::{Angles, MapRow, PlannerRow, Report};
