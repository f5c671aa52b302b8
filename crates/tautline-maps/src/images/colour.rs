use std::fmt;
use std::str::FromStr;

/// A colour of an image, eight bits a channel. As text it is `#` and six hexadecimal digits; three will do, each standing for
/// two equal ones, and the `#` may be left out.
///
/// ```
/// use tautline_maps::images::Colour;
///
/// let orange: Colour = "#ff8000".parse()?;
/// assert_eq!(orange, Colour { red: 255, green: 128, blue: 0 });
/// assert_eq!(orange.to_string(), "#ff8000");
/// # Ok::<(), tautline_maps::images::ColourError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    /// How much red.
    pub red: u8,
    /// How much green.
    pub green: u8,
    /// How much blue.
    pub blue: u8,
}

/// A text that names no colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {0:?}, expected a colour such as #ff8000")]
pub struct ColourError(pub String);

impl Colour {
    /// A grey; 0 is black and 255 is white.
    #[must_use]
    pub const fn grey(level: u8) -> Self {
        Self { red: level, green: level, blue: level }
    }

    /// Whether it is black, white or something between them.
    #[must_use]
    pub fn is_grey(self) -> bool {
        self.red == self.green && self.green == self.blue
    }

    /// How bright it looks, by the weights of ITU-R BT.709; for a grey its level.
    #[must_use]
    pub fn luminance(self) -> u8 {
        let weighted = 2126 * u32::from(self.red) + 7152 * u32::from(self.green) + 722 * u32::from(self.blue);
        (weighted / 10_000) as u8
    }

    /// The mean of its channels; for a grey its level.
    pub(crate) fn mean(self) -> f64 {
        f64::from(u32::from(self.red) + u32::from(self.green) + u32::from(self.blue)) / 3.0
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        let is_hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = match digits.len() {
            _ if !is_hexadecimal => None,
            3 => {
                u32::from_str_radix(&digits.chars().flat_map(|digit| [digit; 2]).collect::<String>(), 16).ok()
            }
            6 => u32::from_str_radix(digits, 16).ok(),
            _ => None,
        };
        let [_, red, green, blue] = number.ok_or_else(|| ColourError(text.to_owned()))?.to_be_bytes();
        Ok(Self { red, green, blue })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_colour_is_refused() {
        assert_eq!("f80".parse(), Ok(Colour { red: 255, green: 136, blue: 0 }));
        assert_eq!("#0aF".parse::<Colour>().unwrap().to_string(), "#00aaff");
        for wrong in ["", "#", "##ff8000", "#ff80", "#ff800", "#ff80000", "#ff80g0", "#+f8000", "#ffé00"] {
            assert_eq!(wrong.parse::<Colour>(), Err(ColourError(wrong.to_owned())));
        }
        assert_eq!("#Ff8000".parse::<Colour>().unwrap().to_string(), "#ff8000");
    }

    #[test]
    fn a_grey_is_as_bright_as_its_level() {
        for level in 0..=255 {
            let grey = Colour::grey(level);
            assert!(grey.is_grey());
            assert_eq!((grey.luminance(), grey.mean()), (level, f64::from(level)));
        }
        assert_eq!(Colour { red: 0, green: 255, blue: 0 }.luminance(), 182);
    }
}
