use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, Mul, Shl, Shr, Sub};

use bytemuck::Zeroable;

use super::Numbering;
use crate::geometry::Cell;
use crate::moves::DiagonalRule;

/// The lengths of paths in jump-point planners: whole numbers, of 64 bits where the map is not too large, or else of 128.
///
/// With k = [`DIGITS`](Self::DIGITS), a path of s straight and d diagonal steps has the length s·2ᵏ + d·[`ROOT`](Self::ROOT),
/// where the root is √2·2ᵏ but for a rounding. The length of a sum is the sum of the lengths, nothing is rounded on the way;
/// and two paths compare as their true lengths do, if k is large enough. Let no path have more than M steps. Two different
/// lengths differ by |a + b√2| with whole numbers a and b of at most M in size, not both zero. As
/// |a + b√2| · |a − b√2| = |a² − 2b²| ≥ 1, that is at least 1 / ((1 + √2) M). In our units the difference is
/// 2ᵏ / ((1 + √2) M) or more, and what the rounding of √2 changes of it is less than |b| ≤ M. So 2ᵏ ≥ 2.5 M² will do.
pub(crate) trait Length:
    Copy
    + Debug
    + Default
    + Ord
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + From<u32>
    + From<u64>
    + Zeroable
    + Send
    + 'static
{
    /// How many binary digits there are behind the point.
    const DIGITS: u32;
    /// √2.
    const ROOT: Self;
    /// All lengths that come up have at most so many binary digits.
    const USED_BITS: u32;
    /// The digits of the number itself.
    const ALL_BITS: u32;

    /// What the open list is ordered by: a length and the state it belongs to.
    type Entry: Copy + Debug + Ord + Send + 'static;

    /// An entry for a state's number and the length of the way over it.
    fn entry(self, state: u64) -> Self::Entry;

    /// The state of an entry; none if its length is more than can be compared.
    fn state(entry: Self::Entry) -> Option<u64>;

    /// The length of an entry in half tiles, rounded down.
    fn half_tiles(entry: Self::Entry) -> u64;

    /// So many 2³²nds of a tile.
    #[inline]
    fn from_parts(parts: u64) -> Self {
        Self::from(parts) << (Self::DIGITS - 32)
    }

    /// In tiles, for people.
    fn tiles(self) -> f64;
}

/// For paths of fewer than 26,000 steps, with entries of 64 bits.
///
/// An entry has 32 bits of the length, 16 of them behind the point. That orders exactly: as above, two different lengths of at
/// most M = 26,000 steps differ by 1 / ((1 + √2) M) > 1.04 · 2⁻¹⁶ at least. The root is too large by 0.048 · 2⁻³², which changes
/// that by less than 0.02 · 2⁻¹⁶. So they are different when they are cut off at 2⁻¹⁶, and in the right order. (Whole lengths are
/// right for all M with 2³² / ((1 + √2) M) > 0.048 M: up to 190,000 steps.)
impl Length for u64 {
    const DIGITS: u32 = 32;
    const ROOT: Self = 6_074_001_000;
    /// An entry that is too long is not expanded, and what is looked through at once is at most two tiles longer; so no length
    /// exceeds 26,002 tiles by more than the width and height of the map: see [`Measure::compact`].
    const USED_BITS: u32 = 32 + 16;
    const ALL_BITS: u32 = u64::BITS;

    type Entry = u64;

    #[inline]
    fn entry(self, state: u64) -> u64 {
        (self >> 16).min(LONGEST << 16) << 32 | state
    }

    #[inline]
    fn state(entry: u64) -> Option<u64> {
        (entry >> 48 < LONGEST).then_some(entry & 0xffff_ffff)
    }

    #[inline]
    fn half_tiles(entry: u64) -> u64 {
        entry >> 47
    }

    fn tiles(self) -> f64 {
        self as f64 / (1u64 << Self::DIGITS) as f64
    }
}

/// The longest path that can be compared with 64 bits.
const LONGEST: u64 = 26_000;

/// For every map there is: no path has 2³⁰ steps.
impl Length for u128 {
    const DIGITS: u32 = 62;
    const ROOT: Self = (1u128 << 125).isqrt();
    const USED_BITS: u32 = 62 + 32;
    const ALL_BITS: u32 = u128::BITS;

    type Entry = (u128, u64);

    fn entry(self, state: u64) -> (u128, u64) {
        (self, state)
    }

    fn state(entry: (u128, u64)) -> Option<u64> {
        Some(entry.1)
    }

    fn half_tiles((length, _): (u128, u64)) -> u64 {
        (length >> (Self::DIGITS - 1)) as u64
    }

    fn tiles(self) -> f64 {
        self as f64 / (1u64 << Self::DIGITS) as f64
    }
}

/// Measures lengths on a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure<L> {
    /// A step along a leading line.
    lead: L,
    /// What the shorter of two distances adds to the longer one.
    shorter: L,
}

impl Measure<u64> {
    /// The measure with fewer bits, if the map is small enough for it.
    pub(crate) fn compact(rule: DiagonalRule, width: u32, height: u32) -> Option<Self> {
        let numbers = Numbering::new(width).count(height);
        (width + height < 39_000 && numbers <= 1 << 29).then(|| Self::new(rule))
    }
}

impl<L: Length> Measure<L> {
    pub(crate) fn new(rule: DiagonalRule) -> Self {
        let one = L::from(1u32) << L::DIGITS;
        if rule.has_diagonals() {
            Self { lead: L::ROOT, shorter: L::ROOT - one }
        } else {
            Self { lead: one, shorter: one }
        }
    }

    /// The length of so many steps along a leading line and so many straight ones.
    #[inline]
    pub(crate) fn steps(&self, lead: u32, straight: u32) -> L {
        self.lead * lead.into() + (L::from(straight) << L::DIGITS)
    }

    /// The length of the canonical way between two cells of an empty map, which is a shortest one.
    #[inline]
    pub(crate) fn distance(&self, from: Cell, to: Cell) -> L {
        let (across, down) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        (L::from(across.max(down)) << L::DIGITS) + self.shorter * across.min(down).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::OctileLength;
    use std::cmp::Ordering;

    /// Calls with every two paths of up to so many steps whose lengths are as close as can be: the convergents of √2 are its
    /// best approximations, and nothing else comes as close.
    fn close_calls(steps: u32, mut check: impl FnMut((u32, u32), (u32, u32), Ordering)) {
        let pair = |(diagonal, straight)| OctileLength { straight, diagonal };
        let (mut p, mut q) = (1u32, 1u32);
        while p <= steps {
            for base in [0, 1, 1000, 10_000, steps / 2, steps - p] {
                if base + p <= steps {
                    for (one, other) in
                        [((q, 0), (0, p)), ((base + q, 0), (base, p)), ((q, base), (0, base + p))]
                    {
                        check(one, other, pair(one).cmp(&pair(other)));
                    }
                }
            }
            (p, q) = (p + 2 * q, p + q);
        }
    }

    #[test]
    fn lengths_order_exactly_at_the_closest_calls() {
        let measure = Measure::<u64>::new(DiagonalRule::NoCornerCutting);
        for steps in [1, 100, 1000, 10_000, 40_000] {
            close_calls(steps, |one, other, expected| {
                let found = measure.steps(one.0, one.1).cmp(&measure.steps(other.0, other.1));
                assert_eq!(found, expected, "{one:?} {other:?} of {steps}");
            });
        }
        let measure = Measure::<u128>::new(DiagonalRule::NoCornerCutting);
        for steps in [1, 1000, 5_000_000, 100_000_000, (1 << 30) - 1] {
            close_calls(steps, |one, other, expected| {
                let found = measure.steps(one.0, one.1).cmp(&measure.steps(other.0, other.1));
                assert_eq!(found, expected, "{one:?} {other:?} of {steps}");
            });
        }
        assert!(measure.steps((1 << 30) - 1, 1 << 30) >> u128::USED_BITS == 0);
    }

    #[test]
    fn entries_order_exactly_up_to_the_longest_path() {
        let measure = Measure::<u64>::new(DiagonalRule::NoCornerCutting);
        let mut compared = 0;
        close_calls(25_999, |one, other, expected| {
            let [a, b] = [one, other].map(|(lead, straight)| measure.steps(lead, straight));
            let [found_a, found_b] = [a, b].map(|length| u64::state(length.entry(5)));
            if found_a.is_some() && found_b.is_some() {
                assert_eq!((found_a, found_b), (Some(5), Some(5)));
                assert_eq!(a.entry(0).cmp(&b.entry(0)), expected, "{one:?} {other:?}");
                compared += 1;
            }
        });
        assert!(compared > 80, "{compared}");
    }

    #[test]
    fn what_is_too_long_is_said_to_be() {
        let measure = Measure::compact(DiagonalRule::Never, 200, 200).unwrap();
        let entry = |straight| measure.steps(0, straight).entry(7);
        assert_eq!(u64::state(entry(25_999)), Some(7));
        assert_eq!(u64::state(entry(26_000)), None);
        assert_eq!(u64::state(entry(60_000)), None);
        assert!(Measure::compact(DiagonalRule::Never, 39_000, 2).is_none());
    }

    #[test]
    fn distances_are_those_of_an_empty_map() {
        let (a, b) = (Cell { x: 3, y: 9 }, Cell { x: 10, y: 4 });
        let measure = Measure::<u64>::new(DiagonalRule::CutOneCorner);
        assert_eq!(measure.distance(a, b), measure.steps(5, 2));
        assert!((measure.distance(b, a).tiles() - (2.0 + 50f64.sqrt())).abs() < 1e-6);
        let measure = Measure::<u128>::new(DiagonalRule::Never);
        assert_eq!(measure.distance(a, b), measure.steps(7, 5));
        assert!((measure.distance(b, a).tiles() - 12.0).abs() < 1e-12);
    }
}
