use tautline::random::SplitMix64;

/// A stream of random numbers, the same for a seed on every machine and in every version.
///
/// The generator is [`SplitMix64`]. The stream and what the methods take from it are part of
/// the contract: maps, and the results measured on them, are made from it.
///
/// ```
/// use tautline_maps::generate::Rng;
///
/// let mut rng = Rng::new(7);
/// let dice: Vec<u64> = (0..5).map(|_| 1 + rng.below(6)).collect();
/// assert_eq!(dice, [4, 1, 1, 4, 5]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    bits: SplitMix64,
}

impl Rng {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { bits: SplitMix64::new(seed) }
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.bits.next_u64()
    }

    /// A number below `bound`, each of them equally likely.
    ///
    /// # Panics
    ///
    /// If `bound` is zero: there is no such number.
    pub const fn below(&mut self, bound: u64) -> u64 {
        assert!(bound != 0, "no number is below 0");
        // 2^64 is no multiple of most bounds: the first (2^64 mod bound) values would make small remainders more
        // likely than large ones.
        let surplus = bound.wrapping_neg() % bound;
        loop {
            let bits = self.next_u64();
            if bits >= surplus {
                return bits % bound;
            }
        }
    }

    /// True `favourable` times out of `possible`.
    ///
    /// # Panics
    ///
    /// If `possible` is zero.
    pub const fn chance(&mut self, favourable: u64, possible: u64) -> bool {
        self.below(possible) < favourable
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_700..10_300).contains(count)), "{counts:?}");
        assert_eq!(rng.below(1), 0);
        // Without rejection the numbers in the lower half would come twice as often here.
        let bound = (1 << 63) + (1 << 62);
        let low = (0..10_000).filter(|_| rng.below(bound) < bound / 2).count();
        assert!((4_800..5_200).contains(&low), "{low}");
    }

    #[test]
    fn chances_are_as_said() {
        let mut rng = Rng::new(1);
        assert_eq!((0..100).filter(|_| rng.chance(0, 5)).count(), 0);
        assert_eq!((0..100).filter(|_| rng.chance(5, 5)).count(), 100);
    }
}
