//! Smoothing of paths of cells, and the lines between centres that it needs: against the segment clipped by every blocked cell.

use tautline::engine::Planner;
use tautline::geometry::Cell;
use tautline::map::Grid;
use tautline::moves::DiagonalRule;
use tautline::path::{IllegalStep, Path, Sighted, line_of_sight_between_cells, post_smooth, pull_string};
use tautline::search::{Answer, Query, Workspace};
use tautline_testkit::world::{PlainWorld, SplitMix64};

type Smooth = fn(&Grid, DiagonalRule, &[Cell]) -> Result<Path, IllegalStep>;

const RULES: [(DiagonalRule, &str); 4] = [
    (DiagonalRule::NoCornerCutting, "no-corner-cutting"),
    (DiagonalRule::CutOneCorner, "cut-one-corner"),
    (DiagonalRule::CutBothCorners, "cut-both-corners"),
    (DiagonalRule::Never, "never"),
];

/// A centre in halves of a tile.
fn centre(cell: Cell) -> [i64; 2] {
    [2 * i64::from(cell.x) + 1, 2 * i64::from(cell.y) + 1]
}

/// Whether a segment between centres has a point in the interior of a cell: its part within the columns of the cell and that
/// within the rows overlap, as open intervals of the way from 0 to 1, whose ends are fractions.
fn crosses(a: [i64; 2], b: [i64; 2], cell: Cell) -> bool {
    let (mut from, mut to) = ((0, 1), (1, 1));
    let less = |one: (i64, i64), other: (i64, i64)| one.0 * other.1 < other.0 * one.1;
    for (axis, low) in [2 * i64::from(cell.x), 2 * i64::from(cell.y)].into_iter().enumerate() {
        let way = b[axis] - a[axis];
        let (near, far) = if way < 0 { (low + 2, low) } else { (low, low + 2) };
        if way == 0 {
            if !(low < a[axis] && a[axis] < low + 2) {
                return false;
            }
            continue;
        }
        let at = |line: i64| ((line - a[axis]) * way.signum(), way.abs());
        from = if less(from, at(near)) { at(near) } else { from };
        to = if less(at(far), to) { at(far) } else { to };
    }
    less(from, to)
}

/// How many cells beside the segment are free at the corner where fewest are: at each corner of the grid on it, those two of the
/// four cells around that it does not run through. Two if there is no corner on it.
fn fewest_free_beside(world: &PlainWorld, a: [i64; 2], b: [i64; 2]) -> usize {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    if dx == 0 || dy == 0 {
        return 2;
    }
    let mut fewest = 2;
    for x in a[0].min(b[0]) / 2 + 1..=a[0].max(b[0]) / 2 {
        let rise = (2 * x - a[0]) * dy;
        let y = a[1] + rise / dx;
        if rise % dx != 0 || y % 2 != 0 {
            continue;
        }
        let (x, y) = (x as i32, (y / 2) as i32);
        let beside = if dx * dy > 0 { [(x, y - 1), (x - 1, y)] } else { [(x - 1, y - 1), (x, y)] };
        fewest = fewest.min(beside.iter().filter(|&&(x, y)| world.is_free(x, y)).count());
    }
    fewest
}

/// Which rules allow the line between two cells.
fn allowed(world: &PlainWorld, from: Cell, to: Cell) -> [bool; 4] {
    let (a, b) = (centre(from), centre(to));
    let is_clear = world.cells().all(|cell| world.is_free(cell.x, cell.y) || !crosses(a, b, cell));
    let beside = if is_clear { fewest_free_beside(world, a, b) } else { 0 };
    [2, 1, 0, 2].map(|needed| is_clear && beside >= needed)
}

fn sees(world: &PlainWorld, rule: DiagonalRule, from: Cell, to: Cell) -> bool {
    allowed(world, from, to)[rule as usize]
}

/// In both directions.
fn hold_line(world: &PlainWorld, grid: &Grid, from: Cell, to: Cell) -> [bool; 4] {
    let expected = allowed(world, from, to);
    for (a, b) in [(from, to), (to, from)] {
        let found = RULES.map(|(rule, _)| line_of_sight_between_cells(grid, rule, a, b));
        assert_eq!(found, expected, "{a} {b}{world:?}");
    }
    expected
}

#[test]
fn all_lines_of_small_worlds() {
    let mut rng = SplitMix64::new(1);
    let (mut clear, mut rules_differ) = (0, 0);
    for _ in 0..3_000 {
        let (width, height) = (1 + rng.below(8), 1 + rng.below(8));
        let world = PlainWorld::random(width, height, rng.pick(&[5, 15, 30]), &mut rng);
        let (map, cells) = (world.to_map(), world.cells().collect::<Vec<_>>());
        for (index, &from) in cells.iter().enumerate() {
            for &to in &cells[index..] {
                let [both, one, none, _] = hold_line(&world, map.grid(), from, to);
                clear += usize::from(both);
                rules_differ += usize::from(one != both) + usize::from(none != one);
            }
        }
    }
    assert!(clear > 300_000 && rules_differ > 10_000, "{clear} {rules_differ}");
}

/// Longer lines than a word has bits, in all directions.
#[test]
fn long_lines() {
    let mut rng = SplitMix64::new(2);
    let (mut clear, mut blocked, mut rules_differ) = (0, 0, 0);
    for round in 0..2_000 {
        let (long, short) = (65 + rng.below(140), 1 + rng.below(5));
        let (width, height) = if round % 2 == 0 { (long, short) } else { (short, long) };
        let world = PlainWorld::random(width, height, 1, &mut rng);
        let (map, cells) = (world.to_map(), world.cells().collect::<Vec<_>>());
        for _ in 0..15 {
            let (from, to) = (rng.pick(&cells), rng.pick(&cells));
            let rules = hold_line(&world, map.grid(), from, to);
            let is_long = (from.x - to.x).abs().max((from.y - to.y).abs()) > 64;
            clear += usize::from(is_long && rules[0]);
            blocked += usize::from(is_long && !rules[2]);
            rules_differ += usize::from(rules[0] != rules[2]);
        }
    }
    assert!(clear > 1_000 && blocked > 1_000 && rules_differ > 20, "{clear} {blocked} {rules_differ}");
}

#[test]
fn cells_outside_the_map_see_nothing() {
    let grid = Grid::open(3, 3).unwrap();
    let inside = Cell::new(1, 1);
    for outside in [(-1, 1), (1, 3), (i32::MAX, i32::MIN), (i32::MIN, 1)].map(Cell::from) {
        for (rule, _) in RULES {
            for (from, to) in [(inside, outside), (outside, inside), (outside, outside)] {
                assert!(!line_of_sight_between_cells(&grid, rule, from, to), "{from} {to}");
            }
        }
    }
}

/// Lines 30 to 40 of the paper.
fn algorithm_2(world: &PlainWorld, rule: DiagonalRule, path: &[Cell]) -> Vec<Cell> {
    let n = path.len() - 1;
    let mut t = vec![path[0]];
    for i in 1..n {
        if !sees(world, rule, t[t.len() - 1], path[i + 1]) {
            t.push(path[i]);
        }
    }
    t.push(path[n]);
    turning_points(t)
}

fn greedy(world: &PlainWorld, rule: DiagonalRule, path: &[Cell]) -> Vec<Cell> {
    let (mut t, mut at) = (vec![path[0]], 0);
    while at < path.len() - 1 {
        at = (at + 1..path.len()).rev().find(|&later| sees(world, rule, path[at], path[later])).unwrap();
        t.push(path[at]);
    }
    turning_points(t)
}

fn turning_points(mut path: Vec<Cell>) -> Vec<Cell> {
    path.dedup();
    let is_straight =
        |three: &[Cell]| length(&three[..2]) + length(&three[1..]) - distance(three[0], three[2]) < 1e-9;
    while let Some(at) = path.windows(3).position(is_straight) {
        path.remove(at + 1);
    }
    path
}

fn distance(a: Cell, b: Cell) -> f64 {
    f64::from((a.x - b.x).pow(2) + (a.y - b.y).pow(2)).sqrt()
}

fn length(path: &[Cell]) -> f64 {
    path.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
}

/// What is counted, so that the tests know that they have seen something.
#[derive(Debug, Default)]
struct Seen {
    paths: usize,
    shorter: usize,
    turns: usize,
    differ: usize,
}

fn hold_path(world: &PlainWorld, rule: DiagonalRule, path: &[Cell], seen: &mut Seen) {
    let map = world.to_map();
    let grid = map.grid();
    let about = || format!("{rule:?} {path:?}{world:?}");
    let (start, goal) = (path[0], path[path.len() - 1]);
    let expected = [algorithm_2(world, rule, path), greedy(world, rule, path)];
    let [smoothed, pulled] =
        [post_smooth as Smooth, pull_string].map(|smooth| smooth(grid, rule, path).unwrap());
    for (found, expected) in [&smoothed, &pulled].into_iter().zip(expected) {
        let (places, cost) = (found.cells().unwrap(), found.cost());
        assert_eq!(places, expected, "{}", about());
        assert_eq!((places[0], places[places.len() - 1]), (start, goal), "{}", about());
        let is_legal = places.windows(2).all(|line| sees(world, rule, line[0], line[1]));
        assert!(is_legal, "{}", about());
        assert!((cost - length(places)).abs() < 1e-9, "{}", about());
        assert!(cost < length(path) + 1e-9 && cost > distance(start, goal) - 1e-9, "{}", about());
        assert_eq!(Cell::check_lines(grid, rule, places), Ok(cost), "{}", about());
        seen.shorter += usize::from(cost < length(path) - 1e-9);
        seen.turns += places.len().saturating_sub(2);
    }
    assert_eq!(pull_string(grid, rule, pulled.cells().unwrap()).as_ref(), Ok(&pulled), "{}", about());
    seen.paths += 1;
    seen.differ += usize::from(smoothed != pulled);
}

fn random_world(rng: &mut SplitMix64) -> PlainWorld {
    let (width, height) = (1 + rng.below(14), 1 + rng.below(14));
    PlainWorld::random(width, height, rng.pick(&[5, 20, 35]), rng)
}

/// With every cell and with waypoints only.
#[test]
fn paths_of_planners() {
    let mut rng = SplitMix64::new(3);
    let mut workspace = Workspace::new();
    for (rule, name) in RULES {
        let mut seen = Seen::default();
        for id in ["astar", "dijkstra", "jps"] {
            for _ in 0..300 {
                let world = random_world(&mut rng);
                let free: Vec<Cell> = world.free_cells().collect();
                if free.is_empty() {
                    continue;
                }
                let map = world.to_map();
                let planner = Planner::new(&format!("{id}:diagonal={name}"), &map).unwrap();
                for _ in 0..3 {
                    let query = Query::new(rng.pick(&free), rng.pick(&free));
                    for query in [query.clone(), query.for_waypoints()] {
                        let answer = planner.plan(&map, &query, &mut workspace).unwrap();
                        if let Some(path) = Answer::into_path(answer).filter(|path| path.len() > 1) {
                            let places = path.cells().unwrap();
                            assert!((path.cost() - length(places)).abs() < 1e-9);
                            hold_path(&world, rule, places, &mut seen);
                        }
                    }
                }
            }
        }
        assert!(seen.paths > 2_000 && seen.shorter > 1_000 && seen.turns > 1_000, "{rule:?} {seen:?}");
    }
}

/// Paths that come back to where they were, with lines at any angle.
#[test]
fn paths_that_wander_about() {
    let mut rng = SplitMix64::new(4);
    let mut seen = Seen::default();
    for _ in 0..1_000 {
        let world = random_world(&mut rng);
        let (rule, _) = rng.pick(&RULES);
        let Some(start) = world.free_cells().next() else { continue };
        let mut path = vec![start];
        for _ in 0..60 {
            let last = path[path.len() - 1];
            let next = Cell::new(last.x + rng.below(5) as i32 - 2, last.y + rng.below(5) as i32 - 2);
            if next != last && world.is_free(next.x, next.y) && sees(&world, rule, last, next) {
                path.push(next);
            }
        }
        if path.len() > 1 {
            hold_path(&world, rule, &path, &mut seen);
        }
    }
    assert!(seen.paths > 700 && seen.shorter > 700 && seen.differ > 300, "{seen:?}");
}

#[test]
fn what_is_no_path_is_refused() {
    let grid = Grid::from_rows(["...", ".#.", "..."]).unwrap();
    let [from, wall, behind, far] = [(0, 0), (1, 1), (2, 2), (i32::MAX, i32::MIN)].map(Cell::from);
    for smooth in [post_smooth as Smooth, pull_string] {
        for (rule, _) in RULES {
            assert_eq!(smooth(&grid, rule, &[]), Err(IllegalStep::Empty));
            for cell in [wall, far] {
                assert_eq!(smooth(&grid, rule, &[cell]), Err(IllegalStep::Blocked { index: 0, cell }));
                assert_eq!(smooth(&grid, rule, &[from, cell]), Err(IllegalStep::Blocked { index: 1, cell }));
            }
            for to in [behind, from] {
                let error = IllegalStep::Step { index: 0, from, to, rule };
                assert_eq!(smooth(&grid, rule, &[from, to]), Err(error));
            }
            assert_eq!(smooth(&grid, rule, &[from]), Ok(Path::new(vec![from], 0.0)));
        }
    }
}
