//! What makes the best-first loop one algorithm and not another.

use crate::geometry::Cell;
use crate::heuristic::{Heuristic, Metric, Weight};
use crate::map::{Links, Map, Terrain, Tolls};
use crate::moves::{CostModel, DiagonalRule, OctileLength, StepCosts};
use crate::open::TieBreak;
use crate::search::{HEADINGS, Strategy};

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

impl Recipe {
    /// Whether states come in the order of their keys anyway.
    pub(super) fn suits_a_queue(&self) -> bool {
        let equal_steps = match self.costs {
            CostModel::Octile => false,
            CostModel::Integer(costs) => costs.straight == costs.diagonal,
        };
        self.metric == Metric::Zero
            && self.turn_half_tiles == 0
            && (equal_steps || !self.rule.has_diagonals())
    }

    /// Whether costs on this map, with the weight, have enough room: below 2³⁰ of each kind of steps, or in 32 bits.
    ///
    /// A way passes each state at most once; an estimate counts at most the way around the map, and over links or to several goals
    /// twice that: to a link, and from there. `scale` is 1 in a [`GridSpace`](crate::search::GridSpace), 2 elsewhere.
    pub(super) fn fits(&self, map: &Map, weight: Weight, scale: u32) -> bool {
        let (width, height) = (f64::from(map.width()), f64::from(map.height()));
        let cells = width * height;
        let terrain = |terrain: &Terrain| (terrain.sum() as f64, terrain.smallest().into());
        let (sum, smallest) = map.terrain().map_or((cells, 1.0), terrain);
        let tolls = cells * f64::from(map.tolls().map_or(0, Tolls::largest));
        let links = map.links().map_or(0, Links::sum) as f64;
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
