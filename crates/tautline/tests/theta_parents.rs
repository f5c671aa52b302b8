//! In the searches in which the parent of a corner can be any corner, every parent sees its corner, at every moment.

use std::collections::HashMap;

use tautline::engine::Algorithm;
use tautline::geometry::{Corner, Point};
use tautline::map::Map;
use tautline::moves::{CornerMoves, CornerRule};
use tautline::open::TieBreak;
use tautline::path::check_corners;
use tautline::planners::{
    AngleAlgorithm, AngleConfig, AnglePlanner, ApThetaOptions, First, LazyThetaOptions, Paths, Reexpand,
    Replace, ThetaOptions,
};
use tautline::search::{Observer, Query, Visit, Workspace};
use tautline_testkit::oracle::corners::obstruction;
use tautline_testkit::world::{PlainWorld, SplitMix64};

use crate::observed::corner;

const RULES: [CornerRule; 2] = [CornerRule::Open, CornerRule::Closed];

/// Which parents are held to be seen.
#[derive(Clone, Copy, PartialEq)]
enum Held {
    /// All.
    Generated,
    /// Those of expanded corners: Lazy Theta* takes the others for granted.
    Expanded,
}

/// Follows the ways that a search knows and holds them to be legal.
struct Judge<'w> {
    world: &'w PlainWorld,
    map: &'w Map,
    rule: CornerRule,
    held: Held,
    /// All ways that were ever known to a corner, with their lengths. A corner at which two obstacles touch can be two places of
    /// the search, which an observer cannot tell apart; the lengths can.
    ways: HashMap<Corner, Vec<(f64, Vec<Corner>)>>,
    expanded: Option<Corner>,
    /// How many ways came straight from another corner than the one that was expanded.
    by_path_2: u64,
    failure: Option<String>,
}

impl<'w> Judge<'w> {
    fn new(world: &'w PlainWorld, map: &'w Map, rule: CornerRule, held: Held) -> Self {
        let (ways, expanded) = (HashMap::new(), None);
        Self { world, map, rule, held, ways, expanded, by_path_2: 0, failure: None }
    }

    fn follow(&mut self, &Visit { place, parent, g, .. }: &Visit) {
        let place = corner(place);
        let Some(parent) = parent.map(corner) else {
            self.ways.insert(place, vec![(0.0, vec![place])]);
            return;
        };
        let distance = Point::from(parent).distance(place.into());
        let extended = self.ways.get(&parent).into_iter().flatten().find_map(|(length, way)| {
            let way: Vec<Corner> = way.iter().copied().chain([place]).collect();
            let is_it = (length + distance - g).abs() < 1e-9;
            (is_it && check_corners(self.map.grid(), self.rule, &way).is_ok()).then_some(way)
        });
        match extended {
            Some(way) if obstruction(self.world, self.rule, parent, place).is_none() => {
                self.ways.entry(place).or_default().push((g, way));
            }
            _ => {
                let about = format!("{:?} {place} does not see {parent}{:?}", self.rule, self.world);
                self.failure.get_or_insert(about);
            }
        }
    }
}

impl Observer for Judge<'_> {
    fn expand(&mut self, visit: &Visit) {
        self.expanded = Some(corner(visit.place));
        if self.held == Held::Expanded || visit.parent.is_none() {
            self.follow(visit);
        }
    }

    fn generate(&mut self, visit: &Visit) {
        self.by_path_2 += u64::from(visit.parent.map(corner) != self.expanded);
        if self.held == Held::Generated {
            self.follow(visit);
        }
    }
}

/// Small worlds, and some that are wider or higher than a word has bits.
fn random_world(rng: &mut SplitMix64) -> PlainWorld {
    let (width, height) = match rng.below(20) {
        0 => (65 + rng.below(70), 1 + rng.below(6)),
        1 => (1 + rng.below(6), 65 + rng.below(70)),
        _ => (1 + rng.below(11), 1 + rng.below(11)),
    };
    PlainWorld::random(width, height, rng.below(50), rng)
}

/// Plans in thousands of worlds, and returns how often Path 2 was taken. The same seed asks the same queries.
fn judge<A: AngleAlgorithm>(seed: u64, held: Held, mut algorithm: impl FnMut(&mut SplitMix64) -> A) -> u64 {
    let mut worlds = SplitMix64::new(seed);
    let mut options = SplitMix64::new(seed);
    let mut workspace = Workspace::new();
    let (mut planned, mut by_path_2) = (0, 0);
    for _ in 0..4000 {
        let world = random_world(&mut worlds);
        let map = world.to_map();
        let corners: Vec<Corner> = world.corners().collect();
        for rule in RULES {
            let query = Query::new(worlds.pick(&corners), worlds.pick(&corners));
            let ties = options.pick(&[TieBreak::SmallerG, TieBreak::LargerG, TieBreak::Fifo, TieBreak::Lifo]);
            let weight = options.pick(&[1.0, 1.0, 0.5, 0.0]);
            let config = AngleConfig { rule, ties, weight, algorithm: algorithm(&mut options) };
            let mut judge = Judge::new(&world, &map, rule, held);
            let planner = AnglePlanner::new(&map, config).unwrap();
            if planner.plan_observed(&map, &query, &mut workspace, &mut judge).is_err() {
                continue;
            }
            assert_eq!(judge.failure, None);
            planned += 1;
            by_path_2 += judge.by_path_2;
        }
    }
    assert!(planned > 5000, "{planned} queries");
    by_path_2
}

#[test]
fn of_ap_theta_and_it_takes_path_2_nearly_as_often() {
    let ap = judge(31, Held::Generated, |_| ApThetaOptions::default());
    let basic = judge(31, Held::Generated, |_| ThetaOptions::default());
    assert!(ap > basic / 10 * 9, "{ap} times, Theta* {basic} times");
    judge(32, Held::Generated, |_| ApThetaOptions { first: First::Path1 });
}

#[test]
fn of_theta_with_all_options() {
    judge(33, Held::Generated, |rng| ThetaOptions {
        moves: rng.pick(&CornerMoves::ALL),
        first: rng.pick(&[First::Path1, First::Path2]),
        replace: rng.pick(&[Replace::Longer, Replace::Equal]),
        reexpand: rng.pick(&[Reexpand::No, Reexpand::Yes, Reexpand::DelayGoal]),
        paths: rng.pick(&[Paths::Two, Paths::Three, Paths::Key]),
    });
}

/// The g of each corner when it was expanded last; whether it was smaller each time.
#[derive(Default)]
struct Expanded {
    last: HashMap<Corner, f64>,
    again: u64,
}

impl Observer for Expanded {
    fn expand(&mut self, visit: &Visit) {
        if let Some(before) = self.last.insert(corner(visit.place), visit.g) {
            assert!(visit.g < before, "{} again with {} after {before}", visit.place, visit.g);
            self.again += 1;
        }
    }
}

/// Equally long ways replace each other in the open list only.
#[test]
fn corners_are_expanded_again_with_shorter_ways_only() {
    let mut rng = SplitMix64::new(9);
    let mut again = 0;
    for _ in 0..4000 {
        let world = PlainWorld::random(4 + rng.below(12), 4 + rng.below(12), rng.below(30), &mut rng);
        let (map, corners) = (world.to_map(), world.corners().collect::<Vec<_>>());
        let algorithm = ThetaOptions {
            moves: rng.pick(&CornerMoves::ALL),
            first: rng.pick(&[First::Path1, First::Path2]),
            replace: Replace::Equal,
            reexpand: rng.pick(&[Reexpand::Yes, Reexpand::DelayGoal]),
            paths: Paths::Two,
        };
        let ties = rng.pick(&[TieBreak::LargerG, TieBreak::SmallerG, TieBreak::Lifo]);
        let config = AngleConfig { rule: CornerRule::Open, ties, algorithm, ..Default::default() };
        let query = Query::new(rng.pick(&corners), rng.pick(&corners));
        let mut expanded = Expanded::default();
        let planner = AnglePlanner::new(&map, config).unwrap();
        let _ = planner.plan_observed(&map, &query, &mut Workspace::new(), &mut expanded);
        again += expanded.again;
    }
    assert!(again > 500, "{again}");
}

/// The footnote of section 9.3: a goal that waits lets every other corner be expanded before.
#[test]
fn a_delayed_goal_comes_last() {
    let map = Map::open(20, 20).unwrap();
    let query = Query::new(Corner::new(0, 0), Corner::new(9, 4));
    let expanded = |reexpand| {
        let config =
            AngleConfig { algorithm: ThetaOptions { reexpand, ..Default::default() }, ..Default::default() };
        let planner = AnglePlanner::new(&map, config).unwrap();
        let answer = planner.plan(&map, &query, &mut Workspace::new()).unwrap();
        assert_eq!(answer.path().unwrap().len(), 2);
        answer.stats.expanded
    };
    assert!(expanded(Reexpand::Yes) < 100);
    assert_eq!(expanded(Reexpand::DelayGoal), 21 * 21 - 1);
}

#[test]
fn of_lazy_theta_once_they_are_expanded() {
    judge(34, Held::Expanded, |rng| LazyThetaOptions { moves: rng.pick(&CornerMoves::ALL) });
}
