//! Taut: shortest paths at any angle, without preparation.

use crate::cones::TautSearch;
use crate::geometry::Corner;
use crate::moves::CornerRule;
use crate::planners::corner_options::CORNERS;
use crate::planners::{
    Build, Descriptor, Guarantee, OptionError, Planner, Settings, plan_as_typed, plan_silently,
};
use crate::search::{Answer, Observer, Query, QueryError, Workspace};
use crate::world::{Grid, Ground};

/// Shortest paths at any angle, without preparation: a search over the corners at which paths turn and the cones that they see.
///
/// Where a shortest path turns around an obstacle, it goes on into a part of one quadrant, a *wedge* between an axis and the line on
/// which it came. What its corner, the *root*, sees there is looked at row by row, as a *cone* between two rays or walls, with a word
/// of 64 cells for each row, until an obstacle splits it or a corner is found around which paths turn: that becomes a root in its turn.
///
/// - **Finds** a shortest path at any angle between two corners, as its turning points.
/// - **Guarantees** that no path is shorter, but for the rounding of sums of distances. Where cones end is decided with whole
///   numbers: no end is taken for another by rounding, on maps of any size.
/// - **Needs** nothing: the map may have changed a moment ago.
/// - **Complexity**: each corner is a root once for each time that a shorter way to it is found, most often once; what a root sees is
///   looked at only as far as a shortest path may lead there.
/// - It is built on what [`Anya`](super::anya::Anya) teaches, and **departs** from it in these things:
///   - Cones are not split where a corner lies on their row, but where an obstacle does. What they come to is kept in the open list
///     only if it is by more than a few percent longer than the best that is there; as nearly all of it has to be looked at sooner
///     or later, it is most often better done at once.
///   - A cone is given up where a known way by a corner at its end is shorter to all of its points, or comes in between.
///   - A corner behind which there is nothing does not go to the open list.
///   - The ends of cones follow walls: there is something to decide only where a wall ends.
///
/// Where two obstacles touch at an end, the path begins or ends in the cell south-east of it (see [`Query::check`]).
/// [`Query::or_nearest`] is refused.
///
/// ```
/// use tautline::geometry::Corner;
/// use tautline::planners::Taut;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::{Grid, Tile};
///
/// let mut grid = Grid::from_rows([".....", ".###.", "....."])?;
/// let (query, mut workspace) = (Query::new((0, 2), (5, 0)), Workspace::new());
/// let answer = Taut::new(&grid).plan(&query, &mut workspace)?;
/// assert_eq!(answer.path().unwrap().places, [(0, 2), (1, 1), (5, 0)].map(Corner::from));
///
/// grid.set((1, 1), Tile::Free)?;
/// let answer = Taut::new(&grid).plan(&query, &mut workspace)?;
/// assert_eq!(answer.path().unwrap().places, [(0, 2), (2, 1), (5, 0)].map(Corner::from));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Taut<'w> {
    grid: &'w Grid,
    rule: CornerRule,
}

impl<'w> Taut<'w> {
    /// For paths that do not pass between diagonally touching obstacles.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_rule(grid, CornerRule::default())
    }

    /// For any rule.
    #[must_use]
    pub fn with_rule(grid: &'w Grid, rule: CornerRule) -> Self {
        Self { grid, rule }
    }

    plan_silently!(Corner);

    /// Answers a query while somebody watches: cones are [intervals](crate::search::Interval).
    pub fn plan_observed(
        &self,
        query: &Query<Corner>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        if query.partial {
            return Err(QueryError::Unsupported("the nearest place to a goal that cannot be reached"));
        }
        query.check(self.grid, self.rule)?;
        let Self { grid, rule } = *self;
        Ok(TautSearch { grid, rule }.answer(query, workspace.part(), observer)?)
    }
}

impl Planner<Corner> for Taut<'_> {
    plan_as_typed!(Corner);

    fn rule(&self) -> CornerRule {
        self.rule
    }

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
