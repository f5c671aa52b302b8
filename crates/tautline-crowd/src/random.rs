use tautline::random::SplitMix64;

/// Numbers from a seed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Random(SplitMix64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// The next number, from -1 to 1.
    pub(crate) fn signed(&mut self) -> f32 {
        // The upper 24 bits are a number of single precision.
        (self.next() >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
    }
}
