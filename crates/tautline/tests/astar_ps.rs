//! A* with post-smoothed paths: what the conformance suite does not ask.

use std::thread::sleep;
use std::time::{Duration, Instant};

use tautline::engine::Algorithm;
use tautline::geometry::Corner;
use tautline::map::Map;
use tautline::moves::{CornerMoves, CornerRule, KnightLength};
use tautline::path::{Path, check_corners, post_smooth};
use tautline::planners::{AStarCorners, AStarCornersConfig, AStarPs, AStarPsConfig};
use tautline::search::{CancelFlag, Limits, Observer, Outcome, Query, SightCheck, StopReason, Workspace};
use tautline_testkit::oracle::corners::{CornerOracle, shortest_moves};
use tautline_testkit::world::{PlainWorld, SplitMix64};

const RULES: [CornerRule; 2] = [CornerRule::Open, CornerRule::Closed];

#[test]
fn it_is_never_longer_than_the_moves_and_never_shorter_than_the_shortest() {
    let mut rng = SplitMix64::new(3);
    let mut workspace = Workspace::new();
    let (mut found, mut shorter, mut tight) = (0, 0, 0);
    for _ in 0..150 {
        let (width, height) = (1 + rng.below(14), 1 + rng.below(14));
        let world = PlainWorld::random(width, height, rng.below(45), &mut rng);
        let map = world.to_map();
        let corners: Vec<Corner> = world.corners().collect();
        for rule in RULES {
            let oracle = CornerOracle::new(&world, rule);
            for moves in CornerMoves::ALL {
                let planner = AStarPs::new(&map, AStarPsConfig { rule, moves }).unwrap();
                let start = rng.pick(&corners);
                let Ok(lengths) = shortest_moves(&world, rule, moves, start) else { continue };
                for (goal, length) in lengths {
                    let about = || format!("{rule:?} {moves:?} from {start} to {goal}{world:?}");
                    let answer = planner.plan(&map, &Query::new(start, goal), &mut workspace).unwrap();
                    assert_eq!(answer.stats.reopened, 0, "{}", about());
                    let costs = (answer.path().map(Path::cost), length.map(KnightLength::length));
                    let (Some(cost), Some(length)) = costs else {
                        assert_eq!(costs, (None, None), "{}", about());
                        continue;
                    };
                    let path = answer.path().unwrap();
                    assert_eq!(path.len(), (path.turns() + 2).min(if start == goal { 1 } else { 999 }));
                    assert!(cost < length + 1e-9, "{}", about());
                    let shortest = oracle.distance(start, goal).unwrap().unwrap();
                    found += 1;
                    shorter += usize::from(cost < length - 1e-9);
                    tight += usize::from(cost < shortest + 1e-9);
                }
            }
        }
    }
    assert!(
        found > 20_000 && shorter > found / 2 && tight > found / 2 && tight < found,
        "{found} {shorter} {tight}"
    );
}

/// With the estimate of the paper, a path on a map without obstacles is smoothed to a line, whatever it was.
#[test]
fn without_obstacles_it_is_a_line() {
    let map = Map::open(40, 30).unwrap();
    let ends = [(1, 2), (38, 25)].map(Corner::from);
    for moves in CornerMoves::ALL {
        let planner = AStarPs::new(&map, AStarPsConfig { moves, ..Default::default() }).unwrap();
        let answer = planner.plan(&map, &Query::new(ends[0], ends[1]), &mut Workspace::new()).unwrap();
        let path = answer.path().unwrap();
        assert_eq!(path.corners(), Some(&ends[..]), "{moves:?}");
        assert!((path.cost() - f64::from(37 * 37 + 23 * 23).sqrt()).abs() < 1e-9);
    }
}

/// Figure 3 of the paper, with a row more, as what lies outside the map is blocked: the moves on both sides of the obstacle are
/// equally long, and the search cannot know which of them become shorter. "Assume that A* PS finds" those below.
#[test]
fn figure_3_the_moves_below_are_not_smoothed_to_the_shortest() {
    let map = Map::from_rows([".....", ".#...", "....."]).unwrap();
    let grid = map.grid();
    let below = [(0, 2), (1, 2), (2, 2), (3, 1), (4, 0), (5, 0)].map(Corner::from);
    let above = [(0, 2), (1, 1), (2, 1), (3, 1), (4, 0), (5, 0)].map(Corner::from);
    for rule in RULES {
        assert_eq!(check_corners(grid, rule, &below), check_corners(grid, rule, &above));
        let smooth = post_smooth(grid, rule, &below).unwrap();
        assert_eq!(smooth.corners(), Some(&[(0, 2), (2, 2), (5, 0)].map(Corner::from)[..]));
        let shortest = post_smooth(grid, rule, &above).unwrap();
        assert_eq!(shortest.corners(), Some(&[(0, 2), (1, 1), (5, 0)].map(Corner::from)[..]));
        assert!(shortest.cost() < smooth.cost());
    }
}

#[test]
fn limits_and_the_nearest_place() {
    let map = Map::from_rows(["...#..", "...#..", "...#.."]).unwrap();
    let planner = AStarPs::new(&map, AStarPsConfig::default()).unwrap();
    let mut workspace = Workspace::new();
    let query = Query::new(Corner::new(0, 0), Corner::new(5, 3));
    assert_eq!(planner.plan(&map, &query, &mut workspace).unwrap().outcome, Outcome::Unreachable);
    let answer = planner.plan(&map, &query.clone().or_nearest(), &mut workspace).unwrap();
    let Outcome::Partial { path, .. } = answer.outcome else { panic!("{answer:?}") };
    let line = [(0, 0), (3, 3)].map(Corner::from);
    assert_eq!((path.corners(), path.cost()), (Some(&line[..]), 18f64.sqrt()));
    let answer = planner.plan(&map, &query.with_limits(Limits::expansions(3)), &mut workspace).unwrap();
    let Outcome::Stopped { why, nearest } = answer.outcome else { panic!("{answer:?}") };
    assert_eq!((why, answer.stats.expanded), (StopReason::Expansions, 3));
    check_corners(map.grid(), CornerRule::Closed, nearest.corners().unwrap()).unwrap();
}

/// Comes in the way of the smoothing.
struct Interrupt<F: FnMut()>(F);

impl<F: FnMut()> Observer for Interrupt<F> {
    fn sight(&mut self, _: &SightCheck) {
        self.0();
    }
}

/// What has been found when the time is up is answered as it is.
#[test]
fn limits_end_the_smoothing() {
    // So many lines that the limits are looked at between them.
    let map = Map::open(600, 300).unwrap();
    let planner = AStarPs::new(&map, AStarPsConfig::default()).unwrap();
    let query = || Query::new(Corner::new(0, 0), Corner::new(599, 299));
    let plan = |limits, interrupt: &mut dyn FnMut()| {
        let mut observer = Interrupt(interrupt);
        let query = query().with_limits(limits);
        let answer = planner.plan_observed(&map, &query, &mut Workspace::new(), &mut observer).unwrap();
        assert!(answer.is_complete());
        answer.into_path().unwrap()
    };
    let flag = CancelFlag::new();
    assert_eq!(plan(Limits::cancelled_by(&flag), &mut || {}).len(), 2, "nobody cancels it");
    let deadline = Instant::now() + Duration::from_secs(3);
    for path in [
        plan(Limits::cancelled_by(&flag), &mut || flag.cancel()),
        plan(Limits::until(deadline), &mut || sleep(deadline.saturating_duration_since(Instant::now()))),
    ] {
        let straight = 599f64.hypot(299.0);
        assert!(path.cost() > straight + 1.0 && path.cost() < 300.0 + 299.0 * 2f64.sqrt() + 1e-9, "{path:?}");
        let length = check_corners(map.grid(), CornerRule::Closed, path.corners().unwrap());
        assert_eq!(length, Ok(path.cost()));
        assert_eq!(path.len(), path.turns() + 2, "places where it goes straight on are left out");
    }
}

/// The paper uses straight lines as estimates because smoothing then shortens paths more than with octile distances.
#[test]
fn it_finds_shorter_paths_than_smoothing_those_of_astar_on_corners() {
    let mut rng = SplitMix64::new(5);
    let mut workspace = Workspace::new();
    let (mut ours, mut theirs) = (0.0, 0.0);
    for _ in 0..60 {
        let world = PlainWorld::random(60, 60, 10, &mut rng);
        let map = world.to_map();
        let rule = CornerRule::Open;
        let corners: Vec<Corner> = world.corners().collect();
        for _ in 0..10 {
            let query = Query::new(rng.pick(&corners), rng.pick(&corners));
            let smooth = AStarPs::new(&map, AStarPsConfig { rule, ..Default::default() }).unwrap();
            let config = AStarCornersConfig { rule, ..Default::default() };
            let moves = AStarCorners::new(&map, config).unwrap();
            let (Ok(one), Ok(other)) =
                (smooth.plan(&map, &query, &mut workspace), moves.plan(&map, &query, &mut workspace))
            else {
                continue;
            };
            if let Some((one, other)) = one.path().zip(other.path()) {
                ours += one.cost();
                theirs += post_smooth(map.grid(), rule, other.corners().unwrap()).unwrap().cost();
            }
        }
    }
    assert!(ours < theirs, "{ours} {theirs}");
}
