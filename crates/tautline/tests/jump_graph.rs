//! What only the jump graph has: a prepared form of its own, as bytes, and its refusals.

use tautline::geometry::Cell;
use tautline::moves::DiagonalRule;
use tautline::planners::{
    Bounding, ConfigError, JumpGraph, JumpGraphConfig, JumpGraphIndex, Landmarks, StaleIndex,
};
use tautline::search::{Observer, Outcome, Query, Scan, Workspace};
use tautline::world::{Grid, Tile};
use tautline_testkit::conformance::check;
use tautline_testkit::world::{PlainWorld, SplitMix64};

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

fn queries(world: &PlainWorld, rng: &mut SplitMix64) -> Vec<Query<Cell>> {
    let free: Vec<Cell> = world.free_cells().collect();
    (0..60).map(|_| Query::new(rng.pick(&free), rng.pick(&free))).collect()
}

#[test]
fn bytes_make_the_same_graph_again() {
    let mut rng = SplitMix64::new(31);
    for percent in [0, 10, 30, 45] {
        let world = PlainWorld::random(40, 30, percent, &mut rng);
        let grid = world.to_grid();
        for config in configs() {
            let index = JumpGraphIndex::new(&grid, config).unwrap();
            let again = JumpGraphIndex::from_bytes(&grid, &index.to_bytes()).unwrap();
            assert_eq!(again.to_bytes(), index.to_bytes());
            assert_eq!(
                (again.config(), again.nodes(), again.edges()),
                (config, index.nodes(), index.edges())
            );
            let (one, other) = (
                JumpGraph::with_prepared(&grid, &index).unwrap(),
                JumpGraph::with_prepared(&grid, &again).unwrap(),
            );
            let mut workspace = Workspace::new();
            for query in queries(&world, &mut rng) {
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
    for config in configs() {
        let bytes = JumpGraphIndex::new(&grid, config).unwrap().to_bytes();
        assert!(JumpGraphIndex::from_bytes(&other, &bytes).is_err(), "another map");
        for length in (0..bytes.len()).step_by(1 + bytes.len() / 100) {
            assert!(JumpGraphIndex::from_bytes(&grid, &bytes[..length]).is_err(), "cut at {length}");
        }
        for _ in 0..300 {
            let mut changed = bytes.clone();
            let range = if rng.below(2) == 0 { 36 } else { changed.len() as u32 };
            let place = rng.below(range);
            changed[place as usize] = rng.below(256) as u8;
            let Ok(index) = JumpGraphIndex::from_bytes(&grid, &changed) else { continue };
            let planner = JumpGraph::with_prepared(&grid, &index).unwrap();
            for query in queries(&world, &mut rng).iter().take(5) {
                if let Outcome::Found(path) = planner.plan(query, &mut workspace).unwrap().outcome {
                    tautline::path::check_cells(&grid, index.config().rule, &path.places).unwrap();
                }
            }
        }
    }
}

#[test]
fn an_edited_map_needs_a_new_graph() {
    let mut grid = Grid::open(20, 20).unwrap();
    let index = JumpGraphIndex::new(&grid, JumpGraphConfig::default()).unwrap();
    assert!(JumpGraph::with_prepared(&grid, &index).is_ok());
    grid.set(Cell::new(5, 5), Tile::Blocked).unwrap();
    let error = JumpGraph::with_prepared(&grid, &index).unwrap_err();
    assert_eq!(error, StaleIndex);
    assert!(error.to_string().contains("must be rebuilt"));
}

#[test]
fn bounds_are_refused_where_they_would_take_too_long() {
    let dots = |cell: Cell| if cell.x % 4 == 1 && cell.y % 4 == 1 { Tile::Blocked } else { Tile::Free };
    let grid = Grid::from_fn(500, 500, dots).unwrap();
    let config = |bounds| JumpGraphConfig { bounds, landmarks: Landmarks::Zero, ..Default::default() };
    let error = JumpGraphIndex::new(&grid, config(Bounding::On)).unwrap_err();
    assert!(matches!(error, ConfigError::Bounds { nodes } if nodes > JumpGraphIndex::MOST_NODES));
    assert!(JumpGraphIndex::new(&grid, config(Bounding::Auto)).is_ok());
}

/// Far apart parts of the map are told apart without a search of the whole, with landmarks and without.
#[test]
fn another_part_of_the_map_is_found_to_be_one_early() {
    let dots = |cell: Cell| {
        let is_dot = cell.x % 5 == 2 && cell.y % 5 == 2;
        if is_dot || cell.x == 100 { Tile::Blocked } else { Tile::Free }
    };
    let grid = Grid::from_fn(200, 200, dots).unwrap();
    for landmarks in [Landmarks::Zero, Landmarks::Sixteen] {
        let config = JumpGraphConfig { landmarks, bounds: Bounding::Off, ..Default::default() };
        let planner = JumpGraph::with_config(&grid, config).unwrap();
        let answer = planner.plan(&Query::new((0, 0), (199, 199)), &mut Workspace::new()).unwrap();
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
    let grid = Grid::from_fn(width, height, snake).unwrap();
    let query = Query::new((0, 0), (0, height as i32 - 1));
    for landmarks in [Landmarks::Zero, Landmarks::FortyEight] {
        let config = JumpGraphConfig { landmarks, bounds: Bounding::Off, ..Default::default() };
        let answer =
            JumpGraph::with_config(&grid, config).unwrap().plan(&query, &mut Workspace::new()).unwrap();
        let cost = f64::from((width - 1) * (height / 2) + height - 1);
        assert_eq!(answer.path().map(|path| path.cost), Some(cost));
    }
}

#[derive(Default)]
struct Scans(Vec<Scan<Cell>>);

impl Observer<Cell> for Scans {
    fn scan(&mut self, scan: &Scan<Cell>) {
        self.0.push(*scan);
    }
}

/// Whoever watches sees the scans from the start.
#[test]
fn scans_from_the_start_are_reported() {
    let grid = Grid::from_rows(["......", "..#...", "..#...", "......"]).unwrap();
    let start = Cell::new(0, 1);
    let (mut scans, mut workspace) = (Scans::default(), Workspace::new());
    let planner = JumpGraph::new(&grid);
    planner.plan_observed(&Query::new(start, (5, 2)), &mut workspace, &mut scans).unwrap();
    assert!(!scans.0.is_empty());
    for Scan { from, to, found } in scans.0 {
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
    let selection = "jump-graph:diagonal=cut-one-corner:landmarks=0:bounds=off".parse().unwrap();
    let cells: Vec<Cell> = world.cells().collect();
    check(&selection, &world, &cells, &[Cell::new(2, 0)]).unwrap_or_else(|failure| panic!("{failure}"));
}
