use super::bits::BitPlane;
use super::{GridBuilder, Quadrants};
use crate::geometry::{Cell, Corner, Rect};
use crate::search::count;

/// What a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// It can be entered.
    Free,
    /// It is an obstacle.
    Blocked,
}

/// The number of a cell of one [`Grid`], padding included: what searches index their memory by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellId(pub(crate) u32);

impl CellId {
    /// The number, which is below [`Grid::id_range`]: an index into what a search keeps for each cell.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a map cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// No columns or no rows.
    #[error("a map needs at least one cell, not {width} × {height}")]
    Empty {
        /// The columns asked for.
        width: u32,
        /// The rows asked for.
        height: u32,
    },
    /// More cells than an id can count.
    #[error(
        "a map of {width} × {height} cells is too large: with its padding it may have {} at most",
        Grid::MAX_CELLS
    )]
    TooLarge {
        /// The columns asked for.
        width: u32,
        /// The rows asked for.
        height: u32,
    },
    /// A row that is longer or shorter than the others.
    #[error("row {row} has {found} cells, expected {expected}")]
    RowLength {
        /// The row, counted from zero.
        row: u32,
        /// How many cells it has (at most one more than expected is counted).
        found: u32,
        /// How many it should have.
        expected: u32,
    },
    /// A character that is neither free nor blocked.
    #[error("row {row}, column {column}: found {found:?}, expected one of . # @")]
    Character {
        /// The row, counted from zero.
        row: u32,
        /// The column, counted from zero.
        column: u32,
        /// The character.
        found: char,
    },
}

/// A cell that is not on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cell} is outside the map of {width} × {height} cells")]
pub struct OutsideGrid {
    /// The cell.
    pub cell: Cell,
    /// The map's columns.
    pub width: u32,
    /// The map's rows.
    pub height: u32,
}

/// Which cells of a [`Map`](super::Map) are free, as bits.
///
/// The bits are kept twice, row by row and column by column, so that vertical scans are horizontal ones; edits keep
/// both right. Around the map lies a border of blocked cells, so that no scan needs a bounds check.
///
/// ```
/// use tautline::geometry::Rect;
/// use tautline::map::{Grid, Tile};
///
/// let mut grid = Grid::from_rows(["....", ".##.", "...."])?;
/// assert!(grid.is_blocked((1, 1)));
/// grid.fill(Rect::new(1, 1, 2, 1), Tile::Free);
/// assert_eq!(grid.free_cells(), 12);
/// # Ok::<(), tautline::map::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grid {
    width: u32,
    height: u32,
    rows: BitPlane,
    columns: BitPlane,
}

impl Grid {
    /// The largest number of cells, padding included: ids fit 32 bits, and octile lengths stay exactly comparable
    /// (see [`OctileLength::MAX_STEPS`](crate::moves::OctileLength::MAX_STEPS)) with an estimate added to them.
    pub const MAX_CELLS: usize = 1 << 29;

    /// A map without obstacles.
    pub fn open(width: u32, height: u32) -> Result<Self, GridError> {
        Self::from_fn(width, height, |_| Tile::Free)
    }

    /// A map of nothing but obstacles.
    pub fn blocked(width: u32, height: u32) -> Result<Self, GridError> {
        Self::check_size(width, height)?;
        let rows = BitPlane::blocked(width as usize, height as usize);
        Ok(Self::from_rows_plane(width, height, rows))
    }

    /// A map that asks for the tile of each cell, row by row.
    pub fn from_fn(width: u32, height: u32, mut tile: impl FnMut(Cell) -> Tile) -> Result<Self, GridError> {
        Self::check_size(width, height)?;
        let mut builder = GridBuilder::new(width)?;
        for y in 0..height as i32 {
            builder.push_row((0..width as i32).map(|x| tile(Cell { x, y }) == Tile::Free))?;
        }
        builder.finish()
    }

    /// A map from drawn rows: `.` is free, `#` and `@` are blocked.
    pub fn from_rows<S: AsRef<str>>(rows: impl IntoIterator<Item = S>) -> Result<Self, GridError> {
        let mut builder = None;
        for (y, row) in rows.into_iter().enumerate() {
            let mut cells = Vec::new();
            for (x, found) in row.as_ref().chars().enumerate() {
                cells.push(match found {
                    '.' => true,
                    '#' | '@' => false,
                    _ => return Err(GridError::Character { row: y as u32, column: x as u32, found }),
                });
            }
            let builder = match &mut builder {
                Some(builder) => builder,
                none => none.insert(GridBuilder::new(cells.len() as u32)?),
            };
            builder.push_row(cells)?;
        }
        builder.ok_or(GridError::Empty { width: 0, height: 0 })?.finish()
    }

    /// Whether a map of this size can be made, at no cost: readers ask before they believe a header.
    pub fn check_size(width: u32, height: u32) -> Result<(), GridError> {
        if width == 0 || height == 0 {
            return Err(GridError::Empty { width, height });
        }
        let fits = |width: u32, height: u32| {
            BitPlane::bits_for(width as usize, height as usize).is_some_and(|bits| bits <= Self::MAX_CELLS)
        };
        if fits(width, height) && fits(height, width) {
            Ok(())
        } else {
            Err(GridError::TooLarge { width, height })
        }
    }

    pub(super) fn from_rows_plane(width: u32, height: u32, rows: BitPlane) -> Self {
        let columns = rows.transposed(width as usize);
        Self { width, height, rows, columns }
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

    /// How many cells are free.
    #[must_use]
    pub fn free_cells(&self) -> usize {
        self.rows.count()
    }

    /// Whether the cell is on the map.
    #[must_use]
    pub fn contains(&self, cell: impl Into<Cell>) -> bool {
        let cell = cell.into();
        (0..self.width as i32).contains(&cell.x) && (0..self.height as i32).contains(&cell.y)
    }

    /// Whether the corner is on the map, its border included.
    #[must_use]
    pub fn has_corner(&self, corner: Corner) -> bool {
        (0..=self.width as i32).contains(&corner.x) && (0..=self.height as i32).contains(&corner.y)
    }

    /// Whether the cell is on the map and free.
    #[must_use]
    pub fn is_free(&self, cell: impl Into<Cell>) -> bool {
        let cell = cell.into();
        self.contains(cell) && self.rows.get(self.rows.index(cell.x, cell.y))
    }

    /// Whether the cell is an obstacle; what lies outside the map counts as blocked.
    #[must_use]
    pub fn is_blocked(&self, cell: impl Into<Cell>) -> bool {
        !self.is_free(cell)
    }

    /// The tile of a cell; what lies outside the map counts as blocked.
    #[must_use]
    pub fn tile(&self, cell: impl Into<Cell>) -> Tile {
        if self.is_free(cell) { Tile::Free } else { Tile::Blocked }
    }

    /// All cells, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let width = self.width as i32;
        (0..self.height as i32).flat_map(move |y| (0..width).map(move |x| Cell { x, y }))
    }

    /// Changes one cell and returns what it was before.
    pub fn set(&mut self, cell: impl Into<Cell>, tile: Tile) -> Result<Tile, OutsideGrid> {
        let cell = cell.into();
        if !self.contains(cell) {
            return Err(OutsideGrid { cell, width: self.width, height: self.height });
        }
        let before = self.tile(cell);
        if before != tile {
            let free = tile == Tile::Free;
            self.rows.set(self.rows.index(cell.x, cell.y), free);
            self.columns.set(self.columns.index(cell.y, cell.x), free);
        }
        Ok(before)
    }

    /// Changes every cell of a rectangle (the part of it that is on the map) and returns how many were different
    /// before.
    pub fn fill(&mut self, rect: Rect, tile: Tile) -> usize {
        let within = rect.clipped(self.width, self.height);
        let Rect { x, y, width, height } = within;
        let free = tile == Tile::Free;
        let mut changed = 0;
        for y in y..y + height as i32 {
            changed += self.rows.fill(self.rows.index(x, y), width as usize, free);
        }
        for x in x..x + width as i32 {
            self.columns.fill(self.columns.index(y, x), height as usize, free);
        }
        changed
    }

    /// The bits of all rows, by the cells' numbers.
    pub(crate) fn plane(&self) -> &BitPlane {
        &self.rows
    }

    /// The rows from the top, eight cells a byte: the leftmost in the lowest bit, free ones set, zeros at the end.
    pub(super) fn packed_rows(&self) -> impl Iterator<Item = &[u8]> {
        let bytes = self.width.div_ceil(8) as usize;
        (0..self.height).map(move |y| &self.row_bytes(y)[..bytes])
    }

    /// The map mirrored at its main diagonal: the cell `(x, y)` becomes `(y, x)`.
    #[must_use]
    pub fn transposed(&self) -> Self {
        Self {
            width: self.height,
            height: self.width,
            rows: self.columns.clone(),
            columns: self.rows.clone(),
        }
    }

    /// The number of a cell on the map.
    #[must_use]
    pub fn id(&self, cell: Cell) -> Option<CellId> {
        self.contains(cell).then(|| CellId(self.rows.index(cell.x, cell.y) as u32))
    }

    /// The cell of a number.
    #[must_use]
    pub fn cell(&self, id: CellId) -> Cell {
        let (x, y) = self.rows.coordinates(id.0 as usize);
        Cell { x, y }
    }

    /// All ids are below this.
    #[must_use]
    pub fn id_range(&self) -> usize {
        self.rows.len()
    }

    /// The distance between the id of a cell and the id of the cell below it.
    #[must_use]
    pub fn stride(&self) -> usize {
        self.rows.stride()
    }

    /// The cells from `id` to the right: bit k is set where the k-th is free. Up to the first blocked cell, which is the
    /// border at the latest, the lowest 57 bits are right; behind the border other rows begin.
    ///
    /// # Panics
    ///
    /// If the id is not one of this map.
    #[must_use]
    #[inline]
    pub fn row_word(&self, id: CellId) -> u64 {
        self.rows.word(id.0 as usize)
    }

    /// The cells from `cell` downwards, as in [`row_word`](Self::row_word).
    ///
    /// # Panics
    ///
    /// If the cell is not on the map.
    #[must_use]
    #[inline]
    pub fn column_word(&self, cell: Cell) -> u64 {
        self.columns.word(self.columns.index(cell.y, cell.x))
    }

    /// The bits of one row, eight cells a byte, the first cell in the lowest bit; zero behind its end.
    pub(crate) fn row_bytes(&self, y: u32) -> &[u8] {
        self.rows.row_bytes(y as usize)
    }

    /// The cells of a row as words, the first cell in the lowest bit of the first word; behind the last cell there is at
    /// least one blocked bit.
    pub(crate) fn row_words(&self, y: u32) -> impl Iterator<Item = u64> + '_ {
        self.rows.row_words(y as usize)
    }

    /// The cells of a column as words, as in [`row_words`](Self::row_words).
    pub(crate) fn column_words(&self, x: u32) -> impl Iterator<Item = u64> + '_ {
        self.columns.row_words(x as usize)
    }

    /// The rows, to be read along.
    #[inline]
    pub(crate) fn row_lanes(&self) -> Lanes<'_> {
        Lanes(&self.rows)
    }

    /// The columns, to be read along.
    #[inline]
    pub(crate) fn column_lanes(&self) -> Lanes<'_> {
        Lanes(&self.columns)
    }

    /// Nine bits: the cells around `id`, row by row from the top left, itself in the middle.
    #[inline]
    pub(crate) fn around(&self, id: CellId) -> usize {
        self.rows.around(id.0 as usize)
    }

    /// Which of the cells around a corner of the map are free.
    #[inline]
    pub(crate) fn quadrants(&self, corner: Corner) -> Quadrants {
        self.rows.quadrants(corner)
    }

    /// Those of a corner; and at which of the nine corners around it and itself, row by row, two obstacles may touch with their
    /// corners only, a bit for each: all of them on the border of the map.
    #[expect(clippy::inline_always, reason = "it is the beginning of every expansion of a corner")]
    #[inline(always)]
    pub(crate) fn quadrants_and_touching(&self, corner: Corner) -> (Quadrants, u16) {
        let Corner { x, y } = corner;
        if x < 1 || y < 1 || x >= self.width as i32 || y >= self.height as i32 {
            return (self.quadrants(corner), u16::MAX);
        }
        let cells = self.rows.four_by_four(self.rows.index(x - 2, y - 2));
        let free = cells >> 5 & 0b0011 | cells >> 7 & 0b1100;
        // Each with the one below, where both of two columns differ, and these two cells of a row.
        let differs = cells ^ cells >> 4;
        let touching = differs & differs >> 1 & (cells ^ cells >> 1);
        let all = touching & 0b111 | touching >> 1 & 0b111_000 | touching >> 2 & 0b111_000_000;
        (Quadrants::new(free as u8), all as u16)
    }
}

/// The rows or the columns of a grid side by side.
#[derive(Clone, Copy)]
pub(crate) struct Lanes<'w>(pub(super) &'w BitPlane);

impl Lanes<'_> {
    /// The index of a cell, so far along a lane.
    #[inline]
    pub(crate) fn index(self, along: i32, lane: i32) -> usize {
        self.0.index(along, lane)
    }

    /// By how much the index of a cell is larger than that of the one beside it in the lane before.
    #[inline]
    pub(crate) fn stride(self) -> usize {
        self.0.stride()
    }

    /// The cells from an index on, as in [`Grid::row_word`].
    #[inline]
    pub(crate) fn word(self, index: usize) -> u64 {
        count::done(1);
        self.0.word(index)
    }

    /// The same with 121 bits or more that are right; none if the index is farther outside of the map than there is padding.
    #[inline]
    pub(crate) fn wide_word(self, index: usize) -> Option<u128> {
        count::done(1);
        self.0.wide_word(index)
    }

    /// Which of the cells around a corner are free, if the lanes are rows.
    #[inline]
    pub(crate) fn quadrants(self, corner: Corner) -> Quadrants {
        self.0.quadrants(corner)
    }

    /// The cells before an index, the last of them in the highest bit; the highest 57 or more bits are right.
    #[inline]
    pub(crate) fn word_before(self, index: usize) -> u64 {
        count::done(1);
        self.0.word_before(index)
    }
}

/// Grids are equal when their cells are.
impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height) == (other.width, other.height) && self.rows == other.rows
    }
}

impl Eq for Grid {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_keep_both_copies_right() {
        let mut grid = Grid::open(70, 40).unwrap();
        grid.set(Cell::new(69, 39), Tile::Blocked).unwrap();
        grid.fill(Rect::new(3, 5, 61, 9), Tile::Blocked);
        grid.fill(Rect::new(10, 7, 2, 2), Tile::Free);
        let fresh = Grid::from_fn(70, 40, |cell| grid.tile(cell)).unwrap();
        assert_eq!(grid.rows, fresh.rows);
        assert_eq!(grid.columns, fresh.columns);
        assert_eq!(grid.free_cells(), 70 * 40 - 1 - 61 * 9 + 4);
        for cell in grid.cells() {
            assert_eq!(grid.row_word(grid.id(cell).unwrap()) & 1 != 0, grid.is_free(cell));
            assert_eq!(grid.column_word(cell) & 1 != 0, grid.is_free(cell));
        }
    }

    #[test]
    fn an_edit_outside_is_an_error_that_names_the_cell() {
        let mut grid = Grid::open(3, 2).unwrap();
        let error = grid.set(Cell::new(3, 0), Tile::Blocked).unwrap_err();
        assert_eq!(error.to_string(), "(3, 0) is outside the map of 3 × 2 cells");
        assert!(grid.set(Cell::new(-1, 0), Tile::Blocked).is_err());
    }

    #[test]
    fn sizes_are_refused_before_memory_is_taken() {
        assert!(matches!(Grid::open(0, 5), Err(GridError::Empty { .. })));
        assert!(matches!(Grid::open(u32::MAX, u32::MAX), Err(GridError::TooLarge { .. })));
        assert!(matches!(Grid::open(1, u32::MAX), Err(GridError::TooLarge { .. })));
        assert!(Grid::check_size(20_000, 20_000).is_ok());
        assert!(Grid::check_size(23_000, 23_000).is_ok());
        assert!(Grid::check_size(24_000, 24_000).is_err());
    }

    #[test]
    fn rows_of_different_lengths_are_refused() {
        let error = Grid::from_rows(["...", "...."]).unwrap_err();
        assert_eq!(error, GridError::RowLength { row: 1, found: 4, expected: 3 });
        assert_eq!(Grid::from_rows::<&str>([]).unwrap_err(), GridError::Empty { width: 0, height: 0 });
        assert!(matches!(Grid::from_rows(["..x"]), Err(GridError::Character { column: 2, found: 'x', .. })));
    }

    #[test]
    fn ids_and_cells_belong_together() {
        let grid = Grid::open(65, 3).unwrap();
        for cell in grid.cells() {
            let id = grid.id(cell).unwrap();
            assert_eq!(grid.cell(id), cell);
            assert!((id.0 as usize) < grid.id_range());
        }
        assert_eq!(grid.id(Cell::new(65, 0)), None);
    }
}
