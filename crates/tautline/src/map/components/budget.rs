/// How much work a repair may still take before a new count is cheaper: in nanoseconds, as measured on game maps with `lab repair`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// For changes of cells, which are known before the repair begins.
    changes: usize,
    /// For what shows only during the repair: it would be done in vain if there were too much of it.
    surprises: usize,
}

/// What it costs to find a changed cell among many, and to change it.
const CHANGE: usize = 60;

/// So much is always spent: on a small map neither takes long.
const FEW: usize = 1_500;

/// What a step of a walk along a wall costs.
const STEP: usize = 6;

impl Budget {
    /// For a map of so many cells, in so many runs.
    pub(super) fn for_map(cells: usize, runs: usize) -> Self {
        // The runs are those of the last count. There may be fewer now, so they hardly count for what takes time before anything is done.
        Self { changes: FEW + (cells / 10 + runs) / 4, surprises: FEW + (cells / 10 + 10 * runs) / 10 }
    }

    /// Spends what it takes to change so many cells; none if there is not so much left.
    pub(super) fn change(&mut self, cells: usize) -> Option<()> {
        self.changes = self.changes.checked_sub(CHANGE * cells)?;
        Some(())
    }

    /// Spends what it takes to walk so many steps along a wall, or to give so many cells another label; none if there is not so much left.
    pub(super) fn spend(&mut self, steps: usize) -> Option<()> {
        self.surprises = self.surprises.checked_sub(STEP * steps)?;
        Some(())
    }
}
