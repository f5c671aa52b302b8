use crate::search::{Meter, count};

/// How much work a repair may still take, in steps of a walk along a wall, before a new count is cheaper.
#[derive(Debug)]
pub(super) struct Budget<'m, 'l> {
    left: usize,
    meter: &'m mut Meter<'l>,
}

impl<'m, 'l> Budget<'m, 'l> {
    /// What a repair may take: about as long as to count so many cells in so many runs.
    pub(super) fn for_map(cells: usize, runs: usize, meter: &'m mut Meter<'l>) -> Self {
        Self { left: 4096 + cells / 16 + runs, meter }
    }

    /// Takes something from it; none if there is not so much left, or a limit is reached.
    pub(super) fn spend(&mut self, work: usize) -> Option<()> {
        self.left = self.left.checked_sub(work)?;
        self.look(work)
    }

    /// Does some work that it need not be spent on; none if a limit is reached.
    pub(super) fn look(&mut self, work: usize) -> Option<()> {
        let may = self.meter.work(work as u64);
        count::done(if may { work as u64 } else { 0 });
        may.then_some(())
    }
}
