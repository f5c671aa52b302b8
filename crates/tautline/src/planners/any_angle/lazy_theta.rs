//! Lazy Theta*.

use crate::geometry::Corner;
use crate::moves::CornerMoves;
use crate::planners::angle_planner::{WEIGHT, config};
use crate::planners::corner_options::{CORNERS, NEIGHBOURS, TIES};
use crate::planners::{
    AngleAlgorithm, AnglePlanner, Build, Descriptor, Guarantee, OptionError, Planner, Settings, Update,
};
use crate::world::Ground;

/// Lazy Theta*: as [`Theta`](super::theta::Theta), but whether a corner sees its parent is asked only when it is expanded, so once
/// for each expanded corner and not for each neighbour that is looked at.
///
/// - **Finds** a short path at any angle, hardly longer than those of Theta*.
/// - **Guarantees** a legal path wherever there is one, not a shortest one.
/// - **Needs** nothing.
/// - **Complexity**: each corner is expanded once at most, with one line of sight.
/// - Departs from the paper in the map, which is two-dimensional here.
/// - A. Nash, S. Koenig, C. Tovey: *Lazy Theta\*: Any-Angle Path Planning and Path Length Analysis in 3D*, AAAI 2010.
///   DOI 10.1609/aaai.v24i1.7566.
///
/// ```
/// use tautline::planners::{LazyTheta, Theta};
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["......", "..##..", "......"])?;
/// let (query, workspace) = (Query::new((0, 3), (6, 1)), &mut Workspace::new());
/// let lazy = LazyTheta::new(&grid).plan(&query, workspace)?;
/// let eager = Theta::new(&grid).plan(&query, workspace)?;
/// assert!(lazy.path().is_some() && eager.path().is_some());
/// assert!(lazy.stats.line_of_sight_checks < eager.stats.line_of_sight_checks);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type LazyTheta<'w> = AnglePlanner<'w, LazyThetaOptions>;

/// The options that only [`LazyTheta`] has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LazyThetaOptions {
    /// Which corners are neighbours.
    pub moves: CornerMoves,
}

impl AngleAlgorithm for LazyThetaOptions {
    fn update(self) -> Update {
        Update::LazyTheta(self)
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "lazy-theta",
    name: "Lazy Theta*",
    paper: "Nash, Koenig & Tovey 2010",
    guarantee: Guarantee::Suboptimal,
    any_angle: true,
    index: None,
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[CORNERS, NEIGHBOURS, TIES, WEIGHT],
    build: Build::Corners(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Corner> + 'w>, OptionError> {
    let options = LazyThetaOptions { moves: settings.choice("neighbours") };
    Ok(Box::new(LazyTheta::with_config(ground.plain()?, config(settings, options))))
}
