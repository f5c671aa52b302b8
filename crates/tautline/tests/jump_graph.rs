//! What only the jump graph has: a prepared form of its own, as bytes, and its refusals.

use tautline::engine::{Algorithm, Choice, PrepareError, Registry, Update};
use tautline::geometry::Cell;
use tautline::map::{Map, Stale, Tile};
use tautline::moves::DiagonalRule;
use tautline::path::{Path, check_cells};
use tautline::planners::{Bounding, JumpGraph, JumpGraphConfig, Landmarks};
use tautline::search::{Observer, Outcome, Query, QueryError, Scan, Workspace};
use tautline_testkit::conformance::check;
use tautline_testkit::world::{PlainWorld, SplitMix64};

use crate::jump_table::{name, open, open_any};
use crate::observed::cell;

fn configs() -> Vec<JumpGraphConfig> {
    let mut all = Vec::new();
    for rule in DiagonalRule::ALL {
        for landmarks in [Landmarks::Zero, Landmarks::Sixteen, Landmarks::FortyEight] {
            all.push(JumpGraphConfig { rule, landmarks, bounds: Bounding::Off });
        }
        all.push(JumpGraphConfig { rule, landmarks: Landmarks::Sixteen, bounds: Bounding::On });
    }
    all
}

fn spec(JumpGraphConfig { rule, landmarks, bounds }: JumpGraphConfig) -> String {
    format!("jump-graph:diagonal={}:landmarks={}:bounds={}", name(rule), name(landmarks), name(bounds))
}

/// Whatever bytes can name.
fn specs() -> Vec<String> {
    let mut all = Vec::new();
    for rule in DiagonalRule::ALL {
        for &(_, landmarks) in Landmarks::CHOICES {
            all.extend(
                Bounding::CHOICES
                    .iter()
                    .map(|&(_, bounds)| spec(JumpGraphConfig { rule, landmarks, bounds })),
            );
        }
    }
    all
}

fn queries(world: &PlainWorld, rng: &mut SplitMix64) -> Vec<Query> {
    let free: Vec<Cell> = world.free_cells().collect();
    (0..60).map(|_| Query::new(rng.pick(&free), rng.pick(&free))).collect()
}

#[test]
fn bytes_make_the_same_graph_again() {
    let mut rng = SplitMix64::new(31);
    for percent in [0, 10, 30, 45] {
        let world = PlainWorld::random(40, 30, percent, &mut rng);
        let map = world.to_map();
        for config in configs() {
            let one = JumpGraph::new(&map, config).unwrap();
            let bytes = one.to_bytes().unwrap();
            let other = open(&map, &spec(config), &bytes).unwrap();
            assert_eq!(other.to_bytes(), Some(bytes));
            assert_eq!(
                (other.id(), other.rule(), other.revision()),
                ("jump-graph", config.rule.into(), Some(map.revision()))
            );
            let mut workspace = Workspace::new();
            for query in queries(&world, &mut rng) {
                assert_eq!(one.plan(&map, &query, &mut workspace), other.plan(&map, &query, &mut workspace));
            }
        }
    }
}

/// Cut, lengthened or changed anywhere: an error, or a graph whose answers are legal.
#[test]
fn wrong_bytes_never_panic() {
    let mut rng = SplitMix64::new(32);
    let world = PlainWorld::random(24, 20, 25, &mut rng);
    let (map, other) = (world.to_map(), PlainWorld::random(24, 20, 25, &mut rng).to_map());
    let mut workspace = Workspace::new();
    let specs = specs();
    for config in configs() {
        let bytes = JumpGraph::new(&map, config).unwrap().to_bytes().unwrap();
        assert!(open(&other, &spec(config), &bytes).is_err(), "another map");
        for length in (0..bytes.len()).step_by(1 + bytes.len() / 100) {
            assert!(open_any(&map, &specs, &bytes[..length]).is_err(), "cut at {length}");
        }
        for _ in 0..300 {
            let mut changed = bytes.clone();
            let range = if rng.below(2) == 0 { 36 } else { changed.len() as u32 };
            let place = rng.below(range);
            changed[place as usize] = rng.below(256) as u8;
            let Ok(planner) = open_any(&map, &specs, &changed) else { continue };
            let rule = planner.rule().steps().unwrap();
            for query in queries(&world, &mut rng).iter().take(5) {
                if let Outcome::Found(path) = planner.plan(&map, query, &mut workspace).unwrap().outcome {
                    check_cells(map.grid(), rule, path.cells().unwrap()).unwrap();
                }
            }
        }
    }
}

#[test]
fn an_edited_map_needs_a_new_graph() {
    let mut map = Map::open(20, 20).unwrap();
    let config = JumpGraphConfig::default();
    let mut planner = JumpGraph::new(&map, config).unwrap();
    let (query, mut workspace) = (Query::new((0, 0), (19, 12)), Workspace::new());
    assert!(planner.plan(&map, &query, &mut workspace).is_ok());
    let before = planner.to_bytes();
    map.block((5, 5)).unwrap();
    let error = planner.plan(&map, &query, &mut workspace).unwrap_err();
    assert_eq!(error, QueryError::Stale(Stale));
    assert!(error.to_string().contains("update it"));
    assert_eq!(planner.update(&map), Ok(Update::Rebuilt));
    assert_eq!(planner.to_bytes(), JumpGraph::new(&map, config).unwrap().to_bytes());
    assert_ne!(planner.to_bytes(), before);
    assert!(planner.plan(&map, &query, &mut workspace).is_ok());
    assert_eq!(planner.update(&map), Ok(Update::Unchanged));
}

#[test]
fn bounds_are_refused_where_they_would_take_too_long() {
    let dots = |cell: Cell| if cell.x % 4 == 1 && cell.y % 4 == 1 { Tile::Blocked } else { Tile::Free };
    let map = Map::from_fn(500, 500, dots).unwrap();
    let config = |bounds| JumpGraphConfig { bounds, landmarks: Landmarks::Zero, ..Default::default() };
    let error = JumpGraph::new(&map, config(Bounding::On)).unwrap_err();
    assert!(matches!(error, PrepareError::Bounds { nodes } if nodes > 50_000));
    assert!(error.to_string().starts_with("bounds are for maps of up to 50000 jump points"), "{error}");
    assert!(JumpGraph::new(&map, config(Bounding::Auto)).is_ok());
}

/// Far apart parts of the map are told apart without a search of the whole, with landmarks and without.
#[test]
fn another_part_of_the_map_is_found_to_be_one_early() {
    let dots = |cell: Cell| {
        let is_dot = cell.x % 5 == 2 && cell.y % 5 == 2;
        if is_dot || cell.x == 100 { Tile::Blocked } else { Tile::Free }
    };
    let map = Map::from_fn(200, 200, dots).unwrap();
    for landmarks in [Landmarks::Zero, Landmarks::Sixteen] {
        let config = JumpGraphConfig { landmarks, bounds: Bounding::Off, ..Default::default() };
        let planner = JumpGraph::new(&map, config).unwrap();
        let answer = planner.plan(&map, &Query::new((0, 0), (199, 199)), &mut Workspace::new()).unwrap();
        assert_eq!(answer.outcome, Outcome::Unreachable);
        assert!(answer.stats.expanded <= 33, "{:?}", answer.stats);
    }
}

/// Paths of more steps than short lengths can measure.
#[test]
fn very_long_paths_are_measured_too() {
    let (width, height) = (600u32, 241u32);
    let snake = |cell: Cell| {
        let gap = if cell.y % 4 == 1 { width as i32 - 1 } else { 0 };
        if cell.y % 2 == 1 && cell.x != gap { Tile::Blocked } else { Tile::Free }
    };
    let map = Map::from_fn(width, height, snake).unwrap();
    let query = Query::new((0, 0), (0, height as i32 - 1));
    for landmarks in [Landmarks::Zero, Landmarks::FortyEight] {
        let config = JumpGraphConfig { landmarks, bounds: Bounding::Off, ..Default::default() };
        let planner = JumpGraph::new(&map, config).unwrap();
        let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
        let cost = f64::from((width - 1) * (height / 2) + height - 1);
        assert_eq!(answer.path().map(Path::cost), Some(cost));
    }
}

#[derive(Default)]
struct Scans(Vec<Scan>);

impl Observer for Scans {
    fn scan(&mut self, scan: &Scan) {
        self.0.push(*scan);
    }
}

/// An observer sees the scans from the start.
#[test]
fn scans_from_the_start_are_reported() {
    let map = Map::from_rows(["......", "..#...", "..#...", "......"]).unwrap();
    let start = Cell::new(0, 1);
    let (mut scans, mut workspace) = (Scans::default(), Workspace::new());
    let planner = JumpGraph::new(&map, JumpGraphConfig::default()).unwrap();
    planner.plan_observed(&map, &Query::new(start, (5, 2)), &mut workspace, &mut scans).unwrap();
    assert!(!scans.0.is_empty());
    for Scan { from, to, found } in scans.0 {
        let (from, to) = (cell(from), cell(to));
        let (dx, dy) = (to.x.abs_diff(from.x), to.y.abs_diff(from.y));
        assert!(from == start && found && (dx == 0 || dy == 0 || dx == dy));
    }
}

/// A goal that is found to lie in another part of the map ends the search before the next expansion, for those who count too.
#[test]
fn what_is_counted_is_told_when_the_goal_is_apart() {
    let world = PlainWorld::from_rows(&[
        "#.......###.",
        ".....#.##...",
        ".#####.#...#",
        "#.#...#..#..",
        ".......#..#.",
        "#..#......##",
        "#......#....",
        "##...#..#...",
        ".....#..##..",
        ".#.........#",
        "..#...#...#.",
        "...#....#.#.",
        ".........#..",
    ]);
    let spec = "jump-graph:diagonal=cut-one-corner:landmarks=0:bounds=off";
    let selection = Registry::core().select(spec).unwrap();
    let cells: Vec<Cell> = world.cells().collect();
    check(&selection, &world, &cells, &[Cell::new(2, 0)]).unwrap_or_else(|failure| panic!("{failure}"));
}
