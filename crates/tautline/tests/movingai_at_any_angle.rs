//! Outside truth at any angle: the lengths of shortest paths on the MovingAI maps, where others have found them, and the oracle's elsewhere.
//!
//! The variable `TAUTLINE_MOVINGAI` names the folder, see `movingai.rs`; the lengths are in its folder `anyangle`. The quick check
//! takes a sample of a map of each set, the full one every query: `cargo test --release -p tautline --test suite movingai_at_any_angle:: -- --ignored`.

use std::path::Path;

use tautline::engine::{Planner, Registry, Selection};
use tautline::geometry::Corner;
use tautline::map::Map;
use tautline::moves::CornerRule;
use tautline::search::{Query, Workspace};
use tautline_maps::movingai::read_references;
use tautline_testkit::oracle::corners::{CornerOracle, check_corner_path};
use tautline_testkit::world::PlainWorld;

use crate::movingai::files::{folder, load, maps, one_map_of_each_set};

const RULE: CornerRule = CornerRule::Closed;

/// Those that search over cones. The last one prepares the map, which takes far longer than a sample: it takes every fourth.
fn planners(map: usize) -> Vec<Selection> {
    let ids = ["anya", "taut", "taut-prepared"];
    let count = if map.is_multiple_of(4) { 3 } else { 2 };
    ids.iter().take(count).map(|id| Registry::core().select(id).unwrap()).collect()
}

/// The length of the planner's path, which the oracle has walked; none where it finds none.
fn length(
    planner: &Planner,
    (map, world): (&Map, &PlainWorld),
    (start, goal): (Corner, Corner),
    workspace: &mut Workspace,
) -> Option<f64> {
    let answer = planner.plan(map, &Query::new(start, goal), workspace).unwrap();
    answer.path().map(|path| {
        let walked = check_corner_path(world, RULE, start, goal, path.corners().unwrap()).unwrap();
        assert!((walked - path.cost()).abs() <= 1e-9 * walked);
        path.cost()
    })
}

fn check_published(folder: &Path, file: &Path, planners: &[Selection], sample: Option<usize>) {
    let (map, scenario) = load(file);
    let world = PlainWorld::from_grid(map.grid());
    let name = file.file_stem().unwrap().to_string_lossy();
    let published = read_references(folder.join(format!("anyangle/{name}.txt"))).unwrap();
    for selection in planners {
        let (planner, mut workspace) = (selection.planner(&map).unwrap(), Workspace::new());
        for number in scenario.sample(sample, None) {
            let query = &scenario.queries[number];
            let [start, goal] = [query.start, query.goal].map(|cell| Corner::new(cell.x, cell.y));
            let found = length(&planner, (&map, &world), (start, goal), &mut workspace);
            let fits = match (found, published[number]) {
                (Some(found), Some(published)) => (found - published).abs() <= 1e-6,
                (found, published) => found == published,
            };
            assert!(fits, "{selection} on {name}, query {number}: {found:?}, {:?}", published[number]);
        }
    }
}

/// On a part of a map of so many cells, as the oracle looks from every corner to every other.
fn check_oracle(file: &Path, (left, top): (u32, u32), size: u32, planners: &[Selection]) -> usize {
    let (map, _) = load(file);
    let is_free = |x: i32, y: i32| map.is_free((x + left as i32, y + top as i32));
    let world = PlainWorld::from_fn(size, size, |cell| is_free(cell.x, cell.y));
    let (part, oracle) = (world.to_map(), CornerOracle::new(&world, RULE));
    let free: Vec<_> = world.free_cells().map(|cell| Corner::new(cell.x, cell.y)).collect();
    let ends: Vec<Corner> = free.iter().copied().step_by(free.len() / 16 + 1).collect();
    let (mut workspace, mut found) = (Workspace::new(), 0);
    for selection in planners {
        let planner = selection.planner(&part).unwrap();
        for pair in ends.iter().flat_map(|&start| ends.iter().map(move |&goal| (start, goal))) {
            let truth = oracle.distance(pair.0, pair.1).unwrap();
            let length = length(&planner, (&part, &world), pair, &mut workspace);
            let fits = match (length, truth) {
                (Some(length), Some(truth)) => (length - truth).abs() <= 1e-9 * truth.max(1.0),
                (length, truth) => length == truth,
            };
            assert!(
                fits,
                "{selection} on {} at {left}, {top}, {pair:?}: {length:?}, {truth:?}",
                file.display()
            );
            found += usize::from(truth.is_some());
        }
    }
    found
}

#[test]
fn a_sample_of_one_map_of_each_set_has_the_published_lengths() {
    let Some(folder) = folder() else { return };
    for (number, map) in one_map_of_each_set(&folder).iter().enumerate() {
        check_published(&folder, map, &planners(number), Some(8));
    }
}

#[test]
#[ignore = "full check: a map of each set is in the quick one"]
fn a_sample_of_every_map_has_the_published_lengths() {
    let Some(folder) = folder() else { return };
    for (number, map) in maps(&folder, false).iter().enumerate() {
        check_published(&folder, map, &planners(number), Some(8));
    }
}

#[test]
fn parts_of_the_maps_without_published_lengths_have_those_of_the_oracle() {
    let Some(folder) = folder() else { return };
    let mut found = 0;
    for file in maps(&folder, true) {
        for place in [(100, 100), (220, 300), (300, 150)] {
            found += check_oracle(&file, place, 60, &planners(0));
        }
    }
    assert!(found > 1_000, "{found}");
}

#[test]
#[ignore = "full check: minutes"]
fn every_query_of_every_map_has_the_published_length() {
    let Some(folder) = folder() else { return };
    for file in maps(&folder, false) {
        eprintln!("{}", file.display());
        check_published(&folder, &file, &planners(0), None);
    }
}

#[test]
#[ignore = "full check: minutes"]
fn the_maps_without_published_lengths_have_those_of_the_oracle() {
    let Some(folder) = folder() else { return };
    for file in maps(&folder, true) {
        let found = check_oracle(&file, (0, 0), 512, &planners(0));
        eprintln!("{}: {found} lengths", file.display());
        assert!(found > 100, "{found}");
    }
}
