use std::f64::consts::SQRT_2;
use std::fmt::{Debug, Display, Formatter};
use std::ops::{Add, Sub};

use bytemuck::Zeroable;

/// What searches add up and compare: whole numbers (`u32`) or exact lengths ([`OctileLength`],
/// [`KnightLength`](super::KnightLength)).
pub trait Cost:
    Copy + Debug + Default + PartialEq + Add<Output = Self> + Sub<Output = Self> + Send + 'static
{
    /// The form in which search memory keeps it; all zero bytes mean zero.
    type Stored: Copy + Zeroable + Send + Debug;

    /// How many of a [`key`](Self::key)'s low bits an array of stacks leaves out when it chooses a place for a stack: 0
    /// where every key gets a place of its own.
    const STACK_SHIFT: u32;

    /// A whole number that orders exactly as the costs do: equal where they are equal, smaller where they are
    /// smaller.
    fn key(self) -> u64;

    /// This many times the cost.
    #[must_use]
    fn times(self, count: u32) -> Self;

    /// The cost as a number, for people and observers.
    fn value(self) -> f64;

    /// Packs an estimate for storage, if it fits.
    fn remember(self) -> u32;

    /// Unpacks an estimate; `None` where it did not fit.
    fn recall(remembered: u32) -> Option<Self>;

    /// Packs it for storage.
    fn store(self) -> Self::Stored;

    /// Unpacks it.
    fn load(stored: Self::Stored) -> Self;
}

impl Cost for u32 {
    type Stored = u32;

    const STACK_SHIFT: u32 = 0;

    #[inline]
    fn key(self) -> u64 {
        u64::from(self)
    }

    #[inline]
    fn times(self, count: u32) -> Self {
        self * count
    }

    fn value(self) -> f64 {
        f64::from(self)
    }

    #[inline]
    fn remember(self) -> u32 {
        self
    }

    #[inline]
    fn recall(remembered: u32) -> Option<Self> {
        Some(remembered)
    }

    #[inline]
    fn store(self) -> u32 {
        self
    }

    #[inline]
    fn load(stored: u32) -> Self {
        stored
    }
}

/// The exact length of a path on the grid: so many straight steps of length 1 and so many diagonal ones of length √2.
///
/// Lengths are compared without rounding, see [`key`](Cost::key).
///
/// ```
/// use tautline::moves::OctileLength;
/// let a = OctileLength { straight: 7, diagonal: 0 };
/// let b = OctileLength { straight: 0, diagonal: 5 }; // 7.0710…
/// assert!(a < b);
/// assert_eq!((a + b).length(), 7.0 + 5.0 * 2f64.sqrt());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct OctileLength {
    /// How many steps of length 1.
    pub straight: u32,
    /// How many steps of length √2.
    pub diagonal: u32,
}

/// The digits of √2 behind the point, as a fraction of 2⁶⁴, rounded down.
pub(super) const SQRT_2_FRACTION: u64 = 0x6a09_e667_f3bc_c908;

impl OctileLength {
    /// Lengths with fewer steps of either kind than this are compared exactly.
    pub const MAX_STEPS: u32 = 1 << 30;

    /// A path that does not move.
    pub const ZERO: Self = Self { straight: 0, diagonal: 0 };
    /// One step along a row or a column.
    pub const STRAIGHT: Self = Self { straight: 1, diagonal: 0 };
    /// One diagonal step.
    pub const DIAGONAL: Self = Self { straight: 0, diagonal: 1 };

    /// The length, rounded once.
    #[must_use]
    pub fn length(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * SQRT_2
    }
}

impl Cost for OctileLength {
    type Stored = u64;

    const STACK_SHIFT: u32 = 32 - 8;

    /// ⌊(straight + diagonal·√2) · 2³²⌋, which orders exactly as the lengths themselves as long as both counts are
    /// below 2³⁰, [`MAX_STEPS`](Self::MAX_STEPS). They are: no path has more steps than
    /// [`Grid::MAX_CELLS`](crate::map::Grid::MAX_CELLS).
    ///
    /// Two different lengths differ by |a + b√2| with whole numbers a and b, not both zero, below 2³⁰ in size. As
    /// |a + b√2| · |a − b√2| = |a² − 2b²| ≥ 1, the difference is at least 1 / (|a| + |b|√2) > 2⁻³⁰ / 2.4143, which is
    /// more than 1.65 · 2⁻³². The constant's missing digits take away less than 2³⁰ · 2⁻⁶⁴ = 2⁻³⁴ from either
    /// length. More than 1.4 · 2⁻³² is left, so the two floors differ, and in the right direction.
    #[inline]
    fn key(self) -> u64 {
        let whole = u64::from(self.straight) + u64::from(self.diagonal);
        let fraction = (u128::from(self.diagonal) * u128::from(SQRT_2_FRACTION)) >> 32;
        (whole << 32) + fraction as u64
    }

    #[inline]
    fn times(self, count: u32) -> Self {
        Self { straight: self.straight * count, diagonal: self.diagonal * count }
    }

    fn value(self) -> f64 {
        self.length()
    }

    /// 16 bits for each count.
    #[inline]
    fn remember(self) -> u32 {
        if (self.straight | self.diagonal) < 0xffff { self.diagonal << 16 | self.straight } else { u32::MAX }
    }

    #[inline]
    fn recall(remembered: u32) -> Option<Self> {
        let fits = remembered != u32::MAX;
        fits.then_some(Self { straight: remembered & 0xffff, diagonal: remembered >> 16 })
    }

    #[inline]
    fn store(self) -> u64 {
        u64::from(self.diagonal) << 32 | u64::from(self.straight)
    }

    #[inline]
    fn load(stored: u64) -> Self {
        Self { straight: stored as u32, diagonal: (stored >> 32) as u32 }
    }
}

impl Ord for OctileLength {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for OctileLength {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for OctileLength {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { straight: self.straight + other.straight, diagonal: self.diagonal + other.diagonal }
    }
}

impl Sub for OctileLength {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { straight: self.straight - other.straight, diagonal: self.diagonal - other.diagonal }
    }
}

impl Debug for OctileLength {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} + {}√2", self.straight, self.diagonal)
    }
}

impl Display for OctileLength {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        Display::fmt(&self.length(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(straight: u32, diagonal: u32) -> OctileLength {
        OctileLength { straight, diagonal }
    }

    /// The sign of (a − c) + (b − d)√2 by squaring, in 128 bits: no constant, no rounding.
    fn exact(one: OctileLength, other: OctileLength) -> std::cmp::Ordering {
        let a = i128::from(one.straight) - i128::from(other.straight);
        let b = i128::from(one.diagonal) - i128::from(other.diagonal);
        (a * a.abs() + 2 * b * b.abs()).cmp(&0)
    }

    #[test]
    fn the_order_is_exact_for_all_small_pairs() {
        for a in 0..40 {
            for b in 0..40 {
                for c in 0..40 {
                    for d in 0..40 {
                        assert_eq!(pair(a, b).cmp(&pair(c, d)), exact(pair(a, b), pair(c, d)));
                    }
                }
            }
        }
    }

    /// The convergents of √2 are its best approximations: nothing else below 2³⁰ comes as close.
    #[test]
    fn the_order_is_exact_at_the_closest_calls() {
        let (mut p, mut q) = (1u32, 1u32);
        while p < 1 << 30 {
            for (one, other) in
                [(pair(p, 0), pair(0, q)), (pair(0, (1 << 30) - 1), pair(p, (1 << 30) - 1 - q))]
            {
                assert_eq!(one.cmp(&other), exact(one, other), "{one:?} {other:?}");
                assert_eq!(other.cmp(&one), exact(other, one));
            }
            (p, q) = (p + 2 * q, p + q);
        }
        assert!(q > 1 << 28, "the loop reached large numbers");
    }

    #[test]
    fn the_constant_is_the_square_root_of_two_rounded_down() {
        // (2⁶⁴ + f)² ≤ 2 · 2¹²⁸ < (2⁶⁴ + f + 1)², without the terms that overflow: f² + 2·2⁶⁴·f ≤ 2¹²⁸.
        let f = u128::from(SQRT_2_FRACTION);
        let below = |f: u128| (f << 65).checked_add(f * f).is_some();
        assert!(below(f) && !below(f + 1));
    }

    #[test]
    fn estimates_that_fit_are_remembered() {
        for fits in [pair(0, 0), pair(65_534, 0), pair(0, 65_534), pair(65_534, 65_534), pair(123, 456)] {
            assert_eq!(OctileLength::recall(fits.remember()), Some(fits));
        }
        for large in [pair(65_535, 0), pair(0, 65_535), pair(65_535, 65_535), pair(1 << 20, 1)] {
            assert_eq!(OctileLength::recall(large.remember()), None);
        }
    }

    #[test]
    fn storing_keeps_both_counts() {
        let length = pair(123_456_789, 987_654_321);
        assert_eq!(OctileLength::load(length.store()), length);
        assert_eq!(OctileLength::load(0), OctileLength::ZERO);
    }
}
