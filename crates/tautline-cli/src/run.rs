//! What is asked of a planner and what it answers, whatever kind of place it plans on.

use std::time::Duration;

use tautline::search::{Limits, PathDetail, Stats, StopReason};

/// The coordinates of a place.
pub(crate) type Xy = (i32, i32);

/// What is asked.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// Where the path begins.
    pub(crate) start: Xy,
    /// Where it ends.
    pub(crate) goal: Xy,
    /// When to give up.
    pub(crate) limits: Limits,
    /// Which places of the path are wanted.
    pub(crate) detail: PathDetail,
}

/// A path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Walk {
    /// The places in order.
    pub(crate) places: Vec<Xy>,
    /// Its length.
    pub(crate) cost: f64,
    /// How often the heading changes.
    pub(crate) turns: usize,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// A path.
    Found(Walk),
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
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Found(_) => "found",
            Self::Unreachable => "unreachable",
            Self::Stopped { .. } => "stopped",
            Self::Error(_) => "error",
        }
    }

    /// The path to the goal.
    pub(crate) fn path(&self) -> Option<&Walk> {
        match self {
            Self::Found(walk) => Some(walk),
            _ => None,
        }
    }

    /// The path to the goal, or as far as the search came.
    pub(crate) fn walk(&self) -> Option<&Walk> {
        match self {
            Self::Stopped { nearest, .. } => Some(nearest),
            other => other.path(),
        }
    }
}

/// One call of a planner.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// What was found.
    pub(crate) verdict: Verdict,
    /// What the search did.
    pub(crate) stats: Stats,
    /// How long the call took.
    pub(crate) time: Duration,
}
