//! The toy through a registry, and held to what it claims by Tautline's conformance suite.

use tautline::{Cell, Map, Planner, Query, Registry, Update, Workspace};
use tautline_testkit::conformance::{check, check_after_edits, check_limits, hand_made, variants};
use tautline_testkit::world::{PlainWorld, SplitMix64};

fn registry() -> Registry {
    Registry::core().with(&outside::DESCRIPTOR)
}

#[test]
fn a_registry_makes_it_like_any_other() {
    let mut map = Map::from_rows(["......", ".####.", "......"]).unwrap();
    let mut workspace = Workspace::new();
    let query = Query::new((0, 1), (5, 1));
    let typed = Planner::from(outside::Toy::new(&map).unwrap());
    let mut named = registry().planner("toy", &map).unwrap();
    let answer = named.plan(&map, &query, &mut workspace).unwrap();
    assert_eq!(answer, typed.plan(&map, &query, &mut workspace).unwrap());
    assert!(answer.is_complete());
    map.block((0, 0)).unwrap();
    assert_eq!(named.update(&map), Ok(Update::Unchanged));
    assert!(named.plan(&map, &query, &mut workspace).unwrap().is_complete());
    map.set_cost((5, 0), 7).unwrap();
    let refused = named.plan(&map, &query, &mut workspace).unwrap_err().to_string();
    assert!(refused.starts_with("toy does not support terrain costs; these do: "), "{refused}");
    assert!(Registry::core().planner("toy", &map).is_err());
    assert!(registry().select("toyy").unwrap_err().to_string().contains("did you mean"));
}

#[test]
fn it_passes_the_conformance_suite() {
    let registry = registry();
    let mut rng = SplitMix64::new(7);
    for selection in variants(&registry, registry.find("toy").unwrap()) {
        for world in hand_made() {
            let cells: Vec<Cell> = world.cells().step_by(1 + world.cells().count() / 12).collect();
            check(&selection, &world, &cells, &cells).unwrap_or_else(|failure| panic!("{failure}"));
        }
        for _ in 0..20 {
            let [before, after] = [30, 40].map(|percent| PlainWorld::random(9, 8, percent, &mut rng));
            let queries = [((0, 0), (8, 7)), ((4, 4), (0, 7)), ((8, 0), (1, 1))];
            check_after_edits(&selection, &before, &after, &queries).unwrap_or_else(|failure| panic!("{failure}"));
        }
    }
}

#[test]
fn it_keeps_the_limits_of_queries() {
    let registry = registry();
    let world = PlainWorld::from_fn(60, 60, |Cell { x, y }| x != 40 || y == 59);
    for selection in variants(&registry, registry.find("toy").unwrap()) {
        check_limits(&selection, &world, (0, 0), (59, 59)).unwrap_or_else(|failure| panic!("{failure}"));
    }
}
