use std::str::FromStr;

use crate::rows::{Alphabet, Meaning, alphabet};

/// Every terrain of the format: ground, ground, swamp, water, trees, and two kinds of out of bounds.
const TERRAINS: &[u8] = b".GSWT@O";

/// Which terrains of a map one can walk on: `.`, `G` and `S` unless asked otherwise.
///
/// The other terrains of the format (`W`, `T`, `@` and `O`) are blocked, and a character that is neither one of
/// them nor in this set has no place in a map.
///
/// ```
/// use tautline_maps::movingai::Passable;
///
/// assert!(!Passable::default().contains('W'));
/// let amphibious: Passable = ".GSW".parse()?;
/// assert!(amphibious.contains('W'));
/// # Ok::<(), tautline_maps::movingai::PassableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passable {
    alphabet: Alphabet,
}

/// Why a text names no set of passable characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PassableError {
    /// There is nothing in it.
    #[error("found no character, expected the passable ones, such as .GS")]
    Empty,
    /// A row of a map cannot have this character in it.
    #[error("found {0:?} among the passable characters, expected printable ASCII without blanks")]
    Character(char),
}

impl Passable {
    /// Whether one can walk on this terrain.
    #[must_use]
    pub fn contains(&self, terrain: char) -> bool {
        u8::try_from(terrain).is_ok_and(|byte| self.alphabet[usize::from(byte)] == Meaning::Free)
    }

    pub(super) fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }
}

impl Default for Passable {
    fn default() -> Self {
        Self { alphabet: alphabet(b".GS", TERRAINS) }
    }
}

impl FromStr for Passable {
    type Err = PassableError;

    fn from_str(characters: &str) -> Result<Self, PassableError> {
        if characters.is_empty() {
            return Err(PassableError::Empty);
        }
        match characters.chars().find(|character| !character.is_ascii_graphic()) {
            Some(stranger) => Err(PassableError::Character(stranger)),
            None => Ok(Self { alphabet: alphabet(characters.as_bytes(), TERRAINS) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_and_swamp_are_passable_unless_asked_otherwise() {
        let passable = Passable::default();
        assert!(".GS".chars().all(|terrain| passable.contains(terrain)));
        assert!(!"WT@O#x é".chars().any(|terrain| passable.contains(terrain)));
        assert_eq!(".GS".parse(), Ok(passable));
    }

    #[test]
    fn what_a_row_cannot_hold_is_refused() {
        assert_eq!("".parse::<Passable>(), Err(PassableError::Empty));
        assert_eq!(". G".parse::<Passable>(), Err(PassableError::Character(' ')));
        assert_eq!(".é".parse::<Passable>(), Err(PassableError::Character('é')));
    }
}
