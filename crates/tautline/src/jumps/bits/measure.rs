use std::fmt::Debug;

use bytemuck::Zeroable;

use super::{Numbering, Ruler};
use crate::geometry::Cell;
use crate::moves::DiagonalRule;

/// How jump-point planners keep, add and compare the lengths of paths: always exactly, in as few bits as will do.
pub(crate) trait Measure: Copy + Send + 'static {
    /// The steps of a path: so many along leading lines, so many straight ones. All zero bytes mean none.
    type Steps: Copy + Debug + Default + Zeroable + Send + 'static;
    /// A number that orders as lengths do.
    type Length: Copy + Debug + Ord + Send + 'static;
    /// What the open list is ordered by: a length and the state it belongs to.
    type Entry: Copy + Debug + Ord + Send + 'static;

    /// A path with more steps.
    fn add(steps: Self::Steps, lead: u32, straight: u32) -> Self::Steps;

    /// The length of a path.
    fn length(&self, steps: Self::Steps) -> Self::Length;

    /// The length of a path and an estimate of the rest.
    fn total(&self, steps: Self::Steps, from: Cell, goal: Cell) -> Self::Length;

    /// A length with some 2³²nds of a tile more.
    fn plus_parts(&self, length: Self::Length, parts: u64) -> Self::Length;

    /// An entry for a state's number and the length of the way over it.
    fn entry(&self, length: Self::Length, state: u64) -> Self::Entry;

    /// The state of an entry; none if its length is more than can be compared.
    fn state(&self, entry: Self::Entry) -> Option<u64>;

    /// The length of an entry in half tiles, rounded down.
    fn half_tiles(&self, entry: Self::Entry) -> u64;

    /// A length in tiles, for people.
    fn tiles(&self, length: Self::Length) -> f64;
}

/// For paths of fewer than 26,000 steps: two 16-bit counts, and entries of 64 bits.
///
/// An entry has 32 bits of the length, 16 of them behind the point. That orders exactly: as at [`Ruler`], two different
/// lengths of at most M = 26,000 steps differ by 1 / ((1 + √2) M) > 1.04 · 2⁻¹⁶ at least, and their ruler's rounding is
/// far below the rest, so that they are different when they are cut off at 2⁻¹⁶, and in the right order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compact {
    ruler: Ruler<u64>,
    cut: u32,
}

impl Compact {
    /// The longest path that can be compared.
    const LONGEST: u64 = 26_000;

    /// The measure for a map, if it is small enough.
    pub(crate) fn new(rule: DiagonalRule, width: u32, height: u32) -> Option<Self> {
        let ruler = Ruler::new(rule, width.checked_mul(height)?.checked_add(width + height)?)?;
        let cut = ruler.digits().checked_sub(16)?;
        let numbers = Numbering::new(width).count(height);
        (width + height < 39_000 && numbers <= 1 << 29).then_some(Self { ruler, cut })
    }
}

impl Measure for Compact {
    type Steps = u32;
    type Length = u64;
    type Entry = u64;

    #[inline]
    fn add(steps: u32, lead: u32, straight: u32) -> u32 {
        steps + (lead << 16) + straight
    }

    #[inline]
    fn length(&self, steps: u32) -> u64 {
        self.ruler.length(steps >> 16, steps & 0xffff)
    }

    #[inline]
    fn total(&self, steps: u32, from: Cell, goal: Cell) -> u64 {
        self.length(steps) + self.ruler.distance(from, goal)
    }

    #[inline]
    fn plus_parts(&self, length: u64, parts: u64) -> u64 {
        length + (parts << (self.ruler.digits() - 32))
    }

    #[inline]
    fn entry(&self, length: u64, state: u64) -> u64 {
        (length >> self.cut).min(Self::LONGEST << 16) << 32 | state
    }

    #[inline]
    fn state(&self, entry: u64) -> Option<u64> {
        (entry >> 48 < Self::LONGEST).then_some(entry & 0xffff_ffff)
    }

    #[inline]
    fn half_tiles(&self, entry: u64) -> u64 {
        entry >> 47
    }

    fn tiles(&self, length: u64) -> f64 {
        self.ruler.tiles(length)
    }
}

/// For every map there is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide {
    ruler: Ruler<u128>,
}

impl Wide {
    pub(crate) fn new(rule: DiagonalRule) -> Self {
        Self { ruler: Ruler::new(rule, (1 << 30) - 1).expect("128 bits are enough") }
    }
}

impl Measure for Wide {
    type Steps = u64;
    type Length = u128;
    type Entry = (u128, u64);

    fn add(steps: u64, lead: u32, straight: u32) -> u64 {
        steps + (u64::from(lead) << 32) + u64::from(straight)
    }

    fn length(&self, steps: u64) -> u128 {
        self.ruler.length((steps >> 32) as u32, steps as u32)
    }

    fn total(&self, steps: u64, from: Cell, goal: Cell) -> u128 {
        self.length(steps) + self.ruler.distance(from, goal)
    }

    fn plus_parts(&self, length: u128, parts: u64) -> u128 {
        length + (u128::from(parts) << (self.ruler.digits() - 32))
    }

    fn entry(&self, length: u128, state: u64) -> (u128, u64) {
        (length, state)
    }

    fn state(&self, entry: (u128, u64)) -> Option<u64> {
        Some(entry.1)
    }

    fn half_tiles(&self, (length, _): (u128, u64)) -> u64 {
        (length >> (self.ruler.digits() - 1)) as u64
    }

    fn tiles(&self, length: u128) -> f64 {
        self.ruler.tiles(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::OctileLength;

    /// Every pair of lengths up to the limit that is as close as can be: multiples and sums of the convergents of √2.
    #[test]
    fn entries_order_exactly_up_to_the_longest_path() {
        let measure = Compact::new(DiagonalRule::NoCornerCutting, 1000, 1000).unwrap();
        let mut compared = 0;
        let mut close: Vec<(u32, u32)> = Vec::new();
        let (mut p, mut q) = (1u32, 1u32);
        while p < 26_000 {
            close.push((p, q));
            (p, q) = (p + 2 * q, p + q);
        }
        for &(p, q) in &close {
            for base in [0, 1, 1000, 10_000] {
                for (one, other) in [((0, p), (q, 0)), ((base, p), (base + q, 0)), ((0, base + p), (q, base))]
                {
                    let key = |(lead, straight): (u32, u32)| {
                        measure.state(measure.entry(measure.length(Compact::add(0, lead, straight)), 5)).map(
                            |state| {
                                assert_eq!(state, 5);
                                measure.entry(measure.length(Compact::add(0, lead, straight)), 0)
                            },
                        )
                    };
                    if let (Some(a), Some(b)) = (key(one), key(other)) {
                        let pair = |(diagonal, straight)| OctileLength { straight, diagonal };
                        assert_eq!(a.cmp(&b), pair(one).cmp(&pair(other)), "{one:?} {other:?}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 80, "{compared}");
    }

    #[test]
    fn what_is_too_long_is_said_to_be() {
        let measure = Compact::new(DiagonalRule::Never, 200, 200).unwrap();
        let entry = |straight| measure.entry(measure.length(Compact::add(0, 0, straight)), 7);
        assert_eq!(measure.state(entry(25_999)), Some(7));
        assert_eq!(measure.state(entry(26_000)), None);
        assert_eq!(measure.state(entry(60_000)), None);
        assert!(Compact::new(DiagonalRule::Never, 39_000, 2).is_none());
        assert!(
            Compact::new(DiagonalRule::NoCornerCutting, 4000, 4000).is_none(),
            "lengths might not fit 64 bits"
        );
    }
}
