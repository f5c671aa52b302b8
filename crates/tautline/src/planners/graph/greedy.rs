//! Greedy best-first search.

use crate::geometry::Cell;
use crate::heuristic::Metric;
use crate::moves::{CostModel, DiagonalRule};
use crate::open::TieBreak;
use crate::planners::graph_options::{DIAGONAL, HEURISTIC, OPEN, TIES};
use crate::planners::{
    Build, Descriptor, GraphAlgorithm, GraphPlanner, Guarantee, NodeKind, OpenKind, OptionError, Planner,
    Recipe, Settings,
};
use crate::search::Strategy;
use crate::world::Ground;

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
/// use tautline::planners::Greedy;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::open(9, 9)?;
/// let answer = Greedy::new(&grid).plan(&Query::new((0, 0), (8, 8)), &mut Workspace::new())?;
/// assert_eq!(answer.stats.expanded, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Greedy<'w> = GraphPlanner<'w, GreedyConfig>;

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
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "greedy",
    name: "Greedy best-first search",
    paper: "Doran & Michie 1966",
    guarantee: Guarantee::Suboptimal,
    any_angle: false,
    index: None,
    terrain: true,
    links: true,
    hexagons: true,
    near_goals: true,
    options: &[DIAGONAL, HEURISTIC, OPEN, TIES],
    build: Build::Cells(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Cell> + 'w>, OptionError> {
    let config = GreedyConfig {
        rule: settings.choice("diagonal"),
        metric: settings.choice("heuristic"),
        open: settings.choice("open"),
        ties: settings.choice("ties"),
    };
    Ok(Box::new(Greedy::with_config(ground, config)?))
}
