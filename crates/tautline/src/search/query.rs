use super::{Limits, OutOfMemory};
use crate::engine::{Descriptor, Ends, Feature, Overflow, Unsupported};
use crate::geometry::{Cell, Corner, Point, Position, Rounded};
use crate::map::{Grid, Map, Quadrants, Stale, Tiling};
use crate::moves::{CornerRule, DiagonalRule, Direction, HexStep, PathRule};

/// What is asked: a path from one position to another.
///
/// The ends are cells, points or corners (see [`Position`]). Planners on cells take a point for the cell that contains it: on a side between
/// two cells the one to the right of it or below, free or not, and on the right or lower border of the map the last one. Planners at any angle take a cell for its centre; [`AStarCorners`](crate::planners::AStarCorners) takes corners only (see
/// [`Ends`](crate::engine::Ends)).
///
/// ```
/// use tautline::geometry::{Cell, Position};
/// use tautline::search::{Limits, Query};
///
/// let query = Query::new((1, 1), (7, 5)).with_limits(Limits::expansions(10_000));
/// assert_eq!(query.goal, Position::Cell(Cell::new(7, 5)));
/// ```
#[derive(Clone, Debug)]
pub struct Query {
    /// Where the path begins.
    pub start: Position,
    /// Where it ends.
    pub goal: Position,
    /// Other goals that would do as well: the path leads to whichever is cheapest to reach.
    pub others: Vec<Position>,
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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Reach {
    /// To the goal itself.
    #[default]
    At,
    /// To a neighbour of the goal: one of eight (of four under [`DiagonalRule::Never`], of six between hexagons), also where no
    /// step leads from there to the goal. Not to the goal itself, which may be occupied.
    NextTo,
    /// To a place that is at most this many tiles from the goal, from centre to centre (between hexagons: this many steps).
    Within(f64),
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
            // The root is rounded correctly, so that a distance that was computed in the same way is reached.
            (Self::Within(tiles), Tiling::Square) => (cell.squared_distance(goal) as f64).sqrt() <= tiles,
            (Self::Within(tiles), Tiling::Hexagonal) => f64::from(HexStep::distance(cell, goal)) <= tiles,
        }
    }

    /// No place that is near enough is farther away than this, along a row or a column (between hexagons: in steps).
    pub(crate) fn radius(self) -> u32 {
        match self {
            Self::At => 0,
            Self::NextTo => 1,
            // Coordinates are whole numbers. What is no number, or negative, reaches nothing.
            Self::Within(tiles) => tiles as u32,
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
    /// straight or diagonal. On a map with links or hexagons, where a line between two cells can mean something else, it is
    /// every cell all the same.
    Waypoints,
}

impl Query {
    /// A query without limits.
    pub fn new(start: impl Into<Position>, goal: impl Into<Position>) -> Self {
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
    /// use tautline::engine::Algorithm;
    /// use tautline::map::Map;
    /// use tautline::planners::{AStar, AStarConfig};
    /// use tautline::search::{Query, Workspace};
    ///
    /// let map = Map::from_rows(["...#..", "...#..", "......"])?;
    /// let chests = Query::new((2, 0), (4, 0)).or_to((0, 2));
    /// let planner = AStar::new(&map, AStarConfig::default())?;
    /// let answer = planner.plan(&map, &chests, &mut Workspace::new())?;
    /// assert_eq!(answer.path().unwrap().end(), (0, 2).into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn or_to(mut self, goal: impl Into<Position>) -> Self {
        self.others.push(goal.into());
        self
    }

    /// The same query, but each of these goals would do as well; see [`or_to`](Self::or_to).
    #[must_use]
    pub fn or_to_any<G: Into<Position>>(mut self, goals: impl IntoIterator<Item = G>) -> Self {
        self.others.extend(goals.into_iter().map(Into::into));
        self
    }

    /// All goals.
    pub fn goals(&self) -> impl Iterator<Item = Position> {
        std::iter::once(self.goal).chain(self.others.iter().copied())
    }

    /// Whether a path that ends at a position answers the query: at a goal, or near enough to one, where a planner's paths are legal
    /// under a rule.
    #[must_use]
    pub fn can_end_at(&self, position: Position, map: &Map, rule: PathRule) -> bool {
        match (position, rule) {
            (Position::Cell(cell), PathRule::Steps(rule)) => {
                let mut goals = self.goals().filter_map(|goal| cell_at(goal, map.grid()));
                goals.any(|goal| self.reach.covers(cell, goal, rule, map.tiling()))
            }
            _ => self.goals().any(|goal| goal.point() == position.point()),
        }
    }

    /// The same query with these limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same query for a path that comes only so near to the goal.
    ///
    /// ```
    /// use tautline::engine::Algorithm;
    /// use tautline::map::Map;
    /// use tautline::planners::{AStar, AStarConfig};
    /// use tautline::search::{Query, Reach, Workspace};
    ///
    /// let map = Map::from_rows(["......", "....#."])?;
    /// let chest = Query::new((0, 1), (4, 1)).with_reach(Reach::NextTo);
    /// let planner = AStar::new(&map, AStarConfig::default())?;
    /// let answer = planner.plan(&map, &chest, &mut Workspace::new())?;
    /// assert_eq!(answer.path().unwrap().cost(), 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_reach(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }

    /// The same query, but where the goal is solid or cannot be reached, a path to the reachable place nearest to it (as the
    /// crow flies) is wanted, the cheapest of them where several are equally near. For a planner at any angle such a place is a corner of
    /// the grid, or the start. A next path can begin there: where two obstacles touch at a corner, only the side counts that
    /// [a start](crate::engine::Ends::Points) would be on.
    ///
    /// ```
    /// use tautline::engine::Algorithm;
    /// use tautline::map::Map;
    /// use tautline::planners::{AStar, AStarConfig};
    /// use tautline::search::{Outcome, Query, Workspace};
    ///
    /// let map = Map::from_rows(["....#..", "....#.."])?;
    /// let planner = AStar::new(&map, AStarConfig::default())?;
    /// let answer = planner.plan(&map, &Query::new((0, 1), (6, 1)).or_nearest(), &mut Workspace::new())?;
    /// let Outcome::Partial { path, .. } = answer.outcome else { panic!("there is a wall") };
    /// assert_eq!(path.end(), (3, 1).into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn or_nearest(self) -> Self {
        Self { partial: true, ..self }
    }

    /// The same query for waypoints instead of every cell.
    ///
    /// ```
    /// use tautline::engine::Algorithm;
    /// use tautline::geometry::Cell;
    /// use tautline::map::Map;
    /// use tautline::planners::{Jps, JpsConfig};
    /// use tautline::search::{Query, Workspace};
    ///
    /// let map = Map::open(100, 100)?;
    /// let planner = Jps::new(&map, JpsConfig::default())?;
    /// let answer = planner.plan(&map, &Query::new((0, 0), (90, 40)).for_waypoints(), &mut Workspace::new())?;
    /// assert_eq!(answer.path().unwrap().cells().unwrap(), [(0, 0), (40, 40), (90, 40)].map(Cell::from));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn for_waypoints(self) -> Self {
        Self { detail: PathDetail::Waypoints, ..self }
    }

    /// Whether a planner with this descriptor can answer the query: whether it supports what is asked for, and paths can begin and end at
    /// the ends.
    pub(crate) fn check(
        &self,
        planner: &Descriptor,
        grid: &Grid,
        rule: CornerRule,
    ) -> Result<(), QueryError> {
        let asked = [
            (Feature::Reach, self.reach != Reach::At),
            (Feature::SeveralGoals, !self.others.is_empty()),
            (Feature::Nearest, self.partial),
        ];
        let refused = asked.into_iter().find(|&(what, is)| is && !planner.handles(what));
        let refused = refused.map(|(what, _)| Unsupported::new(planner.id, what));
        // In the order in which planners look at them.
        let is_last = planner.ends != Ends::Cells;
        match refused {
            Some(refused) if !(is_last && refused.what == Feature::Nearest) => return Err(refused.into()),
            _ => {}
        }
        self.goals().try_for_each(|goal| {
            let single = || Self { others: Vec::new(), reach: Reach::At, goal, ..self.clone() };
            match planner.ends {
                Ends::Cells => self.between_cells(planner.id, grid).map(drop),
                Ends::Corners => single().on_corners(planner.id, grid, rule).map(drop),
                Ends::Points => single().at_any_angle(planner.id, grid, rule).map(drop),
            }
        })?;
        refused.map_or(Ok(()), |refused| Err(refused.into()))
    }

    /// The query for a planner on cells, which is named by its id: if both ends are free cells of the map, and nothing is asked for
    /// that only some planners can do.
    #[inline]
    pub fn on_cells(&self, planner: &'static str, grid: &Grid) -> Result<Request<'_, Cell>, QueryError> {
        self.check_single_goal(planner)?;
        if self.partial {
            return Err(Unsupported::new(planner, Feature::Nearest).into());
        }
        self.between_cells(planner, grid)
    }

    /// The same for a planner that finds paths to one of several goals, and paths that end near one.
    // This is a large part of the time of a short query, so the reasons of a refusal are looked for in a function of their own.
    pub fn between_cells(&self, planner: &'static str, grid: &Grid) -> Result<Request<'_, Cell>, QueryError> {
        let (Some(start), Some(goal)) = (cell_at(self.start, grid), cell_at(self.goal, grid)) else {
            return Err(self.end_refused(planner, grid));
        };
        let others = if self.others.is_empty() {
            Vec::new()
        } else {
            let others: Option<Vec<Cell>> = self.others.iter().map(|&goal| cell_at(goal, grid)).collect();
            others.ok_or_else(|| self.end_refused(planner, grid))?
        };
        if grid.is_blocked(start) {
            return Err(QueryError::StartBlocked(start.into()));
        }
        let must_be_free = self.reach == Reach::At && !self.partial;
        if must_be_free && grid.is_blocked(goal) && others.iter().all(|&goal| grid.is_blocked(goal)) {
            return Err(QueryError::GoalBlocked(goal.into()));
        }
        Ok(self.request(start, goal, others))
    }

    /// Why one of the ends is no cell of the map.
    #[cold]
    fn end_refused(&self, planner: &'static str, grid: &Grid) -> QueryError {
        let (start, width, height) = (self.start, grid.width(), grid.height());
        if self.goals().chain([start]).any(|end| matches!(end, Position::Corner(_))) {
            return Unsupported::new(planner, Feature::Corners).into();
        }
        if cell_at(start, grid).is_none() {
            return QueryError::StartOutside { start, width, height };
        }
        let goal = self.goals().find(|&goal| cell_at(goal, grid).is_none()).unwrap_or(self.goal);
        QueryError::GoalOutside { goal, width, height }
    }

    /// The query for a planner on corners, if both ends are corners of the map that have a free cell next to them and belong to one
    /// side under the rule, and nothing is asked for that planners on corners cannot do. Where a path to the nearest place would do,
    /// the goal need not have a free cell next to it.
    ///
    /// Where two obstacles touch at an end, it belongs to the cell south-east of it under [`CornerRule::Closed`]; if that is
    /// blocked, nothing says which side is meant.
    pub fn on_corners(
        &self,
        planner: &'static str,
        grid: &Grid,
        rule: CornerRule,
    ) -> Result<Request<'_, Corner>, QueryError> {
        self.check_single_goal(planner)?;
        let corner = |end| match end {
            Position::Corner(corner) => Ok(corner),
            Position::Cell(_) => Err(Unsupported::new(planner, Feature::Cells)),
            Position::Point(_) => Err(Unsupported::new(planner, Feature::Points)),
        };
        let (start, goal) = (corner(self.start)?, corner(self.goal)?);
        let around = |corner| grid.has_corner(corner).then(|| grid.quadrants(corner));
        self.check_around(around(start), around(goal), grid, rule)?;
        Ok(self.request(start, goal, Vec::new()))
    }

    /// The query for a planner that takes any points, if a path can begin and end at its ends: within a free cell, or on a side or a
    /// corner of one. Ends that are corners are held to what holds of [corners](Self::on_corners).
    pub fn on_points(
        &self,
        planner: &'static str,
        grid: &Grid,
        rule: CornerRule,
    ) -> Result<Request<'_, Point>, QueryError> {
        self.check_single_goal(planner)?;
        let (width, height) = (f64::from(grid.width()), f64::from(grid.height()));
        let around = |point: Point| {
            let is_inside = (0.0..=width).contains(&point.x) && (0.0..=height).contains(&point.y);
            is_inside.then(|| Quadrants::around(grid, Rounded::from(point)))
        };
        let (start, goal) = (self.start.point(), self.goal.point());
        self.check_around(around(start), around(goal), grid, rule)?;
        Ok(self.request(start, goal, Vec::new()))
    }

    /// The same, with corners still told from other points.
    pub(crate) fn at_any_angle(
        &self,
        planner: &'static str,
        grid: &Grid,
        rule: CornerRule,
    ) -> Result<Request<'_, Position>, QueryError> {
        if self.is_between_corners() {
            self.on_corners(planner, grid, rule)?;
        } else {
            self.on_points(planner, grid, rule)?;
        }
        let end = |end: Position| if end.as_corner().is_some() { end } else { end.point().into() };
        Ok(self.request(end(self.start), end(self.goal), Vec::new()))
    }

    /// Whether both ends are corners.
    pub(crate) fn is_between_corners(&self) -> bool {
        matches!((self.start, self.goal), (Position::Corner(_), Position::Corner(_)))
    }

    fn request<P>(&self, start: P, goal: P, others: Vec<P>) -> Request<'_, P> {
        let &Self { reach, partial, ref limits, detail, .. } = self;
        Request { start, goal, others, reach, partial, limits, detail }
    }

    /// Whether it asks for one goal and for the path up to it.
    fn check_single_goal(&self, planner: &'static str) -> Result<(), Unsupported> {
        if self.reach != Reach::At {
            return Err(Unsupported::new(planner, Feature::Reach));
        }
        if !self.others.is_empty() {
            return Err(Unsupported::new(planner, Feature::SeveralGoals));
        }
        Ok(())
    }

    /// Whether paths can lead from start to goal, given which cells around them are free; none where they are not on the map.
    fn check_around(
        &self,
        around_start: Option<Quadrants>,
        around_goal: Option<Quadrants>,
        grid: &Grid,
        rule: CornerRule,
    ) -> Result<(), QueryError> {
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

/// A query for a search between places of one kind, its ends checked: what planners on [cells](Query::on_cells), on
/// [corners](Query::on_corners) and between [points](Query::on_points) make of a query.
#[derive(Clone, Debug)]
pub struct Request<'q, P> {
    /// Where the path begins.
    pub start: P,
    /// Where it ends.
    pub goal: P,
    /// Other goals that would do as well.
    pub others: Vec<P>,
    /// How near to a goal it is enough to come.
    pub reach: Reach,
    /// Whether a path to the place nearest to the goal is wanted where the goal cannot be reached.
    pub partial: bool,
    /// When to stop.
    pub limits: &'q Limits,
    /// Which places of the path are wanted.
    pub detail: PathDetail,
}

impl<P: Copy> Request<'_, P> {
    /// All goals.
    pub fn goals(&self) -> impl Iterator<Item = P> {
        std::iter::once(self.goal).chain(self.others.iter().copied())
    }

    /// Whether a path to the place nearest to the goal is not wanted: for planners that do not find such paths.
    pub fn refuse_partial(&self, planner: &'static str) -> Result<(), Unsupported> {
        if self.partial { Err(Unsupported::new(planner, Feature::Nearest)) } else { Ok(()) }
    }
}

/// The cell at a position that is no corner, if it is on the map: a point on its right or lower border belongs to the last cell.
#[inline]
fn cell_at(position: Position, grid: &Grid) -> Option<Cell> {
    let cell = match position {
        Position::Cell(cell) => cell,
        Position::Corner(_) => return None,
        Position::Point(point) => {
            let (width, height) = (f64::from(grid.width()), f64::from(grid.height()));
            if !((0.0..=width).contains(&point.x) && (0.0..=height).contains(&point.y)) {
                return None;
            }
            let Cell { x, y } = point.cell();
            Cell { x: x.min(grid.width() as i32 - 1), y: y.min(grid.height() as i32 - 1) }
        }
    };
    grid.contains(cell).then_some(cell)
}

/// A question that has no answer, as opposed to the answer "there is no path".
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The start is not on the map.
    #[error("the start, {start}, is outside the map of {width} × {height} cells")]
    StartOutside {
        /// The start.
        start: Position,
        /// The map's columns.
        width: u32,
        /// The map's rows.
        height: u32,
    },
    /// The goal is not on the map.
    #[error("the goal, {goal}, is outside the map of {width} × {height} cells")]
    GoalOutside {
        /// The goal.
        goal: Position,
        /// The map's columns.
        width: u32,
        /// The map's rows.
        height: u32,
    },
    /// The start is blocked: for a planner on cells, its cell.
    #[error("the start, {0}, is blocked")]
    StartBlocked(Position),
    /// The goal is blocked: for a planner on cells, its cell.
    #[error("the goal, {0}, is blocked")]
    GoalBlocked(Position),
    /// Two obstacles touch at the start, and nothing says on which side of them it is.
    #[error(
        "two obstacles touch at the start, {0}, and the cell south-east of it, which would tell the side, is blocked: choose another \
         corner, or let paths pass between obstacles (corners=open)"
    )]
    StartAmbiguous(Position),
    /// Two obstacles touch at the goal, and nothing says on which side of them it is.
    #[error(
        "two obstacles touch at the goal, {0}, and the cell south-east of it, which would tell the side, is blocked: choose another \
         corner, or let paths pass between obstacles (corners=open)"
    )]
    GoalAmbiguous(Position),
    /// Something is asked for, or is on the map, that this planner does not handle.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The map has changed since the planner was made or updated.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// Costs on this map might not fit their type.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// The options `nodes=fresh` or `nodes=listed`, which are for experiments, on anything but a plain map.
    #[error("nodes other than pooled are for plain maps and searches without a penalty for turns")]
    Nodes,
    /// A search was to go on with another map or another planner than it was begun with.
    #[error("the map or the planner has changed since the search was begun: begin it again")]
    Changed,
    /// The search memory for a map of this size cannot be had.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// Something else, of a planner that is none of this library's.
    #[error("{0}")]
    Other(String),
}
