use super::{Limits, Stats, StopReason};
use crate::map::Grid;

/// Counts the work of a search or of a preparation, so that it looks at its deadline and its cancel flag often enough, however
/// little or much there is to do for one expansion: what every planner asks whether to go on.
///
/// A unit of work is a word of a scan, a cell of a line, or an edge that is looked at: some nanoseconds. All work is announced
/// ([`work`](Self::work)), before or after it is done, in pieces of no more than a row of the map or the edges of a node. Once a limit has
/// come, what is begun is finished as soon as possible. [`Limits::MOST_WORK`] is what comes of that.
///
/// ```
/// use tautline::search::{Limits, Meter, Stats, StopReason};
///
/// let limits = Limits::expansions(2);
/// let (mut meter, mut stats) = (Meter::new(&limits), Stats::default());
/// while meter.may_expand(&mut stats, 8) {
///     // Look at eight neighbours.
/// }
/// assert_eq!((stats.expanded, meter.stopped()), (2, Some(StopReason::Expansions)));
/// ```
#[derive(Debug)]
pub struct Meter<'a> {
    limits: &'a Limits,
    /// Whether there are limits at all, and whether there is one that has to be looked at.
    is_limited: bool,
    is_polled: bool,
    /// How many units are left until the next look.
    left: u64,
    /// Before which expansion to stop.
    cap: u64,
    /// Why the work has to stop. Stays what it is.
    stopped: Option<StopReason>,
}

impl<'a> Meter<'a> {
    /// So many units are done between two looks, and at most a piece more.
    pub(super) const BETWEEN_LOOKS: u64 = 1 << 14;

    /// Of work that has these limits.
    #[must_use]
    pub fn new(limits: &'a Limits) -> Self {
        let is_polled = limits.is_polled();
        let cap = limits.max_expansions.unwrap_or(u64::MAX);
        // The first unit is a look where there is anything to look at.
        let is_limited = !limits.is_unlimited();
        Self { limits, is_limited, is_polled, left: if is_polled { 0 } else { u64::MAX }, cap, stopped: None }
    }

    /// How many units of work it is at most to scan a row or a column of a map.
    pub(crate) fn line(grid: &Grid) -> u64 {
        u64::from(grid.width().max(grid.height()) / 32 + 2)
    }

    /// Counts some units of work. Whether there is time for more: once it is no, it stays so.
    #[inline]
    pub fn work(&mut self, units: u64) -> bool {
        match self.left.checked_sub(units) {
            Some(left) => {
                self.left = left;
                true
            }
            None => self.look(),
        }
    }

    /// Counts an expansion, and so many units of work for it. Whether it may be.
    #[inline]
    pub fn may_expand(&mut self, stats: &mut Stats, units: u64) -> bool {
        if !self.may_go_beyond(stats.expanded) || !self.work(units) {
            return false;
        }
        stats.expanded += 1;
        true
    }

    /// Whether the cap on expansions allows one more than so many.
    #[inline]
    pub(crate) fn may_go_beyond(&mut self, expanded: u64) -> bool {
        let may = expanded < self.cap;
        if !may {
            self.stopped.get_or_insert(StopReason::Expansions);
        }
        may
    }

    /// Why the work has to stop, if it has to.
    #[inline]
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Whether there are limits at all.
    #[inline]
    pub(crate) fn is_limited(&self) -> bool {
        self.is_limited
    }

    /// Whether there is anything to look at: otherwise work need not be counted.
    #[inline]
    pub(crate) fn is_polled(&self) -> bool {
        self.is_polled
    }

    /// A limit has come that the clock or another thread has set, so that there is time for nothing but what is begun.
    #[inline]
    pub(crate) fn is_interrupted(&self) -> bool {
        self.stopped.is_some_and(|why| why != StopReason::Expansions)
    }

    #[cold]
    fn look(&mut self) -> bool {
        if !self.is_interrupted() {
            self.stopped = self.limits.interruption().or(self.stopped);
        }
        if self.is_interrupted() {
            self.left = 0;
            return false;
        }
        self.left = count::until_next_look(Self::BETWEEN_LOOKS);
        true
    }
}

/// What is really done between two looks, counted where it is done, for the test that no work goes uncounted. Compiled for the tests of
/// this crate only.
pub(crate) mod count {
    /// Some units of work were done on this thread.
    #[cfg(not(test))]
    #[inline]
    pub(crate) fn done(_units: u64) {}

    /// The limits are looked at. Whether a test wants the work to stop now.
    #[cfg(not(test))]
    #[inline]
    pub(crate) fn look() -> bool {
        false
    }

    /// How many units are done until the next look.
    #[cfg(not(test))]
    #[inline]
    pub(crate) fn until_next_look(units: u64) -> u64 {
        units
    }

    #[cfg(test)]
    pub(crate) use counted::{
        Counted, between_looks, done, look, looking_every, most_between_looks, until_next_look,
    };

    #[cfg(test)]
    mod counted {
        use std::cell::Cell;

        thread_local! {
            static SINCE_LOOK: Cell<u64> = const { Cell::new(0) };
            static COUNTED: Cell<Counted> = const { Cell::new(Counted { most: 0, looks: 0 }) };
            static LAST_LOOK: Cell<u64> = const { Cell::new(u64::MAX) };
            static MOST_UNTIL_LOOK: Cell<u64> = const { Cell::new(u64::MAX) };
        }

        /// What was counted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) struct Counted {
            /// The most units between two looks, and before the first and after the last.
            pub(crate) most: u64,
            pub(crate) looks: u64,
        }

        pub(crate) fn done(units: u64) {
            let since = SINCE_LOOK.get() + units;
            SINCE_LOOK.set(since);
            let counted = COUNTED.get();
            COUNTED.set(Counted { most: counted.most.max(since), ..counted });
        }

        pub(crate) fn look() -> bool {
            SINCE_LOOK.set(0);
            let counted = COUNTED.get();
            COUNTED.set(Counted { looks: counted.looks + 1, ..counted });
            counted.looks + 1 >= LAST_LOOK.get()
        }

        pub(crate) fn until_next_look(units: u64) -> u64 {
            units.min(MOST_UNTIL_LOOK.get())
        }

        /// Does some work with a look at least every so many units, so that it can be stopped at many moments on a small map.
        pub(crate) fn looking_every<T>(units: u64, work: impl FnOnce() -> T) -> T {
            MOST_UNTIL_LOOK.set(units);
            let done = work();
            MOST_UNTIL_LOOK.set(u64::MAX);
            done
        }

        /// The most units that some work does on this thread between two looks, and before its first and after its last.
        pub(crate) fn most_between_looks(work: impl FnOnce()) -> u64 {
            between_looks(u64::MAX, work).most
        }

        /// Counts what some work does on this thread. The look with the number `last`, counted from one, finds that it has to stop.
        pub(crate) fn between_looks(last: u64, work: impl FnOnce()) -> Counted {
            SINCE_LOOK.set(0);
            COUNTED.set(Counted { most: 0, looks: 0 });
            LAST_LOOK.set(last);
            work();
            LAST_LOOK.set(u64::MAX);
            COUNTED.get()
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
        assert_eq!((0..9).filter(|_| meter.may_expand(&mut stats, 1)).count(), 3);
        assert_eq!((stats.expanded, meter.stopped()), (3, Some(StopReason::Expansions)));
    }
}
