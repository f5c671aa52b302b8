use tautline::engine::Planner;
use tautline::geometry::Position;
use tautline::map::Map;
use tautline::search::{Outcome, PathDetail, Query, QueryError, Workspace};

/// Whether there is more to come of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It has to be asked for again.
    More,
    /// That is all of it.
    Done,
}

/// A program that is asked for paths.
pub trait Entry {
    /// Goes on with the path from a start to a goal: appends more of it to what is there already, perhaps nothing. A path that is
    /// still empty in the end means that there is none, or that the start is the goal.
    fn get_path(
        &mut self,
        start: Position,
        goal: Position,
        path: &mut Vec<Position>,
    ) -> Result<Progress, QueryError>;
}

/// A planner, which has the whole path at once.
#[derive(Debug)]
pub struct PlannerEntry<'m> {
    planner: Planner,
    map: &'m Map,
    workspace: Workspace,
}

impl<'m> PlannerEntry<'m> {
    /// A planner on a map, and memory for its searches, which is kept from query to query.
    #[must_use]
    pub fn new(planner: Planner, map: &'m Map) -> Self {
        Self { planner, map, workspace: Workspace::new() }
    }
}

impl Entry for PlannerEntry<'_> {
    fn get_path(
        &mut self,
        start: Position,
        goal: Position,
        path: &mut Vec<Position>,
    ) -> Result<Progress, QueryError> {
        if start != goal {
            let query = Query { detail: PathDetail::Waypoints, ..Query::new(start, goal) };
            let answer = self.planner.plan(self.map, &query, &mut self.workspace)?;
            if let Outcome::Found(found) = answer.outcome {
                path.extend(found.positions());
            }
        }
        Ok(Progress::Done)
    }
}
