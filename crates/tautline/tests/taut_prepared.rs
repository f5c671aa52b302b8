//! What only the prepared graph of taut lines has: its bytes, its refusals, and that all ways to prepare it find the same lengths.

use tautline::geometry::{Cell, Corner};
use tautline::moves::CornerRule;
use tautline::path::check_corners;
use tautline::planners::{
    Bounding, StaleTautGraph, Taut, TautGraph, TautGraphConfig, TautLandmarks, TautPrepared,
};
use tautline::search::{Limits, Outcome, Query, QueryError, StopReason, Workspace};
use tautline::world::{Grid, Tile};
use tautline_testkit::world::{PlainWorld, SplitMix64};

const WAYS: [(TautLandmarks, Bounding); 3] = [
    (TautLandmarks::Zero, Bounding::Off),
    (TautLandmarks::Sixteen, Bounding::Off),
    (TautLandmarks::Sixteen, Bounding::On),
];

#[test]
fn however_it_is_prepared_the_lengths_are_those_of_taut() {
    let mut rng = SplitMix64::new(77);
    let mut workspace = Workspace::new();
    let mut expanded = [0; 3];
    for round in 0..12 {
        let world = PlainWorld::random(50, 60, 3 + rng.below(40), &mut rng);
        let (grid, rule) = (world.to_grid(), [CornerRule::Closed, CornerRule::Open][round % 2]);
        let graphs = WAYS.map(|(landmarks, bounds)| {
            TautGraph::new(&grid, TautGraphConfig { rule, landmarks, bounds }).unwrap()
        });
        let online = Taut::with_rule(&grid, rule);
        for _ in 0..60 {
            let corner = |rng: &mut SplitMix64| Corner::new(rng.below(51) as i32, rng.below(61) as i32);
            let query = Query::new(corner(&mut rng), corner(&mut rng));
            let Ok(truth) = online.plan(&query, &mut workspace) else { continue };
            for (graph, expanded) in graphs.iter().zip(&mut expanded) {
                let planner = TautPrepared::with_prepared(&grid, graph).unwrap();
                let answer = planner.plan(&query, &mut workspace).unwrap();
                let lengths = [&truth, &answer].map(|answer| answer.path().map_or(-1.0, |path| path.cost));
                assert!((lengths[0] - lengths[1]).abs() < 1e-9, "{query:?}: {lengths:?} on\n{world}");
                if let Some(path) = answer.path() {
                    let length = check_corners(&grid, rule, &path.places).unwrap();
                    assert!((length - path.cost).abs() < 1e-9);
                    assert_eq!(path.turns(), path.places.len().saturating_sub(2), "{path:?}");
                }
                *expanded += answer.stats.expanded;
            }
        }
    }
    assert!(expanded[1].max(expanded[2]) < expanded[0], "{expanded:?}");
}

fn configs() -> impl Iterator<Item = TautGraphConfig> {
    let rules = [CornerRule::Closed, CornerRule::Open];
    rules
        .into_iter()
        .flat_map(|rule| WAYS.map(|(landmarks, bounds)| TautGraphConfig { rule, landmarks, bounds }))
}

fn queries(world: &PlainWorld, count: usize, rng: &mut SplitMix64) -> Vec<Query<Corner>> {
    let corners: Vec<Corner> = world.corners().collect();
    (0..count).map(|_| Query::new(rng.pick(&corners), rng.pick(&corners))).collect()
}

#[test]
fn bytes_make_the_same_graph_again() {
    let mut rng = SplitMix64::new(31);
    let mut workspace = Workspace::new();
    for percent in [0, 10, 30, 45] {
        let world = PlainWorld::random(40, 30, percent, &mut rng);
        let grid = world.to_grid();
        for config in configs() {
            let graph = TautGraph::new(&grid, config).unwrap();
            let again = TautGraph::from_bytes(&grid, &graph.to_bytes()).unwrap();
            assert_eq!(again.to_bytes(), graph.to_bytes());
            assert_eq!(
                (again.config(), again.corners(), again.edges(), again.bytes()),
                (config, graph.corners(), graph.edges(), graph.bytes())
            );
            let [one, other] =
                [&graph, &again].map(|graph| TautPrepared::with_prepared(&grid, graph).unwrap());
            for query in queries(&world, 60, &mut rng) {
                assert_eq!(one.plan(&query, &mut workspace), other.plan(&query, &mut workspace));
            }
        }
    }
}

/// Cut, lengthened or changed anywhere: an error, or a graph whose answers are legal.
#[test]
fn wrong_bytes_never_panic() {
    let mut rng = SplitMix64::new(32);
    let world = PlainWorld::random(24, 20, 25, &mut rng);
    let (grid, other) = (world.to_grid(), PlainWorld::random(24, 20, 25, &mut rng).to_grid());
    let mut workspace = Workspace::new();
    let (mut accepted, mut refused) = (0, 0);
    for config in configs() {
        let bytes = TautGraph::new(&grid, config).unwrap().to_bytes();
        assert!(TautGraph::from_bytes(&other, &bytes).is_err(), "another map");
        for length in (0..bytes.len()).step_by(1 + bytes.len() / 100) {
            assert!(TautGraph::from_bytes(&grid, &bytes[..length]).is_err(), "cut at {length}");
        }
        assert!(TautGraph::from_bytes(&grid, &[&bytes[..], &[0]].concat()).is_err(), "too long");
        for _ in 0..600 {
            let mut changed = bytes.clone();
            let range = if rng.chance(20) { 36 } else { changed.len() as u32 };
            changed[rng.below(range) as usize] = rng.below(256) as u8;
            let Ok(graph) = TautGraph::from_bytes(&grid, &changed) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            let planner = TautPrepared::with_prepared(&grid, &graph).unwrap();
            for query in queries(&world, 5, &mut rng) {
                let Ok(answer) = planner.plan(&query, &mut workspace) else { continue };
                if let Outcome::Found(path) = answer.outcome {
                    check_corners(&grid, graph.config().rule, &path.places).unwrap();
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused");
}

/// Ways of more than 16-bit units, and of very many lines: estimates stay below them.
#[test]
fn landmarks_do_not_mislead_on_very_long_paths() {
    let (width, height) = (300u32, 241u32);
    let snake = |cell: Cell| {
        let gap = if cell.y % 4 == 1 { width as i32 - 1 } else { 0 };
        if cell.y % 2 == 1 && cell.x != gap { Tile::Blocked } else { Tile::Free }
    };
    let grid = Grid::from_fn(width, height, snake).unwrap();
    let config = TautGraphConfig { bounds: Bounding::Off, ..Default::default() };
    let (prepared, mut workspace) = (TautPrepared::with_config(&grid, config).unwrap(), Workspace::new());
    let mut rng = SplitMix64::new(12);
    let mut longest: f64 = 0.0;
    for _ in 0..300 {
        let mut any = || Corner::new(rng.below(width + 1) as i32, rng.below(height + 1) as i32);
        let query = Query::new(any(), any());
        let [truth, found] =
            [Taut::new(&grid).plan(&query, &mut workspace), prepared.plan(&query, &mut workspace)]
                .map(|answer| answer.unwrap().path().unwrap().cost);
        assert!((truth - found).abs() <= 1e-12 * truth, "{query:?}: {truth} and {found}");
        longest = longest.max(found);
    }
    assert!(longest > f64::from(i16::MAX), "{longest}");
}

#[test]
fn another_part_of_the_map_is_found_to_be_one_without_a_search() {
    let dots = |cell: Cell| {
        let is_dot = cell.x % 5 == 2 && cell.y % 5 == 2;
        if is_dot || cell.x == 50 { Tile::Blocked } else { Tile::Free }
    };
    let grid = Grid::from_fn(100, 60, dots).unwrap();
    let config = TautGraphConfig { bounds: Bounding::Off, ..Default::default() };
    let planner = TautPrepared::with_config(&grid, config).unwrap();
    let answer = planner.plan(&Query::new((0, 0), (100, 60)), &mut Workspace::new()).unwrap();
    assert_eq!((answer.outcome, answer.stats.expanded), (Outcome::Unreachable, 0));
}

#[test]
fn a_stale_graph_is_refused() {
    let mut grid = Grid::from_rows(["...", ".#.", "..."]).unwrap();
    let graph = TautGraph::new(&grid, TautGraphConfig::default()).unwrap();
    assert_eq!(graph.corners(), 4);
    assert!(TautPrepared::with_prepared(&grid, &graph).is_ok());
    grid.set((0, 0), Tile::Blocked).unwrap();
    let refused = TautPrepared::with_prepared(&grid, &graph).unwrap_err();
    assert_eq!(refused, StaleTautGraph);
    assert!(refused.to_string().ends_with("it must be rebuilt"));
    assert!(TautGraph::from_bytes(&grid, &graph.to_bytes()).is_err(), "nor as bytes");
    let rebuilt = TautGraph::new(&grid, graph.config()).unwrap();
    assert!(TautPrepared::with_prepared(&grid, &rebuilt).is_ok());
}

#[test]
fn a_search_that_is_given_up_says_how_far_it_came() {
    let world = PlainWorld::random(40, 40, 25, &mut SplitMix64::new(3));
    let grid = world.to_grid();
    let config =
        TautGraphConfig { bounds: Bounding::Off, landmarks: TautLandmarks::Zero, ..Default::default() };
    let planner = TautPrepared::with_config(&grid, config).unwrap();
    let (start, goal) = (Corner::new(0, 0), Corner::new(40, 40));
    let whole = planner.plan(&Query::new(start, goal), &mut Workspace::new()).unwrap();
    assert!(whole.path().is_some() && whole.stats.expanded > 20, "{:?}", whole.stats);
    let mut before = f64::INFINITY;
    for cap in [0, 1, 5, 20] {
        let query = Query::new(start, goal).with_limits(Limits::expansions(cap));
        let answer = planner.plan(&query, &mut Workspace::new()).unwrap();
        assert_eq!(answer.stats.expanded, cap);
        let Outcome::Stopped { why, nearest } = answer.outcome else { panic!("{:?}", answer.outcome) };
        assert_eq!((why, nearest.places[0]), (StopReason::Expansions, start));
        let length = check_corners(&grid, CornerRule::Closed, &nearest.places).unwrap();
        assert!((length - nearest.cost).abs() <= 1e-9 * length);
        let end = nearest.places[nearest.places.len() - 1];
        let left = f64::from(goal.x - end.x).hypot(f64::from(goal.y - end.y));
        assert!(left <= before, "more work does not end further away");
        before = left;
    }
    assert!(before < 40.0 * 2f64.sqrt(), "it came nearer");
}

/// Estimates by landmarks are not consistent: a shorter way to a corner may be known before it is to those behind it.
#[test]
fn the_cost_of_a_path_is_its_length_whenever_the_search_is_given_up() {
    let grid = Grid::from_rows([
        "...#.....................##...",
        "...................#......#.#.",
        "...........#.......#.........#",
        "###......######...............",
    ])
    .unwrap();
    let config = TautGraphConfig { bounds: Bounding::Off, ..Default::default() };
    let (planner, mut workspace) = (TautPrepared::with_config(&grid, config).unwrap(), Workspace::new());
    let query = Query::new((0, 3), (30, 2));
    let whole = planner.plan(&query, &mut workspace).unwrap();
    assert!(whole.stats.reopened > 0, "{:?}", whole.stats);
    for cap in 0..=whole.stats.expanded {
        let limited = query.clone().with_limits(Limits::expansions(cap));
        let (Outcome::Stopped { nearest: path, .. } | Outcome::Found(path)) =
            planner.plan(&limited, &mut workspace).unwrap().outcome
        else {
            panic!("no path with {cap}")
        };
        let length = check_corners(&grid, CornerRule::Closed, &path.places).unwrap();
        assert!((length - path.cost).abs() <= 1e-9 * length, "{cap}: {length}, {path:?}");
    }
}

/// Bytes of a map that was edited can be accepted, where all lines are still free: paths may be longer then, but they are paths.
#[test]
fn bytes_of_another_map_lead_along_paths_or_are_refused() {
    let mut grid = Grid::from_rows(["...", "##.", "..."]).unwrap();
    let config =
        TautGraphConfig { rule: CornerRule::Open, landmarks: TautLandmarks::Zero, bounds: Bounding::Off };
    let bytes = TautGraph::new(&grid, config).unwrap().to_bytes();
    grid.set((1, 1), Tile::Free).unwrap();
    let graph = TautGraph::from_bytes(&grid, &bytes).unwrap();
    let planner = TautPrepared::with_prepared(&grid, &graph).unwrap();
    let answer = planner.plan(&Query::new((0, 1), (1, 2)), &mut Workspace::new()).unwrap();
    let path = answer.path().unwrap();
    assert!(check_corners(&grid, CornerRule::Open, &path.places).is_ok(), "{path:?}");
}

#[test]
fn the_nearest_place_to_a_goal_is_refused() {
    let grid = Grid::open(3, 3).unwrap();
    let query = Query::new((0, 0), (3, 3)).or_nearest();
    let refused = TautPrepared::new(&grid).unwrap().plan(&query, &mut Workspace::new());
    assert!(matches!(refused, Err(QueryError::Unsupported(_))));
}
