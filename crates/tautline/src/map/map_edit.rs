use std::ops::Deref;

use super::{Grid, Link, LinkError, Links, Map, OutsideGrid, Terrain, Tile, Tolls};
use crate::geometry::{Cell, Rect};
use crate::moves::Direction;

/// An edit of a [`Map`] that is under way: see [`Map::edit`]. Whatever can be read from a map can be read from it, as it is at this
/// moment of the edit.
#[derive(Debug)]
pub struct MapEdit<'m> {
    map: &'m mut Map,
}

impl Deref for MapEdit<'_> {
    type Target = Map;

    fn deref(&self) -> &Map {
        self.map
    }
}

impl<'m> MapEdit<'m> {
    pub(super) fn new(map: &'m mut Map) -> Self {
        Self { map }
    }

    /// Changes one cell and returns what it was before. A cell that becomes free costs 1.
    pub fn set(&mut self, cell: impl Into<Cell>, tile: Tile) -> Result<Tile, OutsideGrid> {
        let cell = cell.into();
        let before = self.map.grid.set(cell, tile)?;
        if before != tile {
            self.set_terrain(cell, u16::from(tile == Tile::Free));
            self.changed(cell);
        }
        Ok(before)
    }

    /// Blocks a cell; whether it was free before.
    pub fn block(&mut self, cell: impl Into<Cell>) -> Result<bool, OutsideGrid> {
        Ok(self.set(cell, Tile::Blocked)? == Tile::Free)
    }

    /// Frees a cell; whether it was blocked before. A cell that becomes free costs 1.
    pub fn free(&mut self, cell: impl Into<Cell>) -> Result<bool, OutsideGrid> {
        Ok(self.set(cell, Tile::Free)? == Tile::Blocked)
    }

    /// Changes every cell of a rectangle (the part of it that is on the map) and returns how many were different before. Cells that
    /// become free cost 1.
    pub fn fill(&mut self, rect: Rect, tile: Tile) -> usize {
        let within = rect.clipped(self.map.width(), self.map.height());
        if let Some(terrain) = self.map.terrain.as_deref_mut() {
            for cell in within.cells() {
                if self.map.grid.tile(cell) != tile {
                    terrain.set(id(&self.map.grid, cell), u16::from(tile == Tile::Free));
                }
            }
        }
        let changed = self.map.grid.fill(within, tile);
        if changed > 0 {
            self.map.changed(within);
        }
        changed
    }

    /// Changes the cost of one cell and returns what it was before; 0 is blocked.
    pub fn set_cost(&mut self, cell: impl Into<Cell>, cost: u16) -> Result<u16, OutsideGrid> {
        let cell = cell.into();
        let before = self.map.cost(cell);
        self.map.grid.set(cell, if cost > 0 { Tile::Free } else { Tile::Blocked })?;
        if before != cost {
            if cost > 1 && self.map.terrain.is_none() {
                self.map.terrain = Some(Box::new(Terrain::new(&self.map.grid, |_| 1)));
            }
            self.set_terrain(cell, cost);
            self.changed(cell);
        }
        Ok(before)
    }

    /// Changes what a step costs beyond its length and returns what it was before. The toll of a step that leaves the map is always 0.
    pub fn set_toll(
        &mut self,
        from: impl Into<Cell>,
        direction: Direction,
        toll: u16,
    ) -> Result<u16, OutsideGrid> {
        let from = from.into();
        let (width, height) = (self.map.width(), self.map.height());
        if !self.map.contains(from) {
            return Err(OutsideGrid { cell: from, width, height });
        }
        let before = self.map.toll(from, direction);
        if before != toll && self.map.contains(from + direction) {
            let tolls =
                self.map.tolls.get_or_insert_with(|| Box::new(Tolls::from_fn(&self.map.grid, |_, _| 0)));
            tolls.set(from, direction, toll);
            self.changed(from);
        }
        Ok(before)
    }

    /// Adds a link in one direction between two free cells.
    pub fn add_link(&mut self, link: Link) -> Result<(), LinkError> {
        self.map.links.get_or_insert_with(Box::default).add(&self.map.grid, link)?;
        self.changed(link.from);
        self.changed(link.to);
        Ok(())
    }

    /// Adds a link and the one that leads back, at the same cost: both or none.
    pub fn add_link_both_ways(&mut self, link: Link) -> Result<(), LinkError> {
        let back = Link { from: link.to, to: link.from, cost: link.cost };
        self.add_link(link)?;
        let added = self.add_link(back);
        if added.is_err() {
            self.remove_link(link);
        }
        added
    }

    /// Takes a link away; whether it was there.
    pub fn remove_link(&mut self, link: Link) -> bool {
        let was_there = self.map.links.as_mut().is_some_and(|links: &mut Box<Links>| links.remove(link));
        if was_there {
            self.changed(link.from);
            self.changed(link.to);
        }
        was_there
    }

    fn set_terrain(&mut self, cell: Cell, cost: u16) {
        if let Some(terrain) = self.map.terrain.as_deref_mut() {
            terrain.set(id(&self.map.grid, cell), cost);
        }
    }

    /// Notes each change at once: a map that is cloned in the middle of an edit, or whose edit panics, has a revision and a journal
    /// that are right.
    fn changed(&mut self, cell: Cell) {
        self.map.changed(Rect::new(cell.x, cell.y, 1, 1));
    }
}

fn id(grid: &Grid, cell: Cell) -> super::CellId {
    grid.id(cell).expect("a cell of the map")
}
