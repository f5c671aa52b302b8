/// Numbers from a seed: `SplitMix64`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// The next number, from -1 to 1.
    pub(crate) fn signed(&mut self) -> f32 {
        // The upper 24 bits are a number of single precision.
        (self.next() >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
    }
}
