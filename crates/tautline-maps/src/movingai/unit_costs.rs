use std::str::FromStr;

use tautline::map::KindCosts;

use crate::fields::whole_number;

/// What the terrains of a map cost one sort of unit, as text: `.=1,S=3,W=0`. A terrain that is not named is blocked, as
/// is one that costs 0.
///
/// ```
/// use tautline_maps::movingai::UnitCosts;
///
/// let tank: UnitCosts = ".=1,S=3".parse()?;
/// assert_eq!((tank.costs().of(b'S'), tank.costs().of(b'W')), (3, 0));
/// # Ok::<(), tautline_maps::movingai::UnitCostsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitCosts(KindCosts);

/// Why a text is no list of terrains and costs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitCostsError {
    /// There is nothing in it.
    #[error("found no terrain, expected a list such as .=1,S=3")]
    Empty,
    /// An entry is not a character and its cost.
    #[error(
        "found {entry:?} among the costs, expected a character and its cost, such as S=3 (0 is blocked, {} is the largest)",
        u16::MAX
    )]
    Entry {
        /// The entry.
        entry: String,
    },
    /// A terrain has two costs.
    #[error("found {0:?} twice among the costs, expected it once")]
    Twice(char),
}

impl UnitCosts {
    /// The cost of each terrain.
    #[must_use]
    pub fn costs(&self) -> &KindCosts {
        &self.0
    }
}

impl FromStr for UnitCosts {
    type Err = UnitCostsError;

    fn from_str(text: &str) -> Result<Self, UnitCostsError> {
        if text.is_empty() {
            return Err(UnitCostsError::Empty);
        }
        let mut costs = KindCosts::blocked();
        let mut named = [false; 256];
        let mut rest = Some(text);
        while let Some(entries) = rest {
            // The first character is the terrain even if it is a comma.
            let comma = entries.char_indices().skip(1).find(|&(_, character)| character == ',');
            let (entry, after) = match comma {
                Some((at, _)) => (&entries[..at], Some(&entries[at + 1..])),
                None => (entries, None),
            };
            let wrong = || UnitCostsError::Entry { entry: entry.to_owned() };
            let [kind, b'=', cost @ ..] = entry.as_bytes() else { return Err(wrong()) };
            if !kind.is_ascii_graphic() {
                return Err(wrong());
            }
            let cost = whole_number(cost, u16::MAX.into()).map_err(|_| wrong())?;
            if std::mem::replace(&mut named[usize::from(*kind)], true) {
                return Err(UnitCostsError::Twice(char::from(*kind)));
            }
            costs = costs.with(*kind, cost as u16);
            rest = after;
        }
        Ok(Self(costs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_can_be_a_terrain() {
        let costs: UnitCosts = ".=1,,=2,==3,W=0,@=65535".parse().unwrap();
        let costs = [b'.', b',', b'=', b'W', b'@', b'x'].map(|kind| costs.costs().of(kind));
        assert_eq!(costs, [1, 2, 3, 0, 65_535, 0]);
    }

    #[test]
    fn a_wrong_entry_is_named() {
        let error = |text: &str| text.parse::<UnitCosts>().unwrap_err();
        assert_eq!(error(""), UnitCostsError::Empty);
        for (text, entry) in [
            (".=1,", ""),
            (".=1,S", "S"),
            ("S=-3", "S=-3"),
            ("S=,W=1", "S="),
            (".=1, S=2", " S=2"),
            (".=1,S=65536,W=2", "S=65536"),
            (".=nan", ".=nan"),
            ("é=1", "é=1"),
            ("SW=1", "SW=1"),
        ] {
            assert_eq!(error(text), UnitCostsError::Entry { entry: entry.to_owned() }, "{text}");
        }
        assert_eq!(error(".=1,.=2"), UnitCostsError::Twice('.'));
    }
}
