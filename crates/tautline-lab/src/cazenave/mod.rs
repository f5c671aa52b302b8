//! The tables of T. Cazenave: *Optimizations of Data Structures, Heuristics and Algorithms for Path-Finding on Maps*, IEEE
//! Symposium on Computational Intelligence and Games, 2006.
//!
//! Each table is about a set of maps of 300 × 300 cells with 200, 400 or 600 walls. World n is made from seed n, so `tautline
//! generate walls --seed n` makes the same map; its ends are two random free cells, which a path need not join. With eight
//! neighbours, diagonal moves pass between diagonally touching obstacles and cost 3, straight ones cost 2; with four, moves cost 1.
//! Whether there is a path can differ between the two, so they are settings of their own.
//!
//! Figures are sums over the pairs that have a path, so that planners that see at once that there is none gain nothing by it.
//! IDA\* with the paper's cut may lose a path, which is then found without it, or find one that is too long; all others are held to what
//! they promise in the costs of the search.

mod algorithms;
mod check;
mod findings;
mod paper;
mod plan;
mod read;
mod report;
mod sets;
mod tables;
mod tally;
mod worlds;

pub use plan::{Options, Plan, plan};
pub use read::read;
pub use report::report;
pub use sets::ids;

/// The name of the experiment in records.
pub const NAME: &str = "cazenave";
