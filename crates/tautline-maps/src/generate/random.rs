use tautline::geometry::Cell;
use tautline::map::{Map, Tile};

use super::{GenerateError, Rng, Share};

/// Cells blocked at random, within a border of free cells.
///
/// Exactly the given share of the cells inside the border is blocked (rounded to a whole number of cells), and every
/// choice of that many cells is equally likely. The border makes sure that there is a path between any two of its
/// cells, whatever lies inside.
///
/// As in K. Daniel, A. Nash, S. Koenig, A. Felner: Theta*: Any-Angle Path Planning on Grids. Journal of Artificial
/// Intelligence Research 39, 2010, section 7. <https://doi.org/10.1613/jair.2994>
pub fn random(width: u32, height: u32, blocked: Share, seed: u64) -> Result<Map, GenerateError> {
    let inside = |position: i32, size: u32| position > 0 && (position as u32) + 1 < size;
    let mut cells_left = u64::from(width.saturating_sub(2)) * u64::from(height.saturating_sub(2));
    let mut blocked_left = blocked.of(cells_left);
    let mut rng = Rng::new(seed);
    let map = Map::from_fn(width, height, |Cell { x, y }| {
        if !inside(x, width) || !inside(y, height) {
            return Tile::Free;
        }
        // Selection sampling: what is left to block is spread over the cells that are left.
        let block = rng.chance(blocked_left, cells_left);
        cells_left -= 1;
        blocked_left -= u64::from(block);
        if block { Tile::Blocked } else { Tile::Free }
    })?;
    Ok(map)
}

#[cfg(test)]
mod tests {
    use tautline::map::GridError;

    use super::super::testing::drawn;
    use super::*;

    #[test]
    fn the_map_of_a_seed_never_changes() {
        let map = random(24, 8, Share::percent(30).unwrap(), 1).unwrap();
        assert_eq!(
            drawn(&map),
            [
                "........................",
                "......#.#...............",
                ".##....###....#......#..",
                "...#.....#.#..#.#..##.#.",
                ".#............#.#....#..",
                "...#..####...#.#.#....#.",
                ".##.###..#.#..##......#.",
                "........................"
            ]
        );
    }

    #[test]
    fn exactly_the_share_of_the_inside_is_blocked() {
        for percent in [0, 1, 20, 50, 99, 100] {
            for seed in 0..5 {
                let map = random(33, 21, Share::percent(percent).unwrap(), seed).unwrap();
                let blocked = 33 * 21 - map.free_cells() as u64;
                assert_eq!(blocked, Share::percent(percent).unwrap().of(31 * 19));
                for cell in map.cells().filter(|cell| map.is_blocked(*cell)) {
                    assert!(
                        (1..32).contains(&cell.x) && (1..20).contains(&cell.y),
                        "{cell} is in the border"
                    );
                }
            }
        }
    }

    #[test]
    fn a_map_that_is_all_border_is_open() {
        for (width, height) in [(1, 1), (2, 9), (9, 2), (1, 9)] {
            let map = random(width, height, Share::percent(100).unwrap(), 1).unwrap();
            assert_eq!(map.free_cells(), (width * height) as usize);
        }
    }

    #[test]
    fn sizes_that_no_grid_can_have_are_refused() {
        let share = Share::default();
        assert!(matches!(random(0, 9, share, 1), Err(GenerateError::Size(GridError::Empty { .. }))));
        assert!(matches!(
            random(u32::MAX, u32::MAX, share, 1),
            Err(GenerateError::Size(GridError::TooLarge { .. }))
        ));
    }
}
