use std::time::Duration;

use tautline::search::{PartialReason, Stats, StopReason};

use crate::Spot;

/// A path.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// The places in order.
    pub places: Vec<Spot>,
    /// Its length.
    pub cost: f64,
    /// How often the heading changes.
    pub turns: usize,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// A path.
    Found(Walk),
    /// None, but one to the nearest place that can be reached.
    Partial {
        /// That path.
        nearest: Walk,
        /// Why it leads no farther.
        why: PartialReason,
    },
    /// There is none.
    Unreachable,
    /// The search was given up.
    Stopped {
        /// Which limit it ran into.
        why: StopReason,
        /// The way to the place nearest to the goal.
        nearest: Walk,
    },
    /// The question has no answer, and this is why.
    Error(String),
}

impl Verdict {
    /// Its name in every output.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Found(_) => "found",
            Self::Partial { .. } => "partial",
            Self::Unreachable => "unreachable",
            Self::Stopped { .. } => "stopped",
            Self::Error(_) => "error",
        }
    }

    /// The path that was asked for: to the goal, or to the nearest place where that will do.
    #[must_use]
    pub fn path(&self) -> Option<&Walk> {
        match self {
            Self::Found(walk) | Self::Partial { nearest: walk, .. } => Some(walk),
            _ => None,
        }
    }

    /// That path, or as far as the search came.
    #[must_use]
    pub fn walk(&self) -> Option<&Walk> {
        match self {
            Self::Stopped { nearest, .. } => Some(nearest),
            other => other.path(),
        }
    }
}

/// One call of a planner.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was found.
    pub verdict: Verdict,
    /// What the search did.
    pub stats: Stats,
    /// How long the call took.
    pub time: Duration,
}
