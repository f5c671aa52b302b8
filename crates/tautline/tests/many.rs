//! Many queries at once: in their order, each as if it were alone, with any number of threads.

use tautline::geometry::Cell;
use tautline::planners::{AStar, Build, Planner, Settings, Workspaces, plan_many, registry};
use tautline::search::{Place, Query, QueryError, Workspace};
use tautline::world::Grid;

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
fn queries<P: Place>() -> Vec<Query<P>> {
    let goals = [(0, 8), (15, 0), (4, 4), (7, 2), (1, 1), (99, 1)];
    let starts = (0..9).flat_map(|y| (0..16).map(move |x| (x, y)));
    starts.flat_map(|start| goals.map(|goal| Query::new(P::from(start), P::from(goal)))).collect()
}

#[cfg(feature = "rayon")]
fn with_threads<T: Send>(threads: usize, then: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(then)
}

#[cfg(not(feature = "rayon"))]
fn with_threads<T>(_: usize, then: impl FnOnce() -> T) -> T {
    then()
}

fn check<P: Place>(id: &str, planner: &dyn Planner<P>) {
    let queries = queries();
    let alone = |query: &Query<P>| planner.plan(query, &mut Workspace::new());
    let expected: Vec<_> = queries.iter().map(alone).collect();
    let mut workspaces = Workspaces::new();
    for threads in [1, 2, 5] {
        let found = with_threads(threads, || plan_many(planner, &queries, &mut workspaces));
        assert!(found == expected, "{id} with {threads} threads");
    }
}

#[test]
fn every_planner_answers_many_as_one() {
    let grid = Grid::from_rows(MAP).expect("a map");
    for descriptor in registry() {
        let settings = Settings::defaults(descriptor);
        let ground = (&grid).into();
        match descriptor.build {
            Build::Cells(build) => check(descriptor.id, &*build(ground, &settings).expect("a planner")),
            Build::Corners(build) => check(descriptor.id, &*build(ground, &settings).expect("a planner")),
            Build::Points(build) => check(descriptor.id, &*build(ground, &settings).expect("a planner")),
            _ => {}
        }
    }
}

#[test]
fn there_are_as_many_workspaces_as_threads() {
    let grid = Grid::from_rows(MAP).expect("a map");
    let (planner, mut workspaces) = (AStar::new(&grid), Workspaces::new());
    assert!(plan_many::<Cell>(&planner, &[], &mut workspaces).is_empty());
    for _ in 0..20 {
        with_threads(3, || plan_many(&planner, &queries(), &mut workspaces));
    }
    assert!((1..=3).contains(&workspaces.len()), "{}", workspaces.len());
}

#[test]
fn a_bad_query_is_an_error_in_its_place() {
    let grid = Grid::from_rows(MAP).expect("a map");
    let queries =
        [((0, 0), (0, 8)), ((1, 1), (0, 8)), ((0, 8), (0, 0))].map(|(start, goal)| Query::new(start, goal));
    let answers = plan_many::<Cell>(&AStar::new(&grid), &queries, &mut Workspaces::new());
    assert!(answers[0].is_ok() && answers[2].is_ok());
    assert!(
        matches!(&answers[1], Err(QueryError::StartBlocked(cell)) if *cell == Cell::new(1, 1)),
        "{answers:?}"
    );
}
