use std::sync::atomic::{AtomicU64, Ordering};

static NEXT: AtomicU64 = AtomicU64::new(1);

/// Which state a map is in. Two maps with equal revisions have equal contents.
///
/// Every edit that changes something takes a revision that no other map of this process ever had, so a clone
/// keeps its original's revision until one of the two is edited, and after that they never meet again. What was
/// prepared for one revision can therefore tell whether it still fits by a single comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision(u64);

impl Revision {
    /// That of no state of any map. What was prepared has it while it is repaired, and keeps it if the repair is stopped.
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn next() -> Self {
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
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
