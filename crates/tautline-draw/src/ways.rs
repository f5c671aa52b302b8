use std::collections::HashMap;

use tautline::geometry::Cell;
use tautline::map::{Link, Map};

/// The links between two cells, which are drawn as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    /// Whether there is a link back as well.
    pub(crate) returns: bool,
}

/// The links of a map that have both their ends, in the order of their beginnings.
pub(crate) fn ways(map: &Map) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    let mut places: HashMap<(Cell, Cell), usize> = HashMap::new();
    for &Link { from, to, .. } in map.links().map_or(&[][..], |links| links.all()) {
        if map.is_blocked(from) || map.is_blocked(to) || places.contains_key(&(from, to)) {
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

    #[test]
    fn links_between_the_same_cells_are_one_way() {
        let mut map = Map::open(4, 4).unwrap();
        let link = |from: (i32, i32), to: (i32, i32)| Link { from: from.into(), to: to.into(), cost: 1 };
        map.add_link_both_ways(link((0, 0), (3, 0))).unwrap();
        map.add_link(link((0, 1), (3, 3))).unwrap();
        map.add_link(Link { cost: 7, ..link((0, 1), (3, 3)) }).unwrap();
        map.add_link(link((2, 2), (1, 3))).unwrap();
        map.block((2, 2)).unwrap();
        let found = ways(&map);
        let way =
            |from: (i32, i32), to: (i32, i32), returns| Way { from: from.into(), to: to.into(), returns };
        assert_eq!(found, [way((0, 0), (3, 0), true), way((0, 1), (3, 3), false)]);
    }
}
