//! What only the prepared graph of taut lines has: its bytes, its refusals, and that all ways to prepare it find the same lengths.

use tautline::engine::{Algorithm, Choice, Feature, Update};
use tautline::geometry::{Cell, Corner};
use tautline::map::{Map, Stale, Tile};
use tautline::moves::CornerRule;
use tautline::path::{Path, check_corners};
use tautline::planners::{Bounding, Taut, TautConfig, TautLandmarks, TautPrepared, TautPreparedConfig};
use tautline::search::{Limits, Outcome, Query, QueryError, StopReason, Workspace};
use tautline_testkit::world::{PlainWorld, SplitMix64};

use crate::jump_table::{name, open, open_any};
use crate::observed::corner;

const WAYS: [(TautLandmarks, Bounding); 3] = [
    (TautLandmarks::Zero, Bounding::Off),
    (TautLandmarks::Sixteen, Bounding::Off),
    (TautLandmarks::Sixteen, Bounding::On),
];

#[test]
fn however_it_is_prepared_the_lengths_are_those_of_taut() {
    let mut rng = SplitMix64::new(77);
    let mut workspace = Workspace::new();
    let mut expanded = [0; 3];
    for round in 0..12 {
        let world = PlainWorld::random(50, 60, 3 + rng.below(40), &mut rng);
        let (map, rule) = (world.to_map(), [CornerRule::Closed, CornerRule::Open][round % 2]);
        let planners = WAYS.map(|(landmarks, bounds)| {
            TautPrepared::new(&map, TautPreparedConfig { rule, landmarks, bounds }).unwrap()
        });
        let online = Taut::new(&map, TautConfig { rule }).unwrap();
        for _ in 0..60 {
            let corner = |rng: &mut SplitMix64| Corner::new(rng.below(51) as i32, rng.below(61) as i32);
            let query = Query::new(corner(&mut rng), corner(&mut rng));
            let Ok(truth) = online.plan(&map, &query, &mut workspace) else { continue };
            for (planner, expanded) in planners.iter().zip(&mut expanded) {
                let answer = planner.plan(&map, &query, &mut workspace).unwrap();
                let lengths = [&truth, &answer].map(|answer| answer.path().map_or(-1.0, Path::cost));
                assert!((lengths[0] - lengths[1]).abs() < 1e-9, "{query:?}: {lengths:?} on\n{world}");
                if let Some(path) = answer.path() {
                    let length = check_corners(map.grid(), rule, path.corners().unwrap()).unwrap();
                    assert!((length - path.cost()).abs() < 1e-9);
                    assert_eq!(path.turns(), path.len().saturating_sub(2), "{path:?}");
                }
                *expanded += answer.stats.expanded;
            }
        }
    }
    assert!(expanded[1].max(expanded[2]) < expanded[0], "{expanded:?}");
}

fn configs() -> impl Iterator<Item = TautPreparedConfig> {
    let rules = [CornerRule::Closed, CornerRule::Open];
    rules
        .into_iter()
        .flat_map(|rule| WAYS.map(|(landmarks, bounds)| TautPreparedConfig { rule, landmarks, bounds }))
}

fn spec(TautPreparedConfig { rule, landmarks, bounds }: TautPreparedConfig) -> String {
    format!("taut-prepared:corners={}:landmarks={}:bounds={}", name(rule), name(landmarks), name(bounds))
}

/// Whatever bytes can name.
fn specs() -> Vec<String> {
    let mut all = Vec::new();
    for &(_, rule) in CornerRule::CHOICES {
        for &(_, landmarks) in TautLandmarks::CHOICES {
            let config = |&(_, bounds): &(_, Bounding)| TautPreparedConfig { rule, landmarks, bounds };
            all.extend(Bounding::CHOICES.iter().map(|bounds| spec(config(bounds))));
        }
    }
    all
}

fn queries(world: &PlainWorld, count: usize, rng: &mut SplitMix64) -> Vec<Query> {
    let corners: Vec<Corner> = world.corners().collect();
    (0..count).map(|_| Query::new(rng.pick(&corners), rng.pick(&corners))).collect()
}

#[test]
fn bytes_make_the_same_graph_again() {
    let mut rng = SplitMix64::new(31);
    let mut workspace = Workspace::new();
    for percent in [0, 10, 30, 45] {
        let world = PlainWorld::random(40, 30, percent, &mut rng);
        let map = world.to_map();
        for config in configs() {
            let one = TautPrepared::new(&map, config).unwrap();
            let bytes = one.to_bytes().unwrap();
            let other = open(&map, &spec(config), &bytes).unwrap();
            assert_eq!(other.to_bytes(), Some(bytes));
            assert_eq!(
                (other.id(), other.rule(), other.revision(), other.memory()),
                ("taut-prepared", config.rule.into(), Some(map.revision()), one.memory())
            );
            for query in queries(&world, 60, &mut rng) {
                assert_eq!(one.plan(&map, &query, &mut workspace), other.plan(&map, &query, &mut workspace));
            }
        }
    }
}

/// Cut, lengthened or changed anywhere: an error, or a graph whose answers are legal.
#[test]
fn wrong_bytes_never_panic() {
    let mut rng = SplitMix64::new(32);
    let world = PlainWorld::random(24, 20, 25, &mut rng);
    let (map, other) = (world.to_map(), PlainWorld::random(24, 20, 25, &mut rng).to_map());
    let mut workspace = Workspace::new();
    let (mut accepted, mut refused) = (0, 0);
    let specs = specs();
    for config in configs() {
        let bytes = TautPrepared::new(&map, config).unwrap().to_bytes().unwrap();
        assert!(open(&other, &spec(config), &bytes).is_err(), "another map");
        for length in (0..bytes.len()).step_by(1 + bytes.len() / 100) {
            assert!(open_any(&map, &specs, &bytes[..length]).is_err(), "cut at {length}");
        }
        assert!(open_any(&map, &specs, &[&bytes[..], &[0]].concat()).is_err(), "too long");
        for _ in 0..600 {
            let mut changed = bytes.clone();
            let range = if rng.chance(20) { 36 } else { changed.len() as u32 };
            changed[rng.below(range) as usize] = rng.below(256) as u8;
            let Ok(planner) = open_any(&map, &specs, &changed) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            let rule = planner.rule().lines().unwrap();
            for query in queries(&world, 5, &mut rng) {
                let Ok(answer) = planner.plan(&map, &query, &mut workspace) else { continue };
                if let Outcome::Found(path) = answer.outcome {
                    check_corners(map.grid(), rule, path.corners().unwrap()).unwrap();
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused");
}

/// Ways of more than 16-bit units, and of very many lines: estimates stay below them.
#[test]
fn landmarks_do_not_mislead_on_very_long_paths() {
    let (width, height) = (300u32, 241u32);
    let snake = |cell: Cell| {
        let gap = if cell.y % 4 == 1 { width as i32 - 1 } else { 0 };
        if cell.y % 2 == 1 && cell.x != gap { Tile::Blocked } else { Tile::Free }
    };
    let map = Map::from_fn(width, height, snake).unwrap();
    let config = TautPreparedConfig { bounds: Bounding::Off, ..Default::default() };
    let (prepared, mut workspace) = (TautPrepared::new(&map, config).unwrap(), Workspace::new());
    let taut = Taut::new(&map, TautConfig::default()).unwrap();
    let mut rng = SplitMix64::new(12);
    let mut longest: f64 = 0.0;
    for _ in 0..300 {
        let mut any = || Corner::new(rng.below(width + 1) as i32, rng.below(height + 1) as i32);
        let query = Query::new(any(), any());
        let [truth, found] = [&taut as &dyn Algorithm, &prepared]
            .map(|planner| planner.plan(&map, &query, &mut workspace).unwrap().path().unwrap().cost());
        assert!((truth - found).abs() <= 1e-12 * truth, "{query:?}: {truth} and {found}");
        longest = longest.max(found);
    }
    assert!(longest > f64::from(i16::MAX), "{longest}");
}

#[test]
fn another_part_of_the_map_is_found_to_be_one_without_a_search() {
    let dots = |cell: Cell| {
        let is_dot = cell.x % 5 == 2 && cell.y % 5 == 2;
        if is_dot || cell.x == 50 { Tile::Blocked } else { Tile::Free }
    };
    let map = Map::from_fn(100, 60, dots).unwrap();
    let config = TautPreparedConfig { bounds: Bounding::Off, ..Default::default() };
    let planner = TautPrepared::new(&map, config).unwrap();
    let query = Query::new(Corner::new(0, 0), Corner::new(100, 60));
    let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
    assert_eq!((answer.outcome, answer.stats.expanded), (Outcome::Unreachable, 0));
}

#[test]
fn a_stale_graph_is_refused() {
    let mut map = Map::from_rows(["...", ".#.", "..."]).unwrap();
    let mut planner = TautPrepared::new(&map, TautPreparedConfig::default()).unwrap();
    // Around the obstacle, both ways.
    assert_eq!((planner.corners(), planner.edges()), (4, 8));
    let (query, mut workspace) = (Query::new(Corner::new(0, 1), Corner::new(3, 3)), Workspace::new());
    assert!(planner.plan(&map, &query, &mut workspace).is_ok());
    let before = planner.to_bytes().unwrap();
    map.block((0, 0)).unwrap();
    let refused = planner.plan(&map, &query, &mut workspace).unwrap_err();
    assert_eq!(refused, QueryError::Stale(Stale));
    assert!(refused.to_string().ends_with("update it"));
    assert!(open(&map, "taut-prepared", &before).is_err(), "nor as bytes");
    assert_eq!(planner.update(&map), Ok(Update::Rebuilt));
    let rebuilt = TautPrepared::new(&map, planner.config()).unwrap();
    assert_eq!(planner.to_bytes(), rebuilt.to_bytes());
    assert!(planner.plan(&map, &query, &mut workspace).is_ok());
    assert_eq!(planner.update(&map), Ok(Update::Unchanged));
}

#[test]
fn a_search_that_is_given_up_says_how_far_it_came() {
    let world = PlainWorld::random(40, 40, 25, &mut SplitMix64::new(3));
    let map = world.to_map();
    let config =
        TautPreparedConfig { bounds: Bounding::Off, landmarks: TautLandmarks::Zero, ..Default::default() };
    let planner = TautPrepared::new(&map, config).unwrap();
    let (start, goal) = (Corner::new(0, 0), Corner::new(40, 40));
    let whole = planner.plan(&map, &Query::new(start, goal), &mut Workspace::new()).unwrap();
    assert!(whole.is_complete() && whole.stats.expanded > 20, "{:?}", whole.stats);
    let mut before = f64::INFINITY;
    for cap in [0, 1, 5, 20] {
        let query = Query::new(start, goal).with_limits(Limits::expansions(cap));
        let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
        assert_eq!(answer.stats.expanded, cap);
        let Outcome::Stopped { why, nearest } = answer.outcome else { panic!("{:?}", answer.outcome) };
        assert_eq!((why, nearest.start()), (StopReason::Expansions, start.into()));
        let length = check_corners(map.grid(), CornerRule::Closed, nearest.corners().unwrap()).unwrap();
        assert!((length - nearest.cost()).abs() <= 1e-9 * length);
        let end = corner(nearest.end());
        let left = f64::from(goal.x - end.x).hypot(f64::from(goal.y - end.y));
        assert!(left <= before, "more work does not end further away");
        before = left;
    }
    assert!(before < 40.0 * 2f64.sqrt(), "it came nearer");
}

/// Estimates by landmarks are not consistent: a shorter way to a corner may be known before it is to those behind it.
#[test]
fn the_cost_of_a_path_is_its_length_whenever_the_search_is_given_up() {
    let map = Map::from_rows([
        "...#.....................##...",
        "...................#......#.#.",
        "...........#.......#.........#",
        "###......######...............",
    ])
    .unwrap();
    let config = TautPreparedConfig { bounds: Bounding::Off, ..Default::default() };
    let (planner, mut workspace) = (TautPrepared::new(&map, config).unwrap(), Workspace::new());
    let query = Query::new(Corner::new(0, 3), Corner::new(30, 2));
    let whole = planner.plan(&map, &query, &mut workspace).unwrap();
    assert!(whole.stats.reopened > 0, "{:?}", whole.stats);
    for cap in 0..=whole.stats.expanded {
        let limited = query.clone().with_limits(Limits::expansions(cap));
        let (Outcome::Stopped { nearest: path, .. } | Outcome::Found(path)) =
            planner.plan(&map, &limited, &mut workspace).unwrap().outcome
        else {
            panic!("no path with {cap}")
        };
        let length = check_corners(map.grid(), CornerRule::Closed, path.corners().unwrap()).unwrap();
        assert!((length - path.cost()).abs() <= 1e-9 * length, "{cap}: {length}, {path:?}");
    }
}

/// Bytes of a map that was edited can be accepted, where all lines are still free: paths may be longer then, but they are paths.
#[test]
fn bytes_of_another_map_lead_along_paths_or_are_refused() {
    let mut map = Map::from_rows(["...", "##.", "..."]).unwrap();
    let config =
        TautPreparedConfig { rule: CornerRule::Open, landmarks: TautLandmarks::Zero, bounds: Bounding::Off };
    let bytes = TautPrepared::new(&map, config).unwrap().to_bytes().unwrap();
    map.free((1, 1)).unwrap();
    let planner = open(&map, &spec(config), &bytes).unwrap();
    let query = Query::new(Corner::new(0, 1), Corner::new(1, 2));
    let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
    let path = answer.path().unwrap();
    assert!(check_corners(map.grid(), CornerRule::Open, path.corners().unwrap()).is_ok(), "{path:?}");
}

#[test]
fn the_nearest_place_to_a_goal_is_refused() {
    let map = Map::open(3, 3).unwrap();
    let query = Query::new(Corner::new(0, 0), Corner::new(3, 3)).or_nearest();
    let planner = TautPrepared::new(&map, TautPreparedConfig::default()).unwrap();
    let refused = planner.plan(&map, &query, &mut Workspace::new());
    assert!(matches!(refused, Err(QueryError::Unsupported(error)) if error.what == Feature::Nearest));
}
