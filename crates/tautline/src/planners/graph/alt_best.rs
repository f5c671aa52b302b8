//! `ALTBest`: A* with the best of some landmarks.

use super::alt::{AltConfig, OPTIONS};
use crate::engine::{Descriptor, Ends, Guarantee, PrepareError, Settings};
use crate::heuristic::landmarks::{LandmarkConfig, LandmarkUse};
use crate::planners::graph::landmark_options;
use crate::planners::{GraphAlgorithm, GraphPlanner, Recipe};

/// `ALTBest_P`: A* with one of P landmarks, the one that promises most for the whole way.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper. With whole-number costs, cheapest in those.
/// - **Needs** [`Landmarks`](crate::heuristic::landmarks::Landmarks), as [`Alt`](super::alt::Alt) does. After an edit of the map they are
///   prepared again.
/// - **Complexity**: no state that A* would not expand, once each; more than ALT expands, but an estimate looks at one landmark
///   only, whose distances lie together in memory.
/// - Departs from the paper in where the landmarks are: as far from each other as possible, which is its future work, instead of by
///   chance (`choice=random`).
/// - T. Cazenave: *Optimizations of data structures, heuristics and algorithms for path-finding on maps*, CIG 2006.
///   DOI 10.1109/CIG.2006.311677.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{AltBest, AltBestConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", "..#.", "...."])?;
/// let planner = AltBest::new(&map, AltBestConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost(), 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type AltBest = GraphPlanner<AltBestConfig>;

/// The options of [`AltBest`]: those of [`Alt`](super::alt::Alt), but of the landmarks the [best](LandmarkUse::Best) is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AltBestConfig(pub AltConfig);

impl GraphAlgorithm for AltBestConfig {
    const ID: &'static str = "alt-best";

    fn recipe(&self) -> Recipe {
        self.0.recipe()
    }

    fn landmarks(&self) -> Option<LandmarkConfig> {
        Some(LandmarkConfig { used: LandmarkUse::Best, ..self.0.landmarks })
    }

    fn from_settings(settings: &Settings) -> Result<Self, PrepareError> {
        Ok(Self(AltConfig::from_settings(settings)?))
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: AltBestConfig::ID,
    name: "ALTBest",
    paper: "Cazenave 2006",
    guarantee: Guarantee::Optimal,
    ends: Ends::Cells,
    any_angle: false,
    features: &[],
    options: OPTIONS,
    index: Some(landmark_options::index(AltBest::open)),
    build: AltBest::build,
};
