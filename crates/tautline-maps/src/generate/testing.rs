//! What the generators' tests look at maps with.

use std::collections::HashSet;

use tautline::geometry::Cell;
use tautline::map::Map;

use crate::ascii::write_ascii;

/// The rows of a map as a drawing.
pub(super) fn drawn(map: &Map) -> Vec<String> {
    let mut text = Vec::new();
    write_ascii(map, None, None, &mut text).unwrap();
    String::from_utf8(text).unwrap().lines().map(str::to_owned).collect()
}

/// Some free cell.
pub(super) fn free_cell(map: &Map) -> Cell {
    map.cells().find(|&cell| map.is_free(cell)).unwrap()
}

/// How a walker moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    StraightOnly,
    /// Diagonal steps too, even between two blocked cells.
    DiagonalsThroughAnything,
}

/// The free cells that a walker gets to.
pub(super) fn reachable(map: &Map, from: Cell, reach: Reach) -> HashSet<Cell> {
    let mut reached = HashSet::from([from]);
    let mut open = vec![from];
    while let Some(cell) = open.pop() {
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let next = Cell::new(cell.x + dx, cell.y + dy);
            let allowed = reach == Reach::DiagonalsThroughAnything || dx == 0 || dy == 0;
            if allowed && map.is_free(next) && reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}
