//! What is asked, what is answered, and the one best-first loop between them.
//!
//! [`BestFirst`] is the skeleton of the graph searches: a [`Space`] to search, an [open list](crate::open), a
//! [heuristic](crate::heuristic), a [`Strategy`] and an [`Observer`] are plugged in. [`AStar`](crate::planners::AStar) and the other
//! planners on the graph of cells and steps are this loop with different plugs.

mod best_first;
mod corner_space;
mod deepening;
mod fringe;
mod grid_space;
mod headed;
mod limits;
mod meter;
mod midpoint_space;
mod nodes;
mod observer;
mod on_cells;
mod other_nodes;
mod outcome;
mod path_meter;
mod pieces;
mod query;
mod space;
mod target;
mod workspace;
mod world_space;

pub use best_first::{BestFirst, Ending, Progress, SearchMemory, Strategy};
pub(crate) use corner_space::Steps;
pub use corner_space::{CornerSpace, CornerState, Side};
pub use deepening::DeadEndCut;
pub(crate) use deepening::{Deepening, DeepeningMemory, Ended};
pub(crate) use fringe::{FringeMemory, FringeSearch};
pub use grid_space::GridSpace;
pub(crate) use headed::HEADINGS;
pub use headed::Headed;
pub use limits::{CancelFlag, Limits, StopReason};
pub use meter::Meter;
pub(crate) use meter::count;
pub use midpoint_space::{Midpoint, MidpointSpace};
pub use nodes::{Node, NodeStore, OutOfMemory, PooledNode, PooledNodes, Status};
pub(crate) use nodes::{reserved, zeroed};
pub use observer::{AngleRange, Interval, Observer, Scan, SightCheck, Silent, Visit};
pub(crate) use on_cells::OfCell;
pub use on_cells::{OnCells, Surroundings};
pub use other_nodes::{FreshNode, FreshNodes, ListedNode, ListedNodes};
pub use outcome::{Answer, Outcome, PartialReason, Stats};
pub(crate) use path_meter::PathMeter;
pub(crate) use pieces::{free_cells, pieces};
pub use query::{PathDetail, Query, QueryError, Reach, Request};
pub use space::{Arrival, Space, StateId};
pub use target::{Nothing, One, Target};
pub use workspace::Workspace;
pub use world_space::WorldSpace;
