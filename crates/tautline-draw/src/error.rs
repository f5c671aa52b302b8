/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// It would have more pixels than anybody wants.
    #[error("a picture of {width} × {height} pixels is too large: {} a side are the most", Self::MOST_PIXELS)]
    TooLarge {
        /// How wide it would be, in pixels.
        width: u32,
        /// How high it would be, in pixels.
        height: u32,
    },
    /// What the encoder of the file says.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

impl DrawError {
    /// The most pixels a picture may be wide or high.
    pub const MOST_PIXELS: u32 = 16384;
}
