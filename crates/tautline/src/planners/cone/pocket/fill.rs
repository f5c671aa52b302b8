use std::collections::VecDeque;

use super::pockets::Pockets;
use super::runs::{Run, Runs};
use super::side::Side;
use crate::map::Grid;
use crate::moves::CornerRule;
use crate::planners::cone::rows::strips::{BITS, Strips};
use crate::search::{Meter, StopReason, count};

/// Takes runs of cells for blocked for as long as there are any that make a pocket.
///
/// A run that did not can only do so when one beside it has: then it is the one outside of the mouth, or crosses that at one of its ends
/// (elsewhere there are free cells to both of its sides). So there are three to look at after each.
pub(super) struct Filling<'a, 'l> {
    pockets: &'a mut Pockets,
    meter: &'a mut Meter<'l>,
    stride: usize,
    /// How many cells beyond the ends of a run, beside it, count with those beside the run itself.
    margin: usize,
    /// Cells whose runs along the row, or along the column, are to be looked at. Rows come first: they take less time to open.
    rows: VecDeque<u32>,
    columns: VecDeque<u32>,
}

impl<'a, 'l> Filling<'a, 'l> {
    /// A run and the cells beside it are so many words.
    const RUN: u64 = 4;

    pub(super) fn new(pockets: &'a mut Pockets, meter: &'a mut Meter<'l>) -> Self {
        let stride = pockets.open.stride();
        let margin = match pockets.rule {
            CornerRule::Closed => 0,
            CornerRule::Open => 1,
        };
        Self { pockets, meter, stride, margin, rows: VecDeque::new(), columns: VecDeque::new() }
    }

    /// Looks at the whole map.
    pub(super) fn fill_all(mut self, grid: &Grid) -> Result<(), StopReason> {
        let row = |y: u32| {
            let first = grid.plane().index(0, y as i32);
            first..first + grid.width() as usize
        };
        for cells in (0..grid.height()).map(row) {
            self.look(cells.len() as u64 / 64 + 1)?;
            let mut at = cells.start;
            while at < cells.end {
                self.look(Self::RUN)?;
                at = self.strips().free_from(at, cells.end);
                self.look_along_row(at);
                at = self.strips().blocked_from(at, cells.end);
            }
        }
        self.fill()?;
        for cells in (0..grid.height()).map(row) {
            for at in cells.step_by(BITS) {
                self.look(1)?;
                // The upper ends of runs along columns that do not have free cells to both sides.
                let open = |at: usize| self.pockets.open.word(at);
                let mut ends = open(at) & !open(at - self.stride) & !(open(at - 1) & open(at + 1));
                ends &= u64::MAX >> (64 - BITS);
                while ends != 0 {
                    self.look(Self::RUN)?;
                    self.look_along_column(at + ends.trailing_zeros() as usize);
                    ends &= ends - 1;
                }
            }
        }
        self.fill()
    }

    fn look(&mut self, units: u64) -> Result<(), StopReason> {
        self.meter.go_on(units)?;
        count::done(units);
        Ok(())
    }

    /// Has a cell looked at, along its row and its column.
    pub(super) fn look_at(&mut self, cell: usize) -> Result<(), StopReason> {
        self.look(1)?;
        self.rows.push_back(cell as u32);
        self.columns.push_back(cell as u32);
        Ok(())
    }

    /// Until there is nothing left to look at.
    pub(super) fn fill(&mut self) -> Result<(), StopReason> {
        loop {
            while let Some(cell) = self.rows.pop_front() {
                self.look(Self::RUN)?;
                self.look_along_row(cell as usize);
            }
            let Some(cell) = self.columns.pop_front() else { return Ok(()) };
            self.look(Self::RUN)?;
            self.look_along_column(cell as usize);
        }
    }

    fn strips(&self) -> Strips<'_> {
        Strips(self.pockets.open.lanes())
    }

    /// Closes the run along a row that a cell lies in, if that makes a pocket.
    fn look_along_row(&mut self, cell: usize) {
        let open = &self.pockets.open;
        if !open.get(cell) {
            return;
        }
        let first = cell - open.word_before(cell).leading_ones() as usize;
        let cells = open.word(first).trailing_ones();
        if first + Runs::MOST_CELLS <= cell || cells as usize > Runs::MOST_CELLS {
            return;
        }
        let (from, bits) = (first - self.margin, cells as usize + 2 * self.margin);
        let beside =
            |side: Side| open.word(from.wrapping_add_signed(side.step(self.stride))) & ((1 << bits) - 1);
        self.close(first, cells, [Side::Above, Side::Below].map(|side| (side, beside(side))));
    }

    /// The same along a column.
    fn look_along_column(&mut self, cell: usize) {
        let (open, stride) = (&self.pockets.open, self.stride);
        if !open.get(cell) || open.get(cell - 1) && open.get(cell + 1) {
            return;
        }
        let reach = |way: Side| {
            let at = |rows: isize| cell.wrapping_add_signed(rows * way.step(stride));
            (1..=Runs::MOST_CELLS as isize).take_while(|&rows| open.get(at(rows))).count()
        };
        let (above, below) = (reach(Side::Above), reach(Side::Below));
        let cells = above + 1 + below;
        if cells > Runs::MOST_CELLS {
            return;
        }
        let first = cell - above * stride;
        let (from, bits) = (first - self.margin * stride, cells + 2 * self.margin);
        let beside = |side: Side| {
            let cells = (from.wrapping_add_signed(side.step(stride))..).step_by(stride).take(bits);
            cells.enumerate().fold(0, |all, (bit, at)| all | u64::from(open.get(at)) << bit)
        };
        self.close(first, cells as u32, [Side::Left, Side::Right].map(|side| (side, beside(side))));
    }

    /// Closes a run, if there is one gap in the cells beside it, given as bits, with those that lie beyond its ends but count.
    fn close(&mut self, first: usize, cells: u32, beside: [(Side, u64); 2]) {
        let gaps = |bits: u64| (bits & !(bits << 1)).count_ones();
        let (side, gap) = match beside.map(|(_, bits)| gaps(bits)) {
            [1, 0] => beside[0],
            [0, 1] => beside[1],
            _ => return,
        };
        let mouth = gap >> self.margin & ((1 << cells) - 1);
        if mouth == 0 {
            return;
        }
        let run = Run { first: first as u32, cells, side };
        let effort = self.pockets.runs.effort(run);
        if effort > Runs::MOST_EFFORT {
            return;
        }
        run.put(&mut self.pockets.open, false);
        self.pockets.runs.add(run, effort);
        let ends = [mouth.trailing_zeros(), mouth.ilog2()];
        let outside =
            ends.map(|end| run.mouth(self.stride).nth(end as usize).expect("it is one of them") as u32);
        let (along, across) = if side.is_along_row() {
            (&mut self.rows, &mut self.columns)
        } else {
            (&mut self.columns, &mut self.rows)
        };
        along.push_back(outside[0]);
        across.extend(outside);
    }
}
