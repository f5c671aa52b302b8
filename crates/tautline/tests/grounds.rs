//! Every planner on maps with costs of cells and steps, links and hexagons, or its refusal; and the questions that end near a
//! goal.

use tautline::geometry::Cell;
use tautline::moves::{DiagonalRule, Direction};
use tautline::path::walk_cells;
use tautline::search::{Query, Reach};
use tautline_testkit::conformance::{check_rich, on_cells, random_variant, variants};
use tautline_testkit::oracle::grounds;
use tautline_testkit::world::{RichWorld, SplitMix64};

/// Some queries between free cells; where anything but the goal itself will do, the goal may be blocked.
fn queries(world: &RichWorld, count: usize, rng: &mut SplitMix64) -> Vec<Query<Cell>> {
    let cells: Vec<Cell> = world.plain.cells().collect();
    let free: Vec<Cell> = cells.iter().copied().filter(|cell| world.plain.is_free(cell.x, cell.y)).collect();
    if free.is_empty() {
        return Vec::new();
    }
    let mut one = || {
        let start = rng.pick(&free);
        match rng.below(6) {
            0 => Query::new(start, rng.pick(&cells)).with_reach(Reach::NextTo),
            1 => Query::new(start, rng.pick(&cells)).with_reach(Reach::Within(rng.below(4))),
            2 => Query::new(start, rng.pick(&cells)).or_nearest(),
            3 => Query::new(start, rng.pick(&cells)).with_reach(Reach::NextTo).or_nearest(),
            _ => Query::new(start, rng.pick(&free)),
        }
    };
    let mut queries: Vec<Query<Cell>> = (0..count).map(|_| one()).collect();
    for query in &mut queries {
        // Two of three ask for one goal only.
        for _ in 0..rng.below(6).saturating_sub(3) {
            query.others.push(rng.pick(&cells));
        }
    }
    queries
}

fn hold(worlds: usize, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    for round in 0..worlds {
        let parts = round as u32 % 16;
        let (width, height) = (1 + rng.below(9), 1 + rng.below(8));
        let world = RichWorld::random(width, height, [0, 20, 40][round % 3], parts, &mut rng);
        let queries = queries(&world, 6, &mut rng);
        for planner in on_cells() {
            let variant = random_variant(planner, &mut rng);
            if let Err(failure) = check_rich(&variant, &world, &queries) {
                panic!("seed {seed}, round {round}: {failure}");
            }
        }
    }
}

#[test]
fn every_planner_keeps_its_word_on_every_ground() {
    hold(400, 1);
}

/// Each value of each option, on each kind of ground.
#[test]
fn every_option_goes_with_every_ground() {
    let mut rng = SplitMix64::new(2);
    for parts in 0..16 {
        let world = RichWorld::random(7, 6, 25, parts, &mut rng);
        let queries = queries(&world, 6, &mut rng);
        for planner in on_cells().filter(|planner| planner.hexagons) {
            for variant in variants(planner) {
                if let Err(failure) = check_rich(&variant, &world, &queries) {
                    panic!("{failure}");
                }
            }
        }
    }
}

/// Paths that no planner would find, too: wandering about, through walls now and then.
#[test]
fn what_a_path_costs_and_whether_it_is_one_is_what_the_oracle_says() {
    let mut rng = SplitMix64::new(4);
    let mut legal = 0;
    for round in 0..4000 {
        let world = RichWorld::random(5, 4, [0, 10, 20][round % 3], round as u32 % 16, &mut rng);
        let built = world.build();
        let rule = rng.pick(&DiagonalRule::ALL);
        let turn = rng.below(4);
        let mut path = vec![Cell::new(rng.below(5) as i32, rng.below(4) as i32)];
        for _ in 0..rng.below(6) {
            let here = path[path.len() - 1];
            let links = world.links.iter().filter(|link| link.from == here).map(|link| link.to);
            let near = Direction::ALL.map(|direction| here + direction);
            let on: Vec<Cell> = links.clone().chain(links).chain(near).collect();
            path.push(rng.pick(&on));
        }
        let expected = grounds::walk(&world, rule, turn, &path);
        let found = walk_cells(built.ground(), rule, f64::from(turn) / 2.0, &path);
        match (&expected, &found) {
            (Ok(halves), Ok(walked)) => {
                let cost = halves.length() / 2.0;
                assert!(
                    (walked.cost - cost).abs() <= 1e-12 * cost,
                    "{world}{path:?} {rule:?} {turn} {found:?}"
                );
                legal += 1;
            }
            (Err(_), Err(_)) => {}
            _ => panic!("{world}{path:?} {rule:?} {turn}: {found:?}, expected {expected:?}"),
        }
    }
    assert!(legal > 800, "{legal}");
}

#[test]
#[ignore = "takes minutes: run it with --ignored after changes to spaces or heuristics"]
fn every_planner_keeps_its_word_on_very_many_grounds() {
    hold(20_000, 3);
}
