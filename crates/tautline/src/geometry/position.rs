use std::fmt::{Debug, Display, Formatter};

use super::{Cell, Corner, Point};

/// A position on a map: a cell, a corner of the grid, or any point.
///
/// Pairs of whole numbers are cells and pairs of `f64` are points; a corner has to be named as one.
///
/// ```
/// use tautline::geometry::{Corner, Point, Position};
///
/// assert_eq!(Position::from((3, 4)).point(), Point::new(3.5, 4.5), "the centre of a cell");
/// assert_eq!(Position::from((3.0, 4.0)).point(), Point::new(3.0, 4.0));
/// assert_eq!(Position::from(Corner::new(3, 4)).point(), Point::new(3.0, 4.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Position {
    /// A cell; for a planner that takes any point, its centre.
    Cell(Cell),
    /// A corner of the grid.
    Corner(Corner),
    /// Any point.
    Point(Point),
}

impl Position {
    /// Where it is: the centre of a cell, a corner or a point itself.
    #[must_use]
    pub fn point(self) -> Point {
        match self {
            Self::Cell(cell) => cell.centre(),
            Self::Corner(corner) => corner.into(),
            Self::Point(point) => point,
        }
    }

    /// The cell, if it is one.
    #[must_use]
    pub fn as_cell(self) -> Option<Cell> {
        if let Self::Cell(cell) = self { Some(cell) } else { None }
    }

    /// The corner, if it is one.
    #[must_use]
    pub fn as_corner(self) -> Option<Corner> {
        if let Self::Corner(corner) = self { Some(corner) } else { None }
    }

    /// Its coordinates as they are written: those of a cell are the numbers of its column and row, not those of its centre.
    #[must_use]
    pub fn xy(self) -> (f64, f64) {
        match self {
            Self::Cell(cell) => (cell.x.into(), cell.y.into()),
            Self::Corner(corner) => (corner.x.into(), corner.y.into()),
            Self::Point(point) => (point.x, point.y),
        }
    }
}

/// What it is, and where: `cell (3, 4)`.
impl Display for Position {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cell(cell) => write!(f, "cell {cell}"),
            Self::Corner(corner) => write!(f, "corner {corner}"),
            Self::Point(point) => write!(f, "point {point}"),
        }
    }
}

impl From<Cell> for Position {
    fn from(cell: Cell) -> Self {
        Self::Cell(cell)
    }
}

impl From<Corner> for Position {
    fn from(corner: Corner) -> Self {
        Self::Corner(corner)
    }
}

impl From<Point> for Position {
    fn from(point: Point) -> Self {
        Self::Point(point)
    }
}

/// The cell with these coordinates.
impl From<(i32, i32)> for Position {
    fn from(xy: (i32, i32)) -> Self {
        Self::Cell(xy.into())
    }
}

/// The cell with these coordinates.
impl From<[i32; 2]> for Position {
    fn from(xy: [i32; 2]) -> Self {
        Self::Cell(xy.into())
    }
}

/// The point with these coordinates.
impl From<(f32, f32)> for Position {
    fn from(xy: (f32, f32)) -> Self {
        Self::Point(xy.into())
    }
}

/// The point with these coordinates.
impl From<(f64, f64)> for Position {
    fn from(xy: (f64, f64)) -> Self {
        Self::Point(xy.into())
    }
}

/// The point with these coordinates.
impl From<[f64; 2]> for Position {
    fn from(xy: [f64; 2]) -> Self {
        Self::Point(xy.into())
    }
}

/// A kind of position that paths lead along: [`Cell`], [`Corner`] or [`Point`].
pub trait Place: Copy + PartialEq + Debug + Display + Into<Position> + Send + Sync + 'static {
    /// Its coordinates, which are whole numbers for cells and corners.
    fn xy(self) -> (f64, f64);
}

impl Place for Cell {
    fn xy(self) -> (f64, f64) {
        (self.x.into(), self.y.into())
    }
}

impl Place for Corner {
    fn xy(self) -> (f64, f64) {
        (self.x.into(), self.y.into())
    }
}

impl Place for Point {
    fn xy(self) -> (f64, f64) {
        (self.x, self.y)
    }
}
