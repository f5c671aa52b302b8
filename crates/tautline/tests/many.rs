//! Many queries at once: in their order, each as if it were alone, with any number of threads.

use tautline::engine::{Ends, Planner, Registry, Workspaces, plan_many};
use tautline::geometry::Cell;
use tautline::map::Map;
use tautline::search::{Query, QueryError, Workspace};

const MAP: [&str; 9] = [
    "..........#.....",
    ".####.###.#.###.",
    ".#......#.#...#.",
    ".#.####.#.###.#.",
    ".#.#..#.#.....#.",
    ".#.#.##.#####.#.",
    "...#..........#.",
    ".#######.######.",
    "................",
];

/// From everywhere to a few places, also from where nobody can be and to where nobody can go.
fn queries(ends: Ends) -> Vec<Query> {
    let goals = [(0, 8), (15, 0), (4, 4), (7, 2), (1, 1), (99, 1)];
    let starts = (0..9).flat_map(|y| (0..16).map(move |x| (x, y)));
    starts.flat_map(|start| goals.map(|goal| Query::new(ends.scenario(start), ends.scenario(goal)))).collect()
}

#[cfg(feature = "rayon")]
fn with_threads<T: Send>(threads: usize, then: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(then)
}

#[cfg(not(feature = "rayon"))]
fn with_threads<T>(_: usize, then: impl FnOnce() -> T) -> T {
    then()
}

fn check(planner: &Planner, map: &Map) {
    let queries = queries(planner.ends());
    let alone = |query: &Query| planner.plan(map, query, &mut Workspace::new());
    let expected: Vec<_> = queries.iter().map(alone).collect();
    let found = expected.iter().flatten().filter(|answer| answer.is_complete()).count();
    let refused = expected.iter().filter(|answer| answer.is_err()).count();
    assert!(found > 300 && refused >= 144, "{planner:?}: {found} paths, {refused} errors");
    let mut workspaces = Workspaces::new();
    for threads in [1, 2, 5] {
        let found = with_threads(threads, || plan_many(planner, map, &queries, &mut workspaces));
        assert!(found == expected, "{planner:?} with {threads} threads");
    }
}

#[test]
fn every_planner_answers_many_as_one() {
    let map = Map::from_rows(MAP).expect("a map");
    let registry = Registry::core();
    for descriptor in registry.iter() {
        check(&registry.planner(descriptor.id, &map).expect("a planner"), &map);
    }
}

#[test]
fn there_are_as_many_workspaces_as_threads() {
    let map = Map::from_rows(MAP).expect("a map");
    let (planner, mut workspaces) = (Planner::new("astar", &map).expect("a planner"), Workspaces::new());
    assert!(plan_many(&planner, &map, &[], &mut workspaces).is_empty());
    for _ in 0..20 {
        with_threads(3, || plan_many(&planner, &map, &queries(Ends::Cells), &mut workspaces));
    }
    assert!((1..=3).contains(&workspaces.len()), "{}", workspaces.len());
}

#[test]
fn a_bad_query_is_an_error_in_its_place() {
    let map = Map::from_rows(MAP).expect("a map");
    let queries =
        [((0, 0), (0, 8)), ((1, 1), (0, 8)), ((0, 8), (0, 0))].map(|(start, goal)| Query::new(start, goal));
    let planner = Planner::new("astar", &map).expect("a planner");
    let answers = plan_many(&planner, &map, &queries, &mut Workspaces::new());
    assert!(answers[0].is_ok() && answers[2].is_ok());
    assert_eq!(answers[1], Err(QueryError::StartBlocked(Cell::new(1, 1).into())));
}
