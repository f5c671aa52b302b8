//! What holds for shortest paths between corners on every map.

use tautline::geometry::Corner;
use tautline::moves::CornerRule;
use tautline_testkit::oracle::corners::{CornerOracle, Endpoint, check_corner_path, length};
use tautline_testkit::world::{PlainWorld, SplitMix64, Symmetry};

const RULES: [CornerRule; 2] = [CornerRule::Open, CornerRule::Closed];

/// Random maps of many sizes and densities.
fn random_worlds(seed: u64, count: usize, largest: u32) -> impl Iterator<Item = PlainWorld> {
    let mut rng = SplitMix64::new(seed);
    (0..count).map(move |_| {
        let (width, height, percent) = (1 + rng.below(largest), 1 + rng.below(largest), rng.below(75));
        PlainWorld::random(width, height, percent, &mut rng)
    })
}

fn close(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-9,
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// No path is longer than any path.
fn not_longer(one: Option<f64>, other: Option<f64>) -> bool {
    one.unwrap_or(f64::INFINITY) <= other.unwrap_or(f64::INFINITY) + 1e-9
}

/// The distances between all ends, double corners from both of their sides.
fn all_between(oracle: &CornerOracle) -> Vec<(Endpoint, Endpoint, Option<f64>)> {
    let ends = oracle.endpoints();
    let pairs = ends.iter().flat_map(|&start| ends.iter().map(move |&goal| (start, goal)));
    pairs.map(|(start, goal)| (start, goal, oracle.distance_between(start, goal).unwrap())).collect()
}

/// The argument for leaving out the corners that are not convex, put to the test.
#[test]
fn turning_at_convex_corners_is_enough() {
    let small = PlainWorld::all(3, 3).chain(PlainWorld::all(4, 4).step_by(41));
    for world in small.chain(random_worlds(41, 1_000, 7)) {
        for rule in RULES {
            let few = CornerOracle::new(&world, rule).all_distances();
            let many = CornerOracle::turning_anywhere(&world, rule).all_distances();
            assert_eq!(few.len(), many.len());
            for (&(start, goal, few), &(_, _, many)) in few.iter().zip(&many) {
                assert!(close(few, many), "{rule:?} {start} to {goal}: {few:?}, not {many:?}\n{world}");
            }
        }
    }
}

#[test]
fn all_ways_to_ask_give_the_same_answer_and_a_legal_path() {
    for world in random_worlds(42, 60, 8) {
        for rule in RULES {
            let oracle = CornerOracle::new(&world, rule);
            for (start, goal, distance) in oracle.all_distances() {
                assert_eq!(oracle.distance(start, goal), Ok(distance));
                let (path, length) = oracle.shortest_path(start, goal).unwrap().unzip();
                assert_eq!(length, distance);
                assert!(!oracle.visible(start, goal) || path == Some(straight(start, goal)));
                let checked = path.map(|path| check_corner_path(&world, rule, start, goal, &path).unwrap());
                assert!(close(checked, distance), "{rule:?} {start} to {goal}: {checked:?}\n{world}");
            }
            for (number, &(start, goal, distance)) in oracle.all_distances().iter().enumerate().step_by(97) {
                let from = oracle.distances_from(start).unwrap();
                assert_eq!(from[number % from.len()], (goal, distance));
            }
        }
    }
}

fn straight(start: Corner, goal: Corner) -> Vec<Corner> {
    if start == goal { vec![start] } else { vec![start, goal] }
}

/// The legality of a path with named quadrants, on maps with many double corners.
#[test]
fn shortest_paths_between_named_quadrants_are_legal() {
    for world in random_worlds(43, 60, 6) {
        for rule in RULES {
            let oracle = CornerOracle::new(&world, rule);
            for (start, goal, distance) in all_between(&oracle) {
                let path = oracle.shortest_path_between(start, goal).unwrap();
                let checked =
                    path.map(|(path, _)| check_corner_path(&world, rule, start, goal, &path).unwrap());
                assert!(close(checked, distance), "{rule:?} {start:?} to {goal:?}: {checked:?}\n{world}");
            }
        }
    }
}

#[test]
fn there_and_back_are_the_same() {
    for world in random_worlds(44, 100, 8) {
        for rule in RULES {
            let oracle = CornerOracle::new(&world, rule);
            for (start, goal, distance) in oracle.all_distances() {
                assert_eq!(
                    oracle.visible(start, goal),
                    oracle.visible(goal, start),
                    "{rule:?} {start} {goal}\n{world}"
                );
                let back = oracle.distance(goal, start).unwrap();
                assert!(close(distance, back), "{rule:?} {start} to {goal}: {distance:?}, {back:?}\n{world}");
            }
        }
    }
}

/// With named quadrants, double corners are no exception.
#[test]
fn turning_the_world_over_changes_no_distance() {
    for world in random_worlds(45, 60, 7) {
        for rule in RULES {
            let oracle = CornerOracle::new(&world, rule);
            for symmetry in Symmetry::ALL {
                let turned = CornerOracle::new(&world.turned(symmetry), rule);
                let image = |end: Endpoint| Endpoint {
                    corner: symmetry.corner(&world, end.corner),
                    quadrant: end.quadrant.map(|quadrant| symmetry.quadrant(quadrant)),
                };
                for (start, goal, distance) in all_between(&oracle) {
                    let found = turned.distance_between(image(start), image(goal)).unwrap();
                    assert!(close(found, distance), "{symmetry:?} {rule:?} {start:?} to {goal:?}\n{world}");
                }
            }
        }
    }
}

#[test]
fn a_detour_is_never_shorter() {
    for world in random_worlds(46, 60, 6) {
        for rule in RULES {
            let all = CornerOracle::new(&world, rule).all_distances();
            // The list holds all goals of the first start, then all goals of the second, and so on.
            let count = all.iter().take_while(|&&(start, ..)| start == all[0].0).count();
            for (number, &(start, goal, direct)) in all.iter().enumerate() {
                let (i, j) = (number / count, number % count);
                for via in 0..count {
                    let (one, other) = (all[i * count + via].2, all[via * count + j].2);
                    let detour = one.zip(other).map(|(one, other)| one + other);
                    assert!(not_longer(direct, detour), "{rule:?} {start} to {goal}\n{world}");
                }
            }
        }
    }
}

/// Where an end comes to lie on a double corner by that, it may come to lie on another side of the obstacles than
/// before: those are left out.
#[test]
fn unblocking_a_cell_lengthens_nothing() {
    let mut rng = SplitMix64::new(47);
    for world in random_worlds(47, 300, 6) {
        let blocked: Vec<_> = world.cells().filter(|cell| !world.is_free(cell.x, cell.y)).collect();
        if blocked.is_empty() {
            continue;
        }
        let cell = rng.pick(&blocked);
        let freer = world.with(cell, true);
        for rule in RULES {
            let after = CornerOracle::new(&freer, rule);
            for (start, goal, before) in CornerOracle::new(&world, rule).all_distances() {
                if rule == CornerRule::Closed && [start, goal].iter().any(|&end| freer.is_double_corner(end))
                {
                    continue;
                }
                let after = after.distance(start, goal).unwrap();
                assert!(not_longer(after, before), "{rule:?} {start} to {goal} without {cell}\n{world}");
            }
        }
    }
}

#[test]
fn open_is_not_longer_than_closed_and_neither_beats_the_straight_line() {
    for world in random_worlds(48, 200, 8) {
        let open = CornerOracle::new(&world, CornerRule::Open);
        for (start, goal, closed) in CornerOracle::new(&world, CornerRule::Closed).all_distances() {
            let open = open.distance(start, goal).unwrap();
            assert!(not_longer(open, closed), "{start} to {goal}: {open:?} {closed:?}\n{world}");
            assert!(not_longer(Some(length(start, goal)), open), "{start} to {goal}: {open:?}\n{world}");
        }
    }
}
