use std::cell::Cell;

use super::{Limits, Meter, Outcome, StopReason};
use crate::path::{Path, PathPlace};

/// Counts the places of a path while it is written out, from its end to the start and on: the last work of a search, which obeys the
/// limits, too. Once a limit has come, there is time for [`PLACES`](Self::PLACES) more.
#[derive(Debug)]
pub(crate) struct PathMeter<'a> {
    limits: &'a Limits,
    is_polled: bool,
    until_look: Cell<u64>,
    stopped: Cell<Option<StopReason>>,
    /// How many places more there is time for once a limit has come: none if it is too late.
    left: Cell<u64>,
}

impl<'a> PathMeter<'a> {
    /// Most paths are gone over twice, so that one of half as many places is written out in any case.
    const PLACES: u64 = 1 << 15;

    pub(crate) fn new(limits: &'a Limits) -> Self {
        let (until_look, stopped, left) = (Cell::new(0), Cell::new(None), Cell::new(Self::PLACES));
        Self { limits, is_polled: limits.is_polled(), until_look, stopped, left }
    }

    /// Whether there is time for so many places more. If not, the path is not worth finishing.
    #[inline]
    pub(crate) fn places(&self, count: u64) -> bool {
        !self.is_polled || self.count(count)
    }

    fn count(&self, count: u64) -> bool {
        if self.stopped.get().is_none() {
            if let Some(rest) = self.until_look.get().checked_sub(count) {
                self.until_look.set(rest);
                return true;
            }
            self.until_look.set(Meter::BETWEEN_LOOKS);
            self.stopped.set(self.limits.interruption());
            if self.stopped.get().is_none() {
                return true;
            }
        }
        self.left.set(self.left.get().saturating_sub(count));
        self.left.get() > 0
    }

    /// What a search has come to, or if there was no time to write the path of it out, a path that stays at the start.
    pub(crate) fn outcome<P: PathPlace>(&self, outcome: Outcome, start: P) -> Outcome {
        match self.stopped.get() {
            Some(why) if self.left.get() == 0 => {
                Outcome::Stopped { why, nearest: Path::new(vec![start], 0.0) }
            }
            _ => outcome,
        }
    }
}
