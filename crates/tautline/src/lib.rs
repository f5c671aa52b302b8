//! Tautline is a navigation engine for grid worlds: it plans paths on a map, on the grid and at any angle, and keeps planners
//! right when the map changes. Every planner states what it guarantees, and is tested against an independent oracle.
//!
//! One tile is one unit; x grows to the right and y grows downwards. The library does no I/O, reads no clock except through a
//! deadline that it is handed, starts no thread that it is not asked for, and has no `unsafe`.
//!
//! There are three levels. Each is built on the next.
//!
//! # The easy one: `Navigator`
//!
//! A [`Navigator`] keeps a [`Map`], one planner and the memory of its searches consistent. All methods take `&self`, so threads can
//! share it. A pair of whole numbers is a cell, and a pair of `f64` is a point. For a planner on cells a point is the cell that contains it;
//! for a planner at any angle a cell is its centre (see [`Ends`](engine::Ends)).
//!
//! ```
//! use tautline::{Map, Navigator, Update};
//!
//! let navigator = Navigator::new(Map::from_rows(["......", ".####.", "......"])?, "taut")?;
//! let path = navigator.path((0, 1), (5, 1))?.expect("the wall has two ends");
//! assert!((5.41..5.42).contains(&path.cost()), "from centre to centre");
//! assert!(navigator.path((0.5, 1.75), (5.3, 1.2))?.is_some(), "between any points");
//!
//! let edited = navigator.edit(|map| map.block((3, 0)))?; // the planner is updated, too
//! assert_eq!((edited.value?, edited.update), (true, Update::Repaired));
//! navigator.edit(|map| map.block((3, 2)))?.value?;
//! assert!(navigator.path((0, 1), (5, 1))?.is_none(), "there is no path");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The one with control: `Map`, `Planner`, `Query`, `Workspace`
//!
//! A [`Planner`] is owned and borrows nothing: it is handed the map in each query. Threads can share it, each with a [`Workspace`] of
//! its own. A [`Query`] can ask for more than one goal, a path that ends near a goal, or the place nearest to a goal that cannot be
//! reached; it can have [`Limits`]. The [`Answer`] says what was found, and what the search took. What a planner cannot do, it refuses
//! as [`Unsupported`], with the ids of those that can.
//!
//! ```
//! use std::time::Duration;
//! use tautline::{Map, Planner, Query, QueryError, Update, Workspace};
//!
//! let mut map = Map::from_rows(["......", ".####.", "......"])?;
//! let mut planner = Planner::new("jump-graph:landmarks=16", &map)?;
//! let mut workspace = Workspace::new(); // reused from query to query
//! let query = Query::new((0, 1), (5, 1));
//! let answer = planner.plan(&map, &query, &mut workspace)?;
//! assert_eq!(answer.path().expect("the wall has two ends").cost(), 7.0);
//!
//! // A planner that keeps something derived from the map refuses any other state of it.
//! map.block((3, 0))?;
//! assert!(matches!(planner.plan(&map, &query, &mut workspace), Err(QueryError::Stale(_))));
//! assert_eq!(planner.update(&map)?, Update::Rebuilt); // `jps`, `jps-plus` and `taut` are repaired
//!
//! // What took long to prepare can be stored. It is accepted for the same contents of the map only.
//! let bytes = planner.to_bytes(&map, Duration::ZERO)?;
//! let planner = Planner::from_bytes(&map, &bytes)?;
//! assert!(planner.plan(&map, &query, &mut workspace)?.is_complete());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Registry::core`] lists all planners with their options and guarantees. [`engine::plan_many`] answers many queries by several threads.
//!
//! # The typed one: an algorithm with its configuration
//!
//! [`planners`] has one type for each algorithm. All have the trait [`Algorithm`], and `Planner::from` makes a [`Planner`] of any of
//! them, or of one that another crate implements.
//!
//! ```
//! use tautline::moves::DiagonalRule;
//! use tautline::planners::{Jps, JpsConfig};
//! use tautline::{Algorithm, Map, Query, Workspace};
//!
//! let map = Map::from_rows(["......", ".####.", "......"])?;
//! let jps = Jps::new(&map, JpsConfig { rule: DiagonalRule::CutOneCorner })?;
//! let answer = jps.plan(&map, &Query::new((0, 1), (5, 1)), &mut Workspace::new())?;
//! assert_eq!(answer.path().expect("the wall has two ends").cost(), 3.0 + 8f64.sqrt());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To build another search, begin with [`search::BestFirst`]: one best-first loop, into which a [`search::Space`], a
//! [`heuristic`], an [open list](open), a [`search::Strategy`] and an [`Observer`] are plugged. The graph planners are this
//! loop with different plugs. [`field`] has what one search can tell about the whole map at once: costs, directions, cost matrices.

pub mod engine;
pub mod field;
pub mod geometry;
pub mod heuristic;
pub mod index;
pub mod map;
pub mod moves;
pub mod open;
pub mod path;
pub mod planners;
pub mod random;
pub mod search;
mod tiles;

pub use engine::{
    Algorithm, Error, Guarantee, Navigator, Planner, Preparation, PrepareError, Registry, Selection,
    Unsupported, Update,
};
pub use geometry::{Cell, Corner, Point, Position, Rect};
pub use index::IndexError;
pub use map::{Map, Tile};
pub use path::Path;
pub use search::{Answer, Limits, Observer, Outcome, Query, QueryError, Reach, Workspace};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Those of the page on the library, too.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct Library;
