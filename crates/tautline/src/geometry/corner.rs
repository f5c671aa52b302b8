use super::{Point, integer_place};

/// A vertex of the grid: the top-left corner of the [`Cell`](super::Cell) with the same coordinates.
///
/// A map of `w × h` cells has `(w + 1) × (h + 1)` corners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Corner {
    /// The vertical grid line, counted from the left.
    pub x: i32,
    /// The horizontal grid line, counted from the top.
    pub y: i32,
}

integer_place!(Corner);

impl Corner {
    /// The corner so far to the right and below.
    #[inline]
    pub(crate) const fn moved(self, dx: i32, dy: i32) -> Self {
        Self { x: self.x + dx, y: self.y + dy }
    }
}

impl From<Corner> for Point {
    fn from(corner: Corner) -> Self {
        Self { x: f64::from(corner.x), y: f64::from(corner.y) }
    }
}
