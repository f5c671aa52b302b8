//! How time grows with the map, with the number of queries in a batch, and with the number of agents.
//!
//! - [`Axis::Map`]: worlds of several kinds from 256 × 256 to 8192 × 8192 cells, whose walls, rooms and corridors keep their size. The
//!   ends of the queries are in the same parts of the map on every size, at the nearest cells from which one gets around: so what
//!   grows is the map, and not the luck of the draw.
//! - [`Axis::Batch`]: one world, and from one query to a million in a call of [`plan_many`](tautline::engine::plan_many), on one
//!   thread and on all. Small batches are made as often as it takes to answer as many queries as the large ones.
//! - [`Axis::Agents`]: crowds from 250 to 64,000 agents, as dense in every size, on one thread and on all.
//!
//! As in the other experiments, [`jobs`] measure and verify, [`read`] takes what was kept of it, [`report`] and [`plots`]
//! are functions of that and of nothing else. A run can be stopped between two jobs, each of which has a name, and go on there.

mod agents;
mod axis;
mod batch;
mod fit;
mod maps;
mod plan;
mod plots;
mod read;
mod report;
mod row;
mod series;
mod worlds;

pub use crate::theta::Extent;
pub use axis::Axis;
pub use plan::{Job, Options, jobs};
pub use plots::plots;
pub use read::read;
pub use report::report;
pub use row::Row;

/// The name of the experiment.
pub const NAME: &str = "scale";
