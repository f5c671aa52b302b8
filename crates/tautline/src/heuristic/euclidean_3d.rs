use super::{EuclideanCost, Heuristic};
use crate::geometry::Cell;

/// The height of every cell, in tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeightMap {
    width: u32,
    heights: Vec<i16>,
}

/// Heights that do not fill whole rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{count} heights do not fill rows of {width} cells")]
pub struct HeightMapError {
    /// The length of a row.
    pub width: u32,
    /// How many heights there are.
    pub count: usize,
}

impl HeightMap {
    /// Heights row by row from the top left.
    pub fn new(width: u32, heights: Vec<i16>) -> Result<Self, HeightMapError> {
        if width == 0 || heights.is_empty() || !heights.len().is_multiple_of(width as usize) {
            return Err(HeightMapError { width, count: heights.len() });
        }
        Ok(Self { width, heights })
    }

    /// The height of a cell.
    ///
    /// # Panics
    ///
    /// If the cell is not on the map.
    #[must_use]
    pub fn height(&self, cell: Cell) -> i16 {
        assert!((0..self.width as i32).contains(&cell.x), "{cell} is outside the height map");
        self.heights[cell.y as usize * self.width as usize + cell.x as usize]
    }
}

/// C·√(Δx² + Δy² + Δz²), rounded up: the straight line through the air on a map with heights.
///
/// Admissible and consistent where every step costs at least C times its length in space, rounded up or not. On a
/// space whose steps ignore the heights it is neither.
#[derive(Clone, Copy, Debug)]
pub struct Euclidean3d<'a> {
    goal: Cell,
    goal_height: i16,
    heights: &'a HeightMap,
    straight: u32,
}

impl<'a> Euclidean3d<'a> {
    /// The estimate to `goal`, `straight` being the cost of a level straight step.
    #[must_use]
    pub fn new(goal: Cell, heights: &'a HeightMap, straight: u32) -> Self {
        Self { goal, goal_height: heights.height(goal), heights, straight }
    }
}

impl Heuristic<Cell, u32> for Euclidean3d<'_> {
    fn estimate(&self, cell: Cell) -> u32 {
        let square = |a: i32, b: i32| u64::from(a.abs_diff(b)).pow(2);
        let squared = square(cell.x, self.goal.x)
            + square(cell.y, self.goal.y)
            + square(self.heights.height(cell).into(), self.goal_height.into());
        u32::root(squared, self.straight)
    }

    fn overestimate(&self) -> f64 {
        1.0
    }

    fn is_consistent(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_lengthen_the_line() {
        let heights = HeightMap::new(3, vec![0, 0, 12, 0, 0, 0]).unwrap();
        let h = Euclidean3d::new(Cell::new(0, 0), &heights, 10);
        assert_eq!(h.estimate(Cell::new(2, 0)), 122, "10·√(4 + 144) = 121.65…");
        assert_eq!(h.estimate(Cell::new(0, 0)), 0);
        assert_eq!(h.estimate(Cell::new(1, 1)), 15);
    }

    #[test]
    fn heights_must_fill_rows() {
        assert!(HeightMap::new(3, vec![0; 7]).is_err());
        assert!(HeightMap::new(0, vec![]).is_err());
    }
}
