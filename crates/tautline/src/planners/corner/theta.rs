//! Basic Theta*.

use crate::engine::{Choice, Descriptor, Ends, Feature, Guarantee, OptionKind, OptionSpec};
use crate::moves::CornerMoves;
use crate::planners::corner::angle_planner::{FIRST, WEIGHT, config};
use crate::planners::corner::options::{NEIGHBOURS, TIES};
use crate::planners::corner::search::{First, Paths, Reexpand, Replace};
use crate::planners::options::CORNERS;
use crate::planners::{AngleAlgorithm, AngleConfig, AnglePlanner, UpdateVertex};

/// Basic Theta*: A* over corners in which the parent of a corner can be any corner that it sees.
///
/// - **Finds** a short path at any angle, mostly within a few thousandths of the shortest.
/// - **Guarantees** a legal path wherever there is one, not a shortest one.
/// - **Needs** nothing.
/// - **Complexity**: each corner is expanded once at most; a line of sight for each neighbour that is looked at.
/// - Where cells have costs (section 8.2 of the paper), a line costs its pieces in each cell times the cost of the cell, and the cheaper
///   one of the two ways to a neighbour is taken (see [`segment_cost`](crate::path::segment_cost)).
/// - [`paths_from`](AnglePlanner::paths_from) finds the paths to all corners.
/// - Departs from the paper in the rule: by default lines do not pass between diagonally touching obstacles
///   ([`CornerRule::Closed`](crate::moves::CornerRule::Closed)). Lines of sight are decided with whole numbers.
/// - K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR 39, 2010, section 5.
///   DOI 10.1613/jair.2994.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::geometry::Corner;
/// use tautline::map::Map;
/// use tautline::planners::{AStarCorners, AStarCornersConfig, Theta, ThetaConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["......", "..##..", "......"])?;
/// let (query, workspace) = (Query::new(Corner::new(0, 3), Corner::new(6, 1)), &mut Workspace::new());
/// let on_the_grid = AStarCorners::new(&map, AStarCornersConfig::default())?.plan(&map, &query, workspace)?;
/// let theta = Theta::new(&map, ThetaConfig::default())?.plan(&map, &query, workspace)?;
/// let path = theta.path().unwrap();
/// assert_eq!(path.len(), 3, "one turn");
/// assert!(path.cost() < on_the_grid.path().unwrap().cost());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Theta = AnglePlanner<ThetaOptions>;

/// The options of [`Theta`].
pub type ThetaConfig = AngleConfig<ThetaOptions>;

/// The options that only [`Theta`] has.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::geometry::Corner;
/// use tautline::map::Map;
/// use tautline::planners::{Reexpand, Theta, ThetaConfig, ThetaOptions};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["......", "..##..", "......"])?;
/// let algorithm = ThetaOptions { reexpand: Reexpand::Yes, ..Default::default() };
/// let theta = Theta::new(&map, ThetaConfig { weight: 0.9, algorithm, ..Default::default() })?;
/// let answer = theta.plan(&map, &Query::new(Corner::new(0, 3), Corner::new(6, 1)), &mut Workspace::new())?;
/// assert!(answer.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThetaOptions {
    /// Which corners are neighbours.
    pub moves: CornerMoves,
    /// Which of two equally long ways to a neighbour is taken.
    pub first: First,
    /// Whether a way by the expanded corner replaces one that is as long.
    pub replace: Replace,
    /// Whether corners are expanded again when a shorter way to them is found.
    pub reexpand: Reexpand,
    /// Which ways to a neighbour are considered.
    pub paths: Paths,
}

impl AngleAlgorithm for ThetaOptions {
    const ID: &'static str = "theta";

    fn update(self) -> UpdateVertex {
        UpdateVertex::Theta(self)
    }
}

impl Choice for Replace {
    const CHOICES: &'static [(&'static str, Self)] = &[("longer", Self::Longer), ("equal", Self::Equal)];
}

impl Choice for Reexpand {
    const CHOICES: &'static [(&'static str, Self)] =
        &[("no", Self::No), ("yes", Self::Yes), ("delay-goal", Self::DelayGoal)];
}

impl Choice for Paths {
    const CHOICES: &'static [(&'static str, Self)] =
        &[("two", Self::Two), ("three", Self::Three), ("key", Self::Key)];
}

const REPLACE: OptionSpec = OptionSpec {
    name: "replace",
    default: "longer",
    kind: OptionKind::of::<Replace>(),
    help: "whether a way by the expanded corner replaces only longer ones, or equally long ones, too",
};

const REEXPAND: OptionSpec = OptionSpec {
    name: "reexpand",
    default: "no",
    kind: OptionKind::of::<Reexpand>(),
    help: "whether corners are expanded again when a shorter way is found, the goal last if it is delayed",
};

const PATHS: OptionSpec = OptionSpec {
    name: "paths",
    default: "two",
    kind: OptionKind::of::<Paths>(),
    help: "from where a corner may be reached: a neighbour and its parent, its parent's parent, or key vertices",
};

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: ThetaOptions::ID,
    name: "Basic Theta*",
    paper: "Daniel, Nash, Koenig & Felner 2010",
    guarantee: Guarantee::Suboptimal,
    ends: Ends::Points,
    any_angle: true,
    features: &[Feature::Terrain, Feature::Nearest],
    options: &[CORNERS, NEIGHBOURS, TIES, WEIGHT, FIRST, REPLACE, REEXPAND, PATHS],
    index: None,
    build: |map, settings, _| {
        let options = ThetaOptions {
            moves: settings.choice("neighbours"),
            first: settings.choice("first"),
            replace: settings.choice("replace"),
            reexpand: settings.choice("reexpand"),
            paths: settings.choice("paths"),
        };
        Theta::build(map, config(settings, options))
    },
};
