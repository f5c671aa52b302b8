//! The generator behind everything random in these crates: maps, scenes of crowds, landmarks, tests.

/// `SplitMix64`: the same seed gives the same numbers on every machine and in every version.
///
/// G. L. Steele, D. Lea, C. H. Flood: *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014. DOI 10.1145/2660193.2660195.
///
/// ```
/// use tautline::random::SplitMix64;
/// assert_eq!(SplitMix64::new(7).next_u64(), SplitMix64::new(7).next_u64());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation (<https://prng.di.unimi.it/splitmix64.c>) for two seeds.
    #[test]
    fn the_numbers_are_those_of_the_reference() {
        let mut rng = SplitMix64::new(1_234_567);
        let numbers = [(); 3].map(|()| rng.next_u64());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
        assert_eq!(SplitMix64::new(0).next_u64(), 0xe220_a839_7b1d_cdaf);
    }
}
