use std::collections::HashMap;

use tautline::geometry::Cell;
use tautline::world::{Ground, Link};

/// The links between two cells, which are drawn as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    /// Whether there is a link back as well.
    pub(crate) returns: bool,
}

/// The links of a ground that have both their ends, in the order of their beginnings.
pub(crate) fn ways(ground: &Ground<'_>) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    let mut places: HashMap<(Cell, Cell), usize> = HashMap::new();
    let grid = ground.grid();
    for &Link { from, to, .. } in ground.links().map_or(&[][..], |links| links.all()) {
        if grid.is_blocked(from) || grid.is_blocked(to) || places.contains_key(&(from, to)) {
            continue;
        }
        if let Some(&back) = places.get(&(to, from)) {
            ways[back].returns = true;
        } else {
            places.insert((from, to), ways.len());
            ways.push(Way { from, to, returns: false });
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline::world::{Grid, Links, Tile};

    #[test]
    fn links_between_the_same_cells_are_one_way() {
        let mut grid = Grid::open(4, 4).unwrap();
        let mut links = Links::new();
        let link = |from: (i32, i32), to: (i32, i32)| Link { from: from.into(), to: to.into(), cost: 1 };
        links.add_both_ways(&grid, link((0, 0), (3, 0))).unwrap();
        links.add(&grid, link((0, 1), (3, 3))).unwrap();
        links.add(&grid, Link { cost: 7, ..link((0, 1), (3, 3)) }).unwrap();
        links.add(&grid, link((2, 2), (1, 3))).unwrap();
        grid.set((2, 2), Tile::Blocked).unwrap();
        let found = ways(&Ground::from(&grid).with_links(&links));
        let way =
            |from: (i32, i32), to: (i32, i32), returns| Way { from: from.into(), to: to.into(), returns };
        assert_eq!(found, [way((0, 0), (3, 0), true), way((0, 1), (3, 3), false)]);
    }
}
