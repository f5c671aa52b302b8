//! A query that has run before allocates nothing but its answer.

use tautline::geometry::Cell;
use tautline::moves::{CostModel, StepCosts};
use tautline::planners::{AStar, AStarConfig, Build, Planner, Selection, registry};
use tautline::search::{Place, Query, Workspace};
use tautline_testkit::conformance::variants;
use tautline_testkit::world::{PlainWorld, SplitMix64};

#[test]
fn repeating_a_query_allocates_its_path_and_nothing_else() {
    let world = PlainWorld::random(60, 60, 25, &mut SplitMix64::new(5));
    let grid = world.to_grid();
    let free: Vec<Cell> = world.free_cells().collect();
    let pairs: Vec<(Cell, Cell)> =
        free.iter().step_by(97).zip(free.iter().rev().step_by(89)).map(|(&a, &b)| (a, b)).collect();
    // Fresh nodes are there to show what that costs.
    let is_steady = |selection: &Selection| selection.settings.get("nodes") != Some("fresh");
    for selection in registry().iter().flat_map(|planner| variants(planner)).filter(is_steady) {
        let name = selection.to_string();
        match selection.planner.build {
            Build::Cells(build) => {
                hold(&*build((&grid).into(), &selection.settings).unwrap(), &pairs, &name);
            }
            Build::Corners(build) => {
                hold(&*build((&grid).into(), &selection.settings).unwrap(), &pairs, &name);
            }
            Build::Points(build) => {
                hold(&*build((&grid).into(), &selection.settings).unwrap(), &pairs, &name);
            }
            _ => panic!("{name}: places without a test"),
        }
    }
}

/// Puts all queries twice, and counts the second time. Those that a planner refuses count nothing.
fn hold<P: Place>(planner: &dyn Planner<P>, pairs: &[(Cell, Cell)], name: &str) {
    let place = |Cell { x, y }| -> P { (x, y).into() };
    let queries: Vec<Query<P>> = pairs.iter().map(|&(a, b)| Query::<P>::new(place(a), place(b))).collect();
    let mut workspace = Workspace::new();
    let answered = queries.iter().filter(|query| planner.plan(query, &mut workspace).is_ok()).count();
    assert!(answered > queries.len() / 2, "{name}");
    for query in &queries {
        let mut places = 0;
        let info = allocation_counter::measure(|| {
            let answer = planner.plan(query, &mut workspace);
            places = answer.ok().and_then(|answer| answer.path().map(|path| path.places.len())).unwrap_or(0);
        });
        let bytes = (places * size_of::<P>()) as u64;
        assert_eq!(info.count_total, u64::from(places > 0), "{name}: {query:?}");
        assert_eq!(info.bytes_total, bytes, "{name}: exactly the path");
    }
}

/// Queries on one map do not make those on another allocate again.
#[test]
fn other_queries_in_between_change_nothing() {
    let mut rng = SplitMix64::new(6);
    let (small, large) = (PlainWorld::random(20, 20, 20, &mut rng), PlainWorld::random(90, 70, 35, &mut rng));
    let (small_grid, large_grid) = (small.to_grid(), large.to_grid());
    let selection: Selection = "astar".parse().unwrap();
    let Build::Cells(build) = selection.planner.build else { panic!("not on cells") };
    let on_small = build((&small_grid).into(), &selection.settings).unwrap();
    let on_large = build((&large_grid).into(), &selection.settings).unwrap();
    let ends = |world: &PlainWorld| {
        let free: Vec<Cell> = world.free_cells().collect();
        Query::new(free[0], free[free.len() - 1])
    };
    let (short, long) = (ends(&small), ends(&large));
    let mut workspace = Workspace::new();
    on_small.plan(&short, &mut workspace).unwrap();
    on_large.plan(&long, &mut workspace).unwrap();
    let info = allocation_counter::measure(|| {
        assert!(on_small.plan(&short, &mut workspace).unwrap().path().is_some());
    });
    assert_eq!(info.count_total, 1, "{info:?}");
}

/// One dear step does not make an open list of as many places.
#[test]
fn dear_steps_take_no_memory() {
    let grid = tautline::world::Grid::open(9, 9).unwrap();
    let mut links = tautline::world::Links::new();
    links.add(&grid, tautline::world::Link::new((0, 0), (8, 8), 400_000_000)).unwrap();
    let linked = tautline::world::Ground::from(&grid).with_links(&links);
    let dear = CostModel::Integer(StepCosts::unusual(u32::MAX / 200, u32::MAX / 150));
    let grounds = [(linked, CostModel::Integer(StepCosts::D3_C2)), ((&grid).into(), dear)];
    for (ground, costs) in grounds {
        let planner = AStar::with_config(ground, AStarConfig { costs, ..Default::default() }).unwrap();
        let info = allocation_counter::measure(|| {
            let answer = planner.plan(&Query::new((0, 0), (5, 3)), &mut Workspace::new()).unwrap();
            assert!(answer.path().is_some());
        });
        assert!(info.bytes_max < 1 << 20, "{} bytes", info.bytes_max);
    }
}
