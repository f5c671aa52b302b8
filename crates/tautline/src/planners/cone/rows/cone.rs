use std::hint::select_unpredictable;

use crate::geometry::Corner;
use crate::planners::cone::rows::scale::Scale;
use crate::planners::cone::search::roots::Root;

/// One end of an interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    /// To the right of the root, in parts of a tile.
    pub(crate) at: i64,
    /// By how much it moves with each row; zero only if the end runs along a column.
    pub(crate) slope: i64,
    /// Whether the cell beyond it is blocked, where it runs along a column.
    pub(crate) is_wall: bool,
}

impl End {
    /// On a wall along a column.
    #[inline]
    pub(crate) fn wall<const BITS: u32>(column: i32) -> Self {
        Self { at: Scale::<BITS>.whole(column), slope: 0, is_wall: true }
    }

    /// On a ray, so many rows from the root.
    #[inline]
    pub(crate) fn ray(slope: i64, rows: u32) -> Self {
        Self { at: slope * i64::from(rows), slope, is_wall: false }
    }

    /// One of two, where it cannot be predicted which.
    #[inline(always)]
    pub(crate) fn select(first: bool, one: Self, other: Self) -> Self {
        Self {
            at: select_unpredictable(first, one.at, other.at),
            slope: select_unpredictable(first, one.slope, other.slope),
            is_wall: select_unpredictable(first, one.is_wall, other.is_wall),
        }
    }

    #[inline]
    pub(crate) fn next(self) -> Self {
        Self { at: self.at + self.slope, ..self }
    }
}

/// What a root sees of a row between two rays, on its way from row to row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cone {
    /// The number of the root.
    pub(crate) root: u32,
    /// 1 downwards, −1 upwards.
    pub(crate) down: i32,
    /// How many rows from the root; 0 if there is only the row of the root.
    pub(crate) rows: u32,
    pub(crate) left: End,
    pub(crate) right: End,
    /// Whether the row of the root itself is still to be looked along: 1 to the right, −1 to the left, 0 if not.
    pub(crate) flat: i32,
    /// Why it has not gone on.
    pub(crate) until: Until,
}

impl Cone {
    /// Only the row of the root.
    pub(crate) fn none(root: u32) -> Self {
        let end = End { at: 0, slope: 0, is_wall: true };
        Self { root, down: 1, rows: 0, left: end, right: end, flat: 0, until: Until::Row }
    }

    /// No path by way of the root and of a point of the interval is shorter: that of a straight line to such a point, and another from
    /// there to the goal, or to its image behind the row (Lemmas 1 and 2 of the Anya paper).
    /// The goal is given as it is seen from the root: to the right, and in the direction of the rows.
    #[inline]
    pub(crate) fn estimate<const BITS: u32>(&self, root: &Root, (x, y): (f64, f64)) -> f64 {
        let rows = f64::from(self.rows);
        let beyond = (y - rows).abs();
        let (left, right) = (Scale::<BITS>.tiles(self.left.at), Scale::<BITS>.tiles(self.right.at));
        // The line to the goal, or to its image, is at x · rows / whole there.
        let (line, whole) = (x * rows, rows + beyond);
        let point = if line < left * whole {
            left
        } else if line > right * whole {
            right
        } else {
            return root.g + (x * x + whole * whole).sqrt();
        };
        let before = (point * point + rows * rows).sqrt();
        let behind = ((x - point) * (x - point) + beyond * beyond).sqrt();
        root.g + before + behind
    }

    /// The row, and the columns of its ends, given the corner of the root: for observers.
    pub(crate) fn place<const BITS: u32>(&self, root: Corner) -> (i32, [f64; 2]) {
        let ends = [self.left, self.right].map(|end| f64::from(root.x) + Scale::<BITS>.tiles(end.at));
        (root.y + self.down * self.rows as i32, ends)
    }

    /// Whether a corner lies in the row, between the ends.
    #[inline]
    pub(crate) fn sees<const BITS: u32>(&self, root: &Root, corner: Corner) -> bool {
        let (dx, dy) = (corner.x - root.corner.x, corner.y - root.corner.y);
        dy == self.rows as i32 * self.down
            && Scale::<BITS>.ceil(self.left.at) <= dx
            && dx <= Scale::<BITS>.floor(self.right.at)
    }
}

/// Why a cone does not go on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// It is at the row that it should go to, or has not been asked to go on.
    Row,
    /// A wall to its left ends, so that there is a corner at which a path can turn.
    CornerLeft,
    /// One to its right does.
    CornerRight,
    /// There is an obstacle between its ends.
    Obstacle,
    /// Its ends may meet, or it is too wide for a word, or two obstacles touch at one of them: it has to be looked at closely what lies
    /// behind its row.
    Unclear,
    /// Nothing goes on from its row.
    Nothing,
}

/// How a node of the open list keeps a cone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed {
    /// The slopes; of ends along a column, where these are.
    left: i64,
    right: i64,
    /// The root, and above it two bits for the row of the root, and three for why the cone has not gone on.
    root: u32,
    /// The number of rows, and above it two bits for each end, and one for the direction.
    rows: u32,
}

/// As many bits are a number of a root, or of rows.
const NUMBER_BITS: u32 = 27;
const NUMBERS: u32 = (1 << NUMBER_BITS) - 1;

impl Packed {
    #[inline]
    pub(crate) fn new(cone: &Cone) -> Self {
        let value = |end: End| select_unpredictable(end.slope == 0, end.at, end.slope);
        let kind = |end: End| u32::from(end.slope == 0) | u32::from(end.is_wall) << 1;
        let ends = kind(cone.left) | kind(cone.right) << 2 | u32::from(cone.down > 0) << 4;
        let state = (cone.flat + 1) as u32 | (cone.until as u32) << 2;
        Self {
            left: value(cone.left),
            right: value(cone.right),
            root: cone.root | state << NUMBER_BITS,
            rows: cone.rows | ends << NUMBER_BITS,
        }
    }

    #[inline]
    pub(crate) fn unpack(self) -> Cone {
        let (rows, ends) = (self.rows & NUMBERS, self.rows >> NUMBER_BITS);
        let (root, state) = (self.root & NUMBERS, self.root >> NUMBER_BITS);
        let end = |value: i64, kind: u32| {
            let is_column = kind & 1 != 0;
            let at = value * i64::from(if is_column { 1 } else { rows });
            End { at, slope: if is_column { 0 } else { value }, is_wall: kind & 2 != 0 }
        };
        let (left, right) = (end(self.left, ends), end(self.right, ends >> 2));
        let (down, flat) = (if ends & 16 != 0 { 1 } else { -1 }, (state & 3) as i32 - 1);
        let until = match state >> 2 {
            0 => Until::Row,
            1 => Until::CornerLeft,
            2 => Until::CornerRight,
            3 => Until::Obstacle,
            _ => Until::Unclear,
        };
        Cone { root, down, rows, left, right, flat, until }
    }
}
