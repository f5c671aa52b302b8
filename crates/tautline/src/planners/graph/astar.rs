//! A*.

use crate::geometry::Cell;
use crate::heuristic::Metric;
use crate::moves::{CostModel, DiagonalRule};
use crate::open::TieBreak;
use crate::planners::graph_options::{
    COSTS, DIAGONAL, HEURISTIC, NODES, OPEN, REMEMBER_H, TIES, TURN_PENALTY, moves, turn_penalty,
};
use crate::planners::{
    Build, Descriptor, GraphAlgorithm, GraphPlanner, Guarantee, NodeKind, OpenKind, OptionError, Planner,
    Recipe, Settings,
};
use crate::search::Strategy;
use crate::world::Ground;

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
/// use tautline::planners::AStar;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["....", "..#.", "...."])?;
/// let answer = AStar::new(&grid).plan(&Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert_eq!(path.cost, 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type AStar<'w> = GraphPlanner<'w, AStarConfig>;

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

impl AStarConfig {
    pub(super) fn from_settings(settings: &Settings) -> Result<Self, OptionError> {
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

impl GraphAlgorithm for AStarConfig {
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
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "astar",
    name: "A*",
    paper: "Hart, Nilsson & Raphael 1968",
    guarantee: Guarantee::Optimal,
    any_angle: false,
    index: None,
    terrain: true,
    links: true,
    hexagons: true,
    near_goals: true,
    options: &[DIAGONAL, COSTS, HEURISTIC, OPEN, TIES, NODES, REMEMBER_H, TURN_PENALTY],
    build: Build::Cells(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Cell> + 'w>, OptionError> {
    Ok(Box::new(AStar::with_config(ground, AStarConfig::from_settings(settings)?)?))
}
