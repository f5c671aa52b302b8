use tautline::geometry::{Cell, Rect};
use tautline::map::Grid;

/// Rectangles that cover the obstacles of a map and nothing else, none of them on another: each begins in the uppermost row that is
/// left, is as wide as it can be, and then as high.
pub(super) fn of_obstacles(grid: &Grid) -> Vec<Rect> {
    let (width, height) = (grid.width() as i32, grid.height() as i32);
    let mut is_covered = vec![false; width as usize * height as usize];
    let mut rectangles = Vec::new();
    for Cell { x, y } in grid.cells() {
        let is_left = |x: i32, y: i32, is_covered: &[bool]| {
            grid.is_blocked((x, y)) && !is_covered[(y * width + x) as usize]
        };
        if !is_left(x, y, &is_covered) {
            continue;
        }
        let right = (x..width).find(|&x| !is_left(x, y, &is_covered)).unwrap_or(width);
        let below = (y..height).find(|&y| !(x..right).all(|x| is_left(x, y, &is_covered))).unwrap_or(height);
        for row in y..below {
            is_covered[(row * width + x) as usize..(row * width + right) as usize].fill(true);
        }
        rectangles.push(Rect { x, y, width: (right - x) as u32, height: (below - y) as u32 });
    }
    rectangles
}

#[cfg(test)]
mod tests {
    use tautline_maps::generate::{Share, random};

    use super::*;

    #[test]
    fn every_obstacle_is_covered_once() {
        for seed in 0..20 {
            let map = random(17, 9, Share::percent(45).unwrap(), seed).unwrap();
            let mut counts = vec![0; 17 * 9];
            for Rect { x, y, width, height } in of_obstacles(map.grid()) {
                for cell in (y..y + height as i32).flat_map(|y| (x..x + width as i32).map(move |x| (x, y))) {
                    counts[(cell.1 * 17 + cell.0) as usize] += 1;
                }
            }
            assert!(map.cells().zip(counts).all(|(cell, count)| count == i32::from(map.is_blocked(cell))));
        }
    }

    #[test]
    fn rectangles_are_wide_and_then_high() {
        let grid = Grid::from_rows(["##.#", "##.#", "#..."]).unwrap();
        let found: Vec<_> = of_obstacles(&grid).iter().map(|r| (r.x, r.y, r.width, r.height)).collect();
        assert_eq!(found, [(0, 0, 2, 2), (3, 0, 1, 2), (0, 2, 1, 1)]);
    }
}
