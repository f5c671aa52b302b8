//! The map of a session.

use serde::Serialize;
use tautline::geometry::Cell;
use tautline::moves::DiagonalRule;
use tautline::world::{Components, Connectivity, Ground, Terrain, Tile, Tiling};
use tautline_maps::{Land, Loaded, builtin};

use crate::fault::Fault;
use crate::limits;
use crate::message::Attachment;

/// A map and its name.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    /// What it is called: the file's name, or what made it.
    pub(crate) name: String,
    pub(crate) loaded: Loaded,
}

/// A cell that is to cost something else; 0 is blocked.
pub(crate) type Stroke = (Cell, u16);

/// What the page is told about a map.
#[derive(Debug, Serialize)]
pub(crate) struct Card<'a> {
    name: &'a str,
    width: u32,
    height: u32,
    hexagons: bool,
    terrain: bool,
    start: Option<[i32; 2]>,
    goal: Option<[i32; 2]>,
    free: usize,
}

impl Map {
    /// A map, unless it is too large.
    pub(crate) fn new(name: impl Into<String>, loaded: impl Into<Loaded>) -> Result<Self, Fault> {
        let map = Self { name: name.into(), loaded: loaded.into() };
        let grid = map.loaded.land.grid();
        limits::check_size(grid.width(), grid.height())?;
        Ok(map)
    }

    /// The one that is always at hand.
    pub(crate) fn builtin() -> Self {
        Self { name: "tour".into(), loaded: builtin().into() }
    }

    /// A map of squares.
    pub(crate) fn of_squares(name: impl Into<String>, land: impl Into<Land>) -> Result<Self, Fault> {
        Self::new(name, (land, Tiling::Square))
    }

    /// What planners plan on.
    pub(crate) fn ground(&self) -> Ground<'_> {
        self.loaded.ground()
    }

    /// Whether its tiles are hexagons.
    pub(crate) fn has_hexagons(&self) -> bool {
        self.loaded.tiling == Tiling::Hexagonal
    }

    /// How many cells are free.
    pub(crate) fn free(&self) -> usize {
        self.loaded.land.grid().free_cells()
    }

    /// What the page is told about it.
    pub(crate) fn card(&self) -> Card<'_> {
        let grid = self.loaded.land.grid();
        let ends = self.loaded.start.zip(self.loaded.goal).or_else(|| self.far_apart());
        let place = |cell: Cell| [cell.x, cell.y];
        Card {
            name: &self.name,
            width: grid.width(),
            height: grid.height(),
            hexagons: self.has_hexagons(),
            terrain: self.loaded.land.terrain().is_some(),
            start: ends.map(|(start, _)| place(start)),
            goal: ends.map(|(_, goal)| place(goal)),
            free: self.free(),
        }
    }

    /// What its cells cost, row by row.
    pub(crate) fn costs(&self) -> Attachment {
        let ground = self.ground();
        Attachment::default().u16s(ground.grid().cells().map(|cell| ground.cost(cell)))
    }

    /// Two cells with a way between them that are about as far apart as any: among those that lie farthest to each of eight sides
    /// in the largest part of the map.
    fn far_apart(&self) -> Option<(Cell, Cell)> {
        const SIDES: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
        let components = Components::new(self.ground(), DiagonalRule::NoCornerCutting);
        let mut farthest: [Option<(i32, Cell)>; 8] = [None; 8];
        for cell in components.on(self.ground()).into_iter().flat_map(Connectivity::largest) {
            for (best, (x, y)) in farthest.iter_mut().zip(SIDES) {
                let far = x * cell.x + y * cell.y;
                if best.is_none_or(|(other, _)| far > other) {
                    *best = Some((far, cell));
                }
            }
        }
        let cells: Vec<Cell> = farthest.into_iter().flatten().map(|(_, cell)| cell).collect();
        let pairs = cells.iter().flat_map(|&a| cells.iter().map(move |&b| (a, b)));
        let squared = |(a, b): &(Cell, Cell)| {
            let (x, y) = (i64::from(a.x - b.x), i64::from(a.y - b.y));
            x * x + y * y
        };
        // The first of those that are equally far apart, which begins in the top left.
        let best = pairs.rev().max_by_key(squared)?;
        (best.0 != best.1).then_some(best)
    }

    /// Those strokes that change something; none of them may lie outside.
    pub(crate) fn effective(&self, cells: &[(i32, i32, u16)]) -> Result<Vec<Stroke>, Fault> {
        let (ground, mut strokes) = (self.ground(), Vec::new());
        let grid = ground.grid();
        for &(x, y, cost) in cells {
            let cell = Cell::new(x, y);
            if !grid.contains(cell) {
                let (width, height) = (grid.width(), grid.height());
                return Err(Fault::new(format!(
                    "found the cell {x},{y}, expected one of the map, which has {width} × {height}"
                )));
            }
            strokes.push((cell, cost));
        }
        // A cell can come twice, so that a stroke that changes nothing now may do so after another one.
        let is_idle = strokes.iter().all(|&(cell, cost)| ground.cost(cell) == cost);
        if is_idle { Ok(Vec::new()) } else { Ok(strokes) }
    }

    /// Changes cells. Costs other than 0 and 1 make a terrain of the map, and when they are gone it is none any more.
    pub(crate) fn paint(&mut self, strokes: &[Stroke]) -> Result<(), Fault> {
        let land = &mut self.loaded.land;
        if let Land::Grid(grid) = land {
            if strokes.iter().all(|&(_, cost)| cost <= 1) {
                for &(cell, cost) in strokes {
                    grid.set(cell, tile(cost))?;
                }
                return Ok(());
            }
            let cost = |cell| u16::from(grid.is_free(cell));
            *land = Land::Terrain(Terrain::from_costs(grid.width(), grid.height(), cost)?);
        }
        if let Land::Terrain(terrain) = land {
            for &(cell, cost) in strokes {
                terrain.set(cell, cost)?;
            }
            if terrain.sum() == terrain.grid().free_cells() as u64 {
                *land = Land::Grid(terrain.grid().clone());
            }
        }
        Ok(())
    }
}

/// Whether a cell that costs so much is free.
pub(crate) fn tile(cost: u16) -> Tile {
    if cost > 0 { Tile::Free } else { Tile::Blocked }
}

#[cfg(test)]
mod tests {
    use tautline::world::Grid;

    use super::*;

    fn map(rows: &[&str]) -> Map {
        Map::of_squares("test", Grid::from_rows(rows.iter().copied()).unwrap()).unwrap()
    }

    #[test]
    fn costs_make_a_terrain_and_go_away_again() {
        let mut map = map(&["...", ".#."]);
        map.paint(&[(Cell::new(0, 0), 7), (Cell::new(1, 1), 1)]).unwrap();
        assert!(map.loaded.land.terrain().is_some());
        assert_eq!((map.ground().cost((0, 0).into()), map.free()), (7, 6));
        map.paint(&[(Cell::new(2, 0), 0)]).unwrap();
        assert!(map.loaded.land.terrain().is_some());
        map.paint(&[(Cell::new(0, 0), 1)]).unwrap();
        assert_eq!(map.loaded.land, Grid::from_rows(["..#", "..."]).unwrap().into());
    }

    #[test]
    fn strokes_that_change_nothing_are_none() {
        let map = map(&["..", "#."]);
        assert_eq!(map.effective(&[(0, 0, 1), (0, 1, 0)]).unwrap(), []);
        assert_eq!(map.effective(&[(0, 0, 1), (0, 0, 0), (0, 0, 1)]).unwrap().len(), 3);
        let fault = map.effective(&[(0, 0, 1), (2, 0, 1)]).unwrap_err();
        assert_eq!(fault.0, "found the cell 2,0, expected one of the map, which has 2 × 2");
    }

    #[test]
    fn ends_are_far_apart_with_a_way_between_them() {
        let ends = |rows: &[&str]| map(rows).far_apart().map(|(a, b)| ((a.x, a.y), (b.x, b.y)));
        assert_eq!(ends(&["....", "....", "...."]), Some(((0, 0), (3, 2))));
        assert_eq!(ends(&["..#.", "..#.", "..#."]), Some(((0, 0), (1, 2))));
        assert_eq!(ends(&["#.", ".#"]), None);
        assert_eq!(ends(&["#"]), None);
    }
}
