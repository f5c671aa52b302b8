//! Keeping the components right when the map changes.

use super::budget::Budget;
use super::contour;
use super::flood::Ponds;
use super::naming::BLOCKED;
use super::neighbourhood::Groups;
use super::prepared::{Components, Stamp};
use crate::engine::Update;
use crate::map::{Grid, Links, Map, Revision};
use crate::search::{Meter, StopReason};

/// What may still be done, and what has to be done in the end.
struct Repair<'w, 'm, 'l> {
    map: &'w Map,
    budget: Budget<'m, 'l>,
    /// Whether links may join other areas now.
    relink: bool,
}

impl Components {
    /// Makes them fit the map after any number of edits.
    ///
    /// The cells that have changed are taken one by one. Where that takes longer than a new count, or the map has another size,
    /// everything is counted again.
    #[expect(clippy::missing_panics_doc, reason = "it cannot")]
    pub fn update(&mut self, map: &Map) -> Update {
        self.update_with(map, &mut Meter::unlimited()).expect("nothing stops it")
    }

    /// The same with limits. Where it is stopped, they fit no state of any map until the next update, which counts everything again.
    pub(crate) fn update_with(&mut self, map: &Map, meter: &mut Meter<'_>) -> Result<Update, StopReason> {
        let stamp = Stamp::of(map);
        if self.stamp == stamp {
            return Ok(Update::Unchanged);
        }
        let grid = map.grid();
        let before = std::mem::replace(&mut self.stamp.map, Revision::NONE);
        let is_same_kind = before != Revision::NONE
            && (self.width, self.height) == (grid.width(), grid.height())
            && self.stamp.tiling == map.tiling();
        let mut repair = Repair {
            map,
            budget: Budget::for_map(self.width as usize * self.height as usize, self.runs, meter),
            relink: self.stamp.links != stamp.links,
        };
        if is_same_kind && self.take_over(before, &mut repair).is_some() {
            self.stamp = stamp;
            if repair.relink {
                self.relink(map);
            }
            Ok(Update::Repaired)
        } else {
            *self = Self::prepare(map, self.rule, meter)?;
            Ok(Update::Rebuilt)
        }
    }

    /// Takes over the cells that have changed; none if that is too much work, or a limit is reached.
    fn take_over(&mut self, before: Revision, repair: &mut Repair<'_, '_, '_>) -> Option<()> {
        let changes = repair.budget.changes(repair.map, before, |at| self.free.word(at))?;
        changes.iter().try_for_each(|change| {
            let mut cells = change.cells(change.changed);
            cells.try_for_each(|x| {
                repair.budget.look(1)?;
                self.change(self.free.index(x, change.row as i32), repair)
            })
        })
    }

    /// Frees a cell that is blocked, or blocks one that is free.
    fn change(&mut self, cell: usize, repair: &mut Repair<'_, '_, '_>) -> Option<()> {
        let is_odd = self.free.coordinates(cell).1 & 1 == 1;
        let groups = self.neighbourhood.groups(self.free.around(cell), is_odd);
        repair.relink |= repair.map.links().is_some_and(|links| is_end(links, repair.map.grid(), cell));
        if self.free.get(cell) {
            self.free.set(cell, false);
            self.block(cell, is_odd, &groups, repair)
        } else {
            self.free.set(cell, true);
            self.release(cell, &groups, repair);
            Some(())
        }
    }

    /// The cell becomes part of the areas beside it, which become one.
    fn release(&mut self, cell: usize, groups: &Groups, repair: &mut Repair<'_, '_, '_>) {
        let mut label = BLOCKED;
        for &group in groups.masks() {
            let beside = self.labels[self.neighbour(cell, group)];
            let (one, other) = (self.naming.area(label), self.naming.area(beside));
            if label == BLOCKED {
                label = beside;
            } else if one != other {
                repair.relink |= self.naming.join(one, other);
            }
        }
        if label == BLOCKED {
            label = self.naming.new_label(1);
            self.naming.new_area(label);
        } else {
            self.naming.add_cell(label);
        }
        self.labels[cell] = label;
    }

    /// The cell no longer belongs to its area, which may fall apart.
    fn block(
        &mut self,
        cell: usize,
        is_odd: bool,
        groups: &Groups,
        repair: &mut Repair<'_, '_, '_>,
    ) -> Option<()> {
        let label = std::mem::replace(&mut self.labels[cell], BLOCKED);
        let area = self.naming.area(label);
        self.naming.remove_cell(label);
        let count = groups.masks().len();
        if count < 2 {
            return Some(());
        }
        let budget = &mut repair.budget;
        let parts = contour::parts(&self.free, self.neighbourhood, cell, is_odd, groups, budget)?;
        let firsts: Vec<usize> = (0..count)
            .filter(|&group| parts[group] == group)
            .map(|group| self.neighbour(cell, groups.masks()[group]))
            .collect();
        if firsts.len() > 1 {
            let ponds = Ponds::new(&self.free, self.neighbourhood, &mut self.labels, &mut self.naming);
            ponds.part(area, &firsts, budget)?;
            repair.relink = true;
        }
        Some(())
    }

    /// A cell of a group of the nine cells around one.
    fn neighbour(&self, cell: usize, group: u16) -> usize {
        let place = self.neighbourhood.nearest(group) as usize;
        cell + place / 3 * self.free.stride() + place % 3 - self.free.stride() - 1
    }

    /// Finds again what links join.
    pub(super) fn relink(&mut self, map: &Map) {
        let Self { naming, network, labels, free, .. } = self;
        let all = map.links().map_or(&[][..], Links::all);
        let grid = map.grid();
        let usable = all.iter().filter(|link| grid.is_free(link.from) && grid.is_free(link.to));
        let area = |cell: crate::geometry::Cell| naming.area(labels[free.index(cell.x, cell.y)]);
        let pairs: Vec<(u32, u32)> = usable.map(|link| (area(link.from), area(link.to))).collect();
        network.relink(pairs.into_iter().filter(|(from, to)| from != to), naming);
    }
}

/// Whether links begin or end at a cell.
fn is_end(links: &Links, grid: &Grid, cell: usize) -> bool {
    let cell = grid.cell(crate::map::CellId(cell as u32));
    !links.from(cell).is_empty() || !links.to(cell).is_empty()
}
