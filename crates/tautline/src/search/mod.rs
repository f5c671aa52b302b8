//! What is asked, what is answered, and the one best-first loop between them.
//!
//! [`BestFirst`] is the skeleton of the graph searches: a [`Space`] to search, an [open list](crate::open), a
//! [heuristic](crate::heuristic), a [`Strategy`] and an [`Observer`] are plugged in. The planners of
//! [`planners::graph`](crate::planners::graph) are this loop with different plugs.

mod best_first;
mod grid_space;
mod limits;
mod nodes;
mod observer;
mod outcome;
mod place;
mod query;
mod space;
mod workspace;

pub use best_first::{BestFirst, Ending, SearchMemory, Strategy};
pub use grid_space::GridSpace;
pub use limits::{CancelFlag, Limits, StopReason};
pub use nodes::OutOfMemory;
pub(crate) use nodes::zeroed;
pub use observer::{Observer, Scan, Silent, Visit};
pub use outcome::{Answer, Outcome, Stats};
pub use place::Place;
pub use query::{PathDetail, Query, QueryError};
pub use space::{Arrival, Space, StateId};
pub use workspace::Workspace;
