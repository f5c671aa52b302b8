//! Greedy best-first search.

use crate::engine::{Descriptor, Ends, Guarantee, PrepareError, Settings};
use crate::heuristic::Metric;
use crate::moves::{CostModel, DiagonalRule};
use crate::open::TieBreak;
use crate::planners::graph::graph_search::ALL_FEATURES;
use crate::planners::graph::options::{HEURISTIC, OPEN, TIES};
use crate::planners::options::DIAGONAL;
use crate::planners::{GraphAlgorithm, GraphPlanner, NodeKind, OpenKind, Recipe};
use crate::search::Strategy;

/// Greedy best-first search: always expands the state that seems nearest to the goal.
///
/// - **Finds** some path, mostly after few expansions.
/// - **Guarantees** nothing about its length: it runs into every dead end that points at the goal, and the path shows
///   it.
/// - **Needs** a heuristic.
/// - **Complexity**: every state at most once; in the open, as many as the path has cells.
/// - As on the slides; a cheaper way to a state that is still open replaces the dearer one, which costs nothing.
/// - J. E. Doran, D. Michie: *Experiments with the Graph Traverser program*, 1966.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{Greedy, GreedyConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::open(9, 9)?;
/// let planner = Greedy::new(&map, GreedyConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 0), (8, 8)), &mut Workspace::new())?;
/// assert_eq!(answer.stats.expanded, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Greedy = GraphPlanner<GreedyConfig>;

/// The options of [`Greedy`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GreedyConfig {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
    /// How far the goal seems to be; `None` = exact on an empty map.
    pub metric: Option<Metric>,
    /// Where open states are kept.
    pub open: OpenKind,
    /// Which of several equally near ones comes first.
    pub ties: TieBreak,
}

impl GraphAlgorithm for GreedyConfig {
    const ID: &'static str = "greedy";

    fn recipe(&self) -> Recipe {
        Recipe {
            rule: self.rule,
            costs: CostModel::Octile,
            metric: self.metric.unwrap_or(Metric::exact_for(self.rule)),
            weight: 1.0,
            strategy: Strategy::NearestToGoal,
            open: self.open,
            ties: self.ties,
            nodes: NodeKind::Pooled,
            remember_h: true,
            turn_half_tiles: 0,
        }
    }

    fn from_settings(settings: &Settings) -> Result<Self, PrepareError> {
        Ok(Self {
            rule: settings.choice("diagonal"),
            metric: settings.choice("heuristic"),
            open: settings.choice("open"),
            ties: settings.choice("ties"),
        })
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: GreedyConfig::ID,
    name: "Greedy best-first search",
    paper: "Doran & Michie 1966",
    guarantee: Guarantee::Suboptimal,
    ends: Ends::Cells,
    any_angle: false,
    features: ALL_FEATURES,
    options: &[DIAGONAL, HEURISTIC, OPEN, TIES],
    index: None,
    build: Greedy::build,
};
