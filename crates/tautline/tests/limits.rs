//! Caps, deadlines and cancelling: a search that is given up says why, and how far it came.

use std::time::{Duration, Instant};

use tautline::engine::{Algorithm, Ends, Planner, Registry};
use tautline::geometry::{Cell, Corner, Position};
use tautline::map::Map;
use tautline::planners::{AStar, AStarConfig, LazyTheta, LazyThetaConfig};
use tautline::search::{CancelFlag, Limits, Observer, Outcome, Query, StopReason, Visit, Workspace};
use tautline_testkit::conformance::check_limits;
use tautline_testkit::world::{PlainWorld, SplitMix64};

fn astar(map: &Map) -> AStar {
    AStar::new(map, AStarConfig::default()).unwrap()
}

fn stopped(map: &Map, limits: Limits) -> (StopReason, Vec<Cell>, u64) {
    let query = Query::new((0, 0), (199, 199)).with_limits(limits);
    let answer = astar(map).plan(map, &query, &mut Workspace::new()).unwrap();
    match answer.outcome {
        Outcome::Stopped { why, nearest } => (why, nearest.cells().unwrap().to_vec(), answer.stats.expanded),
        outcome => panic!("{outcome:?}"),
    }
}

/// A wall in the way, so that the search has to spread.
fn map() -> Map {
    let mut rows = vec![".".repeat(200); 200];
    for row in &mut rows[..199] {
        row.replace_range(150..151, "#");
    }
    Map::from_rows(rows.iter().map(String::as_str)).unwrap()
}

#[test]
fn every_planner_stops_at_its_cap_with_a_legal_path() {
    let world = PlainWorld::from_grid(map().grid());
    let registry = Registry::core();
    for descriptor in registry.iter() {
        let selection = registry.select(descriptor.id).unwrap();
        let ends = |end: fn(i32, i32) -> Position| [end(0, 0), end(199, 199)];
        let cells = || ends(|x, y| Cell::new(x, y).into());
        let corners = || ends(|x, y| Corner::new(x, y).into());
        let kinds = match descriptor.ends {
            Ends::Cells => vec![cells()],
            Ends::Corners => vec![corners()],
            Ends::Points => vec![corners(), cells()],
        };
        for [start, goal] in kinds {
            check_limits(&selection, &world, start, goal).unwrap_or_else(|failure| panic!("{failure}"));
        }
    }
}

/// What is returned is the nearest of all expanded cells, the cheapest of equally near ones.
#[test]
fn the_nearest_is_the_nearest() {
    #[derive(Default)]
    struct Best(Option<(u64, f64)>);
    impl Observer for Best {
        fn expand(&mut self, visit: &Visit) {
            let Position::Cell(Cell { x, y }) = visit.place else { panic!("{visit:?}") };
            let separation = u64::from(x.abs_diff(199)).pow(2) + u64::from(y.abs_diff(199)).pow(2);
            let this = (separation, visit.g);
            if self.0.is_none_or(|best| this < best) {
                self.0 = Some(this);
            }
        }
    }
    let map = map();
    for cap in [1, 50, 500, 5000] {
        let query = Query::new((0, 0), (199, 199)).with_limits(Limits::expansions(cap));
        let mut best = Best::default();
        let answer = astar(&map).plan_observed(&map, &query, &mut Workspace::new(), &mut best).unwrap();
        let Outcome::Stopped { nearest, .. } = answer.outcome else { panic!("{:?}", answer.outcome) };
        let end = *nearest.cells().unwrap().last().unwrap();
        let separation = u64::from(end.x.abs_diff(199)).pow(2) + u64::from(end.y.abs_diff(199)).pow(2);
        let (nearest_separation, g) = best.0.unwrap();
        assert_eq!(separation, nearest_separation);
        assert!((nearest.cost() - g).abs() < 1e-9);
    }
}

/// How near the nearest of the expanded corners is, how long its way is, and which one it is: the first of those for which both are
/// the same.
#[derive(Default)]
struct NearestCorner {
    goal: Corner,
    best: Option<(u64, f64, Corner)>,
    /// How often an equally near corner came later, with a shorter way, one as long, and a longer one.
    ties: [u32; 3],
}

impl Observer for NearestCorner {
    fn expand(&mut self, &Visit { place, g, .. }: &Visit) {
        let Position::Corner(place) = place else { panic!("{place:?} is no corner") };
        let separation =
            u64::from(place.x.abs_diff(self.goal.x)).pow(2) + u64::from(place.y.abs_diff(self.goal.y)).pow(2);
        if let Some((nearest, shortest, _)) = self.best {
            if separation == nearest {
                self.ties[(g.total_cmp(&shortest) as i8 + 1) as usize] += 1;
            }
            if (separation, g) >= (nearest, shortest) {
                return;
            }
        }
        self.best = Some((separation, g, place));
    }
}

#[test]
fn the_nearest_corner_is_the_first_of_those_with_the_shortest_way() {
    let mut rng = SplitMix64::new(17);
    let (mut workspace, mut ties) = (Workspace::new(), [0; 3]);
    for _ in 0..200_000 {
        let world = PlainWorld::random(3 + rng.below(12), 3 + rng.below(12), rng.below(45), &mut rng);
        let (map, corners) = (world.to_map(), world.corners().collect::<Vec<_>>());
        let (start, goal) = (rng.pick(&corners), rng.pick(&corners));
        let limits = Limits::expansions(1 + u64::from(rng.below(200)));
        let query = Query::new(start, goal).or_nearest().with_limits(limits);
        let touch = |&Corner { x, y }: &Corner| {
            let [free, other, beside, below] =
                [(x - 1, y - 1), (x, y), (x, y - 1), (x - 1, y)].map(|(x, y)| world.is_free(x, y));
            free == other && beside == below && free != beside
        };
        // Only one side of such a corner counts, and an observer does not see the side.
        if corners.iter().any(touch) {
            continue;
        }
        let mut observer = NearestCorner { goal, ..Default::default() };
        let planner = LazyTheta::new(&map, LazyThetaConfig::default()).unwrap();
        let Ok(answer) = planner.plan_observed(&map, &query, &mut workspace, &mut observer) else {
            continue;
        };
        if let Outcome::Partial { path, .. } | Outcome::Stopped { nearest: path, .. } = answer.outcome {
            let (_, g, corner) = observer.best.unwrap();
            assert_eq!(path.corners().unwrap().last(), Some(&corner), "{start} {goal}{world:?}");
            assert!((path.cost() - g).abs() < 1e-9, "{start} {goal}{world:?}");
            (0..3).for_each(|k| ties[k] += observer.ties[k]);
        }
    }
    assert!(ties.iter().all(|&ties| ties > 10), "{ties:?}");
}

#[test]
fn a_deadline_that_has_passed_stops_at_once() {
    let (why, path, expanded) = stopped(&map(), Limits::until(Instant::now()));
    assert_eq!((why, path, expanded), (StopReason::Deadline, vec![Cell::new(0, 0)], 0));
}

/// Whatever a planner has to find out before its first expansion, and however near the goal is by then.
#[test]
fn no_planner_expands_anything_after_its_time() {
    let (map, flag) = (map(), CancelFlag::new());
    flag.cancel();
    let limits = [
        (Limits::cancelled_by(&flag), StopReason::Cancelled),
        (Limits::until(Instant::now()), StopReason::Deadline),
    ];
    for descriptor in Registry::core().iter() {
        let planner = Planner::new(descriptor.id, &map).unwrap();
        let end = |x: i32, y: i32| -> Position {
            if planner.ends() == Ends::Corners { Corner::new(x, y).into() } else { Cell::new(x, y).into() }
        };
        for (limits, expected) in &limits {
            let query = Query::new(end(0, 0), end(199, 0)).with_limits(limits.clone());
            let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
            let Outcome::Stopped { why, nearest } = &answer.outcome else {
                panic!("{} {answer:?}", descriptor.id)
            };
            assert_eq!((why, answer.stats.expanded), (expected, 0), "{}", descriptor.id);
            assert_eq!((nearest.len(), nearest.cost()), (1, 0.0), "{}", descriptor.id);
        }
    }
}

#[test]
fn a_deadline_to_come_is_kept() {
    let map = Map::open(3000, 3000).unwrap();
    let planner = Planner::new("dijkstra", &map).unwrap();
    let clock = Instant::now();
    let limits = Limits::until(clock + Duration::from_millis(20));
    let query = Query::new((0, 0), (2999, 2999)).with_limits(limits);
    let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
    assert!(matches!(answer.outcome, Outcome::Stopped { why: StopReason::Deadline, .. }));
    assert!(clock.elapsed() >= Duration::from_millis(20));
}

#[test]
fn a_raised_flag_stops_a_search_from_another_thread() {
    let map = Map::open(4000, 4000).unwrap();
    let planner = Planner::new("dijkstra", &map).unwrap();
    let flag = CancelFlag::new();
    let limits = Limits::cancelled_by(&flag);
    let outcome = std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let query = Query::new((0, 0), (3999, 3999)).with_limits(limits);
            planner.plan(&map, &query, &mut Workspace::new()).unwrap().outcome
        });
        std::thread::sleep(Duration::from_millis(5));
        flag.cancel();
        search.join().unwrap()
    });
    assert!(
        matches!(outcome, Outcome::Stopped { why: StopReason::Cancelled, .. }),
        "stopped before it was done"
    );
}

/// A goal that is reached with the last allowed expansion counts as found; start = goal needs none.
#[test]
fn caps_are_exact() {
    let map = Map::open(10, 1).unwrap();
    let plan = |goal, cap| {
        let query = Query::new((0, 0), goal).with_limits(Limits::expansions(cap));
        astar(&map).plan(&map, &query, &mut Workspace::new()).unwrap()
    };
    assert_eq!(plan((0, 0), 0).path().unwrap().cells().unwrap(), [Cell::new(0, 0)]);
    assert!(plan((0, 0), 0).is_complete() && plan((3, 0), 3).is_complete());
    assert!(!plan((3, 0), 2).is_complete());
}
