use std::fmt::{Debug, Display, Formatter, Write as _};

use tautline::geometry::{Cell, Corner};
use tautline::map::{Grid, Map, Tile};

use super::SplitMix64;

/// A map as a list of booleans, the oracles' own picture of the world.
///
/// It prints as a drawing, so a failing test shows the map that it failed on; the drawing can be pasted back into
/// [`from_rows`](Self::from_rows).
///
/// ```
/// use tautline_testkit::world::PlainWorld;
/// let world = PlainWorld::from_rows(&["..#", "..."]);
/// assert!(world.is_free(0, 0) && !world.is_free(2, 0));
/// assert!(!world.is_free(-1, 0), "what lies outside is blocked");
/// assert_eq!(world.to_string(), "..#\n...\n");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PlainWorld {
    /// How many columns.
    pub width: u32,
    /// How many rows.
    pub height: u32,
    /// Which cells are free, row by row from the top left: `width · height` of them.
    pub free: Vec<bool>,
}

impl PlainWorld {
    /// A map that asks for each cell, row by row, whether it is free.
    ///
    /// # Panics
    ///
    /// Without any columns or rows.
    #[must_use]
    pub fn from_fn(width: u32, height: u32, mut free: impl FnMut(Cell) -> bool) -> Self {
        assert!(width > 0 && height > 0, "a map needs at least one cell, not {width} × {height}");
        let free = cells(width, height).map(&mut free).collect();
        Self { width, height, free }
    }

    /// The same map as `grid`, copied cell by cell.
    #[must_use]
    pub fn from_grid(grid: &Grid) -> Self {
        Self::from_fn(grid.width(), grid.height(), |cell| grid.is_free(cell))
    }

    /// A drawn map: `.` is free, anything else is blocked.
    ///
    /// # Panics
    ///
    /// Where the rows are not equally long, and without any cells.
    #[must_use]
    pub fn from_rows(rows: &[&str]) -> Self {
        let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let width = rows.first().map_or(0, Vec::len);
        for (y, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), width, "row {y} is not as long as the first");
        }
        Self::from_fn(width as u32, rows.len() as u32, |Cell { x, y }| rows[y as usize][x as usize] == '.')
    }

    /// A map on which each cell is blocked with a chance of `percent_blocked`, independently of the others.
    #[must_use]
    pub fn random(width: u32, height: u32, percent_blocked: u32, rng: &mut SplitMix64) -> Self {
        Self::from_fn(width, height, |_| !rng.chance(percent_blocked))
    }

    /// All `2^(width · height)` maps of a size.
    ///
    /// # Panics
    ///
    /// With more than 24 cells: that many maps would take too long.
    pub fn all(width: u32, height: u32) -> impl Iterator<Item = Self> {
        let cells = width * height;
        assert!(cells <= 24, "there are 2^{cells} maps of {width} × {height} cells");
        (0u32..1 << cells).map(move |number| Self {
            width,
            height,
            free: (0..cells).map(|cell| number >> cell & 1 != 0).collect(),
        })
    }

    /// The same map as the library's own type.
    ///
    /// # Panics
    ///
    /// Where the library refuses the size.
    #[must_use]
    pub fn to_map(&self) -> Map {
        let tile = |cell: Cell| if self.is_free(cell.x, cell.y) { Tile::Free } else { Tile::Blocked };
        Map::from_fn(self.width, self.height, tile).expect("the library takes maps of this size")
    }

    /// Whether there is a cell `(x, y)` and it is free. What lies outside the map is blocked.
    #[must_use]
    pub fn is_free(&self, x: i32, y: i32) -> bool {
        (0..self.width as i32).contains(&x)
            && (0..self.height as i32).contains(&y)
            && self.free[self.index(Cell { x, y })]
    }

    /// The place of a cell in [`free`](Self::free), and in every other list with one entry for each cell.
    ///
    /// # Panics
    ///
    /// With a cell outside the map.
    #[must_use]
    pub fn index(&self, cell: Cell) -> usize {
        let inside = (0..self.width as i32).contains(&cell.x) && (0..self.height as i32).contains(&cell.y);
        assert!(inside, "{cell} is outside the map of {} × {} cells", self.width, self.height);
        cell.y as usize * self.width as usize + cell.x as usize
    }

    /// The same map with one cell made free or blocked.
    #[must_use]
    pub fn with(&self, cell: Cell, free: bool) -> Self {
        let mut world = self.clone();
        world.free[self.index(cell)] = free;
        world
    }

    /// All cells, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        cells(self.width, self.height)
    }

    /// The free cells, row by row from the top left.
    pub fn free_cells(&self) -> impl Iterator<Item = Cell> {
        self.cells().filter(|cell| self.is_free(cell.x, cell.y))
    }

    /// All `(width + 1) · (height + 1)` corners, row by row from the top left.
    pub fn corners(&self) -> impl Iterator<Item = Corner> + use<> {
        cells(self.width + 1, self.height + 1).map(|Cell { x, y }| Corner { x, y })
    }
}

/// The coordinates of a rectangle, row by row.
fn cells(width: u32, height: u32) -> impl Iterator<Item = Cell> {
    (0..height as i32).flat_map(move |y| (0..width as i32).map(move |x| Cell { x, y }))
}

impl Display for PlainWorld {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        for row in self.free.chunks(self.width as usize) {
            for &free in row {
                f.write_char(if free { '.' } else { '#' })?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

/// The drawing, on lines of its own.
impl Debug for PlainWorld {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{self}")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_drawing_a_world_and_a_grid_say_the_same() {
        let mut rng = SplitMix64::new(1);
        for (width, height) in [(1, 1), (7, 3), (70, 2), (2, 70)] {
            let world = PlainWorld::random(width, height, 40, &mut rng);
            assert_eq!(PlainWorld::from_grid(world.to_map().grid()), world);
            let drawing = world.to_string();
            assert_eq!(PlainWorld::from_rows(&drawing.lines().collect::<Vec<_>>()), world);
        }
    }

    #[test]
    fn outside_is_blocked_on_all_sides() {
        let world = PlainWorld::from_rows(&["...", "..."]);
        let free = (-2..5).flat_map(|x| (-2..5).map(move |y| (x, y))).filter(|&(x, y)| world.is_free(x, y));
        assert_eq!(free.count(), 6);
    }

    #[test]
    fn all_worlds_of_a_size_are_all_different() {
        let worlds: HashSet<PlainWorld> = PlainWorld::all(3, 2).collect();
        assert_eq!(worlds.len(), 64);
        assert!(worlds.contains(&PlainWorld::from_rows(&["#..", ".##"])));
    }

    #[test]
    fn with_changes_one_cell() {
        let world = PlainWorld::from_rows(&["..", ".."]);
        assert_eq!(world.with(Cell::new(1, 0), false), PlainWorld::from_rows(&[".#", ".."]));
    }

    #[test]
    fn cells_and_corners_go_row_by_row() {
        let world = PlainWorld::from_rows(&[".#"]);
        assert!(world.cells().eq([Cell::new(0, 0), Cell::new(1, 0)]));
        assert!(world.free_cells().eq([Cell::new(0, 0)]));
        assert!(world.corners().eq([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)].map(Corner::from)));
        for (number, cell) in world.cells().enumerate() {
            assert_eq!(world.index(cell), number);
        }
    }
}
