//! Breadth-first search.

use crate::engine::{Descriptor, Ends, Feature, Guarantee, PrepareError, Settings};
use crate::heuristic::Metric;
use crate::moves::{CostModel, DiagonalRule, StepCosts};
use crate::open::TieBreak;
use crate::planners::options::DIAGONAL;
use crate::planners::{GraphAlgorithm, GraphPlanner, NodeKind, OpenKind, Recipe};
use crate::search::Strategy;

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
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::{Bfs, BfsConfig};
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::from_rows(["....", ".##.", "...."])?;
/// let planner = Bfs::new(&map, BfsConfig::default())?;
/// let answer = planner.plan(&map, &Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Bfs = GraphPlanner<BfsConfig>;

/// The options of [`Bfs`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BfsConfig {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
}

impl GraphAlgorithm for BfsConfig {
    const ID: &'static str = "bfs";

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

    fn from_settings(settings: &Settings) -> Result<Self, PrepareError> {
        Ok(Self { rule: settings.choice("diagonal") })
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: BfsConfig::ID,
    name: "Breadth-first search",
    paper: "Moore 1959",
    guarantee: Guarantee::Bounded(std::f64::consts::SQRT_2),
    ends: Ends::Cells,
    any_angle: false,
    features: &[Feature::Hexagons, Feature::SeveralGoals, Feature::Reach, Feature::Nearest],
    options: &[DIAGONAL],
    index: None,
    build: Bfs::build,
};
