use super::side::Side;
use crate::map::BitPlane;

/// The runs of cells that pockets are made of.
///
/// No two runs along a row, or along a column, lie one behind the other: the cells of the second would have been a part of the one that was
/// closed first. So bits of the cells are enough to tell runs apart.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    /// Cells in runs along rows.
    rows: BitPlane,
    /// Cells in runs along columns.
    columns: BitPlane,
    /// For each cell in a run, on which of the two sides its mouth is, and above this bit how long it takes to open: itself, and from the
    /// one behind it on for which that takes longest.
    marks: Vec<u8>,
    /// How many cells there are in all of them.
    total: usize,
}

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
    /// Runs have no more cells than this: wide ones lead to few corners. A run along a row fits a word.
    pub(super) const MOST_CELLS: usize = 32;

    /// Not more than this has to be opened from anywhere in a pocket: what lies farther out stays open.
    pub(super) const MOST_EFFORT: u32 = 127;

    /// None, on a map of this size.
    pub(super) fn none(width: u32, height: u32) -> Self {
        let none = || BitPlane::blocked(width as usize, height as usize);
        let (rows, columns) = (none(), none());
        Self { marks: vec![0; rows.len()], rows, columns, total: 0 }
    }

    /// The cells in runs, from one on, as bits.
    #[inline]
    pub(super) fn word(&self, cell: usize) -> u64 {
        self.rows.word(cell) | self.columns.word(cell)
    }

    /// The cells in runs along rows, from one on, as bits.
    #[inline]
    pub(super) fn row_word(&self, cell: usize) -> u64 {
        self.rows.word(cell)
    }

    /// Where the mouth of the run is that a cell lies in, if it does.
    #[inline]
    pub(super) fn side_of(&self, cell: usize) -> Option<Side> {
        let mark = self.marks[cell];
        (mark != 0).then(|| match (self.rows.get(cell), mark & 1) {
            (true, 0) => Side::Above,
            (true, _) => Side::Below,
            (false, 0) => Side::Left,
            (false, _) => Side::Right,
        })
    }

    /// The run that a cell lies in, given where its mouth is.
    #[inline]
    pub(super) fn around(&self, cell: usize, side: Side) -> Run {
        let (first, cells) = if side.is_along_row() {
            let first = cell - self.rows.word_before(cell).leading_ones() as usize;
            (first, self.rows.word(first).trailing_ones())
        } else {
            let stride = self.columns.stride();
            let mut first = cell;
            while self.columns.get(first - stride) {
                first -= stride;
            }
            (first, (first..).step_by(stride).take_while(|&at| self.columns.get(at)).count() as u32)
        };
        debug_assert!((1..=Self::MOST_CELLS).contains(&(cells as usize)));
        Run { first: first as u32, cells, side }
    }

    /// How long it would take to open a run, from the one behind it on for which that takes longest.
    pub(super) fn effort(&self, run: Run) -> u32 {
        let stride = self.rows.stride();
        let beside = |cell: usize| Side::ALL.map(|side| (cell.wrapping_add_signed(-side.step(stride)), side));
        let behind =
            run.cells(stride).flat_map(beside).filter(|&(cell, side)| self.side_of(cell) == Some(side));
        run.effort() + behind.map(|(cell, _)| u32::from(self.marks[cell] >> 1)).max().unwrap_or(0)
    }

    /// Adds a run.
    pub(super) fn add(&mut self, run: Run, effort: u32) {
        let is_second = matches!(run.side, Side::Below | Side::Right);
        self.put(run, true, (effort << 1) as u8 | u8::from(is_second));
        self.total += run.cells as usize;
    }

    /// Takes one away.
    pub(super) fn remove(&mut self, run: Run) {
        self.put(run, false, 0);
        self.total -= run.cells as usize;
    }

    fn put(&mut self, run: Run, value: bool, mark: u8) {
        run.put(if run.side.is_along_row() { &mut self.rows } else { &mut self.columns }, value);
        for cell in run.cells(self.rows.stride()) {
            self.marks[cell] = mark;
        }
    }

    /// How many cells they have.
    pub(super) fn cells(&self) -> usize {
        self.total
    }

    pub(super) fn bytes(&self) -> usize {
        self.rows.bytes() + self.columns.bytes() + self.marks.len()
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
        self.cells(stride).map(move |cell| cell.wrapping_add_signed(self.side.step(stride)))
    }

    /// How long it takes to open, if one along a row takes one.
    fn effort(self) -> u32 {
        if self.side.is_along_row() { 1 } else { 1 + self.cells / 4 }
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
