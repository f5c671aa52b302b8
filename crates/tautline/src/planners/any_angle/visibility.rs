//! A* on visibility graphs.

use std::borrow::Cow;

use crate::any_angle::{TurningCorner, VisibilityGraph, VisibilitySearch, turning_corners};
use crate::geometry::Corner;
use crate::moves::CornerRule;
use crate::planners::corner_options::CORNERS;
use crate::planners::{
    Build, Descriptor, Guarantee, OptionError, Planner, Settings, plan_as_typed, plan_typed,
};
use crate::search::{Answer, Observer, Query, QueryError, Workspace};
use crate::world::{Grid, Ground};

/// A* on the visibility graph: the corners of obstacles and the straight lines between those that see each other.
///
/// - **Finds** a shortest path at any angle between two corners, as its turning points.
/// - **Guarantees** that no path is shorter, but for the rounding of sums of distances. Which lines are legal is decided with
///   whole numbers.
/// - **Needs** a list of the corners at which a shortest path can turn: [`new`](Self::new) makes it, in one pass over the map.
/// - **Complexity**: at most one expansion for each of these n corners, each with a look at all n, and a line-of-sight check for
///   those to which a taut line might lead by a shorter way than the one that is known: O(n²) looks at worst. With a prepared
///   [`VisibilityGraph`], only the start looks at all corners, and each expanded corner checks one line, that to the goal.
/// - **Departs** from the paper in these things:
///   - By default lines do not pass between diagonally touching obstacles ([`CornerRule::Closed`]), and with
///     [`CornerRule::Open`] they do as in the paper.
///   - Not all corners of blocked cells are vertices, only those with exactly one blocked cell around them and, if lines pass
///     there, those at which two obstacles touch. At any other a path that turns can be made shorter.
///   - Only *taut* lines are looked at: those along which a path can come to a corner, or go on from it, and be wrapped around its
///     obstacle. A path with any other turn can be made shorter by cutting the corner just there. That also holds given the way
///     by which the search has come to a corner: if that is a shortest one, and going on from it is not taut, then no shortest
///     path to what comes next leads over the corner, by whichever way.
/// - K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR 39, 2010, section 4.4. DOI
///   10.1613/jair.2994. Taut lines: Y.-H. Liu, S. Arimoto: *Path Planning Using a Tangent Graph for Mobile Robots Among Polygonal
///   and Curved Obstacles*, 1992.
///
/// Where two obstacles touch at an end, the path begins or ends in the cell south-east of it (see [`Query::check`]). The nearest
/// place to a goal that cannot be reached need not be a corner of an obstacle: [`Query::or_nearest`] is refused.
///
/// ```
/// use tautline::geometry::Corner;
/// use tautline::planners::Visibility;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows([".....", ".###.", "....."])?;
/// let answer = Visibility::new(&grid).plan(&Query::new((0, 2), (5, 0)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert_eq!(path.places, [(0, 2), (1, 1), (5, 0)].map(Corner::from));
/// assert!((path.cost - (2f64.sqrt() + 17f64.sqrt())).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Visibility<'w> {
    grid: &'w Grid,
    rule: CornerRule,
    corners: Cow<'w, [TurningCorner]>,
    graph: Option<&'w VisibilityGraph>,
}

/// A graph that was prepared for another map, or for an earlier state of this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the visibility graph does not fit the map as it is now: prepare it again")]
pub struct StaleGraph;

impl<'w> Visibility<'w> {
    /// For paths that do not pass between diagonally touching obstacles.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_rule(grid, CornerRule::default())
    }

    /// For any rule.
    #[must_use]
    pub fn with_rule(grid: &'w Grid, rule: CornerRule) -> Self {
        Self { grid, rule, corners: Cow::Owned(turning_corners(grid, rule)), graph: None }
    }

    /// With a graph that was prepared before, and whose rule it follows.
    ///
    /// ```
    /// use tautline::planners::{Visibility, VisibilityGraph};
    /// use tautline::world::{Grid, Tile};
    ///
    /// let mut grid = Grid::from_rows([".....", ".###.", "....."])?;
    /// let graph = VisibilityGraph::new(&grid, Default::default());
    /// assert_eq!((graph.corners(), graph.edges()), (4, 4));
    /// assert!(Visibility::with_graph(&grid, &graph).is_ok());
    /// grid.set((2, 1), Tile::Free)?;
    /// assert!(Visibility::with_graph(&grid, &graph).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_graph(grid: &'w Grid, graph: &'w VisibilityGraph) -> Result<Self, StaleGraph> {
        if !graph.is_current(grid) {
            return Err(StaleGraph);
        }
        let corners = Cow::Borrowed(graph.turning_corners());
        Ok(Self { grid, rule: graph.rule(), corners, graph: Some(graph) })
    }

    plan_typed!(pub Corner);

    fn plan_for(
        &self,
        query: &Query<Corner>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        if query.partial {
            return Err(QueryError::Unsupported("the nearest place to a goal that cannot be reached"));
        }
        query.check(self.grid, self.rule)?;
        let Self { grid, rule, graph, .. } = *self;
        VisibilitySearch { grid, rule, corners: &self.corners, graph }.answer(query, workspace, observer)
    }
}

impl Planner<Corner> for Visibility<'_> {
    plan_as_typed!(Corner);

    fn rule(&self) -> CornerRule {
        self.rule
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "visibility",
    name: "A* on visibility graphs",
    paper: "Daniel, Nash, Koenig & Felner 2010",
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
    Ok(Box::new(Visibility::with_rule(ground.plain()?, settings.choice("corners"))))
}
