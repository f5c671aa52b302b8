use tautline::geometry::Rect;
use tautline::map::{Grid, Map, Tile};
use tautline::moves::Direction;

use super::lattice::{Lattice, Room};
use super::{GenerateError, Rng};

/// A perfect maze: between any two places there is exactly one way that does not turn back.
///
/// Corridors are `corridor_width` cells wide and walls are one cell thick, as in the MovingAI set `mazes`: with a wall
/// at the left and at the top, and the last corridors cut at the right and at the bottom where the map ends.
///
/// The maze is dug by a depth-first walk that goes on to a random neighbour for as long as there is a new one, and
/// otherwise turns back: few long corridors with many turns.
///
/// ```
/// use tautline_maps::generate::maze;
///
/// let map = maze(9, 9, 1, 7)?;
/// assert_eq!(map.free_cells(), 16 + 15, "sixteen places and one opening fewer");
/// # Ok::<(), tautline_maps::generate::GenerateError>(())
/// ```
pub fn maze(width: u32, height: u32, corridor_width: u32, seed: u64) -> Result<Map, GenerateError> {
    let lattice = Lattice::new(width, height, corridor_width, "width of a corridor")?;
    let mut grid = Grid::blocked(width, height)?;
    for room in lattice.rooms() {
        grid.fill(lattice.floor(room), Tile::Free);
    }
    dig(&lattice, &mut Rng::new(seed), |wall| {
        grid.fill(wall, Tile::Free);
    });
    Ok(grid.into())
}

const SIDES: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

/// What the walk knows about a room: one byte, where a stack of the way back would need an address for each step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trail {
    Unseen,
    Begin,
    /// The side that the walk came in from.
    Back(Direction),
}

/// Opens walls so that the rooms form a tree.
fn dig(lattice: &Lattice, rng: &mut Rng, mut open: impl FnMut(Rect)) {
    let index = |room: Room| room.row as usize * lattice.columns as usize + room.column as usize;
    let mut trail = vec![Trail::Unseen; lattice.columns as usize * lattice.rows as usize];
    let mut room = Room { column: 0, row: 0 };
    trail[index(room)] = Trail::Begin;
    loop {
        let unseen = || {
            let neighbours =
                SIDES.into_iter().filter_map(|side| Some((side, lattice.neighbour(room, side)?)));
            neighbours.filter(|&(_, next)| trail[index(next)] == Trail::Unseen)
        };
        let choices = unseen().count();
        if choices > 0
            && let Some((side, next)) = unseen().nth(rng.below(choices as u64) as usize)
        {
            lattice.wall(room, side).into_iter().for_each(&mut open);
            trail[index(next)] = Trail::Back(opposite(side));
            room = next;
        } else if let Trail::Back(side) = trail[index(room)]
            && let Some(previous) = lattice.neighbour(room, side)
        {
            room = previous;
        } else {
            return;
        }
    }
}

fn opposite(side: Direction) -> Direction {
    SIDES[(side as usize + 2) % 4]
}

#[cfg(test)]
mod tests {
    use tautline::geometry::Cell;

    use super::super::testing::{Reach, drawn, free_cell, reachable};
    use super::*;

    #[test]
    fn the_map_of_a_seed_never_changes() {
        let map = maze(24, 9, 1, 1).unwrap();
        assert_eq!(
            drawn(&map),
            [
                "########################",
                "#.#.....#.............#.",
                "#.#.#.###.#####.###.#.#.",
                "#.#.#.....#...#...#.#.#.",
                "#.###.#####.#.#####.#.#.",
                "#...#...#...#.....#.#.#.",
                "###.#####.#######.#.#.#.",
                "#.........#.........#...",
                "########################"
            ]
        );
        let map = maze(24, 10, 2, 1).unwrap();
        assert_eq!(
            drawn(&map),
            [
                "########################",
                "#..#..#.................",
                "#..#..#.................",
                "#..#..#..#..##########..",
                "#..#.....#..#..#........",
                "#..#.....#..#..#........",
                "#..#######..#..#..######",
                "#...........#...........",
                "#...........#...........",
                "########################"
            ]
        );
    }

    #[test]
    fn corridors_form_a_tree_that_reaches_every_free_cell() {
        for (width, height, corridor) in
            [(65, 65, 1), (64, 40, 1), (31, 22, 2), (50, 17, 4), (9, 9, 8), (2, 2, 1)]
        {
            for seed in 0..10 {
                let name = format!("{width} × {height}, corridors of {corridor}, seed {seed}");
                let map = maze(width, height, corridor, seed).unwrap();
                let reached = reachable(&map, free_cell(&map), Reach::StraightOnly);
                assert_eq!(reached.len(), map.free_cells(), "{name}");
                assert_eq!(
                    openings(&map, corridor as i32 + 1),
                    places(&map, corridor as i32 + 1) - 1,
                    "{name}"
                );
            }
        }
    }

    /// How many places a maze has, each beginning right below and to the right of a post.
    fn places(map: &Map, period: i32) -> usize {
        let begins = |cell: &Cell| cell.x % period == 1 % period && cell.y % period == 1 % period;
        map.cells().filter(|cell| begins(cell) && map.is_free(*cell)).count()
    }

    /// How many walls between two places are open, along their whole length.
    fn openings(map: &Map, period: i32) -> usize {
        let mut count = 0;
        for post in map.cells().filter(|cell| cell.x % period == 0 && cell.y % period == 0) {
            assert!(map.is_blocked(post), "{post} is a post");
            let along = |dx, dy| {
                let cells = (1..period).map(move |step| Cell::new(post.x + step * dx, post.y + step * dy));
                let cells: Vec<_> = cells.filter(|cell| map.contains(*cell)).collect();
                let free = cells.iter().filter(|cell| map.is_free(**cell)).count();
                assert!(free == 0 || free == cells.len(), "the wall at {post} is half open");
                usize::from(free > 0)
            };
            count += along(1, 0) + along(0, 1);
        }
        count
    }

    #[test]
    fn parameters_that_make_no_sense_are_refused() {
        let parameter = "width of a corridor";
        assert_eq!(maze(9, 9, 0, 1), Err(GenerateError::Zero { parameter }));
        assert!(matches!(maze(20, 9, 9, 1), Err(GenerateError::DoesNotFit { largest: 8, .. })));
        assert!(matches!(maze(9, 9, u32::MAX, 1), Err(GenerateError::DoesNotFit { .. })));
        assert!(matches!(maze(1, 9, 1, 1), Err(GenerateError::DoesNotFit { largest: 0, .. })));
        assert!(matches!(maze(9, 0, 1, 1), Err(GenerateError::Size(_))));
        assert!(matches!(maze(u32::MAX, u32::MAX, 1, 1), Err(GenerateError::Size(_))));
    }
}
