//! What must hold of shortest paths whatever the map, for every optimal planner on cells.

use proptest::prelude::*;
use tautline::engine::{Ends, Guarantee, Registry, Selection};
use tautline::geometry::Cell;
use tautline::path::Path;
use tautline::search::{Query, Workspace};
use tautline_testkit::conformance::end_at;
use tautline_testkit::strategies::{worlds, worlds_with_cells};
use tautline_testkit::world::{PlainWorld, Symmetry};

const RULES: [&str; 4] = ["no-corner-cutting", "cut-one-corner", "cut-both-corners", "never"];

/// Every planner that claims to be optimal, under every diagonal rule that it takes.
fn optimal_planners() -> Vec<Selection> {
    let (mut all, registry) = (Vec::new(), Registry::core());
    for planner in registry.iter().filter(|planner| planner.guarantee == Guarantee::Optimal) {
        for rule in RULES {
            let mut selection = registry.select(planner.id).unwrap();
            if selection.set(&format!("diagonal={rule}")).is_ok() {
                all.push(selection);
            }
        }
    }
    all
}

/// The length of a shortest path, infinite where there is none.
fn length(selection: &Selection, world: &PlainWorld, start: Cell, goal: Cell) -> f64 {
    let map = world.to_map();
    let planner = selection.planner(&map).unwrap();
    let answer = planner.plan(&map, &Query::new(start, goal), &mut Workspace::new()).unwrap();
    answer.path().map_or(f64::INFINITY, Path::cost)
}

fn same(a: f64, b: f64) -> bool {
    (a.is_infinite() && b.is_infinite()) || (a - b).abs() <= 1e-9 * a
}

proptest! {
    #[test]
    fn there_and_back_are_equally_long((world, [a, b]) in worlds_with_cells::<2>(14)) {
        for planner in optimal_planners() {
            prop_assert!(same(length(&planner, &world, a, b), length(&planner, &world, b, a)), "{planner}");
        }
    }

    #[test]
    fn turned_worlds_have_the_same_lengths((world, [a, b]) in worlds_with_cells::<2>(14)) {
        for planner in optimal_planners() {
            let straight = length(&planner, &world, a, b);
            for symmetry in Symmetry::ALL {
                let turned = world.turned(symmetry);
                let (a, b) = (symmetry.cell(&world, a), symmetry.cell(&world, b));
                prop_assert!(same(straight, length(&planner, &turned, a, b)), "{planner} {symmetry:?}");
            }
        }
    }

    #[test]
    fn a_detour_is_never_shorter((world, [a, b, c]) in worlds_with_cells::<3>(12)) {
        for planner in optimal_planners() {
            let direct = length(&planner, &world, a, c);
            let detour = length(&planner, &world, a, b) + length(&planner, &world, b, c);
            prop_assert!(direct <= detour * (1.0 + 1e-9), "{planner}: {direct} > {detour}");
        }
    }

    #[test]
    fn opening_a_cell_lengthens_nothing((world, [a, b]) in worlds_with_cells::<2>(12), at in any::<prop::sample::Index>()) {
        let cells: Vec<Cell> = world.cells().collect();
        let opened = world.with(*at.get(&cells), true);
        for planner in optimal_planners() {
            let (before, after) = (length(&planner, &world, a, b), length(&planner, &opened, a, b));
            prop_assert!(after <= before * (1.0 + 1e-9), "{planner}: {before} became {after}");
        }
    }

    /// Whatever is asked: an answer or an error, never a panic.
    #[test]
    fn any_query_is_answered(world in worlds(8), ends in any::<[(i32, i32); 2]>(), near in any::<[(i8, i8); 2]>()) {
        let map = world.to_map();
        let mut workspace = Workspace::new();
        let near = near.map(|(x, y)| (i32::from(x) / 8, i32::from(y) / 8));
        let registry = Registry::core();
        for descriptor in registry.iter() {
            let planner = registry.planner(descriptor.id, &map).unwrap();
            for [start, goal] in [ends, near] {
                let query = Query::new(end_at(planner.ends(), start), end_at(planner.ends(), goal));
                let answer = planner.plan(&map, &query, &mut workspace);
                if descriptor.ends != Ends::Corners {
                    let fits = map.is_free(start) && map.is_free(goal);
                    prop_assert_eq!(answer.is_ok(), fits);
                }
            }
        }
    }
}
