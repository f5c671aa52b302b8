use std::num::NonZeroUsize;

use super::Unsupported;
use crate::heuristic::landmarks::LandmarkConfig;
use crate::moves::CostError;
use crate::search::{Limits, Meter, OutOfMemory, StopReason};

/// How a planner is prepared: when to give up, and on how many threads.
#[derive(Clone, Debug)]
pub struct Preparation {
    /// When to give up. A limit on expansions does not count here. Deadline and cancel flag are looked at before a preparation begins
    /// and then all the time, as in searches: between two looks there is less than a millisecond of work on each thread. What was prepared until then
    /// is freed before the error is returned, which takes longer for gigabytes. A planner that prepares nothing is made in any case.
    pub limits: Limits,
    /// On how many threads at most. What is prepared does not depend on their number.
    pub threads: NonZeroUsize,
}

impl Default for Preparation {
    /// Without limits, on one thread.
    fn default() -> Self {
        Self { limits: Limits::default(), threads: NonZeroUsize::MIN }
    }
}

impl Preparation {
    /// The same on at most this many threads.
    #[must_use]
    pub fn on_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// The same with these limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Whether to go on.
    pub fn check(&self) -> Result<(), PrepareError> {
        self.limits.interruption().map_or(Ok(()), |why| Err(PrepareError::Stopped(why)))
    }

    /// Counts the work of one thread.
    pub(crate) fn meter(&self) -> Meter<'_> {
        Meter::new(&self.limits)
    }
}

/// Costs that might not fit their type on a map of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "costs on a map of {width} × {height} cells might not fit their type: take smaller costs (of cells, steps, tolls, \
     links or turns: with exact lengths those of all cells together must stay below 536870912) or a smaller weight"
)]
pub struct Overflow {
    /// The map's columns.
    pub width: u32,
    /// The map's rows.
    pub height: u32,
}

/// Why a planner cannot be made, or cannot be updated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PrepareError {
    /// A weight that is not within its range.
    #[error("a weight of {found} is not a number from {min} to {max}")]
    Weight {
        /// The weight.
        found: f64,
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// Step costs or a weight so large that the cost of a path on this map might not fit its type.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// A queue where steps differ in cost or an estimate is to be followed: it would take states in the wrong order.
    #[error(
        "a queue keeps the order only where every step costs the same, turns or not, and there is no heuristic: take another open list"
    )]
    Queue,
    /// The options `nodes=fresh` or `nodes=listed`, which are for experiments, on anything but a plain map.
    #[error("nodes other than pooled are for plain maps and searches without a penalty for turns")]
    Nodes,
    /// Bounds for the edges of a graph of jump points that would take too long to prepare.
    #[error(
        "bounds are for maps of up to 50000 jump points, sides of 16000 cells and paths of 30000 steps, and this map has \
         {nodes} jump points: set bounds=auto or bounds=off"
    )]
    Bounds {
        /// How many jump points the map has.
        nodes: usize,
    },
    /// More turning corners than a graph of taut lines can have.
    #[error(
        "a graph of taut lines has at most 33554432 corners and 2147483647 lines, and this map has {corners} turning corners"
    )]
    TurningCorners {
        /// How many turning corners the map has.
        corners: usize,
    },
    /// A number of landmarks that is not from 1 to 64.
    #[error("{0} landmarks are not from 1 to {most}", most = LandmarkConfig::MOST)]
    LandmarkCount(u32),
    /// A penalty for turns that is no number of halves of a tile.
    #[error("a turn penalty of {0} is not a multiple of 0.5 from 0 to 1000")]
    TurnPenalty(f64),
    /// Step costs that do not suit diagonal steps.
    #[error("costs for four neighbours with diagonal steps: {0}; set diagonal=never, or choose other costs")]
    Costs(#[from] CostError),
    /// Something about the map that the planner does not handle.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// What was to be prepared needs more memory than there is.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// Something else, of a planner that is none of this library's.
    #[error("{0}")]
    Other(String),
    /// A limit was reached before it was prepared.
    #[error("the preparation was stopped: {0}")]
    Stopped(StopReason),
}

impl From<StopReason> for PrepareError {
    fn from(why: StopReason) -> Self {
        Self::Stopped(why)
    }
}
