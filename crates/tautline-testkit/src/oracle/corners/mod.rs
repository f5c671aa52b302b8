//! Shortest paths at any angle from corner to corner: a visibility graph with exact integer visibility of its own. And
//! shortest paths of moves between neighbours, with the same visibility.
//!
//! # What is legal
//!
//! A corner `(x, y)` has four quadrants: the cells north-west `(x − 1, y − 1)`, north-east `(x, y − 1)`, south-west
//! `(x − 1, y)` and south-east `(x, y)` of it. What lies outside the map is blocked. At a *double corner* exactly two
//! quadrants that lie opposite each other are blocked and the other two are free. The free quadrants of any other
//! corner hang together.
//!
//! A segment *touches*, at one of its ends or at a corner on it, the quadrant that it runs into from there; where it
//! runs along a grid line, both quadrants beside it. Only free quadrants count.
//!
//! A *segment* between two corners is unobstructed if
//!
//! 1. it passes through the interior of no blocked cell;
//! 2. where it runs along a grid line, each unit edge has at least one free cell beside it;
//! 3. under [`Closed`](tautline::moves::CornerRule::Closed), at each double corner strictly inside it, the quadrants
//!    that it touches just before and just after have one in common. (They never have: a straight line leaves a double
//!    corner on the other side. The rule is stated so that it reads the same as the next one.)
//!
//! A *path* is a sequence of unobstructed segments such that, under `Closed`, at each *turn* on a double corner the
//! quadrants touched by the end of the incoming segment and by the beginning of the outgoing one have one in common:
//! the path goes back into the quadrant that it came from. Under [`Open`](tautline::moves::CornerRule::Open) neither
//! condition on double corners applies.
//!
//! A path of *points* that need not be corners is judged step by step instead: each stays within one free cell, its border
//! included.
//!
//! A *start or goal* is any corner with at least one free quadrant. On a double corner under `Closed` it belongs to
//! one quadrant, and the path leaves or arrives within that: the named one; without a name the south-east one if that
//! is free; otherwise it is ambiguous and refused. Naming a blocked quadrant is an error.

mod check;
mod endpoint;
mod moves;
mod oracle;
mod points;
mod segment;

pub use check::check_corner_path;
pub use endpoint::{Endpoint, EndpointError};
pub use moves::shortest_moves;
pub use oracle::CornerOracle;
pub use points::{check_point_path, weigh_point_path};
pub use segment::{Obstruction, crossed_cells, crossed_cells_by_area, length, obstruction};
