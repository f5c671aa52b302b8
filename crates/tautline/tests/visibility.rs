//! A* on visibility graphs: prepared graphs answer as the search without one does, limits, how few lines are checked, published
//! lengths.

use std::path::PathBuf;

use tautline::geometry::Corner;
use tautline::moves::CornerRule;
use tautline::path::{check_corners, line_of_sight};
use tautline::planners::{StaleGraph, Visibility, VisibilityGraph};
use tautline::search::{CancelFlag, Limits, Outcome, Query, QueryError, StopReason, Workspace};
use tautline::world::{Grid, Tile};
use tautline_maps::movingai::{Passable, read_map, read_scenario};
use tautline_testkit::oracle::corners::CornerOracle;
use tautline_testkit::world::{PlainWorld, SplitMix64};

const RULES: [CornerRule; 2] = [CornerRule::Closed, CornerRule::Open];

#[test]
fn a_prepared_graph_finds_the_same_lengths_with_fewer_checks() {
    let mut rng = SplitMix64::new(44);
    let mut workspace = Workspace::new();
    let (mut online, mut prepared) = (0, 0);
    for round in 0..120 {
        let (width, height) = (2 + rng.below(14), 2 + rng.below(14));
        let percent = rng.below(50);
        let world = PlainWorld::random(width, height, percent, &mut rng);
        let (grid, rule) = (world.to_grid(), RULES[round % 2]);
        let oracle = CornerOracle::new(&world, rule);
        let graph = VisibilityGraph::new(&grid, rule);
        let with_graph = Visibility::with_graph(&grid, &graph).unwrap();
        let without = Visibility::with_rule(&grid, rule);
        let corners: Vec<Corner> = world.corners().collect();
        for _ in 0..20 {
            let query = Query::new(rng.pick(&corners), rng.pick(&corners));
            let Ok(truth) = oracle.distance(query.start, query.goal) else { continue };
            let (a, b) = (without.plan(&query, &mut workspace), with_graph.plan(&query, &mut workspace));
            let (a, b) = (a.unwrap(), b.unwrap());
            assert_eq!(a.outcome, b.outcome, "{query:?} on\n{world}");
            let found = b.path().map(|path| path.cost);
            assert_eq!(found.is_some(), truth.is_some(), "{query:?} on\n{world}");
            if let (Some(found), Some(truth)) = (found, truth) {
                assert!(
                    (found - truth).abs() <= 1e-9 * truth,
                    "{query:?}: {found}, not {truth}, on\n{world}"
                );
            }
            assert_eq!(a.stats.expanded, b.stats.expanded);
            online += a.stats.line_of_sight_checks;
            prepared += b.stats.line_of_sight_checks;
        }
    }
    assert!(0 < prepared && prepared < online, "{prepared} checks, without a graph {online}");
}

#[test]
fn every_place_between_the_ends_is_a_turn() {
    let mut rng = SplitMix64::new(45);
    let mut workspace = Workspace::new();
    let mut turns = 0;
    for round in 0..100 {
        let world = PlainWorld::random(12, 12, 10 + rng.below(30), &mut rng);
        let (grid, rule) = (world.to_grid(), RULES[round % 2]);
        let planner = Visibility::with_rule(&grid, rule);
        let corners: Vec<Corner> = world.corners().collect();
        for _ in 0..20 {
            let query = Query::new(rng.pick(&corners), rng.pick(&corners));
            let Ok(answer) = planner.plan(&query, &mut workspace) else { continue };
            let Some(path) = answer.path() else { continue };
            assert_eq!(path.turns(), path.places.len().saturating_sub(2), "{path:?} on\n{world}");
            turns += path.turns();
        }
    }
    assert!(turns > 500, "{turns}");
}

#[test]
fn most_lines_are_never_checked() {
    let world = PlainWorld::random(40, 40, 15, &mut SplitMix64::new(3));
    let grid = world.to_grid();
    let corners = VisibilityGraph::new(&grid, CornerRule::Closed).corners() as u64;
    let query = Query::new((0, 0), (40, 40));
    let answer = Visibility::new(&grid).plan(&query, &mut Workspace::new()).unwrap();
    assert!(answer.path().is_some());
    let stats = answer.stats;
    assert!(stats.expanded > 20, "{stats:?}");
    assert!(stats.line_of_sight_checks * 4 < stats.expanded * corners, "{stats:?} with {corners} corners");
}

#[test]
fn where_the_goal_is_in_sight_the_way_is_straight() {
    let grid = Grid::from_rows(["....", ".#..", "...."]).unwrap();
    for rule in RULES {
        let planner = Visibility::with_rule(&grid, rule);
        let answer = planner.plan(&Query::new((0, 0), (4, 1)), &mut Workspace::new()).unwrap();
        assert!(line_of_sight(&grid, rule, (0, 0).into(), (4, 1).into()));
        assert_eq!(answer.path().unwrap().places, [(0, 0), (4, 1)].map(Corner::from)[..]);
        assert_eq!(answer.stats.expanded, 1);
        let stay = planner.plan(&Query::new((1, 1), (1, 1)), &mut Workspace::new()).unwrap();
        assert_eq!(stay.path().unwrap().places, [Corner::new(1, 1)]);
        assert_eq!((stay.path().unwrap().cost, stay.stats.expanded), (0.0, 0));
    }
}

#[test]
fn a_stale_graph_is_refused() {
    let mut grid = Grid::from_rows(["...", ".#.", "..."]).unwrap();
    let graph = VisibilityGraph::new(&grid, CornerRule::Open);
    assert!(Visibility::with_graph(&grid, &graph).is_ok());
    grid.set((0, 0), Tile::Blocked).unwrap();
    assert_eq!(Visibility::with_graph(&grid, &graph).unwrap_err(), StaleGraph);
    let other = Grid::from_rows(["...", ".#.", "..."]).unwrap();
    assert_eq!(Visibility::with_graph(&other, &graph).unwrap_err(), StaleGraph);
}

#[test]
fn a_search_that_is_given_up_says_how_far_it_came() {
    let world = PlainWorld::random(40, 40, 15, &mut SplitMix64::new(3));
    let grid = world.to_grid();
    let planner = Visibility::new(&grid);
    let (start, goal) = (Corner::new(0, 0), Corner::new(40, 40));
    let whole = planner.plan(&Query::new(start, goal), &mut Workspace::new()).unwrap();
    assert!(whole.path().is_some() && whole.stats.expanded > 20, "{:?}", whole.stats);
    let mut before = f64::INFINITY;
    for cap in [0, 1, 5, 20] {
        let query = Query::new(start, goal).with_limits(Limits::expansions(cap));
        let answer = planner.plan(&query, &mut Workspace::new()).unwrap();
        assert_eq!(answer.stats.expanded, cap);
        let Outcome::Stopped { why, nearest } = answer.outcome else { panic!("{:?}", answer.outcome) };
        assert_eq!(why, StopReason::Expansions);
        assert_eq!(nearest.places[0], start);
        let length = check_corners(&grid, CornerRule::Closed, &nearest.places).unwrap();
        assert!((length - nearest.cost).abs() <= 1e-9 * length);
        let end = nearest.places[nearest.places.len() - 1];
        let left = f64::from(goal.x - end.x).hypot(f64::from(goal.y - end.y));
        assert!(left <= before, "more work does not end further away");
        before = left;
    }
    assert!(before < 40.0 * 2f64.sqrt(), "it came nearer");
    let flag = CancelFlag::new();
    flag.cancel();
    let query = Query::new(start, goal).with_limits(Limits::cancelled_by(&flag));
    let answer = planner.plan(&query, &mut Workspace::new()).unwrap();
    assert!(matches!(answer.outcome, Outcome::Stopped { why: StopReason::Cancelled, .. }));
}

#[test]
fn the_nearest_place_to_a_goal_is_refused() {
    let grid = Grid::open(3, 3).unwrap();
    let query = Query::new((0, 0), (3, 3)).or_nearest();
    let refused = Visibility::new(&grid).plan(&query, &mut Workspace::new());
    assert!(matches!(refused, Err(QueryError::Unsupported(_))));
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
        let map = folder.join(set).join(format!("{name}.map"));
        let grid = read_map(&map, &Passable::default()).unwrap();
        let scenario = read_scenario(map.with_extension("map.scen")).unwrap();
        let optima = std::fs::read_to_string(folder.join(format!("anyangle/{name}.txt"))).unwrap();
        let optima: Vec<f64> = optima.lines().map(|line| line.parse().unwrap()).collect();
        let graph = VisibilityGraph::new(&grid, CornerRule::Closed);
        let planners = [Visibility::new(&grid), Visibility::with_graph(&grid, &graph).unwrap()];
        let mut workspace = Workspace::new();
        for number in scenario.sample(Some(sample), None) {
            let query = &scenario.queries[number];
            let corner = |cell: tautline::geometry::Cell| Corner::new(cell.x, cell.y);
            let query = Query::new(corner(query.start), corner(query.goal));
            for planner in &planners {
                let answer = planner.plan(&query, &mut workspace).unwrap();
                let found = answer.path().map_or(f64::INFINITY, |path| {
                    check_corners(&grid, CornerRule::Closed, &path.places).unwrap()
                });
                let expected = optima[number];
                let fits =
                    (found.is_infinite() && expected.is_infinite()) || (found - expected).abs() <= 1e-6;
                assert!(fits, "{name}, query {number}: {found}, not {expected}");
            }
        }
    }
}
