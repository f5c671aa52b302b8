use super::{Limits, OutOfMemory, Place};
use crate::geometry::Cell;
use crate::world::Grid;

/// What is asked: a way from one place to another.
///
/// ```
/// use tautline::geometry::Cell;
/// use tautline::search::{Limits, Query};
///
/// let query: Query<Cell> = Query::new((1, 1), (7, 5)).with_limits(Limits::expansions(10_000));
/// assert_eq!(query.goal, Cell::new(7, 5));
/// ```
#[derive(Clone, Debug)]
pub struct Query<P> {
    /// Where the path begins.
    pub start: P,
    /// Where it ends.
    pub goal: P,
    /// When to give up.
    pub limits: Limits,
    /// Which places of the path are wanted.
    pub detail: PathDetail,
}

/// Which places of a path on cells an answer has. (Paths at any angle have their turning points only.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PathDetail {
    /// Every cell.
    #[default]
    EveryCell,
    /// The ends, every cell where the path turns, and the jump points of planners that jump: between two of them the way is
    /// straight or diagonal.
    Waypoints,
}

impl<P: Place> Query<P> {
    /// A query without limits.
    pub fn new(start: impl Into<P>, goal: impl Into<P>) -> Self {
        Self {
            start: start.into(),
            goal: goal.into(),
            limits: Limits::default(),
            detail: PathDetail::default(),
        }
    }

    /// The same query with these limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same query for waypoints instead of every cell.
    ///
    /// ```
    /// use tautline::geometry::Cell;
    /// use tautline::planners::Jps;
    /// use tautline::search::{Query, Workspace};
    /// use tautline::world::Grid;
    ///
    /// let grid = Grid::open(100, 100)?;
    /// let answer = Jps::new(&grid).plan(&Query::new((0, 0), (90, 40)).for_waypoints(), &mut Workspace::new())?;
    /// assert_eq!(answer.path().unwrap().places, [(0, 0), (40, 40), (90, 40)].map(Cell::from));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn for_waypoints(self) -> Self {
        Self { detail: PathDetail::Waypoints, ..self }
    }
}

impl Query<Cell> {
    /// Whether both ends are free cells of the map.
    pub fn check(&self, grid: &Grid) -> Result<(), QueryError<Cell>> {
        let &Self { start, goal, .. } = self;
        let (width, height) = (grid.width(), grid.height());
        if !grid.contains(start) {
            return Err(QueryError::StartOutside { start, width, height });
        }
        if !grid.contains(goal) {
            return Err(QueryError::GoalOutside { goal, width, height });
        }
        if grid.is_blocked(start) {
            return Err(QueryError::StartBlocked(start));
        }
        if grid.is_blocked(goal) {
            return Err(QueryError::GoalBlocked(goal));
        }
        Ok(())
    }
}

/// A question that has no answer, as opposed to the answer "there is no path".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError<P: Place> {
    /// The start is not on the map.
    #[error("the start {start} is outside the map of {width} × {height} cells")]
    StartOutside {
        /// The start.
        start: P,
        /// The map's columns.
        width: u32,
        /// The map's rows.
        height: u32,
    },
    /// The goal is not on the map.
    #[error("the goal {goal} is outside the map of {width} × {height} cells")]
    GoalOutside {
        /// The goal.
        goal: P,
        /// The map's columns.
        width: u32,
        /// The map's rows.
        height: u32,
    },
    /// Nobody can stand on the start.
    #[error("the start {0} is blocked")]
    StartBlocked(P),
    /// Nobody can stand on the goal.
    #[error("the goal {0} is blocked")]
    GoalBlocked(P),
    /// The search memory for a map of this size cannot be had.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}
