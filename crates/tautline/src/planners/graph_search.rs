//! What the graph planners share: from a recipe to the right instance of the best-first loop.

use super::{Choice, Guarantee, OptionError, OptionKind, OptionSpec, Planner, Settings};
use crate::geometry::Cell;
use crate::heuristic::{EuclideanCost, Heuristic, Metric, Weight};
use crate::moves::{CostError, CostModel, DiagonalRule, OctileLength, StepCosts};
use crate::open::{Heap, Linear, OpenList, Queue, Stacks, TieBreak};
use crate::path::Path;
use crate::search::{
    Answer, BestFirst, Ending, GridSpace, Observer, Outcome, Query, QueryError, SearchMemory, Silent, Space,
    Strategy, Workspace,
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
        let path_to = |id| path_of(memory.path(&space, id));
        let outcome = match ending {
            Ending::Found => Outcome::Found(path_to(space.id(query.goal))),
            Ending::Unreachable => Outcome::Unreachable,
            Ending::Stopped { why, nearest } => Outcome::Stopped { why, nearest: path_to(nearest) },
        };
        Ok(Answer { outcome, stats })
    }
}

/// A path of single steps with its octile length.
fn path_of(places: Vec<Cell>) -> Path<Cell> {
    let diagonal =
        places.windows(2).filter(|pair| pair[0].x != pair[1].x && pair[0].y != pair[1].y).count() as u32;
    let steps = OctileLength { straight: places.len() as u32 - 1 - diagonal, diagonal };
    Path { places, cost: steps.length() }
}

impl<A: GraphAlgorithm> Planner<Cell> for GraphPlanner<'_, A> {
    fn plan(&self, query: &Query<Cell>, workspace: &mut Workspace) -> Result<Answer<Cell>, QueryError<Cell>> {
        self.plan(query, workspace)
    }

    fn plan_observed(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        mut observer: &mut dyn Observer<Cell>,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        self.plan_observed(query, workspace, &mut observer)
    }

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
                // Without diagonal steps every cost is the length times C.
                let length_bound = if self.rule.has_diagonals() { costs.length_bound() } else { 1.0 };
                self.metric.to(anywhere, costs.lower_bounds(), self.rule).overestimate() * length_bound
            }
        }
    }
}

impl Choice for DiagonalRule {
    const CHOICES: &'static [(&'static str, Self)] = &[
        ("no-corner-cutting", Self::NoCornerCutting),
        ("cut-one-corner", Self::CutOneCorner),
        ("cut-both-corners", Self::CutBothCorners),
        ("never", Self::Never),
    ];
}

impl Choice for CostModel {
    const CHOICES: &'static [(&'static str, Self)] = &[
        ("octile", Self::Octile),
        ("99/70", Self::Integer(StepCosts::D99_C70)),
        ("3/2", Self::Integer(StepCosts::D3_C2)),
        ("99/50", Self::Integer(StepCosts::D99_C50)),
        ("1", Self::Integer(StepCosts::FOUR_NEIGHBOURS)),
    ];
}

impl Choice for Option<Metric> {
    const CHOICES: &'static [(&'static str, Self)] = &[
        ("auto", None),
        ("octile", Some(Metric::Octile)),
        ("manhattan", Some(Metric::Manhattan)),
        ("chebyshev", Some(Metric::Chebyshev)),
        ("euclidean", Some(Metric::Euclidean)),
        ("zero", Some(Metric::Zero)),
    ];
}

/// A queue is no choice: it keeps no order but its own.
impl Choice for OpenKind {
    const CHOICES: &'static [(&'static str, Self)] =
        &[("heap", Self::Heap), ("linear", Self::Linear), ("stacks", Self::Stacks)];
}

impl Choice for TieBreak {
    const CHOICES: &'static [(&'static str, Self)] = &[
        ("larger-g", Self::LargerG),
        ("smaller-g", Self::SmallerG),
        ("lifo", Self::Lifo),
        ("fifo", Self::Fifo),
    ];
}

pub(super) const DIAGONAL: OptionSpec = OptionSpec {
    name: "diagonal",
    default: "no-corner-cutting",
    kind: OptionKind::of::<DiagonalRule>(),
    help: "which diagonal steps are allowed beside obstacles; never = four neighbours",
};

pub(super) const COSTS: OptionSpec = OptionSpec {
    name: "costs",
    default: "octile",
    kind: OptionKind::of::<CostModel>(),
    help: "what steps cost: exact octile lengths, or whole numbers as diagonal/straight; 1 is for four neighbours",
};

pub(super) const HEURISTIC: OptionSpec = OptionSpec {
    name: "heuristic",
    default: "auto",
    kind: OptionKind::of::<Option<Metric>>(),
    help: "the estimate of the cost to the goal; auto = octile, or manhattan for four neighbours",
};

pub(super) const OPEN: OptionSpec = OptionSpec {
    name: "open",
    default: "stacks",
    kind: OptionKind::of::<OpenKind>(),
    help: "the open list: an indexed heap, an array that is scanned, or an array of stacks",
};

pub(super) const TIES: OptionSpec = OptionSpec {
    name: "ties",
    default: "lifo",
    kind: OptionKind::of::<TieBreak>(),
    help: "which of several equally good states comes first",
};

pub(super) const REMEMBER_H: OptionSpec = OptionSpec {
    name: "remember-h",
    default: "on",
    kind: OptionKind::of::<bool>(),
    help: "keep the estimate of an open state for when a cheaper way to it is found",
};

/// The rule and the costs, if they go together.
pub(super) fn moves(settings: &Settings) -> Result<(DiagonalRule, CostModel), OptionError> {
    let rule: DiagonalRule = settings.choice("diagonal");
    let costs = settings.choice("costs");
    if let CostModel::Integer(costs) = costs
        && rule.has_diagonals()
    {
        StepCosts::new(costs.straight, costs.diagonal).map_err(ConfigError::Costs)?;
    }
    Ok((rule, costs))
}
