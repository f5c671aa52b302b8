/// How much work a repair may still take, in steps of a walk along a wall, before a new count is cheaper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget(usize);

impl Budget {
    /// What a repair may take: about as long as to count so many cells in so many runs.
    pub(super) fn for_map(cells: usize, runs: usize) -> Self {
        Self(4096 + cells / 16 + runs)
    }

    /// Takes something from it; none if there is not so much left.
    pub(super) fn spend(&mut self, work: usize) -> Option<()> {
        self.0 = self.0.checked_sub(work)?;
        Some(())
    }
}
