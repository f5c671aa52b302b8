use super::graph_search::{Slice, Task};
use super::{GraphAlgorithm, GraphPlanner, Recipe};
use crate::geometry::Cell;
use crate::heuristic::landmarks::LandmarkConfig;
use crate::search::{Answer, Observer, Query, QueryError, Workspace};
use crate::world::{Links, Revision, Terrain, Tiling, Tolls};

/// A search that is made slice by slice, for programs that have a little time for it in each frame.
///
/// It owns its memory and borrows nothing, so that it can be kept anywhere between two frames; the planner, which is cheap to make,
/// is handed to each [`step`](GraphPlanner::step). However it is cut into slices, the answer is the same as in one go, and so
/// are the counts.
///
/// ```
/// use tautline::planners::AStar;
/// use tautline::search::Query;
/// use tautline::world::Grid;
///
/// let grid = Grid::open(100, 100)?;
/// let mut search = AStar::new(&grid).sliced(Query::new((0, 0), (99, 50)));
/// let mut frames = 1;
/// while AStar::new(&grid).step(&mut search, 20)?.is_none() {
///     frames += 1; // draw one
/// }
/// assert!(frames > 1);
/// assert!(search.answer().unwrap().path().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SlicedSearch {
    query: Query<Cell>,
    made_for: MadeFor,
    workspace: Workspace,
    slice: Slice,
    answer: Option<Answer<Cell>>,
}

/// Which planner a search belongs to, and on which state of which map.
#[derive(Clone, Debug, PartialEq)]
struct MadeFor {
    recipe: Recipe,
    tiling: Tiling,
    grid: Revision,
    terrain: Option<Revision>,
    tolls: Option<Revision>,
    links: Option<Revision>,
    /// The landmarks that guide it.
    landmarks: Option<(LandmarkConfig, Vec<Cell>)>,
}

impl MadeFor {
    fn new<A: GraphAlgorithm>(planner: &GraphPlanner<'_, A>) -> Self {
        let (ground, recipe) = (planner.search().ground(), planner.search().recipe());
        let landmarks = planner.landmarks().map(|landmarks| (landmarks.config(), landmarks.cells().to_vec()));
        Self {
            recipe,
            landmarks,
            tiling: ground.tiling(),
            grid: ground.grid().revision(),
            terrain: ground.terrain().map(Terrain::revision),
            tolls: ground.tolls().map(Tolls::revision),
            links: ground.links().map(Links::revision),
        }
    }
}

impl SlicedSearch {
    /// The answer, once there is one.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer<Cell>> {
        self.answer.as_ref()
    }

    /// The answer, without the rest, once there is one.
    #[must_use]
    pub fn into_answer(self) -> Option<Answer<Cell>> {
        self.answer
    }

    /// What is asked.
    #[must_use]
    pub fn query(&self) -> &Query<Cell> {
        &self.query
    }

    fn step(
        &mut self,
        asked: &MadeFor,
        expansions: u64,
        advance: impl FnOnce(&mut Task<'_>) -> Result<Option<Answer<Cell>>, QueryError<Cell>>,
    ) -> Result<Option<&Answer<Cell>>, QueryError<Cell>> {
        let Self { query, made_for, workspace, slice, answer } = self;
        if made_for != asked {
            return Err(QueryError::Changed);
        }
        if answer.is_none() {
            let done = slice.progress.as_ref().map_or(0, |progress| progress.stats().expanded);
            slice.until = done.saturating_add(expansions);
            *answer = advance(&mut Task { query, workspace, slice })?;
        }
        Ok(answer.as_ref())
    }
}

impl<A: GraphAlgorithm> GraphPlanner<'_, A> {
    /// A search for this planner that is made slice by slice. Nothing of it is made yet.
    #[must_use]
    pub fn sliced(&self, query: Query<Cell>) -> SlicedSearch {
        SlicedSearch {
            query,
            made_for: MadeFor::new(self),
            workspace: Workspace::new(),
            slice: Slice { progress: None, until: 0 },
            answer: None,
        }
    }

    /// Goes on with a search by so many expansions at most; the answer, once there is one.
    ///
    /// It is an error if the map or the planner is not what it was when the search began.
    pub fn step<'s>(
        &self,
        search: &'s mut SlicedSearch,
        expansions: u64,
    ) -> Result<Option<&'s Answer<Cell>>, QueryError<Cell>> {
        search.step(&MadeFor::new(self), expansions, |task| self.search().advance(task))
    }

    /// The same while an observer watches.
    pub fn step_observed<'s>(
        &self,
        search: &'s mut SlicedSearch,
        expansions: u64,
        observer: &mut dyn Observer<Cell>,
    ) -> Result<Option<&'s Answer<Cell>>, QueryError<Cell>> {
        search.step(&MadeFor::new(self), expansions, |task| self.search().advance_observed(task, observer))
    }
}
