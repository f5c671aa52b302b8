//! The searches over cones: which one comes next, and which corners are known.
//!
//! `taut.rs` and `anya.rs` are the algorithms. Both are generic over the ends of a query (`ends.rs`): corners, or any points, for which it is found
//! out first which corners see them (`visible_corners.rs`). `roots.rs` has the corners that are known, with the shortest way to each, `queue.rs` and `open.rs`
//! the cones that are to be looked at.

pub(super) mod anya;
pub(super) mod ends;
pub(super) mod open;
pub(super) mod queue;
pub(super) mod roots;
pub(super) mod taut;
pub(super) mod visible_corners;
