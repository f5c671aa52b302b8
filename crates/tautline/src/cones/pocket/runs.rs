use super::side::Side;
use crate::world::BitPlane;

/// The runs of cells that pockets are made of, as bits of their cells: a plane for each side that their mouths can be on.
///
/// No two runs with the same side lie one behind the other: of the one that was taken for blocked first, the other would have been a
/// part.
#[derive(Clone, Debug)]
pub(super) struct Runs([BitPlane; 4]);

/// A run of cells, along a row or a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The index of the leftmost or uppermost cell.
    pub(super) first: u32,
    pub(super) cells: u32,
    /// Where its mouth is.
    pub(super) side: Side,
}

impl Runs {
    /// Runs have no more cells than this. Wide pockets are few, lead to few corners, and take long to open. A run along a row fits a word.
    pub(super) const MOST: usize = 32;

    /// None, on a map of this size.
    pub(super) fn none(width: u32, height: u32) -> Self {
        let none = BitPlane::blocked(width as usize, height as usize);
        Self([none.clone(), none.clone(), none.clone(), none])
    }

    /// The bits of those with their mouths on one side, from a cell on.
    #[inline]
    pub(super) fn word(&self, side: Side, cell: usize) -> u64 {
        self.0[side as usize].word(cell)
    }

    /// Where the mouth of the run is that a cell lies in.
    #[inline]
    pub(super) fn side_of(&self, cell: usize) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.0[side as usize].get(cell))
    }

    /// The run that a cell lies in, given where its mouth is.
    #[inline]
    pub(super) fn around(&self, cell: usize, side: Side) -> Run {
        let plane = &self.0[side as usize];
        let (first, cells) = if side.is_along_row() {
            let first = cell - plane.word_before(cell).leading_ones() as usize;
            (first, plane.word(first).trailing_ones())
        } else {
            let stride = plane.stride();
            let mut first = cell;
            while plane.get(first - stride) {
                first -= stride;
            }
            (first, (first..).step_by(stride).take_while(|&at| plane.get(at)).count() as u32)
        };
        debug_assert!((1..=Self::MOST).contains(&(cells as usize)));
        Run { first: first as u32, cells, side }
    }

    /// Adds a run, or takes it away.
    pub(super) fn put(&mut self, run: Run, value: bool) {
        run.put(&mut self.0[run.side as usize], value);
    }

    /// How many cells they have.
    pub(super) fn cells(&self) -> usize {
        self.0.iter().map(BitPlane::count).sum()
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(BitPlane::bytes).sum()
    }
}

impl Run {
    /// The indices of its cells.
    pub(super) fn cells(self, stride: usize) -> impl Iterator<Item = usize> {
        let step = if self.side.is_along_row() { 1 } else { stride };
        (self.first as usize..).step_by(step).take(self.cells as usize)
    }

    /// Those beside its cells, on the side of its mouth.
    pub(super) fn mouth(self, stride: usize) -> impl Iterator<Item = usize> {
        self.cells(stride).map(move |cell| cell.strict_add_signed(self.side.step(stride)))
    }

    /// Sets or clears its bits.
    #[inline]
    pub(super) fn put(self, plane: &mut BitPlane, value: bool) {
        if self.side.is_along_row() {
            plane.fill(self.first as usize, self.cells as usize, value);
        } else {
            self.cells(plane.stride()).for_each(|cell| plane.set(cell, value));
        }
    }
}
