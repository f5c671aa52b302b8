//! The printed examples of the Anya paper, as far as its text says what they are. Its rows are counted upwards, those here downwards;
//! where coordinates are not given, the worlds are made so that what the text says of the figure holds.

use tautline::engine::Algorithm;
use tautline::geometry::{Corner, Position};
use tautline::map::Map;
use tautline::moves::CornerRule;
use tautline::path::Path;
use tautline::planners::{Anya, AnyaConfig, Prunings, Taut, TautConfig};
use tautline::search::{Interval, Observer, Query, Workspace};

use crate::observed::corner;

/// All intervals that are generated and expanded.
#[derive(Default)]
struct Seen {
    generated: Vec<Interval>,
    expanded: Vec<Interval>,
}

impl Observer for Seen {
    fn generate_interval(&mut self, interval: &Interval) {
        self.generated.push(*interval);
    }

    fn expand_interval(&mut self, interval: &Interval) {
        self.expanded.push(*interval);
    }
}

fn query(start: (i32, i32), goal: (i32, i32)) -> Query {
    Query::new(Corner::from(start), Corner::from(goal))
}

/// The path that Taut finds.
fn taut(map: &Map, start: (i32, i32), goal: (i32, i32)) -> Path {
    let planner = Taut::new(map, TautConfig::default()).unwrap();
    planner.plan(map, &query(start, goal), &mut Workspace::new()).unwrap().into_path().unwrap()
}

/// Root, row and ends, in thousandths of a tile.
fn shape(interval: &Interval) -> ((i32, i32), i32, i64, i64) {
    let thousandths = |x: f64| (x * 1000.0).round() as i64;
    (corner(interval.root).into(), interval.row, thousandths(interval.left), thousandths(interval.right))
}

fn search(map: &Map, prunings: Prunings, start: (i32, i32), goal: (i32, i32)) -> (f64, Vec<Corner>, Seen) {
    let planner = Anya::new(map, AnyaConfig { rule: CornerRule::Closed, prunings }).unwrap();
    let mut seen = Seen::default();
    let query = query(start, goal);
    let answer = planner.plan_observed(map, &query, &mut Workspace::new(), &mut seen).unwrap();
    assert!(answer.is_complete());
    let path = answer.into_path().expect("a path");
    (path.cost(), path.corners().unwrap().to_vec(), seen)
}

const ALL: Prunings = Prunings { cul_de_sac: true, intermediate: true };
const NONE: Prunings = Prunings { cul_de_sac: false, intermediate: false };

/// The estimates of the neighbours of s are those of t = (4, 5) and s = (2, 0); the way is √10 to n, which is (3, 3), and √5 from there.
#[test]
fn figure_3_a_path_that_turns_at_n() {
    let map = Map::from_rows(["......", "......", "......", "...#..", "......", "......"]).unwrap();
    let up = |x: i32, y: i32| (x, 6 - y);
    let expected = [up(2, 0), up(3, 3), up(4, 5)].map(Corner::from);
    for prunings in [ALL, NONE] {
        let (cost, places, _) = search(&map, prunings, up(2, 0), up(4, 5));
        assert_eq!(places, expected);
        assert!((cost - (10f64.sqrt() + 5f64.sqrt())).abs() < 1e-12);
    }
    assert_eq!(taut(&map, up(2, 0), up(4, 5)).corners(), Some(&expected[..]));
}

/// The successors of a cone node: observable ones, split at the corners on the next row; and, as the end b of the interval is a corner
/// around which a path can turn, a flat one and cones with b as their root, which are split in the same way.
#[test]
fn figure_6_the_successors_of_a_cone_node() {
    // r = (1, 5), the row of the interval is 3, b = (3, 3): an obstacle lies to the right of it and before it.
    let map = Map::from_rows(["..........", "..#...#...", "..........", "...####...", "...####..."]).unwrap();
    let (_, _, seen) = search(&map, NONE, (1, 5), (9, 0));
    let successors: Vec<_> = seen.generated.iter().map(shape).collect();
    let r = (1, 5);
    // The ray through b goes on to (4, 2): between it and the left border there are the corners (2, 2) and (3, 2).
    assert!(successors.contains(&(r, 3, 0, 3000)), "the interval itself: {successors:?}");
    for (left, right) in [(0, 2000), (2000, 3000), (3000, 4000)] {
        assert!(successors.contains(&(r, 2, left, right)), "observable {left} {right}: {successors:?}");
    }
    let b = (3, 3);
    assert!(successors.contains(&(b, 3, 3000, 7000)), "flat: {successors:?}");
    for (left, right) in [(4000, 6000), (6000, 7000), (7000, 10_000)] {
        assert!(successors.contains(&(b, 2, left, right)), "not observable {left} {right}: {successors:?}");
    }
}

/// A flat node (a, b] with two successors: the observable (b, c], and a cone with b as its root.
#[test]
fn figure_7_the_successors_of_a_flat_node() {
    let map = Map::from_rows(["......", ".##...", "......"]).unwrap();
    let (_, _, seen) = search(&map, NONE, (1, 2), (5, 0));
    let successors: Vec<_> = seen.generated.iter().map(shape).collect();
    let (a, b) = ((1, 2), (3, 2));
    assert!(
        successors.contains(&(a, 2, 1000, 3000)) && successors.contains(&(a, 2, 3000, 6000)),
        "{successors:?}"
    );
    assert!(successors.contains(&(b, 1, 3000, 6000)), "{successors:?}");
}

/// Parts of an interval behind which all is blocked, and at whose ends no path turns, are not generated.
#[test]
fn figure_11_culs_de_sac_of_cone_nodes() {
    // The goal is not behind the gap.
    let map = Map::from_rows(["......", "##..##", "......", "......"]).unwrap();
    let blocked =
        |interval: &&Interval| interval.row == 2 && interval.root == Position::from(Corner::new(3, 4));
    let count = |cul_de_sac| {
        let prunings = Prunings { cul_de_sac, intermediate: false };
        let (_, _, seen) = search(&map, prunings, (3, 4), (0, 0));
        seen.generated.iter().filter(blocked).map(shape).collect::<Vec<_>>()
    };
    assert_eq!(count(false).len(), 3, "left of the gap, the gap, right of it");
    // Of the left part, the right end is the corner of the gap, but from (3, 4) the path does not turn there.
    assert_eq!(count(true), [((3, 4), 2, 2000, 4000)]);
}

/// The last interval along a row, behind which there is nothing and at whose end no path turns, is not generated.
#[test]
fn figure_12_culs_de_sac_of_flat_nodes() {
    let map = Map::from_rows(["...#", "...#"]).unwrap();
    let along = |cul_de_sac| {
        let prunings = Prunings { cul_de_sac, intermediate: true };
        let (_, _, seen) = search(&map, prunings, (0, 1), (3, 0));
        seen.generated.iter().filter(|interval| interval.row == 1).count()
    };
    assert_eq!((along(false), along(true)), (1, 0));
}

/// A node with one successor is not generated, its successor is.
#[test]
fn figures_13_and_14_intermediate_nodes() {
    let map = Map::from_rows(["......", "......", "......", "......", "..#..."]).unwrap();
    let rows = |intermediate| {
        let (_, _, seen) = search(&map, Prunings { cul_de_sac: true, intermediate }, (0, 4), (6, 0));
        let mut rows: Vec<i32> =
            seen.generated.iter().map(|interval| interval.row).filter(|&y| y < 4).collect();
        rows.sort_unstable();
        rows
    };
    assert_eq!(rows(false), [0, 1, 2, 3], "one node for each row");
    assert_eq!(rows(true), [0], "the one that contains the goal");
    // Along a row: the corner at which an obstacle begins is passed over, the one at which it ends is not.
    let map = Map::from_rows([".......", "..##...", "......."]).unwrap();
    let ends = |intermediate| {
        let (_, _, seen) = search(&map, Prunings { cul_de_sac: true, intermediate }, (0, 1), (6, 2));
        let flat = seen.generated.iter().filter(|interval| interval.row == 1 && interval.left >= 0.0);
        flat.filter(|interval| interval.root == Position::from(Corner::new(0, 1)))
            .map(|interval| interval.right as i32)
            .collect::<Vec<_>>()
    };
    assert_eq!(ends(false).first(), Some(&2));
    assert_eq!(ends(true).first(), Some(&4));
}

/// Two nodes share the interval [a, b], and an obstacle behind it, at O, decides which of their roots the shortest path comes from.
/// So neither node can be given up for the other. (The text has four lengths but not where anything is: no places of s, t, r₁, r₂
/// and O on its grid have all four, with one turn before O and one or two at it.)
#[test]
fn figure_15_two_roots_of_one_interval() {
    let mut rows = ["............."; 11];
    (rows[2], rows[6]) = ("...#.........", ".....#.......");
    let (start, goal, one, other) = ((8, 9), (0, 1), (5, 7), (6, 6));
    for (row_of_o, root, length) in [
        ("...#.........", one, 13f64.sqrt() + 61f64.sqrt()),
        ("#..#.........", other, 13f64.sqrt() + 50f64.sqrt() + 1.0),
    ] {
        rows[1] = row_of_o;
        let map = Map::from_rows(rows).unwrap();
        let (cost, places, seen) = search(&map, ALL, start, goal);
        assert_eq!(places[1], Corner::from(root));
        assert!((cost - length).abs() < 1e-12, "{cost}");
        for root in [one, other] {
            assert!(seen.generated.iter().any(|node| shape(node) == (root, 3, 0, 3000)), "{root:?}");
        }
        assert!((taut(&map, start, goal).cost() - length).abs() < 1e-12);
    }
}

/// With and without prunings the answers are the same, and without them more nodes are expanded.
#[test]
fn prunings_change_the_work_and_not_the_answer() {
    let map = Map::from_rows([
        "....................",
        ".####.###.....###...",
        "....#...#..#....#...",
        "..#.#.#.#..#.##.#.#.",
        "..#...#....#..#...#.",
        "..#####.####..#####.",
        "....................",
    ])
    .unwrap();
    let mut expanded = Vec::new();
    let on_or_off = [(true, true), (true, false), (false, true), (false, false)];
    for (cul_de_sac, intermediate) in on_or_off {
        let (cost, _, seen) = search(&map, Prunings { cul_de_sac, intermediate }, (3, 4), (17, 4));
        expanded.push((cost.to_bits(), seen.expanded.len()));
    }
    let [(cost, both), (_, only_cul_de_sac), (_, only_intermediate), (_, none)] = expanded[..] else {
        unreachable!()
    };
    assert!(expanded.iter().all(|&(other, _)| other == cost), "{expanded:?}");
    assert!(both < only_cul_de_sac && both < only_intermediate, "{expanded:?}");
    assert!(only_cul_de_sac < none && only_intermediate < none, "{expanded:?}");
}
