//! How a cone goes from row to row, and what happens where it meets corners and obstacles.
//!
//! - `scale.rs`: places along a row in whole numbers, coarse ones with a margin of error and fine ones where those do not decide.
//! - `cone.rs`: a cone. `sweep.rs` moves it on by rows, `strips.rs` and `word.rs` read the words of rows that it looks at.
//! - `crossing.rs`: what lies behind a row: corners at which paths turn, and obstacles that split the cone. `flat.rs` is for cones along a row,
//!   `turn.rs` says between which rays paths turn at a corner.
//! - `widened.rs`: the rays of a first cone that begins at no corner, turned outwards to where they can be computed with.

pub(super) mod cone;
pub(super) mod crossing;
pub(super) mod flat;
pub(super) mod scale;
pub(super) mod strips;
pub(super) mod sweep;
pub(super) mod turn;
pub(super) mod widened;
pub(super) mod word;
