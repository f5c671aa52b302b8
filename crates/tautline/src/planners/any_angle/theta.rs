//! Basic Theta*.

use crate::planners::angle_planner::{OPTIONS, build};
use crate::planners::{AngleAlgorithm, AnglePlanner, Build, Descriptor, Guarantee, Update};

/// Basic Theta*: A* over corners in which the parent of a corner can be any corner that it sees.
///
/// - **Finds** a short path at any angle, mostly within a few thousandths of the shortest.
/// - **Guarantees** a legal path wherever there is one, not a shortest one.
/// - **Needs** nothing.
/// - **Complexity**: each corner is expanded once at most; a line of sight for each neighbour that is looked at.
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
pub type Theta<'w> = AnglePlanner<'w, Basic>;

/// What tells [`Theta`] from its relatives.
#[derive(Clone, Copy, Debug)]
pub struct Basic;

impl AngleAlgorithm for Basic {
    const UPDATE: Update = Update::Theta;
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "theta",
    name: "Basic Theta*",
    paper: "Daniel, Nash, Koenig & Felner 2010",
    guarantee: Guarantee::Suboptimal,
    any_angle: true,
    index: None,
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: OPTIONS,
    build: Build::Corners(build::<Basic>),
};
