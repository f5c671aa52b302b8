use std::collections::BTreeMap;

use super::{Grid, GridError, OutsideGrid, Revision, Tile};
use crate::geometry::Cell;

/// What it costs to be on each cell: 1 is ordinary ground, 3 is three times as slow, 0 is blocked.
///
/// The first of the two ways to model travel costs: they belong to the cells. A step from one cell to the next leads half
/// through each, so it costs its length times the mean of their two costs, the same in both directions. (The second way is
/// [`Tolls`](super::Tolls): costs of the steps.)
///
/// Planners refuse a terrain whose costs add up to 2²⁹ or more, about 536 million: the cost of a way might not fit its place.
///
/// ```
/// use tautline::planners::AStar;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Terrain;
///
/// let swamp = Terrain::from_costs(5, 3, |cell| if cell.x == 2 && cell.y < 2 { 9 } else { 1 })?;
/// let answer = AStar::new(&swamp).plan(&Query::new((0, 0), (4, 0)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert!(path.places.contains(&(2, 2).into()), "around the swamp");
/// assert_eq!(path.cost, 4.0 * 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Terrain {
    grid: Grid,
    /// By the grid's ids; 0 where it is blocked.
    costs: Vec<u16>,
    /// How many free cells have each cost.
    counts: BTreeMap<u16, u32>,
    revision: Revision,
}

impl Terrain {
    /// A map that asks for the cost of each cell, row by row.
    #[expect(clippy::missing_panics_doc, reason = "it cannot")]
    pub fn from_costs(width: u32, height: u32, mut cost: impl FnMut(Cell) -> u16) -> Result<Self, GridError> {
        Grid::check_size(width, height)?;
        let cells = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| Cell { x, y }));
        let rows: Vec<u16> = cells.map(&mut cost).collect();
        let at = |cell: Cell| rows[cell.y as usize * width as usize + cell.x as usize];
        let grid =
            Grid::from_fn(width, height, |cell| if at(cell) > 0 { Tile::Free } else { Tile::Blocked })?;
        let mut costs = vec![0; grid.id_range()];
        let mut counts = BTreeMap::new();
        for cell in grid.cells().filter(|&cell| grid.is_free(cell)) {
            costs[grid.id(cell).expect("a cell of the map").0 as usize] = at(cell);
            *counts.entry(at(cell)).or_default() += 1;
        }
        Ok(Self { grid, costs, counts, revision: Revision::next() })
    }

    /// What a unit sees of a map: its costs for each kind of terrain.
    ///
    /// ```
    /// use tautline::world::{KindCosts, Kinds, Terrain};
    ///
    /// let map = Kinds::new(4, 1, b"..WW".to_vec())?;
    /// let boat = Terrain::for_unit(&map, &KindCosts::blocked().with(b'W', 1))?;
    /// let tank = Terrain::for_unit(&map, &KindCosts::blocked().with(b'.', 2))?;
    /// assert_eq!((boat.cost((3, 0)), boat.cost((0, 0))), (1, 0));
    /// assert_eq!((tank.cost((3, 0)), tank.cost((0, 0))), (0, 2));
    /// # Ok::<(), tautline::world::GridError>(())
    /// ```
    pub fn for_unit(kinds: &Kinds, costs: &KindCosts) -> Result<Self, GridError> {
        Self::from_costs(kinds.width, kinds.height, |cell| costs.of(kinds.kind(cell)))
    }

    /// The same terrain, but blocked wherever `free` is: for agents that do not have room everywhere (see
    /// [`Clearance`](crate::field::Clearance)). What is outside of `free` is blocked, too.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "it cannot: there is a map of this size")]
    pub fn masked(&self, free: &Grid) -> Self {
        let cost = |cell: Cell| if free.is_free(cell) { self.cost(cell) } else { 0 };
        Self::from_costs(self.grid.width(), self.grid.height(), cost).expect("the size of a map")
    }

    /// Which cells are free.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The cost of a cell; 0 where it is blocked or outside the map.
    #[must_use]
    pub fn cost(&self, cell: impl Into<Cell>) -> u16 {
        self.grid.id(cell.into()).map_or(0, |id| self.costs[id.0 as usize])
    }

    /// The costs by the grid's ids.
    pub(crate) fn costs(&self) -> &[u16] {
        &self.costs
    }

    /// The smallest cost of a free cell: what every estimate reckons with. 1 if no cell is free.
    #[must_use]
    pub fn smallest(&self) -> u16 {
        self.counts.keys().next().copied().unwrap_or(1)
    }

    /// The costs of all free cells together.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.counts.iter().map(|(&cost, &count)| u64::from(cost) * u64::from(count)).sum()
    }

    /// Changes the cost of one cell and returns what it was before.
    #[expect(clippy::missing_panics_doc, reason = "it cannot")]
    pub fn set(&mut self, cell: impl Into<Cell>, cost: u16) -> Result<u16, OutsideGrid> {
        let cell = cell.into();
        let before = self.cost(cell);
        self.grid.set(cell, if cost > 0 { Tile::Free } else { Tile::Blocked })?;
        if before != cost {
            let id = self.grid.id(cell).expect("it was on the map");
            self.costs[id.0 as usize] = cost;
            if cost > 0 {
                *self.counts.entry(cost).or_default() += 1;
            }
            if let Some(count) = self.counts.get_mut(&before) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&before);
                }
            }
            self.revision = Revision::next();
        }
        Ok(before)
    }

    /// Which state the map is in; an edit that changes something changes it.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }
}

/// Terrains are equal when their costs are, whatever their revisions.
impl PartialEq for Terrain {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid && self.costs == other.costs
    }
}

impl Eq for Terrain {}

/// What kind of terrain each cell is: a number, or the character that stands for it in a map file. What a kind costs is up to
/// who moves there: see [`Terrain::for_unit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds {
    width: u32,
    height: u32,
    cells: Vec<u8>,
}

impl Kinds {
    /// Kinds row by row from the top left.
    pub fn new(width: u32, height: u32, kinds: Vec<u8>) -> Result<Self, GridError> {
        Grid::check_size(width, height)?;
        let expected = width as usize * height as usize;
        if kinds.len() == expected {
            Ok(Self { width, height, cells: kinds })
        } else {
            let row = (kinds.len() / width as usize).min(height as usize);
            let found =
                if row < height as usize { kinds.len() % width as usize } else { kinds.len() - expected };
            Err(GridError::RowLength { row: row as u32, found: found as u32, expected: width })
        }
    }

    /// Kinds as characters, each of one byte, a text for each row.
    ///
    /// ```
    /// use tautline::world::{KindCosts, Kinds, Terrain};
    ///
    /// let kinds = Kinds::from_rows(["..ww", "..w."])?;
    /// let tank = Terrain::for_unit(&kinds, &KindCosts::blocked().with(b'.', 1))?;
    /// assert_eq!((tank.cost((0, 0)), tank.cost((2, 1))), (1, 0));
    /// # Ok::<(), tautline::world::GridError>(())
    /// ```
    pub fn from_rows<'r>(rows: impl IntoIterator<Item = &'r str>) -> Result<Self, GridError> {
        let rows: Vec<&[u8]> = rows.into_iter().map(str::as_bytes).collect();
        let width = rows.first().map_or(0, |row| row.len());
        if let Some(row) = rows.iter().position(|row| row.len() != width) {
            let (found, expected) = (rows[row].len().min(width + 1) as u32, width as u32);
            return Err(GridError::RowLength { row: row as u32, found, expected });
        }
        let size = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Self::new(size(width), size(rows.len()), rows.concat())
    }

    /// How many columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The kind of a cell.
    ///
    /// # Panics
    ///
    /// If the cell is not on the map.
    #[must_use]
    pub fn kind(&self, cell: impl Into<Cell>) -> u8 {
        let cell = cell.into();
        let on_map = (0..self.width as i32).contains(&cell.x) && (0..self.height as i32).contains(&cell.y);
        assert!(on_map, "{cell} is outside the map");
        self.cells[cell.y as usize * self.width as usize + cell.x as usize]
    }
}

/// What each kind of terrain costs one sort of unit; 0 where it cannot go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindCosts([u16; 256]);

impl KindCosts {
    /// Nothing but obstacles.
    #[must_use]
    pub fn blocked() -> Self {
        Self([0; 256])
    }

    /// The same with another cost for one kind.
    #[must_use]
    pub fn with(mut self, kind: u8, cost: u16) -> Self {
        self.0[usize::from(kind)] = cost;
        self
    }

    /// The cost of a kind.
    #[must_use]
    pub fn of(&self, kind: u8) -> u16 {
        self.0[usize::from(kind)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_keep_the_grid_and_the_smallest_cost_right() {
        let mut terrain = Terrain::from_costs(70, 3, |cell| (cell.x % 7) as u16).unwrap();
        assert_eq!((terrain.smallest(), terrain.grid().free_cells()), (1, 180));
        assert_eq!(terrain.sum(), 3 * 10 * 21);
        let first = terrain.revision();
        for cell in terrain.grid().cells().filter(|cell| cell.x % 7 == 1) {
            assert_eq!(terrain.set(cell, 0), Ok(1));
        }
        assert_eq!((terrain.smallest(), terrain.grid().free_cells()), (2, 150));
        assert_ne!(terrain.revision(), first);
        assert_eq!(terrain.set((0, 0), 65_535), Ok(0));
        assert_eq!(terrain.set((0, 0), 1), Ok(65_535));
        assert_eq!((terrain.smallest(), terrain.cost((0, 0)), terrain.cost((-1, 0))), (1, 1, 0));
        assert!(terrain.grid().is_free((0, 0)));
        assert!(terrain.set((70, 0), 1).is_err());
        let fresh = Terrain::from_costs(70, 3, |cell| terrain.cost(cell)).unwrap();
        assert_eq!((terrain.counts == fresh.counts, terrain == fresh), (true, true));
    }

    #[test]
    fn a_map_without_a_free_cell_has_a_smallest_cost_all_the_same() {
        let terrain = Terrain::from_costs(2, 2, |_| 0).unwrap();
        assert_eq!((terrain.smallest(), terrain.sum()), (1, 0));
        assert!(Terrain::from_costs(0, 2, |_| 1).is_err());
    }

    #[test]
    fn kinds_must_fill_the_map() {
        let wrong = |count| Kinds::new(3, 2, vec![0; count]).unwrap_err();
        assert_eq!(wrong(5), GridError::RowLength { row: 1, found: 2, expected: 3 });
        assert_eq!(wrong(8), GridError::RowLength { row: 2, found: 2, expected: 3 });
        assert_eq!(wrong(0), GridError::RowLength { row: 0, found: 0, expected: 3 });
        assert!(Kinds::new(3, 2, vec![0; 6]).is_ok());
    }
}
