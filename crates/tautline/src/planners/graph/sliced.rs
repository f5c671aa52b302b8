use super::graph_search::Slice;
use super::{GraphAlgorithm, GraphPlanner, Recipe};
use crate::heuristic::landmarks::LandmarkConfig;
use crate::map::{Map, Revision};
use crate::search::{Answer, Observer, Query, QueryError, Workspace};

/// A search that is made slice by slice, for programs that have a little time for it in each frame.
///
/// It owns its memory and borrows nothing, so that it can be kept anywhere between two frames; the map is handed to each
/// [`step`](GraphPlanner::step). However it is cut into slices, the answer is the same as in one go, and so
/// are the counts.
///
/// ```
/// use tautline::map::Map;
/// use tautline::planners::AStar;
/// use tautline::search::Query;
///
/// let map = Map::open(100, 100)?;
/// let planner = AStar::new(&map, Default::default())?;
/// let mut search = planner.sliced(&map, Query::new((0, 0), (99, 50)));
/// let mut frames = 1;
/// while planner.step(&map, &mut search, 20)?.is_none() {
///     frames += 1; // draw one
/// }
/// assert!(frames > 1);
/// assert!(search.answer().unwrap().is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SlicedSearch {
    query: Query,
    made_for: MadeFor,
    workspace: Workspace,
    slice: Slice,
    answer: Option<Answer>,
}

/// Which planner a search belongs to, and on which state of which map.
#[derive(Clone, Debug, PartialEq)]
struct MadeFor {
    recipe: Recipe,
    map: Revision,
    /// The landmarks that guide it.
    landmarks: Option<(LandmarkConfig, Revision)>,
}

impl MadeFor {
    fn new<A: GraphAlgorithm>(planner: &GraphPlanner<A>, map: &Map) -> Self {
        let landmarks = planner.landmarks().map(|landmarks| (landmarks.config(), landmarks.revision()));
        Self { recipe: planner.search().recipe(), map: map.revision(), landmarks }
    }
}

impl SlicedSearch {
    /// The answer, once there is one.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// The answer, without the rest, once there is one.
    #[must_use]
    pub fn into_answer(self) -> Option<Answer> {
        self.answer
    }

    /// What is asked.
    #[must_use]
    pub fn query(&self) -> &Query {
        &self.query
    }
}

impl<A: GraphAlgorithm> GraphPlanner<A> {
    /// A search for this planner that is made slice by slice. Nothing of it is made yet.
    #[must_use]
    pub fn sliced(&self, map: &Map, query: Query) -> SlicedSearch {
        SlicedSearch {
            query,
            made_for: MadeFor::new(self, map),
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
        map: &Map,
        search: &'s mut SlicedSearch,
        expansions: u64,
    ) -> Result<Option<&'s Answer>, QueryError> {
        self.advance(map, search, expansions, None)
    }

    /// The same while an observer watches.
    pub fn step_observed<'s>(
        &self,
        map: &Map,
        search: &'s mut SlicedSearch,
        expansions: u64,
        observer: &mut dyn Observer,
    ) -> Result<Option<&'s Answer>, QueryError> {
        self.advance(map, search, expansions, Some(observer))
    }

    fn advance<'s>(
        &self,
        map: &Map,
        search: &'s mut SlicedSearch,
        expansions: u64,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Option<&'s Answer>, QueryError> {
        let SlicedSearch { query, made_for, workspace, slice, answer } = search;
        if *made_for != MadeFor::new(self, map) {
            return Err(QueryError::Changed);
        }
        if answer.is_none() {
            let done = slice.progress.as_ref().map_or(0, |progress| progress.stats().expanded);
            slice.until = done.saturating_add(expansions);
            *answer = self.search().advance(map, query, workspace, slice, observer)?;
        }
        Ok(answer.as_ref())
    }
}
