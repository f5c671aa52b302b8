//! Cheapest paths from cell to cell, with moves and exact comparison of its own.
//!
//! A path goes from a free cell to one of its eight neighbours, again and again. A straight step needs nothing but
//! that its end is free. Of a diagonal step, the two cells that both its ends touch with an edge must be free, both of
//! them, one of them or none, as the [`DiagonalRule`](tautline::moves::DiagonalRule) says. What lies outside the map
//! is blocked.

mod check;
mod costs;
mod search;
mod step;

pub use check::check_path;
pub use costs::{compare, exact_cost, value};
pub use search::{cheapest, distances, fewest_steps};
pub(crate) use step::step_between;
