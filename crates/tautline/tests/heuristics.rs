//! Each heuristic is held to what it says of itself: by how much it overestimates, and whether it is consistent.

use proptest::prelude::*;
use tautline::engine::Algorithm;
use tautline::geometry::{Cell, Position};
use tautline::heuristic::{Euclidean3d, EuclideanCost, HeightMap, Heuristic, Metric, Zero};
use tautline::moves::{CostModel, DiagonalRule, Direction, OctileLength, StepCosts};
use tautline::open::{Heap, TieBreak};
use tautline::planners::{AStar, AStarConfig};
use tautline::search::{
    Arrival, BestFirst, GridSpace, Limits, Query, SearchMemory, Silent, Space, StateId, Stats,
    Strategy as Order, Workspace,
};
use tautline_testkit::oracle::cells;
use tautline_testkit::strategies::worlds_with_cells;
use tautline_testkit::world::PlainWorld;

const METRICS: [Metric; 5] =
    [Metric::Octile, Metric::Manhattan, Metric::Chebyshev, Metric::Euclidean, Metric::Zero];

/// The presets, other costs that keep the rule (5/7 is below √2), and some that do not.
const COSTS: [StepCosts<u32>; 7] = [
    StepCosts::D99_C70,
    StepCosts::D3_C2,
    StepCosts::D99_C50,
    StepCosts::unusual(5, 7),
    StepCosts::unusual(1, 1),
    StepCosts::unusual(3, 2),
    StepCosts::unusual(2, 5),
];

/// No estimate exceeds the true cost by more than the heuristic says, and if it says that it is consistent, no step lowers
/// it by more than the step costs.
fn check<C: EuclideanCost>(
    heuristic: &impl Heuristic<Cell, C>,
    world: &PlainWorld,
    (rule, model, costs): (DiagonalRule, CostModel, StepCosts<C>),
    goal: Cell,
) -> Result<(), TestCaseError> {
    // Every rule is symmetric, so distances from the goal are distances to it.
    let optima = cells::distances(world, rule, model, goal);
    for cell in world.free_cells() {
        let h = heuristic.estimate(cell);
        if let Some(steps) = optima[world.index(cell)] {
            let bound = cells::value(model, steps) * heuristic.overestimate() * (1.0 + 1e-12);
            prop_assert!(h.value() <= bound, "{cell}: {h:?} > {bound}");
        }
        if !heuristic.is_consistent() {
            continue;
        }
        for direction in Direction::ALL {
            let next = cell + direction;
            let one = if direction.is_diagonal() { costs.diagonal } else { costs.straight };
            if cells::check_path(world, rule, cell, next, &[cell, next]).is_ok() {
                let after = one + heuristic.estimate(next);
                prop_assert!(h.key() <= after.key(), "{cell} to {next}: {h:?} > {after:?}");
            }
        }
    }
    prop_assert_eq!(heuristic.estimate(goal).key(), 0, "nothing is left at the goal");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn metrics_keep_their_word((world, [goal]) in worlds_with_cells::<1>(10)) {
        for rule in DiagonalRule::ALL {
            for metric in METRICS {
                let octile = StepCosts::OCTILE;
                check(&metric.to(goal, octile, rule), &world, (rule, CostModel::Octile, octile), goal)?;
                for costs in COSTS {
                    let heuristic = metric.to(goal, costs.lower_bounds(), rule);
                    check(&heuristic, &world, (rule, CostModel::Integer(costs), costs), goal)?;
                }
            }
        }
    }

    /// With a consistent heuristic no state is ever reopened, whatever the open list and the ties; counted by a search
    /// that would reopen.
    #[test]
    fn consistent_ones_never_reopen((world, [start, goal]) in worlds_with_cells::<2>(16)) {
        let map = world.to_map();
        for rule in DiagonalRule::ALL {
            for metric in METRICS {
                for ties in [TieBreak::LargerG, TieBreak::SmallerG, TieBreak::Lifo, TieBreak::Fifo] {
                    let octile = StepCosts::OCTILE;
                    let stats = would_reopen(map.grid(), rule, octile, metric.to(goal, octile, rule), ties, start, goal);
                    let consistent = metric.to(goal, octile, rule).is_consistent();
                    prop_assert!(!consistent || stats.reopened == 0, "{metric:?} {ties:?} {stats:?}");
                    let costs = StepCosts::D3_C2;
                    let stats = would_reopen(map.grid(), rule, costs, metric.to(goal, costs, rule), ties, start, goal);
                    let consistent = metric.to(goal, costs, rule).is_consistent();
                    prop_assert!(!consistent || stats.reopened == 0, "{metric:?} {ties:?} {stats:?}");
                }
            }
        }
    }
}

/// A heuristic that hides that it is consistent, so that the search looks at closed states again.
struct Distrusted<H>(H);

impl<S, C, H: Heuristic<S, C>> Heuristic<S, C> for Distrusted<H> {
    fn estimate(&self, state: S) -> C {
        self.0.estimate(state)
    }

    fn overestimate(&self) -> f64 {
        self.0.overestimate()
    }

    fn is_consistent(&self) -> bool {
        false
    }
}

fn would_reopen<C: EuclideanCost>(
    grid: &tautline::map::Grid,
    rule: DiagonalRule,
    costs: StepCosts<C>,
    heuristic: impl Heuristic<Cell, C>,
    ties: TieBreak,
    start: Cell,
    goal: Cell,
) -> Stats {
    let space = GridSpace::new(grid, rule, costs);
    let heuristic = Distrusted(heuristic);
    let search = BestFirst {
        space: &space,
        heuristic: &heuristic,
        strategy: Order::CheapestTotal,
        ties,
        remember_h: true,
    };
    let mut memory = SearchMemory::<C, Heap>::default();
    search.run(start, goal, &Limits::default(), &mut memory, &mut Silent).unwrap().1.stats()
}

/// A search with a heuristic that is not consistent does reopen: what the test above counts can happen.
#[test]
fn inconsistent_ones_do_reopen() {
    let world = PlainWorld::random(30, 30, 30, &mut tautline_testkit::world::SplitMix64::new(1));
    let map = world.to_map();
    let mut reopened = 0;
    for (start, goal) in world.free_cells().zip(world.free_cells().skip(300)) {
        let rule = DiagonalRule::NoCornerCutting;
        let heuristic = Metric::Manhattan.to(goal, StepCosts::D3_C2, rule);
        assert!(!heuristic.is_consistent());
        reopened +=
            would_reopen(map.grid(), rule, StepCosts::D3_C2, heuristic, TieBreak::Lifo, start, goal).reopened;
    }
    assert!(reopened > 0);
}

/// The estimate of an open state is asked for once, unless it is not remembered.
#[test]
fn remembered_estimates_are_not_asked_for_again() {
    let world = PlainWorld::random(40, 40, 30, &mut tautline_testkit::world::SplitMix64::new(3));
    let map = world.to_map();
    let free: Vec<Cell> = world.free_cells().collect();
    let mut saved = 0;
    for (&start, &goal) in free.iter().zip(free.iter().rev()) {
        let stats = |remember_h| {
            let config = AStarConfig { remember_h, ..Default::default() };
            let planner = AStar::new(&map, config).unwrap();
            planner.plan(&map, &Query::new(start, goal), &mut Workspace::new()).unwrap().stats
        };
        let (kept, asked) = (stats(true), stats(false));
        assert_eq!((kept.expanded, kept.generated), (asked.expanded, asked.generated));
        assert_eq!(asked.estimates, asked.generated + 1, "one for every entry");
        saved += asked.estimates - kept.estimates;
    }
    assert!(saved > 0);
}

/// A map with heights on which a step costs its length in space, rounded up.
struct Hills<'a> {
    world: &'a PlainWorld,
    heights: &'a HeightMap,
}

const SCALE: u32 = 10;

impl Hills<'_> {
    fn step(&self, from: Cell, to: Cell) -> u32 {
        let dz = u64::from(self.heights.height(from).abs_diff(self.heights.height(to)));
        let flat = u64::from(from.x.abs_diff(to.x) + from.y.abs_diff(to.y));
        u32::root(flat + dz * dz, SCALE)
    }
}

impl Space for Hills<'_> {
    type State = Cell;
    type Cost = u32;

    const START: Arrival = Arrival(8);

    fn states(&self) -> usize {
        self.world.free.len()
    }

    fn id(&self, cell: Cell) -> StateId {
        StateId(self.world.index(cell) as u32)
    }

    fn state(&self, id: StateId) -> Cell {
        let width = self.world.width;
        Cell::new((id.0 % width) as i32, (id.0 / width) as i32)
    }

    fn successors(
        &self,
        _: StateId,
        cell: Cell,
        _: Arrival,
        mut visit: impl FnMut(StateId, Cell, u32, Arrival),
    ) {
        for (number, direction) in Direction::ALL.into_iter().enumerate() {
            let next = cell + direction;
            if self.world.is_free(next.x, next.y) {
                visit(self.id(next), next, self.step(cell, next), Arrival(number as u8));
            }
        }
    }

    fn parent(&self, id: StateId, arrival: Arrival) -> StateId {
        let (dx, dy) = Direction::ALL[usize::from(arrival.0)].offset();
        let cell = self.state(id);
        self.id(Cell::new(cell.x - dx, cell.y - dy))
    }

    fn position(&self, cell: Cell) -> Position {
        cell.into()
    }

    fn separation(&self, a: Cell, b: Cell) -> u64 {
        u64::from(a.x.abs_diff(b.x) + a.y.abs_diff(b.y))
    }
}

proptest! {
    /// The straight line through the air keeps its word on hills, and finds what Dijkstra's algorithm finds.
    #[test]
    fn the_line_through_the_air_keeps_its_word(
        (world, [start, goal]) in worlds_with_cells::<2>(8),
        heights in proptest::collection::vec(-6..6i16, 64),
    ) {
        let count = world.free.len();
        let heights = HeightMap::new(world.width, heights.into_iter().take(count).collect()).unwrap();
        let hills = Hills { world: &world, heights: &heights };
        let air = Euclidean3d::new(goal, &heights, SCALE);
        for cell in world.free_cells() {
            hills.successors(hills.id(cell), cell, Hills::START, |_, next, cost, _| {
                assert!(air.estimate(cell) <= cost + air.estimate(next), "{cell} to {next}");
            });
        }
        let (with_air, expanded) = hills_cost(&hills, &air, start, goal);
        let (without, more) = hills_cost(&hills, &Zero, start, goal);
        prop_assert_eq!(with_air, without);
        prop_assert!(with_air.is_none() || expanded <= more);
    }
}

fn hills_cost(
    hills: &Hills<'_>,
    heuristic: &impl Heuristic<Cell, u32>,
    start: Cell,
    goal: Cell,
) -> (Option<u32>, u64) {
    let search = BestFirst {
        space: hills,
        heuristic,
        strategy: Order::CheapestTotal,
        ties: TieBreak::LargerG,
        remember_h: true,
    };
    let mut memory = SearchMemory::<u32, Heap>::default();
    let (ending, progress) = search.run(start, goal, &Limits::default(), &mut memory, &mut Silent).unwrap();
    let path = memory.path(hills, hills.id(goal));
    let cost = path.windows(2).map(|pair| hills.step(pair[0], pair[1])).sum();
    let found = ending == tautline::search::Ending::Found(hills.id(goal));
    (found.then_some(cost), progress.stats().expanded)
}

/// An octile length above 65,534 steps does not fit where estimates are remembered, and is asked for again: a long map.
#[test]
fn estimates_on_very_long_maps_are_right() {
    let map = tautline::map::Map::open(70_000, 2).unwrap();
    let planner = AStar::new(&map, AStarConfig::default()).unwrap();
    let answer = planner.plan(&map, &Query::new((0, 0), (69_999, 1)), &mut Workspace::new()).unwrap();
    let steps = OctileLength { straight: 69_998, diagonal: 1 };
    assert!((answer.path().unwrap().cost() - steps.length()).abs() < 1e-9);
}
