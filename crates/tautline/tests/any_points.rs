//! Paths between any points, by every planner at any angle that takes them: on very many small worlds against the oracle.

use tautline::engine::{Ends, Guarantee, Planner, Registry};
use tautline::geometry::{Corner, Point, Position};
use tautline::map::Map;
use tautline::moves::CornerRule;
use tautline::path::Path;
use tautline::search::{Outcome, Query, Reach, Workspace};
use tautline_testkit::oracle::points::{PointOracle, Spot, TILE};
use tautline_testkit::world::{PlainWorld, SplitMix64};

use crate::shortest_at_any_angle::worlds::any_kind;

/// Options that change how a planner searches, beside those that it has by default.
const VARIANTS: [&str; 13] = [
    "theta:first=path-1",
    "theta:paths=three",
    "theta:paths=key",
    "theta:reexpand=yes",
    "theta:reexpand=delay-goal:weight=0.5",
    "theta:neighbours=16",
    "lazy-theta:neighbours=4",
    "ap-theta:first=path-1",
    "astar-ps:neighbours=16",
    "astar-ps:neighbours=4",
    "anya:cul-de-sac=off:intermediate=off",
    "taut-prepared:bounds=on",
    "taut-prepared:bounds=off:landmarks=0",
];

pub(crate) fn point((x, y): Spot) -> Point {
    Point::new(x as f64 / TILE as f64, y as f64 / TILE as f64)
}

/// A coordinate on a grid line, the smallest step beside it, or somewhere between two of them.
pub(crate) fn coordinate(tiles: u32, rng: &mut SplitMix64) -> i64 {
    let line = i64::from(rng.below(tiles + 1)) * TILE;
    let beyond = match rng.below(8) {
        0..3 => 0,
        3 => 1,
        4 => -1,
        5 => TILE / 2,
        6 => TILE / 3,
        _ => rng.below(TILE as u32).into(),
    };
    (line + beyond).clamp(0, i64::from(tiles) * TILE)
}

pub(crate) fn any_spot(world: &PlainWorld, rng: &mut SplitMix64) -> Spot {
    (coordinate(world.width, rng), coordinate(world.height, rng))
}

pub(crate) fn are_equal(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * a.max(b).max(1.0),
        _ => a == b,
    }
}

/// The ids of the planners at any angle that take any points.
fn ids() -> Vec<&'static str> {
    let registry = Registry::core();
    let takes_points = registry.iter().filter(|planner| planner.any_angle && planner.ends == Ends::Points);
    takes_points.map(|planner| planner.id).collect()
}

/// What the oracle says of two ends.
#[derive(Clone, Copy, Debug)]
enum Expected {
    /// No path can begin or end there.
    Refused,
    /// The length of a shortest path, if there is one.
    Shortest(Option<f64>),
}

impl Expected {
    fn of(oracle: &PointOracle, (start, goal): (Spot, Spot)) -> Self {
        if oracle.can_be_at(start) && oracle.can_be_at(goal) {
            Self::Shortest(oracle.distance(start, goal))
        } else {
            Self::Refused
        }
    }
}

/// What the queries of a planner came to.
#[derive(Debug, Default)]
struct Counts {
    refused: u32,
    unreachable: u32,
    turns: [u32; 4],
}

/// Holds an answer to the oracle: whether it is refused, whether there is a path, each line of it, and its length.
fn hold(
    oracle: &PointOracle,
    (planner, map): (&Planner, &Map),
    (start, goal): (Spot, Spot),
    expected: Expected,
    workspace: &mut Workspace,
    counts: &mut Counts,
) -> Result<(), String> {
    let query = Query::new(point(start), point(goal));
    let answer = planner.plan(map, &query, workspace);
    let Expected::Shortest(shortest) = expected else {
        counts.refused += 1;
        return if answer.is_err() { Ok(()) } else { Err(format!("not refused: {answer:?}")) };
    };
    let answer = answer.map_err(|error| format!("refused: {error}"))?;
    let found = answer.path().map(Path::cost);
    let is_short_enough = match planner.guarantee() {
        Guarantee::Optimal => are_equal(found, shortest),
        _ => found.is_some() == shortest.is_some() && found >= shortest.map(|length| length - 1e-9),
    };
    if !is_short_enough {
        return Err(format!("{:?}, shortest {shortest:?}", answer.outcome));
    }
    let Some(path) = answer.path() else {
        counts.unreachable += 1;
        return Ok(());
    };
    let points: Vec<Point> = path.points().collect();
    let walked = oracle.check(start, goal, &points)?;
    if !are_equal(Some(walked), found) {
        return Err(format!("{path:?} is {walked} long"));
    }
    let checked = path.check(map, planner.rule(), 0.0).map_err(|error| format!("{path:?}: {error}"))?;
    if !are_equal(Some(checked.cost), found) || checked.turns != path.turns() {
        return Err(format!("{path:?} is {checked:?}"));
    }
    counts.turns[path.turns().min(3)] += 1;
    Ok(())
}

fn random(specs: &[String], rounds: u32, most: u32, pairs: usize, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    let mut workspace = Workspace::new();
    let mut counts: Vec<Counts> = specs.iter().map(|_| Counts::default()).collect();
    for _ in 0..rounds {
        let (width, height) = (1 + rng.below(most), 1 + rng.below(most));
        let world = any_kind(width, height, &mut rng);
        let map = world.to_map();
        for (rule, corners) in [(CornerRule::Closed, "closed"), (CornerRule::Open, "open")] {
            let oracle = PointOracle::new(&world, rule);
            let planners: Vec<Planner> = specs
                .iter()
                .map(|spec| Planner::new(&format!("{spec}:corners={corners}"), &map).unwrap())
                .collect();
            for _ in 0..pairs {
                let ends @ (start, goal) = (any_spot(&world, &mut rng), any_spot(&world, &mut rng));
                let expected = Expected::of(&oracle, ends);
                for ((spec, planner), counts) in specs.iter().zip(&planners).zip(&mut counts) {
                    hold(&oracle, (planner, &map), ends, expected, &mut workspace, counts).unwrap_or_else(
                        |failure| {
                            let (start, goal) = (point(start), point(goal));
                            panic!("{spec}, {rule:?}, {start} to {goal}: {failure}\n{world}");
                        },
                    );
                }
            }
        }
    }
    for (spec, counts) in specs.iter().zip(counts) {
        let least = rounds * pairs as u32 / 100;
        let Counts { refused, unreachable, turns } = counts;
        assert!(refused > least && unreachable > least / 4, "{spec}: {counts:?}");
        assert!(turns[..3].iter().all(|&count| count > least) && turns[3] > 0, "{spec}: {counts:?}");
    }
}

fn specs() -> Vec<String> {
    ids().into_iter().chain(VARIANTS).map(String::from).collect()
}

#[test]
fn every_planner_at_any_angle_between_any_points() {
    assert_eq!(ids().len(), 9, "{:?}", ids());
    random(&specs(), 500, 7, 5, 180);
    random(&specs(), 80, 14, 10, 181);
}

/// All planners at any angle that take any points, on a map under both rules.
fn on_both_rules(map: &Map) -> Vec<Planner> {
    let of = |rule| ids().into_iter().map(move |id| format!("{id}:corners={rule}"));
    of("closed").chain(of("open")).map(|spec| Planner::new(&spec, map).unwrap()).collect()
}

/// Ends that are named as corners, and as the points that lie there, are the same ends.
#[test]
fn a_corner_stands_for_its_point() {
    let mut rng = SplitMix64::new(85);
    let (mut workspace, mut found) = (Workspace::new(), 0);
    for _ in 0..60 {
        let world = any_kind(5 + rng.below(30), 5 + rng.below(30), &mut rng);
        let map = world.to_map();
        let corners: Vec<Corner> = world.corners().collect();
        for planner in on_both_rules(&map) {
            for _ in 0..8 {
                let (start, goal) = (rng.pick(&corners), rng.pick(&corners));
                let by_corners = planner.plan(&map, &Query::new(start, goal), &mut workspace);
                let queries = [
                    Query::new(Point::from(start), Point::from(goal)),
                    Query::new(start, Point::from(goal)),
                    Query::new(Point::from(start), goal),
                ];
                for query in queries {
                    let by_points = planner.plan(&map, &query, &mut workspace);
                    let about =
                        || format!("{planner:?}, {start} to {goal}: {by_corners:?}, {by_points:?}\n{world}");
                    match (&by_corners, &by_points) {
                        (Ok(one), Ok(other)) => {
                            let [a, b] = [one, other].map(|answer| answer.path().map(Path::cost));
                            let is_optimal = planner.guarantee() == Guarantee::Optimal;
                            assert!(
                                are_equal(a, b) || !is_optimal && a.is_some() == b.is_some(),
                                "{}",
                                about()
                            );
                            found += u32::from(a.is_some());
                        }
                        (Err(one), Err(other)) => {
                            assert_eq!(
                                std::mem::discriminant(one),
                                std::mem::discriminant(other),
                                "{}",
                                about()
                            );
                        }
                        _ => panic!("{}", about()),
                    }
                }
            }
        }
    }
    assert!(found > 9_000, "{found}");
}

#[test]
fn a_cell_stands_for_its_centre() {
    let mut rng = SplitMix64::new(91);
    let (mut workspace, mut found) = (Workspace::new(), 0);
    for _ in 0..40 {
        let world = any_kind(5 + rng.below(20), 5 + rng.below(20), &mut rng);
        let (map, cells) = (world.to_map(), world.cells().collect::<Vec<_>>());
        for planner in on_both_rules(&map) {
            for _ in 0..8 {
                let (start, goal) = (rng.pick(&cells), rng.pick(&cells));
                let by_cells = planner.plan(&map, &Query::new(start, goal), &mut workspace);
                let centres = Query::new(start.centre(), goal.centre());
                let by_centres = planner.plan(&map, &centres, &mut workspace);
                match (by_cells, by_centres) {
                    (Ok(one), Ok(other)) => {
                        found += u32::from(one.is_complete());
                        assert_eq!(one, other);
                    }
                    (one, other) => {
                        assert!(
                            one.is_err() && other.is_err(),
                            "{planner:?}, {start} to {goal}: {one:?}, {other:?}"
                        );
                        assert!(!map.is_free(start) || !map.is_free(goal));
                    }
                }
            }
        }
    }
    assert!(found > 1_000, "{found}");
}

#[test]
#[ignore = "full check: some minutes: 100,000 queries for each planner"]
fn every_planner_at_any_angle_between_very_many_points() {
    random(&specs(), 14_000, 7, 5, 182);
    random(&specs(), 2_000, 14, 10, 183);
}

/// In worlds of 3 × 3 cells all points are between, beside or on the same few lines.
#[test]
#[ignore = "full check: a minute: every world of 3 × 3 cells"]
fn every_small_world_and_some_points() {
    let specs = specs();
    let mut rng = SplitMix64::new(184);
    let mut workspace = Workspace::new();
    for world in PlainWorld::all(3, 3) {
        let map = world.to_map();
        for (rule, corners) in [(CornerRule::Closed, "closed"), (CornerRule::Open, "open")] {
            let oracle = PointOracle::new(&world, rule);
            for spec in &specs {
                let planner = Planner::new(&format!("{spec}:corners={corners}"), &map).unwrap();
                for _ in 0..60 {
                    let ends @ (start, goal) = (any_spot(&world, &mut rng), any_spot(&world, &mut rng));
                    let expected = Expected::of(&oracle, ends);
                    let mut counts = Counts::default();
                    hold(&oracle, (&planner, &map), ends, expected, &mut workspace, &mut counts)
                        .unwrap_or_else(|failure| {
                            let (start, goal) = (point(start), point(goal));
                            panic!("{spec}, {rule:?}, {start} to {goal}: {failure}\n{world}");
                        });
                }
            }
        }
    }
}

/// From the place nearest to a goal that cannot be reached, a next path can begin, and lead back.
#[test]
fn a_path_goes_on_from_the_nearest_place() {
    let mut rng = SplitMix64::new(29);
    let (mut workspace, mut partial, mut touching) = (Workspace::new(), 0, 0);
    for _ in 0..600 {
        let world = PlainWorld::random(2 + rng.below(7), 2 + rng.below(7), 45, &mut rng);
        let map = world.to_map();
        for id in ["theta", "lazy-theta", "ap-theta", "astar-ps", "field-dstar", "astar-corners"] {
            let planner = Planner::new(id, &map).unwrap();
            let mut corner = |tiles: u32| rng.below(tiles + 1) as i32;
            let [start, goal] = [(); 2].map(|()| Corner::new(corner(world.width), corner(world.height)));
            let query = Query::new(start, goal).or_nearest();
            let Ok(answer) = planner.plan(&map, &query, &mut workspace) else { continue };
            let Outcome::Partial { path, .. } = answer.outcome else { continue };
            let end = path.end().point().corner().unwrap();
            let back = planner.plan(&map, &Query::new(end, start), &mut workspace);
            let back = back.unwrap_or_else(|error| panic!("{id}, {start} to {goal}: {error}\n{map}"));
            assert!(back.is_complete() && back.path().is_some(), "{id}, {start} to {goal}\n{map}");
            partial += 1;
            let free = |x: i32, y: i32| world.is_free(end.x - 1 + x, end.y - 1 + y);
            touching += u32::from(free(0, 0) && free(1, 1) && !free(1, 0) && !free(0, 1));
        }
    }
    assert!(partial > 500 && touching > 10, "{partial} {touching}");
}

/// These ends are in line with the corner that is left out, but the places to which they are rounded are not.
#[test]
fn a_turn_is_left_out_only_if_the_rounded_ends_are_in_line_with_it() {
    let map = Map::from_rows(["....", ".#..", "...."]).unwrap();
    let planner = Planner::new("astar-ps", &map).unwrap();
    let ends: [[(f64, f64); 2]; 4] = [
        [(1.2, 0.6), (2.4, 1.2)],
        [(3.4, 1.8), (1.3, 0.6)],
        [(0.5, 3.0), (3.2, 1.2)],
        [(0.1, 0.2), (1.3, 2.6)],
    ];
    for [start, goal] in ends {
        let answer = planner.plan(&map, &Query::new(start, goal), &mut Workspace::new()).unwrap();
        let path = answer.path().unwrap();
        assert!(path.check(&map, planner.rule(), 0.0).is_ok(), "{path:?}");
    }
}

/// Ends that are rounded: the paths are legal, lead from the one to the other as they were given, and optimal ones are as long as others.
#[test]
fn between_ends_that_are_rounded() {
    let mut rng = SplitMix64::new(31);
    let (mut workspace, mut found, mut same) = (Workspace::new(), 0, 0);
    let error = 4.0 * 2f64.sqrt() / TILE as f64;
    for round in 0..4_000 {
        let world = PlainWorld::random(1 + rng.below(5), 1 + rng.below(4), rng.pick(&[10, 25]), &mut rng);
        let map = world.to_map();
        let mut number = |tiles: u32| {
            let tenth = f64::from(rng.below(10 * tiles + 1)) / 10.0;
            let number = rng.pick(&[tenth, tenth, tenth, tenth.next_up(), tenth.next_down()]);
            number.clamp(0.0, tiles.into())
        };
        let mut point = || Point::new(number(world.width), number(world.height));
        let start = point();
        // Sometimes so near that both are rounded to the same.
        let goal = if round % 8 == 0 { Point::new(start.x + 1e-8, start.y) } else { point() };
        let corners = if round % 2 == 0 { "closed" } else { "open" };
        let mut shortest: Option<f64> = None;
        for spec in ids().into_iter().chain(VARIANTS) {
            let planner = Planner::new(&format!("{spec}:corners={corners}"), &map).unwrap();
            let about = || format!("{spec}, {corners}, {start} to {goal}\n{map}");
            let Ok(answer) = planner.plan(&map, &Query::new(start, goal), &mut workspace) else { continue };
            let Some(path) = answer.path() else { continue };
            let checked = path.check(&map, planner.rule(), 0.0);
            let cost = checked.unwrap_or_else(|fault| panic!("{}: {fault}", about())).cost;
            assert!((cost - path.cost()).abs() < 1e-9, "{}: {cost}, {path:?}", about());
            assert_eq!((path.start().point(), path.end().point()), (start, goal), "{}", about());
            if planner.guarantee() == Guarantee::Optimal {
                let length = *shortest.get_or_insert(path.cost());
                assert!((path.cost() - length).abs() < error, "{}: {length}, {path:?}", about());
            }
            found += 1;
            same += u32::from(start.distance(goal) < 1e-7);
        }
    }
    assert!(found > 20_000 && same > 2_000, "{found} {same}");
}

/// Before a planner is made, its selection refuses the queries that it will refuse, with the same words.
#[test]
fn a_selection_refuses_what_its_planner_refuses() {
    let mut rng = SplitMix64::new(37);
    let (mut workspace, mut accepted, mut refused) = (Workspace::new(), 0, 0);
    for _ in 0..300 {
        let world = PlainWorld::random(2 + rng.below(4), 2 + rng.below(4), 15, &mut rng);
        let map = world.to_map();
        for id in Registry::core().iter().map(|planner| planner.id) {
            let selection = Registry::core().select(id).unwrap();
            let planner = selection.planner(&map).unwrap();
            for _ in 0..6 {
                let mut end = || {
                    let (x, y) = (rng.below(world.width + 2) as i32, rng.below(world.height + 2) as i32);
                    let within = rng.pick(&[0.0, 0.5, 0.25]);
                    match rng.below(3) {
                        0 => Position::from((x, y)),
                        1 => Corner::new(x, y).into(),
                        _ => (f64::from(x) + within, f64::from(y)).into(),
                    }
                };
                let (start, goal, other) = (end(), end(), end());
                let query = Query::new(start, goal);
                let query = match rng.below(6) {
                    0 => query.or_to(other),
                    1 => query.or_nearest(),
                    2 => query.with_reach(Reach::NextTo),
                    _ => query,
                };
                let told = selection.check(&map, &query).map_err(|error| error.to_string());
                let answer = planner.plan(&map, &query, &mut workspace).map_err(|error| error.to_string());
                assert_eq!(told, answer.map(drop), "{id}, {query:?}\n{map}");
                accepted += u32::from(told.is_ok());
                refused += u32::from(told.is_err());
            }
        }
    }
    assert!(accepted > 2_000 && refused > 10_000, "{accepted} {refused}");
}
