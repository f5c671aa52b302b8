use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

use crate::planners::cone::rows::strips::{self, Strips};

/// Cells of a row as bits, the first in the lowest: of 57 cells, which most cones do not need, or of 121.
pub(crate) trait Word:
    Copy
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// As many bits are right.
    const CELLS: u32;
    /// As many bits there are.
    const ALL: u32;
    const ZERO: Self;
    const ONE: Self;

    /// The cells from an index on; none if it is farther outside of the map than there is padding.
    fn load(strips: Strips<'_>, index: usize) -> Option<Self>;

    /// The lowest bit that is set.
    fn lowest(self) -> Self;
    fn trailing_zeros(self) -> u32;
    fn leading_zeros(self) -> u32;

    #[inline(always)]
    fn bit(set: bool) -> Self {
        if set { Self::ONE } else { Self::ZERO }
    }

    #[inline(always)]
    fn has(self, bit: u32) -> bool {
        self >> bit & Self::ONE != Self::ZERO
    }
}

macro_rules! word {
    ($type:ty, $cells:expr, $load:expr) => {
        impl Word for $type {
            const CELLS: u32 = $cells as u32;
            const ALL: u32 = Self::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn load(strips: Strips<'_>, index: usize) -> Option<Self> {
                $load(strips, index)
            }

            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn leading_zeros(self) -> u32 {
                self.leading_zeros()
            }
        }
    };
}

word!(u64, strips::BITS, |strips: Strips<'_>, index| Some(strips.word(index)));
word!(u128, strips::WIDE_BITS, |strips: Strips<'_>, index| strips.wide_word(index));
