use std::fmt::Debug;

use crate::moves::{DiagonalRule, Direction};

/// One entry of a jump table: how far it is to the next jump point in a direction if that is positive; otherwise, with a
/// minus, how far one can go until an obstacle.
pub(crate) trait Distance: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// The next cell is a jump point.
    const ONE: Self;
    /// How many bytes it takes.
    const BYTES: usize;

    /// Whether there is a jump point.
    fn is_jump(self) -> bool;

    /// What the cell before has, if this one is no jump point.
    fn one_further(self) -> Self;

    /// As a number that has room for all of them.
    fn value(self) -> i32;

    /// Appends its bytes, the lowest first.
    fn write(self, bytes: &mut Vec<u8>);

    /// Reads what [`write`](Self::write) wrote; `bytes` has as many as it takes.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! distance {
    ($($number:ty)*) => {$(
        impl Distance for $number {
            const ONE: Self = 1;
            const BYTES: usize = size_of::<Self>();

            #[inline]
            fn is_jump(self) -> bool {
                self > 0
            }

            #[inline]
            fn one_further(self) -> Self {
                self + if self > 0 { 1 } else { -1 }
            }

            #[inline]
            fn value(self) -> i32 {
                self.into()
            }

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn read(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("as many bytes as it takes"))
            }
        }
    )*};
}

distance! { i16 i32 }

/// The straight scans that start at each cell of a line in this direction, so that a jump point on one of them makes the
/// cell a jump point of the line: the two sides of a diagonal, and with four neighbours up and down from a row.
pub(crate) const fn turns<const D: usize>(direction: usize) -> &'static [usize] {
    const NORTH_SOUTH: [usize; 2] = [Direction::North as usize, Direction::South as usize];
    const SIDES: [[usize; 2]; 4] = [[0, 1], [2, 1], [2, 3], [0, 3]];
    match (D, direction) {
        (4, 1 | 3) => &NORTH_SOUTH,
        (8, 4..8) => &SIDES[direction - 4],
        _ => &[],
    }
}

/// The lines of a table: for each cell, row by row, a distance for each of `D` directions, 8 or 4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DistanceLines {
    /// Eight directions on a map whose sides fit.
    ShortEight(Vec<[i16; 8]>),
    /// Four directions on such a map.
    ShortFour(Vec<[i16; 4]>),
    /// Eight directions on a longer map.
    LongEight(Vec<[i32; 8]>),
    /// Four directions on a longer map.
    LongFour(Vec<[i32; 4]>),
}

/// Does the same with the lines of a table whatever their type is.
macro_rules! with_lines {
    ($lines:expr, $name:ident => $then:expr) => {
        match $lines {
            $crate::planners::jump::DistanceLines::ShortEight($name) => $then,
            $crate::planners::jump::DistanceLines::ShortFour($name) => $then,
            $crate::planners::jump::DistanceLines::LongEight($name) => $then,
            $crate::planners::jump::DistanceLines::LongFour($name) => $then,
        }
    };
}
pub(crate) use with_lines;

impl DistanceLines {
    /// No lines yet, of the type for a map of this size under this rule.
    pub(super) fn empty(rule: DiagonalRule, width: u32, height: u32) -> Self {
        let is_short = width.max(height) < i16::MAX as u32;
        match (is_short, rule.has_diagonals()) {
            (true, true) => Self::ShortEight(Vec::new()),
            (true, false) => Self::ShortFour(Vec::new()),
            (false, true) => Self::LongEight(Vec::new()),
            (false, false) => Self::LongFour(Vec::new()),
        }
    }
}
