//! ALT: A* with landmarks.

use super::astar::AStarConfig;
use crate::engine::{Descriptor, Ends, Guarantee, OptionSpec, PrepareError, Settings};
use crate::heuristic::landmarks::{LandmarkConfig, LandmarkUse};
use crate::planners::graph::landmark_options::{self, CHOICE, LANDMARKS, SEED, landmarks};
use crate::planners::graph::options::{COSTS, NODES, OPEN, REMEMBER_H, TIES, moves};
use crate::planners::options::DIAGONAL;
use crate::planners::{GraphAlgorithm, GraphPlanner, Recipe};

/// ALT: A* with the triangle inequality over landmarks, all of them for each estimate.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper. With whole-number costs, cheapest in those.
/// - **Needs** [`Landmarks`](crate::heuristic::landmarks::Landmarks), prepared by [`new`](Self::new). After an edit of the map they are
///   prepared again.
/// - **Complexity**: no state that A* would not expand, once each; an estimate takes time for each landmark. Preparing takes a
///   search over the whole map for each of them, and with them 2 or 4 bytes for each cell. Where a landmark reaches just one of the
///   ends, it is known at once that there is no path.
/// - Departs from the paper: distances are the same in both directions on a grid; the estimate is never below that on an empty map
///   (as in Cazenave's paper).
/// - A. V. Goldberg, C. Harrelson: *Computing the Shortest Path: A\* Search Meets Graph Theory*, SODA 2005.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{Alt, AltConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", "..#.", "...."])?;
/// let planner = Alt::new(&map, AltConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost(), 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Alt = GraphPlanner<AltConfig>;

/// The options of [`Alt`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AltConfig {
    /// The landmarks, of which [all](LandmarkUse::All) are used, whatever it says here.
    pub landmarks: LandmarkConfig,
    /// Everything else; what it says of the heuristic and of turns does not count.
    pub astar: AStarConfig,
}

impl GraphAlgorithm for AltConfig {
    const ID: &'static str = "alt";

    fn recipe(&self) -> Recipe {
        AStarConfig { metric: None, turn_half_tiles: 0, ..self.astar }.recipe()
    }

    fn landmarks(&self) -> Option<LandmarkConfig> {
        Some(LandmarkConfig { used: LandmarkUse::All, ..self.landmarks })
    }

    fn from_settings(settings: &Settings) -> Result<Self, PrepareError> {
        let (rule, costs) = moves(settings)?;
        let astar = AStarConfig {
            rule,
            costs,
            open: settings.choice("open"),
            ties: settings.choice("ties"),
            nodes: settings.choice("nodes"),
            remember_h: settings.choice("remember-h"),
            ..AStarConfig::default()
        };
        Ok(Self { landmarks: landmarks(settings, LandmarkUse::All), astar })
    }
}

pub(super) const OPTIONS: &[OptionSpec] =
    &[LANDMARKS, CHOICE, SEED, DIAGONAL, COSTS, OPEN, TIES, NODES, REMEMBER_H];

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: AltConfig::ID,
    name: "ALT",
    paper: "Goldberg & Harrelson 2005",
    guarantee: Guarantee::Optimal,
    ends: Ends::Cells,
    any_angle: false,
    features: &[],
    options: OPTIONS,
    index: Some(landmark_options::index(Alt::open)),
    build: Alt::build,
};
