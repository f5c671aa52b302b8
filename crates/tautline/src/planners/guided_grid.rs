//! What planners with thresholds share: a plain map, its moves, and landmarks if they are guided by any.

use std::borrow::Cow;

use super::graph::astar::AStarConfig;
use super::graph_search::octile_length;
use super::{ConfigError, GraphAlgorithm, LandmarkError};
use crate::geometry::Cell;
use crate::heuristic::landmarks::{Guidance, Guided, LandmarkConfig, LandmarkCost, Landmarks};
use crate::heuristic::{Metric, Weight};
use crate::moves::{CostModel, DiagonalRule, StepCosts};
use crate::path::{Path, keep_turns};
use crate::search::{
    Answer, Observer, OutOfMemory, Outcome, PathDetail, Query, QueryError, Stats, StopReason, Workspace,
};
use crate::world::Grid;

/// How somebody moves on a map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves {
    pub(super) rule: DiagonalRule,
    pub(super) costs: CostModel,
    /// How much dearer than the cheapest a way may get, where a straight step is two.
    pub(super) delta: u32,
}

/// A map, how one moves on it, and what guides a search.
#[derive(Clone, Debug)]
pub(super) struct GuidedGrid<'w> {
    pub(super) grid: &'w Grid,
    pub(super) moves: Moves,
    guidance: Guidance<'w>,
}

/// A search that is to be made.
pub(super) struct Ask<'a, C> {
    pub(super) grid: &'a Grid,
    pub(super) rule: DiagonalRule,
    pub(super) costs: StepCosts<C>,
    pub(super) heuristic: &'a Guided<'a, C>,
    pub(super) query: &'a Query<Cell>,
}

/// What came of it.
pub(super) enum Came {
    /// This way.
    To(Vec<Cell>),
    /// There is none.
    ToNothing,
    /// A limit was reached, and this way leads to the nearest cell so far.
    ToALimit(StopReason, Vec<Cell>),
}

/// An algorithm that finds its way for any kind of costs.
pub(super) trait FindsWays {
    fn find<C: LandmarkCost>(
        &self,
        ask: &Ask<'_, C>,
        workspace: &mut Workspace,
        stats: &mut Stats,
        observer: &mut impl Observer<Cell>,
    ) -> Result<Came, OutOfMemory>;
}

impl<'w> GuidedGrid<'w> {
    /// Prepares landmarks, if any are asked for.
    pub(super) fn prepare(
        grid: &'w Grid,
        moves: Moves,
        landmarks: Option<LandmarkConfig>,
    ) -> Result<Self, ConfigError> {
        let guidance = match landmarks {
            None => Guidance::NONE,
            Some(landmarks) => Guidance::prepare(grid, moves.rule, moves.costs, landmarks)?,
        };
        Self { grid, moves, guidance }.checked()
    }

    /// Takes landmarks that were prepared before.
    pub(super) fn take(
        grid: &'w Grid,
        moves: Moves,
        config: Option<LandmarkConfig>,
        landmarks: Cow<'w, Landmarks>,
    ) -> Result<Self, LandmarkError> {
        let guidance = Guidance::take(grid, moves.rule, moves.costs, config, landmarks)?;
        Ok(Self { grid, moves, guidance }.checked()?)
    }

    /// Whether all costs fit their place.
    fn checked(self) -> Result<Self, ConfigError> {
        let (width, height) = (self.grid.width(), self.grid.height());
        let is_enough = match self.moves.costs {
            CostModel::Octile => true,
            CostModel::Integer(StepCosts { straight, diagonal }) => {
                let cells = u64::from(width) * u64::from(height) + u64::from(width) + u64::from(height) + 1;
                let more = u64::from(straight) * u64::from(self.moves.delta);
                cells.saturating_mul(straight.max(diagonal).into()).saturating_add(more) <= u32::MAX.into()
            }
        };
        let one = Weight::at_most(1.0, 0).expect("one is a weight");
        if is_enough && self.astar().recipe().fits(self.grid.into(), one, 1) {
            Ok(self)
        } else {
            Err(ConfigError::Overflow { width, height })
        }
    }

    /// A* with the same moves.
    fn astar(&self) -> AStarConfig {
        AStarConfig { rule: self.moves.rule, costs: self.moves.costs, ..AStarConfig::default() }
    }

    /// How many times as long as the shortest a cheapest path may be.
    pub(super) fn bound(&self) -> f64 {
        self.astar().recipe().bound()
    }

    pub(super) fn landmarks(&self) -> Option<&Landmarks> {
        self.guidance.landmarks()
    }

    /// Answers a query.
    pub(super) fn plan(
        &self,
        algorithm: &impl FindsWays,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Cell>,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        query.check(self.grid)?;
        match self.moves.costs {
            CostModel::Octile => {
                let costs = StepCosts::OCTILE;
                self.answer((costs, costs), algorithm, query, workspace, observer)
            }
            CostModel::Integer(costs) => {
                self.answer((costs, costs.lower_bounds()), algorithm, query, workspace, observer)
            }
        }
    }

    /// Answers with these costs, and those that steps have at least towards the goal.
    fn answer<C: LandmarkCost>(
        &self,
        (costs, bounds): (StepCosts<C>, StepCosts<C>),
        algorithm: &impl FindsWays,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Cell>,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        let (grid, rule, mut stats) = (self.grid, self.moves.rule, Stats::default());
        let metric = Metric::exact_for(rule);
        let came = if query.start == query.goal {
            Came::To(vec![query.start])
        } else if let Some(heuristic) = self.guidance.to(query.start, query.goal, (metric, bounds, rule)) {
            heuristic.tell(observer);
            let ask = Ask { grid, rule, costs, heuristic: &heuristic, query };
            algorithm.find(&ask, workspace, &mut stats, observer)?
        } else {
            Came::ToNothing
        };
        let path = |mut places: Vec<Cell>| {
            let cost = octile_length(&places).length();
            if query.detail == PathDetail::Waypoints {
                keep_turns(&mut places);
            }
            Path { places, cost }
        };
        let outcome = match came {
            Came::To(cells) => Outcome::Found(path(cells)),
            Came::ToNothing => Outcome::Unreachable,
            Came::ToALimit(why, cells) => Outcome::Stopped { why, nearest: path(cells) },
        };
        Ok(Answer { outcome, stats })
    }
}
