use crate::geometry::{Cell, Rect};
use crate::map::{Grid, GridError, Tile};

/// What lies around the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Border {
    /// Obstacles: agents keep away from it as from walls.
    #[default]
    Blocked,
    /// Nothing that one could touch.
    Open,
}

/// How far the centre of every cell is from the nearest obstacle: how much room there is.
///
/// Obstacles are squares, not points: the distance is that to the nearest point of a blocked cell's square, so half a tile for a
/// cell beside a wall. Measured in half tiles, the distance between the centre of a cell and a square that is dx columns and dy
/// rows away has the square s(dx) + s(dy), with s(0) = 0 and s(d) = (2d − 1)²: whole numbers, so everything here is exact.
///
/// - **Finds** that squared distance for every cell, and from it the cells where an agent of some size has room.
/// - **After edits**, [`update`](Self::update) measures again where the distances can have changed.
/// - **Complexity**: linear in the cells, eight bytes for each.
/// - The second pass departs from the paper, where obstacles are points. Beside the cell's own column, the nearest point of a
///   square lies on one of its two sides; so the parabolas stand on the lines between columns, each as high as the nearer
///   obstacle of the two columns beside it, and the cell's own column is looked at apart.
/// - P. F. Felzenszwalb, D. P. Huttenlocher: *Distance Transforms of Sampled Functions*, 2012. DOI 10.4086/toc.2012.v008a019.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::field::{Border, Clearance};
/// use tautline::map::{Grid, Map};
/// use tautline::planners::{Jps, JpsConfig};
/// use tautline::search::{Query, Workspace};
///
/// let grid = Grid::from_rows([".....", ".....", "..#..", ".....", "....."])?;
/// let clearance = Clearance::new(&grid, Border::Open);
/// assert_eq!((clearance.distance((1, 2)), clearance.distance((1, 1))), (0.5, 0.5f64.sqrt()));
/// let wide = clearance.grid_for_radius(1.0);
/// assert!(!wide.is_free((1, 1)) && wide.is_free((0, 2)));
/// let wide = Map::from(wide);
/// let planner = Jps::new(&wide, JpsConfig::default())?;
/// let answer = planner.plan(&wide, &Query::new((0, 2), (4, 2)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost(), 8.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clearance {
    width: u32,
    height: u32,
    border: Border,
    /// The largest distance that is told, in half tiles, squared; [`NONE`] if every distance is.
    farthest: u64,
    /// Row by row, in half tiles, squared; [`NONE`] without any obstacle.
    squares: Vec<u64>,
}

/// There is no obstacle. No squared distance is as large: no side has more than 2²⁹ cells.
const NONE: u64 = u64::MAX;

impl Clearance {
    /// Measures a map.
    #[must_use]
    pub fn new(grid: &Grid, border: Border) -> Self {
        Self::measured(grid, border, NONE)
    }

    /// Measures a map up to a distance in tiles. A cell that is farther than that from every obstacle is told to be at that distance, so there
    /// is no room for a larger radius anywhere. An [`update`](Self::update) depends on this distance then, not on how open the map is.
    ///
    /// ```
    /// use tautline::field::{Border, Clearance};
    /// use tautline::map::Grid;
    ///
    /// let grid = Grid::from_rows(["#........"])?;
    /// let clearance = Clearance::up_to(&grid, Border::Open, 3.0);
    /// let distances: Vec<f64> = (0..6).map(|x| clearance.distance((x, 0))).collect();
    /// assert_eq!(distances, [0.0, 0.5, 1.5, 2.5, 3.0, 3.0]);
    /// assert_eq!(clearance.grid_for_radius(3.0).free_cells(), 5);
    /// assert_eq!(clearance.grid_for_radius(3.1).free_cells(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn up_to(grid: &Grid, border: Border, farthest: f64) -> Self {
        Self::measured(grid, border, squared_half_tiles(farthest).max(1))
    }

    fn measured(grid: &Grid, border: Border, farthest: u64) -> Self {
        let (width, height) = (grid.width(), grid.height());
        let mut squares = measure(grid, border, Rect::new(0, 0, width, height));
        for square in &mut squares {
            *square = farthest.min(*square);
        }
        Self { width, height, border, farthest, squares }
    }

    /// Measures again after an edit: the result is the same as that of a new measurement. Nothing may have changed outside of the rectangles.
    /// Returned are rectangles outside of which no distance has changed.
    ///
    /// A rectangle costs time by how far it is from there to other obstacles, or by the distance of [`up_to`](Self::up_to) if that is less.
    /// A grid of another size is measured as a whole.
    ///
    /// ```
    /// use tautline::field::{Border, Clearance};
    /// use tautline::geometry::Rect;
    /// use tautline::map::Map;
    ///
    /// let mut map = Map::from_rows([".....", ".....", "....."])?;
    /// let mut clearance = Clearance::new(map.grid(), Border::Blocked);
    /// assert_eq!(clearance.distance((2, 1)), 1.5);
    /// map.block((0, 1))?;
    /// map.block((2, 0))?;
    /// clearance.update(map.grid(), [Rect::new(0, 1, 1, 1), Rect::new(2, 0, 1, 1)]);
    /// assert_eq!(clearance.distance((2, 1)), 0.5);
    /// assert_eq!(clearance, Clearance::new(map.grid(), Border::Blocked));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update(&mut self, grid: &Grid, changed: impl IntoIterator<Item = Rect>) -> Vec<Rect> {
        let whole = Rect::new(0, 0, grid.width(), grid.height());
        if (self.width, self.height) != (grid.width(), grid.height()) {
            *self = Self::measured(grid, self.border, self.farthest);
            return vec![whole];
        }
        let changed = changed.into_iter().map(|rect| rect.clipped(self.width, self.height));
        // All of them before any distance changes, as the proof of `affected` takes the distances to be those before.
        let mut affected: Vec<Rect> =
            changed.filter(|rect| area(*rect) > 0).map(|rect| self.affected(rect)).collect();
        if affected.iter().map(|&rect| area(rect)).sum::<u64>() > area(whole) {
            affected = vec![whole];
        }
        for &rect in &affected {
            self.measure_again(grid, rect);
        }
        affected
    }

    /// A rectangle outside of which no distance changes if no cell changes outside of `changed`.
    ///
    /// A distance that changes was that to a cell that is free now, or becomes that to a cell that is blocked now. So before, it was not less than the
    /// distance to `changed`. On the line from such a centre to the nearest point of `changed` that holds of each point, as both distances
    /// change by no more than one moves, and the second one by just that much. The line crosses each ring of cells around
    /// `changed` within half a tile of a centre. There the first distance may be less by one tile at most: less half a tile, where the
    /// second one is half a tile more. So the rings end before the first one without any such centre.
    fn affected(&self, changed: Rect) -> Rect {
        const TILE: f64 = 2.0;
        const ROUNDING: f64 = 1e-6;
        let may_change = |cell: Cell| {
            let before = (self.squares[self.index(cell)] as f64).sqrt();
            before + TILE + ROUNDING >= (to_rect(cell, changed) as f64).sqrt()
        };
        let mut within = changed;
        loop {
            let next = within.grown(1).clipped(self.width, self.height);
            let (right, bottom) = (within.x + within.width as i32, within.y + within.height as i32);
            let (next_right, next_bottom) = (next.x + next.width as i32, next.y + next.height as i32);
            let ring = [
                Rect::new(next.x, next.y, next.width, within.y.abs_diff(next.y)),
                Rect::new(next.x, bottom, next.width, next_bottom.abs_diff(bottom)),
                Rect::new(next.x, within.y, within.x.abs_diff(next.x), within.height),
                Rect::new(right, within.y, next_right.abs_diff(right), within.height),
            ];
            if !ring.into_iter().flat_map(Rect::cells).any(may_change) {
                return within;
            }
            within = next;
        }
    }

    /// Measures the cells of a rectangle in a window around it: so large that what lies outside of it is farther from each of them than
    /// what was found in it.
    fn measure_again(&mut self, grid: &Grid, rect: Rect) {
        let whole = Rect::new(0, 0, self.width, self.height);
        let before = rect.cells().map(|cell| self.squares[self.index(cell)]).max().unwrap_or(0);
        let mut margin = (before.isqrt() / 2 + 1).min(u64::from(self.width.max(self.height))) as u32;
        loop {
            let window = rect.grown(margin).clipped(self.width, self.height);
            let squares = measure(grid, self.border, window);
            let found = |Cell { x, y }| {
                let index = (y - window.y) as usize * window.width as usize + (x - window.x) as usize;
                squares[index].min(self.farthest)
            };
            let outside = (2 * u64::from(margin) + 1).pow(2);
            if window == whole || rect.cells().all(|cell| found(cell) <= outside) {
                for cell in rect.cells() {
                    let index = self.index(cell);
                    self.squares[index] = found(cell);
                }
                return;
            }
            margin *= 2;
        }
    }

    fn index(&self, Cell { x, y }: Cell) -> usize {
        y as usize * self.width as usize + x as usize
    }

    /// The distance from the centre of a cell to the nearest obstacle, in half tiles, squared: exact. 0 for a blocked cell and
    /// outside the map; none if there is no obstacle and no largest distance.
    #[must_use]
    pub fn squared_half_tiles(&self, cell: impl Into<Cell>) -> Option<u64> {
        let square = self.square(cell.into());
        (square != NONE).then_some(square)
    }

    /// The distance from the centre of a cell to the nearest obstacle, in tiles; infinite if there is none.
    #[must_use]
    pub fn distance(&self, cell: impl Into<Cell>) -> f64 {
        self.squared_half_tiles(cell).map_or(f64::INFINITY, |square| (square as f64).sqrt() / 2.0)
    }

    /// That square, or 0 outside the map.
    fn square(&self, cell: Cell) -> u64 {
        let is_on_map = Rect::new(0, 0, self.width, self.height).contains(cell);
        if is_on_map { self.squares[self.index(cell)] } else { 0 }
    }

    /// Whether a cell is one of [`grid_for_radius`](Self::grid_for_radius).
    #[must_use]
    pub fn has_room(&self, cell: impl Into<Cell>, radius: f64) -> bool {
        self.square(cell.into()) >= squared_half_tiles(radius).max(1)
    }

    /// The cells where the centre of a round agent can stand: those whose distance to the nearest obstacle is at least the
    /// radius, in tiles, so that the agent may touch obstacles, but no more. Compared exactly, the radius being what the `f64`
    /// is. With one that is not a positive number, all free cells.
    #[must_use]
    pub fn grid_for_radius(&self, radius: f64) -> Grid {
        let least = squared_half_tiles(radius).max(1);
        self.grid_of(|index| self.squares[index] >= least)
    }

    /// The cells where the top left cell of an agent of n × n cells can stand: all of its cells are on the map and free. The
    /// border of the map always counts. With 0 as with 1, all free cells.
    #[must_use]
    pub fn grid_for_square(&self, n: u32) -> Grid {
        let (width, n) = (self.width as usize, n.max(1));
        // The largest free square whose top left cell this is: one more than the smallest of the three beside it.
        let mut sizes = vec![0; self.squares.len()];
        let mut below = vec![0; width + 1];
        for (row, sizes) in self.squares.chunks_exact(width).zip(sizes.chunks_exact_mut(width)).rev() {
            let (mut right, mut diagonal) = (0u32, 0u32);
            for x in (0..width).rev() {
                let size = if row[x] > 0 { 1 + right.min(diagonal).min(below[x]) } else { 0 };
                (diagonal, right) = (below[x], size);
                (below[x], sizes[x]) = (size, size);
            }
        }
        self.grid_of(|index| sizes[index] >= n)
    }

    /// A map of the same size.
    fn grid_of(&self, is_free: impl Fn(usize) -> bool) -> Grid {
        let width = self.width as usize;
        let tile = |Cell { x, y }| {
            if is_free(y as usize * width + x as usize) { Tile::Free } else { Tile::Blocked }
        };
        let grid: Result<Grid, GridError> = Grid::from_fn(self.width, self.height, tile);
        grid.expect("there is a map of this size")
    }
}

/// The smallest whole number that is not below 4·radius²: exact, as the radius is m·2ᵉ with whole m and e, and m² fits 128 bits.
/// The largest number there is if none fits; 0 if the radius is not a positive number.
fn squared_half_tiles(radius: f64) -> u64 {
    if radius.is_nan() || radius <= 0.0 {
        return 0;
    }
    if radius >= f64::from(1u32 << 31) {
        return NONE;
    }
    let bits = radius.to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (m, e) = if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    let square = u128::from(m) * u128::from(m);
    // Below 2³¹ = 2⁵²·2⁻²¹, e is negative, and so is 2e + 2.
    let shift = (-(2 * e + 2)) as u32;
    if shift >= u128::BITS { 1 } else { square.div_ceil(1 << shift) as u64 }
}

/// How many cells a rectangle has.
fn area(rect: Rect) -> u64 {
    u64::from(rect.width) * u64::from(rect.height)
}

/// The distance from the centre of a cell to the nearest point of a rectangle's squares, in half tiles, squared.
fn to_rect(cell: Cell, rect: Rect) -> u64 {
    let side = |at: i32, first: i32, count: u32| {
        let last = first + count as i32 - 1;
        let away = u64::from((first - at).max(at - last).max(0) as u32);
        (2 * away).saturating_sub(1).pow(2)
    };
    side(cell.x, rect.x, rect.width) + side(cell.y, rect.y, rect.height)
}

/// For each cell of a window, row by row, the squared distance to the nearest obstacle in it. What lies around the map counts as the border does;
/// what lies on the map outside of the window does not count.
fn measure(grid: &Grid, border: Border, window: Rect) -> Vec<u64> {
    let beyond = |is_edge_of_map: bool| if is_edge_of_map && border == Border::Blocked { 0 } else { NONE };
    let (right, bottom) = (window.x + window.width as i32, window.y + window.height as i32);
    let rows = (beyond(window.y == 0), beyond(bottom == grid.height() as i32));
    let columns = (beyond(window.x == 0), beyond(right == grid.width() as i32));
    let mut squares = vec![NONE; window.width as usize * window.height as usize];
    measure_columns(grid, window, rows, &mut squares);
    let mut envelope = Envelope::default();
    let mut row_before = Vec::new();
    for row in squares.chunks_exact_mut(window.width as usize) {
        row_before.clear();
        row_before.extend_from_slice(row);
        envelope.build(&row_before, columns);
        envelope.lower(row);
    }
    squares
}

/// For each cell of a window the squared distance to the nearest obstacle of its column. Above and below the window obstacles are 0 or
/// [`NONE`] rows away.
fn measure_columns(grid: &Grid, window: Rect, (above, below): (u64, u64), squares: &mut [u64]) {
    let width = window.width as usize;
    // How many rows away the last obstacle is, in both directions.
    for (from_below, beyond) in [(false, above), (true, below)] {
        let mut away = vec![beyond; width];
        for step in 0..window.height as usize {
            let row = if from_below { window.height as usize - 1 - step } else { step };
            for (column, away) in away.iter_mut().enumerate() {
                let is_free = grid.is_free((window.x + column as i32, window.y + row as i32));
                *away = if is_free { away.saturating_add(1) } else { 0 };
                let square = if *away == NONE { NONE } else { (2 * *away).saturating_sub(1).pow(2) };
                let best = &mut squares[row * width + column];
                *best = square.min(*best);
            }
        }
    }
}

/// The lower envelope of the parabolas of a row, which stand on the lines between its columns.
#[derive(Debug, Default)]
struct Envelope {
    /// From left to right: the line on which a parabola stands, its height there, and from which column on it is the lowest.
    parabolas: Vec<(i64, i64, i64)>,
}

impl Envelope {
    /// From the squared distances of a row's cells to the obstacles of their own columns, and those of the columns before and after them.
    fn build(&mut self, columns: &[u64], (before, after): (u64, u64)) {
        self.parabolas.clear();
        for line in 0..=columns.len() {
            let left = if line > 0 { columns[line - 1] } else { before };
            let right = columns.get(line).copied().unwrap_or(after);
            let height = left.min(right);
            if height != NONE {
                self.add(line as i64, height as i64);
            }
        }
    }

    fn add(&mut self, line: i64, height: i64) {
        while let Some(&(before, lower, from)) = self.parabolas.last() {
            // With a = 2·line, the new one is not higher at the centre p = 2x + 1 of a column x if
            // (p − a)² + height ≤ (p − b)² + lower, that is, p ≥ (a² + height − b² − lower) / (2a − 2b).
            let (a, b) = (2 * line, 2 * before);
            let p = ceiling(a * a + height - b * b - lower, 2 * (a - b));
            let x = ceiling(p - 1, 2);
            if x > from {
                self.parabolas.push((line, height, x));
                return;
            }
            self.parabolas.pop();
        }
        self.parabolas.push((line, height, 0));
    }

    /// Lowers the values of a row to the envelope.
    fn lower(&self, row: &mut [u64]) {
        let mut at = 0;
        for (x, value) in row.iter_mut().enumerate() {
            while self.parabolas.get(at + 1).is_some_and(|&(_, _, from)| from <= x as i64) {
                at += 1;
            }
            if let Some(&(line, height, _)) = self.parabolas.get(at) {
                let away = 2 * x as i64 + 1 - 2 * line;
                *value = (*value).min((away * away + height) as u64);
            }
        }
    }
}

/// The quotient by a positive number, rounded up.
fn ceiling(a: i64, b: i64) -> i64 {
    -(-a).div_euclid(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radii_are_compared_as_they_are() {
        for (radius, expected) in [(0.5, 1), (1.0, 4), (1.5, 9), (0.0, 0), (-1.0, 0), (f64::NAN, 0)] {
            assert_eq!(squared_half_tiles(radius), expected, "{radius}");
        }
        // √½ is rounded up, so that twice its square is more than 1; one digit less is not.
        let root = 0.5f64.sqrt();
        assert_eq!(squared_half_tiles(root), 3);
        assert_eq!(squared_half_tiles(root.next_down()), 2);
        assert_eq!((squared_half_tiles(f64::MIN_POSITIVE), squared_half_tiles(f64::INFINITY)), (1, NONE));
        assert_eq!(squared_half_tiles(f64::from(1u32 << 30)), 1 << 62);
        assert_eq!(squared_half_tiles(1e-320), 1);
    }

    #[test]
    fn without_obstacles_there_is_room_for_everybody() {
        let grid = Grid::open(5, 3).unwrap();
        let clearance = Clearance::new(&grid, Border::Open);
        assert_eq!(clearance.squared_half_tiles((2, 1)), None);
        assert_eq!(clearance.squared_half_tiles((5, 1)), Some(0), "outside");
        assert!(clearance.distance((0, 0)).is_infinite());
        assert_eq!(clearance.grid_for_radius(1e9).free_cells(), 15);
        assert_eq!(clearance.grid_for_square(3).free_cells(), 3);
        assert_eq!(Clearance::new(&grid, Border::Blocked).squared_half_tiles((2, 1)), Some(9));
    }
}
