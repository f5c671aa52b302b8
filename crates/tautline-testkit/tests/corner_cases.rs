//! What is visible and what is not, drawn by hand; above all, where two obstacles touch with their corners.

use tautline::geometry::Corner;
use tautline::moves::CornerRule::{self, Closed, Open};
use tautline_testkit::oracle::corners::{
    CornerOracle, Endpoint, EndpointError, check_corner_path, obstruction,
};
use tautline_testkit::world::Quadrant::{NorthEast, NorthWest, SouthEast, SouthWest};
use tautline_testkit::world::{PlainWorld, Symmetry};

fn corner(x: i32, y: i32) -> Corner {
    Corner { x, y }
}

fn path(corners: &[(i32, i32)]) -> Vec<Corner> {
    corners.iter().map(|&corner| corner.into()).collect()
}

/// Whether the segment is unobstructed, under both rules; asked both ways round and on all eight images of the map.
#[track_caller]
fn expect_segment(rows: &[&str], a: (i32, i32), b: (i32, i32), open: bool, closed: bool) {
    let (mut world, mut a, mut b) = (PlainWorld::from_rows(rows), Corner::from(a), Corner::from(b));
    for image in 0..8 {
        for (rule, expected) in [(Open, open), (Closed, closed)] {
            for (from, to) in [(a, b), (b, a)] {
                let found = obstruction(&world, rule, from, to);
                assert_eq!(found.is_none(), expected, "{rule:?} {from} to {to}: {found:?}\n{world}");
            }
        }
        let symmetry = if image == 3 { Symmetry::Mirrored } else { Symmetry::Rotated };
        (a, b) = (symmetry.corner(&world, a), symmetry.corner(&world, b));
        world = world.turned(symmetry);
    }
}

#[track_caller]
fn expect_length(found: Result<f64, String>, expected: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}

#[test]
fn a_diagonal_passes_a_double_corner_under_open_only() {
    expect_segment(&[".#", "#."], (0, 0), (2, 2), true, false);
    expect_segment(&["#.", ".#"], (2, 0), (0, 2), true, false);
}

#[test]
fn a_shallow_segment_passes_a_double_corner_under_open_only() {
    let rows = &[
        "..##", //
        "##..",
    ];
    expect_segment(rows, (0, 0), (4, 2), true, false);
    let rows = &[
        "...###", //
        "###...",
    ];
    expect_segment(rows, (0, 0), (6, 2), true, false);
}

#[test]
fn a_segment_along_a_line_passes_a_double_corner_under_open_only() {
    // Along the line between the two rows: first below free cells, then above them.
    expect_segment(&["..##", "##.."], (0, 1), (4, 1), true, false);
    expect_segment(&["..##", "##.."], (1, 1), (3, 1), true, false);
    // Up to the double corner and no farther is allowed, from both sides.
    expect_segment(&["..##", "##.."], (0, 1), (2, 1), true, true);
    expect_segment(&["..##", "##.."], (2, 1), (4, 1), true, true);
}

#[test]
fn a_segment_between_free_quadrants_that_hang_together_passes() {
    // The same corner with one obstacle less.
    expect_segment(&["..#.", "...."], (0, 0), (4, 2), true, true);
    expect_segment(&["..##", "...."], (0, 1), (4, 1), true, true);
}

#[test]
fn touching_the_tip_of_an_obstacle_is_allowed_and_passing_through_it_is_not() {
    let rows = &[
        "...", //
        ".#.", "...",
    ];
    expect_segment(rows, (0, 2), (2, 0), true, true);
    expect_segment(rows, (0, 3), (3, 0), false, false);
    expect_segment(rows, (0, 1), (3, 2), false, false);
    expect_segment(rows, (1, 0), (3, 3), false, false);
}

#[test]
fn along_one_wall_there_is_a_way() {
    let rows = &[
        "....", //
        "####",
    ];
    expect_segment(rows, (0, 1), (4, 1), true, true);
    expect_segment(rows, (1, 1), (2, 1), true, true);
}

#[test]
fn between_two_walls_there_is_none() {
    // A gap of width zero, as long as one edge, at the end of the segment or in the middle of it.
    expect_segment(&["..#..", "..#.."], (0, 1), (5, 1), false, false);
    expect_segment(&["..#..", "..#.."], (0, 1), (3, 1), false, false);
    expect_segment(&["..#..", "..#.."], (0, 1), (2, 1), true, true);
    expect_segment(&["#", "#"], (0, 1), (1, 1), false, false);
}

#[test]
fn the_border_is_a_wall() {
    // Along the border beside free cells, but not beside blocked ones, and never outside.
    expect_segment(&["...", "..."], (0, 0), (3, 0), true, true);
    expect_segment(&["...", "..."], (0, 0), (0, 2), true, true);
    expect_segment(&[".#.", "..."], (0, 0), (3, 0), false, false);
    expect_segment(&["...", "..."], (0, 0), (4, 0), false, false);
    expect_segment(&["...", "..."], (-1, 0), (1, 1), false, false);
    expect_segment(&["...", "..."], (0, 0), (3, 2), true, true);
}

#[test]
fn a_slit_is_as_wide_as_it_is() {
    let rows = &[
        "...##", //
        "##...",
    ];
    // Crosses the line between the rows at x = 5/2, in the middle of the slit from 2 to 3.
    expect_segment(rows, (0, 0), (5, 2), true, true);
    // At x = 2, where the slit begins.
    expect_segment(rows, (0, 0), (4, 2), true, true);
    // At x = 3/2, before that.
    expect_segment(rows, (0, 0), (3, 2), false, false);
}

#[test]
fn a_path_may_turn_at_a_double_corner_and_go_back() {
    // The double corner is (2, 2).
    let world = PlainWorld::from_rows(&[
        "..#.", //
        "..#.", "##..", "....",
    ]);
    for rule in [Open, Closed] {
        let back = path(&[(0, 2), (2, 2), (2, 0)]);
        expect_length(check_corner_path(&world, rule, corner(0, 2), corner(2, 0), &back), 4.0);
        let back = path(&[(0, 0), (2, 2), (1, 0)]);
        let expected = 8f64.sqrt() + 5f64.sqrt();
        expect_length(check_corner_path(&world, rule, corner(0, 0), corner(1, 0), &back), expected);
    }
}

#[test]
fn a_path_may_cross_a_double_corner_under_open_only() {
    let world = PlainWorld::from_rows(&[
        "..#.", //
        "..#.", "##..", "....",
    ]);
    // With a turn, straight on but with the corner named, and from one grid line to another.
    for across in [[(0, 1), (2, 2), (3, 4)], [(0, 0), (2, 2), (4, 4)], [(0, 2), (2, 2), (2, 4)]] {
        let across = path(&across);
        let (start, goal) = (across[0], across[2]);
        assert!(check_corner_path(&world, Open, start, goal, &across).is_ok());
        let error = check_corner_path(&world, Closed, start, goal, &across).unwrap_err();
        assert_eq!(error, "between the segments 0 and 1 it crosses the double corner (2, 2)");
        assert!(CornerOracle::new(&world, Open).distance(start, goal).unwrap().is_some());
        assert_eq!(CornerOracle::new(&world, Closed).distance(start, goal), Ok(None));
    }
}

#[test]
fn a_start_on_a_double_corner_belongs_to_the_south_east() {
    let world = PlainWorld::from_rows(&[
        ".#", //
        "#.",
    ]);
    let middle = corner(1, 1);
    let closed = CornerOracle::new(&world, Closed);
    assert!(closed.visible(middle, corner(2, 2)));
    assert!(!closed.visible(middle, corner(0, 0)));
    assert!(closed.visible(middle, corner(2, 1)), "along a line, beside its own cell");
    assert!(!closed.visible(middle, corner(0, 1)), "along a line, beside the other cell");
    assert_eq!(closed.distance(middle, corner(0, 0)), Ok(None));
    assert_eq!(closed.distance(middle, middle), Ok(Some(0.0)));

    let named = Endpoint::within(middle, NorthWest);
    assert_eq!(closed.distance_between(named, corner(0, 1).into()), Ok(Some(1.0)));
    assert_eq!(closed.distance_between(named, corner(2, 2).into()), Ok(None));
    assert_eq!(closed.distance_between(named, middle.into()), Ok(None), "so near and yet so far");
    let blocked = Endpoint::within(middle, NorthEast);
    let error = EndpointError::BlockedQuadrant { corner: middle, quadrant: NorthEast };
    assert_eq!(closed.distance_between(blocked, middle.into()), Err(error));

    let open = CornerOracle::new(&world, Open);
    for goal in [(0, 0), (0, 1), (2, 1), (2, 2)] {
        assert!(open.visible(middle, goal.into()));
    }
}

#[test]
fn a_start_on_a_double_corner_without_the_south_east_is_ambiguous() {
    let world = PlainWorld::from_rows(&[
        "#.", //
        ".#",
    ]);
    let middle = corner(1, 1);
    let closed = CornerOracle::new(&world, Closed);
    let ambiguous = EndpointError::Ambiguous { corner: middle };
    assert_eq!(closed.distance(middle, corner(2, 0)), Err(ambiguous));
    assert_eq!(closed.distance(corner(2, 0), middle), Err(ambiguous));
    assert_eq!(closed.distances_from(middle), Err(ambiguous));
    assert!(!closed.visible(middle, corner(2, 0)));
    assert!(closed.all_distances().iter().all(|&(start, goal, _)| start != middle && goal != middle));
    let north_east = Endpoint::within(middle, NorthEast);
    assert_eq!(closed.distance_between(north_east, corner(2, 0).into()), Ok(Some(2f64.sqrt())));
    assert_eq!(closed.distance_between(north_east, corner(0, 2).into()), Ok(None));

    let open = CornerOracle::new(&world, Open);
    assert_eq!(open.distance(middle, corner(2, 0)), Ok(Some(2f64.sqrt())));
    assert_eq!(open.distance(corner(0, 2), corner(2, 0)), Ok(Some(8f64.sqrt())));
}

/// Both sides of a double corner are reached, but only the long way round.
#[test]
fn from_one_side_of_a_double_corner_to_the_other_leads_a_way_around() {
    let world = PlainWorld::from_rows(&[
        "....", //
        "..#.", ".#..", "....",
    ]);
    let middle = corner(2, 2);
    let closed = CornerOracle::new(&world, Closed);
    let (one, other) = (Endpoint::within(middle, NorthWest), Endpoint::within(middle, SouthEast));
    let (around, length) = closed.shortest_path_between(one, other).unwrap().unwrap();
    assert!((length - 4.0).abs() < 1e-12, "{length}");
    expect_length(check_corner_path(&world, Closed, one, other, &around), 4.0);
    let error = check_corner_path(&world, Closed, one, other, &[middle]).unwrap_err();
    assert_eq!(error, "the path stays at (2, 2), on the wrong side of the double corner");
}

#[test]
fn start_and_goal_in_one_place_are_no_distance_apart() {
    let world = PlainWorld::from_rows(&["..", "#."]);
    for rule in [Open, Closed] {
        let oracle = CornerOracle::new(&world, rule);
        for (x, y) in [(0, 0), (0, 1), (1, 1), (2, 2)] {
            let place = corner(x, y);
            assert_eq!(oracle.shortest_path(place, place), Ok(Some((vec![place], 0.0))));
            expect_length(check_corner_path(&world, rule, place, place, &[place]), 0.0);
        }
        assert_eq!(
            oracle.distance(corner(0, 2), corner(0, 2)),
            Err(EndpointError::Blocked { corner: corner(0, 2) })
        );
    }
}

#[test]
fn the_shortest_path_turns_at_the_tip_of_an_obstacle() {
    let world = PlainWorld::from_rows(&[
        ".....", //
        ".###.", ".....",
    ]);
    for rule in [Open, Closed] {
        let oracle = CornerOracle::new(&world, rule);
        let (found, length) = oracle.shortest_path(corner(0, 3), corner(5, 1)).unwrap().unwrap();
        assert_eq!(found, path(&[(0, 3), (4, 2), (5, 1)]));
        assert!((length - (17f64.sqrt() + 2f64.sqrt())).abs() < 1e-12, "{length}");
    }
}

#[test]
fn the_error_says_which_segment_and_why() {
    #[track_caller]
    fn expect(rule: CornerRule, start: (i32, i32), goal: (i32, i32), corners: &[(i32, i32)], error: &str) {
        // Double corners at (1, 1), its south-east blocked, and (3, 1), its south-east free.
        let world = PlainWorld::from_rows(&[
            "#..#", //
            ".##.", "....",
        ]);
        let found = check_corner_path(&world, rule, Corner::from(start), Corner::from(goal), &path(corners));
        assert_eq!(found.unwrap_err(), error);
    }
    expect(Open, (1, 0), (2, 0), &[], "the path has no corners");
    expect(Open, (1, 0), (2, 0), &[(2, 0)], "the path begins at (2, 0), not at the start (1, 0)");
    expect(Open, (1, 0), (2, 0), &[(1, 0), (3, 0)], "the path ends at (3, 0), not at the goal (2, 0)");
    expect(
        Open,
        (0, 0),
        (2, 0),
        &[(0, 0), (2, 0)],
        "the start is refused: no cell around the corner (0, 0) is free",
    );
    expect(
        Closed,
        (1, 0),
        (1, 1),
        &[(1, 0), (1, 1)],
        "the goal is refused: two obstacles meet at the corner (1, 1), and nothing says which side of them is meant",
    );
    expect(Open, (1, 0), (2, 0), &[(1, 0), (1, 0), (2, 0)], "segment 0 goes from (1, 0) to itself");
    expect(
        Open,
        (1, 0),
        (2, 2),
        &[(1, 0), (2, 0), (2, 2)],
        "segment 1 from (2, 0) to (2, 2) is obstructed: it runs between two blocked cells from (2, 1) to (2, 2)",
    );
    expect(
        Open,
        (2, 0),
        (1, 2),
        &[(2, 0), (1, 2)],
        "segment 0 from (2, 0) to (1, 2) is obstructed: it passes through the blocked cell (1, 1)",
    );
    expect(
        Closed,
        (2, 0),
        (4, 2),
        &[(2, 0), (4, 2)],
        "segment 0 from (2, 0) to (4, 2) is obstructed: it passes through the double corner (3, 1)",
    );
    expect(
        Closed,
        (3, 1),
        (2, 0),
        &[(3, 1), (2, 0)],
        "segment 0 leaves the double corner (3, 1) on the wrong side",
    );
    expect(
        Closed,
        (1, 0),
        (3, 1),
        &[(1, 0), (2, 0), (3, 1)],
        "segment 1 reaches the double corner (3, 1) on the wrong side",
    );
}

#[test]
fn endpoints_are_listed_once_for_each_side() {
    let world = PlainWorld::from_rows(&["#.", ".#"]);
    let middle = corner(1, 1);
    let at_middle = |rule| -> Vec<Endpoint> {
        let all = CornerOracle::new(&world, rule).endpoints();
        all.into_iter().filter(|endpoint| endpoint.corner == middle).collect()
    };
    assert_eq!(at_middle(Open), [Endpoint::from(middle)]);
    assert_eq!(at_middle(Closed), [NorthEast, SouthWest].map(|quadrant| Endpoint::within(middle, quadrant)));
    assert_eq!(CornerOracle::new(&world, Open).endpoints().len(), 7);
}
