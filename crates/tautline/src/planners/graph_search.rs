//! What the graph planners share: from a recipe to the right instance of the best-first loop.

use std::borrow::Cow;

use super::{ConfigError, Guarantee, NodeKind, OpenKind, Planner, Recipe, plan_as_typed, plan_typed};
use crate::geometry::Cell;
use crate::heuristic::landmarks::{Guidance, LandmarkConfig, LandmarkCost, Landmarks, StaleLandmarks};
use crate::heuristic::{GroundMetric, Heuristic, Weight};
use crate::moves::{CostModel, DiagonalRule, OctileLength, StepCosts};
use crate::open::{Heap, Linear, OpenList, PlainStacks, Queue, Stacks, TieBreak};
use crate::path::{Path, keep_turns};
use crate::search::{
    Answer, BestFirst, Ending, FreshNodes, GridSpace, Headed, ListedNodes, NodeStore, Observer, OfCell,
    OnCells, Outcome, PartialReason, PathDetail, PooledNodes, Progress, Query, QueryError, Reach,
    SearchMemory, Seen, Silent, Stats, Strategy, Surroundings, Workspace, WorldSpace,
};
use crate::world::{Grid, Ground, Tiling};

/// Why a planner does not take landmarks that were prepared before.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LandmarkError {
    /// They are for something else.
    #[error(transparent)]
    Stale(#[from] StaleLandmarks),
    /// The planner cannot be made at all.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

/// A configuration of one of the graph algorithms.
pub trait GraphAlgorithm: Clone + Sync {
    /// What it means for the best-first loop.
    fn recipe(&self) -> Recipe;

    /// The landmarks that guide it, if any do: then it plans on plain maps only.
    fn landmarks(&self) -> Option<LandmarkConfig> {
        None
    }
}

/// A graph algorithm on a map.
#[derive(Clone, Debug)]
pub struct GraphPlanner<'w, A> {
    config: A,
    search: GraphSearch<'w>,
}

/// What a recipe makes of the best-first loop on a map. It does not depend on the type of the configuration, so that the searches are
/// compiled in this crate and nowhere else.
#[derive(Clone, Debug)]
pub(super) struct GraphSearch<'w> {
    ground: Ground<'w>,
    recipe: Recipe,
    guidance: Guidance<'w>,
    strategy: Strategy,
    /// Whether all costs can be doubled.
    can_double: bool,
}

impl<'w, A: GraphAlgorithm> GraphPlanner<'w, A> {
    /// The algorithm with its default options, on a [`Grid`](crate::world::Grid), a [`Terrain`](crate::world::Terrain), or a
    /// [`Ground`] with all there is to it.
    ///
    /// # Panics
    ///
    /// If the defaults of `A` do not suit the map. Those of Tautline's own algorithms suit every grid. Where there are costs, links
    /// or the like, as on maps from files, [`with_config`](Self::with_config) says what is wrong instead.
    #[must_use]
    pub fn new(ground: impl Into<Ground<'w>>) -> Self
    where
        A: Default,
    {
        Self::with_config(ground, A::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The algorithm with these options. If landmarks guide it, they are prepared.
    pub fn with_config(ground: impl Into<Ground<'w>>, config: A) -> Result<Self, ConfigError> {
        let ground = ground.into();
        let recipe = config.recipe();
        let guidance = match config.landmarks() {
            None => Guidance::NONE,
            Some(landmarks) => Guidance::prepare(ground.plain()?, recipe.rule, recipe.costs, landmarks)?,
        };
        Ok(Self { config, search: GraphSearch::new(ground, recipe, guidance)? })
    }

    /// The algorithm with these options, guided by landmarks that were prepared before.
    pub fn with_landmarks(
        grid: &'w Grid,
        config: A,
        landmarks: impl Into<Cow<'w, Landmarks>>,
    ) -> Result<Self, LandmarkError> {
        let recipe = config.recipe();
        let guidance = Guidance::take(grid, recipe.rule, recipe.costs, config.landmarks(), landmarks.into())?;
        Ok(Self { config, search: GraphSearch::new(grid.into(), recipe, guidance)? })
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

    pub(super) fn search(&self) -> &GraphSearch<'w> {
        &self.search
    }

    /// Answers a query.
    pub fn plan(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        self.search.plan(query, workspace)
    }

    /// Answers a query while an observer watches.
    pub fn plan_observed(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut dyn Observer<Cell>,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        self.search.plan_observed(query, workspace, observer)
    }
}

impl<'w> GraphSearch<'w> {
    fn new(ground: Ground<'w>, recipe: Recipe, guidance: Guidance<'w>) -> Result<Self, ConfigError> {
        if !(1.0..=Weight::MAX).contains(&recipe.weight) {
            return Err(ConfigError::Weight(recipe.weight));
        }
        if recipe.open == OpenKind::Queue {
            if !recipe.suits_a_queue() {
                return Err(ConfigError::Queue);
            }
            ground.uniform()?;
        }
        let (width, height) = (ground.grid().width(), ground.grid().height());
        let is_plain = ground.is_plain() && recipe.turn_half_tiles == 0;
        if recipe.nodes != NodeKind::Pooled && !is_plain {
            return Err(ConfigError::Nodes);
        }
        let weights = (0..=Weight::FINEST).rev().filter_map(|digits| Weight::at_most(recipe.weight, digits));
        let weight =
            weights.into_iter().find(|&weight| recipe.fits(ground, weight, if is_plain { 1 } else { 2 }));
        let weight = weight.ok_or(ConfigError::Overflow { width, height })?;
        if recipe.turn_half_tiles > 0 && !Headed::<u32>::fits(ground.grid().id_range()) {
            return Err(ConfigError::Overflow { width, height });
        }
        let strategy = if weight.p() == weight.q() { recipe.strategy } else { Strategy::Weighted(weight) };
        let can_double = recipe.fits(ground, weight, 2);
        Ok(Self { ground, recipe, guidance, strategy, can_double })
    }

    /// What it plans on.
    pub(super) fn ground(&self) -> Ground<'w> {
        self.ground
    }

    /// What makes it this algorithm.
    pub(super) fn recipe(&self) -> Recipe {
        self.recipe
    }

    plan_typed!(pub(super) Cell);

    fn plan_for<V: Observer<Cell>>(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut V,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        let mut slice = Slice { progress: None, until: u64::MAX };
        let answer = self.run(&mut Task { query, workspace, slice: &mut slice }, observer)?;
        Ok(answer.expect("it was not to pause"))
    }

    /// Goes on with a search while nobody watches.
    pub(super) fn advance(&self, task: &mut Task<'_>) -> Result<Option<Answer<Cell>>, QueryError<Cell>> {
        self.run(task, &mut Silent)
    }

    /// The same while an observer watches.
    pub(super) fn advance_observed(
        &self,
        task: &mut Task<'_>,
        mut observer: &mut dyn Observer<Cell>,
    ) -> Result<Option<Answer<Cell>>, QueryError<Cell>> {
        self.run(task, &mut observer)
    }

    /// Begins or goes on with a search, until it has an answer or its slice is over.
    fn run(
        &self,
        task: &mut Task<'_>,
        observer: &mut impl Observer<Cell>,
    ) -> Result<Option<Answer<Cell>>, QueryError<Cell>> {
        if self.guidance.landmarks().is_some() {
            task.query.check(self.ground.grid())?;
        }
        task.query.check_ends(self.ground.grid())?;
        match self.recipe.costs {
            CostModel::Octile => self.search_open(StepCosts::OCTILE, StepCosts::OCTILE, task, observer),
            CostModel::Integer(costs) if self.suits_plain_stacks(costs) => {
                self.search_space::<u32, PlainStacks>(costs, costs.lower_bounds(), task, observer)
            }
            CostModel::Integer(costs) => self.search_open(costs, costs.lower_bounds(), task, observer),
        }
    }

    /// Whether keys lie close together, and the last one comes first.
    fn suits_plain_stacks(&self, costs: StepCosts<u32>) -> bool {
        let Recipe { open, ties, turn_half_tiles, .. } = self.recipe;
        let are_close =
            self.ground.is_plain() && turn_half_tiles == 0 && self.strategy == Strategy::CheapestTotal;
        let are_small = costs.straight.max(costs.diagonal) <= PlainStacks::DEAREST;
        are_close && are_small && open == OpenKind::Stacks && ties == TieBreak::Lifo
    }

    /// Chooses the open list. `bounds` are what the steps cost at least towards the goal.
    fn search_open<C: LandmarkCost>(
        &self,
        costs: StepCosts<C>,
        bounds: StepCosts<C>,
        task: &mut Task<'_>,
        observer: &mut impl Observer<Cell>,
    ) -> Result<Option<Answer<Cell>>, QueryError<Cell>> {
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
        observer: &mut impl Observer<Cell>,
    ) -> Result<Option<Answer<Cell>>, QueryError<Cell>> {
        let (ground, Recipe { rule, metric, turn_half_tiles: turn, .. }) = (self.ground, self.recipe);
        let query = task.query;
        if query.reach == Reach::At
            && query.others.is_empty()
            && turn == 0
            && let Ok(grid) = ground.plain()
        {
            let space = GridSpace::new(grid, rule, costs);
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
            let mut observer: &mut dyn Observer<Cell> = observer;
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
            return Err(QueryError::Unsupported(
                "the nearest of several goals, or a path that ends near one, with such nodes",
            ));
        }
        if !self.can_double {
            return Err(QueryError::Unsupported(
                "the nearest of several goals, or a path that ends near one, on so large a map",
            ));
        }
        let space = WorldSpace::new(ground, rule, costs);
        let lengths = WorldSpace::new(ground, rule, StepCosts::OCTILE);
        let heuristic = GroundMetric::over_links(metric, ground, rule, bounds, query);
        if turn == 0 {
            let length = |cells: &[Cell]| length_of(&lengths, cells);
            self.search::<_, O, PooledNodes<C>>(&space, &heuristic, task, observer, length)
        } else {
            let (space, lengths) = (Headed::new(space, turn), Headed::new(lengths, turn));
            let length = |cells: &[Cell]| length_of(&lengths, cells);
            let observer = &mut Seen::new(observer, Headed::<C>::cell);
            self.search::<_, O, PooledNodes<C>>(&space, &OfCell(&heuristic), task, observer, length)
        }
    }

    /// Searches, and makes an answer of what was found.
    fn search<S: OnCells, O: OpenList, N: NodeStore<S::Cost>>(
        &self,
        space: &S,
        heuristic: &impl Heuristic<S::State, S::Cost>,
        task: &mut Task<'_>,
        observer: &mut impl Observer<S::State>,
        length: impl Fn(&[Cell]) -> f64,
    ) -> Result<Option<Answer<Cell>>, QueryError<Cell>> {
        let Recipe { rule, ties, remember_h, .. } = self.recipe;
        let Task { query, workspace, slice: Slice { progress, until } } = task;
        let memory = workspace.part::<SearchMemory<S::Cost, O, N>>();
        let best_first = BestFirst { space, heuristic, strategy: self.strategy, ties, remember_h };
        let tracks_nearest = query.partial || !query.limits.is_unlimited();
        let progress = match progress {
            Some(progress) => progress,
            none => none
                .insert(best_first.begin([S::start(query.start)], memory)?.tracking_nearest(tracks_nearest)),
        };
        let mut target = Surroundings::new(space, query, rule, self.ground.tiling());
        let ending = best_first.advance(progress, &mut target, &query.limits, *until, memory, observer);
        let Some(ending) = ending else { return Ok(None) };
        let path_to = |id| {
            let mut places: Vec<Cell> = memory.path_of(space, id, S::cell);
            let cost = length(&places);
            let has_lines = self.ground.links().is_none() && self.ground.tiling() == Tiling::Square;
            if query.detail == PathDetail::Waypoints && has_lines {
                keep_turns(&mut places);
            }
            Path { places, cost }
        };
        let outcome = match ending {
            Ending::Found(id) => Outcome::Found(path_to(id)),
            Ending::Unreachable if query.partial => {
                // Near a goal is enough also where it is solid.
                let is_blocked =
                    query.reach == Reach::At && query.goals().all(|goal| self.ground.grid().is_blocked(goal));
                let why = if is_blocked { PartialReason::GoalBlocked } else { PartialReason::Unreachable };
                Outcome::Partial { path: path_to(progress.nearest()), why }
            }
            Ending::Unreachable => Outcome::Unreachable,
            Ending::Stopped(why) => Outcome::Stopped { why, nearest: path_to(progress.nearest()) },
        };
        Ok(Some(Answer { outcome, stats: progress.stats() }))
    }
}

/// A search that is to be made.
pub(super) struct Task<'a> {
    pub(super) query: &'a Query<Cell>,
    pub(super) workspace: &'a mut Workspace,
    pub(super) slice: &'a mut Slice,
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

impl<A: GraphAlgorithm> Planner<Cell> for GraphPlanner<'_, A> {
    plan_as_typed!(Cell);

    fn rule(&self) -> DiagonalRule {
        self.search.recipe.rule
    }

    fn guarantee(&self) -> Guarantee {
        let bound = match self.search.strategy {
            Strategy::NearestToGoal => f64::INFINITY,
            Strategy::CheapestTotal => 1.0,
            Strategy::Weighted(weight) => weight.value(),
        };
        Guarantee::within(bound * self.search.recipe.bound())
    }

    fn turn_penalty(&self) -> f64 {
        f64::from(self.search.recipe.turn_half_tiles) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planners::{
        AStar, AStarConfig, Bfs, Dijkstra, DijkstraConfig, WeightedAStar, WeightedAStarConfig,
    };
    use crate::world::{Link, Links, Terrain, Tolls};

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

    /// Each thing there can be to a ground counts, by itself, just above what fits and just below.
    #[test]
    fn everything_on_a_ground_counts_for_what_fits() {
        let grid = Grid::open(100, 100).unwrap();
        let plan = |ground: Ground<'_>, turn_half_tiles| {
            let config = AStarConfig { turn_half_tiles, ..Default::default() };
            AStar::with_config(ground, config).map(|_| ())
        };
        let overflow = Err(ConfigError::Overflow { width: 100, height: 100 });
        // Doubled, everything together has to stay below 2³⁰.
        let terrain = |cost| Terrain::from_costs(100, 100, |_| cost).unwrap();
        assert_eq!(plan(Ground::from(&terrain(51_000)), 0), Ok(()));
        assert_eq!(plan(Ground::from(&terrain(54_000)), 0), overflow);
        let tolls = |toll| Tolls::from_fn(&grid, |_, _| toll);
        assert_eq!(plan(Ground::from(&grid).with_tolls(&tolls(53_000)), 0), Ok(()));
        assert_eq!(plan(Ground::from(&grid).with_tolls(&tolls(54_000)), 0), overflow);
        let links = |cost| {
            let mut links = Links::new();
            links.add(&grid, Link::new((0, 0), (9, 9), cost)).unwrap();
            links
        };
        assert_eq!(plan(Ground::from(&grid).with_links(&links(536_000_000)), 0), Ok(()));
        assert_eq!(plan(Ground::from(&grid).with_links(&links(537_000_000)), 0), overflow);
        // Nine headings, each of which may be passed once, and a turn in each.
        assert_eq!(plan(Ground::from(&grid), 11_000), Ok(()));
        assert_eq!(plan(Ground::from(&grid), 13_000), overflow);
        assert_eq!(plan(Ground::from(&terrain(7_000)), 1), overflow);
        assert_eq!(plan(Ground::from(&terrain(5_000)), 1), Ok(()));
    }

    /// An estimate over a link is one to the link and one from there: on a ground that is hardly free that is the larger part.
    #[test]
    fn estimates_over_links_have_room_for_both_of_their_parts() {
        let terrain =
            Terrain::from_costs(330, 1, |cell| if [0, 1, 328, 329].contains(&cell.x) { 60_000 } else { 0 });
        let terrain = terrain.unwrap();
        let mut links = Links::new();
        links.add(terrain.grid(), Link::new((328, 0), (0, 0), 1)).unwrap();
        links.add(terrain.grid(), Link::new((329, 0), (1, 0), 1)).unwrap();
        let ground = Ground::from(&terrain).with_links(&links);
        let config = |costs| AStarConfig { costs: CostModel::Integer(costs), ..Default::default() };
        let refused = AStar::with_config(ground, config(StepCosts::D99_C70)).unwrap_err();
        assert_eq!(refused, ConfigError::Overflow { width: 330, height: 1 });
        let planner = AStar::with_config(ground, config(StepCosts::D3_C2)).unwrap();
        let answer = planner.plan(&Query::new((328, 0), (329, 0)), &mut Workspace::new()).unwrap();
        assert!(answer.path().is_some());
    }

    #[test]
    fn what_needs_doubled_costs_is_refused_where_these_do_not_fit() {
        let grid = Grid::blocked(6500, 6500).unwrap();
        let mut open = grid.clone();
        open.fill(crate::geometry::Rect::new(0, 0, 9, 1), crate::world::Tile::Free);
        let config = AStarConfig { costs: CostModel::Integer(StepCosts::D99_C70), ..Default::default() };
        let planner = AStar::with_config(&open, config).unwrap();
        let plan = |query: Query<Cell>| planner.plan(&query, &mut Workspace::new());
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
            let grid = Grid::blocked(width, height).unwrap();
            let config = AStarConfig { costs: CostModel::Integer(costs), ..Default::default() };
            AStar::with_config(&grid, config).map(|_| ())
        };
        assert_eq!(plan(StepCosts::D99_C70, 4000, 4000), Ok(()));
        let error = plan(StepCosts::D99_C70, 8000, 8000).unwrap_err();
        assert_eq!(error, ConfigError::Overflow { width: 8000, height: 8000 });
        assert!(error.to_string().contains("might not fit their place"));
        assert_eq!(
            plan(StepCosts::unusual(u32::MAX, u32::MAX), 2, 2),
            Err(ConfigError::Overflow { width: 2, height: 2 })
        );
    }
}
