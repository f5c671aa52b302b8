//! The yardstick: how many times as fast as `pathfinding`'s A* a planner answers the reference queries.
//!
//! The queries are 100 for each of 14 MovingAI maps: 400 spread evenly over the scenario file, of which every fourth. Every
//! planner first answers all of them once, which warms the caches and is verified; then pass by pass the yardstick and each
//! planner answer the whole list, so that whatever slows the machine down hits all of them alike. The fastest time of each
//! query counts.

mod experiment;
mod peer;
mod report;
mod verify;

pub use experiment::{MAPS, Options, run};
pub use report::{MapRow, Report};
