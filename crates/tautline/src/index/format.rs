use std::time::Duration;

use xxhash_rust::xxh3::xxh3_64;

use super::{IndexError, MapMark};
use crate::engine::{Registry, Selection};
use crate::map::{ContentHash, Grid, Map};

/// How every index begins. As in PNG files, the first byte is no ASCII, and both kinds of line ends are there: a
/// transfer that changes texts changes this.
pub(super) const SIGNATURE: &[u8; 12] = b"\x89TAUTIDX\r\n\x1a\n";
/// The letters of it, which survive.
const LETTERS: &[u8] = b"TAUTIDX";

/// The version of the format that is written and read.
pub const FORMAT_VERSION: u32 = 1;

// Where the numbers are. Signature, version, length and the checksum at the end stay where they are in every version of the
// format, so that a file of a newer one is told from a damaged one.
const VERSION_AT: usize = 12;
const LENGTH_AT: usize = 16;
const PREPARATION_AT: usize = 24;
const WIDTH_AT: usize = 32;
const HEIGHT_AT: usize = 36;
const CONTENT_AT: usize = 40;
const PAYLOAD_VERSION_AT: usize = 56;
const PLANNER_LENGTH_AT: usize = 60;
const SETTINGS_LENGTH_AT: usize = 64;
const RESERVED_AT: usize = 68;
/// How long the header is, but for the texts at its end.
const HEADER: usize = 72;
const CHECKSUM: usize = 8;
/// The planner and its options have no longer names: they go into messages.
const LONGEST_NAMES: u64 = 1024;
/// The header of any version, and the checksum.
const SMALLEST: usize = PREPARATION_AT + CHECKSUM;
/// The payload begins at a multiple of this, so that a file in mapped memory can be read in words of any size.
const ALIGNMENT: usize = 64;

/// An index: what was prepared, and what it is for. `docs/decisions/0005-index-format.md` shows the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index<'a> {
    /// The id of the planner that prepared it, and that can use it: which kind of index this is.
    pub planner: &'a str,
    /// The version of the payload: see [`IndexSpec`](crate::engine::IndexSpec).
    pub version: u32,
    /// Every option of the planner with its value, as the text of its [`Settings`](crate::engine::Settings).
    pub settings: &'a str,
    /// How many columns the map has.
    pub width: u32,
    /// How many rows the map has.
    pub height: u32,
    /// The hash of the map's size and tiles.
    pub content: ContentHash,
    /// How long it took to prepare.
    pub preparation: Duration,
    /// What the planner prepared, in its own form.
    pub payload: &'a [u8],
}

impl<'a> Index<'a> {
    /// The file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let names = HEADER + self.planner.len() + self.settings.len();
        let begin = names.next_multiple_of(ALIGNMENT);
        let length = begin + self.payload.len() + CHECKSUM;
        let nanoseconds = u64::try_from(self.preparation.as_nanos()).unwrap_or(u64::MAX);

        let mut bytes = Vec::with_capacity(length);
        bytes.extend(SIGNATURE);
        bytes.extend(FORMAT_VERSION.to_le_bytes());
        bytes.extend((length as u64).to_le_bytes());
        bytes.extend(nanoseconds.to_le_bytes());
        bytes.extend(self.width.to_le_bytes());
        bytes.extend(self.height.to_le_bytes());
        bytes.extend(self.content.to_le_bytes());
        bytes.extend(self.version.to_le_bytes());
        bytes.extend((self.planner.len() as u32).to_le_bytes());
        bytes.extend((self.settings.len() as u32).to_le_bytes());
        bytes.extend([0; HEADER - RESERVED_AT]);
        bytes.extend(self.planner.as_bytes());
        bytes.extend(self.settings.as_bytes());
        bytes.resize(begin, 0);
        bytes.extend(self.payload);
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file, of which every byte was checked: it is what was written. Whether it fits a planner and a map is
    /// another question: see [`check`](Self::check).
    pub fn parse(bytes: &'a [u8]) -> Result<Self, IndexError> {
        let content = check_frame(bytes)?;
        let found = u32::from_le_bytes(array(bytes, VERSION_AT));
        if found != FORMAT_VERSION {
            return Err(IndexError::OtherFormat { found, expected: FORMAT_VERSION });
        }
        if content.len() < HEADER {
            return Err(IndexError::Malformed(format!(
                "found a header of {} bytes, expected {HEADER}",
                content.len()
            )));
        }
        let lengths = [PLANNER_LENGTH_AT, SETTINGS_LENGTH_AT].map(|at| u32::from_le_bytes(array(bytes, at)));
        // Sums of 32-bit numbers in 64 bits: nothing overflows, and nothing is taken before it is known to be there.
        let [planner, settings] = lengths.map(u64::from);
        if planner + settings > LONGEST_NAMES {
            return Err(IndexError::Malformed(format!(
                "found names of {planner} and {settings} bytes, expected {LONGEST_NAMES} together at most"
            )));
        }
        let begin = (HEADER as u64 + planner + settings).next_multiple_of(ALIGNMENT as u64);
        if begin > content.len() as u64 {
            return Err(IndexError::Malformed(format!(
                "found names of {planner} and {settings} bytes in a file of {}",
                bytes.len()
            )));
        }
        let (header, payload) = content.split_at(begin as usize);
        let (planner, rest) = header[HEADER..].split_at(planner as usize);
        let (settings, filling) = rest.split_at(settings as usize);
        if header[RESERVED_AT..HEADER].iter().chain(filling).any(|&byte| byte != 0) {
            return Err(IndexError::Malformed(
                "found something between the header and the payload, expected zeros".into(),
            ));
        }
        let (width, height) =
            (u32::from_le_bytes(array(bytes, WIDTH_AT)), u32::from_le_bytes(array(bytes, HEIGHT_AT)));
        Grid::check_size(width, height).map_err(|error| IndexError::Malformed(error.to_string()))?;
        let index = Self {
            planner: text(planner, "planner")?,
            version: u32::from_le_bytes(array(bytes, PAYLOAD_VERSION_AT)),
            settings: text(settings, "options")?,
            width,
            height,
            content: ContentHash::from_le_bytes(array(bytes, CONTENT_AT)),
            preparation: Duration::from_nanos(u64::from_le_bytes(array(bytes, PREPARATION_AT))),
            payload,
        };
        match index.settings.split(':').find(|option| !index.settings.is_empty() && !option.contains('=')) {
            Some(option) => {
                Err(IndexError::Malformed(format!("found the option {option:?}, expected name=value")))
            }
            None => Ok(index),
        }
    }

    /// The options that it was prepared with, each with its value.
    pub fn options(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        self.settings.split(':').filter_map(|option| option.split_once('='))
    }

    /// The planner and the options that it was prepared with.
    pub fn selection(&self, registry: &Registry) -> Result<Selection, IndexError> {
        let mut selection = registry.select(self.planner)?;
        for (name, value) in self.options() {
            if selection.settings().get(name) != Some(value) {
                selection.set(&format!("{name}={value}"))?;
            }
        }
        Ok(selection)
    }

    /// Whether a planner with these options can use it on this map.
    pub fn check(&self, selection: &Selection, map: &Map) -> Result<(), IndexError> {
        self.check_planner(selection)?;
        self.check_map(map)
    }

    /// Whether it was prepared by this planner, as it is now, with these options.
    pub fn check_planner(&self, selection: &Selection) -> Result<(), IndexError> {
        let planner = selection.descriptor();
        if self.planner != planner.id {
            let (found, expected) = (self.planner.to_owned(), planner.id.to_owned());
            return Err(IndexError::OtherPlanner { found, expected });
        }
        let expected = planner.index.ok_or(IndexError::NotPrepared { planner: planner.id })?.version;
        if self.version != expected {
            return Err(IndexError::OtherVersion {
                planner: planner.id.into(),
                found: self.version,
                expected,
            });
        }
        self.check_settings(selection)
    }

    fn check_settings(&self, selection: &Selection) -> Result<(), IndexError> {
        if self.settings == selection.settings().to_string() {
            return Ok(());
        }
        let shown = |value: Option<&str>| value.unwrap_or("nothing").to_owned();
        let other = |option: &str, found, expected| {
            Err(IndexError::OtherSettings {
                option: option.to_owned(),
                found: shown(found),
                expected: shown(expected),
            })
        };
        for (option, expected) in selection.settings().iter() {
            let found = self.options().find(|&(name, _)| name == option).map(|(_, value)| value);
            if found != Some(expected) {
                return other(option, found, Some(expected));
            }
        }
        let unknown = self.options().find(|&(option, _)| selection.settings().get(option).is_none());
        match unknown {
            Some((option, found)) => other(option, Some(found), None),
            None => Err(IndexError::Malformed(format!(
                "found the options {:?}, expected {:?}",
                self.settings,
                selection.settings().to_string()
            ))),
        }
    }

    /// Whether it was prepared for this map, as it is now.
    pub fn check_map(&self, map: &Map) -> Result<(), IndexError> {
        let Self { width, height, content, .. } = *self;
        let (found, expected) = (MapMark { width, height, content }, MapMark::of(map));
        if found == expected { Ok(()) } else { Err(IndexError::OtherMap { found, expected }) }
    }
}

/// Checks what is the same in every version of the format; returns everything but the checksum.
fn check_frame(bytes: &[u8]) -> Result<&[u8], IndexError> {
    let beginning = &bytes[..bytes.len().min(SIGNATURE.len())];
    if !SIGNATURE.starts_with(beginning) {
        let found = beginning.escape_ascii().to_string();
        // Characters of several bytes may have come before the letters.
        let near = &bytes[..bytes.len().min(SIGNATURE.len() + LETTERS.len())];
        return Err(if near.windows(LETTERS.len()).any(|part| part == LETTERS) {
            IndexError::DamagedSignature { found }
        } else {
            IndexError::NotAnIndex { found }
        });
    }
    let found = bytes.len() as u64;
    if bytes.len() < SMALLEST {
        return Err(IndexError::Truncated { expected: SMALLEST as u64, found });
    }
    let expected = u64::from_le_bytes(array(bytes, LENGTH_AT));
    if found < expected {
        return Err(IndexError::Truncated { expected, found });
    }
    if found > expected {
        return Err(IndexError::TooLong { expected, found });
    }
    let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
    let (found, expected) = (xxh3_64(content), u64::from_le_bytes(array(checksum, 0)));
    if found == expected { Ok(content) } else { Err(IndexError::Corrupt { found, expected }) }
}

/// The bytes of a number. There are enough of them.
fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut number = [0; N];
    number.copy_from_slice(&bytes[at..at + N]);
    number
}

/// A name, without characters that would do something to the terminal that a message ends up in.
fn text<'a>(bytes: &'a [u8], what: &str) -> Result<&'a str, IndexError> {
    let name = str::from_utf8(bytes).ok().filter(|name| !name.contains(char::is_control));
    name.ok_or_else(|| {
        IndexError::Malformed(format!("found \"{}\" for the {what}, expected a text", bytes.escape_ascii()))
    })
}
