//! What the graph planners share: from a recipe to the right instance of the best-first loop.

use super::misfit::Misfit;
use super::{NodeKind, OpenKind, Recipe};
use crate::engine::{
    Algorithm, Ends, Feature, Guarantee, Overflow, Preparation, PrepareError, Settings, Unsupported, Update,
};
use crate::geometry::Cell;
use crate::heuristic::landmarks::{Guidance, LandmarkConfig, LandmarkCost, Landmarks};
use crate::heuristic::{Heuristic, MapMetric, Weight};
use crate::index::IndexError;
use crate::map::{Map, Revision, Stale, Tiling};
use crate::moves::{CostModel, OctileLength, PathRule, StepCosts};
use crate::open::{Heap, Linear, OpenList, PlainStacks, Queue, Stacks, TieBreak};
use crate::path::{Path, keep_turns};
use crate::search::{
    Answer, BestFirst, Ending, FreshNodes, GridSpace, Headed, ListedNodes, NodeStore, Observer, OfCell,
    OnCells, Outcome, PartialReason, PathDetail, PathMeter, PooledNodes, Progress, Query, QueryError, Reach,
    Request, SearchMemory, Silent, Stats, Strategy, Surroundings, Workspace, WorldSpace,
};

/// What the best-first loop handles where no landmarks guide it.
pub(super) const ALL_FEATURES: &[Feature] = &[
    Feature::Terrain,
    Feature::Tolls,
    Feature::Links,
    Feature::Hexagons,
    Feature::SeveralGoals,
    Feature::Reach,
    Feature::Nearest,
];

/// A configuration of one of the graph algorithms.
pub trait GraphAlgorithm: Clone + Send + Sync + Sized + 'static {
    /// The algorithm's id.
    const ID: &'static str;

    /// What it means for the best-first loop.
    fn recipe(&self) -> Recipe;

    /// The landmarks that guide it, if any do: then it plans on plain maps only.
    fn landmarks(&self) -> Option<LandmarkConfig> {
        None
    }

    /// The configuration that options name.
    fn from_settings(settings: &Settings) -> Result<Self, PrepareError>;
}

/// A graph algorithm.
#[derive(Clone, Debug)]
pub struct GraphPlanner<A> {
    config: A,
    search: GraphSearch,
}

/// What a recipe makes of the best-first loop. It does not depend on the type of the configuration, so that the searches are
/// compiled in this crate and nowhere else.
#[derive(Clone, Debug)]
pub(super) struct GraphSearch {
    id: &'static str,
    recipe: Recipe,
    guidance: Guidance,
}

/// What a recipe amounts to on one map.
#[derive(Clone, Copy, Debug)]
struct Fit {
    strategy: Strategy,
    /// Whether all costs can be doubled.
    can_double: bool,
}

impl<A: GraphAlgorithm> GraphPlanner<A> {
    /// The algorithm with these options. If landmarks guide it, they are prepared.
    pub fn new(map: &Map, config: A) -> Result<Self, PrepareError> {
        Self::prepare(map, config, &Preparation::default())
    }

    /// The same with limits, or on several threads.
    pub fn prepare(map: &Map, config: A, preparation: &Preparation) -> Result<Self, PrepareError> {
        let landmarks = config.landmarks();
        if landmarks.is_some() {
            map.supports_only(A::ID, &[])?;
        }
        let mut planner = Self::with_guidance(map, config, Guidance::NONE)?;
        if let Some(landmarks) = landmarks {
            let Recipe { rule, costs, .. } = planner.search.recipe;
            planner.search.guidance = Guidance::prepare(map, rule, costs, landmarks, preparation)?;
        }
        Ok(planner)
    }

    fn with_guidance(map: &Map, config: A, guidance: Guidance) -> Result<Self, PrepareError> {
        let search = GraphSearch { id: A::ID, recipe: config.recipe(), guidance };
        search.check()?;
        search.fit(map)?;
        Ok(Self { config, search })
    }

    /// The landmarks that guide it, if any do.
    #[must_use]
    pub fn landmarks(&self) -> Option<&Landmarks> {
        self.search.guidance.landmarks()
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> &A {
        &self.config
    }

    pub(super) fn search(&self) -> &GraphSearch {
        &self.search
    }

    /// Makes it from options, for a descriptor.
    pub(super) fn build(
        map: &Map,
        settings: &Settings,
        preparation: &Preparation,
    ) -> Result<Box<dyn Algorithm>, PrepareError> {
        Ok(Box::new(Self::prepare(map, A::from_settings(settings)?, preparation)?))
    }

    /// Makes it from options and landmarks that were stored, for a descriptor.
    pub(super) fn open(
        map: &Map,
        settings: &Settings,
        bytes: &[u8],
    ) -> Result<Box<dyn Algorithm>, IndexError> {
        let config = A::from_settings(settings)?;
        let Recipe { rule, costs, .. } = config.recipe();
        let guidance = Guidance::open(map, rule, costs, config.landmarks(), bytes)?;
        Ok(Box::new(Self::with_guidance(map, config, guidance)?))
    }
}

impl<A: GraphAlgorithm> Algorithm for GraphPlanner<A> {
    fn id(&self) -> &'static str {
        A::ID
    }

    fn plan(&self, map: &Map, query: &Query, workspace: &mut Workspace) -> Result<Answer, QueryError> {
        self.search.plan(map, query, workspace, None)
    }

    fn plan_observed(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut dyn Observer,
    ) -> Result<Answer, QueryError> {
        self.search.plan(map, query, workspace, Some(observer))
    }

    fn update_with(&mut self, map: &Map, preparation: &Preparation) -> Result<Update, PrepareError> {
        if self.revision().is_none() {
            self.search.fit(map)?;
            return Ok(Update::Unchanged);
        }
        if self.revision() == Some(map.revision()) {
            return Ok(Update::Unchanged);
        }
        self.search = Self::prepare(map, self.config.clone(), preparation)?.search;
        Ok(Update::Rebuilt)
    }

    fn revision(&self) -> Option<Revision> {
        self.landmarks().map(Landmarks::revision)
    }

    fn to_bytes(&self) -> Option<Vec<u8>> {
        self.landmarks().map(Landmarks::to_bytes)
    }

    fn memory(&self) -> usize {
        self.landmarks().map_or(0, Landmarks::bytes)
    }

    fn guarantee(&self) -> Guarantee {
        self.search.guarantee()
    }

    fn rule(&self) -> PathRule {
        self.search.recipe.rule.into()
    }

    fn ends(&self) -> Ends {
        Ends::Cells
    }

    fn turn_penalty(&self) -> f64 {
        f64::from(self.search.recipe.turn_half_tiles) / 2.0
    }
}

impl GraphSearch {
    /// Whether the recipe can work at all.
    fn check(&self) -> Result<(), PrepareError> {
        let Recipe { weight, open, .. } = self.recipe;
        if !(1.0..=Weight::MAX).contains(&weight) {
            return Err(PrepareError::Weight { found: weight, min: 1.0, max: Weight::MAX });
        }
        if open == OpenKind::Queue && !self.recipe.suits_a_queue() {
            return Err(PrepareError::Queue);
        }
        Ok(())
    }

    /// What the recipe amounts to on a map, if it works there. Takes constant time.
    fn fit(&self, map: &Map) -> Result<Fit, Misfit> {
        let recipe = &self.recipe;
        if recipe.open == OpenKind::Queue {
            map.supports_only(self.id, &[Feature::Hexagons])?;
        }
        if self.guidance.landmarks().is_some() {
            map.supports_only(self.id, &[])?;
        }
        let (width, height) = (map.width(), map.height());
        let is_plain = map.is_plain() && recipe.turn_half_tiles == 0;
        if recipe.nodes != NodeKind::Pooled && !is_plain {
            return Err(Misfit::Nodes);
        }
        let weights = (0..=Weight::FINEST).rev().filter_map(|digits| Weight::at_most(recipe.weight, digits));
        let weight =
            weights.into_iter().find(|&weight| recipe.fits(map, weight, if is_plain { 1 } else { 2 }));
        let weight = weight.ok_or(Overflow { width, height })?;
        if recipe.turn_half_tiles > 0 && !Headed::<u32>::fits(map.grid().id_range()) {
            return Err(Overflow { width, height }.into());
        }
        let strategy = if weight.p() == weight.q() { recipe.strategy } else { Strategy::Weighted(weight) };
        Ok(Fit { strategy, can_double: recipe.fits(map, weight, 2) })
    }

    /// What makes it this algorithm.
    pub(super) fn recipe(&self) -> Recipe {
        self.recipe
    }

    /// On very large maps the weight is rounded down further: this bound holds on every map.
    fn guarantee(&self) -> Guarantee {
        let bound = match self.recipe.strategy {
            Strategy::NearestToGoal => f64::INFINITY,
            Strategy::CheapestTotal | Strategy::Weighted(_) => {
                Weight::at_most(self.recipe.weight, Weight::FINEST).map_or(self.recipe.weight, Weight::value)
            }
        };
        Guarantee::within(bound * self.recipe.bound())
    }

    fn plan(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Answer, QueryError> {
        let mut slice = Slice { progress: None, until: u64::MAX };
        let answer = self.advance(map, query, workspace, &mut slice, observer)?;
        Ok(answer.expect("it was not to pause"))
    }

    /// Begins or goes on with a search, until it has an answer or its slice is over.
    pub(super) fn advance(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        slice: &mut Slice,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Option<Answer>, QueryError> {
        Stale::check(self.guidance.landmarks().map(Landmarks::revision), map)?;
        let fit = self.fit(map)?;
        let request = match self.guidance.landmarks() {
            Some(_) => query.on_cells(self.id, map.grid())?,
            None => query.between_cells(self.id, map.grid())?,
        };
        let task = Task { map, fit, query: &request, workspace, slice };
        match observer {
            None => self.run(task, &mut Silent),
            Some(mut observer) => self.run(task, &mut observer),
        }
    }

    fn run(&self, mut task: Task<'_>, observer: &mut impl Observer) -> Result<Option<Answer>, QueryError> {
        let task = &mut task;
        match self.recipe.costs {
            CostModel::Octile => self.search_open(StepCosts::OCTILE, StepCosts::OCTILE, task, observer),
            CostModel::Integer(costs) if self.suits_plain_stacks(costs, task) => {
                self.search_space::<u32, PlainStacks>(costs, costs.lower_bounds(), task, observer)
            }
            CostModel::Integer(costs) => self.search_open(costs, costs.lower_bounds(), task, observer),
        }
    }

    /// Whether keys lie close together, and the last one comes first.
    fn suits_plain_stacks(&self, costs: StepCosts<u32>, task: &Task<'_>) -> bool {
        let Recipe { open, ties, turn_half_tiles, .. } = self.recipe;
        let are_close =
            task.map.is_plain() && turn_half_tiles == 0 && task.fit.strategy == Strategy::CheapestTotal;
        let are_small = costs.straight.max(costs.diagonal) <= PlainStacks::DEAREST;
        are_close && are_small && open == OpenKind::Stacks && ties == TieBreak::Lifo
    }

    /// Chooses the open list. `bounds` are what the steps cost at least towards the goal.
    fn search_open<C: LandmarkCost>(
        &self,
        costs: StepCosts<C>,
        bounds: StepCosts<C>,
        task: &mut Task<'_>,
        observer: &mut impl Observer,
    ) -> Result<Option<Answer>, QueryError> {
        match self.recipe.open {
            OpenKind::Heap => self.search_space::<C, Heap>(costs, bounds, task, observer),
            OpenKind::Linear => self.search_space::<C, Linear>(costs, bounds, task, observer),
            OpenKind::Stacks => self.search_space::<C, Stacks>(costs, bounds, task, observer),
            OpenKind::Queue => self.search_space::<C, Queue>(costs, bounds, task, observer),
        }
    }

    /// Chooses the space and the estimate: the fast ones for a plain map and a single goal, or those that know everything.
    fn search_space<C: LandmarkCost, O: OpenList>(
        &self,
        costs: StepCosts<C>,
        bounds: StepCosts<C>,
        task: &mut Task<'_>,
        observer: &mut impl Observer,
    ) -> Result<Option<Answer>, QueryError> {
        let Recipe { rule, metric, turn_half_tiles: turn, .. } = self.recipe;
        let (map, query) = (task.map, task.query);
        if query.reach == Reach::At && query.others.is_empty() && turn == 0 && map.is_plain() {
            let space = GridSpace::new(map.grid(), rule, costs);
            let Some(heuristic) = self.guidance.to(query.start, query.goal, (metric, bounds, rule)) else {
                return Ok(Some(Answer { outcome: Outcome::Unreachable, stats: Stats::default() }));
            };
            if task.slice.progress.is_none() {
                heuristic.tell(observer);
            }
            if self.recipe.nodes == NodeKind::Pooled {
                return self.search::<_, O, PooledNodes<C>>(&space, &heuristic, task, observer, plain_length);
            }
            // These are for experiments: one search for all observers, so that there is less to compile.
            let mut observer: &mut dyn Observer = observer;
            return match self.recipe.nodes {
                NodeKind::Fresh => {
                    self.search::<_, O, FreshNodes<C>>(&space, &heuristic, task, &mut observer, plain_length)
                }
                _ => {
                    self.search::<_, O, ListedNodes<C>>(&space, &heuristic, task, &mut observer, plain_length)
                }
            };
        }
        if self.recipe.nodes != NodeKind::Pooled {
            return Err(Unsupported::new(self.id, Feature::NodesForExperiments).into());
        }
        if !task.fit.can_double {
            return Err(Unsupported::new(self.id, Feature::LargeMap).into());
        }
        let space = WorldSpace::new(map, rule, costs);
        let lengths = WorldSpace::new(map, rule, StepCosts::OCTILE);
        let heuristic = MapMetric::over_links(metric, map, rule, bounds, query);
        if turn == 0 {
            let length = |cells: &[Cell]| length_of(&lengths, cells);
            self.search::<_, O, PooledNodes<C>>(&space, &heuristic, task, observer, length)
        } else {
            let (space, lengths) = (Headed::new(space, turn), Headed::new(lengths, turn));
            let length = |cells: &[Cell]| length_of(&lengths, cells);
            self.search::<_, O, PooledNodes<C>>(&space, &OfCell(&heuristic), task, observer, length)
        }
    }

    /// Searches, and makes an answer of what was found.
    fn search<S: OnCells, O: OpenList, N: NodeStore<S::Cost>>(
        &self,
        space: &S,
        heuristic: &impl Heuristic<S::State, S::Cost>,
        task: &mut Task<'_>,
        observer: &mut impl Observer,
        length: impl Fn(&[Cell]) -> f64,
    ) -> Result<Option<Answer>, QueryError> {
        let Recipe { rule, ties, remember_h, .. } = self.recipe;
        let Task { map, fit, query, workspace, slice: Slice { progress, until } } = task;
        let memory = workspace.part::<SearchMemory<S::Cost, O, N>>();
        let best_first = BestFirst { space, heuristic, strategy: fit.strategy, ties, remember_h };
        let tracks_nearest = query.partial || !query.limits.is_unlimited();
        let progress = match progress {
            Some(progress) => progress,
            none => none
                .insert(best_first.begin([S::start(query.start)], memory)?.tracking_nearest(tracks_nearest)),
        };
        let mut target = Surroundings::new(space, query, rule, map.tiling());
        let ending = best_first.advance(progress, &mut target, query.limits, *until, memory, observer);
        let Some(ending) = ending else { return Ok(None) };
        let meter = PathMeter::new(query.limits);
        let path_to = |id| {
            let mut places: Vec<Cell> = memory.path_of(space, id, S::cell, &meter);
            let cost = length(&places);
            let has_lines = map.links().is_none() && map.tiling() == Tiling::Square;
            if query.detail == PathDetail::Waypoints && has_lines {
                keep_turns(&mut places);
            }
            Path::new(places, cost)
        };
        let outcome = match ending {
            Ending::Found(id) => Outcome::Found(path_to(id)),
            Ending::Unreachable if query.partial => {
                // Near a goal is enough also where it is solid.
                let is_blocked =
                    query.reach == Reach::At && query.goals().all(|goal| map.grid().is_blocked(goal));
                let why = if is_blocked { PartialReason::GoalBlocked } else { PartialReason::Unreachable };
                Outcome::Partial { path: path_to(progress.nearest()), why }
            }
            Ending::Unreachable => Outcome::Unreachable,
            Ending::Stopped(why) => Outcome::Stopped { why, nearest: path_to(progress.nearest()) },
        };
        Ok(Some(Answer { outcome: meter.outcome(outcome, query.start), stats: progress.stats() }))
    }
}

/// A search that is to be made.
struct Task<'a> {
    map: &'a Map,
    fit: Fit,
    query: &'a Request<'a, Cell>,
    workspace: &'a mut Workspace,
    slice: &'a mut Slice,
}

/// The part of a search that is to be made now.
#[derive(Debug)]
pub(super) struct Slice {
    /// How far the search has come; none before it begins.
    pub(super) progress: Option<Progress>,
    /// It pauses after so many expansions in all.
    pub(super) until: u64,
}

/// The length in tiles of a path of single steps.
fn plain_length(cells: &[Cell]) -> f64 {
    octile_length(cells).length()
}

/// The length of a path in a space whose costs are doubled lengths.
fn length_of(lengths: &impl OnCells<Cost = OctileLength>, cells: &[Cell]) -> f64 {
    lengths.cost_of(cells).expect("a way that a search has found").length() / 2.0
}

/// The length of a path of single steps.
pub(super) fn octile_length(cells: &[Cell]) -> OctileLength {
    let is_diagonal = |pair: &&[Cell]| pair[0].x != pair[1].x && pair[0].y != pair[1].y;
    let diagonal = cells.windows(2).filter(is_diagonal).count() as u32;
    OctileLength { straight: cells.len() as u32 - 1 - diagonal, diagonal }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;
    use crate::map::{Link, Tile, Tolls};
    use crate::moves::DiagonalRule;
    use crate::planners::{
        AStar, AStarConfig, Bfs, BfsConfig, Dijkstra, DijkstraConfig, WeightedAStar, WeightedAStarConfig,
    };

    #[test]
    fn a_queue_is_refused_where_it_would_break_the_order() {
        let map = Map::open(4, 4).unwrap();
        let config = AStarConfig { open: OpenKind::Queue, ..Default::default() };
        assert_eq!(AStar::new(&map, config).unwrap_err(), PrepareError::Queue);
        let config = DijkstraConfig { open: OpenKind::Queue, ..Default::default() };
        assert_eq!(Dijkstra::new(&map, config).unwrap_err(), PrepareError::Queue);
        let four = DijkstraConfig { rule: DiagonalRule::Never, ..config };
        assert!(Dijkstra::new(&map, four).is_ok(), "all steps cost the same");
        let turning = DijkstraConfig { turn_half_tiles: 3, ..four };
        assert_eq!(Dijkstra::new(&map, turning).unwrap_err(), PrepareError::Queue, "some steps are turns");
        assert_eq!(
            Bfs::new(&map, BfsConfig::default()).unwrap().config().rule,
            DiagonalRule::NoCornerCutting
        );
    }

    #[test]
    fn weights_get_coarser_on_large_maps_and_never_larger() {
        let weighted = |side: u32, weight: f64| {
            let map = Map::blocked(side, side).unwrap();
            let config = WeightedAStarConfig { weight, ..Default::default() };
            let planner = WeightedAStar::new(&map, config)?;
            let Ok(Fit { strategy, .. }) = planner.search.fit(&map) else {
                panic!("it was checked for this map")
            };
            let used = if let Strategy::Weighted(weight) = strategy { weight.value() } else { 1.0 };
            Ok((used, planner.guarantee()))
        };
        let finest = Guarantee::Bounded(1126.0 / 1024.0);
        assert_eq!(weighted(100, 1.1), Ok((1126.0 / 1024.0, finest)));
        assert_eq!(weighted(4000, 1.1), Ok((70.0 / 64.0, finest)), "the guarantee holds on every map");
        assert_eq!(weighted(4000, 1.5), Ok((1.5, Guarantee::Bounded(1.5))));
        assert_eq!(weighted(100, 1.0), Ok((1.0, Guarantee::Optimal)));
        for wrong in [0.5, f64::NAN, f64::INFINITY, 1001.0] {
            assert!(matches!(weighted(10, wrong), Err(PrepareError::Weight { .. })), "{wrong}");
        }
    }

    #[test]
    fn free_steps_promise_nothing() {
        let map = Map::open(5, 5).unwrap();
        for rule in DiagonalRule::ALL {
            for costs in [StepCosts::unusual(0, 5), StepCosts::unusual(0, 0)] {
                let config = AStarConfig { rule, costs: CostModel::Integer(costs), ..Default::default() };
                let planner = AStar::new(&map, config).unwrap();
                assert_eq!(planner.guarantee(), Guarantee::Suboptimal, "{rule:?} {costs:?}");
            }
        }
    }

    /// Each thing there can be to a map counts, by itself, just above what fits and just below.
    #[test]
    fn everything_on_a_map_counts_for_what_fits() {
        let open = || Map::open(100, 100).unwrap();
        let plan = |map: &Map, turn_half_tiles| {
            let config = AStarConfig { turn_half_tiles, ..Default::default() };
            AStar::new(map, config).map(|_| ())
        };
        let overflow = || Err(PrepareError::Overflow(Overflow { width: 100, height: 100 }));
        // Doubled, everything together has to stay below 2³⁰.
        let terrain = |cost| Map::from_costs(100, 100, |_| cost).unwrap();
        assert_eq!(plan(&terrain(51_000), 0), Ok(()));
        assert_eq!(plan(&terrain(54_000), 0), overflow());
        let tolls = |toll| open().with_tolls(Tolls::from_fn(open().grid(), |_, _| toll)).unwrap();
        assert_eq!(plan(&tolls(53_000), 0), Ok(()));
        assert_eq!(plan(&tolls(54_000), 0), overflow());
        let links = |cost| open().with_links([Link::new((0, 0), (9, 9), cost)]).unwrap();
        assert_eq!(plan(&links(536_000_000), 0), Ok(()));
        assert_eq!(plan(&links(537_000_000), 0), overflow());
        // Nine headings, each of which may be passed once, and a turn in each.
        assert_eq!(plan(&open(), 11_000), Ok(()));
        assert_eq!(plan(&open(), 13_000), overflow());
        assert_eq!(plan(&terrain(7_000), 1), overflow());
        assert_eq!(plan(&terrain(5_000), 1), Ok(()));
    }

    /// An estimate over a link is one to the link and one from there: on a map that is hardly free that is the larger part.
    #[test]
    fn estimates_over_links_have_room_for_both_of_their_parts() {
        let cost = |cell: Cell| if [0, 1, 328, 329].contains(&cell.x) { 60_000 } else { 0 };
        let links = [Link::new((328, 0), (0, 0), 1), Link::new((329, 0), (1, 0), 1)];
        let map = Map::from_costs(330, 1, cost).unwrap().with_links(links).unwrap();
        let config = |costs| AStarConfig { costs: CostModel::Integer(costs), ..Default::default() };
        let refused = AStar::new(&map, config(StepCosts::D99_C70)).unwrap_err();
        assert_eq!(refused, PrepareError::Overflow(Overflow { width: 330, height: 1 }));
        let planner = AStar::new(&map, config(StepCosts::D3_C2)).unwrap();
        let answer = planner.plan(&map, &Query::new((328, 0), (329, 0)), &mut Workspace::new()).unwrap();
        assert!(answer.is_complete());
    }

    #[test]
    fn what_needs_doubled_costs_is_refused_where_these_do_not_fit() {
        let mut map = Map::blocked(6500, 6500).unwrap();
        map.fill(Rect::new(0, 0, 9, 1), Tile::Free);
        let config = AStarConfig { costs: CostModel::Integer(StepCosts::D99_C70), ..Default::default() };
        let planner = AStar::new(&map, config).unwrap();
        let plan = |query: Query| planner.plan(&map, &query, &mut Workspace::new());
        assert!(plan(Query::new((0, 0), (8, 0))).is_ok());
        for query in
            [Query::new((0, 0), (8, 0)).or_to((3, 0)), Query::new((0, 0), (8, 0)).with_reach(Reach::NextTo)]
        {
            assert!(matches!(plan(query), Err(QueryError::Unsupported(_))));
        }
    }

    #[test]
    fn costs_that_might_not_fit_are_refused() {
        let plan = |costs, width, height| {
            let map = Map::blocked(width, height).unwrap();
            let config = AStarConfig { costs: CostModel::Integer(costs), ..Default::default() };
            AStar::new(&map, config).map(|_| ())
        };
        assert_eq!(plan(StepCosts::D99_C70, 4000, 4000), Ok(()));
        let error = plan(StepCosts::D99_C70, 8000, 8000).unwrap_err();
        assert_eq!(error, PrepareError::Overflow(Overflow { width: 8000, height: 8000 }));
        assert!(error.to_string().contains("might not fit their type"));
        assert_eq!(
            plan(StepCosts::unusual(u32::MAX, u32::MAX), 2, 2),
            Err(PrepareError::Overflow(Overflow { width: 2, height: 2 }))
        );
    }
}
