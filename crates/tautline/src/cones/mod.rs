//! What the planners are made of that find shortest paths at any angle by looking along rows: Anya, Taut, and Taut on what was
//! prepared (`graph/`).
//!
//! A *cone* is what a corner, its root, sees of a row between two rays. It goes from row to row ([`Sweep`]) until it comes to corners at
//! which paths may turn, or is split by obstacles (`crossing.rs`).

#![expect(
    clippy::inline_always,
    reason = "the ends of cones change with each row, and to pass them through memory takes a tenth of the time"
)]
#![expect(clippy::needless_bitwise_bool, reason = "short cuts are branches, and these cannot be predicted")]

mod anya;
mod cone;
mod crossing;
mod ends;
mod flat;
mod graph;
mod open;
mod outlook;
mod pocket;
mod queue;
mod roots;
mod scale;
mod strips;
mod sweep;
mod taut;
mod turn;
mod widened;
mod word;

pub(crate) use anya::AnyaSearch;
pub use anya::Prunings;
pub(crate) use graph::{TautGraph, TautGraphMemory};
pub use graph::{TautLandmarks, TautPreparedConfig};
pub(crate) use pocket::Pockets;
pub(crate) use taut::TautSearch;
