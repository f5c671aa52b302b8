//! Lazy Theta*.

use crate::engine::{Descriptor, Ends, Feature, Guarantee};
use crate::moves::CornerMoves;
use crate::planners::corner::angle_planner::{WEIGHT, config};
use crate::planners::corner::options::{NEIGHBOURS, TIES};
use crate::planners::options::CORNERS;
use crate::planners::{AngleAlgorithm, AngleConfig, AnglePlanner, UpdateVertex};

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
/// use tautline::engine::Algorithm;
/// use tautline::geometry::Corner;
/// use tautline::map::Map;
/// use tautline::planners::{LazyTheta, LazyThetaConfig, Theta, ThetaConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["......", "..##..", "......"])?;
/// let (query, workspace) = (Query::new(Corner::new(0, 3), Corner::new(6, 1)), &mut Workspace::new());
/// let lazy = LazyTheta::new(&map, LazyThetaConfig::default())?.plan(&map, &query, workspace)?;
/// let eager = Theta::new(&map, ThetaConfig::default())?.plan(&map, &query, workspace)?;
/// assert!(lazy.is_complete() && eager.is_complete());
/// assert!(lazy.stats.line_of_sight_checks < eager.stats.line_of_sight_checks);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type LazyTheta = AnglePlanner<LazyThetaOptions>;

/// The options of [`LazyTheta`].
pub type LazyThetaConfig = AngleConfig<LazyThetaOptions>;

/// The options that only [`LazyTheta`] has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LazyThetaOptions {
    /// Which corners are neighbours.
    pub moves: CornerMoves,
}

impl AngleAlgorithm for LazyThetaOptions {
    const ID: &'static str = "lazy-theta";

    fn update(self) -> UpdateVertex {
        UpdateVertex::LazyTheta(self)
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: LazyThetaOptions::ID,
    name: "Lazy Theta*",
    paper: "Nash, Koenig & Tovey 2010",
    guarantee: Guarantee::Suboptimal,
    ends: Ends::Points,
    any_angle: true,
    features: &[Feature::Nearest],
    options: &[CORNERS, NEIGHBOURS, TIES, WEIGHT],
    index: None,
    build: |map, settings, _| {
        let options = LazyThetaOptions { moves: settings.choice("neighbours") };
        LazyTheta::build(map, config(settings, options))
    },
};
