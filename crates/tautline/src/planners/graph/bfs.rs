//! Breadth-first search.

use crate::geometry::Cell;
use crate::heuristic::Metric;
use crate::moves::{CostModel, DiagonalRule, StepCosts};
use crate::open::TieBreak;
use crate::planners::graph_options::DIAGONAL;
use crate::planners::{
    Build, Descriptor, GraphAlgorithm, GraphPlanner, Guarantee, NodeKind, OpenKind, OptionError, Planner,
    Recipe, Settings,
};
use crate::search::Strategy;
use crate::world::Ground;

/// Breadth-first search: expands states in the order in which it finds them.
///
/// - **Finds** a path with the fewest steps, straight and diagonal ones counted alike.
/// - **Guarantees** that it is at most √2 times as long as the shortest: with k steps it is no longer than k·√2, and no
///   path has fewer than k steps of length 1 or more. With four neighbours it is shortest.
/// - **Needs** nothing.
/// - **Complexity**: every state at most once, constant time each.
/// - The classic; the slides' open list is a queue, and so is this one.
/// - E. F. Moore: *The shortest path through a maze*, 1959.
///
/// ```
/// use tautline::planners::Bfs;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["....", ".##.", "...."])?;
/// let answer = Bfs::new(&grid).plan(&Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().places.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Bfs<'w> = GraphPlanner<'w, BfsConfig>;

/// The options of [`Bfs`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BfsConfig {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
}

impl GraphAlgorithm for BfsConfig {
    fn recipe(&self) -> Recipe {
        Recipe {
            rule: self.rule,
            costs: CostModel::Integer(StepCosts::unusual(1, 1)),
            metric: Metric::Zero,
            weight: 1.0,
            strategy: Strategy::CheapestTotal,
            open: OpenKind::Queue,
            ties: TieBreak::Fifo,
            nodes: NodeKind::Pooled,
            remember_h: true,
            turn_half_tiles: 0,
        }
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "bfs",
    name: "Breadth-first search",
    paper: "Moore 1959",
    guarantee: Guarantee::Bounded(std::f64::consts::SQRT_2),
    any_angle: false,
    index: None,
    terrain: false,
    links: false,
    hexagons: true,
    near_goals: true,
    options: &[DIAGONAL],
    build: Build::Cells(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Cell> + 'w>, OptionError> {
    Ok(Box::new(Bfs::with_config(ground, BfsConfig { rule: settings.choice("diagonal") })?))
}
