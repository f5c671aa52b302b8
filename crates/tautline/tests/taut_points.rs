//! Shortest paths between any points: on very many small worlds against the oracle, on larger ones against themselves turned over.

use tautline::engine::{Algorithm, Feature};
use tautline::geometry::{Point, Position};
use tautline::map::Map;
use tautline::moves::CornerRule;
use tautline::path::Path;
use tautline::planners::{Taut, TautConfig};
use tautline::search::{Limits, Observer, Outcome, Query, QueryError, StopReason, Visit, Workspace};
use tautline_testkit::oracle::points::{PointOracle, Spot, TILE};
use tautline_testkit::world::{PlainWorld, SplitMix64};

use crate::any_points::{any_spot, are_equal, coordinate, point};
use crate::shortest_at_any_angle::worlds::any_kind;

const RULES: [CornerRule; 2] = [CornerRule::Closed, CornerRule::Open];

fn new(map: &Map, rule: CornerRule) -> Taut {
    Taut::new(map, TautConfig { rule }).unwrap()
}

fn between(start: Spot, goal: Spot) -> Query {
    Query::new(point(start), point(goal))
}

fn is_refused(query: &Query, map: &Map, rule: CornerRule) -> bool {
    query.on_points("taut", map.grid(), rule).is_err()
}

fn points(path: &Path) -> Vec<Point> {
    path.points().collect()
}

/// The length of the path that is found, if there is one.
fn length(taut: &Taut, map: &Map, start: Spot, goal: Spot, workspace: &mut Workspace) -> Option<f64> {
    taut.plan(map, &between(start, goal), workspace).unwrap().path().map(Path::cost)
}

/// How many queries were refused, had no path, and had one with so many turns.
#[derive(Debug, Default)]
struct Counts {
    refused: u32,
    unreachable: u32,
    turns: [u32; 4],
    /// How many straight lines between the ends were illegal and legal.
    straight: [u32; 2],
}

/// Holds a query to the oracle: whether it is refused, its length, each line of its path; and to the same query turned round.
fn hold(
    oracle: &PointOracle,
    (taut, map): (&Taut, &Map),
    (start, goal): (Spot, Spot),
    workspace: &mut Workspace,
    counts: &mut Counts,
) -> Result<(), String> {
    let answer = taut.plan(map, &between(start, goal), workspace);
    if !oracle.can_be_at(start) || !oracle.can_be_at(goal) {
        counts.refused += 1;
        return if answer.is_err() { Ok(()) } else { Err(format!("not refused: {answer:?}")) };
    }
    let answer = answer.map_err(|error| format!("refused: {error}"))?;
    let shortest = oracle.distance(start, goal);
    let found = answer.path().map(Path::cost);
    if !are_equal(found, shortest) {
        return Err(format!("{:?}, shortest {shortest:?}", answer.outcome));
    }
    let back = length(taut, map, goal, start, workspace);
    if !are_equal(found, back) {
        return Err(format!("{found:?}, turned round {back:?}"));
    }
    let Some(path) = answer.path() else {
        counts.unreachable += 1;
        return Ok(());
    };
    let walked = oracle.check(start, goal, &points(path))?;
    if !are_equal(Some(walked), found) {
        return Err(format!("{path:?} is {walked} long"));
    }
    let checked = path.check(map, taut.rule(), 0.0).map_err(|error| format!("{path:?}: {error}"))?;
    if !are_equal(Some(checked.cost), found) || checked.turns != path.turns() {
        return Err(format!("{path:?} is {checked:?}"));
    }
    // On which side of a corner a path begins and ends is up to the query.
    let is_corner = |(x, y): Spot| x % TILE == 0 && y % TILE == 0;
    if start != goal && !is_corner(start) && !is_corner(goal) {
        let straight = vec![point(start), point(goal)];
        let is_legal = oracle.check(start, goal, &straight).is_ok();
        if Path::new(straight, 0.0).check(map, taut.rule(), 0.0).is_ok() != is_legal {
            return Err(format!("the straight line: legal by the oracle: {is_legal}"));
        }
        counts.straight[usize::from(is_legal)] += 1;
    }
    if path.turns() + 2 < path.len() {
        return Err(format!("{path:?} goes straight on at a place"));
    }
    counts.turns[path.turns().min(3)] += 1;
    Ok(())
}

fn random(rounds: u32, most: u32, pairs: usize, seed: u64) -> Counts {
    let mut rng = SplitMix64::new(seed);
    let (mut workspace, mut counts) = (Workspace::new(), Counts::default());
    for _ in 0..rounds {
        let (width, height) = (1 + rng.below(most), 1 + rng.below(most));
        let world = any_kind(width, height, &mut rng);
        let map = world.to_map();
        for rule in RULES {
            let (oracle, taut) = (PointOracle::new(&world, rule), new(&map, rule));
            for _ in 0..pairs {
                let ends = (any_spot(&world, &mut rng), any_spot(&world, &mut rng));
                hold(&oracle, (&taut, &map), ends, &mut workspace, &mut counts).unwrap_or_else(|failure| {
                    let (start, goal) = (point(ends.0), point(ends.1));
                    panic!("{rule:?}, {start} to {goal}: {failure}\n{world}");
                });
            }
        }
    }
    counts
}

#[test]
fn random_worlds_and_points_of_all_kinds() {
    for counts in [random(6_000, 7, 6, 80), random(800, 14, 12, 81)] {
        let Counts { refused, unreachable, turns, straight } = counts;
        assert!(refused > 3_000 && unreachable > 300, "{counts:?}");
        assert!(turns.iter().chain(&straight).all(|&count| count > 300), "{counts:?}");
    }
}

#[test]
#[ignore = "full check: some minutes: a hundred times as many"]
fn very_many_random_worlds_and_points_of_all_kinds() {
    random(600_000, 7, 6, 82);
    random(80_000, 14, 12, 83);
}

/// In worlds of 3 × 3 cells all points are between, beside or on the same few lines.
#[test]
fn every_small_world_and_some_points() {
    let mut rng = SplitMix64::new(84);
    let (mut workspace, mut counts) = (Workspace::new(), Counts::default());
    for world in PlainWorld::all(3, 3) {
        let map = world.to_map();
        for rule in RULES {
            let (oracle, taut) = (PointOracle::new(&world, rule), new(&map, rule));
            for _ in 0..60 {
                let ends = (any_spot(&world, &mut rng), any_spot(&world, &mut rng));
                hold(&oracle, (&taut, &map), ends, &mut workspace, &mut counts)
                    .unwrap_or_else(|failure| panic!("{rule:?}, {ends:?}: {failure}\n{world}"));
            }
        }
    }
    assert!(
        counts.unreachable > 3_000
            && counts.turns[2] > 300
            && counts.straight.iter().all(|&count| count > 300),
        "{counts:?}"
    );
}

/// Rows become columns, and the sweeps along rows see other intervals.
#[test]
fn larger_worlds_turned_over_and_turned_round() {
    let mut rng = SplitMix64::new(86);
    let (mut workspace, mut found, mut long) = (Workspace::new(), 0, 0);
    for round in 0..40 {
        let world = any_kind(300, 200, &mut rng);
        let (map, turned) = (world.to_map(), world.transposed().to_map());
        let rule = RULES[round % 2];
        let (taut, over) = (new(&map, rule), new(&turned, rule));
        for _ in 0..60 {
            let (start, goal) = (any_spot(&world, &mut rng), any_spot(&world, &mut rng));
            let query = between(start, goal);
            if is_refused(&query, &map, rule) {
                continue;
            }
            let one = taut.plan(&map, &query, &mut workspace).unwrap();
            let cost = one.path().map(Path::cost);
            let other = length(&over, &turned, (start.1, start.0), (goal.1, goal.0), &mut workspace);
            let back = length(&taut, &map, goal, start, &mut workspace);
            assert!(
                are_equal(cost, other) && are_equal(cost, back),
                "{rule:?}, {start:?} to {goal:?}: {cost:?}, turned over {other:?}, turned round {back:?}\n{world}"
            );
            found += u32::from(cost.is_some());
            long += u32::from(one.path().is_some_and(|path| path.len() > 6));
        }
    }
    assert!(found > 500 && long > 200, "{found} {long}");
}

/// Ends of cones are kept in smaller parts on maps as high as this.
#[test]
fn very_high_worlds_turned_over() {
    let mut rng = SplitMix64::new(90);
    let (mut workspace, mut found) = (Workspace::new(), 0);
    for percent in [1, 10, 20] {
        let world = PlainWorld::random(9, 33_000, percent, &mut rng);
        let (map, turned) = (world.to_map(), world.transposed().to_map());
        for rule in RULES {
            let (taut, over) = (new(&map, rule), new(&turned, rule));
            for _ in 0..60 {
                let start = any_spot(&world, &mut rng);
                let height =
                    (start.1 + i64::from(rng.below(600)) * TILE / 2).min(i64::from(world.height) * TILE);
                let goal = (coordinate(world.width, &mut rng), height);
                if is_refused(&between(start, goal), &map, rule) {
                    continue;
                }
                let one = length(&taut, &map, start, goal, &mut workspace);
                let other = length(&over, &turned, (start.1, start.0), (goal.1, goal.0), &mut workspace);
                assert!(
                    are_equal(one, other),
                    "{percent} {rule:?}, {start:?} to {goal:?}: {one:?}, {other:?}"
                );
                found += u32::from(one.is_some());
            }
        }
    }
    assert!(found > 150, "{found}");
}

/// Points that are no whole numbers of parts: the promise of the documentation.
#[test]
fn rounding_changes_a_length_by_no_more_than_it_moves_the_ends() {
    let mut rng = SplitMix64::new(87);
    let (mut workspace, mut compared) = (Workspace::new(), 0);
    let most = 4.0 * 2f64.sqrt() / TILE as f64;
    for _ in 0..1_000 {
        let world = any_kind(8, 8, &mut rng);
        let (map, oracle) = (world.to_map(), PointOracle::new(&world, CornerRule::Closed));
        let taut = new(&map, CornerRule::Closed);
        for _ in 0..4 {
            let fine = |rng: &mut SplitMix64| {
                let beyond = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
                // Very near to a grid line in every second case.
                f64::from(rng.below(8)) + beyond * rng.pick(&[1.0, 1e-12])
            };
            let [start, goal] = [(); 2].map(|()| Point::new(fine(&mut rng), fine(&mut rng)));
            let nearby = [start, goal].map(|Point { x, y }| {
                let parts = |tiles: f64| {
                    let line = tiles.floor() as i64 * TILE;
                    line + (((tiles - tiles.floor()) * TILE as f64) as i64).clamp(1, TILE - 1)
                };
                (parts(x), parts(y))
            });
            let Ok(answer) = taut.plan(&map, &Query::new(start, goal), &mut workspace) else {
                assert!(!nearby.iter().all(|&end| oracle.can_be_at(end)), "{start} {goal}\n{world}");
                continue;
            };
            let shortest = oracle.distance(nearby[0], nearby[1]);
            let cost = answer.path().map(Path::cost);
            assert_eq!(cost.is_some(), shortest.is_some(), "{start} {goal}\n{world}");
            if let (Some(path), Some(shortest)) = (answer.path(), shortest) {
                assert_eq!((path.start(), path.end()), (start.into(), goal.into()));
                assert!(
                    (path.cost() - shortest).abs() < 2.0 * most,
                    "{start} {goal}: {shortest}, {path:?}\n{world}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 800, "{compared}");
}

/// Half a part beside a corner at which two obstacles touch, a point is still in its own cell.
#[test]
fn points_beside_touching_obstacles_stay_on_their_side() {
    let map = Map::from_rows([".#", "#."]).unwrap();
    let (closed, open) = (new(&map, CornerRule::Closed), new(&map, CornerRule::Open));
    let plan = |taut: &Taut, start: (f64, f64), goal: (f64, f64)| {
        taut.plan(&map, &Query::new(start, goal), &mut Workspace::new()).unwrap()
    };
    let near = 1.0f64.next_down();
    assert_eq!(plan(&closed, (near, near), (1.5, 1.5)).outcome, Outcome::Unreachable);
    assert_eq!(plan(&closed, (near, near), (0.5, 0.5)).path().unwrap().len(), 2);
    assert_eq!(
        plan(&closed, (1.0, 1.0), (0.5, 0.5)).outcome,
        Outcome::Unreachable,
        "it belongs to the other cell"
    );
    let through = plan(&open, (0.5, 0.75), (1.5, 1.5));
    assert_eq!(points(through.path().unwrap()), [(0.5, 0.75), (1.0, 1.0), (1.5, 1.5)].map(Point::from));
}

#[test]
fn ends_where_no_path_can_be_are_refused() {
    let map = Map::from_rows(["...", ".#.", "##.", "..."]).unwrap();
    let taut = new(&map, CornerRule::Closed);
    let refuse = |start: (f64, f64), goal: (f64, f64)| {
        taut.plan(&map, &Query::new(start, goal), &mut Workspace::new()).unwrap_err()
    };
    let at = |x, y| Position::Point(Point::new(x, y));
    assert_eq!(refuse((1.5, 1.25), (0.5, 0.5)), QueryError::StartBlocked(at(1.5, 1.25)));
    assert_eq!(refuse((0.5, 0.5), (1.5, 1.25)), QueryError::GoalBlocked(at(1.5, 1.25)));
    assert_eq!(refuse((0.5, 0.5), (1.5, 2.0)), QueryError::GoalBlocked(at(1.5, 2.0)), "between two");
    for wrong in [(-0.1, 0.5), (0.5, -1e-300), (3.0f64.next_up(), 0.0), (0.0, 4.5), (f64::INFINITY, 1.0)] {
        let outside = QueryError::GoalOutside { goal: wrong.into(), width: 3, height: 4 };
        assert_eq!(refuse((0.5, 0.5), wrong), outside);
    }
    assert!(matches!(refuse((f64::NAN, 0.5), (0.5, 0.5)), QueryError::StartOutside { .. }));
    assert!(
        refuse((0.5, 0.5), (9.5, 0.5)).to_string().contains("point (9.5, 0.5), is outside the map of 3 × 4")
    );
    assert!(refuse((1.5, 1.25), (0.5, 0.5)).to_string().contains("point (1.5, 1.25), is blocked"));
    let blocked = taut.plan(&map, &Query::new((1, 1), (0, 0)), &mut Workspace::new());
    assert_eq!(blocked, Err(QueryError::StartBlocked((1, 1).into())), "a cell");
    let others = Query::new((0.5, 0.5), (0.5, 0.5)).or_to((1.0, 0.5));
    let nearest = Query::new((0.5, 0.5), (1.5, 1.25)).or_nearest();
    for (query, what) in [(others, Feature::SeveralGoals), (nearest, Feature::Nearest)] {
        let refused = taut.plan(&map, &query, &mut Workspace::new());
        assert!(matches!(refused, Err(QueryError::Unsupported(error)) if error.what == what));
    }
    let rising = Map::from_rows(["#.", ".#"]).unwrap();
    let query = Query::new((1.0, 1.0), (1.5, 0.5));
    let ambiguous = new(&rising, CornerRule::Closed).plan(&rising, &query, &mut Workspace::new());
    assert_eq!(ambiguous, Err(QueryError::StartAmbiguous(at(1.0, 1.0))));
}

/// Counts what it is told of.
#[derive(Default)]
struct Watching(u64, Option<Position>);

impl Observer for Watching {
    fn expand(&mut self, visit: &Visit) {
        self.0 += 1;
        self.1.get_or_insert(visit.place);
    }

    fn expand_interval(&mut self, _: &tautline::search::Interval) {
        self.0 += 1;
    }
}

#[test]
fn limits_stop_the_search_and_observers_see_each_expansion() {
    let world = PlainWorld::random(60, 60, 30, &mut SplitMix64::new(88)).with((0, 0).into(), true);
    let world = world.with((59, 59).into(), true);
    let map = world.to_map();
    let taut = new(&map, CornerRule::Closed);
    let query = Query::new((0.25, 0.5), (59.5, 59.25));
    let (mut workspace, mut watching) = (Workspace::new(), Watching::default());
    let all = taut.plan_observed(&map, &query, &mut workspace, &mut watching).unwrap();
    assert!(all.is_complete() && all.stats.expanded > 50, "{all:?}");
    assert_eq!((watching.0, watching.1), (all.stats.expanded, Some(query.start)));
    for limit in [0, 1, 2, all.stats.expanded / 2, all.stats.expanded - 1] {
        let limited = query.clone().with_limits(Limits::expansions(limit));
        let answer = taut.plan(&map, &limited, &mut workspace).unwrap();
        assert_eq!(answer.stats.expanded, limit);
        let Outcome::Stopped { why, nearest } = answer.outcome else { panic!("{answer:?}") };
        assert_eq!((why, nearest.start()), (StopReason::Expansions, query.start));
        assert!(nearest.len() > 1 || limit < 3, "{nearest:?}");
    }
    let enough = query.clone().with_limits(Limits::expansions(all.stats.expanded));
    assert_eq!(taut.plan(&map, &enough, &mut workspace).unwrap(), all);
}
