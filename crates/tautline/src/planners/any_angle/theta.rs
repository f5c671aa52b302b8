//! Basic Theta*.

use crate::any_angle::{First, Paths, Reexpand, Replace};
use crate::geometry::Corner;
use crate::moves::CornerMoves;
use crate::planners::angle_planner::{FIRST, WEIGHT, config};
use crate::planners::corner_options::{CORNERS, NEIGHBOURS, TIES};
use crate::planners::{
    AngleAlgorithm, AngleConfig, AnglePlanner, Build, Choice, Descriptor, Guarantee, OptionError, OptionKind,
    OptionSpec, Planner, Settings, Update,
};
use crate::world::{Ground, Terrain};

/// Basic Theta*: A* over corners in which the parent of a corner can be any corner that it sees.
///
/// - **Finds** a short path at any angle, mostly within a few thousandths of the shortest.
/// - **Guarantees** a legal path wherever there is one, not a shortest one.
/// - **Needs** nothing.
/// - **Complexity**: each corner is expanded once at most; a line of sight for each neighbour that is looked at.
/// - [`new`](AnglePlanner::new) makes one, [`with_config`](AnglePlanner::with_config) one with [`ThetaOptions`], and
///   [`on_terrain`](Self::on_terrain) one for cells with costs; [`plan`](Planner::plan) finds a path, and
///   [`paths_from`](AnglePlanner::paths_from) those to all corners.
/// - Departs from the paper in the rule: by default lines do not pass between diagonally touching obstacles
///   ([`CornerRule::Closed`](crate::moves::CornerRule::Closed)). Lines of sight are decided with whole numbers.
/// - K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR 39, 2010, section 5.
///   DOI 10.1613/jair.2994.
///
/// ```
/// use tautline::planners::{AStarCorners, Theta};
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["......", "..##..", "......"])?;
/// let (query, workspace) = (Query::new((0, 3), (6, 1)), &mut Workspace::new());
/// let on_the_grid = AStarCorners::new(&grid).plan(&query, workspace)?.into_path().unwrap();
/// let path = Theta::new(&grid).plan(&query, workspace)?.into_path().unwrap();
/// assert_eq!(path.places.len(), 3, "one turn");
/// assert!(path.cost < on_the_grid.cost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Theta<'w> = AnglePlanner<'w, ThetaOptions>;

/// The options that only [`Theta`] has.
///
/// ```
/// use tautline::planners::{AngleConfig, Reexpand, Theta, ThetaOptions};
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["......", "..##..", "......"])?;
/// let algorithm = ThetaOptions { reexpand: Reexpand::Yes, ..Default::default() };
/// let theta = Theta::with_config(&grid, AngleConfig { weight: 0.9, algorithm, ..Default::default() });
/// assert!(theta.plan(&Query::new((0, 3), (6, 1)), &mut Workspace::new())?.into_path().is_some());
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
    fn update(self) -> Update {
        Update::Theta(self)
    }
}

impl<'w> Theta<'w> {
    /// Theta* where cells have costs (section 8.2 of the paper): a line costs its pieces in each cell times the cost of the cell,
    /// and the cheaper one of the two ways to a neighbour is taken (see [`segment_cost`](crate::path::segment_cost)).
    ///
    /// ```
    /// use tautline::planners::Theta;
    /// use tautline::search::{Query, Workspace};
    /// use tautline::world::Terrain;
    ///
    /// let swamp = Terrain::from_costs(5, 3, |cell| if cell.x == 2 && cell.y > 0 { 9 } else { 1 })?;
    /// let theta = Theta::on_terrain(&swamp, Default::default());
    /// let path = theta.plan(&Query::new((0, 3), (5, 3)), &mut Workspace::new())?.into_path().unwrap();
    /// assert!(path.places.len() > 2, "around the swamp");
    /// assert_eq!(path.cost, 2.0 * 8f64.sqrt() + 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the weight is not from 0 to 1.
    #[must_use]
    pub fn on_terrain(terrain: &'w Terrain, config: AngleConfig<ThetaOptions>) -> Self {
        Self::on(terrain.into(), config)
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
    id: "theta",
    name: "Basic Theta*",
    paper: "Daniel, Nash, Koenig & Felner 2010",
    guarantee: Guarantee::Suboptimal,
    any_angle: true,
    index: None,
    terrain: true,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[CORNERS, NEIGHBOURS, TIES, WEIGHT, FIRST, REPLACE, REEXPAND, PATHS],
    build: Build::Corners(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Corner> + 'w>, OptionError> {
    let options = ThetaOptions {
        moves: settings.choice("neighbours"),
        first: settings.choice("first"),
        replace: settings.choice("replace"),
        reexpand: settings.choice("reexpand"),
        paths: settings.choice("paths"),
    };
    Ok(Box::new(Theta::on(ground.only_terrain()?, config(settings, options))))
}
