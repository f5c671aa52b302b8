//! What the graph planners share: from a recipe to the right instance of the best-first loop.

use super::{Guarantee, Planner, plan_as_typed};
use crate::geometry::Cell;
use crate::heuristic::{EuclideanCost, Heuristic, Metric, Weight};
use crate::moves::{CostError, CostModel, DiagonalRule, OctileLength, StepCosts};
use crate::open::{Heap, Linear, OpenList, Queue, Stacks, TieBreak};
use crate::path::Path;
use crate::search::{
    Answer, BestFirst, Ending, GridSpace, Observer, Outcome, PathDetail, Query, QueryError, SearchMemory,
    Silent, Space, Strategy, Workspace,
};
use crate::world::Grid;

/// Which open list a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpenKind {
    /// See [`Heap`].
    Heap,
    /// See [`Linear`].
    Linear,
    /// See [`Stacks`].
    #[default]
    Stacks,
    /// See [`Queue`].
    Queue,
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
    /// Whether estimates are kept (see [`BestFirst::remember_h`]).
    pub remember_h: bool,
}

/// A configuration of one of the graph algorithms.
pub trait GraphAlgorithm: Clone {
    /// What it means for the best-first loop.
    fn recipe(&self) -> Recipe;
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
        "costs on a map of {width} × {height} cells might not fit 32 bits: take smaller step costs, exact octile \
         lengths, or a smaller weight"
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
    /// Bounds for the edges of a graph of jump points that would take too long to prepare.
    #[error(
        "bounds are for maps of up to 50000 jump points, sides of 16000 cells and paths of 30000 steps, and this map has \
         {nodes} jump points: set bounds=auto or bounds=off"
    )]
    Bounds {
        /// How many jump points the map has.
        nodes: usize,
    },
    /// Step costs that do not suit diagonal steps.
    #[error("costs for four neighbours with diagonal steps: {0}; set diagonal=never, or choose other costs")]
    Costs(#[from] CostError),
}

/// A graph algorithm on a map.
#[derive(Clone, Debug)]
pub struct GraphPlanner<'w, A> {
    grid: &'w Grid,
    config: A,
    recipe: Recipe,
    strategy: Strategy,
}

impl<'w, A: GraphAlgorithm> GraphPlanner<'w, A> {
    /// The algorithm with its default options.
    ///
    /// # Panics
    ///
    /// If the defaults of `A` do not suit the map; those of Tautline's own algorithms suit every map.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self
    where
        A: Default,
    {
        Self::with_config(grid, A::default()).expect("the defaults work on every map")
    }

    /// The algorithm with these options.
    pub fn with_config(grid: &'w Grid, config: A) -> Result<Self, ConfigError> {
        let recipe = config.recipe();
        if !(1.0..=Weight::MAX).contains(&recipe.weight) {
            return Err(ConfigError::Weight(recipe.weight));
        }
        if recipe.open == OpenKind::Queue && !recipe.suits_a_queue() {
            return Err(ConfigError::Queue);
        }
        let weights = (0..=Weight::FINEST).rev().filter_map(|digits| Weight::at_most(recipe.weight, digits));
        let weight = weights.into_iter().find(|&weight| recipe.fits(grid, weight));
        let weight = weight.ok_or(ConfigError::Overflow { width: grid.width(), height: grid.height() })?;
        let strategy = if weight.p() == weight.q() { recipe.strategy } else { Strategy::Weighted(weight) };
        Ok(Self { grid, config, recipe, strategy })
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> &A {
        &self.config
    }

    /// Answers a query.
    pub fn plan(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        self.plan_observed(query, workspace, &mut Silent)
    }

    /// Answers a query while somebody watches.
    pub fn plan_observed<V: Observer<Cell>>(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut V,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        query.check(self.grid)?;
        match self.recipe.costs {
            CostModel::Octile => {
                self.search_open(StepCosts::OCTILE, StepCosts::OCTILE, query, workspace, observer)
            }
            CostModel::Integer(costs) => {
                self.search_open(costs, costs.lower_bounds(), query, workspace, observer)
            }
        }
    }

    /// Chooses the open list. `bounds` are what the steps cost at least towards the goal.
    fn search_open<C: EuclideanCost>(
        &self,
        costs: StepCosts<C>,
        bounds: StepCosts<C>,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Cell>,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        match self.recipe.open {
            OpenKind::Heap => self.search::<C, Heap>(costs, bounds, query, workspace, observer),
            OpenKind::Linear => self.search::<C, Linear>(costs, bounds, query, workspace, observer),
            OpenKind::Stacks => self.search::<C, Stacks>(costs, bounds, query, workspace, observer),
            OpenKind::Queue => self.search::<C, Queue>(costs, bounds, query, workspace, observer),
        }
    }

    fn search<C: EuclideanCost, O: OpenList>(
        &self,
        costs: StepCosts<C>,
        bounds: StepCosts<C>,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Cell>,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        let Recipe { rule, metric, ties, remember_h, .. } = self.recipe;
        let space = GridSpace::new(self.grid, rule, costs);
        let heuristic = &metric.to(query.goal, bounds, rule);
        let strategy = self.strategy;
        let memory = workspace.part::<SearchMemory<C, O>>();
        let loop_ = BestFirst { space: &space, heuristic, strategy, ties, remember_h };
        let (ending, stats) = loop_.run(query.start, query.goal, &query.limits, memory, observer)?;
        let path_to = |id| path_of(memory.path(&space, id), query.detail);
        let outcome = match ending {
            Ending::Found => Outcome::Found(path_to(space.id(query.goal))),
            Ending::Unreachable => Outcome::Unreachable,
            Ending::Stopped { why, nearest } => Outcome::Stopped { why, nearest: path_to(nearest) },
        };
        Ok(Answer { outcome, stats })
    }
}

/// A path of single steps with its octile length, all of it or its turning points.
fn path_of(mut places: Vec<Cell>, detail: PathDetail) -> Path<Cell> {
    let diagonal =
        places.windows(2).filter(|pair| pair[0].x != pair[1].x && pair[0].y != pair[1].y).count() as u32;
    let steps = OctileLength { straight: places.len() as u32 - 1 - diagonal, diagonal };
    if detail == PathDetail::Waypoints {
        keep_turns(&mut places);
    }
    Path { places, cost: steps.length() }
}

/// Leaves the ends of a path of single steps and the cells where it turns.
fn keep_turns(places: &mut Vec<Cell>) {
    let heading = |from: Cell, to: Cell| (to.x - from.x, to.y - from.y);
    let (mut kept, mut before) = (1, places[0]);
    for at in 1..places.len() {
        let here = places[at];
        if places.get(at + 1).is_none_or(|&next| heading(before, here) != heading(here, next)) {
            places[kept] = here;
            kept += 1;
        }
        before = here;
    }
    places.truncate(kept);
}

impl<A: GraphAlgorithm> Planner<Cell> for GraphPlanner<'_, A> {
    plan_as_typed!();

    fn rule(&self) -> DiagonalRule {
        self.recipe.rule
    }

    fn guarantee(&self) -> Guarantee {
        let bound = match self.strategy {
            Strategy::NearestToGoal => f64::INFINITY,
            Strategy::CheapestTotal => 1.0,
            Strategy::Weighted(weight) => weight.value(),
        };
        Guarantee::within(bound * self.recipe.bound())
    }
}

impl Recipe {
    /// Whether states come in the order of their keys anyway.
    fn suits_a_queue(&self) -> bool {
        let equal_steps = match self.costs {
            CostModel::Octile => false,
            CostModel::Integer(costs) => costs.straight == costs.diagonal,
        };
        self.metric == Metric::Zero && (equal_steps || !self.rule.has_diagonals())
    }

    /// Whether costs on this map, with the weight, have enough room in 32 bits.
    fn fits(&self, grid: &Grid, weight: Weight) -> bool {
        // A way passes each cell at most once; an estimate counts at most the way around the map.
        let (width, height) = (f64::from(grid.width()), f64::from(grid.height()));
        let steps = width * height * f64::from(weight.q()) + (width + height) * f64::from(weight.p());
        match self.costs {
            CostModel::Octile => steps < f64::from(OctileLength::MAX_STEPS),
            CostModel::Integer(costs) => {
                steps * f64::from(costs.straight.max(costs.diagonal)) <= f64::from(u32::MAX)
            }
        }
    }

    /// How many times as long as the shortest its paths may be, for want of an admissible heuristic or of costs that are
    /// lengths.
    fn bound(&self) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planners::{
        AStar, AStarConfig, Bfs, Dijkstra, DijkstraConfig, WeightedAStar, WeightedAStarConfig,
    };

    #[test]
    fn a_queue_is_refused_where_it_would_break_the_order() {
        let grid = Grid::open(4, 4).unwrap();
        let config = AStarConfig { open: OpenKind::Queue, ..Default::default() };
        assert_eq!(AStar::with_config(&grid, config).unwrap_err(), ConfigError::Queue);
        let config = DijkstraConfig { open: OpenKind::Queue, ..Default::default() };
        assert_eq!(Dijkstra::with_config(&grid, config).unwrap_err(), ConfigError::Queue);
        let four = DijkstraConfig { rule: DiagonalRule::Never, ..config };
        assert!(Dijkstra::with_config(&grid, four).is_ok(), "all steps cost the same");
        assert_eq!(Bfs::new(&grid).config().rule, DiagonalRule::NoCornerCutting);
    }

    #[test]
    fn weights_get_coarser_on_large_maps_and_never_larger() {
        let weighted = |side: u32, weight: f64| {
            let grid = Grid::blocked(side, side).unwrap();
            let config = WeightedAStarConfig { weight, ..Default::default() };
            WeightedAStar::with_config(&grid, config).map(|planner| planner.guarantee())
        };
        assert_eq!(weighted(100, 1.1), Ok(Guarantee::Bounded(1126.0 / 1024.0)));
        assert_eq!(weighted(4000, 1.1), Ok(Guarantee::Bounded(70.0 / 64.0)));
        assert_eq!(weighted(4000, 1.5), Ok(Guarantee::Bounded(1.5)));
        assert_eq!(weighted(100, 1.0), Ok(Guarantee::Optimal));
        for wrong in [0.5, f64::NAN, f64::INFINITY, 1001.0] {
            assert!(matches!(weighted(10, wrong), Err(ConfigError::Weight(_))), "{wrong}");
        }
    }

    #[test]
    fn free_steps_promise_nothing() {
        let grid = Grid::open(5, 5).unwrap();
        for rule in DiagonalRule::ALL {
            for costs in [StepCosts::unusual(0, 5), StepCosts::unusual(0, 0)] {
                let config = AStarConfig { rule, costs: CostModel::Integer(costs), ..Default::default() };
                let planner = AStar::with_config(&grid, config).unwrap();
                assert_eq!(planner.guarantee(), Guarantee::Suboptimal, "{rule:?} {costs:?}");
            }
        }
    }

    #[test]
    fn costs_that_might_not_fit_are_refused() {
        let plan = |costs, width, height| {
            let grid = Grid::blocked(width, height).unwrap();
            let config = AStarConfig { costs: CostModel::Integer(costs), ..Default::default() };
            AStar::with_config(&grid, config).map(|_| ())
        };
        assert_eq!(plan(StepCosts::D99_C70, 4000, 4000), Ok(()));
        let error = plan(StepCosts::D99_C70, 8000, 8000).unwrap_err();
        assert_eq!(error, ConfigError::Overflow { width: 8000, height: 8000 });
        assert!(error.to_string().contains("might not fit 32 bits"));
        assert_eq!(
            plan(StepCosts::unusual(u32::MAX, u32::MAX), 2, 2),
            Err(ConfigError::Overflow { width: 2, height: 2 })
        );
    }
}
