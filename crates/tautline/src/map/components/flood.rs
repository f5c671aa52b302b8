//! Relabelling the parts of an area that has fallen apart.

use super::budget::Budget;
use super::naming::Naming;
use super::neighbourhood::Neighbourhood;
use crate::map::bits::BitPlane;

/// What floods work on.
pub(super) struct Ponds<'m> {
    pub(super) free: &'m BitPlane,
    pub(super) neighbourhood: Neighbourhood,
    pub(super) labels: &'m mut [u32],
    pub(super) naming: &'m mut Naming,
    /// Naming that no cell carried any more at some time.
    emptied: Vec<u32>,
}

/// What has been reached from one cell, as runs of cells with a label of their own.
struct Flood {
    label: u32,
    cells: u32,
    runs: Vec<(usize, usize)>,
    /// How many of the runs have been looked around.
    done: usize,
}

impl<'m> Ponds<'m> {
    pub(super) fn new(
        free: &'m BitPlane,
        neighbourhood: Neighbourhood,
        labels: &'m mut [u32],
        naming: &'m mut Naming,
    ) -> Self {
        Self { free, neighbourhood, labels, naming, emptied: Vec::new() }
    }

    /// Makes areas of the parts of an area, of which there is one cell each; the largest stays what it was. None if that is too
    /// much work: then nothing is right any more.
    ///
    /// All parts are flooded at the same pace until all but one are dry: so the work is in proportion to the smaller ones.
    pub(super) fn part(mut self, area: u32, cells: &[usize], budget: &mut Budget<'_, '_>) -> Option<()> {
        let mut floods = Vec::new();
        for &cell in cells {
            let label = self.naming.new_label(0);
            let mut flood = Flood { label, cells: 0, runs: Vec::new(), done: 0 };
            self.claim(cell, &mut flood, budget)?;
            floods.push(flood);
        }
        while floods.len() > 1 {
            let smallest = (0..floods.len()).min_by_key(|&flood| floods[flood].cells)?;
            let flood = &mut floods[smallest];
            if let Some(&run) = flood.runs.get(flood.done) {
                flood.done += 1;
                self.advance(run, flood, budget)?;
            } else {
                let dry = floods.swap_remove(smallest);
                self.naming.new_area(dry.label);
                self.naming.shrink(area, dry.cells);
            }
        }
        // What is left has the cells that were not reached, too: all of them go back to a label of the area.
        let label = self.naming.label(area);
        for (start, end) in floods.into_iter().flat_map(|flood| flood.runs) {
            budget.look(end - start)?;
            (start..end).for_each(|cell| self.relabel(cell, label));
        }
        self.emptied.sort_unstable();
        self.emptied.dedup();
        self.naming.drop_unused(&self.emptied);
        Some(())
    }

    /// Looks above and below a run.
    fn advance(
        &mut self,
        (start, end): (usize, usize),
        flood: &mut Flood,
        budget: &mut Budget<'_, '_>,
    ) -> Option<()> {
        let is_odd = self.free.coordinates(start).1 & 1 == 1;
        let (left, right) = self.neighbourhood.reach(is_odd);
        let stride = self.free.stride();
        for (first, last) in
            [(start - left - stride, end + right - stride), (start - left + stride, end + right + stride)]
        {
            let mut cell = first;
            while cell < last {
                if self.free.get(cell) && self.labels[cell] != flood.label {
                    cell = self.claim(cell, flood, budget)?;
                }
                cell += 1;
            }
        }
        Some(())
    }

    /// Takes the run of a cell; returns the cell behind it.
    fn claim(&mut self, cell: usize, flood: &mut Flood, budget: &mut Budget<'_, '_>) -> Option<usize> {
        let (mut start, mut end) = (cell, cell + 1);
        while self.free.get(start - 1) {
            start -= 1;
        }
        while self.free.get(end) {
            end += 1;
        }
        budget.spend(end - start)?;
        (start..end).for_each(|cell| self.relabel(cell, flood.label));
        flood.cells += (end - start) as u32;
        flood.runs.push((start, end));
        Some(end)
    }

    fn relabel(&mut self, cell: usize, label: u32) {
        if self.labels[cell] == label {
            return;
        }
        let before = std::mem::replace(&mut self.labels[cell], label);
        if self.naming.move_cell(before, label) {
            self.emptied.push(before);
        }
    }
}
