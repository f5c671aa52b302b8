use super::runs::{Run, Runs};
use crate::map::BitPlane;

/// Opens pockets: the run of a cell, those outside of its mouth, and so on.
#[derive(Debug, Default)]
pub(super) struct Opening {
    /// The cells that are free and in no pocket that is closed.
    pub(super) open: BitPlane,
    /// The runs that have been opened.
    pub(super) opened: Vec<Run>,
    /// Cells whose runs are still to be opened.
    pending: Vec<u32>,
}

impl Opening {
    pub(super) fn new(open: BitPlane) -> Self {
        Self { open, ..Self::default() }
    }

    /// Opens the run of a cell, if it is in a pocket that is closed.
    pub(super) fn open(&mut self, runs: &Runs, cell: usize) {
        let mut next = Some(cell as u32);
        while let Some(cell) = next {
            let cell = cell as usize;
            if !self.open.get(cell)
                && let Some(side) = runs.side_of(cell)
            {
                let run = runs.around(cell, side);
                run.put(&mut self.open, true);
                self.opened.push(run);
                if side.is_along_row() {
                    self.go_on_from_row(runs, run);
                } else {
                    self.go_on_from_column(runs, run);
                }
            }
            next = self.pending.pop();
        }
    }

    /// Finds what is closed outside of the mouth of a run along a row. Of another run along a row, one cell will do.
    fn go_on_from_row(&mut self, runs: &Runs, run: Run) {
        let mouth = (run.first as usize).wrapping_add_signed(run.side.step(self.open.stride()));
        let (all, rows) = (runs.word(mouth), runs.row_word(mouth));
        let mut closed = all & !self.open.word(mouth) & ((1 << run.cells) - 1);
        while closed != 0 {
            let first = closed.trailing_zeros();
            self.pending.push(mouth as u32 + first);
            let same = (rows >> first).trailing_ones().max(1);
            closed = closed >> first >> same << same << first;
        }
    }

    /// The same for a run along a column.
    fn go_on_from_column(&mut self, runs: &Runs, run: Run) {
        let mut last = None;
        for cell in run.mouth(self.open.stride()) {
            let side = if self.open.get(cell) { None } else { runs.side_of(cell) };
            if side.is_some_and(|side| side.is_along_row() || last != Some(side)) {
                self.pending.push(cell as u32);
            }
            last = side;
        }
    }
}
