//! Corners: lines of sight and paths against the oracle's own, and the planner with four, eight and sixteen neighbours.

use tautline::engine::{Algorithm, Feature, Unsupported};
use tautline::geometry::{Cell, Corner, Point, Position};
use tautline::map::Map;
use tautline::moves::{CornerMoves, CornerRule, KnightLength};
use tautline::path::{Path, check_corners, line_of_sight};
use tautline::planners::{AStarCorners, AStarCornersConfig};
use tautline::search::{
    Limits, Observer, Outcome, PartialReason, Query, QueryError, Reach, StopReason, Visit, Workspace,
};
use tautline_testkit::oracle::corners::{
    CornerOracle, Endpoint, EndpointError, check_corner_path, obstruction, shortest_moves,
};
use tautline_testkit::world::{PlainWorld, Quadrant, SplitMix64};

const RULES: [CornerRule; 2] = [CornerRule::Open, CornerRule::Closed];

fn planner(map: &Map, rule: CornerRule, moves: CornerMoves) -> AStarCorners {
    AStarCorners::new(map, AStarCornersConfig { rule, moves }).unwrap()
}

/// Worlds of all sizes up to so many cells on a side, from open to nearly blocked.
fn random_worlds(count: usize, most: u32, seed: u64) -> impl Iterator<Item = PlainWorld> {
    let mut rng = SplitMix64::new(seed);
    (0..count).map(move |round| {
        let (width, height) = (1 + rng.below(most), 1 + rng.below(most));
        PlainWorld::random(width, height, [5, 20, 35, 50][round % 4], &mut rng)
    })
}

#[test]
fn lines_of_sight_are_those_of_the_oracle() {
    let worlds = PlainWorld::all(3, 3)
        .chain(random_worlds(1200, 7, 1))
        .chain(random_worlds(40, 20, 2))
        .chain([PlainWorld::random(66, 3, 10, &mut SplitMix64::new(3))]);
    let mut seen = [0; 2];
    for world in worlds {
        let map = world.to_map();
        for rule in RULES {
            for a in world.corners() {
                for b in world.corners().filter(|&b| b != a) {
                    let expected = obstruction(&world, rule, a, b).is_none();
                    assert_eq!(
                        line_of_sight(map.grid(), rule, a, b),
                        expected,
                        "{rule:?} from {a} to {b}{world:?}"
                    );
                    seen[usize::from(expected)] += 1;
                }
            }
        }
    }
    assert!(seen.into_iter().all(|count| count > 100_000), "{seen:?}");
}

#[test]
fn nothing_is_seen_outside_the_map() {
    let map = Map::open(3, 2).unwrap();
    let far = [(-1, 0), (4, 1), (0, 3), (i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (i32::MIN, 0)];
    for outside in far.map(Corner::from) {
        for rule in RULES {
            assert!(!line_of_sight(map.grid(), rule, Corner::new(1, 1), outside));
            assert!(!line_of_sight(map.grid(), rule, outside, Corner::new(1, 1)));
            assert!(check_corners(map.grid(), rule, &[outside]).is_err());
            assert!(check_corners(map.grid(), rule, &[Corner::new(1, 1), outside]).is_err());
        }
    }
    assert!(check_corners(map.grid(), CornerRule::Closed, &[]).is_err());
}

/// Polylines of which about half are legal. The check of the library leaves open within which quadrants a path begins and ends,
/// so the oracle has to accept one choice of them.
#[test]
fn paths_are_legal_exactly_where_the_oracle_says_so() {
    let mut rng = SplitMix64::new(7);
    let mut seen = [[0; 2]; 2];
    let mut crossings = 0;
    for world in random_worlds(3000, 5, 8).chain(PlainWorld::all(3, 3)) {
        let map = world.to_map();
        let corners: Vec<Corner> = world.corners().collect();
        for (number, rule) in RULES.into_iter().enumerate() {
            for _ in 0..12 {
                let mut path = vec![rng.pick(&corners)];
                for _ in 0..rng.below(5) {
                    // Mostly along lines that are legal, so that it is the turns that count.
                    let last = path[path.len() - 1];
                    let next = (0..6).map(|_| rng.pick(&corners));
                    let tries: Vec<Corner> = next.collect();
                    let legal = |&to: &Corner| to != last && obstruction(&world, rule, last, to).is_none();
                    path.push(tries.iter().copied().find(legal).unwrap_or(tries[0]));
                }
                let quadrants = [None].into_iter().chain(Quadrant::ALL.map(Some));
                let ends = |corner| quadrants.clone().map(move |quadrant| Endpoint { corner, quadrant });
                let accepted = ends(path[0]).find_map(|start| {
                    ends(path[path.len() - 1])
                        .find_map(|goal| check_corner_path(&world, rule, start, goal, &path).ok())
                });
                let found = check_corners(map.grid(), rule, &path);
                assert_eq!(found.is_ok(), accepted.is_some(), "{rule:?} {path:?} {found:?}{world:?}");
                if let (Ok(length), Some(expected)) = (&found, accepted) {
                    assert!((length - expected).abs() < 1e-9);
                }
                seen[number][usize::from(found.is_ok())] += 1;
                crossings += usize::from(found.is_err_and(|error| error.to_string().contains("crossed")));
            }
        }
    }
    assert!(seen.into_iter().flatten().all(|count| count > 5_000), "{seen:?}");
    assert!(crossings > 100, "{crossings}");
}

/// All pairs of ends of a world: lengths, legality, refusals, and what holds between the neighbourhoods.
fn check_world(world: &PlainWorld, rule: CornerRule, workspace: &mut Workspace) -> [usize; 3] {
    let map = world.to_map();
    let any_angle = CornerOracle::new(world, rule);
    let mut counts = [0; 3];
    for start in world.corners() {
        let expected = CornerMoves::ALL.map(|moves| shortest_moves(world, rule, moves, start));
        let tight = any_angle.distances_from(start);
        for (moves, expected) in CornerMoves::ALL.into_iter().zip(&expected) {
            let planner = planner(&map, rule, moves);
            for goal in world.corners() {
                let about = || format!("{rule:?} {moves:?} from {start} to {goal}{world:?}");
                let answer = planner.plan(&map, &Query::new(start, goal), workspace);
                let lengths = match expected {
                    Ok(lengths) => lengths,
                    Err(error) => {
                        assert_eq!(answer.unwrap_err(), refusal(*error, Role::Start), "{}", about());
                        counts[2] += 1;
                        continue;
                    }
                };
                let Some(at) = lengths.iter().position(|&(corner, _)| corner == goal) else {
                    let error = any_angle.distance(start, goal).unwrap_err();
                    assert_eq!(answer.unwrap_err(), refusal(error, Role::Goal), "{}", about());
                    counts[2] += 1;
                    continue;
                };
                let answer = answer.unwrap();
                let tight = tight.as_ref().unwrap()[at].1;
                assert_eq!(answer.stats.reopened, 0, "{}", about());
                let Some(length) = lengths[at].1 else {
                    assert_eq!(answer.outcome, Outcome::Unreachable, "{}", about());
                    assert_eq!(tight, None, "where a line leads, moves lead: {}", about());
                    counts[1] += 1;
                    continue;
                };
                let Outcome::Found(path) = answer.outcome else { panic!("{}", about()) };
                assert_eq!(path.cost().to_bits(), length.length().to_bits(), "{}", about());
                let corners = path.corners().unwrap();
                let walked = check_corner_path(world, rule, start, goal, corners);
                assert!((walked.unwrap() - path.cost()).abs() < 1e-9, "{}", about());
                let checked = check_corners(map.grid(), rule, corners);
                assert!((checked.unwrap() - path.cost()).abs() < 1e-9, "{}", about());
                let is_move = |pair: &[Corner]| {
                    moves.vectors().contains(&(pair[1].x - pair[0].x, pair[1].y - pair[0].y))
                };
                assert!(corners.windows(2).all(is_move), "{}", about());
                assert!(path.cost() > tight.unwrap() - 1e-9, "{}", about());
                counts[0] += 1;
            }
        }
        if let [Ok(four), Ok(eight), Ok(sixteen)] = &expected {
            for ((four, eight), sixteen) in four.iter().zip(eight).zip(sixteen) {
                let [four, eight, sixteen] = [four, eight, sixteen].map(|&(_, length)| length);
                assert!(four.is_some() == eight.is_some() && eight.is_some() == sixteen.is_some());
                if let (Some(four), Some(eight), Some(sixteen)) = (four, eight, sixteen) {
                    assert!(sixteen.length() <= eight.length() + 1e-9);
                    assert!(eight.length() <= four.length() + 1e-9);
                }
            }
        }
    }
    counts
}

#[derive(Clone, Copy)]
enum Role {
    Start,
    Goal,
}

/// How the planner says what the oracle says of an end.
fn refusal(error: EndpointError, role: Role) -> QueryError {
    match (error, role) {
        (EndpointError::Blocked { corner }, Role::Start) => QueryError::StartBlocked(corner.into()),
        (EndpointError::Blocked { corner }, Role::Goal) => QueryError::GoalBlocked(corner.into()),
        (EndpointError::Ambiguous { corner }, Role::Start) => QueryError::StartAmbiguous(corner.into()),
        (EndpointError::Ambiguous { corner }, Role::Goal) => QueryError::GoalAmbiguous(corner.into()),
        (EndpointError::BlockedQuadrant { .. }, _) => panic!("no quadrant was named"),
    }
}

#[test]
fn every_pair_of_ends_on_small_worlds() {
    let mut workspace = Workspace::new();
    let mut counts = [0; 3];
    let worlds = PlainWorld::all(3, 3).chain(PlainWorld::all(2, 4)).chain(random_worlds(150, 6, 11));
    for world in worlds {
        for rule in RULES {
            let more = check_world(&world, rule, &mut workspace);
            counts = [0, 1, 2].map(|kind| counts[kind] + more[kind]);
        }
    }
    assert!(counts.into_iter().all(|count| count > 10_000), "{counts:?}");
}

/// Fewer pairs on larger worlds, both ways: where both ends are accepted, the length is the same back and forth.
#[test]
fn lengths_on_larger_worlds_are_the_oracles_and_the_same_back_and_forth() {
    let mut rng = SplitMix64::new(21);
    let mut workspace = Workspace::new();
    let mut found = 0;
    for world in random_worlds(300, 12, 22) {
        let map = world.to_map();
        for rule in RULES {
            for moves in CornerMoves::ALL {
                let planner = planner(&map, rule, moves);
                let corners: Vec<Corner> = world.corners().collect();
                let start = rng.pick(&corners);
                let Ok(expected) = shortest_moves(&world, rule, moves, start) else { continue };
                for (goal, length) in expected {
                    let there = planner.plan(&map, &Query::new(start, goal), &mut workspace).unwrap();
                    let back = planner.plan(&map, &Query::new(goal, start), &mut workspace).unwrap();
                    let costs = [&there, &back].map(|answer| answer.path().map(Path::cost));
                    let expected = length.map(KnightLength::length);
                    assert_eq!(costs, [expected, expected], "{rule:?} {moves:?} {start} {goal}{world:?}");
                    found += usize::from(expected.is_some());
                    for path in [&there, &back].into_iter().filter_map(|answer| answer.path()) {
                        let corners = path.corners().unwrap();
                        let (first, last) = (corners[0], corners[corners.len() - 1]);
                        check_corner_path(&world, rule, first, last, corners).unwrap();
                    }
                }
            }
        }
    }
    assert!(found > 20_000, "{found}");
}

#[test]
fn waypoints_are_the_turns_of_the_same_path() {
    let mut workspace = Workspace::new();
    for world in random_worlds(200, 12, 31) {
        let map = world.to_map();
        let (start, goal) = (Corner::new(0, 0), Corner::new(world.width as i32, world.height as i32));
        for rule in RULES {
            for moves in CornerMoves::ALL {
                let planner = planner(&map, rule, moves);
                let Ok(answer) = planner.plan(&map, &Query::new(start, goal), &mut workspace) else {
                    continue;
                };
                let query = Query::new(start, goal).for_waypoints();
                let waypoints = planner.plan(&map, &query, &mut workspace).unwrap();
                let (Some(every), Some(few)) = (answer.path(), waypoints.path()) else {
                    assert_eq!(answer.outcome, waypoints.outcome);
                    continue;
                };
                assert_eq!(
                    (few.cost(), few.turns(), few.len()),
                    (every.cost(), every.turns(), every.turns() + 2)
                );
                check_corner_path(&world, rule, start, goal, few.corners().unwrap()).unwrap();
            }
        }
    }
}

/// Where no way leads to the goal: the reachable place nearest to it.
#[test]
fn the_nearest_place_is_found_where_it_would_do() {
    let mut workspace = Workspace::new();
    let (mut partial, mut blocked) = (0, 0);
    for world in random_worlds(250, 7, 41) {
        let map = world.to_map();
        let start = Corner::new(0, 0);
        for rule in RULES {
            let Ok(lengths) = shortest_moves(&world, rule, CornerMoves::Sixteen, start) else { continue };
            for goal in world.corners() {
                let query = Query::new(start, goal).or_nearest();
                let planner = planner(&map, rule, CornerMoves::Sixteen);
                let Ok(answer) = planner.plan(&map, &query, &mut workspace) else { continue };
                let squared = |corner: Corner| {
                    let (dx, dy) = (corner.x - goal.x, corner.y - goal.y);
                    dx * dx + dy * dy
                };
                let Outcome::Partial { path, why } = answer.outcome else { continue };
                assert!(lengths.iter().all(|&(corner, length)| corner != goal || length.is_none()));
                let reachable = lengths.iter().filter(|(_, length)| length.is_some());
                let nearest = reachable.map(|&(corner, _)| squared(corner)).min().unwrap();
                // It may be the other side of a double corner, which the oracle's list does not have.
                let corners = path.corners().unwrap();
                let end = corners[corners.len() - 1];
                assert!(squared(end) <= nearest, "{rule:?} {goal} {path:?}{world:?}");
                check_corners(map.grid(), rule, corners).unwrap();
                let is_blocked = world.free_quadrants(goal).next().is_none();
                assert_eq!(why == PartialReason::GoalBlocked, is_blocked);
                partial += 1;
                blocked += usize::from(is_blocked);
            }
        }
    }
    assert!(partial > blocked && blocked > 100, "{partial} {blocked}");
}

#[test]
fn what_it_cannot_do_is_refused() {
    let map = Map::from_rows(["...", ".#.", "..#"]).unwrap();
    let planner = AStarCorners::new(&map, AStarCornersConfig::default()).unwrap();
    let mut workspace = Workspace::new();
    let mut error = |query: Query| planner.plan(&map, &query, &mut workspace).unwrap_err();
    let query = |start: (i32, i32), goal: (i32, i32)| Query::new(Corner::from(start), Corner::from(goal));
    let end = |x, y| Position::Corner(Corner::new(x, y));
    let (width, height) = (3, 3);
    let start = end(-1, 0);
    assert_eq!(error(query((-1, 0), (0, 0))), QueryError::StartOutside { start, width, height });
    let goal = end(0, 4);
    assert_eq!(error(query((0, 0), (0, 4))), QueryError::GoalOutside { goal, width, height });
    assert_eq!(error(query((3, 3), (0, 0))), QueryError::StartBlocked(end(3, 3)));
    assert_eq!(error(query((0, 0), (3, 3))), QueryError::GoalBlocked(end(3, 3)));
    assert_eq!(error(query((2, 2), (0, 0))), QueryError::StartAmbiguous(end(2, 2)));
    assert_eq!(error(query((0, 0), (2, 2))), QueryError::GoalAmbiguous(end(2, 2)));
    assert_eq!(error(query((0, 0), (2, 2)).or_nearest()), QueryError::GoalAmbiguous(end(2, 2)));
    let start = Corner::new(0, 0);
    for (query, what) in [
        (query((0, 0), (2, 0)).with_reach(Reach::Within(1.0)), Feature::Reach),
        (query((0, 0), (2, 0)).or_to(Corner::new(0, 2)), Feature::SeveralGoals),
        (Query::new(start, Cell::new(2, 0)), Feature::Cells),
        (Query::new(Cell::new(2, 0), start), Feature::Cells),
        (Query::new(start, Point::new(2.0, 0.0)), Feature::Points),
        (Query::new(Point::new(2.0, 0.0), start), Feature::Points),
    ] {
        assert_eq!(error(query), Unsupported::new("astar-corners", what).into());
    }
    let open = self::planner(&map, CornerRule::Open, CornerMoves::Eight);
    assert!(open.plan(&map, &query((2, 2), (0, 0)), &mut workspace).is_ok());
}

#[test]
fn limits_stop_it_with_the_nearest_place_so_far() {
    let map = Map::open(30, 30).unwrap();
    for moves in CornerMoves::ALL {
        let planner = planner(&map, CornerRule::Closed, moves);
        let query = Query::new(Corner::new(0, 0), Corner::new(30, 17)).with_limits(Limits::expansions(5));
        let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
        let Outcome::Stopped { why, nearest } = answer.outcome else { panic!("{answer:?}") };
        assert_eq!((why, answer.stats.expanded), (StopReason::Expansions, 5));
        assert_eq!(nearest.len(), 5, "straight towards the goal: {nearest:?}");
        check_corners(map.grid(), CornerRule::Closed, nearest.corners().unwrap()).unwrap();
    }
}

/// The observer sees corners; on a map without obstacles the estimate is exact, so only those of one path are expanded.
#[test]
fn an_observer_sees_the_corners() {
    #[derive(Default)]
    struct Expanded(Vec<Corner>);
    impl Observer for Expanded {
        fn expand(&mut self, visit: &Visit) {
            assert_eq!(visit.parent, self.0.last().map(|&corner| corner.into()));
            let Position::Corner(corner) = visit.place else { panic!("{visit:?}") };
            self.0.push(corner);
        }
    }
    let map = Map::open(40, 40).unwrap();
    for moves in CornerMoves::ALL {
        let mut seen = Expanded::default();
        let planner = planner(&map, CornerRule::Closed, moves);
        let (start, goal) = (Corner::new(3, 38), Corner::new(35, 20));
        let query = Query::new(start, goal);
        let answer = planner.plan_observed(&map, &query, &mut Workspace::new(), &mut seen).unwrap();
        let path = answer.path().unwrap();
        assert_eq!(seen.0, path.corners().unwrap()[..path.len() - 1], "{moves:?}");
        assert_eq!(path.cost().to_bits(), moves.distance(start, goal).length().to_bits());
    }
}
