use crate::search::{Limits, Stats, StopReason};

/// How much a search may still do.
pub(crate) struct Allowance<'a> {
    limits: &'a Limits,
    /// At which expansion they have to be asked.
    next_check: u64,
    /// Which of them the search has run into.
    pub(crate) stopped: Option<StopReason>,
}

impl<'a> Allowance<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Self { limits, next_check: if limits.is_unlimited() { u64::MAX } else { 0 }, stopped: None }
    }

    /// Asks, before each expansion, whether it may be, and counts it.
    #[inline]
    pub(crate) fn may_expand(&mut self, stats: &mut Stats) -> bool {
        if stats.expanded >= self.next_check {
            match self.limits.check(stats.expanded) {
                Ok(next) => self.next_check = next,
                Err(why) => {
                    self.stopped = Some(why);
                    return false;
                }
            }
        }
        stats.expanded += 1;
        true
    }
}
