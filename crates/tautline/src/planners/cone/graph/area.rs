use crate::geometry::Corner;

/// A rectangle around corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

impl Extent {
    pub(super) const NONE: Self = Self { left: i32::MAX, right: i32::MIN, top: i32::MAX, bottom: i32::MIN };

    #[inline]
    pub(super) fn add(&mut self, x: i32, y: i32) {
        (self.left, self.right) = (self.left.min(x), self.right.max(x));
        (self.top, self.bottom) = (self.top.min(y), self.bottom.max(y));
    }
}

/// In which units areas are kept: the map is at most 256 of them wide and high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Units {
    /// A unit is two to this power.
    shift: u32,
    /// The last corner of the map.
    last: Corner,
}

impl Units {
    /// For a map with so many cells in a row and in a column.
    pub(super) fn new(width: u32, height: u32) -> Self {
        let shift = (u32::BITS - width.max(height).leading_zeros()).saturating_sub(u8::BITS);
        Self { shift, last: Corner { x: width as i32, y: height as i32 } }
    }

    /// Where a corner of the map lies, or a point to the right of it and below.
    #[inline]
    pub(super) fn place(self, corner: Corner) -> [u8; 2] {
        [(corner.x >> self.shift) as u8, (corner.y >> self.shift) as u8]
    }

    /// The area of what lies in a rectangle and on the map.
    pub(super) fn area(self, extent: Extent) -> Area {
        let Extent { left, right, top, bottom } = extent;
        if left > right {
            return Area::NONE;
        }
        let inside = |x: i32, y: i32| Corner { x: x.clamp(0, self.last.x), y: y.clamp(0, self.last.y) };
        let ([left, top], [right, bottom]) =
            (self.place(inside(left, top)), self.place(inside(right, bottom)));
        Area { left, right, top, bottom }
    }
}

/// A rectangle in units of the map: where goals lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    left: u8,
    right: u8,
    top: u8,
    bottom: u8,
}

impl Area {
    pub(super) const NONE: Self = Self { left: 0xff, right: 0, top: 0xff, bottom: 0 };
    pub(super) const ALL: Self = Self { left: 0, right: 0xff, top: 0, bottom: 0xff };

    #[inline]
    pub(super) fn contains(self, [x, y]: [u8; 2]) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    /// The smallest one around both.
    #[inline]
    pub(super) fn join(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(super) fn to_bytes(self) -> [u8; 4] {
        [self.left, self.right, self.top, self.bottom]
    }

    pub(super) fn from_bytes([left, right, top, bottom]: [u8; 4]) -> Self {
        Self { left, right, top, bottom }
    }
}
