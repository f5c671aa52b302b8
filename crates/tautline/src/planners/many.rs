use std::sync::{Mutex, PoisonError};

use super::Planner;
use crate::search::{Answer, Place, Query, QueryError, Workspace};

/// The memory of searches that run at the same time, kept from batch to batch.
#[derive(Debug, Default)]
pub struct Workspaces {
    idle: Mutex<Vec<Workspace>>,
}

impl Workspaces {
    /// None yet: they are made when they are needed, one for each thread.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether there is none yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One that nobody else has.
    fn lend(&self) -> Lent<'_> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Lent { workspace: idle.unwrap_or_default(), from: self }
    }
}

/// A workspace that goes back to the others in the end.
struct Lent<'w> {
    workspace: Workspace,
    from: &'w Workspaces,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        // What a search that panicked has left may be in no order.
        if !std::thread::panicking() {
            let workspace = std::mem::take(&mut self.workspace);
            self.from.idle.lock().unwrap_or_else(PoisonError::into_inner).push(workspace);
        }
    }
}

/// Answers many queries. The answers are in the order of the queries, and each is the one that its query gets alone.
///
/// With the feature `rayon` they are found by all threads of the pool that it is called in, which is the global one unless it is called in
/// `ThreadPool::install`; without it, one after the other. The answers are the same with any number of threads.
///
/// ```
/// use tautline::planners::{Jps, Workspaces, plan_many};
/// use tautline::search::Query;
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["......", ".####.", "......"])?;
/// let queries: Vec<_> = (0..6).map(|x| Query::new((x, 0), (5 - x, 2))).collect();
/// let mut workspaces = Workspaces::new(); // reused from batch to batch
/// let answers = plan_many(&Jps::new(&grid), &queries, &mut workspaces);
/// let costs: Vec<f64> = answers.iter().map(|answer| answer.as_ref().unwrap().path().unwrap().cost).collect();
/// assert_eq!(costs[0], costs[5], "from corner to corner");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan_many<P: Place>(
    planner: &dyn Planner<P>,
    queries: &[Query<P>],
    workspaces: &mut Workspaces,
) -> Vec<Result<Answer<P>, QueryError<P>>> {
    let workspaces = &*workspaces;
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        let answer = |lent: &mut Lent<'_>, query: &Query<P>| planner.plan(query, &mut lent.workspace);
        queries.par_iter().map_init(|| workspaces.lend(), answer).collect()
    }
    #[cfg(not(feature = "rayon"))]
    {
        let mut lent = workspaces.lend();
        queries.iter().map(|query| planner.plan(query, &mut lent.workspace)).collect()
    }
}
