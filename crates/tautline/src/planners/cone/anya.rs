//! Anya.

use crate::engine::{
    Algorithm, Descriptor, Ends, Guarantee, OptionKind, OptionSpec, Preparation, PrepareError, Settings,
    Update, plan_for_all,
};
use crate::map::Map;
use crate::moves::{CornerRule, PathRule};
use crate::planners::cone::search::anya::AnyaSearch;
pub use crate::planners::cone::search::anya::Prunings;
use crate::planners::options::CORNERS;
use crate::search::{Answer, Observer, Query, QueryError, Workspace};

/// Anya: shortest paths at any angle, by a search over intervals of points instead of single ones.
///
/// A node of the search is a *root*, the last corner at which the paths turn that it stands for, and an interval of points on one
/// row of the grid, all of which the root sees. What it sees through the interval of the next row is an *observable* successor, one
/// for each part between two corners; where an end of the interval is a corner of an obstacle around which a path can turn, that
/// corner becomes the root of *non-observable* successors. f is the length of the shortest path by way of the root and of any point
/// of the interval to the goal, were nothing else in its way.
///
/// - **Finds** a shortest path at any angle between any two points, as its turning points.
/// - **Guarantees** that no path is shorter, but for the rounding of sums of distances. Where intervals end is decided with whole
///   numbers: rounding never confuses two ends, on maps of any size.
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
/// Where two obstacles touch at an end, the path begins or ends in the cell south-east of it (see [`Query::on_corners`]).
/// [`Query::or_nearest`] is refused.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::geometry::Corner;
/// use tautline::map::Map;
/// use tautline::planners::{Anya, AnyaConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows([".....", ".###.", "....."])?;
/// let planner = Anya::new(&map, AnyaConfig::default())?;
/// let answer = planner.plan(&map, &Query::new(Corner::new(0, 2), Corner::new(5, 0)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().corners().unwrap(), [(0, 2), (1, 1), (5, 0)].map(Corner::from));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Anya {
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

impl Anya {
    /// The algorithm with these options.
    pub fn new(map: &Map, config: AnyaConfig) -> Result<Self, PrepareError> {
        DESCRIPTOR.supports(map)?;
        Ok(Self { config })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> AnyaConfig {
        self.config
    }

    /// Nodes are [intervals](crate::search::Interval).
    fn plan_for(
        self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let AnyaConfig { rule, prunings } = self.config;
        DESCRIPTOR.supports(map)?;
        let grid = map.grid();
        let request = query.at_any_angle(DESCRIPTOR.id, grid, rule)?;
        request.refuse_partial(DESCRIPTOR.id)?;
        Ok(AnyaSearch { grid, rule, prunings }.answer(&request, workspace.part(), observer)?)
    }
}

impl Algorithm for Anya {
    plan_for_all!();

    fn id(&self) -> &'static str {
        DESCRIPTOR.id
    }

    fn update_with(&mut self, map: &Map, _: &Preparation) -> Result<Update, PrepareError> {
        DESCRIPTOR.supports(map)?;
        Ok(Update::Unchanged)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }

    fn rule(&self) -> PathRule {
        self.config.rule.into()
    }

    fn ends(&self) -> Ends {
        Ends::Points
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "anya",
    name: "Anya",
    paper: "Harabor, Grastien, Öz & Aksakalli 2016",
    guarantee: Guarantee::Optimal,
    ends: Ends::Points,
    any_angle: true,
    features: &[],
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
    index: None,
    build: |map, settings, _| Ok(Box::new(Anya::new(map, config(settings))?)),
};

fn config(settings: &Settings) -> AnyaConfig {
    let prunings =
        Prunings { cul_de_sac: settings.choice("cul-de-sac"), intermediate: settings.choice("intermediate") };
    AnyaConfig { rule: settings.choice("corners"), prunings }
}
