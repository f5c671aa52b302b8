use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

static NEXT: AtomicU64 = AtomicU64::new(1);

/// Which state a map is in. Two maps with equal revisions have equal contents.
///
/// Every edit that changes something takes a revision that no other map of this process ever had, so a clone
/// keeps its original's revision until one of the two is edited, and after that they never meet again. What was
/// prepared for one revision can therefore tell whether it still fits by a single comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision(pub(super) u64);

impl Revision {
    /// That of no state of any map. What was prepared has it while it is repaired, and keeps it if the repair is stopped.
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn next() -> Self {
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Revisions that one map takes one after the other, so that its states can be told from those of others by a range. Every revision that
/// it gives is larger than all that there were when it began. A clone is empty, as no two maps take the same revision.
#[derive(Debug, Default)]
pub(super) struct Reserve(Range<u64>);

impl Clone for Reserve {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Reserve {
    /// As many are taken at once: there is room for 2⁴⁰ maps that are edited.
    const REVISIONS: u64 = 1 << 24;

    pub(super) fn next(&mut self) -> Revision {
        Revision(self.0.next().unwrap_or_else(|| {
            let first = NEXT.fetch_add(Self::REVISIONS, Ordering::Relaxed);
            self.0 = first + 1..first + Self::REVISIONS;
            first
        }))
    }
}

/// Something that was made for another state of the map than the one that it is to be used with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the map has changed since this was prepared: update it")]
pub struct Stale;

impl Stale {
    /// Whether what was made for a state of a map, or for any map, can be used with this one.
    #[inline]
    pub(crate) fn check(made_for: Option<Revision>, map: &super::Map) -> Result<(), Self> {
        if made_for.is_none_or(|revision| revision == map.revision()) { Ok(()) } else { Err(Self) }
    }
}
