//! Smoothing of paths of corners: against Algorithm 2 and greedy string pulling written down with the oracle's visibility.

use tautline::engine::Algorithm;
use tautline::geometry::Corner;
use tautline::map::Grid;
use tautline::moves::{CornerMoves, CornerRule};
use tautline::path::{IllegalStep, Path, Sighted, check_corners, post_smooth, pull_string};
use tautline::planners::{AStarCorners, AStarCornersConfig};
use tautline::search::{Answer, Query, Workspace};
use tautline_testkit::oracle::corners::{CornerOracle, Endpoint, check_corner_path, obstruction};
use tautline_testkit::world::{PlainWorld, SplitMix64};

const RULES: [CornerRule; 2] = [CornerRule::Open, CornerRule::Closed];

type Smooth = fn(&Grid, CornerRule, &[Corner]) -> Result<Path, IllegalStep>;

fn corners<const N: usize>(path: [(i32, i32); N]) -> [Corner; N] {
    path.map(Corner::from)
}

/// A legal path as the oracle sees it: each place with a quadrant that the path touches there.
struct Walk<'a> {
    world: &'a PlainWorld,
    rule: CornerRule,
    places: Vec<Endpoint>,
}

impl<'a> Walk<'a> {
    fn new(world: &'a PlainWorld, rule: CornerRule, path: &[Corner]) -> Self {
        let ends =
            |corner| world.free_quadrants(corner).map(move |quadrant| Endpoint::within(corner, quadrant));
        let places = (0..path.len()).map(|index| {
            let beside = if index == 0 { path.get(1) } else { path.get(index - 1) };
            let touches = |end: &Endpoint| {
                beside.is_none_or(|&other| {
                    let line = [end.corner, other];
                    ends(other).any(|to| check_corner_path(world, rule, *end, to, &line).is_ok())
                })
            };
            ends(path[index]).find(touches).expect("a legal path")
        });
        Self { world, rule, places: places.collect() }
    }

    fn sees(&self, from: usize, to: usize) -> bool {
        let (from, to) = (self.places[from], self.places[to]);
        let line = if from.corner == to.corner { vec![from.corner] } else { vec![from.corner, to.corner] };
        check_corner_path(self.world, self.rule, from, to, &line).is_ok()
    }

    /// Lines 30 to 40 of the paper.
    fn algorithm_2(&self) -> Vec<Corner> {
        let n = self.places.len() - 1;
        let mut t = vec![0];
        for i in 1..n {
            if !self.sees(t[t.len() - 1], i + 1) {
                t.push(i);
            }
        }
        if n > 0 {
            t.push(n);
        }
        self.turning_points(&t)
    }

    fn greedy(&self) -> Vec<Corner> {
        let n = self.places.len() - 1;
        let mut t = vec![0];
        while t[t.len() - 1] != n {
            let at = t[t.len() - 1];
            t.push((at + 1..=n).rev().find(|&later| self.sees(at, later)).expect("the next one at least"));
        }
        self.turning_points(&t)
    }

    fn turning_points(&self, indices: &[usize]) -> Vec<Corner> {
        let mut path: Vec<Corner> = indices.iter().map(|&index| self.places[index].corner).collect();
        path.dedup();
        while let Some(at) = path.windows(3).position(|three| is_straight(three[0], three[1], three[2])) {
            path.remove(at + 1);
        }
        path
    }

    /// The length by the oracle of another path between the ends of this one, on the same sides of them.
    fn check(&self, path: &[Corner]) -> Result<f64, String> {
        let (start, goal) = (self.places[0], self.places[self.places.len() - 1]);
        check_corner_path(self.world, self.rule, start, goal, path)
    }
}

/// Whether the second lies on the line between the others: by lengths, on small maps.
fn is_straight(a: Corner, b: Corner, c: Corner) -> bool {
    let length = |a: Corner, b: Corner| f64::from((a.x - b.x).pow(2) + (a.y - b.y).pow(2)).sqrt();
    length(a, b) + length(b, c) - length(a, c) < 1e-9
}

/// What is counted, so that the test knows that it has seen something.
#[derive(Debug, Default)]
struct Seen {
    paths: usize,
    shorter: usize,
    /// Where lines of sight alone would make an illegal path.
    sides_matter: usize,
    not_idempotent: usize,
    straight_on: usize,
    differ: usize,
}

fn hold(world: &PlainWorld, rule: CornerRule, path: &[Corner], seen: &mut Seen) {
    let map = world.to_map();
    let grid = map.grid();
    let about = || format!("{rule:?} {path:?}{world:?}");
    let walk = Walk::new(world, rule, path);
    let before = walk.check(path).unwrap_or_else(|fault| panic!("{fault} {}", about()));
    let results = [(post_smooth as Smooth, walk.algorithm_2()), (pull_string as Smooth, walk.greedy())].map(
        |(smooth, expected)| {
            let result = smooth(grid, rule, path).unwrap();
            let places = result.corners().unwrap();
            assert_eq!(places, expected, "{}", about());
            let length = walk.check(places).unwrap_or_else(|fault| panic!("{fault} {}", about()));
            assert!((check_corners(grid, rule, places).unwrap() - length).abs() < 1e-9);
            assert!((result.cost() - length).abs() < 1e-9 && length < before + 1e-9, "{}", about());
            let again = smooth(grid, rule, places).unwrap();
            assert!(again.cost() < result.cost() + 1e-9);
            seen.shorter += usize::from(length < before - 1e-9);
            (result, again)
        },
    );
    let [(smoothed, again), (pulled, same)] = results;
    assert_eq!(pulled, same, "{}", about());
    seen.paths += 1;
    seen.not_idempotent += usize::from(smoothed != again);
    seen.differ += usize::from(smoothed != pulled);
    seen.straight_on += path.windows(3).filter(|three| is_straight(three[0], three[1], three[2])).count();

    let (mut careless, mut at) = (vec![path[0]], 0);
    while at < path.len() - 1 {
        let is_clear = |&later: &usize| obstruction(world, rule, path[at], path[later]).is_none();
        at = (at + 1..path.len()).rev().find(is_clear).unwrap();
        careless.push(path[at]);
    }
    careless.dedup();
    seen.sides_matter += usize::from(careless.len() > 1 && walk.check(&careless).is_err());
}

fn random_world(rng: &mut SplitMix64) -> PlainWorld {
    let (width, height) = (1 + rng.below(12), 1 + rng.below(12));
    let percent = [5, 20, 35, 50][rng.below(4) as usize];
    PlainWorld::random(width, height, percent, rng)
}

#[test]
fn paths_of_astar_on_corners() {
    let mut rng = SplitMix64::new(1);
    let (mut workspace, mut seen) = (Workspace::new(), Seen::default());
    for _ in 0..500 {
        let world = random_world(&mut rng);
        let map = world.to_map();
        let all: Vec<Corner> = world.corners().collect();
        for rule in RULES {
            for moves in CornerMoves::ALL {
                let planner = AStarCorners::new(&map, AStarCornersConfig { rule, moves }).unwrap();
                for _ in 0..4 {
                    let query = Query::new(rng.pick(&all), rng.pick(&all));
                    let answer = planner.plan(&map, &query, &mut workspace).ok();
                    if let Some(path) = answer.and_then(Answer::into_path).filter(|path| path.len() > 1) {
                        hold(&world, rule, path.corners().unwrap(), &mut seen);
                    }
                }
            }
        }
    }
    assert!(seen.paths > 5_000 && seen.shorter > 5_000 && seen.straight_on > 5_000, "{seen:?}");
    assert!(seen.differ > 20 && seen.not_idempotent > 20, "{seen:?}");
}

/// Paths that wander about, come back to where they were and turn at corners where obstacles touch.
#[test]
fn paths_that_wander_about() {
    let mut rng = SplitMix64::new(2);
    let mut seen = Seen::default();
    for _ in 0..6_000 {
        let world = random_world(&mut rng);
        let all: Vec<Corner> = world.corners().collect();
        let rule = rng.pick(&[CornerRule::Open, CornerRule::Closed, CornerRule::Closed]);
        let map = world.to_map();
        let mut path = vec![rng.pick(&all)];
        for _ in 0..100 {
            let near = (rng.below(5) as i32 - 2, rng.below(5) as i32 - 2);
            let last = path[path.len() - 1];
            path.push(Corner::new(last.x + near.0, last.y + near.1));
            if check_corners(map.grid(), rule, &path).is_err() {
                path.pop();
            }
        }
        if path.len() > 1 {
            hold(&world, rule, &path, &mut seen);
        }
    }
    assert!(seen.paths > 3_000 && seen.sides_matter > 40, "{seen:?}");
}

/// Two obstacles touch at (2, 2).
#[test]
fn sides_of_a_place_at_which_two_obstacles_touch_are_kept() {
    let grid = Grid::from_rows([".....", "..#..", ".#...", ".....", "....."]).unwrap();
    let around = corners([(2, 2), (1, 2), (1, 4), (3, 4), (3, 2), (2, 2)]);
    let ahead = corners([(2, 2), (1, 2), (1, 4), (3, 4), (4, 3)]);
    let back: Vec<Corner> = ahead.iter().copied().rev().collect();
    let smoothed = |smooth: Smooth, rule, path: &[Corner]| {
        smooth(&grid, rule, path).unwrap().corners().unwrap().to_vec()
    };
    for smooth in [post_smooth as Smooth, pull_string] {
        let path = smoothed(smooth, CornerRule::Closed, &around);
        assert_eq!(path, corners([(2, 2), (1, 2), (1, 4), (3, 2), (2, 2)]));
        // (4, 3) is seen from (2, 2), but not from the side on which the path is there.
        let path = smoothed(smooth, CornerRule::Closed, &ahead);
        assert_eq!(path[..2], ahead[..2], "{path:?}");
        let path = smoothed(smooth, CornerRule::Closed, &back);
        assert_eq!(path[path.len() - 2..], back[3..], "{path:?}");
    }
    let pull = |path: &[Corner]| smoothed(pull_string, CornerRule::Open, path);
    assert_eq!(pull(&around), around[..1], "it was there already");
    assert_eq!(pull(&ahead), [ahead[0], ahead[4]]);
}

/// Without the place that is not seen from the first one, the last three lie on a line.
#[test]
fn places_on_a_line_are_left_out() {
    let grid = Grid::from_rows(["..#..", "....."]).unwrap();
    let path = corners([(0, 0), (2, 1), (3, 1), (4, 2)]);
    assert!(
        obstruction(&PlainWorld::from_rows(&["..#..", "....."]), CornerRule::Open, path[0], path[2])
            .is_some()
    );
    let smooth = post_smooth(&grid, CornerRule::Open, &path).unwrap();
    assert_eq!(smooth.corners().unwrap(), [path[0], path[3]]);
    assert!((smooth.cost() - 20f64.sqrt()).abs() < 1e-9);
}

#[test]
fn what_is_no_path_is_refused() {
    let grid = Grid::from_rows(["...", ".#.", "..."]).unwrap();
    let (inside, far) = (Corner::new(0, 0), Corner::new(i32::MAX, i32::MIN));
    for smooth in [post_smooth as Smooth, pull_string] {
        for rule in RULES {
            assert_eq!(smooth(&grid, rule, &[]), Err(IllegalStep::Empty));
            assert_eq!(smooth(&grid, rule, &[far]), Err(IllegalStep::BlockedCorner { corner: far }));
            for to in [far, inside, Corner::new(3, 3)] {
                let error = IllegalStep::Line { index: 0, from: inside, to, rule };
                assert_eq!(smooth(&grid, rule, &[inside, to]), Err(error));
            }
            let stays = Path::new(vec![inside], 0.0);
            assert_eq!(smooth(&grid, rule, &[inside]), Ok(stays));
        }
    }
}

/// Figure 3 of the paper: rows A to C are y = 0 to 2, columns 1 to 6 are x = 0 to 5, and the cell B2-B3-C3-C2 is blocked. The
/// way below it is one of the shortest of moves, but smoothed it is longer than the way above it. There is a row more, as what
/// lies outside the map is blocked.
#[test]
fn figure_3_a_smoothed_path_is_not_the_shortest() {
    let world = PlainWorld::from_rows(&[".....", ".#...", "....."]);
    let map = world.to_map();
    let grid = map.grid();
    let (c1, c3, a6) = (Corner::new(0, 2), Corner::new(2, 2), Corner::new(5, 0));
    let below = [c1, Corner::new(1, 2), c3, Corner::new(3, 1), Corner::new(4, 0), a6];
    let shortest_of_moves = CornerMoves::Eight.distance(c1, a6).length();
    for rule in RULES {
        assert!((check_corners(grid, rule, &below).unwrap() - shortest_of_moves).abs() < 1e-9);
        for smooth in [post_smooth as Smooth, pull_string] {
            let path = smooth(grid, rule, &below).unwrap();
            assert_eq!(path.corners().unwrap(), [c1, c3, a6]);
            assert!((path.cost() - (2.0 + 13f64.sqrt())).abs() < 1e-9);
        }
        let tight = CornerOracle::new(&world, rule).distance(c1, a6).unwrap().unwrap();
        assert!((tight - (2f64.sqrt() + 17f64.sqrt())).abs() < 1e-9, "by way of B2");
        assert!(tight < 2.0 + 13f64.sqrt());
    }
}

#[test]
fn a_path_of_one_place_sees_where_it_is() {
    let grid = Grid::from_rows([".#", "#."]).unwrap();
    for rule in [CornerRule::Open, CornerRule::Closed] {
        for corner in [(0, 0), (1, 1), (2, 2)].map(Corner::from) {
            assert!(Corner::sees(&grid, rule, &[corner], 0), "{rule:?} {corner}");
        }
    }
}
