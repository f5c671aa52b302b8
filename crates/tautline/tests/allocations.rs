//! A query that has run before allocates nothing but its answer.

use tautline::engine::{Planner, Registry, Selection};
use tautline::geometry::{Cell, Point};
use tautline::map::{Link, Map};
use tautline::moves::{CostModel, StepCosts};
use tautline::path::Path;
use tautline::planners::{AStar, AStarConfig};
use tautline::search::{Query, Workspace};
use tautline_testkit::conformance::{Allocations, check_allocations, variants};
use tautline_testkit::world::{PlainWorld, SplitMix64};

#[test]
fn repeating_a_query_allocates_its_path_and_nothing_else() {
    let world = PlainWorld::random(60, 60, 25, &mut SplitMix64::new(5));
    let free: Vec<Cell> = world.free_cells().collect();
    let pairs: Vec<(Cell, Cell)> =
        free.iter().step_by(97).zip(free.iter().rev().step_by(89)).map(|(&a, &b)| (a, b)).collect();
    let measure = |run: &mut dyn FnMut()| {
        let info = allocation_counter::measure(run);
        Allocations { count: info.count_total, bytes: info.bytes_total }
    };
    let registry = Registry::core();
    // Fresh nodes are there to show what that costs.
    let is_steady = |selection: &Selection| selection.settings().get("nodes") != Some("fresh");
    let selections = registry.iter().flat_map(|planner| variants(&registry, planner));
    for selection in selections.filter(is_steady) {
        check_allocations(&selection, &world, &pairs, measure).unwrap_or_else(|failure| panic!("{failure}"));
    }
}

#[test]
fn repeating_a_query_between_points_allocates_its_path_and_nothing_else() {
    let mut rng = SplitMix64::new(89);
    let map = PlainWorld::random(60, 60, 25, &mut rng).to_map();
    let (taut, mut workspace) = (Planner::new("taut", &map).unwrap(), Workspace::new());
    let mut point = || Point::new(f64::from(rng.below(601)) / 10.0, f64::from(rng.below(601)) / 10.0);
    let queries: Vec<Query> = (0..200).map(|_| Query::new(point(), point())).collect();
    let queries = queries.into_iter().filter(|query| taut.plan(&map, query, &mut workspace).is_ok());
    let queries: Vec<Query> = queries.collect();
    assert!(queries.len() > 80, "{}", queries.len());
    for query in &queries {
        let mut places = 0;
        let info = allocation_counter::measure(|| {
            let answer = taut.plan(&map, query, &mut workspace).unwrap();
            places = answer.path().map_or(0, Path::len);
        });
        assert_eq!(info.count_total, u64::from(places > 0), "{query:?}");
        assert_eq!(info.bytes_total, (places * size_of::<Point>()) as u64, "{query:?}");
    }
}

/// Queries on one map do not make those on another allocate again.
#[test]
fn other_queries_in_between_change_nothing() {
    let mut rng = SplitMix64::new(6);
    let (small, large) = (PlainWorld::random(20, 20, 20, &mut rng), PlainWorld::random(90, 70, 35, &mut rng));
    let (small_map, large_map) = (small.to_map(), large.to_map());
    let planner = Planner::new("astar", &small_map).unwrap();
    let ends = |world: &PlainWorld| {
        let free: Vec<Cell> = world.free_cells().collect();
        Query::new(free[0], free[free.len() - 1])
    };
    let (short, long) = (ends(&small), ends(&large));
    let mut workspace = Workspace::new();
    planner.plan(&small_map, &short, &mut workspace).unwrap();
    planner.plan(&large_map, &long, &mut workspace).unwrap();
    let info = allocation_counter::measure(|| {
        assert!(planner.plan(&small_map, &short, &mut workspace).unwrap().is_complete());
    });
    assert_eq!(info.count_total, 1, "{info:?}");
}

/// One dear step does not make an open list of as many places.
#[test]
fn dear_steps_take_no_memory() {
    let map = Map::open(9, 9).unwrap();
    let linked = map.clone().with_links([Link::new((0, 0), (8, 8), 400_000_000)]).unwrap();
    let dear = CostModel::Integer(StepCosts::unusual(u32::MAX / 200, u32::MAX / 150));
    for (map, costs) in [(linked, CostModel::Integer(StepCosts::D3_C2)), (map, dear)] {
        let planner = Planner::from(AStar::new(&map, AStarConfig { costs, ..Default::default() }).unwrap());
        let info = allocation_counter::measure(|| {
            let answer = planner.plan(&map, &Query::new((0, 0), (5, 3)), &mut Workspace::new()).unwrap();
            assert!(answer.is_complete());
        });
        assert!(info.bytes_max < 1 << 20, "{} bytes", info.bytes_max);
    }
}
