use super::{Limits, Stats, StopReason};

/// Counts the work of a search or of a preparation, so that it looks at its deadline and its cancel flag often enough however
/// little or much there is to do for one expansion.
///
/// A unit of work is a word of a scan, a cell of a line, or an edge that is looked at: some nanoseconds. Whoever has done some says how
/// much ([`work`](Self::work)), before or after it, in pieces of no more than [`PIECE`](Self::PIECE).
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    /// How many units are left until the next look.
    left: u64,
    /// Before which expansion to stop.
    cap: u64,
    /// Why the work has to stop. Stays what it is.
    stopped: Option<StopReason>,
}

impl<'a> Meter<'a> {
    /// So many units are done between two looks, and at most a [`PIECE`](Self::PIECE) more.
    const BETWEEN_LOOKS: u64 = 1 << 12;

    /// The most units that may be done without saying so: the words or cells of a row or of a line across the largest map.
    #[allow(dead_code)]
    pub(crate) const PIECE: u64 = 1 << 15;

    pub(crate) fn new(limits: &'a Limits) -> Self {
        let is_polled = limits.deadline.is_some() || limits.cancel.is_some();
        let cap = limits.max_expansions.unwrap_or(u64::MAX);
        // The first unit is a look where there is anything to look at.
        Self { limits, left: if is_polled { 0 } else { u64::MAX }, cap, stopped: None }
    }

    /// Counts some units of work. Whether to go on: once it is no, it stays so.
    #[inline]
    pub(crate) fn work(&mut self, units: u64) -> bool {
        match self.left.checked_sub(units) {
            Some(left) => {
                self.left = left;
                true
            }
            None => self.look(),
        }
    }

    /// Counts an expansion. Whether it may be.
    #[inline]
    pub(crate) fn may_expand(&mut self, stats: &mut Stats) -> bool {
        if stats.expanded >= self.cap {
            self.stopped.get_or_insert(StopReason::Expansions);
            return false;
        }
        if !self.work(1) {
            return false;
        }
        stats.expanded += 1;
        true
    }

    /// Why the work has to stop, if it has to.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    #[cold]
    fn look(&mut self) -> bool {
        count::look();
        self.stopped = self.stopped.or_else(|| self.limits.interruption());
        if self.stopped.is_some() {
            self.left = 0;
            return false;
        }
        self.left = Self::BETWEEN_LOOKS;
        true
    }
}

/// What is really done between two looks, counted where it is done, for the test that no work goes uncounted. Compiled for the tests of
/// this crate only.
pub(crate) mod count {
    /// Some units of work were done on this thread.
    #[cfg(not(test))]
    #[allow(dead_code)]
    #[inline(always)]
    pub(crate) fn done(_units: u64) {}

    #[cfg(not(test))]
    pub(super) fn look() {}

    #[cfg(test)]
    pub(crate) use counted::{done, look, most_between_looks};

    #[cfg(test)]
    mod counted {
        use std::cell::Cell;

        thread_local! {
            static SINCE_LOOK: Cell<u64> = const { Cell::new(0) };
            static MOST: Cell<u64> = const { Cell::new(0) };
        }

        pub(crate) fn done(units: u64) {
            let since = SINCE_LOOK.get() + units;
            SINCE_LOOK.set(since);
            MOST.set(MOST.get().max(since));
        }

        pub(crate) fn look() {
            SINCE_LOOK.set(0);
        }

        /// The most units that some work did on this thread between two looks, and before its first and after its last.
        pub(crate) fn most_between_looks(work: impl FnOnce()) -> u64 {
            SINCE_LOOK.set(0);
            MOST.set(0);
            work();
            MOST.get()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn work_is_done_in_pieces_between_two_looks() {
        let limits = Limits::cancelled_by(&crate::search::CancelFlag::new());
        let mut meter = Meter::new(&limits);
        let most = count::most_between_looks(|| {
            for _ in 0..100_000 {
                count::done(3);
                assert!(meter.work(3));
            }
        });
        assert!((Meter::BETWEEN_LOOKS..=Meter::BETWEEN_LOOKS + 3).contains(&most), "{most}");
    }

    #[test]
    fn what_has_to_stop_is_seen_in_time_and_stays_so() {
        let limits = Limits::until(Instant::now());
        let mut meter = Meter::new(&limits);
        assert!(!meter.work(1) && !meter.work(1));
        assert_eq!(meter.stopped(), Some(StopReason::Deadline));
        let flag = crate::search::CancelFlag::new();
        let limits = Limits::cancelled_by(&flag);
        let mut meter = Meter::new(&limits);
        assert!(meter.work(1));
        flag.cancel();
        assert!((0..=Meter::BETWEEN_LOOKS).any(|_| !meter.work(1)));
        assert_eq!(meter.stopped(), Some(StopReason::Cancelled));
    }

    #[test]
    fn a_cap_on_expansions_is_kept_to_the_expansion() {
        let limits = Limits::expansions(3);
        let mut meter = Meter::new(&limits);
        let mut stats = Stats::default();
        assert_eq!((0..9).filter(|_| meter.may_expand(&mut stats)).count(), 3);
        assert_eq!((stats.expanded, meter.stopped()), (3, Some(StopReason::Expansions)));
    }
}
