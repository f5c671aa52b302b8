use tautline::random;

/// A small generator of random numbers: the same seed gives the same numbers on every machine and forever, so a test
/// that fails can be run again.
///
/// ```
/// use tautline_testkit::world::SplitMix64;
/// let mut rng = SplitMix64::new(7);
/// assert!(rng.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    bits: random::SplitMix64,
}

impl SplitMix64 {
    /// The generator that begins with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { bits: random::SplitMix64::new(seed) }
    }

    /// 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.bits.next_u64()
    }

    /// A number from 0 to `bound − 1`, each as likely as the others for all that a test can tell.
    ///
    /// # Panics
    ///
    /// With a bound of 0.
    pub const fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "there is no number below 0");
        (self.next_u64() % bound as u64) as u32
    }

    /// `true` in so many of a hundred cases.
    pub const fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of these.
    ///
    /// # Panics
    ///
    /// Where there are none.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_come_out_as_asked() {
        let mut rng = SplitMix64::new(3);
        let hits = (0..10_000).filter(|_| rng.chance(30)).count();
        assert!((2_800..3_200).contains(&hits), "{hits}");
        assert!((0..1_000).all(|_| rng.chance(100) && !rng.chance(0)));
    }
}
