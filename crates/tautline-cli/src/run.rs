//! One call of a planner.

use std::time::{Duration, Instant};

use tautline::engine::Planner;
use tautline::geometry::Position;
use tautline::map::Map;
use tautline::path::Path;
use tautline::search::{Answer, Observer, Outcome, Query, QueryError, Stats, StopReason, Workspace};

/// One call of a planner: what it said, and how long that took.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// What was found, or why the query has no answer.
    pub(crate) answer: Result<Answer, QueryError>,
    /// How long the call took.
    pub(crate) time: Duration,
}

impl Run {
    /// Calls a planner once; nothing but the call is timed.
    pub(crate) fn of(planner: &Planner, map: &Map, query: &Query, workspace: &mut Workspace) -> Self {
        let begun = Instant::now();
        let answer = planner.plan(map, query, workspace);
        Self { answer, time: begun.elapsed() }
    }

    /// The same while an observer watches; the time is that of the watched search.
    pub(crate) fn observed(
        planner: &Planner,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut dyn Observer,
    ) -> Self {
        let begun = Instant::now();
        let answer = planner.plan_observed(map, query, workspace, observer);
        Self { answer, time: begun.elapsed() }
    }

    /// No call, as there was no time to make the planner: the path stays at the start.
    pub(crate) fn none(why: StopReason, start: Position) -> Self {
        let nearest = Path::new(vec![start.point()], 0.0);
        let answer = Answer { outcome: Outcome::Stopped { why, nearest }, stats: Stats::default() };
        Self { answer: Ok(answer), time: Duration::ZERO }
    }

    /// No call, as it would be refused.
    pub(crate) fn refused(error: QueryError) -> Self {
        Self { answer: Err(error), time: Duration::ZERO }
    }

    /// The name of what was found, in every output.
    pub(crate) fn name(&self) -> &'static str {
        self.answer.as_ref().map_or("error", |answer| answer.outcome.name())
    }

    /// The path that was asked for: to the goal, or to the nearest place where that will do.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.answer.as_ref().ok()?.outcome {
            Outcome::Found(path) | Outcome::Partial { path, .. } => Some(path),
            _ => None,
        }
    }

    /// That path, or the one to where the search came if it was stopped.
    pub(crate) fn any_path(&self) -> Option<&Path> {
        self.answer.as_ref().ok()?.path()
    }

    /// What the search did.
    pub(crate) fn stats(&self) -> Stats {
        self.answer.as_ref().map(|answer| answer.stats).unwrap_or_default()
    }
}
