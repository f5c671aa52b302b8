use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::meter::count;

/// When a search gives up. The default is never.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Expand no more states than this. States that Anya [passes over](super::Stats::passed_over) count as well, but many of them can be
    /// passed over at once, so that it may go beyond the cap by those of one state.
    pub max_expansions: Option<u64>,
    /// Stop once this moment has come: no more than [`MOST_WORK`](Self::MOST_WORK) units of work later.
    pub deadline: Option<Instant>,
    /// Stop once this flag is raised: no more than [`MOST_WORK`](Self::MOST_WORK) units of work later.
    pub cancel: Option<CancelFlag>,
}

impl Limits {
    /// No planner does more units of work between two looks at its deadline and its cancel flag, nor after the look that stops it, on a
    /// map with sides of up to [`SIDE`](Self::SIDE) cells; on a larger one, more in proportion to the longer side. A unit is a word of a
    /// scan (up to 64 cells), a cell of a line or of a path, or an edge that is looked at: some nanoseconds.
    ///
    /// Memory is not counted: the first search on a map may have to get some for each cell, and at most one search in 65,000 has to clear it.
    /// Nor is what a query has for each single state: with more than a thousand goals or links, an estimate is as many units.
    pub const MOST_WORK: u64 = 1 << 17;

    /// See [`MOST_WORK`](Self::MOST_WORK).
    pub const SIDE: u32 = 1 << 12;

    /// A cap on expansions and nothing else.
    #[must_use]
    pub fn expansions(max: u64) -> Self {
        Self { max_expansions: Some(max), ..Self::default() }
    }

    /// A deadline and nothing else. A deadline is a moment and not a duration: a query that is asked again needs another one.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use tautline::{Limits, Map, Outcome, Planner, Query, Workspace};
    ///
    /// let map = Map::open(500, 500)?;
    /// let planner = Planner::new("astar", &map)?;
    /// let deadline = Instant::now() + Duration::from_secs(60);
    /// let limits = Limits { max_expansions: Some(100), ..Limits::until(deadline) };
    /// let query = Query::new((0, 0), (499, 490)).with_limits(limits);
    /// let answer = planner.plan(&map, &query, &mut Workspace::new())?;
    /// assert!(matches!(answer.outcome, Outcome::Stopped { .. }));
    /// assert!(answer.path().is_some() && !answer.is_complete(), "as far as the search came");
    /// # Ok::<(), tautline::Error>(())
    /// ```
    #[must_use]
    pub fn until(deadline: Instant) -> Self {
        Self { deadline: Some(deadline), ..Self::default() }
    }

    /// A cancel flag and nothing else.
    #[must_use]
    pub fn cancelled_by(flag: &CancelFlag) -> Self {
        Self { cancel: Some(flag.clone()), ..Self::default() }
    }

    /// Whether there is no limit at all.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.max_expansions.is_none() && self.deadline.is_none() && self.cancel.is_none()
    }

    /// Whether there is anything to look at while work goes on.
    pub(crate) fn is_polled(&self) -> bool {
        self.deadline.is_some() || self.cancel.is_some()
    }

    /// Why work that is not counted in expansions has to stop now, if it has to.
    pub(crate) fn interruption(&self) -> Option<StopReason> {
        if count::look() || self.cancel.as_ref().is_some_and(CancelFlag::is_cancelled) {
            return Some(StopReason::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(StopReason::Deadline)
    }
}

/// A flag that stops searches from another thread.
///
/// ```
/// use tautline::search::{CancelFlag, Limits};
/// let flag = CancelFlag::new();
/// let limits = Limits::cancelled_by(&flag);
/// flag.cancel();
/// assert!(limits.cancel.unwrap().is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops every search that was given this flag or a clone of it.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The cap on expansions was reached.
    Expansions,
    /// The deadline came.
    Deadline,
    /// The cancel flag was raised.
    Cancelled,
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Expansions => "the cap on expansions was reached",
            Self::Deadline => "the deadline came",
            Self::Cancelled => "it was cancelled",
        })
    }
}
