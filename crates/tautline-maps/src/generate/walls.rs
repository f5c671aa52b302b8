use tautline::geometry::Cell;
use tautline::map::{Grid, Map, Tile};
use tautline::moves::Direction;

use super::{GenerateError, Rng};

/// The length of the walls in the paper.
pub const WALL_LENGTH: u32 = 20;

/// Straight walls at random places, in the eight directions.
///
/// Each wall begins at a cell that is still free and is `length` cells long, less where it meets the border of the
/// map. A straight one is one cell thick; a slanting one is two cells thick, so that no path can slip through between
/// two diagonally touching cells, not even a walker that cuts both corners.
///
/// As in T. Cazenave: Optimizations of Data Structures, Heuristics and Algorithms for Path-Finding on Maps. IEEE
/// Symposium on Computational Intelligence and Games, 2006, section VI-C (with 200, 400 and 600 walls of
/// [`WALL_LENGTH`] on maps of 300 × 300 cells).
///
/// ```
/// use tautline_maps::generate::{WALL_LENGTH, walls};
///
/// let map = walls(300, 300, 200, WALL_LENGTH, 7)?;
/// assert!(map.free_cells() < 300 * 300 - 2000);
/// # Ok::<(), tautline_maps::generate::GenerateError>(())
/// ```
pub fn walls(width: u32, height: u32, count: u32, length: u32, seed: u64) -> Result<Map, GenerateError> {
    if length == 0 {
        return Err(GenerateError::Zero { parameter: "length of a wall" });
    }
    let mut grid = Grid::open(width, height)?;
    let mut free_cells = grid.free_cells();
    let mut rng = Rng::new(seed);
    for wall in 1..=count {
        if free_cells == 0 {
            return Err(GenerateError::NoFreeCell { wall, count });
        }
        let start = loop {
            let cell = Cell::new(rng.below(width.into()) as i32, rng.below(height.into()) as i32);
            if grid.is_free(cell) {
                break cell;
            }
        };
        let direction = Direction::ALL[rng.below(8) as usize];
        free_cells -= build_wall(&mut grid, start, direction, length);
    }
    Ok(grid.into())
}

/// Blocks the cells of a wall as far as they are on the map, and returns how many of them were free.
fn build_wall(grid: &mut Grid, start: Cell, direction: Direction, length: u32) -> usize {
    let mut newly_blocked = 0;
    let mut block = |cell| {
        let before = grid.set(cell, Tile::Blocked);
        newly_blocked += usize::from(before == Ok(Tile::Free));
        before.is_ok()
    };
    let mut cell = start;
    // A straight line that has left the map does not come back.
    for _ in 0..length {
        if !block(cell) {
            break;
        }
        if direction.is_diagonal() {
            block(Cell::new(cell.x + direction.offset().0, cell.y));
        }
        cell = cell + direction;
    }
    newly_blocked
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Reach, drawn, reachable};
    use super::*;

    #[test]
    fn the_map_of_a_seed_never_changes() {
        let map = walls(24, 8, 6, 5, 1).unwrap();
        assert_eq!(
            drawn(&map),
            [
                "........#..#............",
                "........#..#.........##.",
                "........#...........##..",
                "...........#####...###..",
                "..................##.#..",
                ".................##..#..",
                "........................",
                "................##......"
            ]
        );
    }

    #[test]
    fn nobody_slips_through_a_slanting_wall() {
        let size = 20;
        let last = size - 1;
        for (direction, from, one_side, other_side) in [
            (Direction::SouthEast, (0, 0), (last, 0), (0, last)),
            (Direction::NorthWest, (last, last), (last, 0), (0, last)),
            (Direction::SouthWest, (last, 0), (0, 0), (last, last)),
            (Direction::NorthEast, (0, last), (0, 0), (last, last)),
        ] {
            let mut grid = Grid::open(size as u32, size as u32).unwrap();
            let blocked = build_wall(&mut grid, from.into(), direction, size as u32);
            let map = Map::from(grid);
            assert_eq!(blocked, 2 * size as usize - 1, "{direction:?}");
            assert_eq!(blocked, (size * size) as usize - map.free_cells());
            let reached = reachable(&map, one_side.into(), Reach::DiagonalsThroughAnything);
            assert!(!reached.contains(&other_side.into()), "{direction:?}");
        }
    }

    #[test]
    fn a_straight_wall_is_one_thick_and_ends_at_the_border() {
        let mut grid = Grid::open(6, 3).unwrap();
        assert_eq!(build_wall(&mut grid, Cell::new(2, 1), Direction::East, u32::MAX), 4);
        assert_eq!(build_wall(&mut grid, Cell::new(0, 2), Direction::North, 2), 2);
        assert_eq!(drawn(&grid.into()), ["......", "#.####", "#....."]);
    }

    #[test]
    fn walls_of_one_cell_fill_the_map_and_then_there_is_no_place_left() {
        assert_eq!(walls(1, 30, 30, 1, 3).unwrap().free_cells(), 0);
        assert_eq!(walls(1, 30, 40, 1, 3), Err(GenerateError::NoFreeCell { wall: 31, count: 40 }));
    }

    #[test]
    fn parameters_that_make_no_sense_are_refused() {
        assert_eq!(walls(9, 9, 1, 0, 1), Err(GenerateError::Zero { parameter: "length of a wall" }));
        assert!(matches!(walls(0, 9, 1, 1, 1), Err(GenerateError::Size(_))));
        assert!(matches!(walls(u32::MAX, 9, 1, 1, 1), Err(GenerateError::Size(_))));
        assert_eq!(walls(9, 9, 0, 1, 1).unwrap().free_cells(), 81);
    }
}
