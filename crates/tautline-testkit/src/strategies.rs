//! Random worlds for property tests, which shrink to small ones when something fails.

use proptest::prelude::*;
use tautline::geometry::Cell;

use crate::world::PlainWorld;

/// Worlds of up to `max_side` cells on a side, from open to nearly blocked.
pub fn worlds(max_side: u32) -> impl Strategy<Value = PlainWorld> {
    (1..=max_side, 1..=max_side, 0.0..0.6).prop_flat_map(|(width, height, blocked)| {
        let cells = proptest::collection::vec(prop::bool::weighted(1.0 - blocked), (width * height) as usize);
        cells.prop_map(move |free| PlainWorld { width, height, free })
    })
}

/// Worlds with `N` of their free cells, not necessarily different ones.
pub fn worlds_with_cells<const N: usize>(max_side: u32) -> impl Strategy<Value = (PlainWorld, [Cell; N])> {
    let with_free = worlds(max_side).prop_filter("a free cell", |world| world.free_cells().next().is_some());
    (with_free, any::<[prop::sample::Index; N]>()).prop_map(|(world, indices)| {
        let free: Vec<Cell> = world.free_cells().collect();
        let chosen = indices.map(|index| *index.get(&free));
        (world, chosen)
    })
}
