use std::f64::consts::SQRT_2;
use std::fmt::{Debug, Display, Formatter};
use std::ops::{Add, Sub};

use super::Cost;
use super::cost::SQRT_2_FRACTION;

/// The exact length of a path of moves between sixteen neighbours: so many straight ones of length 1, so many diagonal ones of
/// length √2, and so many of a knight, of length √5.
///
/// Searches compare lengths below 2²⁰ tiles without rounding, see [`key`](Cost::key).
///
/// ```
/// use tautline::moves::{Cost, KnightLength};
/// let a = KnightLength { straight: 29, diagonal: 35, knight: 0 }; // 78.4974…
/// let b = KnightLength { straight: 9, diagonal: 0, knight: 31 }; // 78.3181…
/// assert!(b.key() < a.key());
/// assert_eq!((a + b).length(), 38.0 + 35.0 * 2f64.sqrt() + 31.0 * 5f64.sqrt());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct KnightLength {
    /// How many moves of length 1.
    pub straight: u32,
    /// How many moves of length √2.
    pub diagonal: u32,
    /// How many moves of length √5.
    pub knight: u32,
}

const SQRT_5: f64 = 2.236_067_977_499_79;

/// The digits of √5 behind the point, as a fraction of 2⁶⁴, rounded down.
const SQRT_5_FRACTION: u64 = 0x3c6e_f372_fe94_f82b;

/// How many binary digits behind the point a key has, up to the length from which on it is coarser.
const DIGITS: u32 = 43;

/// How many digits fewer it has from there on, so that the length of every path on every map has a key.
const COARSER: u32 = 12;

impl KnightLength {
    /// Lengths below this are compared exactly.
    pub const EXACT_BELOW: u32 = 1 << 20;

    /// A path that does not move.
    pub const ZERO: Self = Self { straight: 0, diagonal: 0, knight: 0 };
    /// One move along a row or a column.
    pub const STRAIGHT: Self = Self { straight: 1, ..Self::ZERO };
    /// One diagonal move.
    pub const DIAGONAL: Self = Self { diagonal: 1, ..Self::ZERO };
    /// One move of a knight.
    pub const KNIGHT: Self = Self { knight: 1, ..Self::ZERO };

    /// The length, rounded.
    #[must_use]
    pub fn length(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * SQRT_2 + f64::from(self.knight) * SQRT_5
    }
}

impl Cost for KnightLength {
    type Stored = [u32; 3];

    const STACK_SHIFT: u32 = DIGITS - 8;

    /// ⌊length · 2⁴³⌋ for lengths below 2²⁰, [`EXACT_BELOW`](Self::EXACT_BELOW), where it orders exactly as the lengths
    /// themselves; from there on it has twelve digits fewer, so that lengths that differ by less than 2⁻³¹ of a tile may count
    /// as equal. No order is ever reversed.
    ///
    /// Two different lengths below 2²⁰ differ by |a + b√2 + c√5| with whole numbers, not all zero, where |b| < 2²⁰/√2 and
    /// |c| < 2²⁰/√5. There is no good bound for such sums in general, but these are few enough to look at: none is below
    /// 5 · 2⁻⁴³ (a test does it). The constants' missing digits take away less than 2⁻⁶⁴ for each diagonal and each knight's
    /// move, of which a length has fewer than 2²⁰, so less than 2⁻⁴⁴. More than 4 · 2⁻⁴³ is left, so the two floors differ,
    /// and in the right direction.
    #[inline]
    fn key(self) -> u64 {
        const EXACT: u128 = (KnightLength::EXACT_BELOW as u128) << DIGITS;
        let whole = u64::from(self.straight) + u64::from(self.diagonal) + 2 * u64::from(self.knight);
        let fraction = u128::from(self.diagonal) * u128::from(SQRT_2_FRACTION)
            + u128::from(self.knight) * u128::from(SQRT_5_FRACTION);
        let length = (u128::from(whole) << DIGITS) + (fraction >> (64 - DIGITS));
        if length < EXACT { length as u64 } else { (EXACT + ((length - EXACT) >> COARSER)) as u64 }
    }

    #[inline]
    fn times(self, count: u32) -> Self {
        Self { straight: self.straight * count, diagonal: self.diagonal * count, knight: self.knight * count }
    }

    fn value(self) -> f64 {
        self.length()
    }

    /// An estimate has knight's moves and straight ones, or knight's moves and diagonal ones: a bit says which, and each count
    /// takes half of the rest.
    #[inline]
    fn remember(self) -> u32 {
        let (other, is_diagonal) = if self.diagonal == 0 { (self.straight, 0) } else { (self.diagonal, 1) };
        let fits = (self.straight == 0 || self.diagonal == 0) && self.knight < 0x7fff && other < 0x1_0000;
        if fits { is_diagonal << 31 | self.knight << 16 | other } else { u32::MAX }
    }

    #[inline]
    fn recall(remembered: u32) -> Option<Self> {
        let (knight, other) = (remembered >> 16 & 0x7fff, remembered & 0xffff);
        let (straight, diagonal) = if remembered >> 31 == 0 { (other, 0) } else { (0, other) };
        (knight < 0x7fff).then_some(Self { straight, diagonal, knight })
    }

    #[inline]
    fn store(self) -> [u32; 3] {
        [self.straight, self.diagonal, self.knight]
    }

    #[inline]
    fn load([straight, diagonal, knight]: [u32; 3]) -> Self {
        Self { straight, diagonal, knight }
    }
}

impl Add for KnightLength {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            straight: self.straight + other.straight,
            diagonal: self.diagonal + other.diagonal,
            knight: self.knight + other.knight,
        }
    }
}

impl Sub for KnightLength {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self {
            straight: self.straight - other.straight,
            diagonal: self.diagonal - other.diagonal,
            knight: self.knight - other.knight,
        }
    }
}

impl Debug for KnightLength {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} + {}√2 + {}√5", self.straight, self.diagonal, self.knight)
    }
}

impl Display for KnightLength {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        Display::fmt(&self.length(), f)
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;

    fn triple(straight: u32, diagonal: u32, knight: u32) -> KnightLength {
        KnightLength { straight, diagonal, knight }
    }

    /// The sign of p + q√2 by squaring.
    fn sign_of_pair(p: i128, q: i128) -> i128 {
        (p * p.abs() + 2 * q * q.abs()).signum()
    }

    /// The order by squaring twice, in 128 bits: no constant, no rounding. With u = a + b√2 and v = c√5, the sign of u + v is
    /// that of u·|u| + v·|v|.
    fn exact(one: KnightLength, other: KnightLength) -> Ordering {
        let difference = |a: u32, b: u32| i128::from(a) - i128::from(b);
        let a = difference(one.straight, other.straight);
        let b = difference(one.diagonal, other.diagonal);
        let c = difference(one.knight, other.knight);
        let sign = sign_of_pair(a, b);
        sign_of_pair(sign * (a * a + 2 * b * b) + 5 * c * c.abs(), sign * 2 * a * b).cmp(&0)
    }

    #[test]
    fn the_order_is_exact_for_all_small_triples() {
        let all: Vec<KnightLength> =
            (0..11).flat_map(|a| (0..11).flat_map(move |b| (0..11).map(move |c| triple(a, b, c)))).collect();
        for &one in &all {
            for &other in &all {
                assert_eq!(one.key().cmp(&other.key()), exact(one, other), "{one:?} {other:?}");
            }
        }
    }

    /// Looks at every b√2 + c√5 that can be the difference of two lengths below the bound, and finds how near it comes to a
    /// whole number: fractions are kept in 64 bits and wrap around at 1.
    #[test]
    fn no_two_lengths_below_the_bound_are_too_near_to_each_other() {
        let bound = u64::from(KnightLength::EXACT_BELOW);
        let most = |square: u64| (bound * bound / square).isqrt() + 1;
        let (most_diagonal, most_knight) = (most(2), most(5));
        let mut fractions: Vec<(u64, i64)> = (-(most_diagonal as i64)..=most_diagonal as i64)
            .map(|b| ((b as u64).wrapping_mul(SQRT_2_FRACTION), b))
            .collect();
        fractions.sort_unstable();
        let mut nearest = (u64::MAX, 0, 0);
        for c in 0..=most_knight {
            let wanted = c.wrapping_mul(SQRT_5_FRACTION).wrapping_neg();
            let at = fractions.partition_point(|&(fraction, _)| fraction < wanted);
            let (above, below) = (at % fractions.len(), (at + fractions.len() - 1) % fractions.len());
            // Where c = 0, the nearest is b = 0, the length 0; its neighbours count.
            let others = [above, below, (above + 1) % fractions.len()];
            for (fraction, b) in others.map(|at| fractions[at]) {
                let distance = fraction.wrapping_sub(wanted).min(wanted.wrapping_sub(fraction));
                if (b, c) != (0, 0) {
                    nearest = nearest.min((distance, b, c as i64));
                }
            }
        }
        let (distance, b, c) = nearest;
        // By so much the missing digits can have moved what was found.
        let distance = distance - (most_diagonal + most_knight);
        assert!(
            distance >= 5 << (64 - DIGITS),
            "{b}√2 + {c}√5 is within {distance} · 2⁻⁶⁴ of a whole number"
        );

        // The closest call itself, as two lengths.
        assert!(b < 0 && c > 0, "{b} {c}");
        let rest = b as f64 * SQRT_2 + c as f64 * SQRT_5;
        let (diagonal, knight) = (b.unsigned_abs() as u32, c as u32);
        let whole = rest.round().abs() as u32;
        let (one, other) = if rest < 0.0 {
            (triple(whole, 0, knight), triple(0, diagonal, 0))
        } else {
            (triple(0, 0, knight), triple(whole, diagonal, 0))
        };
        assert_eq!(one.length().to_bits(), other.length().to_bits(), "doubles cannot tell them apart");
        assert_eq!(one.key().cmp(&other.key()), exact(one, other));
        assert_ne!(one.key(), other.key());
    }

    #[test]
    fn keys_of_long_lengths_keep_the_order_and_fit() {
        let bound = KnightLength::EXACT_BELOW;
        let lengths = [
            triple(bound - 1, 0, 0),
            triple(bound - 3, 0, 1),
            triple(bound - 2, 1, 0),
            triple(bound, 0, 0),
            triple(bound - 1, 1, 0),
            triple(1 << 29, 1 << 29, 1 << 29),
            triple(1 << 29, 1 << 29, (1 << 29) + 1),
        ];
        assert!(lengths.is_sorted_by(|one, other| one.key() < other.key()));
        assert_eq!(triple(bound, 0, 0).key(), 1 << 63);
    }

    #[test]
    fn the_constant_is_the_square_root_of_five_rounded_down() {
        // (2·2⁶⁴ + f)² ≤ 5 · 2¹²⁸, without the terms that overflow: f² + 4·2⁶⁴·f ≤ 2¹²⁸.
        let f = u128::from(SQRT_5_FRACTION);
        let below = |f: u128| (f << 66).checked_add(f * f).is_some();
        assert!(below(f) && !below(f + 1));
        assert_eq!(SQRT_5.to_bits(), 5f64.sqrt().to_bits());
    }

    #[test]
    fn estimates_that_fit_are_remembered() {
        for fits in [triple(0, 0, 0), triple(65_535, 0, 32_766), triple(0, 65_535, 32_766), triple(0, 1, 0)] {
            assert_eq!(KnightLength::recall(fits.remember()), Some(fits));
        }
        for large in [triple(65_536, 0, 0), triple(0, 65_536, 0), triple(0, 0, 32_767), triple(1, 1, 0)] {
            assert_eq!(KnightLength::recall(large.remember()), None);
        }
        let length = triple(1, 2, 3);
        assert_eq!(KnightLength::load(length.store()), length);
    }
}
