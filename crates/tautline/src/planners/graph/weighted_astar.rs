//! Weighted A*.

use super::astar::AStarConfig;
use crate::engine::{Descriptor, Ends, Guarantee, OptionKind, OptionSpec, PrepareError, Settings};
use crate::planners::graph::graph_search::ALL_FEATURES;
use crate::planners::graph::options::{COSTS, HEURISTIC, NODES, OPEN, REMEMBER_H, TIES, TURN_PENALTY};
use crate::planners::options::DIAGONAL;
use crate::planners::{GraphAlgorithm, GraphPlanner, Recipe};

/// Weighted A*: A* with its heuristic multiplied by a constant.
///
/// - **Finds** a path, mostly after far fewer expansions than A*.
/// - **Guarantees** that it costs at most the weight times the cheapest ([`BestFirst`](crate::search::BestFirst) has the
///   proof). The weight is rounded down to 10 binary digits behind the point, to fewer on maps of more than half a million
///   cells: f is never rounded instead (see [`Weight`](crate::heuristic::Weight)).
/// - **Needs** a heuristic.
/// - **Complexity**: as A*: with a consistent heuristic every state at most once.
/// - Departs from the paper in the form: f = g + w·h instead of (1 − w)·g + w·h. Rayner's "scale your heuristics up" is
///   this; a weight is a bound, not a nuance.
/// - I. Pohl: *Heuristic search viewed as path finding in a graph*, 1970. DOI 10.1016/0004-3702(70)90007-X. Without
///   reopening: M. Likhachev, G. Gordon, S. Thrun: *ARA\*: Anytime A\* with Provable Bounds on Sub-Optimality*, 2003.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{WeightedAStar, WeightedAStarConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", "..#.", "...."])?;
/// let config = WeightedAStarConfig { weight: 2.0, ..Default::default() };
/// let planner = WeightedAStar::new(&map, config)?;
/// let answer = planner.plan(&map, &Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert!(answer.path().unwrap().cost() <= 2.0 * (3.0 + 2f64.sqrt()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type WeightedAStar = GraphPlanner<WeightedAStarConfig>;

/// The options of [`WeightedAStar`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedAStarConfig {
    /// What the heuristic is multiplied by, from 1 to 1000.
    pub weight: f64,
    /// Everything else.
    pub astar: AStarConfig,
}

impl Default for WeightedAStarConfig {
    fn default() -> Self {
        Self { weight: 1.5, astar: AStarConfig::default() }
    }
}

impl GraphAlgorithm for WeightedAStarConfig {
    const ID: &'static str = "weighted-astar";

    fn recipe(&self) -> Recipe {
        Recipe { weight: self.weight, ..self.astar.recipe() }
    }

    fn from_settings(settings: &Settings) -> Result<Self, PrepareError> {
        Ok(Self { weight: settings.number("weight"), astar: AStarConfig::from_settings(settings)? })
    }
}

const WEIGHT: OptionSpec = OptionSpec {
    name: "weight",
    default: "1.5",
    kind: OptionKind::Range { min: 1.0, max: 1000.0 },
    help: "what the heuristic is multiplied by; paths cost at most this many times the optimum; \
           rounded down to a binary fraction, coarser on very large maps",
};

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: WeightedAStarConfig::ID,
    name: "Weighted A*",
    paper: "Pohl 1970",
    guarantee: Guarantee::Bounded(1.5),
    ends: Ends::Cells,
    any_angle: false,
    features: ALL_FEATURES,
    options: &[WEIGHT, DIAGONAL, COSTS, HEURISTIC, OPEN, TIES, NODES, REMEMBER_H, TURN_PENALTY],
    index: None,
    build: WeightedAStar::build,
};
