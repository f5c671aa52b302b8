use super::{Limits, OutOfMemory, Place};
use crate::geometry::{Cell, Corner, Point, Rounded};
use crate::moves::{CornerRule, DiagonalRule, Direction, HexStep};
use crate::world::{Grid, Quadrants, Tiling};

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
    /// Other goals that would do as well: the path leads to whichever is cheapest to reach.
    pub others: Vec<P>,
    /// How near to the goal it is enough to come.
    pub reach: Reach,
    /// Whether a path to the place nearest to the goal is wanted where the goal cannot be reached.
    pub partial: bool,
    /// When to give up.
    pub limits: Limits,
    /// Which places of the path are wanted.
    pub detail: PathDetail,
}

/// How near to its goal a path has to lead. With anything but [`At`](Self::At) the goal may be solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reach {
    /// To the goal itself.
    #[default]
    At,
    /// To a neighbour of the goal: one of eight (of four under [`DiagonalRule::Never`], of six between hexagons), also where no
    /// step leads from there to the goal. Not to the goal itself, where somebody is standing.
    NextTo,
    /// To a place that is at most so many tiles from the goal, from centre to centre (between hexagons: so many steps).
    Within(u32),
}

impl Reach {
    /// Whether a cell is near enough to a goal.
    #[must_use]
    pub fn covers(self, cell: Cell, goal: Cell, rule: DiagonalRule, tiling: Tiling) -> bool {
        match (self, tiling) {
            (Self::At, _) => cell == goal,
            (Self::NextTo, Tiling::Square) => Direction::between(cell, goal)
                .is_some_and(|direction| rule.has_diagonals() || !direction.is_diagonal()),
            (Self::NextTo, Tiling::Hexagonal) => HexStep::distance(cell, goal) == 1,
            (Self::Within(tiles), Tiling::Square) => {
                cell.squared_distance(goal) <= u64::from(tiles) * u64::from(tiles)
            }
            (Self::Within(tiles), Tiling::Hexagonal) => HexStep::distance(cell, goal) <= tiles,
        }
    }

    /// No place that is near enough is farther away than this, along a row or a column (between hexagons: in steps).
    pub(crate) fn radius(self) -> u32 {
        match self {
            Self::At => 0,
            Self::NextTo => 1,
            Self::Within(tiles) => tiles,
        }
    }
}

/// Which places of a path on cells an answer has. (Those of paths at any angle are the same either way.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PathDetail {
    /// Every cell.
    #[default]
    EveryCell,
    /// The ends, every cell where the path turns, and the jump points of planners that jump: between two of them the way is
    /// straight or diagonal. On a ground with links or hexagons, where a line between two cells can mean something else, it is
    /// every cell all the same.
    Waypoints,
}

impl<P: Place> Query<P> {
    /// A query without limits.
    pub fn new(start: impl Into<P>, goal: impl Into<P>) -> Self {
        Self {
            start: start.into(),
            goal: goal.into(),
            others: Vec::new(),
            reach: Reach::default(),
            partial: false,
            limits: Limits::default(),
            detail: PathDetail::default(),
        }
    }

    /// The same query, but another goal would do as well. The answer is a path to the one that is cheapest to reach, and its last
    /// place says which one that is. Blocked goals do not count, unless all of them are.
    ///
    /// Every state that a search looks at is compared with every goal: for very many goals, a
    /// [field](crate::field::Field) from all of them is better.
    ///
    /// ```
    /// use tautline::planners::AStar;
    /// use tautline::search::{Query, Workspace};
    /// use tautline::world::Grid;
    ///
    /// let grid = Grid::from_rows(["...#..", "...#..", "......"])?;
    /// let chests = Query::new((2, 0), (4, 0)).or_to((0, 2));
    /// let answer = AStar::new(&grid).plan(&chests, &mut Workspace::new())?;
    /// assert_eq!(answer.path().unwrap().places.last(), Some(&(0, 2).into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn or_to(mut self, goal: impl Into<P>) -> Self {
        self.others.push(goal.into());
        self
    }

    /// The same query, but each of these goals would do as well; see [`or_to`](Self::or_to).
    #[must_use]
    pub fn or_to_any<G: Into<P>>(mut self, goals: impl IntoIterator<Item = G>) -> Self {
        self.others.extend(goals.into_iter().map(Into::into));
        self
    }

    /// All goals.
    pub fn goals(&self) -> impl Iterator<Item = P> {
        std::iter::once(self.goal).chain(self.others.iter().copied())
    }

    /// The same query with these limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same query for a path that comes only so near to the goal.
    ///
    /// ```
    /// use tautline::planners::AStar;
    /// use tautline::search::{Query, Reach, Workspace};
    /// use tautline::world::Grid;
    ///
    /// let grid = Grid::from_rows(["......", "....#."])?;
    /// let chest = Query::new((0, 1), (4, 1)).with_reach(Reach::NextTo);
    /// let answer = AStar::new(&grid).plan(&chest, &mut Workspace::new())?;
    /// assert_eq!(answer.path().unwrap().cost, 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_reach(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }

    /// The same query, but where the goal is solid or cannot be reached, a path to the reachable place nearest to it (as the
    /// crow flies) is wanted, the cheapest of them where several are equally near.
    ///
    /// ```
    /// use tautline::planners::AStar;
    /// use tautline::search::{Outcome, Query, Workspace};
    /// use tautline::world::Grid;
    ///
    /// let grid = Grid::from_rows(["....#..", "....#.."])?;
    /// let answer = AStar::new(&grid).plan(&Query::new((0, 1), (6, 1)).or_nearest(), &mut Workspace::new())?;
    /// let Outcome::Partial { path, .. } = answer.outcome else { panic!("there is a wall") };
    /// assert_eq!(path.places.last(), Some(&(3, 1).into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn or_nearest(self) -> Self {
        Self { partial: true, ..self }
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

    /// Whether it asks for one goal and for the way up to it.
    fn check_single_goal(&self) -> Result<(), QueryError<P>> {
        if self.reach != Reach::At {
            return Err(QueryError::Unsupported("a path that ends near the goal"));
        }
        if !self.others.is_empty() {
            return Err(QueryError::Unsupported("the nearest of several goals"));
        }
        Ok(())
    }
}

impl Query<Cell> {
    /// Whether both ends are free cells of the map, and nothing is asked for that only some planners know: what all others ask
    /// before they plan.
    pub fn check(&self, grid: &Grid) -> Result<(), QueryError<Cell>> {
        if self.partial {
            return Err(QueryError::Unsupported("the nearest place to a goal that cannot be reached"));
        }
        self.check_single_goal()?;
        self.check_ends(grid)
    }

    /// Whether the ends are cells of the map, and free where they have to be.
    pub fn check_ends(&self, grid: &Grid) -> Result<(), QueryError<Cell>> {
        let &Self { start, goal, .. } = self;
        let (width, height) = (grid.width(), grid.height());
        if !grid.contains(start) {
            return Err(QueryError::StartOutside { start, width, height });
        }
        if let Some(goal) = self.goals().find(|&goal| !grid.contains(goal)) {
            return Err(QueryError::GoalOutside { goal, width, height });
        }
        if grid.is_blocked(start) {
            return Err(QueryError::StartBlocked(start));
        }
        let must_be_free = self.reach == Reach::At && !self.partial;
        if must_be_free && self.goals().all(|goal| grid.is_blocked(goal)) {
            return Err(QueryError::GoalBlocked(goal));
        }
        Ok(())
    }
}

impl Query<Corner> {
    /// Whether both ends are corners of the map that have a free cell next to them and belong to one side under the rule, and
    /// nothing is asked for that planners on corners do not know. Where the way to the nearest place would do, the goal need not
    /// have a free cell next to it.
    ///
    /// Where two obstacles touch at an end, it belongs to the cell south-east of it under [`CornerRule::Closed`]; if that is
    /// blocked, nothing says which side is meant.
    pub fn check(&self, grid: &Grid, rule: CornerRule) -> Result<(), QueryError<Corner>> {
        self.check_single_goal()?;
        let around = |corner| grid.has_corner(corner).then(|| grid.quadrants(corner));
        self.check_around(around(self.start), around(self.goal), grid, rule)
    }
}

impl Query<Point> {
    /// Whether both ends are points of the map at which a path can be, within a free cell or on a side or a corner of one, and nothing
    /// is asked for that planners at any angle do not know. Where an end is a corner, it is held to what holds of
    /// [corners](Query::<Corner>::check).
    pub fn check(&self, grid: &Grid, rule: CornerRule) -> Result<(), QueryError<Point>> {
        self.check_single_goal()?;
        let (width, height) = (f64::from(grid.width()), f64::from(grid.height()));
        let around = |point: Point| {
            let is_inside = (0.0..=width).contains(&point.x) && (0.0..=height).contains(&point.y);
            is_inside.then(|| Quadrants::around(grid, Rounded::from(point)))
        };
        self.check_around(around(self.start), around(self.goal), grid, rule)
    }

    /// The same query from corner to corner, if both ends are corners of the map for which a
    /// [query of corners](Query::<Corner>::check) is in order. Paths may lead over any points, but they begin and end at corners.
    pub fn on_corners(&self, grid: &Grid, rule: CornerRule) -> Result<Query<Corner>, QueryError<Point>> {
        self.check_single_goal()?;
        let start = self.start.corner().ok_or(QueryError::StartBetweenCorners(self.start))?;
        let goal = self.goal.corner().ok_or(QueryError::GoalBetweenCorners(self.goal))?;
        let around = |corner| grid.has_corner(corner).then(|| grid.quadrants(corner));
        self.check_around(around(start), around(goal), grid, rule)?;
        Ok(Query {
            start,
            goal,
            others: Vec::new(),
            reach: self.reach,
            partial: self.partial,
            limits: self.limits.clone(),
            detail: self.detail,
        })
    }
}

impl<P: Place> Query<P> {
    /// Whether paths can lead from start to goal, given which cells around them are free; none where they are not on the map.
    fn check_around(
        &self,
        around_start: Option<Quadrants>,
        around_goal: Option<Quadrants>,
        grid: &Grid,
        rule: CornerRule,
    ) -> Result<(), QueryError<P>> {
        let &Self { start, goal, .. } = self;
        let (width, height) = (grid.width(), grid.height());
        let around_start = around_start.ok_or(QueryError::StartOutside { start, width, height })?;
        let around_goal = around_goal.ok_or(QueryError::GoalOutside { goal, width, height })?;
        let is_ambiguous = |free: Quadrants| free.are_apart(rule) && !free.has_south_east();
        if around_start.is_empty() {
            return Err(QueryError::StartBlocked(start));
        }
        if is_ambiguous(around_start) {
            return Err(QueryError::StartAmbiguous(start));
        }
        if around_goal.is_empty() && !self.partial {
            return Err(QueryError::GoalBlocked(goal));
        }
        if is_ambiguous(around_goal) {
            return Err(QueryError::GoalAmbiguous(goal));
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
    /// The start has to be a corner, and is none.
    #[error("the start {0} is no corner of a cell: its coordinates have to be whole numbers")]
    StartBetweenCorners(P),
    /// The goal has to be a corner, and is none.
    #[error("the goal {0} is no corner of a cell: its coordinates have to be whole numbers")]
    GoalBetweenCorners(P),
    /// Two obstacles touch at the start, and nothing says on which side of them it is.
    #[error(
        "two obstacles touch at the start {0}, and the cell south-east of it, which would tell the side, is blocked: choose another \
         corner, or let paths pass between obstacles (corners=open)"
    )]
    StartAmbiguous(P),
    /// Two obstacles touch at the goal, and nothing says on which side of them it is.
    #[error(
        "two obstacles touch at the goal {0}, and the cell south-east of it, which would tell the side, is blocked: choose another \
         corner, or let paths pass between obstacles (corners=open)"
    )]
    GoalAmbiguous(P),
    /// Something is asked for that this planner cannot do.
    #[error("this planner cannot find {0}: take one of the graph planners, such as astar")]
    Unsupported(&'static str),
    /// A search was to go on with another map or another planner than it was begun with.
    #[error("the map or the planner has changed since the search was begun: begin it again")]
    Changed,
    /// The search memory for a map of this size cannot be had.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}
