use super::{Cell, Corner, Point};

/// A point in whole numbers of parts of a tile, so that everything about it can be decided without rounding.
///
/// Points that are not negative are rounded to the nearest part that is as they are: on a grid line, or strictly between the same two.
/// So a point never comes to another cell, side or corner, and moves by less than a part along each axis.
///
/// Coordinates are less than 2²⁹ tiles, so that those of a rounded point are whole numbers as `f64` as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rounded {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl Rounded {
    /// A tile has 2 to the power of this many parts.
    pub(crate) const BITS: u32 = 20;
    /// A tile in parts.
    pub(crate) const TILE: i64 = 1 << Self::BITS;

    /// The grid lines to the left and to the right, which are the same if the point lies on one.
    #[inline]
    pub(crate) fn columns(self) -> (i32, i32) {
        lines(self.x)
    }

    /// Those above and below.
    #[inline]
    pub(crate) fn rows(self) -> (i32, i32) {
        lines(self.y)
    }

    /// The cells that it lies in or beside: north-west, north-east, south-west, south-east. Several of them are the same one, if it
    /// does not lie on a corner.
    pub(crate) fn cells(self) -> [Cell; 4] {
        let ((left, right), (above, below)) = (self.columns(), self.rows());
        [(right - 1, below - 1), (left, below - 1), (right - 1, above), (left, above)].map(Cell::from)
    }

    /// The same of a point that is no corner: the two cells beside its side, or twice the cell that it lies within.
    pub(crate) fn cells_of_point(self) -> [Cell; 2] {
        let [one, _, _, other] = self.cells();
        [one, other]
    }

    /// How far it is to another one along x and y, in parts.
    #[inline]
    pub(crate) fn heading(self, to: Self) -> (i64, i64) {
        (to.x - self.x, to.y - self.y)
    }

    /// How far it is to another one, in tiles.
    #[inline]
    pub(crate) fn distance(self, to: Self) -> f64 {
        self.squared_distance(to).sqrt() / Self::TILE as f64
    }

    /// The square of that, in parts; exact between corners that are less than 2²⁶ tiles apart along each axis.
    #[inline]
    pub(crate) fn squared_distance(self, to: Self) -> f64 {
        let (dx, dy) = self.heading(to);
        let (dx, dy) = (dx as f64, dy as f64);
        dx * dx + dy * dy
    }

    /// Whether it lies on the straight line between two others, and is neither of them.
    pub(crate) fn is_between(self, before: Self, behind: Self) -> bool {
        let (a, b) = (before.heading(self), self.heading(behind));
        cross(a, b) == 0 && dot(a, b) > 0
    }

    /// To which sides another one lies.
    #[inline]
    pub(crate) fn signs(self, to: Self) -> (i32, i32) {
        let (dx, dy) = self.heading(to);
        (dx.signum() as i32, dy.signum() as i32)
    }
}

/// The cross product of two headings: positive if the second one is clockwise from the first.
#[inline]
pub(crate) fn cross((ax, ay): (i64, i64), (bx, by): (i64, i64)) -> i128 {
    i128::from(ax) * i128::from(by) - i128::from(ay) * i128::from(bx)
}

/// Their dot product: positive if they are less than a right angle apart.
#[inline]
pub(crate) fn dot((ax, ay): (i64, i64), (bx, by): (i64, i64)) -> i128 {
    i128::from(ax) * i128::from(bx) + i128::from(ay) * i128::from(by)
}

/// The grid lines beside a coordinate.
#[inline]
fn lines(parts: i64) -> (i32, i32) {
    let floor = parts >> Rounded::BITS;
    (floor as i32, (floor + i64::from(parts & (Rounded::TILE - 1) != 0)) as i32)
}

impl From<Point> for Rounded {
    fn from(point: Point) -> Self {
        let round = |tiles: f64| {
            let (line, beyond) = (tiles.floor(), tiles - tiles.floor());
            let parts = (beyond * Self::TILE as f64).round() as i64;
            let parts = if beyond == 0.0 { 0 } else { parts.clamp(1, Self::TILE - 1) };
            line as i64 * Self::TILE + parts
        };
        Self { x: round(point.x), y: round(point.y) }
    }
}

impl From<Corner> for Rounded {
    #[inline]
    fn from(corner: Corner) -> Self {
        Self { x: i64::from(corner.x) << Self::BITS, y: i64::from(corner.y) << Self::BITS }
    }
}

impl From<Rounded> for Point {
    #[inline]
    fn from(rounded: Rounded) -> Self {
        let tiles = |parts: i64| parts as f64 / Rounded::TILE as f64;
        Self { x: tiles(rounded.x), y: tiles(rounded.y) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PART: f64 = 1.0 / Rounded::TILE as f64;

    fn round(x: f64) -> f64 {
        Point::from(Rounded::from(Point::new(x, 0.0))).x
    }

    #[test]
    fn points_stay_between_the_same_grid_lines() {
        let last = f64::from((1 << 29) - 1);
        for line in [0.0, 1.0, 77.0, last] {
            assert_eq!(round(line).to_bits(), line.to_bits());
            assert_eq!(round(line.next_up()).to_bits(), (line + PART).to_bits());
            assert_eq!(round(line + 0.4 * PART).to_bits(), (line + PART).to_bits());
            assert_eq!(round(line + 2.4 * PART).to_bits(), (line + 2.0 * PART).to_bits());
            assert_eq!(round((line + 1.0).next_down()).to_bits(), (line + 1.0 - PART).to_bits());
        }
        assert_eq!(round(f64::MIN_POSITIVE).to_bits(), PART.to_bits());
        let lines = |x: f64| Rounded::from(Point::new(x, 0.0)).columns();
        assert_eq!(
            (lines(3.0), lines(3.0f64.next_up()), lines(3.0f64.next_down())),
            ((3, 3), (3, 4), (2, 3))
        );
    }

    #[test]
    fn a_point_moves_by_less_than_a_part() {
        for number in 0..10_000 {
            let x = f64::from(number) * 0.012_345_678_9;
            assert!((round(x) - x).abs() < PART, "{x}");
        }
    }
}
