use super::{Cell, Corner};

/// A place in the plane, not bound to the grid.
///
/// ```
/// use tautline::geometry::{Corner, Point};
/// assert_eq!(Point::from((3, 4)).corner(), Some(Corner::new(3, 4)));
/// assert_eq!(Point::new(3.5, 4.0).corner(), None);
/// assert_eq!(Point::new(3.5, 4.0).to_string(), "(3.5, 4)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right, in tiles.
    pub x: f64,
    /// Downwards, in tiles.
    pub y: f64,
}

impl Point {
    /// The place with these coordinates.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The corner of the grid that lies here, if one does.
    #[must_use]
    pub fn corner(self) -> Option<Corner> {
        let corner = Corner { x: self.x as i32, y: self.y as i32 };
        (Self::from(corner) == self).then_some(corner)
    }

    /// The cell that contains it; on a side between cells, the one to the right or below.
    ///
    /// ```
    /// use tautline::geometry::{Cell, Point};
    /// assert_eq!(Point::new(3.9, -0.5).cell(), Cell::new(3, -1));
    /// assert_eq!(Point::new(4.0, 0.0).cell(), Cell::new(4, 0));
    /// ```
    #[must_use]
    pub fn cell(self) -> Cell {
        Cell { x: self.x.floor() as i32, y: self.y.floor() as i32 }
    }

    /// The straight-line distance to another place.
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Self { x, y }
    }
}

impl From<(f32, f32)> for Point {
    fn from((x, y): (f32, f32)) -> Self {
        Self { x: x.into(), y: y.into() }
    }
}

impl From<Point> for (f64, f64) {
    fn from(point: Point) -> Self {
        (point.x, point.y)
    }
}

impl From<Point> for [f64; 2] {
    fn from(point: Point) -> Self {
        [point.x, point.y]
    }
}

/// The corner of the grid with these coordinates.
impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x: x.into(), y: y.into() }
    }
}

impl From<[f64; 2]> for Point {
    fn from([x, y]: [f64; 2]) -> Self {
        Self { x, y }
    }
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}
