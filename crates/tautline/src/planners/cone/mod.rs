//! Shortest paths at any angle by looking along rows.
//!
//! | planner | file | its search |
//! |---|---|---|
//! | `anya` | `anya.rs` | `search/anya.rs` |
//! | `taut` | `taut.rs` | `search/taut.rs`, which skips pockets (`pocket/`) |
//! | `taut-prepared` | `taut_prepared.rs` | `graph/`: a graph of taut lines between corners |
//!
//! A *cone* is what a corner, its root, sees of a row between two rays; the paper on Anya calls the part of the row an interval. Cones go from row
//! to row until they come to corners at which paths may turn, or are split by obstacles (`rows/`). The searches (`search/`) take the cone with the
//! least estimate, move it on, and open new cones at the corners that they come to.

#![expect(
    clippy::inline_always,
    reason = "the ends of cones change with each row, and to pass them through memory takes a tenth of the time"
)]
#![expect(clippy::needless_bitwise_bool, reason = "short cuts are branches, and these cannot be predicted")]

pub(super) mod anya;
mod graph;
mod pocket;
mod rows;
mod search;
pub(super) mod taut;
pub(super) mod taut_prepared;

use crate::engine::Descriptor;

pub(super) static DESCRIPTORS: &[&Descriptor] =
    &[&anya::DESCRIPTOR, &taut::DESCRIPTOR, &taut_prepared::DESCRIPTOR];
