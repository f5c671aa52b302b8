//! Whether there is a path at all: what hangs together, counted once and kept right from edit to edit.

mod budget;
mod connectivity;
mod contour;
mod count;
mod flood;
mod naming;
mod neighbourhood;
mod network;
mod prepared;
mod update;

pub use connectivity::{Connectivity, Reachability};
pub use prepared::Components;
