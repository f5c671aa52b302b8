//! Both oracles against the lengths published with Sturtevant's grid benchmarks, and against any-angle optima on which
//! two other exact programs agree.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use tautline::geometry::{Cell, Corner};
use tautline::moves::{CornerRule, CostModel, DiagonalRule};
use tautline_testkit::oracle::cells::{cheapest, value};
use tautline_testkit::oracle::corners::{CornerOracle, check_corner_path};
use tautline_testkit::world::PlainWorld;

/// The folder with the maps, or a word about what is missing.
fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("TAUTLINE_MOVINGAI").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: TAUTLINE_MOVINGAI does not name a folder with MovingAI maps and scenarios");
    }
    folder
}

fn read(path: &Path) -> String {
    read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A query of a scenario: its number, from where, to where, and the length that the file states.
type Query = (usize, (i32, i32), (i32, i32), f64);

/// A map and every `step`-th query of its scenario.
fn load(name: &str, step: usize) -> Option<(PlainWorld, Vec<Query>)> {
    let folder = folder()?;
    let map = read(&folder.join(format!("{name}.map")));
    let rows: Vec<String> = map.lines().skip(4).map(|row| row.replace(['G', 'S'], ".")).collect();
    let world = PlainWorld::from_rows(&rows.iter().map(|row| row.trim_end()).collect::<Vec<_>>());
    let scenario = read(&folder.join(format!("{name}.map.scen")));
    let query = |(number, line): (usize, &str)| {
        let field: Vec<&str> = line.split_whitespace().collect();
        let place = |x: usize| (field[x].parse().unwrap(), field[x + 1].parse().unwrap());
        (number, place(4), place(6), field[8].parse().unwrap())
    };
    let lines = scenario.lines().skip(1).filter(|line| !line.trim().is_empty());
    let queries = lines.enumerate().step_by(step).map(query).collect();
    Some((world, queries))
}

/// The published octile lengths have six significant digits.
fn check_cells(name: &str, step: usize) {
    let Some((world, queries)) = load(name, step) else { return };
    for (number, start, goal, expected) in queries {
        let (start, goal) = (Cell::from(start), Cell::from(goal));
        let steps = cheapest(&world, DiagonalRule::NoCornerCutting, CostModel::Octile, start, goal);
        // A length of 0 between different cells means that there is no path.
        let found = steps.map_or(0.0, |steps| value(CostModel::Octile, steps));
        let tolerance = 5.1e-6 * expected.max(1.0);
        assert!((found - expected).abs() <= tolerance, "{name}, query {number}: {found}, not {expected}");
    }
}

/// The any-angle optima of all queries, with nine digits after the point.
fn optima(name: &str) -> Vec<f64> {
    let (_, stem) = name.rsplit_once('/').unwrap();
    let optima = read(&folder().unwrap().join(format!("anyangle/{stem}.txt")));
    optima.lines().map(|line| line.parse().unwrap()).collect()
}

fn check_query(
    oracle: &CornerOracle,
    world: &PlainWorld,
    start: Corner,
    goal: Corner,
    expected: f64,
    query: &str,
) {
    let path = oracle.shortest_path(start, goal).unwrap();
    let found = path.as_ref().map_or(f64::INFINITY, |(_, length)| *length);
    let agrees = (found - expected).abs() < 1e-6 || (found.is_infinite() && expected.is_infinite());
    assert!(agrees, "{query}, {start} to {goal}: {found}, not {expected}");
    if let Some((path, length)) = path {
        let checked = check_corner_path(world, CornerRule::Closed, start, goal, &path).unwrap();
        assert!((checked - length).abs() < 1e-9, "{query}: {checked}, not {length}");
    }
}

fn check_corners(name: &str, step: usize) {
    let Some((world, queries)) = load(name, step) else { return };
    let optima = optima(name);
    let oracle = CornerOracle::new(&world, CornerRule::Closed);
    for (number, start, goal, _) in queries {
        let query = format!("{name}, query {number}");
        check_query(&oracle, &world, start.into(), goal.into(), optima[number], &query);
    }
}

/// Short queries on a map that has too many corners for one graph: each on a part of the map of its own.
///
/// Each point of a path of length L lies on or in the ellipse around start and goal whose points are together L away
/// from them, so its x differs by L / 2 at most from that of the point halfway between them, and its y likewise. With
/// two cells more on all sides, a shortest path comes nowhere near the edge of the part.
fn check_corners_nearby(name: &str, step: usize, longest: f64) {
    let Some((world, queries)) = load(name, step) else { return };
    let optima = optima(name);
    let mut checked = 0;
    for (number, start, goal, _) in queries.into_iter().filter(|&(number, ..)| optima[number] <= longest) {
        let reach = (optima[number] / 2.0).ceil() as i32 + 3;
        let (left, top) = (i32::midpoint(start.0, goal.0) - reach, i32::midpoint(start.1, goal.1) - reach);
        let size = 2 * reach as u32;
        let part = PlainWorld::from_fn(size, size, |cell| world.is_free(cell.x + left, cell.y + top));
        let oracle = CornerOracle::new(&part, CornerRule::Closed);
        let place = |(x, y): (i32, i32)| Corner { x: x - left, y: y - top };
        check_query(
            &oracle,
            &part,
            place(start),
            place(goal),
            optima[number],
            &format!("{name}, query {number}"),
        );
        checked += 1;
    }
    assert!(checked >= 10, "{name}: only {checked} queries are short enough");
}

#[test]
fn octile_lengths_of_games() {
    check_cells("dao/arena", 1);
    check_cells("dao/den202d", 1);
    check_cells("dao/den312d", 1);
    check_cells("dao/den012d", 50);
}

#[test]
fn octile_lengths_of_artificial_maps() {
    check_cells("mazes/maze512-32-0", 600);
    check_cells("rooms/16room_000", 300);
    check_cells("random/random512-40-0", 500);
}

#[test]
fn any_angle_lengths_of_small_maps() {
    check_corners("dao/arena", 1);
    check_corners("dao/den202d", 1);
    check_corners("dao/den407d", 1);
    check_corners("dao/den312d", 1);
}

#[test]
fn any_angle_lengths_of_larger_maps() {
    check_corners("dao/combat2", 5);
    check_corners("dao/den012d", 20);
    check_corners("dao/den520d", 20);
    check_corners("dao/brc503d", 40);
    check_corners("cities/Denver_1_256", 20);
    check_corners("mazes/maze512-32-0", 40);
}

/// Random obstacles touch with their corners everywhere.
#[test]
fn any_angle_lengths_among_double_corners() {
    for name in ["random512-10-0", "random512-20-0", "random512-30-0", "random512-40-0", "random512-40-1"] {
        check_corners_nearby(&format!("random/{name}"), 3, 40.0);
    }
}

/// All queries of the maps whose graphs are small enough, and all that are short enough on those whose are not.
#[test]
#[ignore = "full check: minutes"]
fn any_angle_lengths_of_all_queries() {
    for name in ["brc201d", "brc202d", "brc503d", "combat2", "den012d", "den505d", "den520d"] {
        check_corners(&format!("dao/{name}"), 1);
    }
    for name in
        ["bg512/AR0011SR", "bg512/AR0400SR", "da2/ca_cave", "da2/ht_0_hightown", "cities/Denver_1_256"]
    {
        check_corners(name, 1);
    }
    for name in ["mazes/maze512-32-0", "mazes/maze512-16-0", "rooms/32room_000"] {
        check_corners(name, 1);
    }
    for percent in [10, 20, 30, 40] {
        for number in [0, 1] {
            check_corners_nearby(&format!("random/random512-{percent}-{number}"), 1, 60.0);
        }
    }
}
