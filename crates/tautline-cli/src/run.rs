//! What is asked of a planner and what it answers, whatever kind of place it plans on.

use std::time::Duration;

use tautline::search::{Limits, PartialReason, PathDetail, Reach, Stats, StopReason};

/// The coordinates of a cell or a corner.
pub(crate) type Xy = (i32, i32);

/// The coordinates of any place, which need not be whole numbers.
pub(crate) type Spot = (f64, f64);

/// A cell or a corner as any place.
pub(crate) fn spot((x, y): Xy) -> Spot {
    (x.into(), y.into())
}

/// What is asked.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// Where the path begins.
    pub(crate) start: Spot,
    /// Where it ends.
    pub(crate) goal: Spot,
    /// Other places that would do as well.
    pub(crate) others: Vec<Spot>,
    /// How near to them is near enough.
    pub(crate) reach: Reach,
    /// Whether the way to the nearest place is wanted where there is none to the goal.
    pub(crate) partial: bool,
    /// When to give up.
    pub(crate) limits: Limits,
    /// Which places of the path are wanted.
    pub(crate) detail: PathDetail,
}

impl Question {
    /// A way from one cell or corner to another, without limits.
    pub(crate) fn new(start: Xy, goal: Xy) -> Self {
        Self {
            start: spot(start),
            goal: spot(goal),
            others: Vec::new(),
            reach: Reach::default(),
            partial: false,
            limits: Limits::default(),
            detail: PathDetail::default(),
        }
    }

    /// All places that would do.
    pub(crate) fn goals(&self) -> impl Iterator<Item = Spot> {
        std::iter::once(self.goal).chain(self.others.iter().copied())
    }

    /// An end that is no cell and no corner, if there is one.
    pub(crate) fn point(&self) -> Option<Spot> {
        let is_whole = |number: f64| number.fract() == 0.0;
        let mut ends = std::iter::once(self.start).chain(self.goals());
        ends.find(|&(x, y)| !is_whole(x) || !is_whole(y))
    }
}

/// A path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Walk {
    /// The places in order.
    pub(crate) places: Vec<Spot>,
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
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Found(_) => "found",
            Self::Partial { .. } => "partial",
            Self::Unreachable => "unreachable",
            Self::Stopped { .. } => "stopped",
            Self::Error(_) => "error",
        }
    }

    /// The path that was asked for: to the goal, or to the nearest place where that will do.
    pub(crate) fn path(&self) -> Option<&Walk> {
        match self {
            Self::Found(walk) | Self::Partial { nearest: walk, .. } => Some(walk),
            _ => None,
        }
    }

    /// That path, or as far as the search came.
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
