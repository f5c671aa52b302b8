use crate::geometry::Cell;
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
    /// Row by row, in half tiles, squared; [`NONE`] without any obstacle.
    squares: Vec<u64>,
}

/// There is no obstacle. No squared distance is as large: no side has more than 2²⁹ cells.
const NONE: u64 = u64::MAX;

impl Clearance {
    /// Measures a map.
    #[must_use]
    pub fn new(grid: &Grid, border: Border) -> Self {
        let (width, height) = (grid.width(), grid.height());
        let mut squares = vec![NONE; width as usize * height as usize];
        measure_columns(grid, border, &mut squares);
        let mut envelope = Envelope::default();
        let mut row_before = Vec::new();
        for row in squares.chunks_exact_mut(width as usize) {
            row_before.clear();
            row_before.extend_from_slice(row);
            envelope.build(&row_before, border);
            envelope.lower(row);
        }
        Self { width, height, squares }
    }

    /// The distance from the centre of a cell to the nearest obstacle, in half tiles, squared: exact. 0 for a blocked cell and
    /// outside the map; none if there is no obstacle.
    #[must_use]
    pub fn squared_half_tiles(&self, cell: impl Into<Cell>) -> Option<u64> {
        let Cell { x, y } = cell.into();
        let on_map = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
        let square = if on_map { self.squares[y as usize * self.width as usize + x as usize] } else { 0 };
        (square != NONE).then_some(square)
    }

    /// The distance from the centre of a cell to the nearest obstacle, in tiles; infinite if there is none.
    #[must_use]
    pub fn distance(&self, cell: impl Into<Cell>) -> f64 {
        self.squared_half_tiles(cell).map_or(f64::INFINITY, |square| (square as f64).sqrt() / 2.0)
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

/// For each cell the squared distance to the nearest obstacle of its column.
fn measure_columns(grid: &Grid, border: Border, squares: &mut [u64]) {
    let width = grid.width() as usize;
    let beyond = if border == Border::Blocked { 0 } else { u64::MAX };
    // How many rows away the last obstacle is, in both directions.
    for from_below in [false, true] {
        let mut away = vec![beyond; width];
        for step in 0..grid.height() as usize {
            let y = if from_below { grid.height() as usize - 1 - step } else { step };
            for (x, away) in away.iter_mut().enumerate() {
                let is_free = grid.is_free((x as i32, y as i32));
                *away = if is_free { away.saturating_add(1) } else { 0 };
                let square = if *away == u64::MAX { NONE } else { (2 * *away).saturating_sub(1).pow(2) };
                let best = &mut squares[y * width + x];
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
    /// From the squared distances of a row's cells to the obstacles of their own columns.
    fn build(&mut self, columns: &[u64], border: Border) {
        self.parabolas.clear();
        let beyond = if border == Border::Blocked { 0 } else { NONE };
        for line in 0..=columns.len() {
            let left = if line > 0 { columns[line - 1] } else { beyond };
            let right = columns.get(line).copied().unwrap_or(beyond);
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
