use super::Cell;

/// A rectangle of cells: `width × height` of them, the first at `(x, y)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    /// The left-most column.
    pub x: i32,
    /// The top-most row.
    pub y: i32,
    /// How many columns.
    pub width: u32,
    /// How many rows.
    pub height: u32,
}

impl Rect {
    /// The rectangle with these sides.
    #[must_use]
    pub const fn new(x: i32, y: i32, width: u32, height: u32) -> Self {
        Self { x, y, width, height }
    }

    /// The smallest rectangle with both cells in it, whichever way round they are given.
    #[must_use]
    pub fn spanning(a: Cell, b: Cell) -> Self {
        Self {
            x: a.x.min(b.x),
            y: a.y.min(b.y),
            width: a.x.abs_diff(b.x).saturating_add(1),
            height: a.y.abs_diff(b.y).saturating_add(1),
        }
    }

    /// Whether a cell lies in it.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        let is_within = |at: i32, first: i32, count: u32| at >= first && at.abs_diff(first) < count;
        is_within(cell.x, self.x, self.width) && is_within(cell.y, self.y, self.height)
    }

    /// It with this many more cells on each side, as far as there are numbers for them.
    ///
    /// ```
    /// use tautline::geometry::Rect;
    /// assert_eq!(Rect::new(3, 4, 1, 2).grown(2), Rect::new(1, 2, 5, 6));
    /// ```
    #[must_use]
    pub fn grown(self, by: u32) -> Self {
        let grow = |first: i32, count: u32| {
            let begin = first.saturating_sub_unsigned(by);
            (begin, count.saturating_add(first.abs_diff(begin)).saturating_add(by))
        };
        let (x, width) = grow(self.x, self.width);
        let (y, height) = grow(self.y, self.height);
        Self { x, y, width, height }
    }

    /// Its cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (columns, rows) = (0..self.width as i32, 0..self.height as i32);
        rows.flat_map(move |dy| columns.clone().map(move |dx| Cell { x: self.x + dx, y: self.y + dy }))
    }

    /// The part of it inside a `width × height` map.
    #[must_use]
    pub fn clipped(self, width: u32, height: u32) -> Self {
        let clip = |first: i32, count: u32, size: u32| {
            let low = i64::from(first).clamp(0, i64::from(size));
            let high = (i64::from(first) + i64::from(count)).clamp(low, i64::from(size));
            (low as i32, (high - low) as u32)
        };
        let (x, width) = clip(self.x, self.width, width);
        let (y, height) = clip(self.y, self.height, height);
        Self { x, y, width, height }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clipping_keeps_what_is_inside() {
        assert_eq!(Rect::new(-2, 1, 5, 9).clipped(10, 4), Rect::new(0, 1, 3, 3));
        assert_eq!(Rect::new(2, 2, 3, 3).clipped(10, 10), Rect::new(2, 2, 3, 3));
    }

    #[test]
    fn clipping_far_outside_leaves_nothing_and_does_not_overflow() {
        let far = Rect::new(i32::MAX, i32::MIN, u32::MAX, u32::MAX).clipped(10, 10);
        assert_eq!((far.width, far.height), (0, 10));
        assert_eq!(Rect::new(-5, 0, 3, 1).clipped(10, 10).width, 0);
    }

    #[test]
    fn spanning_takes_the_corners_in_any_order() {
        let (a, b) = (Cell::new(5, 1), Cell::new(2, 7));
        assert_eq!(Rect::spanning(a, b), Rect::new(2, 1, 4, 7));
        assert_eq!(Rect::spanning(b, a), Rect::spanning(a, b));
    }
}
