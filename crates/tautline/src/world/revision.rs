use std::sync::atomic::{AtomicU64, Ordering};

static NEXT: AtomicU64 = AtomicU64::new(0);

/// Which state a world is in. Two worlds with equal revisions have equal contents.
///
/// Every edit that changes something takes a revision that no other world of this process ever had, so a clone
/// keeps its original's revision until one of the two is edited, and after that they never meet again. What was
/// prepared for one revision can therefore tell whether it still fits by a single comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision(u64);

impl Revision {
    pub(crate) fn next() -> Self {
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
