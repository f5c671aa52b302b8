use super::Grid;
use crate::geometry::Rounded;
use crate::moves::CornerRule;

/// Which of the four cells around a corner are free, a bit for each: north-west, north-east, south-west, south-east.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quadrants(u8);

impl Quadrants {
    const NORTH: u8 = 0b0011;
    const SOUTH: u8 = 0b1100;
    const WEST: u8 = 0b0101;
    const EAST: u8 = 0b1010;

    /// Where two obstacles touch with their corners: those along the falling diagonal are free.
    pub(crate) const FALLING: u8 = 0b1001;
    /// The same with the rising one.
    pub(crate) const RISING: u8 = 0b0110;

    /// Those of the bits.
    #[inline]
    pub(crate) const fn new(bits: u8) -> Self {
        Self(bits)
    }

    /// Those around any point: beside a side of a cell, and within a cell, several of them are the same one.
    pub(crate) fn around(grid: &Grid, point: Rounded) -> Self {
        let free = point.cells().map(|cell| u8::from(grid.is_free(cell)));
        Self(free[0] | free[1] << 1 | free[2] << 2 | free[3] << 3)
    }

    /// The bits.
    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// Whether none is free.
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a path that comes from one of them cannot go on into every other: two obstacles touch here with their corners
    /// only, and the rule does not let paths pass between them.
    #[inline]
    pub(crate) const fn are_apart(self, rule: CornerRule) -> bool {
        matches!(rule, CornerRule::Closed) && matches!(self.0, Self::FALLING | Self::RISING)
    }

    /// Those that a line from the corner with this heading touches: the one that it runs into, or the two beside the grid line
    /// that it runs along.
    #[inline]
    pub(crate) const fn towards(self, dx: i32, dy: i32) -> Self {
        let beside = match dx {
            0 => 0b1111,
            1.. => Self::EAST,
            _ => Self::WEST,
        };
        let above_or_below = match dy {
            0 => 0b1111,
            1.. => Self::SOUTH,
            _ => Self::NORTH,
        };
        Self(self.0 & beside & above_or_below)
    }

    /// Those above the corner.
    #[inline]
    pub(crate) const fn upper(self) -> Self {
        Self(self.0 & Self::NORTH)
    }

    /// Those below the corner.
    #[inline]
    pub(crate) const fn lower(self) -> Self {
        Self(self.0 & Self::SOUTH)
    }

    /// Whether the one to the south-east is free.
    #[inline]
    pub(crate) const fn has_south_east(self) -> bool {
        self.0 & Self::SOUTH & Self::EAST != 0
    }

    /// Whether one of them is free in both.
    #[inline]
    pub(crate) const fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}
