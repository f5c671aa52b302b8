//! Worlds made by hand, each for one thing that is easily got wrong.

use super::*;
use tautline::search::QueryError;

/// Holds all planners of a rule on a drawn world to a length, and the length to the oracle.
#[track_caller]
fn expect(rows: &[&str], rule: CornerRule, start: (i32, i32), goal: (i32, i32), expected: Option<f64>) {
    let (world, start, goal) = (PlainWorld::from_rows(rows), start.into(), goal.into());
    let shortest = CornerOracle::new(&world, rule).distance(start, goal).unwrap();
    assert!(are_equal(shortest, expected), "{shortest:?}");
    hold_to(&[(start, goal, expected)], rule, &world, &world.to_map(), &mut Workspace::new());
}

#[track_caller]
fn expect_by_both_rules(rows: &[&str], start: (i32, i32), goal: (i32, i32), expected: f64) {
    for rule in RULES {
        expect(rows, rule, start, goal, Some(expected));
    }
}

#[test]
fn between_two_touching_obstacles_only_open_paths_pass() {
    let rows = [".#", "#."];
    expect(&rows, CornerRule::Closed, (0, 0), (2, 2), None);
    expect(&rows, CornerRule::Open, (0, 0), (2, 2), Some(8_f64.sqrt()));
    let rows = ["...", ".#.", "..#"];
    expect(&rows, CornerRule::Closed, (1, 3), (3, 1), Some(4.0));
    expect(&rows, CornerRule::Open, (1, 3), (3, 1), Some(8_f64.sqrt()));
    // Along a grid line, from the side of one obstacle to that of the other.
    let rows = ["....", ".#..", "..#.", "...."];
    expect(&rows, CornerRule::Closed, (1, 2), (3, 2), Some(2.0 + 2_f64.sqrt()));
    expect(&rows, CornerRule::Open, (1, 2), (3, 2), Some(2.0));
}

#[test]
fn an_end_between_two_touching_obstacles_belongs_to_its_own_cell() {
    let rows = ["....", "..#.", ".#..", "...."];
    let around = 10_f64.sqrt() + 2.0;
    expect(&rows, CornerRule::Closed, (0, 0), (2, 2), Some(around));
    expect(&rows, CornerRule::Closed, (2, 2), (0, 0), Some(around));
    expect(&rows, CornerRule::Closed, (2, 2), (4, 4), Some(8_f64.sqrt()));
    expect(&rows, CornerRule::Closed, (1, 2), (2, 2), Some(3.0));
    expect(&rows, CornerRule::Open, (0, 0), (2, 2), Some(8_f64.sqrt()));
    // Where that cell is blocked, it is refused.
    let map = Map::from_rows(["#.", ".#"]).unwrap();
    for selection in planners() {
        let planner = selection.planner(&map).unwrap();
        let query = Query::new(Corner::new(1, 1), Corner::new(2, 0));
        let answer = planner.plan(&map, &query, &mut Workspace::new());
        if planner.rule() == CornerRule::Closed.into() {
            assert_eq!(answer, Err(QueryError::StartAmbiguous(query.start)), "{selection}");
        } else {
            assert!(answer.is_ok(), "{selection}: {answer:?}");
        }
    }
}

#[test]
fn ends_at_corners_of_obstacles_on_the_border_and_in_the_same_row_or_column() {
    let rows = ["....", ".##.", "...."];
    for (start, goal, expected) in [
        ((0, 0), (4, 0), 4.0),
        ((0, 0), (0, 3), 3.0),
        ((0, 1), (4, 1), 4.0),
        ((1, 1), (3, 1), 2.0),
        ((1, 0), (1, 3), 3.0),
        ((1, 1), (3, 2), 3.0),
        ((2, 1), (2, 2), 3.0),
        ((0, 0), (3, 1), 10_f64.sqrt()),
        ((0, 3), (4, 0), 5_f64.sqrt() + 10_f64.sqrt()),
    ] {
        expect_by_both_rules(&rows, start, goal, expected);
        expect_by_both_rules(&rows, goal, start, expected);
    }
}

#[test]
fn a_goal_inside_a_flat_interval_is_found() {
    // Beside an obstacle, behind the corner from which one looks along the row.
    let rows = [".....", "####.", "....."];
    expect_by_both_rules(&rows, (0, 0), (2, 2), 17_f64.sqrt() + 1.0 + 2.0);
    expect_by_both_rules(&rows, (1, 1), (3, 1), 2.0);
    expect_by_both_rules(&rows, (2, 1), (2, 2), 2.0 + 1.0 + 2.0);
}

#[test]
fn from_a_corner_to_itself_there_is_nothing_to_walk() {
    let rows = [".#", "#."];
    for corner in [(0, 0), (1, 0), (1, 1), (2, 2)] {
        expect_by_both_rules(&rows, corner, corner, 0.0);
    }
}

#[test]
fn nothing_is_seen_through_a_gap_of_no_width() {
    for rule in RULES {
        expect(&[".#.", ".#."], rule, (0, 1), (3, 1), None);
        expect(&["..", "##", "##", ".."], rule, (1, 0), (1, 4), None);
    }
    expect_by_both_rules(&[".#.", ".#.", "..."], (0, 1), (3, 1), 1.0 + 2.0 * 2_f64.sqrt());
    expect_by_both_rules(&["...", "##.", "..."], (1, 1), (1, 2), 3.0);
}

#[test]
fn a_line_may_graze_obstacles_on_both_sides() {
    let rows = [".#.", "...", ".#."];
    expect_by_both_rules(&rows, (0, 0), (3, 3), 18_f64.sqrt());
    expect_by_both_rules(&rows, (0, 3), (3, 0), 18_f64.sqrt());
}

#[test]
fn nothing_is_passed_over_on_the_way_to_the_row_of_the_goal() {
    let rows = ["......", "......", "......", "......", "#####.", "......"];
    expect_by_both_rules(&rows, (0, 0), (3, 2), 13_f64.sqrt());
    expect_by_both_rules(&rows, (0, 0), (1, 4), 17_f64.sqrt());
    expect_by_both_rules(&rows, (0, 0), (1, 6), 41_f64.sqrt() + 1.0 + 17_f64.sqrt());
    expect_by_both_rules(&rows, (0, 0), (1, 5), 41_f64.sqrt() + 1.0 + 4.0);
}

#[test]
fn of_equally_long_ways_to_a_corner_one_goes_on() {
    let worlds = [
        &[".......", "..###..", ".......", "...#...", ".......", "..#.#..", "......."][..],
        &["......", ".##.#.", "......", ".#.##.", "......"],
        &[".....", ".#.#.", ".....", ".#.#.", "....."],
    ];
    all_pairs(worlds.into_iter().map(PlainWorld::from_rows));
}

#[test]
fn a_ray_that_leaves_a_wide_world_at_its_upper_border() {
    for width in 125..=200 {
        let world = PlainWorld::from_fn(width, 2, |Cell { x, y }| (x + 1, y) != (width as i32 / 2, 1));
        let (start, goal) = (Corner::new(width as i32, 2), Corner::new(0, 2));
        check(&world, &[start, goal], &[start, goal]);
        let world = PlainWorld::from_fn(width, 2, |Cell { x, y }| (x + 1, y) != (width as i32 / 2, 0));
        check(&world, &[Corner::new(0, 0)], &[Corner::new(width as i32, 0)]);
    }
}

/// Two corners on one ray, with obstacles to both sides of it: a path turns at the second.
#[test]
fn a_path_turns_at_a_corner_that_lies_on_a_ray() {
    for (dx, dy) in (1..8).flat_map(|dx| (1..8).map(move |dy| (dx, dy))) {
        let (width, height) = (2 * dx + 1, 2 * dy + 3);
        let obstacles = [Cell::new(dx, dy - 1), Cell::new(2 * dx - 1, 2 * dy)];
        let is_free =
            |cell: Cell| cell != obstacles[0] && (cell.x != obstacles[1].x || cell.y < obstacles[1].y);
        let world = PlainWorld::from_fn(width as u32, height as u32, is_free);
        let ends = [Corner::new(0, 0), Corner::new(2 * dx, height)];
        check(&world, &ends, &ends);
        let mirrored = ends.map(|end| Symmetry::Mirrored.corner(&world, end));
        check(&world.mirrored(), &mirrored, &mirrored);
        let transposed = ends.map(|end| Symmetry::Transposed.corner(&world, end));
        check(&world.transposed(), &transposed, &transposed);
    }
}

#[test]
fn a_long_way_along_the_back_of_an_obstacle() {
    for width in 50..=130 {
        let is_free = |Cell { x, y }| match y {
            0 => x != width / 2,
            1 => x == 0 || x == width - 1,
            _ => true,
        };
        let world = PlainWorld::from_fn(width as u32, 3, is_free);
        let ends = [Corner::new(width / 2, 1), Corner::new(width / 2 + 1, 0)];
        check(&world, &ends, &ends);
    }
}

/// What is seen between two corners that are far away along a row is hardly nearer than the way by one of them.
#[test]
fn a_narrow_view_far_along_a_row_is_not_given_up() {
    for far in [100, 3_000, 20_000] {
        let is_free = |Cell { x, y }| if y == 0 { x <= far } else { x >= far };
        let world = PlainWorld::from_fn(2 * far as u32 + 10, 2, is_free);
        let goals: Vec<Corner> = (-1..5).map(|x| Corner::new(2 * far + x, 2)).collect();
        compare(&world, &world.to_map(), &[Corner::new(0, 0)], &goals, &mut Workspace::new());
    }
}

/// What is expanded with a cap, for all caps up to this.
fn hold_to_caps(rows: &[&str], goal: (i32, i32), caps: u64) {
    let map = Map::from_rows(rows.iter().copied()).unwrap();
    for selection in planners() {
        let planner = selection.planner(&map).unwrap();
        for cap in 0..caps {
            let query = Query::new(Corner::new(0, 0), Corner::from(goal));
            let limited = query.with_limits(Limits::expansions(cap));
            let answer = planner.plan(&map, &limited, &mut Workspace::new()).unwrap();
            assert!(answer.stats.expanded <= cap, "{selection}, {cap}: {:?}", answer.stats);
        }
    }
}

#[test]
fn looking_around_the_start_counts_as_work() {
    hold_to_caps(&["."], (1, 1), 3);
    hold_to_caps(&["..", ".#", ".."], (2, 3), 3);
}

/// Each obstacle beside the view of the start is one more thing to look at, in one go.
#[test]
fn a_limit_holds_within_a_long_view() {
    hold_to_caps(&["..", ".#", "..", ".#", "..", ".#", "..", ".#", "..", ".#", ".."], (2, 11), 12);
}

/// Each of its corners is the only thing that the one before it sees.
#[test]
fn a_long_staircase_needs_no_deep_stack() {
    let size = 2_000;
    let tile = |Cell { x, y }| if x > y { Tile::Blocked } else { Tile::Free };
    let map = Map::from_fn(size, size, tile).unwrap();
    let search = || {
        for selection in planners() {
            let (start, goal) = (Corner::new(0, 0), Corner::new(size as i32, size as i32 - 1));
            let planner = selection.planner(&map).unwrap();
            let found = length(&planner, &map, start, goal, &mut Workspace::new());
            let straight = 2_f64.sqrt() * f64::from(size - 1);
            assert!(are_equal(found, Some(straight + 1.0)), "{selection}: {found:?}");
        }
    };
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(128 << 10)
            .spawn_scoped(scope, search)
            .unwrap()
            .join()
            .unwrap();
    });
}
