//! What planners with thresholds share: a plain map, its moves, and landmarks if they are guided by any.

use super::GraphAlgorithm;
use super::astar::AStarConfig;
use super::graph_search::octile_length;
use super::misfit::Misfit;
use crate::engine::{Overflow, Preparation, PrepareError};
use crate::geometry::Cell;
use crate::heuristic::landmarks::{Guidance, Guided, LandmarkConfig, LandmarkCost, Landmarks};
use crate::heuristic::{Metric, Weight};
use crate::index::IndexError;
use crate::map::Map;
use crate::moves::{CostModel, DiagonalRule, StepCosts};
use crate::path::{Path, keep_turns};
use crate::search::{
    Answer, Observer, OutOfMemory, Outcome, PathDetail, PathMeter, Query, QueryError, Request, Stats,
    StopReason, Workspace,
};

/// Which moves there are and what they cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveRules {
    pub(super) rule: DiagonalRule,
    pub(super) costs: CostModel,
    /// How much dearer than the cheapest a way may get, where a straight step is two.
    pub(super) delta: u32,
}

/// How a planner with thresholds moves, and the landmarks that guide its searches, if any do.
#[derive(Clone, Debug)]
pub(super) struct GuidedGrid {
    id: &'static str,
    moves: MoveRules,
    guidance: Guidance,
}

/// A search that is to be made.
pub(super) struct SearchTask<'a, C> {
    pub(super) map: &'a Map,
    pub(super) rule: DiagonalRule,
    pub(super) costs: StepCosts<C>,
    pub(super) heuristic: &'a Guided<'a, C>,
    pub(super) query: &'a Request<'a, Cell>,
    pub(super) meter: &'a PathMeter<'a>,
}

/// How a search ended.
pub(super) enum Searched {
    /// With this path.
    Found(Vec<Cell>),
    /// There is no path.
    Unreachable,
    /// At a limit; this path leads to the nearest cell so far.
    Stopped(StopReason, Vec<Cell>),
}

/// An algorithm that finds paths with any kind of costs.
pub(super) trait PathSearch {
    fn find<C: LandmarkCost>(
        &self,
        ask: &SearchTask<'_, C>,
        workspace: &mut Workspace,
        stats: &mut Stats,
        observer: &mut impl Observer,
    ) -> Result<Searched, OutOfMemory>;
}

impl GuidedGrid {
    /// Prepares landmarks, if any are asked for.
    pub(super) fn prepare(
        id: &'static str,
        map: &Map,
        moves: MoveRules,
        landmarks: Option<LandmarkConfig>,
        preparation: &Preparation,
    ) -> Result<Self, PrepareError> {
        let mut guided = Self { id, moves, guidance: Guidance::NONE };
        guided.fit(map)?;
        if let Some(landmarks) = landmarks {
            guided.guidance = Guidance::prepare(map, moves.rule, moves.costs, landmarks, preparation)?;
        }
        Ok(guided)
    }

    /// Takes landmarks that were stored.
    pub(super) fn open(
        id: &'static str,
        map: &Map,
        moves: MoveRules,
        config: Option<LandmarkConfig>,
        bytes: &[u8],
    ) -> Result<Self, IndexError> {
        let guidance = Guidance::open(map, moves.rule, moves.costs, config, bytes)?;
        let guided = Self { id, moves, guidance };
        guided.fit(map).map_err(PrepareError::from)?;
        Ok(guided)
    }

    /// Whether a map is plain, and all costs on it fit their type.
    pub(super) fn fit(&self, map: &Map) -> Result<(), Misfit> {
        map.supports_only(self.id, &[])?;
        let (width, height) = (map.width(), map.height());
        let is_enough = match self.moves.costs {
            CostModel::Octile => true,
            CostModel::Integer(StepCosts { straight, diagonal }) => {
                let cells = u64::from(width) * u64::from(height) + u64::from(width) + u64::from(height) + 1;
                let more = u64::from(straight) * u64::from(self.moves.delta);
                cells.saturating_mul(straight.max(diagonal).into()).saturating_add(more) <= u32::MAX.into()
            }
        };
        let one = Weight::at_most(1.0, 0).expect("one is a weight");
        let fits = is_enough && self.astar().recipe().fits(map, one, 1);
        if fits { Ok(()) } else { Err(Overflow { width, height }.into()) }
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
        algorithm: &impl PathSearch,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        self.fit(map)?;
        let query = &query.on_cells(self.id, map.grid())?;
        match self.moves.costs {
            CostModel::Octile => {
                let costs = StepCosts::OCTILE;
                self.answer((costs, costs), algorithm, map, query, workspace, observer)
            }
            CostModel::Integer(costs) => {
                self.answer((costs, costs.lower_bounds()), algorithm, map, query, workspace, observer)
            }
        }
    }

    /// Answers with these costs, and those that steps have at least towards the goal.
    fn answer<C: LandmarkCost>(
        &self,
        (costs, bounds): (StepCosts<C>, StepCosts<C>),
        algorithm: &impl PathSearch,
        map: &Map,
        query: &Request<'_, Cell>,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let (rule, mut stats) = (self.moves.rule, Stats::default());
        let meter = PathMeter::new(query.limits);
        let metric = Metric::exact_for(rule);
        let came = if query.start == query.goal {
            Searched::Found(vec![query.start])
        } else if let Some(heuristic) = self.guidance.to(query.start, query.goal, (metric, bounds, rule)) {
            heuristic.tell(observer);
            let ask = SearchTask { map, rule, costs, heuristic: &heuristic, query, meter: &meter };
            algorithm.find(&ask, workspace, &mut stats, observer)?
        } else {
            Searched::Unreachable
        };
        let path = |mut places: Vec<Cell>| {
            let cost = octile_length(&places).length();
            if query.detail == PathDetail::Waypoints {
                keep_turns(&mut places);
            }
            Path::new(places, cost)
        };
        let outcome = match came {
            Searched::Found(cells) => Outcome::Found(path(cells)),
            Searched::Unreachable => Outcome::Unreachable,
            Searched::Stopped(why, cells) => Outcome::Stopped { why, nearest: path(cells) },
        };
        Ok(Answer { outcome: meter.outcome(outcome, query.start), stats })
    }
}
