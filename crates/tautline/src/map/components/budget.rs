use crate::map::{Map, Revision, Touched};
use crate::search::{Meter, count};

/// How much work a repair may still take before a new count is cheaper: in nanoseconds, as measured on game maps with `lab repair`.
#[derive(Debug)]
pub(super) struct Budget<'m, 'l> {
    /// For changes of cells, which are known before the repair begins.
    changes: usize,
    /// For what shows only during the repair: it would be done in vain if there were too much of it.
    surprises: usize,
    meter: &'m mut Meter<'l>,
}

/// What it costs to find a changed cell among many, and to change it.
const CHANGE: usize = 60;

/// So much is always spent: on a small map neither takes long.
const FEW: usize = 1_500;

/// What a step of a walk along a wall costs.
const STEP: usize = 6;

impl<'m, 'l> Budget<'m, 'l> {
    /// For a map of so many cells, in so many runs.
    pub(super) fn for_map(cells: usize, runs: usize, meter: &'m mut Meter<'l>) -> Self {
        // The runs are those of the last count. There may be fewer now, so they hardly count for what takes time before anything is done.
        let (changes, surprises) = (FEW + (cells / 10 + runs) / 4, FEW + (cells / 10 + 10 * runs) / 10);
        Self { changes, surprises, meter }
    }

    /// Spends what it takes to change the cells that have changed since a state of the map, and finds them, given the words that were free;
    /// none if there is not so much left, or a limit is reached.
    pub(super) fn changes(
        &mut self,
        map: &Map,
        before: Revision,
        free: impl Fn(usize) -> u64,
    ) -> Option<Vec<Touched>> {
        let Self { changes: left, meter, .. } = self;
        let mut found = Vec::new();
        let is_done = map.visit_changes(before, free, meter, |change| {
            found.push(change);
            let rest = left.checked_sub(CHANGE * change.count());
            *left = rest.unwrap_or(0);
            rest.is_some()
        });
        is_done.is_ok_and(|is_done| is_done).then_some(found)
    }

    /// Spends what it takes to walk so many steps along a wall, or to give so many cells another label; none if there is not so much left,
    /// or a limit is reached.
    pub(super) fn spend(&mut self, steps: usize) -> Option<()> {
        self.surprises = self.surprises.checked_sub(STEP * steps)?;
        self.look(steps)
    }

    /// Does some work that it need not be spent on; none if a limit is reached.
    pub(super) fn look(&mut self, work: usize) -> Option<()> {
        let may = self.meter.work(work as u64);
        count::done(if may { work as u64 } else { 0 });
        may.then_some(())
    }
}
