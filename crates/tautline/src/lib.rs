//! Tautline is a navigation engine for grid worlds.
//!
//! ```text
//! map file ─▶ World ─▶ (prepare) ─▶ Planner ──Query, &mut Workspace──▶ Answer(Path)
//! ```
//!
//! A [`Grid`](world::Grid) says what is free and what is blocked. A planner borrows it, answers a
//! [`Query`](search::Query) with the help of a [`Workspace`](search::Workspace), and returns an
//! [`Answer`](search::Answer): a path, or why there is none, and what the search did. The library does no I/O, starts no
//! thread, draws nothing, and reads no clock except for a deadline it is handed. With the feature `rayon`,
//! [`plan_many`](planners::plan_many) answers many queries by the threads of rayon's pool.
//!
//! ```
//! use tautline::planners::AStar;
//! use tautline::search::{Query, Workspace};
//! use tautline::world::Grid;
//!
//! let grid = Grid::from_rows(["......", ".####.", "......"])?;
//! let mut workspace = Workspace::new(); // reused from query to query
//! let answer = AStar::new(&grid).plan(&Query::new((0, 1), (5, 1)), &mut workspace)?;
//! let path = answer.path().expect("the wall has two ends");
//! assert_eq!((path.places.len(), path.cost), (8, 7.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every algorithm is listed in the [registry](planners::registry) with its guarantee and its options.

mod any_angle;
mod cones;
pub mod field;
pub mod geometry;
pub mod heuristic;
pub mod index;
mod jumps;
pub mod moves;
pub mod open;
pub mod path;
pub mod planners;
pub mod search;
mod tiles;
pub mod world;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
