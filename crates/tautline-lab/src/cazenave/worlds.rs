//! The worlds of the paper, each made from its number.

use tautline::geometry::Cell;
use tautline::map::Map;
use tautline_maps::generate::{Rng, WALL_LENGTH, walls};

use crate::LabError;
use crate::harness::{World, Xy};

/// Of how many cells on each side the maps are.
pub(super) const SIZE: u32 = 300;

/// The ends are drawn from another stream than the maps, which take theirs from the number itself.
const ENDS: u64 = 0xca2e_9a7e;

/// A map with so many walls and two of its free cells.
pub(super) fn world(count: u32, number: u64) -> Result<World, LabError> {
    Ok(with_ends(walls(SIZE, SIZE, count, WALL_LENGTH, number)?, number))
}

/// A small world like those of the paper, to try planners on.
pub(super) fn trial() -> Result<World, LabError> {
    Ok(with_ends(walls(20, 20, 4, 5, 0)?, 0))
}

/// How to make the map of a world again.
pub(super) fn command(count: u32, number: u64) -> String {
    format!("tautline generate walls --width {SIZE} --height {SIZE} --count {count} --seed {number}")
}

fn with_ends(map: Map, number: u64) -> World {
    let mut rng = Rng::new(number ^ ENDS);
    let ends = (free_cell(&map, &mut rng), free_cell(&map, &mut rng));
    World { map, queries: vec![ends], source: None }
}

/// A random one: so few walls leave some free.
fn free_cell(map: &Map, rng: &mut Rng) -> Xy {
    loop {
        let cell = Cell::new(rng.below(map.width().into()) as i32, rng.below(map.height().into()) as i32);
        if map.is_free(cell) {
            return (cell.x, cell.y);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cazenave::sets::SETS;

    #[test]
    fn worlds_are_maps_of_the_paper_with_two_free_cells() {
        for set in SETS {
            let made = world(set.walls, 7).unwrap();
            assert_eq!(made, world(set.walls, 7).unwrap(), "the same each time");
            assert_eq!(made.map, walls(300, 300, set.walls, 20, 7).unwrap());
            let [(start, goal)] = made.queries[..] else { panic!("one query") };
            assert!([start, goal].iter().all(|&end| made.map.is_free(Cell::from(end))));
            assert_ne!(start, goal);
        }
    }

    #[test]
    fn ends_lie_anywhere() {
        let ends: Vec<_> = (0..20).map(|number| world(600, number).unwrap().queries[0]).collect();
        let is_west = |(x, _): Xy| x < 150;
        for (from, to) in [(true, true), (true, false), (false, true), (false, false)] {
            assert!(ends.iter().any(|&(start, goal)| (is_west(start), is_west(goal)) == (from, to)));
        }
    }
}
