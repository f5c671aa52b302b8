//! A query to the toy that has run before allocates nothing but its answer. A program of its own, because counting replaces the
//! allocator.

use tautline::{Cell, Registry};
use tautline_testkit::conformance::{Allocations, check_allocations, variants};
use tautline_testkit::world::{PlainWorld, SplitMix64};

#[test]
fn repeating_a_query_allocates_its_path_and_nothing_else() {
    let registry = Registry::core().with(&outside::DESCRIPTOR);
    let world = PlainWorld::random(40, 40, 25, &mut SplitMix64::new(5));
    let free: Vec<Cell> = world.free_cells().collect();
    let pairs: Vec<(Cell, Cell)> =
        free.iter().step_by(97).zip(free.iter().rev().step_by(89)).map(|(&a, &b)| (a, b)).collect();
    let measure = |run: &mut dyn FnMut()| {
        let info = allocation_counter::measure(run);
        Allocations { count: info.count_total, bytes: info.bytes_total }
    };
    for selection in variants(&registry, registry.find("toy").unwrap()) {
        check_allocations(&selection, &world, &pairs, measure).unwrap_or_else(|failure| panic!("{failure}"));
    }
}
