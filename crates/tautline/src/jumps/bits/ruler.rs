use std::fmt::Debug;
use std::ops::{Add, Mul, Sub};

use crate::geometry::Cell;
use crate::moves::DiagonalRule;

/// What jump-point planners measure lengths in while they search: whole numbers of 64 bits, or of 128 on very large maps.
pub(crate) trait Length:
    Copy
    + Debug
    + Default
    + Ord
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + From<u32>
    + Into<u128>
    + TryFrom<u128>
    + bytemuck::Zeroable
    + Send
    + 'static
{
    /// How many it has.
    const BITS: u32;
}

impl Length for u64 {
    const BITS: u32 = u64::BITS;
}

impl Length for u128 {
    const BITS: u32 = u128::BITS;
}

/// Measures lengths on one map, exactly.
///
/// A path of s straight and d diagonal steps has the length s·2ᵏ + d·⌊√2·2ᵏ⌋. The length of a sum is the sum of the lengths,
/// nothing is rounded on the way; and two paths compare as their true lengths do, if k is large enough. Let no path have more
/// than M steps. Two different lengths differ by |a + b√2| with whole numbers a and b of at most M in size, not both zero. As
/// |a + b√2| · |a − b√2| = |a² − 2b²| ≥ 1, that is at least 1 / ((1 + √2) M). In the ruler's unit the difference is
/// 2ᵏ / ((1 + √2) M) or more, and what the rounding of √2 changes of it is less than |b| ≤ M. So 2ᵏ ≥ 2.5 M² will do. The
/// longest path then has a length below 1.5 · M · 2ᵏ, which must fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ruler<L> {
    straight: L,
    /// A step along a leading line.
    lead: L,
    /// What the shorter of two distances adds to the longer one.
    shorter: L,
    digits: u32,
}

impl<L: Length> Ruler<L> {
    /// The ruler for paths, estimates included, of up to so many steps (fewer than 2³⁰), if there is one.
    pub(crate) fn new(rule: DiagonalRule, steps: u32) -> Option<Self> {
        let steps = u128::from(steps.max(1));
        // As fine as it fits; 2⁶² is fine enough for the longest paths there are.
        let bits = L::BITS - (u128::BITS - (steps * 3 / 2).leading_zeros()) - 1;
        let one = 1u128 << bits.min(62);
        if one < steps * steps * 5 / 2 {
            return None;
        }
        // Twice the square of one is a number of at most 2 · 63 + 1 digits.
        let root = (2 * one * one).isqrt();
        let length = |length| L::try_from(length).ok();
        let lead = if rule.has_diagonals() { root } else { one };
        let shorter = if rule.has_diagonals() { root - one } else { one };
        Some(Self {
            straight: length(one)?,
            lead: length(lead)?,
            shorter: length(shorter)?,
            digits: one.trailing_zeros(),
        })
    }

    /// The length of so many steps along a leading line and so many straight ones.
    #[inline]
    pub(crate) fn length(&self, lead: u32, straight: u32) -> L {
        self.lead * lead.into() + self.straight * straight.into()
    }

    /// The length of the canonical way between two cells of an empty map, which is a shortest one.
    #[inline]
    pub(crate) fn distance(&self, from: Cell, to: Cell) -> L {
        let (across, down) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        self.straight * across.max(down).into() + self.shorter * across.min(down).into()
    }

    /// How many binary digits there are behind the point.
    pub(crate) fn digits(&self) -> u32 {
        self.digits
    }

    /// A length in tiles, for people.
    pub(crate) fn tiles(&self, length: L) -> f64 {
        length.into() as f64 / (1u64 << self.digits) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::OctileLength;

    fn check_order<L: Length>(steps: u32) {
        let ruler = Ruler::<L>::new(DiagonalRule::NoCornerCutting, steps).unwrap();
        // The convergents of √2 are its best approximations: nothing else comes as close.
        let (mut p, mut q) = (1u32, 1u32);
        while p <= steps {
            for (one, other) in [((q, 0), (0, p)), ((steps, 0), (steps - q, p)), ((0, steps), (q, steps - p))]
            {
                let pair = |(diagonal, straight)| OctileLength { straight, diagonal };
                let expected = pair(one).cmp(&pair(other));
                let found = ruler.length(one.0, one.1).cmp(&ruler.length(other.0, other.1));
                assert_eq!(found, expected, "{one:?} {other:?} of {steps}");
            }
            (p, q) = (p + 2 * q, p + q);
        }
    }

    #[test]
    fn lengths_order_exactly_at_the_closest_calls() {
        for steps in [1, 2, 7, 100, 1000, 300_000, 1_000_000, 1_300_000] {
            check_order::<u64>(steps);
            check_order::<u128>(steps);
        }
        for steps in [5_000_000, 100_000_000, (1 << 30) - 1] {
            assert!(Ruler::<u64>::new(DiagonalRule::NoCornerCutting, steps).is_none());
            check_order::<u128>(steps);
        }
    }

    #[test]
    fn distances_are_those_of_an_empty_map() {
        let (a, b) = (Cell { x: 3, y: 9 }, Cell { x: 10, y: 4 });
        let ruler = Ruler::<u64>::new(DiagonalRule::CutOneCorner, 1000).unwrap();
        assert_eq!(ruler.distance(a, b), ruler.length(5, 2));
        assert!((ruler.tiles(ruler.distance(b, a)) - (2.0 + 50f64.sqrt())).abs() < 1e-6);
        let ruler = Ruler::<u64>::new(DiagonalRule::Never, 1000).unwrap();
        assert_eq!(ruler.distance(a, b), ruler.length(7, 5));
        assert!((ruler.tiles(ruler.distance(b, a)) - 12.0).abs() < 1e-12);
    }
}
