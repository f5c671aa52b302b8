//! The map of a session.

use serde::Serialize;
use tautline::geometry::Cell;
use tautline::map::{Components, Connectivity, Map, OutsideGrid, Tiling};
use tautline::moves::DiagonalRule;
use tautline_maps::{Loaded, builtin};

use crate::fault::Fault;
use crate::limits;
use crate::message::Attachment;

/// A map and its name.
#[derive(Clone, Debug)]
pub(crate) struct SessionMap {
    /// The file's name, or that of what made it.
    pub(crate) name: String,
    pub(crate) map: Map,
    /// The start and the goal, where the file has them.
    ends: Option<(Cell, Cell)>,
}

/// A cell and its new cost; 0 is blocked.
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

impl SessionMap {
    /// A map, unless it is too large.
    pub(crate) fn new(name: impl Into<String>, loaded: impl Into<Loaded>) -> Result<Self, Fault> {
        let Loaded { map, start, goal, .. } = loaded.into();
        limits::check_size(map.width(), map.height())?;
        Ok(Self { name: name.into(), map, ends: start.zip(goal) })
    }

    /// The one that is always at hand.
    pub(crate) fn builtin() -> Self {
        let Loaded { map, start, goal, .. } = builtin().into();
        Self { name: "tour".into(), map, ends: start.zip(goal) }
    }

    /// Whether its tiles are hexagons.
    pub(crate) fn has_hexagons(&self) -> bool {
        self.map.tiling() == Tiling::Hexagonal
    }

    /// What the page is told about it.
    pub(crate) fn card(&self) -> Card<'_> {
        let Self { name, map, ends } = self;
        let ends = ends.or_else(|| self.far_apart());
        let place = |cell: Cell| [cell.x, cell.y];
        Card {
            name,
            width: map.width(),
            height: map.height(),
            hexagons: self.has_hexagons(),
            terrain: map.terrain().is_some(),
            start: ends.map(|(start, _)| place(start)),
            goal: ends.map(|(_, goal)| place(goal)),
            free: map.free_cells(),
        }
    }

    /// What its cells cost, row by row.
    pub(crate) fn costs(&self) -> Attachment {
        Attachment::default().u16s(self.map.cells().map(|cell| self.map.cost(cell)))
    }

    /// Two cells with a way between them that are about as far apart as any: among those that lie farthest to each of eight sides
    /// in the largest part of the map.
    fn far_apart(&self) -> Option<(Cell, Cell)> {
        const SIDES: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
        let components = Components::new(&self.map, DiagonalRule::NoCornerCutting);
        let mut farthest: [Option<(i32, Cell)>; 8] = [None; 8];
        for cell in components.on(&self.map).into_iter().flat_map(Connectivity::largest) {
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

    /// The cells as strokes; none of them may lie outside of the map.
    pub(crate) fn strokes(&self, cells: &[(i32, i32, u16)]) -> Result<Vec<Stroke>, Fault> {
        let stroke = |&(x, y, cost): &(i32, i32, u16)| {
            let cell = Cell::new(x, y);
            if self.map.contains(cell) {
                return Ok((cell, cost));
            }
            let (width, height) = (self.map.width(), self.map.height());
            Err(Fault::new(format!(
                "found the cell {x},{y}, expected one of the map, which has {width} × {height}"
            )))
        };
        cells.iter().map(stroke).collect()
    }

    /// Changes cells, as one edit. The map keeps its revision if no stroke changes a cell.
    pub(crate) fn paint(&mut self, strokes: &[Stroke]) -> Result<(), OutsideGrid> {
        self.map
            .edit(|edit| strokes.iter().try_for_each(|&(cell, cost)| edit.set_cost(cell, cost).map(|_| ())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(rows: &[&str]) -> SessionMap {
        SessionMap::new("test", Map::from_rows(rows.iter().copied()).unwrap()).unwrap()
    }

    #[test]
    fn costs_make_a_terrain_and_go_away_again() {
        let mut map = map(&["...", ".#."]);
        map.paint(&[(Cell::new(0, 0), 7), (Cell::new(1, 1), 1)]).unwrap();
        assert!(map.map.terrain().is_some() && map.card().terrain);
        assert_eq!((map.map.cost((0, 0)), map.map.free_cells()), (7, 6));
        map.paint(&[(Cell::new(2, 0), 0)]).unwrap();
        assert!(map.map.terrain().is_some());
        map.paint(&[(Cell::new(0, 0), 1)]).unwrap();
        assert!(map.map.terrain().is_none() && !map.card().terrain);
        assert_eq!(map.map, Map::from_rows(["..#", "..."]).unwrap());
    }

    #[test]
    fn strokes_that_change_nothing_are_none() {
        let mut map = map(&["..", "#."]);
        let before = map.map.revision();
        let mut revision = |cells: &[(i32, i32, u16)]| {
            let strokes = map.strokes(cells).unwrap();
            map.paint(&strokes).unwrap();
            map.map.revision()
        };
        assert_eq!(revision(&[(0, 0, 1), (0, 1, 0)]), before);
        // A cell can come twice, so that a stroke that would change nothing does so after another one.
        assert_ne!(revision(&[(0, 0, 1), (0, 0, 0), (0, 0, 1)]), before);
        assert_eq!(map.map, Map::from_rows(["..", "#."]).unwrap());
        let fault = map.strokes(&[(0, 0, 1), (2, 0, 1)]).unwrap_err();
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
