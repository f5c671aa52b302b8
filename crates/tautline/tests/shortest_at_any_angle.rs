//! The planners that find shortest paths at any angle, on very many worlds: all small ones with all pairs of corners, and random ones.

use tautline::geometry::Corner;
use tautline::planners::Selection;
use tautline_testkit::conformance::check_on_corners;
use tautline_testkit::world::{PlainWorld, SplitMix64};

const RULES: [&str; 2] = ["closed", "open"];

fn planners() -> Vec<Selection> {
    let ids = [
        "taut",
        "anya",
        "anya:cul-de-sac=off",
        "anya:intermediate=off",
        "anya:cul-de-sac=off:intermediate=off",
    ];
    let with_rule = |id: &str, rule: &str| format!("{id}:corners={rule}").parse().unwrap();
    ids.iter().flat_map(|id| RULES.map(|rule| with_rule(id, rule))).collect()
}

fn all_pairs(worlds: impl Iterator<Item = PlainWorld>) {
    let planners = planners();
    for world in worlds {
        let corners: Vec<Corner> = world.corners().collect();
        for planner in &planners {
            check_on_corners(planner, &world, &corners, &corners)
                .unwrap_or_else(|failure| panic!("{failure}"));
        }
    }
}

#[test]
fn small_worlds_and_every_pair() {
    for (width, height) in [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (3, 3)] {
        all_pairs(PlainWorld::all(width, height));
    }
}

fn random(rounds: usize, largest: u32) {
    let mut rng = SplitMix64::new(2016);
    let planners = planners();
    for _ in 0..rounds {
        let (width, height) = (1 + rng.below(largest), 1 + rng.below(largest));
        let percent = rng.below(60);
        let world = PlainWorld::random(width, height, percent, &mut rng);
        let corners: Vec<Corner> = world.corners().collect();
        let mut some = |count| (0..count).map(|_| rng.pick(&corners)).collect::<Vec<_>>();
        let (starts, goals) = (some(4), some(6));
        for planner in &planners {
            check_on_corners(planner, &world, &starts, &goals).unwrap_or_else(|failure| panic!("{failure}"));
        }
    }
}

#[test]
fn random_worlds() {
    random(1_000, 16);
}
