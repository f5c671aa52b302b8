use super::{Place, StopReason};
use crate::path::Path;

/// What was found, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<P: Place> {
    /// What was found.
    pub outcome: Outcome<P>,
    /// What it took.
    pub stats: Stats,
}

impl<P: Place> Answer<P> {
    /// The path from start to goal, if one was found.
    #[must_use]
    pub fn path(&self) -> Option<&Path<P>> {
        match &self.outcome {
            Outcome::Found(path) => Some(path),
            Outcome::Partial { .. } | Outcome::Unreachable | Outcome::Stopped { .. } => None,
        }
    }

    /// The path from start to goal, if one was found, without the rest.
    #[must_use]
    pub fn into_path(self) -> Option<Path<P>> {
        match self.outcome {
            Outcome::Found(path) => Some(path),
            Outcome::Partial { .. } | Outcome::Unreachable | Outcome::Stopped { .. } => None,
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outcome<P: Place> {
    /// A path from the start to the goal.
    Found(Path<P>),
    /// There is none, but one to the reachable place nearest to the goal, which was asked for (see
    /// [`Query::or_nearest`](super::Query::or_nearest)).
    Partial {
        /// The path to that place: as cheap as the planner promises, and with an optimal one to the cheapest of the places that
        /// are equally near.
        path: Path<P>,
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
        nearest: Path<P>,
    },
}

/// Why a path does not lead to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartialReason {
    /// Nobody can stand on the goal.
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
