//! Every planner on maps with costs of cells and steps, links and hexagons, or its refusal; and the questions that end near a
//! goal.

use tautline::geometry::Cell;
use tautline::planners::registry;
use tautline::search::{Query, Reach};
use tautline_testkit::conformance::{check_rich, random_variant, variants};
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
        for planner in registry() {
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
        for planner in registry().iter().filter(|planner| planner.hexagons) {
            for variant in variants(planner) {
                if let Err(failure) = check_rich(&variant, &world, &queries) {
                    panic!("{failure}");
                }
            }
        }
    }
}

#[test]
#[ignore = "takes minutes: run it with --ignored after changes to spaces or heuristics"]
fn every_planner_keeps_its_word_on_very_many_grounds() {
    hold(20_000, 3);
}
