use super::sight::{Sight, Vertex, line_work};
use crate::search::{Limits, Meter, Observer, SightCheck, Stats};

/// What a search has counted so far, its limits, and its observer.
#[derive(Debug)]
pub(crate) struct Account<'a, V> {
    pub(super) stats: Stats,
    pub(crate) meter: Meter<'a>,
    pub(crate) observer: &'a mut V,
}

impl<'a, V: Observer> Account<'a, V> {
    pub(super) fn new(observer: &'a mut V, limits: &'a Limits) -> Self {
        Self { stats: Stats::default(), meter: Meter::new(limits), observer }
    }

    /// It was asked whether one corner sees another, and this is the answer.
    #[inline(always)]
    pub(super) fn sight(
        &mut self,
        sight: &Sight<'_>,
        (from, to): (Vertex, Vertex),
        is_free: bool,
        is_followed: bool,
    ) {
        if self.observer.is_watching() {
            let (from, to) = (sight.position(from), sight.position(to));
            self.observer.sight(&SightCheck { from, to, is_free, is_followed });
        }
    }

    /// The algorithm asks whether one corner sees another, but the answer changes nothing: only an observer gets one.
    #[inline(always)]
    pub(super) fn idle_sight(&mut self, sight: &Sight<'_>, from: Vertex, to: Vertex) {
        if self.observer.is_watching() {
            self.meter.work(line_work(from, to));
            self.sight(sight, (from, to), sight.sees(from, to), false);
        }
    }
}
