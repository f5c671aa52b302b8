//! Taut: shortest paths at any angle, on maps that may change.

use std::borrow::Cow;

use crate::cones::{BetweenSearch, Pockets, TautSearch};
use crate::geometry::{Corner, Point};
use crate::moves::CornerRule;
use crate::planners::corner_options::CORNERS;
use crate::planners::{
    Build, Descriptor, Guarantee, OptionError, Planner, Settings, plan_as_typed, plan_typed,
};
use crate::search::{Answer, Observer, Query, QueryError, Silent, Workspace};
use crate::world::{Grid, Ground};

/// Shortest paths at any angle, on maps that may change: a search over the corners at which paths turn and the cones that they see.
///
/// Where a shortest path turns around an obstacle, it goes on into a part of one quadrant, a *wedge* between an axis and the line on
/// which it came. What its corner, the *root*, sees there is looked at row by row, as a *cone* between two rays or walls, with a word
/// of 64 cells for each row, until an obstacle splits it or a corner is found around which paths turn: that becomes a root in its turn.
///
/// - **Finds** a shortest path at any angle between two corners, as its turning points.
/// - **Guarantees** that no path is shorter, but for the rounding of sums of distances. Where cones end is decided with whole
///   numbers: no end is taken for another by rounding, on maps of any size.
/// - **Needs** [`Pockets`]: parts of the map in which it need not look. They are found when it is made, in 1 to 20 milliseconds for a
///   million cells, or kept, and repaired by [`Pockets::update`] when the map is edited.
/// - **Complexity**: each corner is a root once for each time that a shorter way to it is found, most often once; what a root sees is
///   looked at only as far as a shortest path may lead there.
/// - It is built on what [`Anya`](super::anya::Anya) teaches, and **departs** from it in these things:
///   - Cones are not split where a corner lies on their row, but where an obstacle does. What they come to is kept in the open list
///     only if it is by more than a few percent longer than the best that is there; as nearly all of it has to be looked at sooner
///     or later, it is most often better done at once.
///   - A cone is given up where a known way by a corner at its end is shorter to all of its points, or comes in between.
///   - A corner behind which there is nothing does not go to the open list.
///   - The ends of cones follow walls: there is something to decide only where a wall ends.
///   - Parts of the map that no shortest path enters, if it neither begins nor ends there, are taken for blocked ([`Pockets`]).
///
/// Ends that are no corners are for [`plan_points`](Self::plan_points).
///
/// Where two obstacles touch at an end, the path begins or ends in the cell south-east of it (see [`Query::check`]).
/// [`Query::or_nearest`] is refused.
///
/// ```
/// use tautline::geometry::Corner;
/// use tautline::planners::{Pockets, Taut};
/// use tautline::search::{Query, Workspace};
/// use tautline::world::{Grid, Tile};
///
/// let mut grid = Grid::from_rows([".....", ".###.", "....."])?;
/// let mut pockets = Pockets::new(&grid, Default::default());
/// let (query, mut workspace) = (Query::new((0, 2), (5, 0)), Workspace::new());
/// let answer = Taut::with_pockets(&grid, &pockets)?.plan(&query, &mut workspace)?;
/// assert_eq!(answer.path().unwrap().places, [(0, 2), (1, 1), (5, 0)].map(Corner::from));
///
/// grid.set((1, 1), Tile::Free)?;
/// pockets.update(&grid);
/// let answer = Taut::with_pockets(&grid, &pockets)?.plan(&query, &mut workspace)?;
/// assert_eq!(answer.path().unwrap().places, [(0, 2), (2, 1), (5, 0)].map(Corner::from));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Taut<'w> {
    grid: &'w Grid,
    pockets: Cow<'w, Pockets>,
}

/// Pockets of another map, or of an earlier state of this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pockets are of another map, or of an earlier state of this one: update them")]
pub struct StalePockets;

impl<'w> Taut<'w> {
    /// For paths that do not pass between diagonally touching obstacles.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_rule(grid, CornerRule::default())
    }

    /// For any rule.
    #[must_use]
    pub fn with_rule(grid: &'w Grid, rule: CornerRule) -> Self {
        Self { grid, pockets: Cow::Owned(Pockets::new(grid, rule)) }
    }

    /// With pockets that are kept from edit to edit, and whose rule it follows. To make it costs nothing: do that for each query, if you
    /// like. The first query with a workspace after an update copies a bit for each cell.
    ///
    /// ```
    /// use tautline::planners::{Pockets, Taut};
    /// use tautline::world::{Grid, Tile};
    ///
    /// let mut grid = Grid::open(9, 9)?;
    /// let mut pockets = Pockets::new(&grid, Default::default());
    /// grid.set((4, 4), Tile::Blocked)?;
    /// assert!(Taut::with_pockets(&grid, &pockets).is_err());
    /// pockets.update(&grid);
    /// assert!(Taut::with_pockets(&grid, &pockets).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_pockets(grid: &'w Grid, pockets: &'w Pockets) -> Result<Self, StalePockets> {
        if pockets.is_current(grid) {
            Ok(Self { grid, pockets: Cow::Borrowed(pockets) })
        } else {
            Err(StalePockets)
        }
    }

    /// The pockets.
    #[must_use]
    pub fn pockets(&self) -> &Pockets {
        &self.pockets
    }

    plan_typed!(pub Corner, "Cones are [intervals](crate::search::Interval).");

    fn plan_for(
        &self,
        query: &Query<Corner>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        if query.partial {
            return Err(QueryError::Unsupported("the nearest place to a goal that cannot be reached"));
        }
        query.check(self.grid, self.pockets.rule())?;
        let Self { grid, pockets } = self;
        Ok(TautSearch { grid, pockets }.answer(query, workspace.part(), observer)?)
    }

    /// Answers a query between any two points: within free cells, on their sides or on corners. The places between the ends of a path
    /// are corners.
    ///
    /// # How robust it is
    ///
    /// - Each end is rounded once, along each axis to a whole number of 2⁻²⁰ of a tile. A point on a grid line stays there, and any other
    ///   strictly between the same two: it never comes to another cell, side or corner, however near it is to one.
    /// - From then on everything is decided exactly, with whole numbers: which corners the ends see, whether they see each other, where
    ///   cones end, where paths turn. No point, be it on a wall or the smallest step away from it, is on its wrong side by rounding.
    /// - Lengths are sums of `f64`. Of two paths whose lengths differ by no more than the rounding of these sums, either may be taken.
    /// - Ends with coordinates that are whole numbers of 2⁻²⁰ of a tile, such as 3.5 or 10.25, are not changed by rounding, so that the
    ///   path is legal and shortest as it is.
    /// - Any other end moves by less than √2 · 2⁻²⁰ of a tile, about 1.4 · 10⁻⁶, within its cell or along its side, which is all free. So
    ///   the length of a shortest path changes by less than that for each end. The path begins and ends at the points as they were
    ///   given, and its cost is its own length: it is at most 4 · √2 · 2⁻²⁰ of a tile longer than the shortest one between them, and its
    ///   first and its last line may cut the corner of an obstacle by less than √2 · 2⁻²⁰ of a tile.
    ///
    /// To look around costs one expansion. A point within an obstacle or outside of the map is an error (see
    /// [`Query::check`](Query::<Point>::check)), and so is [`Query::or_nearest`].
    ///
    /// ```
    /// use tautline::geometry::Point;
    /// use tautline::planners::Taut;
    /// use tautline::search::{Query, QueryError, Workspace};
    /// use tautline::world::Grid;
    ///
    /// let grid = Grid::from_rows([".....", ".###.", "....."])?;
    /// let (taut, mut workspace) = (Taut::new(&grid), Workspace::new());
    /// let answer = taut.plan_points(&Query::new((0.5, 1.75), (4.25, 0.5)), &mut workspace)?;
    /// assert_eq!(answer.path().unwrap().places, [(0.5, 1.75), (1.0, 1.0), (4.25, 0.5)].map(Point::from));
    ///
    /// let inside = taut.plan_points(&Query::new((0.5, 1.75), (2.5, 1.5)), &mut workspace);
    /// assert_eq!(inside, Err(QueryError::GoalBlocked(Point::new(2.5, 1.5))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan_points(
        &self,
        query: &Query<Point>,
        workspace: &mut Workspace,
    ) -> Result<Answer<Point>, QueryError<Point>> {
        self.plan_points_for(query, workspace, &mut Silent)
    }

    /// Answers a query between any two points while somebody watches. The first cones behind the start are a little wider than what
    /// is seen: by less than a thousandth of a tile for each row.
    pub fn plan_points_observed(
        &self,
        query: &Query<Point>,
        workspace: &mut Workspace,
        mut observer: &mut dyn Observer<Point>,
    ) -> Result<Answer<Point>, QueryError<Point>> {
        self.plan_points_for(query, workspace, &mut observer)
    }

    fn plan_points_for(
        &self,
        query: &Query<Point>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Point>,
    ) -> Result<Answer<Point>, QueryError<Point>> {
        if query.partial {
            return Err(QueryError::Unsupported("the nearest place to a goal that cannot be reached"));
        }
        query.check(self.grid, self.pockets.rule())?;
        let Self { grid, pockets } = self;
        Ok(BetweenSearch { grid, pockets }.answer(query, workspace.part(), observer)?)
    }
}

impl Planner<Corner> for Taut<'_> {
    plan_as_typed!(Corner);

    fn rule(&self) -> CornerRule {
        self.pockets.rule()
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }

    fn between_points(&self) -> Option<&dyn Planner<Point>> {
        Some(self)
    }
}

impl Planner<Point> for Taut<'_> {
    fn plan(
        &self,
        query: &Query<Point>,
        workspace: &mut Workspace,
    ) -> Result<Answer<Point>, QueryError<Point>> {
        self.plan_points(query, workspace)
    }

    fn plan_observed(
        &self,
        query: &Query<Point>,
        workspace: &mut Workspace,
        observer: &mut dyn Observer<Point>,
    ) -> Result<Answer<Point>, QueryError<Point>> {
        self.plan_points_observed(query, workspace, observer)
    }

    fn rule(&self) -> CornerRule {
        self.pockets.rule()
    }

    /// For ends that rounding does not change, see [`Taut::plan_points`].
    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "taut",
    name: "Taut: cones from corner to corner",
    paper: "Tautline; after Harabor, Grastien, Öz & Aksakalli 2016",
    guarantee: Guarantee::Optimal,
    any_angle: true,
    index: None,
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[CORNERS],
    build: Build::Corners(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Corner> + 'w>, OptionError> {
    Ok(Box::new(Taut::with_rule(ground.plain()?, settings.choice("corners"))))
}
