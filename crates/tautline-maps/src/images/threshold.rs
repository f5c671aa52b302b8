use super::Colour;

/// Which pixels are free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shade {
    /// The light ones.
    #[default]
    Light,
    /// The dark ones.
    Dark,
}

/// Free and blocked by brightness: pixels of at least this luminance are light. Those of at least 128 are free unless
/// asked otherwise.
///
/// ```
/// use tautline_maps::images::{Colour, Shade, Threshold};
///
/// assert!(Threshold::default().is_free(Colour::grey(128)));
/// let ink = Threshold { luminance: 200, free: Shade::Dark };
/// assert!(ink.is_free(Colour::grey(199)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threshold {
    /// The least luminance of a light pixel.
    pub luminance: u8,
    /// Which pixels are free.
    pub free: Shade,
}

impl Default for Threshold {
    fn default() -> Self {
        Self { luminance: 128, free: Shade::Light }
    }
}

impl Threshold {
    /// Whether a pixel of this colour is free.
    #[must_use]
    pub fn is_free(&self, colour: Colour) -> bool {
        let light = colour.luminance() >= self.luminance;
        light == (self.free == Shade::Light)
    }
}
