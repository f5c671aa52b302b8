use super::counts::Counts;
use super::{CellId, Grid, GridError};
use crate::geometry::Cell;

/// What it costs to be on each cell of a [`Map`](super::Map): 1 is ordinary ground, 3 is three times as slow, 0 is blocked.
///
/// The first of the two ways to model travel costs: they belong to the cells. A step from one cell to the next leads half
/// through each, so it costs its length times the mean of their two costs, the same in both directions. (The second way is
/// [`Tolls`](super::Tolls): costs of the steps.)
///
/// Planners refuse a map whose costs add up to 2²⁹ or more, about 536 million: the cost of a path might not fit its type.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::Map;
/// use tautline::planners::AStar;
/// use tautline::search::{Query, Workspace};
///
/// let swamp = Map::from_costs(5, 3, |cell| if cell.x == 2 && cell.y < 2 { 9 } else { 1 })?;
/// let answer = AStar::new(&swamp, Default::default())?.plan(&swamp, &Query::new((0, 0), (4, 0)), &mut Workspace::new())?;
/// let path = answer.path().unwrap();
/// assert!(path.cells().unwrap().contains(&(2, 2).into()), "around the swamp");
/// assert_eq!(path.cost(), 4.0 * 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// By the grid's ids; 0 where it is blocked.
    costs: Vec<u16>,
    /// How many free cells have each cost.
    counts: Counts,
    /// The costs of all free cells together.
    sum: u64,
    /// The smallest and the largest of them; 1 if no cell is free.
    bounds: (u16, u16),
}

impl Terrain {
    /// The terrain of a grid, given what each of its free cells costs: 1 at least.
    pub(super) fn new(grid: &Grid, cost: impl Fn(Cell) -> u16) -> Self {
        let (mut costs, mut counts, mut sum) = (vec![0; grid.id_range()], Counts::default(), 0);
        for cell in grid.cells().filter(|&cell| grid.is_free(cell)) {
            let cost = cost(cell);
            costs[grid.id(cell).expect("a cell of the map").0 as usize] = cost;
            counts.add(cost);
            sum += u64::from(cost);
        }
        Self { costs, bounds: bounds(&counts), counts, sum }
    }

    /// The costs by the grid's ids.
    #[inline]
    pub(crate) fn costs(&self) -> &[u16] {
        &self.costs
    }

    /// The cost of the cell with this id; 0 where it is blocked.
    #[must_use]
    #[inline]
    pub fn cost(&self, id: CellId) -> u16 {
        self.costs[id.0 as usize]
    }

    /// The smallest cost of a free cell: what every estimate reckons with. 1 if no cell is free.
    #[must_use]
    pub fn smallest(&self) -> u16 {
        self.bounds.0
    }

    /// The largest cost of a free cell. 1 if no cell is free.
    #[must_use]
    pub fn largest(&self) -> u16 {
        self.bounds.1
    }

    /// The costs of all free cells together.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// Changes the cost of one cell and returns what it was before.
    pub(super) fn set(&mut self, id: CellId, cost: u16) -> u16 {
        let before = std::mem::replace(&mut self.costs[id.0 as usize], cost);
        self.sum = self.sum - u64::from(before) + u64::from(cost);
        self.counts.add(cost);
        self.counts.remove(before);
        self.bounds = bounds(&self.counts);
        before
    }
}

fn bounds(counts: &Counts) -> (u16, u16) {
    (counts.smallest().unwrap_or(1), counts.largest().unwrap_or(1))
}

/// What kind of terrain each cell is: a number, or the character that stands for it in a map file. What a kind costs is up to
/// the unit that moves there: see [`Map::for_unit`](super::Map::for_unit).
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
    /// use tautline::map::{KindCosts, Kinds, Map};
    ///
    /// let kinds = Kinds::from_rows(["..ww", "..w."])?;
    /// let tank = Map::for_unit(&kinds, &KindCosts::blocked().with(b'.', 1))?;
    /// assert_eq!((tank.cost((0, 0)), tank.cost((2, 1))), (1, 0));
    /// # Ok::<(), tautline::map::GridError>(())
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
    fn a_map_without_a_free_cell_has_a_smallest_cost_all_the_same() {
        let grid = Grid::open(2, 1).unwrap();
        let mut terrain = Terrain::new(&grid, |_| 7);
        assert_eq!((terrain.smallest(), terrain.largest(), terrain.sum()), (7, 7, 14));
        for cell in grid.cells() {
            assert_eq!(terrain.set(grid.id(cell).unwrap(), 0), 7);
        }
        let blocked = Terrain::new(&Grid::blocked(2, 1).unwrap(), |_| 0);
        assert_eq!(terrain, blocked);
        for terrain in [terrain, blocked] {
            assert_eq!((terrain.smallest(), terrain.largest(), terrain.sum()), (1, 1, 0));
        }
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
