use std::sync::{Mutex, PoisonError};

use super::Planner;
use crate::map::Map;
use crate::search::{Answer, Query, QueryError, Workspace};

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

    /// A workspace that no other thread uses.
    pub(super) fn lend(&self) -> Lent<'_> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Lent { workspace: idle.unwrap_or_default(), from: self }
    }
}

/// A workspace that goes back to the others in the end.
pub(super) struct Lent<'w> {
    pub(super) workspace: Workspace,
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
/// use tautline::engine::{Planner, Workspaces, plan_many};
/// use tautline::map::Map;
/// use tautline::search::Query;
///
/// let map = Map::from_rows(["......", ".####.", "......"])?;
/// let planner = Planner::new("jps", &map)?;
/// let queries: Vec<_> = (0..6).map(|x| Query::new((x, 0), (5 - x, 2))).collect();
/// let mut workspaces = Workspaces::new(); // reused from batch to batch
/// let answers = plan_many(&planner, &map, &queries, &mut workspaces);
/// let costs: Vec<f64> = answers.iter().map(|answer| answer.as_ref().unwrap().path().unwrap().cost()).collect();
/// assert_eq!(costs[0], costs[5], "from corner to corner");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan_many(
    planner: &Planner,
    map: &Map,
    queries: &[Query],
    workspaces: &mut Workspaces,
) -> Vec<Result<Answer, QueryError>> {
    let workspaces = &*workspaces;
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        let answer = |lent: &mut Lent<'_>, query: &Query| planner.plan(map, query, &mut lent.workspace);
        queries.par_iter().map_init(|| workspaces.lend(), answer).collect()
    }
    #[cfg(not(feature = "rayon"))]
    {
        let mut lent = workspaces.lend();
        queries.iter().map(|query| planner.plan(map, query, &mut lent.workspace)).collect()
    }
}
