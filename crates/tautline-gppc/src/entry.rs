use tautline::planners::Planner;
use tautline::search::{Outcome, PathDetail, Place, Query, QueryError, Workspace};

/// Whether there is more to come of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It has to be asked for again.
    More,
    /// That is all of it.
    Done,
}

/// Somebody who is asked for paths.
pub trait Entry<P: Place> {
    /// Goes on with the path from a start to a goal: puts some more of it behind what is there already, perhaps nothing. A path
    /// that is still empty in the end says that there is none, or that the start is the goal.
    fn get_path(&mut self, start: P, goal: P, path: &mut Vec<P>) -> Result<Progress, QueryError<P>>;
}

/// A planner of the registry, which has the whole path at once.
pub struct PlannerEntry<'w, P: Place> {
    planner: Box<dyn Planner<P> + 'w>,
    workspace: Workspace,
}

impl<'w, P: Place> PlannerEntry<'w, P> {
    /// A planner on a map, and memory for its searches, which is kept from query to query.
    #[must_use]
    pub fn new(planner: Box<dyn Planner<P> + 'w>) -> Self {
        Self { planner, workspace: Workspace::new() }
    }
}

impl<P: Place> Entry<P> for PlannerEntry<'_, P> {
    fn get_path(&mut self, start: P, goal: P, path: &mut Vec<P>) -> Result<Progress, QueryError<P>> {
        if start != goal {
            let query = Query { detail: PathDetail::Waypoints, ..Query::new(start, goal) };
            if let Outcome::Found(found) = self.planner.plan(&query, &mut self.workspace)?.outcome {
                path.extend(found.places);
            }
        }
        Ok(Progress::Done)
    }
}
