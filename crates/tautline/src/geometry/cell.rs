use super::{Point, integer_place};

/// A tile of the grid.
///
/// ```
/// use tautline::geometry::Cell;
/// assert_eq!(Cell::from((3, 4)), Cell { x: 3, y: 4 });
/// assert_eq!(Cell::new(3, 4).to_string(), "(3, 4)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The column, counted from the left.
    pub x: i32,
    /// The row, counted from the top.
    pub y: i32,
}

integer_place!(Cell);

impl Cell {
    /// The middle of the tile.
    #[must_use]
    pub fn centre(self) -> Point {
        Point { x: f64::from(self.x) + 0.5, y: f64::from(self.y) + 0.5 }
    }
}
