use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::Colour;
use crate::fields::whole_number;

/// What colours cost: 0 is blocked. As text it is a list such as `#ffffff=1,#808080=3,#000000=0`.
///
/// ```
/// use tautline_maps::images::Palette;
///
/// let palette: Palette = "#ffffff=1,#808080=3".parse()?;
/// assert_eq!(palette.cost("#808080".parse().unwrap()), Some(3));
/// assert_eq!(palette.cost("#808081".parse().unwrap()), None);
/// assert_eq!(palette.to_string(), "#ffffff=1,#808080=3");
/// # Ok::<(), tautline_maps::images::PaletteError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// In the order in which they were named.
    entries: Vec<(Colour, u16)>,
    costs: BTreeMap<Colour, u16>,
    /// The first one of each cost.
    colours: BTreeMap<u16, Colour>,
}

/// Why a text is no palette.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaletteError {
    /// There is nothing in it.
    #[error("found no colour, expected a list such as #ffffff=1,#000000=0")]
    Empty,
    /// An entry is not a colour and its cost.
    #[error(
        "found {entry:?} in the palette, expected a colour and its cost, such as #808080=3 (0 is blocked, {} is the largest)",
        u16::MAX
    )]
    Entry {
        /// The entry.
        entry: String,
    },
    /// A colour has two costs.
    #[error("found {0} twice in the palette, expected it once")]
    Twice(Colour),
}

impl Palette {
    /// Black is blocked, white costs 1, and every level of grey below it costs 1 more: what
    /// [`write_png`](super::write_png) makes with these of costs up to 255 can be read back, and grids are black and white.
    #[must_use]
    pub fn greys() -> Self {
        let mut greys = Self::empty();
        for cost in 0..=255u8 {
            greys.add(Colour::grey(0u8.wrapping_sub(cost)), cost.into());
        }
        greys
    }

    fn empty() -> Self {
        Self { entries: Vec::new(), costs: BTreeMap::new(), colours: BTreeMap::new() }
    }

    /// Adds a colour, if it is not there already.
    fn add(&mut self, colour: Colour, cost: u16) -> bool {
        let is_new = self.costs.insert(colour, cost).is_none();
        if is_new {
            self.entries.push((colour, cost));
            self.colours.entry(cost).or_insert(colour);
        }
        is_new
    }

    /// What a colour costs, if it is in the palette.
    #[must_use]
    pub fn cost(&self, colour: Colour) -> Option<u16> {
        self.costs.get(&colour).copied()
    }

    /// The first colour that has this cost.
    #[must_use]
    pub fn colour(&self, cost: u16) -> Option<Colour> {
        self.colours.get(&cost).copied()
    }

    /// Its colours and their costs, in the order in which they were named.
    pub fn entries(&self) -> impl Iterator<Item = (Colour, u16)> {
        self.entries.iter().copied()
    }

    /// Its colours, for an error message: not all of them if there are many.
    pub(super) fn expected(&self) -> String {
        const MANY: usize = 8;
        if *self == Self::greys() {
            return "a grey".to_owned();
        }
        let named = self.entries().take(MANY);
        let text = named.fold("one of".to_owned(), |text, (colour, _)| format!("{text} {colour}"));
        if self.entries.len() > MANY { text + " …" } else { text }
    }
}

impl fmt::Display for Palette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (colour, cost)) in self.entries().enumerate() {
            write!(f, "{}{colour}={cost}", if at == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl FromStr for Palette {
    type Err = PaletteError;

    fn from_str(text: &str) -> Result<Self, PaletteError> {
        if text.trim().is_empty() {
            return Err(PaletteError::Empty);
        }
        let mut palette = Self::empty();
        for entry in text.split(',').map(str::trim) {
            let parsed = entry.split_once('=').and_then(|(colour, cost)| {
                let cost = whole_number(cost.as_bytes(), u16::MAX.into()).ok()?;
                Some((colour.parse().ok()?, cost as u16))
            });
            let (colour, cost) = parsed.ok_or_else(|| PaletteError::Entry { entry: entry.to_owned() })?;
            if !palette.add(colour, cost) {
                return Err(PaletteError::Twice(colour));
            }
        }
        Ok(palette)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_palette_is_refused_by_its_entry() {
        let error = |text: &str| text.parse::<Palette>().unwrap_err().to_string();
        assert!(error(" ").starts_with("found no colour"));
        for (text, entry) in [
            ("#ffffff=1,", ""),
            ("#ffffff=1,#000000", "#000000"),
            ("#ffffff=-1", "#ffffff=-1"),
            ("#ffffff=1.5", "#ffffff=1.5"),
            ("#000000=65536", "#000000=65536"),
            ("white=1", "white=1"),
        ] {
            assert!(error(text).starts_with(&format!("found {entry:?} in the palette")), "{text}");
        }
        assert_eq!(error("#ffffff=1,#FFFFFF=1"), "found #ffffff twice in the palette, expected it once");
    }

    #[test]
    fn greys_have_every_level_once() {
        let greys = Palette::greys();
        assert_eq!(greys.costs.len(), 256);
        let cost = |level| greys.cost(Colour::grey(level));
        assert_eq!((cost(0), cost(255), cost(254), cost(1)), (Some(0), Some(1), Some(2), Some(255)));
        assert_eq!(greys.to_string().parse(), Ok(greys));
    }

    #[test]
    fn the_first_colour_of_a_cost_stands_for_it() {
        let palette: Palette = "#ff0000=2, #00ff00=2,#0000ff=0".parse().unwrap();
        assert_eq!(palette.colour(2), Some(Colour { red: 255, green: 0, blue: 0 }));
        assert_eq!(palette.colour(1), None);
    }
}
