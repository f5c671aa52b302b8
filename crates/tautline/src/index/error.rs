use std::fmt::{Display, Formatter};

use crate::engine::{Descriptor, PrepareError, Registry, SelectionError};
use crate::map::{ContentHash, Map, Stale};

/// Why there is no index, or why one is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// Something else, not an index.
    #[error("not an index: it begins with \"{found}\", expected \"{}\"", super::format::SIGNATURE.escape_ascii())]
    NotAnIndex {
        /// How it begins.
        found: String,
    },
    /// An index once, but its first bytes were changed as those of a text are.
    #[error(
        "its signature is damaged: it begins with \"{found}\", expected \"{}\"; \
         was it copied as a text, with other line endings?",
        super::format::SIGNATURE.escape_ascii()
    )]
    DamagedSignature {
        /// How it begins.
        found: String,
    },
    /// Its end is missing.
    #[error("it is cut off: found {found} bytes, expected {expected}")]
    Truncated {
        /// How many bytes it should have, at least.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// Something comes after its end.
    #[error("it is too long: found {found} bytes, expected {expected}")]
    TooLong {
        /// How many bytes it should have.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// It is not what was written.
    #[error("it is corrupt: found the checksum {found:016x}, expected {expected:016x}")]
    Corrupt {
        /// The checksum of its bytes.
        found: u64,
        /// The checksum that it carries.
        expected: u64,
    },
    /// It was written in another version of the format.
    #[error("its format is {}: found version {found}, expected {expected}", age(*.found, *.expected))]
    OtherFormat {
        /// The version of the format.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// It is for another planner.
    #[error("it is for another planner: found {found}, expected {expected}")]
    OtherPlanner {
        /// The planner that prepared it.
        found: String,
        /// The planner that was to use it.
        expected: String,
    },
    /// The planner has changed since.
    #[error(
        "it was prepared by {} {planner}: found version {found} of its index, expected {expected}",
        article(*.found, *.expected)
    )]
    OtherVersion {
        /// The planner.
        planner: String,
        /// The version of what it prepared.
        found: u32,
        /// The version that can be used.
        expected: u32,
    },
    /// It was prepared with other options.
    #[error("it was prepared with other options: found {option} = {found}, expected {expected}")]
    OtherSettings {
        /// The option.
        option: String,
        /// The value that it was prepared with; `nothing` where there was no such option.
        found: String,
        /// The value that it should have been prepared with.
        expected: String,
    },
    /// It was prepared for another map, or for this one before an edit.
    #[error("it is for another map: found {found}, expected {}", .expected.beside(.found))]
    OtherMap {
        /// The map that it was prepared for.
        found: MapMark,
        /// The map that it was to be used for.
        expected: MapMark,
    },
    /// The checksum is right, but what is in it makes no sense.
    #[error("it is malformed: {0}")]
    Malformed(String),
    /// The planner prepares nothing that takes longer than to read it.
    #[error("{planner} prepares nothing worth storing, so it has no index{}", those_that_do())]
    NotPrepared {
        /// The planner.
        planner: &'static str,
    },
    /// The planner prepares nothing with these options.
    #[error("{planner} prepares nothing with these options, so it has no index with them; set {only_with}")]
    NotWithOptions {
        /// The planner.
        planner: &'static str,
        /// With which options it does.
        only_with: &'static str,
    },
    /// The planner was made of a typed planner, so that nothing says with which options.
    #[error(
        "this {planner} was made of a typed planner: make it with Planner::new or from a registry if it is to be stored"
    )]
    NoSelection {
        /// The planner.
        planner: &'static str,
    },
    /// The map has changed since the planner was made or updated.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// Its planner or its options are none of this version's.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// Its options do not go together, or not with this map.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
}

impl IndexError {
    /// The payload was prepared with other options than the header of the index says.
    pub(crate) fn other_options() -> Self {
        Self::Malformed("its options are not those of its settings".into())
    }
}

/// How a map is known again: by its size and a hash of what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapMark {
    /// How many columns it has.
    pub width: u32,
    /// How many rows it has.
    pub height: u32,
    /// The hash of everything on it.
    pub content: ContentHash,
}

impl MapMark {
    /// The mark of a map.
    #[must_use]
    pub fn of(map: &Map) -> Self {
        Self { width: map.width(), height: map.height(), content: map.content_hash() }
    }

    /// What to say of it beside another one.
    fn beside(&self, other: &Self) -> String {
        if (self.width, self.height) == (other.width, other.height) {
            format!("{self}: the map was edited, or it is another one of this size")
        } else {
            self.to_string()
        }
    }
}

/// Size and hash.
impl Display for MapMark {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { width, height, content } = self;
        write!(f, "{width} × {height} cells with the hash {content}")
    }
}

fn age(found: u32, expected: u32) -> &'static str {
    if found > expected { "newer than this version can read" } else { "older than this version can read" }
}

fn article(found: u32, expected: u32) -> &'static str {
    if found > expected { "a newer" } else { "an older" }
}

fn those_that_do() -> String {
    let told = |planner: &&'static Descriptor| {
        let only_with = planner.index?.only_with;
        let more = if only_with.is_empty() { String::new() } else { format!(" with {only_with}") };
        Some(format!("{}{more}", planner.id))
    };
    let ids: Vec<_> = Registry::core().iter().filter_map(|planner| told(&planner)).collect();
    if ids.is_empty() { String::new() } else { format!("; those that do: {}", ids.join(", ")) }
}
