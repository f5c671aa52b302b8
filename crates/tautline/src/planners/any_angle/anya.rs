//! Anya.

use crate::cones::AnyaSearch;
pub use crate::cones::Prunings;
use crate::geometry::Corner;
use crate::moves::CornerRule;
use crate::planners::corner_options::CORNERS;
use crate::planners::{
    Build, Descriptor, Guarantee, OptionError, OptionKind, OptionSpec, Planner, Settings, plan_as_typed,
    plan_typed,
};
use crate::search::{Answer, Observer, Query, QueryError, Workspace};
use crate::world::{Grid, Ground};

/// Anya: shortest paths at any angle, by a search over intervals of points instead of single ones.
///
/// A node of the search is a *root*, the last corner at which the paths turn that it stands for, and an interval of points on one
/// row of the grid, all of which the root sees. What it sees through the interval of the next row is an *observable* successor, one
/// for each part between two corners; where an end of the interval is a corner of an obstacle around which a path can turn, that
/// corner becomes the root of *non-observable* successors. f is the length of the shortest path by way of the root and of any point
/// of the interval to the goal, were nothing else in its way.
///
/// - **Finds** a shortest path at any angle between two corners, as its turning points.
/// - **Guarantees** that no path is shorter, but for the rounding of sums of distances. Where intervals end is decided with whole
///   numbers: no end is taken for another by rounding, on maps of any size.
/// - **Needs** nothing: the map may have changed a moment ago.
/// - **Complexity**: each corner is a root once for each time that a shorter way to it is found, most often once.
/// - **Departs** from the paper in these things:
///   - In its pseudocode line 9 of Algorithm 2 lacks a *not*, and line 33 of Algorithm 4 means p and p′. Algorithm 3 takes a node
///     whose projection is blocked for a cul-de-sac; here it is one only if no path turns at its ends either. Rule 4 of section 6,
///     which discards nodes whose root is known with the same g, is applied where a corner becomes a root, so that it does not
///     discard the observable successors of a node, which share its root. Of two equally long ways to a root the first one stays.
///   - Also [`CornerRule::Open`]: where lines pass between two obstacles that touch, a path can turn there to either side.
///   - Corners that the bounding ray of an interval passes through where an obstacle lies on the other side of the ray are left to
///     the root that bounds it: they are seen from there at the same cost.
///   - A node that contains the goal ends the search when no other has a smaller f; f is rounded in the open list, and nodes
///     that are equal but for that are looked at before.
///   - Nodes that intermediate pruning passes over do not count as expanded, but they count for
///     [`Limits::max_expansions`](crate::search::Limits::max_expansions).
/// - D. Harabor, A. Grastien, D. Öz, V. Aksakalli: *Optimal Any-Angle Pathfinding In Practice*, JAIR 56, 2016.
///   DOI 10.1613/jair.5007.
///
/// Where two obstacles touch at an end, the path begins or ends in the cell south-east of it (see [`Query::check`]).
/// [`Query::or_nearest`] is refused.
///
/// ```
/// use tautline::geometry::Corner;
/// use tautline::planners::Anya;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows([".....", ".###.", "....."])?;
/// let answer = Anya::new(&grid).plan(&Query::new((0, 2), (5, 0)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().places, [(0, 2), (1, 1), (5, 0)].map(Corner::from));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Anya<'w> {
    grid: &'w Grid,
    config: AnyaConfig,
}

/// The options of [`Anya`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnyaConfig {
    /// Whether paths pass between two obstacles that touch with their corners.
    pub rule: CornerRule,
    /// Which nodes are kept from the open list.
    pub prunings: Prunings,
}

impl<'w> Anya<'w> {
    /// The algorithm with its default options.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_config(grid, AnyaConfig::default())
    }

    /// The algorithm with these options.
    #[must_use]
    pub fn with_config(grid: &'w Grid, config: AnyaConfig) -> Self {
        Self { grid, config }
    }

    plan_typed!(pub Corner, "Nodes are [intervals](crate::search::Interval).");

    fn plan_for(
        &self,
        query: &Query<Corner>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Corner>, QueryError<Corner>> {
        if query.partial {
            return Err(QueryError::Unsupported("the nearest place to a goal that cannot be reached"));
        }
        let Self { grid, config: AnyaConfig { rule, prunings } } = *self;
        query.check(grid, rule)?;
        Ok(AnyaSearch { grid, rule, prunings }.answer(query, workspace.part(), observer)?)
    }
}

impl Planner<Corner> for Anya<'_> {
    plan_as_typed!(Corner);

    fn rule(&self) -> CornerRule {
        self.config.rule
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "anya",
    name: "Anya",
    paper: "Harabor, Grastien, Öz & Aksakalli 2016",
    guarantee: Guarantee::Optimal,
    any_angle: true,
    index: None,
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[
        CORNERS,
        OptionSpec {
            name: "cul-de-sac",
            default: "on",
            kind: OptionKind::of::<bool>(),
            help: "whether nodes without successors are kept from the open list",
        },
        OptionSpec {
            name: "intermediate",
            default: "on",
            kind: OptionKind::of::<bool>(),
            help: "whether nodes with one successor give their place to it",
        },
    ],
    build: Build::Corners(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Corner> + 'w>, OptionError> {
    let prunings =
        Prunings { cul_de_sac: settings.choice("cul-de-sac"), intermediate: settings.choice("intermediate") };
    let config = AnyaConfig { rule: settings.choice("corners"), prunings };
    Ok(Box::new(Anya::with_config(ground.plain()?, config)))
}
