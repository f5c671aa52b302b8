//! Planners on corners where cells have costs (section 8.2 of the Theta* paper), against sums and searches of their own.

use std::collections::BTreeMap;

use tautline::engine::{Algorithm, Planner};
use tautline::geometry::{Corner, Point};
use tautline::map::Map;
use tautline::moves::{CornerMoves, CornerRule};
use tautline::path::{Path, line_of_sight, segment_cost};
use tautline::planners::{
    AStarCorners, AStarCornersConfig, AngleConfig, First, Paths, Reexpand, Replace, Theta, ThetaOptions,
};
use tautline::search::{Observer, Outcome, Query, Visit, Workspace};
use tautline_testkit::oracle::points::PointOracle;
use tautline_testkit::world::{PlainWorld, SplitMix64};

use crate::any_points::{any_spot, point};
use crate::observed::corner;

const RULES: [CornerRule; 2] = [CornerRule::Closed, CornerRule::Open];

fn random_map(rng: &mut SplitMix64) -> Map {
    let (width, height) = (1 + rng.below(7), 1 + rng.below(7));
    let (blocked, most) = (rng.below(50), 1 + rng.below(15));
    let mut cost = || if rng.below(100) < blocked { 0 } else { 1 + rng.below(most) as u16 };
    Map::from_costs(width, height, |_| cost()).unwrap()
}

fn corners(map: &Map) -> Vec<Corner> {
    let (width, height) = (map.width() as i32, map.height() as i32);
    (0..=height).flat_map(|y| (0..=width).map(move |x| Corner::new(x, y))).collect()
}

/// What the cheapest free cell costs.
fn smallest(map: &Map) -> f64 {
    map.cells().map(|cell| map.cost(cell)).filter(|&cost| cost > 0).min().unwrap_or(1).into()
}

/// The cost of a line, piece by piece: cut where it crosses grid lines, and each piece by the cell in which its middle lies, or
/// by the cheaper one of the cells beside it.
fn by_clipping(map: &Map, from: impl Into<Point>, to: impl Into<Point>) -> f64 {
    let (Point { x: ax, y: ay }, to) = (from.into(), to.into());
    let (dx, dy) = (to.x - ax, to.y - ay);
    let lines = |a: f64, b: f64| (a.min(b).floor() as i32..=a.max(b).ceil() as i32).map(f64::from);
    let mut cuts = vec![0.0, 1.0];
    cuts.extend(lines(ax, to.x).map(|line| (line - ax) / dx).filter(|cut| (0.0..1.0).contains(cut)));
    cuts.extend(lines(ay, to.y).map(|line| (line - ay) / dy).filter(|cut| (0.0..1.0).contains(cut)));
    cuts.sort_by(f64::total_cmp);
    let cost = |x: f64, y: f64| match map.cost((x.floor() as i32, y.floor() as i32)) {
        0 => f64::INFINITY,
        cost => f64::from(cost),
    };
    let piece = |pair: &[f64]| {
        let middle = f64::midpoint(pair[0], pair[1]);
        let (x, y) = (ax + dx * middle, ay + dy * middle);
        let beside = match (dx == 0.0, dy == 0.0) {
            (true, _) if x.fract() == 0.0 => cost(x - 0.5, y).min(cost(x + 0.5, y)),
            (_, true) if y.fract() == 0.0 => cost(x, y - 0.5).min(cost(x, y + 0.5)),
            _ => cost(x, y),
        };
        let length = (pair[1] - pair[0]) * dx.hypot(dy);
        // Cuts that are the same but for their rounding leave pieces of nothing, anywhere.
        if length == 0.0 || pair[1] - pair[0] < 1e-13 { 0.0 } else { length * beside }
    };
    cuts.windows(2).map(piece).sum()
}

#[test]
fn lines_cost_what_their_pieces_cost() {
    let mut rng = SplitMix64::new(11);
    for _ in 0..300 {
        let map = random_map(&mut rng);
        let corners = corners(&map);
        for _ in 0..100 {
            let (a, b) = (rng.pick(&corners), rng.pick(&corners));
            for rule in RULES {
                let cost = segment_cost(&map, rule, a, b);
                assert_eq!(cost.is_some(), line_of_sight(map.grid(), rule, a, b));
                assert_eq!(cost, segment_cost(&map, rule, b, a), "the same in both directions");
                if let Some(cost) = cost {
                    let expected = by_clipping(&map, a, b);
                    assert!((cost - expected).abs() <= 1e-9 * expected, "{a} to {b}: {cost}, not {expected}");
                }
            }
        }
    }
}

/// Figure 18: the line from C1 to A6 is cut into six pieces.
#[test]
fn figure_18() {
    let map = Map::from_costs(5, 2, |cell| 1 + (cell.x + 5 * cell.y) as u16).unwrap();
    // Through the lower row up to the middle of the third column, then through the upper one, a fifth of the length in each
    // column.
    let (upper, lower) = ([3.0, 4.0, 5.0], [6.0, 7.0, 8.0]);
    let parts = lower[0] + lower[1] + lower[2] / 2.0 + upper[0] / 2.0 + upper[1] + upper[2];
    let cost = segment_cost(&map, CornerRule::Open, (0, 2).into(), (5, 0).into()).unwrap();
    assert!((cost - 29f64.sqrt() / 5.0 * parts).abs() < 1e-12, "{cost}");
}

/// Costs of the cheapest ways of moves, by relaxing all of them until nothing changes. A corner with two sides is two places: the
/// cell through which it is reached or left tells which.
fn cheapest(map: &Map, rule: CornerRule, moves: CornerMoves, start: Corner) -> BTreeMap<Corner, f64> {
    // From what a path may have come: the planner's own answer to whether three corners in a row are legal is the judge.
    let corners = corners(map);
    let mut costs: BTreeMap<(Corner, Corner), f64> = BTreeMap::from([((start, start), 0.0)]);
    let mut todo = vec![(start, start)];
    while let Some((before, here)) = todo.pop() {
        let so_far = costs[&(before, here)];
        for &(dx, dy) in moves.vectors() {
            let next = Corner::new(here.x + dx, here.y + dy);
            if !corners.contains(&next) {
                continue;
            }
            let way = if before == here { vec![here, next] } else { vec![before, here, next] };
            let mut legal = Path::new(way, 0.0).check(map, rule.into(), 0.0).is_ok();
            if before == here && rule == CornerRule::Closed {
                legal &= leaves_south_east(map, here, next);
            }
            let cost = so_far + if legal { by_clipping(map, here, next) } else { f64::INFINITY };
            if legal && costs.get(&(here, next)).is_none_or(|&known| cost < known - 1e-12) {
                costs.insert((here, next), cost);
                todo.push((here, next));
            }
        }
    }
    let mut best = BTreeMap::from([(start, 0.0)]);
    for ((before, here), cost) in costs {
        let ends_well = before == here || rule == CornerRule::Open || leaves_south_east(map, here, before);
        if ends_well && best.get(&here).is_none_or(|&known: &f64| cost < known) {
            best.insert(here, cost);
        }
    }
    best
}

/// Where two obstacles touch, paths begin and end in the cell to the south-east; if that is one of the two, none does.
fn leaves_south_east(map: &Map, end: Corner, other: Corner) -> bool {
    let free = |dx: i32, dy: i32| map.cost((end.x + dx, end.y + dy)) > 0;
    let (nw, ne, sw, se) = (free(-1, -1), free(0, -1), free(-1, 0), free(0, 0));
    let (dx, dy) = (other.x - end.x, other.y - end.y);
    (nw, ne, sw, se) != (true, false, false, true) || (dx >= 0 && dy >= 0)
}

#[test]
fn moves_find_the_cheapest_way() {
    let mut rng = SplitMix64::new(12);
    let mut found = 0;
    for _ in 0..120 {
        let map = random_map(&mut rng);
        let corners = corners(&map);
        for rule in RULES {
            for moves in CornerMoves::ALL {
                let planner = AStarCorners::new(&map, AStarCornersConfig { rule, moves }).unwrap();
                let start = rng.pick(&corners);
                if Query::new(start, start).on_corners("any", map.grid(), rule).is_err() {
                    continue;
                }
                let truth = cheapest(&map, rule, moves, start);
                for &goal in &corners {
                    let Ok(answer) = planner.plan(&map, &Query::new(start, goal), &mut Workspace::new())
                    else {
                        continue;
                    };
                    let cost = answer.path().map(Path::cost);
                    let expected = truth.get(&goal).copied();
                    let is_same = match (cost, expected) {
                        (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * b,
                        (a, b) => a.is_none() && b.is_none(),
                    };
                    assert!(is_same, "{moves:?} {rule:?} {start} to {goal}: {cost:?}, not {expected:?}");
                    if let Some(path) = answer.path() {
                        found += 1;
                        let walked = path.check(&map, rule.into(), 0.0).unwrap();
                        assert!((walked.cost - path.cost()).abs() <= 1e-9 * path.cost());
                        for pair in path.corners().unwrap().windows(2) {
                            let step = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
                            assert!(moves.vectors().contains(&step), "{step:?} is no move");
                        }
                    }
                }
            }
        }
    }
    assert!(found > 1000, "{found} paths");
}

#[test]
fn theta_finds_legal_ways_wherever_there_are_any() {
    let mut rng = SplitMix64::new(13);
    let mut workspace = Workspace::new();
    let mut cheaper = 0;
    for _ in 0..150 {
        let map = random_map(&mut rng);
        let corners = corners(&map);
        for _ in 0..40 {
            let options = ThetaOptions {
                moves: rng.pick(&CornerMoves::ALL),
                first: rng.pick(&[First::Path1, First::Path2]),
                replace: rng.pick(&[Replace::Longer, Replace::Equal]),
                reexpand: rng.pick(&[Reexpand::No, Reexpand::Yes, Reexpand::DelayGoal]),
                paths: rng.pick(&[Paths::Two, Paths::Three, Paths::Key]),
            };
            let (rule, weight) = (rng.pick(&RULES), rng.pick(&[1.0, 0.5, 0.0]));
            let config = AngleConfig { rule, weight, algorithm: options, ..Default::default() };
            let (start, goal) = (rng.pick(&corners), rng.pick(&corners));
            let query = Query::new(start, goal);
            let theta = Theta::new(&map, config).unwrap();
            let Ok(answer) = theta.plan(&map, &query, &mut workspace) else {
                continue;
            };
            let moves = AStarCornersConfig { rule, moves: options.moves };
            let astar = AStarCorners::new(&map, moves).unwrap().plan(&map, &query, &mut workspace).unwrap();
            match (&answer.outcome, &astar.outcome) {
                (Outcome::Found(path), Outcome::Found(other)) => {
                    let walked = path.check(&map, rule.into(), 0.0).unwrap();
                    assert!((walked.cost - path.cost()).abs() <= 1e-9 * path.cost());
                    let straight = (start.x - goal.x, start.y - goal.y);
                    let bound = f64::from(straight.0).hypot(straight.1.into()) * smallest(&map);
                    assert!(path.cost() >= bound * (1.0 - 1e-9));
                    cheaper += i32::from(path.cost() < other.cost() - 1e-9);
                }
                (Outcome::Unreachable, Outcome::Unreachable) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(cheaper > 500, "cheaper than the grid's directions {cheaper} times");
}

/// Where every cell costs the same, it is the plain map times that.
#[test]
fn uniform_terrain_is_a_plain_map() {
    let mut rng = SplitMix64::new(14);
    let mut workspace = Workspace::new();
    for _ in 0..200 {
        let plain = Map::from(random_map(&mut rng).grid().clone());
        let cost = |cell| if plain.is_free(cell) { 7 } else { 0 };
        let scaled = Map::from_costs(plain.width(), plain.height(), cost).unwrap();
        let corners = corners(&plain);
        let config = AngleConfig { rule: rng.pick(&RULES), ..Default::default() };
        let query = Query::new(rng.pick(&corners), rng.pick(&corners));
        let theta = Theta::new(&plain, config).unwrap();
        let Ok(a) = theta.plan(&plain, &query, &mut workspace) else { continue };
        let b = theta.plan(&scaled, &query, &mut workspace).unwrap();
        assert_eq!(b, Theta::new(&scaled, config).unwrap().plan(&scaled, &query, &mut workspace).unwrap());
        let (a, b) = (a.path().map(Path::cost), b.path().map(Path::cost));
        match (a, b) {
            (Some(a), Some(b)) => assert!((7.0 * a - b).abs() <= 1e-9 * b, "{a} {b}"),
            (a, b) => assert_eq!(a, b),
        }
    }
}

/// What the options of Theta* change, by what an observer can tell. Paths pass between obstacles, so that no corner has sides.
#[derive(Debug, Default)]
struct Choices {
    /// The parent and the g-value of each corner.
    known: BTreeMap<Corner, (Corner, f64)>,
    expanded: Corner,
    /// How often a way went straight on from the start, along a grid line, by Path 1 and by Path 2: there nothing is rounded.
    straight_on: [u32; 2],
    /// How often one came from the parent of the parent.
    third_paths: u32,
    /// How often one that was as long was replaced.
    replaced: u32,
}

impl Observer for Choices {
    fn expand(&mut self, visit: &Visit) {
        self.expanded = corner(visit.place);
        self.known.entry(self.expanded).or_insert((self.expanded, 0.0));
    }

    fn generate(&mut self, &Visit { place, parent, g, .. }: &Visit) {
        let (place, expanded, by) = (corner(place), self.expanded, corner(parent.unwrap()));
        let (parent, _) = self.known[&expanded];
        let (grandparent, g_of_parent) = self.known[&parent];
        let direction = |from: Corner, to: Corner| ((to.x - from.x).signum(), (to.y - from.y).signum());
        let goes_on = (parent.x == place.x || parent.y == place.y)
            && direction(parent, expanded) == direction(expanded, place);
        if goes_on && g_of_parent == 0.0 {
            self.straight_on[usize::from(by == parent)] += 1;
        }
        self.third_paths += u32::from(by == grandparent && grandparent != parent);
        let before = self.known.insert(place, (by, g));
        self.replaced += u32::from(before.is_some_and(|(_, before)| before <= g));
    }
}

#[test]
fn options_of_theta_count_on_terrain() {
    let choices = |algorithm| {
        let mut rng = SplitMix64::new(15);
        let (mut straight_on, mut third_paths, mut replaced) = ([0; 2], 0, 0);
        for _ in 0..1_000 {
            let map = random_map(&mut rng);
            let corners = corners(&map);
            let config = AngleConfig { rule: CornerRule::Open, algorithm, ..Default::default() };
            let query = Query::new(rng.pick(&corners), rng.pick(&corners));
            let mut seen = Choices::default();
            let theta = Theta::new(&map, config).unwrap();
            let _ = theta.plan_observed(&map, &query, &mut Workspace::new(), &mut seen);
            (0..2).for_each(|k| straight_on[k] += seen.straight_on[k]);
            (third_paths, replaced) = (third_paths + seen.third_paths, replaced + seen.replaced);
        }
        (straight_on, third_paths, replaced)
    };
    let (straight_on, third_paths, replaced) = choices(ThetaOptions::default());
    assert!(straight_on[0] == 0 && straight_on[1] > 50, "{straight_on:?}");
    assert_eq!((third_paths, replaced), (0, 0));
    let (straight_on, ..) = choices(ThetaOptions { first: First::Path1, ..Default::default() });
    assert!(straight_on[0] > 50 && straight_on[1] == 0, "{straight_on:?}");
    let (_, third_paths, _) = choices(ThetaOptions { paths: Paths::Three, ..Default::default() });
    assert!(third_paths > 20, "{third_paths}");
    let (.., replaced) = choices(ThetaOptions { replace: Replace::Equal, ..Default::default() });
    assert!(replaced > 20, "{replaced}");
}

/// The way that is left costs at least what it does on the cheapest ground.
#[test]
fn estimates_are_those_of_the_cheapest_ground() {
    struct Estimates(u32);
    impl Observer for Estimates {
        fn expand(&mut self, visit: &Visit) {
            let Corner { x, y } = corner(visit.place);
            let expected = 0.5 * 3.0 * f64::from(6 - x).hypot(f64::from(5 - y));
            assert!((visit.h - expected).abs() < 1e-9, "{visit:?}");
            self.0 += 1;
        }
    }
    let map = Map::from_costs(6, 5, |cell| 3 + (cell.x * cell.y % 4) as u16).unwrap();
    let theta = Theta::new(&map, AngleConfig { weight: 0.5, ..Default::default() }).unwrap();
    let query = Query::new(Corner::new(0, 0), Corner::new(6, 5));
    let mut estimates = Estimates(0);
    theta.plan_observed(&map, &query, &mut Workspace::new(), &mut estimates).unwrap();
    assert!(estimates.0 > 5);
}

/// Legal by the oracle's own arithmetic, and worth what the pieces of its lines cost; there is one where there is a path.
#[test]
fn paths_between_any_points_cost_what_their_pieces_cost() {
    let mut rng = SplitMix64::new(17);
    let (mut workspace, mut found, mut none) = (Workspace::new(), 0, 0);
    for _ in 0..400 {
        let map = random_map(&mut rng);
        let world = PlainWorld::from_grid(map.grid());
        for rule in RULES {
            let oracle = PointOracle::new(&world, rule);
            let corners = if rule == CornerRule::Open { "open" } else { "closed" };
            for id in ["theta", "theta:paths=three:reexpand=yes", "field-dstar"] {
                let planner = Planner::new(&format!("{id}:corners={corners}"), &map).unwrap();
                for _ in 0..5 {
                    let (start, goal) = (any_spot(&world, &mut rng), any_spot(&world, &mut rng));
                    let about = || format!("{id}, {rule:?}, {} to {}\n{map}", point(start), point(goal));
                    let answer = planner.plan(&map, &Query::new(point(start), point(goal)), &mut workspace);
                    if !oracle.can_be_at(start) || !oracle.can_be_at(goal) {
                        assert!(answer.is_err(), "{}", about());
                        continue;
                    }
                    let answer = answer.unwrap();
                    let shortest = oracle.distance(start, goal);
                    assert_eq!(answer.path().is_some(), shortest.is_some(), "{}", about());
                    let Some((path, shortest)) = answer.path().zip(shortest) else {
                        none += 1;
                        continue;
                    };
                    let points: Vec<Point> = path.points().collect();
                    if let Err(fault) = oracle.check(start, goal, &points) {
                        panic!("{}: {fault}", about());
                    }
                    let cost: f64 = points.windows(2).map(|line| by_clipping(&map, line[0], line[1])).sum();
                    assert!(
                        (cost - path.cost()).abs() < 1e-6 * cost.max(1.0),
                        "{}: {path:?}, {cost}",
                        about()
                    );
                    assert!(cost > shortest * smallest(&map) - 1e-9, "{}", about());
                    let checked = path.check(&map, planner.rule(), 0.0).unwrap();
                    assert!((checked.cost - path.cost()).abs() < 1e-9 * cost.max(1.0), "{}", about());
                    found += 1;
                }
            }
        }
    }
    assert!(found > 3_000 && none > 300, "{found} {none}");
}

/// Any number, often very near to a grid line.
fn any_number(tiles: u32, rng: &mut SplitMix64) -> f64 {
    let line = f64::from(rng.below(tiles + 1));
    let beyond = match rng.below(4) {
        0 => 0.0,
        1 => rng.pick(&[1e-9, -1e-9, 4e-7, -4e-7]),
        _ => f64::from(rng.next_u64() as u32) / 2f64.powi(32),
    };
    (line + beyond).clamp(0.0, tiles.into())
}

/// A path costs what it does between its ends as they were given, not between the rounded ones: with dear cells that is a difference.
#[test]
fn costs_are_those_between_the_ends_as_they_are() {
    let mut rng = SplitMix64::new(18);
    let mut workspace = Workspace::new();
    for _ in 0..400 {
        let (width, height) = (1 + rng.below(6), 1 + rng.below(6));
        let dearest = rng.pick(&[3, 1_000, u32::from(u16::MAX)]);
        let mut cost = || if rng.chance(50) { 1 } else { 1 + rng.below(dearest) as u16 };
        let map = Map::from_costs(width, height, |_| cost()).unwrap();
        for id in ["theta", "field-dstar"] {
            let planner = Planner::new(id, &map).unwrap();
            for _ in 0..5 {
                let [start, goal] =
                    [(); 2].map(|()| Point::new(any_number(width, &mut rng), any_number(height, &mut rng)));
                let answer = planner.plan(&map, &Query::new(start, goal), &mut workspace).unwrap();
                let path = answer.path().unwrap();
                let points: Vec<Point> = path.points().collect();
                assert_eq!((points[0], points.last()), (start, Some(&goal)), "{id}");
                let pieces = points.windows(2).map(|line| by_clipping(&map, line[0], line[1]));
                let cost = pieces.fold(0.0, |sum, cost| sum + cost);
                let about = || format!("{id}, {start} to {goal}\n{map}\n{path:?}, {cost}");
                assert!((cost - path.cost()).abs() <= 1e-9 * cost, "{}", about());
                let checked = path.check(&map, planner.rule(), 0.0).unwrap();
                assert!((checked.cost - path.cost()).abs() <= 1e-9 * cost, "{}", about());
            }
        }
    }
}
