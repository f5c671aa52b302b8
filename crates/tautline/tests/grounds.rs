//! Every planner on maps with costs of cells and steps, links and hexagons, or its refusal; and the questions that end near a
//! goal.

use std::f64::consts::SQRT_2;

use tautline::engine::{Algorithm, Feature, Guarantee, Planner, Registry, Selection};
use tautline::geometry::Cell;
use tautline::map::Map;
use tautline::moves::{DiagonalRule, Direction};
use tautline::path::walk_cells;
use tautline::planners::{AStar, AStarConfig};
use tautline::search::{Observer, Query, Reach, Visit, Workspace};
use tautline_testkit::conformance::{check_rich, on_cells, random_variant, variants};
use tautline_testkit::oracle::grounds;
use tautline_testkit::world::{RichWorld, SplitMix64};

use crate::observed::cell;

/// Some queries between free cells; where anything but the goal itself will do, the goal may be blocked.
fn queries(world: &RichWorld, count: usize, rng: &mut SplitMix64) -> Vec<Query> {
    let cells: Vec<Cell> = world.plain.cells().collect();
    let free: Vec<Cell> = cells.iter().copied().filter(|cell| world.plain.is_free(cell.x, cell.y)).collect();
    if free.is_empty() {
        return Vec::new();
    }
    // Whole numbers and halves, and distances between cells that are none of both.
    let radii = [0.0, 0.5, 1.0, SQRT_2, 1.5, 2.0, 5f64.sqrt(), 2.5, 3.0, 3.5];
    let mut one = || {
        let start = rng.pick(&free);
        match rng.below(6) {
            0 => Query::new(start, rng.pick(&cells)).with_reach(Reach::NextTo),
            1 => Query::new(start, rng.pick(&cells)).with_reach(Reach::Within(rng.pick(&radii))),
            2 => Query::new(start, rng.pick(&cells)).or_nearest(),
            3 => Query::new(start, rng.pick(&cells)).with_reach(Reach::NextTo).or_nearest(),
            _ => Query::new(start, rng.pick(&free)),
        }
    };
    let mut queries: Vec<Query> = (0..count).map(|_| one()).collect();
    for query in &mut queries {
        // Two of three ask for one goal only.
        for _ in 0..rng.below(6).saturating_sub(3) {
            query.others.push(rng.pick(&cells).into());
        }
    }
    queries
}

/// Nodes that are there to be compared with are for plain maps and single goals.
fn goes_anywhere(selection: &Selection) -> bool {
    selection.settings().get("nodes").is_none_or(|nodes| nodes == "pooled")
}

fn hold(worlds: usize, seed: u64) {
    let (registry, mut rng) = (Registry::core(), SplitMix64::new(seed));
    for round in 0..worlds {
        let parts = round as u32 % 16;
        let (width, height) = (1 + rng.below(9), 1 + rng.below(8));
        let world = RichWorld::random(width, height, [0, 20, 40][round % 3], parts, &mut rng);
        let queries = queries(&world, 6, &mut rng);
        for planner in on_cells(&registry) {
            let variant = random_variant(&registry, planner, &mut rng);
            if !goes_anywhere(&variant) {
                continue;
            }
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
    let (registry, mut rng) = (Registry::core(), SplitMix64::new(2));
    for parts in 0..16 {
        let world = RichWorld::random(7, 6, 25, parts, &mut rng);
        let queries = queries(&world, 6, &mut rng);
        for planner in on_cells(&registry).filter(|planner| planner.handles(Feature::Hexagons)) {
            for variant in variants(&registry, planner).into_iter().filter(goes_anywhere) {
                if let Err(failure) = check_rich(&variant, &world, &queries) {
                    panic!("{failure}");
                }
            }
        }
    }
}

/// Watches the estimates of a search.
#[derive(Default)]
struct Estimates(Vec<(Cell, f64)>);

impl Observer for Estimates {
    fn generate(&mut self, visit: &Visit) {
        self.0.push((cell(visit.place), visit.h));
    }
}

/// No estimate that is called admissible is larger than what is left, whatever there is to a ground and however near to which
/// goals one wants to come; and on terrain they grow with its smallest cost.
#[test]
fn estimates_are_lower_bounds_on_every_ground() {
    let mut rng = SplitMix64::new(11);
    let (mut tight, mut checked) = (0, 0);
    for round in 0..480 {
        let world = RichWorld::random(6, 6, [0, 20][round % 2], round as u32 % 16, &mut rng);
        let map = world.to_map();
        let queries = queries(&world, 3, &mut rng);
        let metric = rng.pick(&["auto", "octile", "manhattan", "chebyshev", "euclidean"]);
        let rule = rng.pick(&["no-corner-cutting", "cut-both-corners", "never"]);
        let planner = Planner::new(&format!("astar:heuristic={metric}:diagonal={rule}"), &map).unwrap();
        let rule = planner.rule().steps().unwrap();
        if planner.guarantee() != Guarantee::Optimal {
            continue;
        }
        for query in queries {
            let mut seen = Estimates::default();
            let goals: Vec<Cell> = query.goals().map(cell).collect();
            planner.plan_observed(&map, &query, &mut Workspace::new(), &mut seen).unwrap();
            for (cell, h) in seen.0 {
                let ways = grounds::cheapest_ways(&world, rule, 0, cell);
                let is_enough =
                    |&end: &Cell| goals.iter().any(|&goal| query.reach.covers(end, goal, rule, world.tiling));
                let ends = world.plain.cells().filter(is_enough);
                let costs = ends.filter_map(|end| ways[world.plain.index(end)]);
                let left = costs.map(|halves| halves.length() / 2.0).fold(f64::INFINITY, f64::min);
                assert!(
                    h <= left + 1e-9,
                    "{planner:?}, {query:?} at {cell}: {h}, but {left} is left\n{world}"
                );
                tight += usize::from(h > 0.0 && h > left - 1e-9);
                checked += 1;
            }
        }
    }
    assert!(checked > 3000 && tight > 500, "{tight} of {checked} are exact");
    let map = Map::from_costs(9, 9, |cell| 3 + (cell.x % 2) as u16).unwrap();
    let mut seen = Estimates::default();
    let query = Query::new((0, 0), (8, 8));
    let astar = AStar::new(&map, AStarConfig::default()).unwrap();
    astar.plan_observed(&map, &query, &mut Workspace::new(), &mut seen).unwrap();
    let next = seen.0.iter().find(|(cell, _)| *cell == Cell::new(1, 1)).unwrap();
    assert!((next.1 - 3.0 * 7.0 * 2f64.sqrt()).abs() < 1e-9, "three times as much: {}", next.1);
}

/// Paths that no planner would find, too: wandering about, through walls now and then.
#[test]
fn what_a_path_costs_and_whether_it_is_one_is_what_the_oracle_says() {
    let mut rng = SplitMix64::new(4);
    let mut legal = 0;
    for round in 0..4000 {
        let world = RichWorld::random(5, 4, [0, 10, 20][round % 3], round as u32 % 16, &mut rng);
        let map = world.to_map();
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
        let found = walk_cells(&map, rule, f64::from(turn) / 2.0, &path);
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
#[ignore = "full check: minutes"]
fn every_planner_keeps_its_word_on_very_many_grounds() {
    hold(20_000, 3);
}
