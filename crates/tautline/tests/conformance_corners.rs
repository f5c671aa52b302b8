//! Every planner on corners, with every option, against the oracle at any angle.

use tautline::engine::Registry;
use tautline::geometry::Corner;
use tautline_testkit::conformance::{check_on_corners, hand_made, on_corners, random_variant, variants};
use tautline_testkit::world::{PlainWorld, SplitMix64};

/// All corners of the map and some that are not on it.
fn corners_and_beyond(world: &PlainWorld) -> Vec<Corner> {
    let (width, height) = (world.width as i32, world.height as i32);
    let beyond =
        [(-1, 0), (0, -1), (width + 1, 0), (0, height + 1), (i32::MIN, i32::MIN), (i32::MAX, i32::MAX)];
    world.corners().chain(beyond.map(Corner::from)).collect()
}

fn random_world(largest: u32, rng: &mut SplitMix64) -> PlainWorld {
    let (width, height) = (1 + rng.below(largest), 1 + rng.below(largest));
    let percent = rng.below(60);
    PlainWorld::random(width, height, percent, rng)
}

#[test]
fn every_option_of_every_planner_on_hand_made_worlds() {
    let registry = Registry::core();
    for variant in on_corners(&registry).flat_map(|planner| variants(&registry, planner)) {
        for world in hand_made().into_iter().filter(|world| world.width * world.height <= 150) {
            let goals = corners_and_beyond(&world);
            // All pairs on small worlds, a spread of starts on large ones.
            let starts: Vec<Corner> = goals.iter().copied().step_by(1 + goals.len() / 30).collect();
            check_on_corners(&variant, &world, &starts, &goals).unwrap_or_else(|failure| panic!("{failure}"));
        }
    }
}

#[test]
fn every_world_of_three_by_three_cells_and_every_pair() {
    let registry = Registry::core();
    for planner in on_corners(&registry) {
        for rule in ["closed", "open"] {
            let selection = registry.select(&format!("{}:corners={rule}", planner.id)).unwrap();
            for world in PlainWorld::all(3, 3) {
                let corners: Vec<Corner> = world.corners().collect();
                check_on_corners(&selection, &world, &corners, &corners)
                    .unwrap_or_else(|failure| panic!("{failure}"));
            }
        }
    }
}

#[test]
fn random_options_on_random_worlds() {
    random_options(300, 11);
}

/// `cargo test --release -p tautline --test suite conformance_corners:: -- --ignored`: as above, at a size that takes minutes.
#[test]
#[ignore = "full check: minutes"]
fn random_options_on_very_many_random_worlds() {
    random_options(20_000, 14);
}

fn random_options(rounds: usize, largest: u32) {
    let (registry, mut rng) = (Registry::core(), SplitMix64::new(2010));
    for _ in 0..rounds {
        let world = random_world(largest, &mut rng);
        let corners: Vec<Corner> = world.corners().collect();
        let mut some = |count| (0..count).map(|_| rng.pick(&corners)).collect::<Vec<_>>();
        let (starts, goals) = (some(3), some(5));
        for planner in on_corners(&registry) {
            let variant = random_variant(&registry, planner, &mut rng);
            check_on_corners(&variant, &world, &starts, &goals).unwrap_or_else(|failure| panic!("{failure}"));
        }
    }
}
