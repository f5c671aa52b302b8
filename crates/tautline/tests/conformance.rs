//! Every planner of the registry, with every option, against the oracle for cells.

use tautline::engine::Registry;
use tautline::geometry::Cell;
use tautline_testkit::conformance::{
    Xy, check, check_after_edits, hand_made, on_cells, random_variant, variants,
};
use tautline_testkit::world::{PlainWorld, SplitMix64};

/// All cells of the map and some that are not on it.
fn cells_and_beyond(world: &PlainWorld) -> Vec<Cell> {
    let (width, height) = (world.width as i32, world.height as i32);
    let beyond = [(-1, 0), (0, -1), (width, 0), (0, height), (i32::MIN, i32::MIN), (i32::MAX, i32::MAX)];
    world.cells().chain(beyond.map(Cell::from)).collect()
}

fn random_world(largest: u32, rng: &mut SplitMix64) -> PlainWorld {
    let (width, height) = (1 + rng.below(largest), 1 + rng.below(largest));
    let percent = rng.below(60);
    PlainWorld::random(width, height, percent, rng)
}

#[test]
fn every_option_of_every_planner_on_hand_made_worlds_from_some_starts() {
    on_hand_made_worlds(5);
}

#[test]
#[ignore = "full check: a minute: the same from more starts"]
fn every_option_of_every_planner_on_hand_made_worlds() {
    on_hand_made_worlds(25);
}

/// From all cells of small worlds, and about so many of large ones, to all others.
fn on_hand_made_worlds(starts: usize) {
    let registry = Registry::core();
    for planner in on_cells(&registry) {
        for variant in variants(&registry, planner) {
            for world in hand_made() {
                let goals = cells_and_beyond(&world);
                let starts: Vec<Cell> = goals.iter().copied().step_by(1 + goals.len() / starts).collect();
                check(&variant, &world, &starts, &goals).unwrap_or_else(|failure| panic!("{failure}"));
            }
        }
    }
}

#[test]
fn every_world_of_three_by_three_cells_and_every_pair() {
    let registry = Registry::core();
    for planner in on_cells(&registry) {
        let mut selection = registry.select(planner.id).unwrap();
        for rule in ["no-corner-cutting", "cut-one-corner", "cut-both-corners", "never"] {
            if selection.set(&format!("diagonal={rule}")).is_err() {
                continue;
            }
            for world in PlainWorld::all(3, 3) {
                let cells: Vec<Cell> = world.cells().collect();
                check(&selection, &world, &cells, &cells).unwrap_or_else(|failure| panic!("{failure}"));
            }
        }
    }
}

#[test]
fn random_options_on_random_worlds() {
    random_options(600, 12);
}

/// `cargo test --release -p tautline --test suite conformance:: -- --ignored`: as above, at a size that takes minutes.
#[test]
#[ignore = "full check: minutes"]
fn random_options_on_very_many_random_worlds() {
    random_options(60_000, 16);
}

fn random_options(rounds: usize, largest: u32) {
    let (registry, mut rng) = (Registry::core(), SplitMix64::new(2010));
    for _ in 0..rounds {
        let world = random_world(largest, &mut rng);
        let cells: Vec<Cell> = world.cells().collect();
        let mut some = |count| (0..count).map(|_| rng.pick(&cells)).collect::<Vec<_>>();
        let (starts, goals) = (some(3), some(5));
        for planner in on_cells(&registry) {
            let variant = random_variant(&registry, planner, &mut rng);
            check(&variant, &world, &starts, &goals).unwrap_or_else(|failure| panic!("{failure}"));
        }
    }
}

#[test]
fn edits_leave_no_trace() {
    let (registry, mut rng) = (Registry::core(), SplitMix64::new(7));
    for _ in 0..60 {
        let before = random_world(10, &mut rng);
        let mut after = before.clone();
        for _ in 0..5 {
            let cell = Cell::new(rng.below(after.width) as i32, rng.below(after.height) as i32);
            after = after.with(cell, !after.is_free(cell.x, cell.y));
        }
        let places: Vec<Xy> = after.corners().map(Into::into).collect();
        let queries: Vec<_> = (0..10).map(|_| (rng.pick(&places), rng.pick(&places))).collect();
        for variant in registry.iter().flat_map(|planner| variants(&registry, planner)) {
            check_after_edits(&variant, &before, &after, &queries)
                .unwrap_or_else(|failure| panic!("{failure}"));
        }
    }
}
