//! The planners that find shortest paths at any angle, on very many worlds: all small ones with all pairs of corners, and random ones.
//!
//! `cargo test --release -p tautline --test suite shortest_at_any_angle:: -- --ignored` takes all 4 × 4 worlds with all pairs of corners, 200,000
//! random worlds of up to 16 × 16 cells and more, each under both rules.

mod by_hand;
mod large;
mod pockets;
pub(crate) mod worlds;

use tautline::engine::{Planner, Registry, Selection};
use tautline::geometry::{Cell, Corner};
use tautline::map::{Map, Tile};
use tautline::moves::CornerRule;
use tautline::path::{Path, check_corners};
use tautline::search::{Limits, Outcome, Query, Stats, Workspace};
use tautline_testkit::conformance::check_on_corners;
use tautline_testkit::oracle::corners::{CornerOracle, check_corner_path};
use tautline_testkit::world::{PlainWorld, SplitMix64, Symmetry};
use worlds::{any_kind, ends};

const RULES: [CornerRule; 2] = [CornerRule::Closed, CornerRule::Open];

fn planners() -> Vec<Selection> {
    let ids =
        ["taut", "taut-prepared", "taut-prepared:bounds=off", "anya", "anya:cul-de-sac=off:intermediate=off"];
    let registry = Registry::core();
    let with_rule = |id: &str, rule: &str| registry.select(&format!("{id}:corners={rule}")).unwrap();
    ids.iter().flat_map(|id| ["closed", "open"].map(|rule| with_rule(id, rule))).collect()
}

/// The length of the path that is found, if there is one; none as well if an end is refused.
fn length(
    planner: &Planner,
    map: &Map,
    start: Corner,
    goal: Corner,
    workspace: &mut Workspace,
) -> Option<f64> {
    planner.plan(map, &Query::new(start, goal), workspace).ok()?.path().map(Path::cost)
}

fn are_equal(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * a.max(b),
        _ => a == b,
    }
}

fn check(world: &PlainWorld, starts: &[Corner], goals: &[Corner]) {
    for planner in planners() {
        check_on_corners(&planner, world, starts, goals).unwrap_or_else(|failure| panic!("{failure}"));
    }
}

fn all_pairs(worlds: impl Iterator<Item = PlainWorld>) {
    for world in worlds {
        let corners: Vec<Corner> = world.corners().collect();
        check(&world, &corners, &corners);
    }
}

/// The world for a message: drawn if it is small.
fn describe(world: &PlainWorld) -> String {
    if world.free.len() <= 4_000 {
        return format!("\n{world}");
    }
    let blocked: Vec<(i32, i32)> = world
        .cells()
        .filter(|cell| !world.is_free(cell.x, cell.y))
        .map(|cell| (cell.x, cell.y))
        .take(100)
        .collect();
    format!("{} × {}, blocked {blocked:?} …", world.width, world.height)
}

/// Holds the planners of a rule on a map to these lengths, and their paths to the oracle's sight, all with one workspace.
fn hold_to(
    lengths: &[(Corner, Corner, Option<f64>)],
    rule: CornerRule,
    world: &PlainWorld,
    map: &Map,
    workspace: &mut Workspace,
) {
    for selection in planners() {
        let planner = selection.planner(map).unwrap();
        if planner.rule() != rule.into() {
            continue;
        }
        for &(start, goal, shortest) in lengths {
            let answer = planner.plan(map, &Query::new(start, goal), workspace).unwrap();
            let fail = |what: String| panic!("{selection}, {start} to {goal}: {what}, {}", describe(world));
            let found = answer.path().map(|path| {
                if path.turns() + 2 < path.len() {
                    fail(format!("goes straight on at a place of {path:?}"));
                }
                check_corner_path(world, rule, start, goal, path.corners().unwrap()).unwrap_or_else(&fail)
            });
            if !are_equal(found, shortest) || !are_equal(found, answer.path().map(Path::cost)) {
                fail(format!("{:?}, shortest {shortest:?}", answer.outcome));
            }
        }
    }
}

/// Holds all planners to the oracle, for every pair of a start and a goal that is not refused.
fn compare(world: &PlainWorld, map: &Map, starts: &[Corner], goals: &[Corner], workspace: &mut Workspace) {
    for rule in RULES {
        let oracle = CornerOracle::new(world, rule);
        let pairs = starts.iter().flat_map(|&start| goals.iter().map(move |&goal| (start, goal)));
        let lengths =
            pairs.filter_map(|(start, goal)| Some((start, goal, oracle.distance(start, goal).ok()?)));
        hold_to(&lengths.collect::<Vec<_>>(), rule, world, map, workspace);
    }
}

/// All pairs in very many worlds.
fn all_lengths(worlds: impl Iterator<Item = PlainWorld>) {
    let mut workspace = Workspace::new();
    for world in worlds {
        let map = world.to_map();
        for rule in RULES {
            let lengths = CornerOracle::new(&world, rule).all_distances();
            hold_to(&lengths, rule, &world, &map, &mut workspace);
        }
    }
}

#[test]
fn small_worlds_and_every_pair() {
    for (width, height) in [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (3, 3)] {
        all_pairs(PlainWorld::all(width, height));
    }
}

#[test]
fn some_worlds_of_four_by_four_and_every_pair() {
    let mut rng = SplitMix64::new(44);
    all_lengths(PlainWorld::all(4, 4).filter(|_| rng.chance(4)));
}

#[test]
#[ignore = "full check: minutes: 65,536 worlds, 625 pairs each"]
fn every_world_of_four_by_four_and_every_pair() {
    all_lengths(PlainWorld::all(4, 4));
}

fn random(rounds: usize, seed: u64, (starts, goals): (usize, usize)) {
    let mut rng = SplitMix64::new(seed);
    for _ in 0..rounds {
        let (width, height) = (1 + rng.below(16), 1 + rng.below(16));
        let world = any_kind(width, height, &mut rng);
        let (starts, goals) = (ends(&world, starts, &mut rng), ends(&world, goals, &mut rng));
        check(&world, &starts, &goals);
    }
}

#[test]
fn random_worlds() {
    random(8_000, 2016, (2, 3));
}

#[test]
#[ignore = "full check: minutes: 200,000 worlds"]
fn very_many_random_worlds() {
    random(200_000, 2017, (3, 4));
}

fn around_words(rounds: usize, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    for round in 0..rounds {
        let width = match rng.below(4) {
            0 => rng.pick(&[63, 64, 65, 127, 128, 129]),
            1 | 2 => 55 + rng.below(16),
            _ => 110 + rng.below(21),
        };
        let height = 1 + rng.below(6);
        let world = any_kind(width, height, &mut rng);
        let world = if round % 4 == 0 { world.transposed() } else { world };
        check(&world, &ends(&world, 3, &mut rng), &ends(&world, 3, &mut rng));
    }
}

#[test]
fn worlds_about_as_wide_as_words() {
    around_words(1_000, 57);
}

#[test]
#[ignore = "full check: minutes: 20,000 wide worlds"]
fn very_many_worlds_about_as_wide_as_words() {
    around_words(20_000, 58);
}

#[test]
fn exchanged_ends_and_turned_worlds_change_no_length() {
    let (mut rng, mut workspace) = (SplitMix64::new(68), Workspace::new());
    let mut found = 0;
    for _ in 0..500 {
        let (width, height) = (1 + rng.below(70), 1 + rng.below(24));
        let world = any_kind(width, height, &mut rng);
        let map = world.to_map();
        let turned = Symmetry::ALL.map(|symmetry| (symmetry, world.turned(symmetry).to_map()));
        let ends: Vec<Corner> =
            ends(&world, 8, &mut rng).into_iter().filter(|&end| !world.is_double_corner(end)).collect();
        for selection in planners() {
            let planner = selection.planner(&map).unwrap();
            let on_turned =
                turned.each_ref().map(|(symmetry, map)| (symmetry, map, selection.planner(map).unwrap()));
            for pair in ends.windows(2) {
                let (start, goal) = (pair[0], pair[1]);
                let cost = length(&planner, &map, start, goal, &mut workspace);
                let exchanged = length(&planner, &map, goal, start, &mut workspace);
                assert!(are_equal(cost, exchanged), "{selection}, {start} to {goal}, exchanged, on\n{world}");
                for (symmetry, map, planner) in &on_turned {
                    let [start, goal] = [start, goal].map(|end| symmetry.corner(&world, end));
                    let other = length(planner, map, start, goal, &mut workspace);
                    assert!(
                        are_equal(cost, other),
                        "{selection}, {start} to {goal}, {symmetry:?}, of\n{world}"
                    );
                }
                found += usize::from(cost.is_some());
            }
        }
    }
    assert!(found > 2_000, "{found}");
}

#[test]
fn each_edit_is_seen() {
    let (mut rng, mut workspace) = (SplitMix64::new(69), Workspace::new());
    for (width, height) in [(14, 12), (66, 5), (3, 60)] {
        let mut world = PlainWorld::random(width, height, 20, &mut rng);
        let mut map = world.to_map();
        for _ in 0..150 {
            let cell = Cell::new(rng.below(width) as i32, rng.below(height) as i32);
            let is_free = rng.chance(70);
            world = world.with(cell, is_free);
            map.set(cell, if is_free { Tile::Free } else { Tile::Blocked }).unwrap();
            compare(&world, &map, &ends(&world, 3, &mut rng), &ends(&world, 3, &mut rng), &mut workspace);
        }
    }
}

#[test]
fn one_workspace_serves_worlds_of_all_sizes_in_turn() {
    let (mut rng, mut workspace) = (SplitMix64::new(70), Workspace::new());
    let sizes = [(1, 1), (70, 3), (3, 70), (16, 16), (130, 2), (2, 130), (1, 64), (64, 1), (9, 9)];
    let worlds = sizes.map(|(width, height)| any_kind(width, height, &mut rng));
    for _ in 0..200 {
        let world = &worlds[rng.below(sizes.len() as u32) as usize];
        compare(world, &world.to_map(), &ends(world, 2, &mut rng), &ends(world, 2, &mut rng), &mut workspace);
    }
}

#[test]
fn with_a_limit_the_answer_is_the_same_or_the_search_stops() {
    let (mut rng, mut workspace) = (SplitMix64::new(71), Workspace::new());
    for _ in 0..60 {
        let (width, height) = (1 + rng.below(30), 1 + rng.below(30));
        let world = any_kind(width, height, &mut rng);
        let map = world.to_map();
        let ends = ends(&world, 2, &mut rng);
        for selection in planners() {
            let planner = selection.planner(&map).unwrap();
            let rule = planner.rule().lines().unwrap();
            let query = Query::new(ends[0], ends[1]);
            let Ok(full) = planner.plan(&map, &query, &mut workspace) else { continue };
            for cap in 0..=full.stats.expanded + 1 {
                let limited = query.clone().with_limits(Limits::expansions(cap));
                let answer = planner.plan(&map, &limited, &mut workspace).unwrap();
                assert!(answer.stats.expanded <= cap, "{selection}, {cap}: {:?} on\n{world}", answer.stats);
                match &answer.outcome {
                    Outcome::Stopped { nearest, .. } => {
                        let work = |stats: Stats| stats.expanded + stats.passed_over;
                        assert!(cap <= work(answer.stats), "{selection} {query:?} on\n{world}");
                        assert!(cap < work(full.stats), "{selection} {query:?} on\n{world}");
                        assert_eq!(nearest.start(), ends[0].into());
                        let length = check_corners(map.grid(), rule, nearest.corners().unwrap()).unwrap();
                        assert!((length - nearest.cost()).abs() <= 1e-9 * length);
                    }
                    outcome => assert_eq!(outcome, &full.outcome, "{selection}, {cap}, on\n{world}"),
                }
            }
        }
    }
}
