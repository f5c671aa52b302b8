//! Field D*: the figures of the papers, and what holds of its paths on terrain.

use std::collections::{BTreeMap, BinaryHeap};

use tautline::engine::{Algorithm, Feature, PrepareError, Unsupported};
use tautline::geometry::{Cell, Corner, Point, Position};
use tautline::map::{Link, Map, Tiling, Tolls};
use tautline::moves::CornerRule;
use tautline::path::{IllegalStep, Path, check_points};
use tautline::planners::{FieldDStar, FieldDStarConfig};
use tautline::search::{
    Answer, Limits, Observer, Outcome, PartialReason, Query, QueryError, Visit, Workspace,
};
use tautline_testkit::oracle::corners::{CornerOracle, weigh_point_path};
use tautline_testkit::world::{PlainWorld, SplitMix64};

const RULES: [CornerRule; 2] = [CornerRule::Closed, CornerRule::Open];

fn points(places: &[(f64, f64)]) -> Vec<Point> {
    places.iter().copied().map(Point::from).collect()
}

fn planner(map: &Map, rule: CornerRule) -> FieldDStar {
    FieldDStar::new(map, FieldDStarConfig { rule }).unwrap()
}

fn query(start: (i32, i32), goal: (i32, i32)) -> Query {
    Query::new(Corner::from(start), Corner::from(goal))
}

/// The answer of a planner that is made for it.
fn answer(map: &Map, query: &Query) -> Answer {
    planner(map, CornerRule::Closed).plan(map, query, &mut Workspace::new()).unwrap()
}

/// The points of a path, of which no two kinds are mixed.
fn points_of(path: &Path) -> Vec<Point> {
    assert!(path.positions().all(|place| matches!(place, Position::Point(_))), "{path:?}");
    path.points().collect()
}

/// Remembers the last g-value of each corner.
#[derive(Default)]
struct Values(BTreeMap<(i32, i32), f64>);

impl Observer for Values {
    fn expand(&mut self, visit: &Visit) {
        self.0.insert(visit.place.point().corner().unwrap().into(), visit.g);
    }

    fn generate(&mut self, visit: &Visit) {
        self.0.insert(visit.place.point().corner().unwrap().into(), visit.g);
    }
}

/// Figure 4 of Daniel et al.: rows A to D, columns 1 to 5, the obstacle B2-B3-C3-C2, from C1. There B2 is expanded before C3,
/// which has the same f. Here the goal is elsewhere, so that it has a smaller one; and out of reach, so that all are expanded.
#[test]
fn the_values_of_figure_4() {
    let map = Map::from_rows(["..##", "####", "....", ".#..", "...."]).unwrap();
    let mut seen = Values::default();
    let planner = planner(&map, CornerRule::Closed);
    let query = query((0, 4), (1, 0));
    let answer = planner.plan_observed(&map, &query, &mut Workspace::new(), &mut seen).unwrap();
    assert_eq!(answer.outcome, Outcome::Unreachable);
    let figure: [&[f64]; 4] =
        [&[2.00, 2.32, 2.83], &[1.00, 1.41, 2.41], &[0.00, 1.00, 2.00, 3.00], &[1.00, 1.41, 2.32, 3.27]];
    for (y, row) in figure.iter().enumerate() {
        for (x, g) in row.iter().enumerate() {
            let found = seen.0[&(x as i32, y as i32 + 2)];
            assert!((found - g).abs() <= 0.005, "({x}, {y}): {found}, {g} in the figure");
        }
    }
    // Over X, which is 0.45 from B3, where g is 2.23.
    assert!((seen.0[&(3, 3)] - (2.2257 + 1.0987)).abs() < 1e-3, "{}", seen.0[&(3, 3)]);
}

#[test]
fn ends_outside_the_map_are_refused() {
    let map = Map::open(3, 3).unwrap();
    let planner = planner(&map, CornerRule::Closed);
    let plan = |start: Position, goal: Position| {
        planner.plan(&map, &Query::new(start, goal), &mut Workspace::new()).unwrap_err()
    };
    let corner = Corner::new(0, 0).into();
    let goal = Corner::new(0, 4).into();
    assert_eq!(plan(corner, goal), QueryError::GoalOutside { goal, width: 3, height: 3 });
    assert_eq!(plan(goal, corner), QueryError::StartOutside { start: goal, width: 3, height: 3 });
}

#[test]
fn what_is_more_than_terrain_is_refused() {
    let plain = Map::open(3, 3).unwrap();
    let tolls = Tolls::from_fn(plain.grid(), |_, _| 1);
    let planner = planner(&plain, CornerRule::Closed);
    for (map, what) in [
        (plain.clone().with_links([Link::new((0, 0), (2, 2), 1)]).unwrap(), Feature::Links),
        (plain.clone().with_tolls(tolls).unwrap(), Feature::Tolls),
        (plain.clone().with_tiling(Tiling::Hexagonal), Feature::Hexagons),
    ] {
        let refused = Unsupported::new("field-dstar", what);
        let made = FieldDStar::new(&map, FieldDStarConfig::default()).err();
        assert_eq!(made, Some(PrepareError::Unsupported(refused.clone())));
        // Made where it was supported, it is asked where it is not.
        let asked = planner.plan(&map, &query((0, 0), (3, 3)), &mut Workspace::new());
        assert_eq!(asked, Err(refused.into()));
    }
}

#[test]
fn a_goal_that_cannot_be_reached_is_come_near_to() {
    let map = Map::from_rows(["..#..", "..#.."]).unwrap();
    let query = query((0, 2), (5, 0)).or_nearest();
    let Outcome::Partial { path, why } = answer(&map, &query).outcome else { panic!("a wall") };
    assert_eq!((why, points_of(&path).last()), (PartialReason::Unreachable, Some(&Point::new(2.0, 0.0))));
    let stopped = query.with_limits(Limits::expansions(1));
    let Outcome::Stopped { nearest, .. } = answer(&map, &stopped).outcome else { panic!("a limit") };
    assert_eq!(points_of(&nearest), points(&[(0.0, 2.0)]));
}

#[test]
fn on_uniform_terrain_the_path_is_the_plain_one() {
    let mut rng = SplitMix64::new(44);
    let mut paths = 0;
    for _ in 0..60 {
        let world = PlainWorld::random(12, 9, 25, &mut rng);
        let (map, corners) = (world.to_map(), world.corners().collect::<Vec<_>>());
        for cost in [1u16, 2, 3, 7, 15] {
            let terrain = Map::from_costs(12, 9, |cell| cost * u16::from(map.is_free(cell))).unwrap();
            for rule in RULES {
                let query = Query::new(rng.pick(&corners), rng.pick(&corners));
                let plan = |map: &Map| {
                    let mut seen = Values::default();
                    let planner = planner(map, rule);
                    (planner.plan_observed(map, &query, &mut Workspace::new(), &mut seen), seen.0)
                };
                let ((plain, near), (dear, far)) = (plan(&map), plan(&terrain));
                let is_about = |a: f64, b: f64| (a - b / f64::from(cost)).abs() <= 1e-9 * a;
                assert!(near.iter().zip(&far).all(|(a, b)| a.0 == b.0 && is_about(*a.1, *b.1)));
                match (plain.map(Answer::into_path), dear.map(Answer::into_path)) {
                    (Ok(Some(a)), Ok(Some(b))) => {
                        assert!(is_about(a.cost(), b.cost()), "{a:?} {b:?}");
                        paths += 1;
                    }
                    (a, b) => assert_eq!(a, b),
                }
            }
        }
    }
    assert!(paths > 300, "{paths}");
}

/// Along the border of a cheap country, and at the last moment through the dear one: in closed form.
#[test]
fn a_path_runs_beside_a_dear_country_before_it_turns_into_it() {
    for (start, goal) in [((0, 1), (5, 0)), ((5, 0), (0, 1)), ((5, 1), (0, 0)), ((0, 0), (5, 1))] {
        let map = Map::from_costs(5, 2, |cell| if cell.y == 0 { 9 } else { 1 }).unwrap();
        let path = answer(&map, &query(start, goal)).into_path().unwrap();
        assert!((path.cost() - (5.0 + 80f64.sqrt())).abs() < 1e-9, "{path:?}");
        assert!(
            points_of(&path).iter().any(|point| point.x.fract() != 0.0 && point.y - 1.0 == 0.0),
            "{path:?}"
        );
    }
}

/// Where two countries meet, the cheapest path is refracted as light is.
#[test]
fn a_path_is_refracted_between_two_countries() {
    let map = Map::from_costs(40, 40, |cell| if cell.y < 20 { 1 } else { 2 }).unwrap();
    for goal in [10, 20, 30, 40] {
        let cost = answer(&map, &query((0, 0), (goal, 40))).path().unwrap().cost();
        let over = |x: f64| x.hypot(20.0) + 2.0 * (f64::from(goal) - x).hypot(20.0);
        let best =
            (0..=4000).map(|k| over(f64::from(goal) * f64::from(k) / 4000.0)).fold(f64::INFINITY, f64::min);
        assert!(cost >= best - 1e-4 && cost < 1.01 * best, "to ({goal}, 40): {cost}, {best}");
    }
}

/// The cheapest path of moves from corner to corner: Dijkstra's algorithm, under the rule that lets everything pass.
fn cheapest_moves(
    world: &PlainWorld,
    cost: &impl Fn(Cell) -> f64,
    start: Corner,
    goal: Corner,
) -> Option<f64> {
    let mut known = BTreeMap::from([(start, 0.0)]);
    let mut open = BinaryHeap::from([(std::cmp::Reverse(0u64), start)]);
    while let Some((std::cmp::Reverse(bits), corner)) = open.pop() {
        let g = f64::from_bits(bits);
        if known[&corner] < g {
            continue;
        }
        for next in
            world.corners().filter(|next| (next.x - corner.x).abs().max((next.y - corner.y).abs()) == 1)
        {
            let is_of = |cell: &Cell, corner: Corner| {
                (cell.x..=cell.x + 1).contains(&corner.x) && (cell.y..=cell.y + 1).contains(&corner.y)
            };
            let shared = world.free_cells().filter(|cell| is_of(cell, corner) && is_of(cell, next));
            let Some(price) = shared.map(cost).min_by(f64::total_cmp) else { continue };
            let after = g + price * Point::from(corner).distance(next.into());
            if known.get(&next).is_none_or(|&before| after < before) {
                known.insert(next, after);
                open.push((std::cmp::Reverse(after.to_bits()), next));
            }
        }
    }
    known.get(&goal).copied()
}

/// On random terrain, before and after edits: legal by the oracle, what it says it costs, found exactly where there is a path,
/// no cheaper than the cheapest cell all the way (and than the shortest path of such cells), and on the whole cheaper than moves
/// between corners. The workspace is the same all the time.
#[test]
fn paths_on_random_terrain() {
    let mut rng = SplitMix64::new(2006);
    let mut workspace = Workspace::new();
    let (mut paths, mut over_points, mut sum, mut sum_of_moves) = (0, 0, 0.0, 0.0);
    for round in 0..3000 {
        let (width, height) = (1 + rng.below(9), 1 + rng.below(9));
        let world = PlainWorld::random(width, height, rng.below(60), &mut rng);
        let largest = [2, 15, 400][round % 3];
        let mut costs: BTreeMap<Cell, u16> =
            world.free_cells().map(|cell| (cell, 1 + rng.below(largest) as u16)).collect();
        let before = |cell: Cell| costs.get(&cell).copied().unwrap_or(0);
        let mut map = Map::from_costs(width, height, before).unwrap();
        // Made before the edit: it keeps nothing.
        let planners = RULES.map(|rule| planner(&map, rule));
        for edited in [false, true] {
            if edited {
                for (&cell, cost) in costs.iter_mut().filter(|(cell, _)| (cell.x + cell.y) % 3 == 0) {
                    *cost = 1 + (*cost * 7) % 11;
                    map.set_cost(cell, *cost).unwrap();
                }
            }
            let cost = |cell: Cell| f64::from(costs[&cell]);
            let corners: Vec<Corner> = world.corners().collect();
            for (rule, planner) in RULES.into_iter().zip(&planners) {
                let oracle = CornerOracle::new(&world, rule);
                for _ in 0..4 {
                    let (start, goal) = (rng.pick(&corners), rng.pick(&corners));
                    let query = Query::new(start, goal);
                    let answer = planner.plan(&map, &query, &mut workspace);
                    assert_eq!(answer, self::planner(&map, rule).plan(&map, &query, &mut Workspace::new()));
                    let Ok(shortest) = oracle.distance(start, goal) else {
                        assert!(answer.is_err());
                        continue;
                    };
                    let answer = answer.unwrap();
                    let Some(shortest) = shortest else {
                        assert_eq!(answer.outcome, Outcome::Unreachable);
                        continue;
                    };
                    let path = answer.into_path().unwrap();
                    let drawing = || format!("{rule:?}, {start} to {goal}: {path:?}, {costs:?}\n{world}");
                    let places = points_of(&path);
                    let walked = weigh_point_path(&world, rule, start, goal, &places, cost)
                        .unwrap_or_else(|fault| panic!("{fault}: {}", drawing()));
                    assert!((walked - path.cost()).abs() <= 1e-9 * walked, "{walked}: {}", drawing());
                    assert_eq!(check_points(&map, rule, &places), Ok(path.cost()));
                    let least = f64::from(costs.values().copied().min().unwrap()) * shortest;
                    assert!(path.cost() >= least * (1.0 - 1e-9), "{}", drawing());
                    paths += 1;
                    over_points += usize::from(places.iter().any(|point| point.corner().is_none()));
                    if rule == CornerRule::Open {
                        sum += path.cost();
                        sum_of_moves += cheapest_moves(&world, &cost, start, goal).unwrap();
                    }
                }
            }
        }
    }
    assert!(paths > 16_000 && over_points > paths / 3, "{paths} {over_points}");
    assert!(sum < sum_of_moves, "{sum} {sum_of_moves}");
}

#[test]
fn what_is_wrong_with_a_path_of_points_is_said() {
    let map = Map::from_rows([".#.", "#..", "..."]).unwrap();
    let check = |rule, path: &[(f64, f64)]| check_points(&map, rule, &points(path));
    for rule in RULES {
        assert_eq!(check(rule, &[]), Err(IllegalStep::Empty));
        assert_eq!(
            check(rule, &[(0.5, 1.5)]),
            Err(IllegalStep::BlockedPoint { point: Point::new(0.5, 1.5) })
        );
        assert!(matches!(check(rule, &[(9.0, 9.0)]), Err(IllegalStep::BlockedPoint { .. })));
        assert_eq!(check(rule, &[(0.0, 0.0), (0.0, 1.0), (1.0, 1.0)]), Ok(2.0));
        let (from, to) = (Point::new(1.0, 1.5), Point::new(0.5, 1.0));
        let through = check(rule, &[(1.0, 1.0), (1.0, 1.5), (0.5, 1.0)]);
        assert_eq!(through, Err(IllegalStep::Leg { index: 1, from, to }));
        assert!(matches!(check(rule, &[(1.0, 2.0), (1.0, 2.0)]), Err(IllegalStep::Leg { .. })));
        assert!(matches!(check(rule, &[(1.0, 2.0), (f64::NAN, 2.0)]), Err(IllegalStep::Leg { .. })));
        // A hair beyond the side is another cell.
        assert!(check(rule, &[(1.0, 2.5), (2.0, 2.5)]).is_ok());
        assert!(check(rule, &[(1.0, 2.5), (2.000_000_1, 2.5)]).is_err());
    }
    let over = [(0.5, 0.0), (1.0, 1.0), (1.5, 2.0)];
    assert!(check(CornerRule::Open, &over).is_ok());
    let crossing = IllegalStep::Crossing { index: 1, corner: Corner::new(1, 1) };
    assert_eq!(check(CornerRule::Closed, &over), Err(crossing));
    assert!(check(CornerRule::Closed, &[(1.0, 1.5), (1.0, 1.0), (1.5, 2.0)]).is_ok());
}
