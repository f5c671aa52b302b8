use tautline::geometry::Rect;
use tautline::map::{Grid, Map, Tile};
use tautline::moves::Direction;

use super::lattice::Lattice;
use super::{GenerateError, Rng};

/// Square rooms with `room_size` cells on each side, walls one cell thick, and one door of one cell at a random place
/// in every wall between two rooms.
///
/// The rooms lie as in the MovingAI set `rooms`: with a wall at the left and at the top, and cut at the right and at
/// the bottom where the map ends. (Its map `16room_000` has rooms of 15 × 15 cells, and lacks some of the doors.)
///
/// ```
/// use tautline_maps::generate::rooms;
///
/// let map = rooms(13, 9, 3, 7)?;
/// assert_eq!(map.free_cells(), 6 * 9 + 7, "six rooms of nine cells, and seven doors");
/// # Ok::<(), tautline_maps::generate::GenerateError>(())
/// ```
pub fn rooms(width: u32, height: u32, room_size: u32, seed: u64) -> Result<Map, GenerateError> {
    let lattice = Lattice::new(width, height, room_size, "size of a room")?;
    let mut grid = Grid::blocked(width, height)?;
    let mut rng = Rng::new(seed);
    for room in lattice.rooms() {
        grid.fill(lattice.floor(room), Tile::Free);
        for wall in
            [Direction::East, Direction::South].into_iter().filter_map(|side| lattice.wall(room, side))
        {
            grid.fill(door(wall, &mut rng), Tile::Free);
        }
    }
    Ok(grid.into())
}

/// One cell of a wall.
fn door(wall: Rect, rng: &mut Rng) -> Rect {
    let x = wall.x + rng.below(wall.width.into()) as i32;
    let y = wall.y + rng.below(wall.height.into()) as i32;
    Rect::new(x, y, 1, 1)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Reach, drawn, free_cell, reachable};
    use super::*;

    #[test]
    fn the_map_of_a_seed_never_changes() {
        let map = rooms(24, 9, 5, 1).unwrap();
        assert_eq!(
            drawn(&map),
            [
                "########################",
                "#.....#.....#...........",
                "#.....#.....#.....#.....",
                "#.....#.....#.....#.....",
                "#.....#...........#.....",
                "#...........#.....#.....",
                "#.#####.#######.#######.",
                "#.....#.....#...........",
                "#.................#....."
            ]
        );
    }

    #[test]
    fn every_room_can_be_reached_from_every_other() {
        for (width, height, size) in [(64, 64, 7), (33, 20, 3), (50, 9, 1), (9, 9, 8), (17, 30, 5), (2, 2, 1)]
        {
            for seed in 0..10 {
                let map = rooms(width, height, size, seed).unwrap();
                let reached = reachable(&map, free_cell(&map), Reach::StraightOnly);
                assert_eq!(
                    reached.len(),
                    map.free_cells(),
                    "{width} × {height}, rooms of {size}, seed {seed}"
                );
            }
        }
    }

    #[test]
    fn parameters_that_make_no_sense_are_refused() {
        let parameter = "size of a room";
        assert_eq!(rooms(9, 9, 0, 1), Err(GenerateError::Zero { parameter }));
        let error = rooms(20, 9, 9, 1).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the size of a room is 9, expected at most 8 on a map of 20 × 9 cells (one more is for the wall)"
        );
        assert!(matches!(rooms(9, 9, u32::MAX, 1), Err(GenerateError::DoesNotFit { .. })));
        assert!(matches!(rooms(1, 1, 1, 1), Err(GenerateError::DoesNotFit { largest: 0, .. })));
        assert!(matches!(rooms(0, 0, 1, 1), Err(GenerateError::Size(_))));
        assert!(matches!(rooms(u32::MAX, u32::MAX, 1, 1), Err(GenerateError::Size(_))));
    }
}
