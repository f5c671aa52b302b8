use super::fill::Filling;
use super::opening::Opening;
use super::pockets::Pockets;
use super::side::Side;
use crate::geometry::Rect;
use crate::world::{Grid, Revision};

impl Pockets {
    /// Makes them fit the map after any number of edits. What is done depends on the cells that have changed and on the pockets that
    /// they are in or beside, as far as out of these, not on the size of the map (after more edits than a map remembers, the changed
    /// cells are looked for everywhere). Where much has changed, or the map has another size, all is found anew.
    pub fn update(&mut self, grid: &Grid) {
        if self.is_current(grid) {
            return;
        }
        match self.changed(grid) {
            Some(changed) => self.repair(grid, &changed),
            None => *self = Self::new(grid, self.rule),
        }
    }

    /// The indices of the cells that have changed, unless there are too many.
    fn changed(&self, grid: &Grid) -> Option<Vec<usize>> {
        /// As many are compared at once.
        const CELLS: usize = 57;
        if !self.open.has_size_of(grid.plane()) {
            return None;
        }
        let whole = || vec![Rect::new(0, 0, grid.width(), grid.height())];
        let within = grid.edits_since(self.revision).map_or_else(whole, Iterator::collect);
        let most = 16 + grid.width() as usize * grid.height() as usize / 256;
        let mut changed = Vec::new();
        for Rect { x, y, width, height } in within {
            for y in y..y + height as i32 {
                let first = self.open.index(x, y);
                let end = first + width as usize;
                for at in (first..end).step_by(CELLS) {
                    let mask = u64::MAX >> (64 - (end - at).min(CELLS));
                    let in_runs = Side::ALL.into_iter().fold(0, |all, side| all | self.runs.word(side, at));
                    let mut different = (self.open.word(at) | in_runs) ^ grid.plane().word(at);
                    different &= mask;
                    while different != 0 {
                        changed.push(at + different.trailing_zeros() as usize);
                        different &= different - 1;
                    }
                }
                if changed.len() > most {
                    return None;
                }
            }
        }
        Some(changed)
    }

    /// A run rests on the cells in it and beside it, and on other runs that lie behind it. So those in or beside which cells have changed
    /// are opened, with all that rest on them, which lie outside of their mouths; and then pockets are looked for where they were.
    fn repair(&mut self, grid: &Grid, changed: &[usize]) {
        let stride = self.open.stride();
        let around = changed.iter().flat_map(|cell| {
            [cell - stride, *cell, cell + stride].into_iter().flat_map(|cell| cell - 1..=cell + 1)
        });
        let mut opening = Opening::new(std::mem::take(&mut self.open));
        for cell in around.clone() {
            opening.open(&self.runs, cell);
        }
        let Opening { open, opened, .. } = opening;
        self.open = open;
        for &run in &opened {
            self.runs.put(run, false);
        }
        for &cell in changed {
            self.open.set(cell, grid.plane().get(cell));
        }
        let mut filling = Filling::new(self);
        for cell in opened.into_iter().flat_map(|run| run.cells(stride)).chain(around) {
            filling.look_at(cell);
        }
        filling.fill();
        (self.revision, self.stamp) = (grid.revision(), Revision::next());
    }
}
