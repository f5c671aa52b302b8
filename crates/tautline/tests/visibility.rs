//! A* on visibility graphs: prepared graphs answer as the search without one does, limits, how few lines are checked, published
//! lengths.

use std::path::PathBuf;

use tautline::engine::{Algorithm, Feature, Update};
use tautline::geometry::Corner;
use tautline::map::{Map, Stale};
use tautline::moves::CornerRule;
use tautline::path::{Path, check_corners, line_of_sight};
use tautline::planners::{Visibility, VisibilityConfig};
use tautline::search::{CancelFlag, Limits, Outcome, Query, QueryError, StopReason, Workspace};
use tautline_maps::movingai::{Passable, read_map, read_scenario};
use tautline_testkit::oracle::corners::CornerOracle;
use tautline_testkit::world::{PlainWorld, SplitMix64};

use crate::observed::corner;

const RULES: [CornerRule; 2] = [CornerRule::Closed, CornerRule::Open];

fn online(map: &Map, rule: CornerRule) -> Visibility {
    Visibility::new(map, VisibilityConfig { rule, is_prepared: false }).unwrap()
}

fn prepared(map: &Map, rule: CornerRule) -> Visibility {
    Visibility::new(map, VisibilityConfig { rule, is_prepared: true }).unwrap()
}

#[test]
fn a_prepared_graph_finds_the_same_lengths_with_fewer_checks() {
    let mut rng = SplitMix64::new(44);
    let mut workspace = Workspace::new();
    let (mut checks_online, mut checks_prepared) = (0, 0);
    for round in 0..120 {
        let (width, height) = (2 + rng.below(14), 2 + rng.below(14));
        let percent = rng.below(50);
        let world = PlainWorld::random(width, height, percent, &mut rng);
        let (map, rule) = (world.to_map(), RULES[round % 2]);
        let oracle = CornerOracle::new(&world, rule);
        let (without, with_graph) = (online(&map, rule), prepared(&map, rule));
        assert_eq!((without.corners(), without.edges()), (with_graph.corners(), None));
        assert!(with_graph.edges().is_some());
        let corners: Vec<Corner> = world.corners().collect();
        for _ in 0..20 {
            let (start, goal) = (rng.pick(&corners), rng.pick(&corners));
            let query = Query::new(start, goal);
            let Ok(truth) = oracle.distance(start, goal) else { continue };
            let [a, b] =
                [&without, &with_graph].map(|planner| planner.plan(&map, &query, &mut workspace).unwrap());
            assert_eq!(a.outcome, b.outcome, "{query:?} on\n{world}");
            let found = b.path().map(Path::cost);
            assert_eq!(found.is_some(), truth.is_some(), "{query:?} on\n{world}");
            if let (Some(found), Some(truth)) = (found, truth) {
                assert!(
                    (found - truth).abs() <= 1e-9 * truth,
                    "{query:?}: {found}, not {truth}, on\n{world}"
                );
            }
            assert_eq!(a.stats.expanded, b.stats.expanded);
            checks_online += a.stats.line_of_sight_checks;
            checks_prepared += b.stats.line_of_sight_checks;
        }
    }
    assert!(
        0 < checks_prepared && checks_prepared < checks_online,
        "{checks_prepared} checks, without a graph {checks_online}"
    );
}

#[test]
fn every_place_between_the_ends_is_a_turn() {
    let mut rng = SplitMix64::new(45);
    let mut workspace = Workspace::new();
    let mut turns = 0;
    for round in 0..100 {
        let world = PlainWorld::random(12, 12, 10 + rng.below(30), &mut rng);
        let (map, rule) = (world.to_map(), RULES[round % 2]);
        let planner = online(&map, rule);
        let corners: Vec<Corner> = world.corners().collect();
        for _ in 0..20 {
            let query = Query::new(rng.pick(&corners), rng.pick(&corners));
            let Ok(answer) = planner.plan(&map, &query, &mut workspace) else { continue };
            let Some(path) = answer.path() else { continue };
            assert_eq!(path.turns(), path.len().saturating_sub(2), "{path:?} on\n{world}");
            turns += path.turns();
        }
    }
    assert!(turns > 500, "{turns}");
}

#[test]
fn most_lines_are_never_checked() {
    let world = PlainWorld::random(40, 40, 15, &mut SplitMix64::new(3));
    let map = world.to_map();
    let planner = online(&map, CornerRule::Closed);
    let corners = planner.corners() as u64;
    let query = Query::new(Corner::new(0, 0), Corner::new(40, 40));
    let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
    assert!(answer.is_complete());
    let stats = answer.stats;
    assert!(stats.expanded > 20, "{stats:?}");
    assert!(stats.line_of_sight_checks * 4 < stats.expanded * corners, "{stats:?} with {corners} corners");
}

#[test]
fn where_the_goal_is_in_sight_the_way_is_straight() {
    let map = Map::from_rows(["....", ".#..", "...."]).unwrap();
    let (start, goal, inside) = (Corner::new(0, 0), Corner::new(4, 1), Corner::new(1, 1));
    for rule in RULES {
        let planner = online(&map, rule);
        let answer = planner.plan(&map, &Query::new(start, goal), &mut Workspace::new()).unwrap();
        assert!(line_of_sight(map.grid(), rule, start, goal));
        assert_eq!(answer.path().unwrap().corners(), Some(&[start, goal][..]));
        assert_eq!(answer.stats.expanded, 1);
        let stay = planner.plan(&map, &Query::new(inside, inside), &mut Workspace::new()).unwrap();
        assert_eq!(stay.path().unwrap().corners(), Some(&[inside][..]));
        assert_eq!((stay.path().unwrap().cost(), stay.stats.expanded), (0.0, 0));
    }
}

#[test]
fn a_stale_graph_is_refused() {
    let rows = ["...", ".#.", "..."];
    for new in [online, prepared] {
        let mut map = Map::from_rows(rows).unwrap();
        let mut planner = new(&map, CornerRule::Open);
        let plan = |planner: &Visibility, map: &Map| {
            planner.plan(map, &Query::new(Corner::new(0, 1), Corner::new(3, 3)), &mut Workspace::new())
        };
        assert!(plan(&planner, &map).is_ok());
        map.block((0, 0)).unwrap();
        assert_eq!(plan(&planner, &map), Err(QueryError::Stale(Stale)));
        let other = Map::from_rows(rows).unwrap();
        assert_eq!(plan(&planner, &other), Err(QueryError::Stale(Stale)));
        assert_eq!(planner.update(&map), Ok(Update::Rebuilt));
        let fresh = new(&map, CornerRule::Open);
        assert_eq!(plan(&planner, &map), plan(&fresh, &map));
        assert_eq!((planner.config(), planner.corners()), (fresh.config(), fresh.corners()));
        assert_eq!(planner.edges(), fresh.edges());
        assert!(plan(&planner, &map).is_ok());
        assert_eq!(planner.update(&map), Ok(Update::Unchanged));
    }
}

#[test]
fn a_search_that_is_given_up_says_how_far_it_came() {
    let world = PlainWorld::random(40, 40, 15, &mut SplitMix64::new(3));
    let map = world.to_map();
    let planner = online(&map, CornerRule::Closed);
    let (start, goal) = (Corner::new(0, 0), Corner::new(40, 40));
    let whole = planner.plan(&map, &Query::new(start, goal), &mut Workspace::new()).unwrap();
    assert!(whole.is_complete() && whole.stats.expanded > 20, "{:?}", whole.stats);
    let mut before = f64::INFINITY;
    for cap in [0, 1, 5, 20] {
        let query = Query::new(start, goal).with_limits(Limits::expansions(cap));
        let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
        assert_eq!(answer.stats.expanded, cap);
        let Outcome::Stopped { why, nearest } = answer.outcome else { panic!("{:?}", answer.outcome) };
        assert_eq!(why, StopReason::Expansions);
        assert_eq!(nearest.start(), start.into());
        let length = check_corners(map.grid(), CornerRule::Closed, nearest.corners().unwrap()).unwrap();
        assert!((length - nearest.cost()).abs() <= 1e-9 * length);
        let end = corner(nearest.end());
        let left = f64::from(goal.x - end.x).hypot(f64::from(goal.y - end.y));
        assert!(left <= before, "more work does not end further away");
        before = left;
    }
    assert!(before < 40.0 * 2f64.sqrt(), "it came nearer");
    let flag = CancelFlag::new();
    flag.cancel();
    let query = Query::new(start, goal).with_limits(Limits::cancelled_by(&flag));
    let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
    assert!(matches!(answer.outcome, Outcome::Stopped { why: StopReason::Cancelled, .. }));
}

#[test]
fn the_nearest_place_to_a_goal_is_refused() {
    let map = Map::open(3, 3).unwrap();
    let query = Query::new(Corner::new(0, 0), Corner::new(3, 3)).or_nearest();
    let refused = online(&map, CornerRule::Closed).plan(&map, &query, &mut Workspace::new());
    assert!(matches!(refused, Err(QueryError::Unsupported(error)) if error.what == Feature::Nearest));
}

/// The optimal lengths at any angle, where the variable `TAUTLINE_MOVINGAI` names a folder that has them: a scenario's cell (x, y)
/// means the corner (x, y).
#[test]
fn a_sample_has_the_known_lengths_at_any_angle() {
    let Some(folder) = std::env::var_os("TAUTLINE_MOVINGAI").filter(|value| !value.is_empty()) else {
        eprintln!("skipped: the variable TAUTLINE_MOVINGAI does not name a folder of MovingAI files");
        return;
    };
    let folder = PathBuf::from(folder);
    for (set, name, sample) in [("dao", "arena", 130), ("dao", "den312d", 100), ("dao", "den520d", 100)] {
        let file = folder.join(set).join(format!("{name}.map"));
        let map = read_map(&file, &Passable::default()).unwrap();
        let scenario = read_scenario(file.with_extension("map.scen")).unwrap();
        let optima = std::fs::read_to_string(folder.join(format!("anyangle/{name}.txt"))).unwrap();
        let optima: Vec<f64> = optima.lines().map(|line| line.parse().unwrap()).collect();
        let planners = [online, prepared].map(|new| new(&map, CornerRule::Closed));
        let mut workspace = Workspace::new();
        for number in scenario.sample(Some(sample), None) {
            let query = &scenario.queries[number];
            let corner = |cell: tautline::geometry::Cell| Corner::new(cell.x, cell.y);
            let query = Query::new(corner(query.start), corner(query.goal));
            for planner in &planners {
                let answer = planner.plan(&map, &query, &mut workspace).unwrap();
                let found = answer.path().map_or(f64::INFINITY, |path| {
                    check_corners(map.grid(), CornerRule::Closed, path.corners().unwrap()).unwrap()
                });
                let expected = optima[number];
                let fits =
                    (found.is_infinite() && expected.is_infinite()) || (found - expected).abs() <= 1e-6;
                assert!(fits, "{name}, query {number}: {found}, not {expected}");
            }
        }
    }
}
