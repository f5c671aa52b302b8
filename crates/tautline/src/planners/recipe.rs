//! What makes the best-first loop one algorithm and not another.

use crate::geometry::Cell;
use crate::heuristic::landmarks::LandmarkConfig;
use crate::heuristic::{Heuristic, Metric, Weight};
use crate::moves::{CostError, CostModel, DiagonalRule, OctileLength, StepCosts};
use crate::open::TieBreak;
use crate::search::{HEADINGS, OutOfMemory, Strategy};
use crate::world::{Ground, Tolls, Unsupported};

/// Which open list a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpenKind {
    /// See [`Heap`](crate::open::Heap).
    Heap,
    /// See [`Linear`](crate::open::Linear).
    Linear,
    /// See [`Stacks`](crate::open::Stacks).
    #[default]
    Stacks,
    /// See [`Queue`](crate::open::Queue).
    Queue,
}

/// Where a search keeps what it knows of states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeKind {
    /// See [`PooledNodes`](crate::search::PooledNodes).
    #[default]
    Pooled,
    /// See [`FreshNodes`](crate::search::FreshNodes).
    Fresh,
    /// See [`ListedNodes`](crate::search::ListedNodes).
    Listed,
}

/// Everything that makes the best-first loop one algorithm and not another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
    /// What they cost.
    pub costs: CostModel,
    /// The estimate of the cost to the goal.
    pub metric: Metric,
    /// What the estimate is multiplied by, rounded down to as many digits as the map leaves room for (see [`Weight`]).
    pub weight: f64,
    /// Which open state comes next, where the weight is 1.
    pub strategy: Strategy,
    /// Where open states are kept.
    pub open: OpenKind,
    /// Which of several equally good ones comes first.
    pub ties: TieBreak,
    /// Where is kept what is known of states.
    pub nodes: NodeKind,
    /// Whether estimates are kept (see [`BestFirst::remember_h`](crate::search::BestFirst::remember_h)).
    pub remember_h: bool,
    /// What each change of heading costs, in halves of a tile.
    pub turn_half_tiles: u32,
}

/// A configuration that cannot work.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A weight that is not a number from 1 to 1000.
    #[error("a weight of {0} is not a number from 1 to 1000")]
    Weight(f64),
    /// Step costs or a weight so large that the cost of a path on this map might not fit its place.
    #[error(
        "costs on a map of {width} × {height} cells might not fit their place: take smaller costs (of cells, steps, tolls, \
         links or turns: with exact lengths those of all cells together must stay below 536870912) or a smaller weight"
    )]
    Overflow {
        /// The map's columns.
        width: u32,
        /// The map's rows.
        height: u32,
    },
    /// A queue where steps differ in cost or an estimate is to be followed: it would take states in the wrong order.
    #[error(
        "a queue keeps the order only where every step costs the same and there is no heuristic: take another open list"
    )]
    Queue,
    /// Nodes that are there to be compared with, on anything but a plain map.
    #[error("nodes other than pooled are for plain maps and searches without a penalty for turns")]
    Nodes,
    /// Bounds for the edges of a graph of jump points that would take too long to prepare.
    #[error(
        "bounds are for maps of up to 50000 jump points, sides of 16000 cells and paths of 30000 steps, and this map has \
         {nodes} jump points: set bounds=auto or bounds=off"
    )]
    Bounds {
        /// How many jump points the map has.
        nodes: usize,
    },
    /// More turning corners than a graph of taut lines can have.
    #[error(
        "a graph of taut lines has at most 33554432 corners and 2147483647 lines, and this map has {corners} turning corners"
    )]
    TurningCorners {
        /// How many turning corners the map has.
        corners: usize,
    },
    /// A number of landmarks that is not from 1 to 64.
    #[error("{0} landmarks are not from 1 to {most}", most = LandmarkConfig::MOST)]
    LandmarkCount(u32),
    /// What was to be prepared needs more memory than there is.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// Something about the map that the planner cannot take into account.
    #[error("this planner cannot take {0} into account")]
    Unsupported(#[from] Unsupported),
    /// A penalty for turns that is no number of halves of a tile.
    #[error("a turn penalty of {0} is not a multiple of 0.5 from 0 to 1000")]
    TurnPenalty(f64),
    /// Step costs that do not suit diagonal steps.
    #[error("costs for four neighbours with diagonal steps: {0}; set diagonal=never, or choose other costs")]
    Costs(#[from] CostError),
}

impl Recipe {
    /// Whether states come in the order of their keys anyway.
    pub(super) fn suits_a_queue(&self) -> bool {
        let equal_steps = match self.costs {
            CostModel::Octile => false,
            CostModel::Integer(costs) => costs.straight == costs.diagonal,
        };
        self.metric == Metric::Zero && (equal_steps || !self.rule.has_diagonals())
    }

    /// Whether costs on this map, with the weight, have enough room: below 2³⁰ of each kind of steps, or in 32 bits.
    ///
    /// A way passes each state at most once; an estimate counts at most the way around the map, and over links or to several goals
    /// twice that: to a link, and from there. `scale` is 1 in a [`GridSpace`](crate::search::GridSpace), 2 elsewhere.
    pub(super) fn fits(&self, ground: Ground<'_>, weight: Weight, scale: u32) -> bool {
        let (width, height) = (f64::from(ground.grid().width()), f64::from(ground.grid().height()));
        let cells = width * height;
        let (sum, smallest) = ground
            .terrain()
            .map_or((cells, 1.0), |terrain| (terrain.sum() as f64, terrain.smallest().into()));
        let tolls = cells * f64::from(ground.tolls().map_or(0, Tolls::largest));
        let all_links = ground.links().map_or(&[][..], |links| links.all());
        let links: f64 = all_links.iter().map(|link| f64::from(link.cost)).sum();
        let (visits, turns) = if self.turn_half_tiles > 0 {
            (f64::from(HEADINGS), cells * f64::from(self.turn_half_tiles) / 2.0)
        } else {
            (1.0, 0.0)
        };
        let way = visits * (sum + tolls + links + turns);
        let estimates = f64::from(scale) * (width + height) * smallest;
        let steps = (way * f64::from(weight.q()) + estimates * f64::from(weight.p())) * f64::from(scale);
        match self.costs {
            CostModel::Octile => steps < f64::from(OctileLength::MAX_STEPS),
            CostModel::Integer(costs) => {
                steps * f64::from(costs.straight.max(costs.diagonal)) <= f64::from(u32::MAX)
            }
        }
    }

    /// How many times as long as the shortest its paths may be, for want of an admissible heuristic or of costs that are
    /// lengths.
    pub(super) fn bound(&self) -> f64 {
        let anywhere = Cell::new(0, 0);
        match self.costs {
            CostModel::Octile => self.metric.to(anywhere, StepCosts::OCTILE, self.rule).overestimate(),
            CostModel::Integer(costs) => {
                // Without diagonal steps every cost is the length times C, unless steps are free.
                let is_length = !self.rule.has_diagonals() && costs.straight > 0;
                let length_bound = if is_length { 1.0 } else { costs.length_bound() };
                self.metric.to(anywhere, costs.lower_bounds(), self.rule).overestimate() * length_bound
            }
        }
    }
}
