use super::StopReason;
use crate::path::Path;

/// What was found, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What was found.
    pub outcome: Outcome,
    /// What it took.
    pub stats: Stats,
}

impl Answer {
    /// The path that was found: to the goal, or as far as the search has come where it is a [partial](Outcome::Partial) one or where
    /// the search was [stopped](Outcome::Stopped). [`is_complete`](Self::is_complete) tells whether it leads to the goal.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.outcome {
            Outcome::Found(path) | Outcome::Partial { path, .. } | Outcome::Stopped { nearest: path, .. } => {
                Some(path)
            }
            Outcome::Unreachable => None,
        }
    }

    /// The [path](Self::path) without the rest.
    #[must_use]
    pub fn into_path(self) -> Option<Path> {
        match self.outcome {
            Outcome::Found(path) | Outcome::Partial { path, .. } | Outcome::Stopped { nearest: path, .. } => {
                Some(path)
            }
            Outcome::Unreachable => None,
        }
    }

    /// Whether it has a path that leads to the goal.
    ///
    /// ```
    /// use tautline::engine::Algorithm;
    /// use tautline::map::Map;
    /// use tautline::planners::{AStar, AStarConfig};
    /// use tautline::search::{Limits, Query, Workspace};
    ///
    /// let map = Map::open(100, 100)?;
    /// let query = Query::new((0, 0), (99, 99)).with_limits(Limits::expansions(10));
    /// let planner = AStar::new(&map, AStarConfig::default())?;
    /// let answer = planner.plan(&map, &query, &mut Workspace::new())?;
    /// assert!(!answer.is_complete());
    /// assert!(answer.path().unwrap().len() > 1, "as far as the search came");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_complete(&self) -> bool {
        matches!(self.outcome, Outcome::Found(_))
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// A path from the start to the goal.
    Found(Path),
    /// There is none, but one to the reachable place nearest to the goal, which was asked for (see
    /// [`Query::or_nearest`](super::Query::or_nearest)).
    Partial {
        /// The path to that place: as cheap as the planner promises, and with an optimal one to the cheapest of the places that
        /// are equally near.
        path: Path,
        /// Why it leads no farther.
        why: PartialReason,
    },
    /// There is none.
    Unreachable,
    /// The search was given up before it knew.
    Stopped {
        /// Which limit it ran into.
        why: StopReason,
        /// A path to the place nearest to the goal (as the crow flies) among those expanded, the cheapest of them
        /// where several are equally near.
        nearest: Path,
    },
}

impl Outcome {
    /// Its name in tables and traces: `found`, `partial`, `unreachable` or `stopped`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Found(_) => "found",
            Self::Partial { .. } => "partial",
            Self::Unreachable => "unreachable",
            Self::Stopped { .. } => "stopped",
        }
    }
}

/// Why a path does not lead to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartialReason {
    /// The goal is blocked.
    GoalBlocked,
    /// No way leads to the goal.
    Unreachable,
}

impl std::fmt::Display for PartialReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::GoalBlocked => "the goal is blocked",
            Self::Unreachable => "no way leads to the goal",
        })
    }
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// States that were expanded, reopened ones each time; taken from the open list or, by planners that follow a state at once (Taut),
    /// without having been there.
    pub expanded: u64,
    /// Successors that were new or had become cheaper, so that they went to the open list.
    pub generated: u64,
    /// Expanded states to which a cheaper way was found afterwards, so that they were opened again.
    pub reopened: u64,
    /// States that were not expanded but passed over, as they have one successor each, which took their place (Anya's intermediate
    /// pruning). They count for a limit on expansions.
    pub passed_over: u64,
    /// Calls of the heuristic.
    pub estimates: u64,
    /// How often the algorithm, as it was published, asks whether a straight line is unblocked.
    pub line_of_sight_checks: u64,
    /// How many lines were followed to answer that. It can be fewer: where the answer changes nothing, or follows from what is
    /// known already.
    pub lines_followed: u64,
    /// How many thresholds searches with thresholds (IDA*, Fringe Search) went through.
    pub iterations: u64,
    /// How often a search was made again because the first one had cut off the path (IDA* with the cut of Cazenave's paper).
    pub repairs: u64,
}
