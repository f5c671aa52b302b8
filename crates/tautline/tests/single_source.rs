//! Paths from one corner to all others: section 8.1 of the Theta* paper.

use tautline::engine::Algorithm;
use tautline::geometry::Corner;
use tautline::map::Map;
use tautline::moves::CornerRule;
use tautline::path::{Path, check_corners};
use tautline::planners::{
    AngleAlgorithm, AngleConfig, AnglePlanner, ApThetaOptions, LazyThetaOptions, Theta, ThetaConfig,
    ThetaOptions,
};
use tautline::search::{Query, QueryError, Workspace};
use tautline_testkit::world::{PlainWorld, SplitMix64};

/// Without an estimate, a search for one goal expands the same corners in the same order until it comes to the goal: so it finds the
/// path that the search for all of them does.
fn each_is_that_of_a_query_without_estimates<A: AngleAlgorithm>(rule: CornerRule) {
    let mut rng = SplitMix64::new(81);
    let workspace = &mut Workspace::new();
    let (mut found, mut none) = (0, 0);
    for _ in 0..60 {
        let world = PlainWorld::random(2 + rng.below(12), 2 + rng.below(12), rng.below(45), &mut rng);
        let (map, corners) = (world.to_map(), world.corners().collect::<Vec<_>>());
        let config = AngleConfig { rule, weight: 0.0, algorithm: A::default(), ..Default::default() };
        let planner = AnglePlanner::new(&map, config).unwrap();
        let start = rng.pick(&corners);
        let Ok(field) = planner.paths_from(&map, start, workspace) else { continue };
        for &goal in &corners {
            let path = field.path(goal);
            assert_eq!(field.cost(goal), path.as_ref().map(Path::cost));
            if let Some(path) = &path {
                assert_eq!((path.start(), path.end()), (start.into(), goal.into()));
                let length = check_corners(map.grid(), rule, path.corners().unwrap()).unwrap();
                assert!((length - path.cost()).abs() <= 1e-9 * length);
            }
            let Ok(answer) = planner.plan(&map, &Query::new(start, goal), workspace) else { continue };
            match (path, answer.into_path()) {
                (Some(path), Some(other)) if rule == CornerRule::Open => {
                    assert_eq!(path, other);
                    found += 1;
                }
                // Where two obstacles touch, a query is about one side, and here the nearer one counts.
                (Some(path), Some(other)) => {
                    assert!(path.cost() <= other.cost() + 1e-9);
                    found += 1;
                }
                (None, None) => none += 1,
                (path, other) => {
                    assert!(rule == CornerRule::Closed && path.is_some() && other.is_none());
                }
            }
        }
    }
    assert!(found > 1000 && none > 10, "{found} and {none}");
}

#[test]
fn of_every_algorithm_under_both_rules() {
    for rule in [CornerRule::Open, CornerRule::Closed] {
        each_is_that_of_a_query_without_estimates::<ThetaOptions>(rule);
        each_is_that_of_a_query_without_estimates::<LazyThetaOptions>(rule);
        each_is_that_of_a_query_without_estimates::<ApThetaOptions>(rule);
    }
}

#[test]
fn on_terrain_paths_cost_what_their_lines_cost() {
    let mut rng = SplitMix64::new(82);
    let map = Map::from_costs(12, 9, |_| rng.below(6) as u16).unwrap();
    let config = AngleConfig { weight: 0.0, rule: CornerRule::Open, ..Default::default() };
    let (theta, workspace) = (Theta::new(&map, config).unwrap(), &mut Workspace::new());
    let start = Corner::new(0, 4);
    let field = theta.paths_from(&map, start, workspace).unwrap();
    let corners = (0..=9).flat_map(|y| (0..=12).map(move |x| Corner::new(x, y)));
    let mut found = 0;
    for goal in corners {
        let Ok(answer) = theta.plan(&map, &Query::new(start, goal), workspace) else { continue };
        assert_eq!(field.path(goal), answer.into_path(), "{goal}");
        found += usize::from(field.path(goal).is_some());
    }
    assert!(found > 80, "{found}");
    let expanded = field.stats().expanded as usize;
    assert!((found..=found + 4).contains(&expanded), "every corner that can be reached: {expanded}, {found}");
}

#[test]
fn starts_are_checked_and_corners_outside_have_no_path() {
    let world: PlainWorld = PlainWorld::random(4, 4, 0, &mut SplitMix64::new(1));
    let (map, workspace) = (world.to_map(), &mut Workspace::new());
    let theta = Theta::new(&map, ThetaConfig::default()).unwrap();
    let error = theta.paths_from(&map, Corner::new(5, 0), workspace).unwrap_err();
    assert!(matches!(error, QueryError::StartOutside { .. }), "{error}");
    let field = theta.paths_from(&map, Corner::new(4, 4), workspace).unwrap();
    assert_eq!((field.cost(Corner::new(4, 4)), field.cost(Corner::new(0, 5))), (Some(0.0), None));
}
