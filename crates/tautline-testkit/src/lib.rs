//! Naive oracles that hold Tautline's planners to what they claim.
//!
//! Everything here is simple before it is fast, and shares nothing with the code that it judges: the oracles copy a
//! map into a [`PlainWorld`](world::PlainWorld), a list of booleans, and have their own moves, their own exact
//! comparison of lengths and their own visibility.
//!
//! - [`world`]: the plain map, its mirror images, random maps and all maps of a tiny size;
//! - [`oracle::cells`]: cheapest paths from cell to cell, for every diagonal rule and every cost model;
//! - [`oracle::grounds`]: the same on maps with costs of cells and steps, links, hexagons, and turns that cost;
//! - [`oracle::corners`]: shortest paths from corner to corner, at any angle and with four, eight or sixteen neighbours, for both
//!   corner rules;
//! - [`oracle::points`]: shortest paths at any angle between any points, for both corner rules;
//! - [`conformance`]: what every planner of the registry must pass;
//! - [`strategies`]: random worlds for property tests.
//!
//! ```
//! use tautline::geometry::{Cell, Corner};
//! use tautline::moves::{CornerRule, CostModel, DiagonalRule, OctileLength};
//! use tautline_testkit::oracle::cells;
//! use tautline_testkit::oracle::corners::CornerOracle;
//! use tautline_testkit::world::PlainWorld;
//!
//! let world = PlainWorld::from_rows(&[
//!     "...",
//!     ".#.",
//!     "...",
//! ]);
//! let (start, goal) = (Cell::new(0, 0), Cell::new(2, 2));
//! let steps = cells::cheapest(&world, DiagonalRule::NoCornerCutting, CostModel::Octile, start, goal);
//! assert_eq!(steps, Some(OctileLength { straight: 4, diagonal: 0 }));
//!
//! let oracle = CornerOracle::new(&world, CornerRule::Closed);
//! let length = oracle.distance(Corner::new(0, 0), Corner::new(3, 3)).unwrap().unwrap();
//! assert!((length - 2.0 * 5f64.sqrt()).abs() < 1e-12, "around the obstacle, with one turn");
//! ```

pub mod conformance;
pub mod oracle;
pub mod strategies;
pub mod world;
