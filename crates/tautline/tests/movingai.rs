//! Outside truth: the published lengths of the MovingAI benchmarks.
//!
//! The variable `TAUTLINE_MOVINGAI` names a folder with a folder for each set of maps and scenarios. The quick check
//! takes a sample of a map of each set, the full one every query: `cargo test --release -p tautline --test suite movingai:: -- --ignored`.

pub(crate) mod files;

use std::path::Path;

use files::{folder, load, maps, one_map_of_each_set};
use tautline::engine::{Guarantee, Planner, Registry, Selection};
use tautline::geometry::Cell;
use tautline::map::Map;
use tautline::moves::{CostModel, DiagonalRule};
use tautline::path::check_cells;
use tautline::search::{Query, Workspace};
use tautline_testkit::conformance::on_cells;
use tautline_testkit::oracle::cells;
use tautline_testkit::world::PlainWorld;

/// Every planner that claims to find shortest paths.
fn optimal_planners() -> Vec<Selection> {
    let registry = Registry::core();
    let optimal = on_cells(&registry).filter(|planner| planner.guarantee == Guarantee::Optimal);
    // Without landmarks, IDA* goes through most of a map for each of thousands of thresholds.
    let guided = |id| if id == "ida-star" { "ida-star:heuristic=alt" } else { id };
    optimal.map(|planner| registry.select(guided(planner.id)).unwrap()).collect()
}

/// Those that are to answer a sample on the map with this number: planners that prepare something take every fourth map, each
/// planner other ones, as preparing takes far longer than the sample.
fn planners_for_a_sample(map: usize) -> Vec<Selection> {
    let mut planners = optimal_planners();
    let mut number = 0;
    planners.retain(|selection| {
        number += usize::from(selection.needs_index());
        !selection.needs_index() || (map + number).is_multiple_of(4)
    });
    planners
}

/// The length of the planner's path, legal by the rule of the benchmarks; none where it finds none.
fn length(planner: &Planner, map: &Map, ends: (Cell, Cell), workspace: &mut Workspace) -> Option<f64> {
    let query = Query::new(ends.0, ends.1);
    let answer = planner.plan(map, &query, workspace).unwrap();
    answer.path().map(|path| {
        let steps = check_cells(map.grid(), DiagonalRule::NoCornerCutting, path.cells().unwrap()).unwrap();
        assert_eq!((path.start(), path.end()), (query.start, query.goal));
        assert!((steps.length() - path.cost()).abs() <= 1e-9 * path.cost());
        path.cost()
    })
}

fn check_published(file: &Path, planners: &[Selection], sample: Option<usize>) {
    let (map, scenario) = load(file);
    for selection in planners {
        let planner = selection.planner(&map).unwrap();
        let mut workspace = Workspace::new();
        for number in scenario.sample(sample, None) {
            let query = &scenario.queries[number];
            let found = length(&planner, &map, (query.start, query.goal), &mut workspace);
            let fits = match (found, query.reference()) {
                (Some(found), Some(published)) => (found - published).abs() <= scenario.tolerance(published),
                (None, None) => true,
                _ => false,
            };
            assert!(fits, "{selection} on {}, query {number}: found {found:?}, {query:?}", file.display());
        }
    }
}

fn check_oracle(file: &Path, planners: &[Selection], sample: Option<usize>) {
    let (map, scenario) = load(file);
    let world = PlainWorld::from_grid(map.grid());
    let planners: Vec<_> =
        planners.iter().map(|selection| (selection, selection.planner(&map).unwrap())).collect();
    for number in scenario.sample(sample, None) {
        let query = &scenario.queries[number];
        let (start, goal) = (query.start, query.goal);
        if map.is_blocked(start) || map.is_blocked(goal) {
            continue;
        }
        let rule = DiagonalRule::NoCornerCutting;
        let truth = cells::cheapest(&world, rule, CostModel::Octile, start, goal);
        let truth = truth.map(|steps| cells::value(CostModel::Octile, steps));
        for (selection, planner) in &planners {
            let found = length(planner, &map, (start, goal), &mut Workspace::new());
            let fits = match (found, truth) {
                (Some(found), Some(truth)) => (found - truth).abs() <= 1e-9 * truth,
                (found, truth) => found == truth,
            };
            assert!(fits, "{selection} on {}, query {number}: {found:?}, expected {truth:?}", file.display());
        }
    }
}

#[test]
fn a_sample_of_one_map_of_each_set_has_the_published_lengths() {
    let Some(folder) = folder() else { return };
    for (number, map) in one_map_of_each_set(&folder).iter().enumerate() {
        check_published(map, &planners_for_a_sample(number), Some(8));
    }
}

#[test]
#[ignore = "full check: a map of each set is in the quick one"]
fn a_sample_of_every_map_has_the_published_lengths() {
    let Some(folder) = folder() else { return };
    for (number, map) in maps(&folder, false).iter().enumerate() {
        check_published(map, &planners_for_a_sample(number), Some(8));
    }
}

#[test]
#[ignore = "full check: half a minute"]
fn a_sample_of_the_maps_with_the_other_rule_has_the_lengths_of_the_oracle() {
    let Some(folder) = folder() else { return };
    for (number, map) in maps(&folder, true).iter().enumerate() {
        check_oracle(map, &planners_for_a_sample(number), Some(3));
    }
}

#[test]
#[ignore = "full check: most of an hour"]
fn every_query_of_every_map_has_the_published_length() {
    let Some(folder) = folder() else { return };
    for file in maps(&folder, false) {
        eprintln!("{}", file.display());
        check_published(&file, &optimal_planners(), None);
    }
}

#[test]
#[ignore = "full check: minutes"]
fn every_query_of_the_maps_with_the_other_rule_has_the_length_of_the_oracle() {
    let Some(folder) = folder() else { return };
    for file in maps(&folder, true) {
        eprintln!("{}", file.display());
        check_oracle(&file, &optimal_planners(), None);
    }
}
