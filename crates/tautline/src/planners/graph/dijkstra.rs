//! Dijkstra's algorithm.

use crate::engine::{Descriptor, Ends, Guarantee, PrepareError, Settings};
use crate::heuristic::Metric;
use crate::moves::{CostModel, DiagonalRule};
use crate::open::TieBreak;
use crate::planners::graph::graph_search::ALL_FEATURES;
use crate::planners::graph::options::{COSTS, OPEN, TURN_PENALTY, moves, turn_penalty};
use crate::planners::options::DIAGONAL;
use crate::planners::{GraphAlgorithm, GraphPlanner, NodeKind, OpenKind, Recipe};
use crate::search::Strategy;

/// Dijkstra's algorithm: expands states in the order of their distance from the start.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper; with whole-number costs, cheapest in those.
/// - **Needs** nothing, least of all a heuristic.
/// - **Complexity**: every state nearer than the goal once; with the array of stacks nearly constant time each.
/// - Departs from the paper in stopping at the goal.
/// - E. W. Dijkstra: *A note on two problems in connexion with graphs*, 1959. DOI 10.1007/BF01386390.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{Dijkstra, DijkstraConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", ".##.", "...."])?;
/// let planner = Dijkstra::new(&map, DijkstraConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost(), 5.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Dijkstra = GraphPlanner<DijkstraConfig>;

/// The options of [`Dijkstra`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DijkstraConfig {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
    /// What they cost.
    pub costs: CostModel,
    /// Where open states are kept.
    pub open: OpenKind,
    /// What each change of heading costs, in halves of a tile.
    pub turn_half_tiles: u32,
}

impl GraphAlgorithm for DijkstraConfig {
    const ID: &'static str = "dijkstra";

    fn recipe(&self) -> Recipe {
        Recipe {
            rule: self.rule,
            costs: self.costs,
            metric: Metric::Zero,
            weight: 1.0,
            strategy: Strategy::CheapestTotal,
            open: self.open,
            ties: TieBreak::Lifo,
            nodes: NodeKind::Pooled,
            remember_h: true,
            turn_half_tiles: self.turn_half_tiles,
        }
    }

    fn from_settings(settings: &Settings) -> Result<Self, PrepareError> {
        let (rule, costs) = moves(settings)?;
        Ok(Self { rule, costs, open: settings.choice("open"), turn_half_tiles: turn_penalty(settings)? })
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: DijkstraConfig::ID,
    name: "Dijkstra's algorithm",
    paper: "Dijkstra 1959",
    guarantee: Guarantee::Optimal,
    ends: Ends::Cells,
    any_angle: false,
    features: ALL_FEATURES,
    options: &[DIAGONAL, COSTS, OPEN, TURN_PENALTY],
    index: None,
    build: Dijkstra::build,
};
