//! A*.

use crate::engine::{Descriptor, Ends, Guarantee, PrepareError, Settings};
use crate::heuristic::Metric;
use crate::moves::{CostModel, DiagonalRule};
use crate::open::TieBreak;
use crate::planners::graph::graph_search::ALL_FEATURES;
use crate::planners::graph::options::{
    COSTS, HEURISTIC, NODES, OPEN, REMEMBER_H, TIES, TURN_PENALTY, moves, turn_penalty,
};
use crate::planners::options::DIAGONAL;
use crate::planners::{GraphAlgorithm, GraphPlanner, NodeKind, OpenKind, Recipe};
use crate::search::Strategy;

/// A*: expands states in the order of the cost to get there plus the estimated cost to the goal.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper, as long as the heuristic never overestimates; with one that does, a path
///   within the factor by which it does. With whole-number costs, cheapest in those.
/// - **Needs** a heuristic; the default is exact on an empty map.
/// - **Complexity**: no state that Dijkstra's algorithm would not expand, once each with a consistent heuristic.
/// - Departs from the paper in nothing; the open list, the costs and the ties are those of Cazenave and Rayner.
/// - P. E. Hart, N. J. Nilsson, B. Raphael: *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*, 1968.
///   DOI 10.1109/TSSC.1968.300136.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{AStar, AStarConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", "..#.", "...."])?;
/// let planner = AStar::new(&map, AStarConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert_eq!(path.cost(), 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type AStar = GraphPlanner<AStarConfig>;

/// The options of [`AStar`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AStarConfig {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
    /// What they cost.
    pub costs: CostModel,
    /// The estimate of the cost to the goal; `None` = exact on an empty map.
    pub metric: Option<Metric>,
    /// Where open states are kept.
    pub open: OpenKind,
    /// Which of several equally good ones comes first.
    pub ties: TieBreak,
    /// Where is kept what is known of states.
    pub nodes: NodeKind,
    /// Whether the estimate of an open state is kept for when a cheaper way to it is found.
    pub remember_h: bool,
    /// What each change of heading costs, in halves of a tile.
    pub turn_half_tiles: u32,
}

impl Default for AStarConfig {
    fn default() -> Self {
        Self {
            rule: DiagonalRule::default(),
            costs: CostModel::default(),
            metric: None,
            open: OpenKind::default(),
            ties: TieBreak::default(),
            nodes: NodeKind::default(),
            remember_h: true,
            turn_half_tiles: 0,
        }
    }
}

impl GraphAlgorithm for AStarConfig {
    const ID: &'static str = "astar";

    fn recipe(&self) -> Recipe {
        Recipe {
            rule: self.rule,
            costs: self.costs,
            metric: self.metric.unwrap_or(Metric::exact_for(self.rule)),
            weight: 1.0,
            strategy: Strategy::CheapestTotal,
            open: self.open,
            ties: self.ties,
            nodes: self.nodes,
            remember_h: self.remember_h,
            turn_half_tiles: self.turn_half_tiles,
        }
    }

    fn from_settings(settings: &Settings) -> Result<Self, PrepareError> {
        let (rule, costs) = moves(settings)?;
        Ok(Self {
            rule,
            costs,
            metric: settings.choice("heuristic"),
            open: settings.choice("open"),
            ties: settings.choice("ties"),
            nodes: settings.choice("nodes"),
            remember_h: settings.choice("remember-h"),
            turn_half_tiles: turn_penalty(settings)?,
        })
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: AStarConfig::ID,
    name: "A*",
    paper: "Hart, Nilsson & Raphael 1968",
    guarantee: Guarantee::Optimal,
    ends: Ends::Cells,
    any_angle: false,
    features: ALL_FEATURES,
    options: &[DIAGONAL, COSTS, HEURISTIC, OPEN, TIES, NODES, REMEMBER_H, TURN_PENALTY],
    index: None,
    build: AStar::build,
};
