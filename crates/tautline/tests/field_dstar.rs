//! Field D*: the figures of the papers, and what holds of its paths on terrain.

use std::collections::{BTreeMap, BinaryHeap};

use tautline::geometry::{Cell, Corner, Point};
use tautline::moves::CornerRule;
use tautline::path::{IllegalStep, check_points};
use tautline::planners::FieldDStar;
use tautline::search::{
    Answer, Limits, Observer, Outcome, PartialReason, Query, QueryError, Visit, Workspace,
};
use tautline::world::{Grid, Ground, Link, Links, Terrain, Tiling, Tolls, Unsupported};
use tautline_testkit::oracle::corners::{CornerOracle, weigh_point_path};
use tautline_testkit::world::{PlainWorld, SplitMix64};

const RULES: [CornerRule; 2] = [CornerRule::Closed, CornerRule::Open];

fn points(places: &[(f64, f64)]) -> Vec<Point> {
    places.iter().copied().map(Point::from).collect()
}

/// Remembers the last g-value of each corner.
#[derive(Default)]
struct Values(BTreeMap<(i32, i32), f64>);

impl Observer<Point> for Values {
    fn expand(&mut self, visit: &Visit<Point>) {
        self.0.insert(visit.place.corner().unwrap().into(), visit.g);
    }

    fn generate(&mut self, visit: &Visit<Point>) {
        self.0.insert(visit.place.corner().unwrap().into(), visit.g);
    }
}

/// Figure 4 of Daniel et al.: rows A to D, columns 1 to 5, the obstacle B2-B3-C3-C2, from C1. There B2 is expanded before C3,
/// which has the same f. Here the goal is elsewhere, so that it has a smaller one; and out of reach, so that all are expanded.
#[test]
fn the_values_of_figure_4() {
    let grid = Grid::from_rows(["..##", "####", "....", ".#..", "...."]).unwrap();
    let mut seen = Values::default();
    let query = Query::new((0, 4), (1, 0));
    let answer = FieldDStar::new(&grid).plan_observed(&query, &mut Workspace::new(), &mut seen).unwrap();
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
fn ends_that_are_no_corners_are_refused() {
    let grid = Grid::open(3, 3).unwrap();
    let plan = |start: (f64, f64), goal: (f64, f64)| {
        FieldDStar::new(&grid).plan(&Query::new(start, goal), &mut Workspace::new()).unwrap_err()
    };
    let between = Point::new(1.5, 2.0);
    assert_eq!(plan((1.5, 2.0), (0.0, 0.0)), QueryError::StartBetweenCorners(between));
    assert_eq!(plan((0.0, 0.0), (1.5, 2.0)), QueryError::GoalBetweenCorners(between));
    let message = "the goal (1.5, 2) is no corner of a cell: its coordinates have to be whole numbers";
    assert_eq!(QueryError::GoalBetweenCorners(between).to_string(), message);
    assert!(matches!(plan((f64::NAN, 0.0), (0.0, 0.0)), QueryError::StartBetweenCorners(_)));
    let outside = QueryError::GoalOutside { goal: Point::new(0.0, 4.0), width: 3, height: 3 };
    assert_eq!(plan((0.0, 0.0), (0.0, 4.0)), outside);
}

#[test]
fn what_is_more_than_terrain_is_refused() {
    let grid = Grid::open(3, 3).unwrap();
    let (mut links, tolls) = (Links::new(), Tolls::from_fn(&grid, |_, _| 1));
    links.add(&grid, Link::new((0, 0), (2, 2), 1)).unwrap();
    let refusal = |ground: Ground<'_>| FieldDStar::with_rule(ground, CornerRule::Closed).err();
    let ground = Ground::from(&grid);
    assert_eq!(refusal(ground), None);
    assert_eq!(refusal(ground.with_links(&links)), Some(Unsupported::Links));
    assert_eq!(refusal(ground.with_tolls(&tolls)), Some(Unsupported::Tolls));
    assert_eq!(refusal(ground.with_tiling(Tiling::Hexagonal)), Some(Unsupported::Hexagons));
}

#[test]
fn a_goal_that_cannot_be_reached_is_come_near_to() {
    let grid = Grid::from_rows(["..#..", "..#.."]).unwrap();
    let query = Query::new((0, 2), (5, 0)).or_nearest();
    let answer = FieldDStar::new(&grid).plan(&query, &mut Workspace::new()).unwrap();
    let Outcome::Partial { path, why } = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!((why, path.places.last()), (PartialReason::Unreachable, Some(&Point::new(2.0, 0.0))));
    let stopped = query.with_limits(Limits::expansions(1));
    let answer = FieldDStar::new(&grid).plan(&stopped, &mut Workspace::new()).unwrap();
    let Outcome::Stopped { nearest, .. } = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!(nearest.places, points(&[(0.0, 2.0)]));
}

#[test]
fn on_uniform_terrain_the_path_is_the_plain_one() {
    let mut rng = SplitMix64::new(44);
    let mut paths = 0;
    for _ in 0..60 {
        let world = PlainWorld::random(12, 9, 25, &mut rng);
        let (grid, corners) = (world.to_grid(), world.corners().collect::<Vec<_>>());
        for cost in [1u16, 2, 3, 7, 15] {
            let terrain = Terrain::from_costs(12, 9, |cell| cost * u16::from(grid.is_free(cell))).unwrap();
            for rule in RULES {
                let query = Query::new(rng.pick(&corners), rng.pick(&corners));
                let plan = |ground: Ground<'_>| {
                    let (planner, mut seen) =
                        (FieldDStar::with_rule(ground, rule).unwrap(), Values::default());
                    (planner.plan_observed(&query, &mut Workspace::new(), &mut seen), seen.0)
                };
                let ((plain, near), (dear, far)) = (plan((&grid).into()), plan((&terrain).into()));
                let is_about = |a: f64, b: f64| (a - b / f64::from(cost)).abs() <= 1e-9 * a;
                assert!(near.iter().zip(&far).all(|(a, b)| a.0 == b.0 && is_about(*a.1, *b.1)));
                match (plain.map(Answer::into_path), dear.map(Answer::into_path)) {
                    (Ok(Some(a)), Ok(Some(b))) => {
                        assert!(is_about(a.cost, b.cost), "{a:?} {b:?}");
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
        let terrain = Terrain::from_costs(5, 2, |cell| if cell.y == 0 { 9 } else { 1 }).unwrap();
        let answer = FieldDStar::new(&terrain).plan(&Query::new(start, goal), &mut Workspace::new()).unwrap();
        let path = answer.path().unwrap();
        assert!((path.cost - (5.0 + 80f64.sqrt())).abs() < 1e-9, "{path:?}");
        assert!(path.places.iter().any(|point| point.x.fract() != 0.0 && point.y - 1.0 == 0.0), "{path:?}");
    }
}

/// Where two countries meet, the cheapest path is refracted as light is.
#[test]
fn a_path_is_refracted_between_two_countries() {
    let terrain = Terrain::from_costs(40, 40, |cell| if cell.y < 20 { 1 } else { 2 }).unwrap();
    for goal in [10, 20, 30, 40] {
        let query = Query::new((0, 0), (goal, 40));
        let answer = FieldDStar::new(&terrain).plan(&query, &mut Workspace::new()).unwrap();
        let cost = answer.path().unwrap().cost;
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
        let mut terrain = Terrain::from_costs(width, height, before).unwrap();
        for edited in [false, true] {
            if edited {
                for (&cell, cost) in costs.iter_mut().filter(|(cell, _)| (cell.x + cell.y) % 3 == 0) {
                    *cost = 1 + (*cost * 7) % 11;
                    terrain.set(cell, *cost).unwrap();
                }
            }
            let cost = |cell: Cell| f64::from(costs[&cell]);
            let corners: Vec<Corner> = world.corners().collect();
            for rule in RULES {
                let oracle = CornerOracle::new(&world, rule);
                for _ in 0..4 {
                    let (start, goal) = (rng.pick(&corners), rng.pick(&corners));
                    let planner = FieldDStar::with_rule(&terrain, rule).unwrap();
                    let query = Query::new(start, goal);
                    let answer = planner.plan(&query, &mut workspace);
                    assert_eq!(answer, planner.plan(&query, &mut Workspace::new()));
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
                    let walked = weigh_point_path(&world, rule, start, goal, &path.places, cost)
                        .unwrap_or_else(|fault| panic!("{fault}: {}", drawing()));
                    assert!((walked - path.cost).abs() <= 1e-9 * walked, "{walked}: {}", drawing());
                    assert_eq!(check_points(&terrain, rule, &path.places), Ok(path.cost));
                    let least = f64::from(terrain.smallest()) * shortest;
                    assert!(path.cost >= least * (1.0 - 1e-9), "{}", drawing());
                    paths += 1;
                    over_points += usize::from(path.places.iter().any(|point| point.corner().is_none()));
                    if rule == CornerRule::Open {
                        sum += path.cost;
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
    let grid = Grid::from_rows([".#.", "#..", "..."]).unwrap();
    let check = |rule, path: &[(f64, f64)]| check_points(&grid, rule, &points(path));
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
