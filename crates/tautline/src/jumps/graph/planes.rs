//! Bits along the lines of the map: rows, columns and both kinds of diagonals.

use crate::geometry::Cell;
use crate::moves::Direction;
use crate::world::Grid;

/// One bit for each cell, such that the cells of a line lie side by side: a scan is a search for the next set bit, 64 cells
/// at a time. Where a cell's bit lies is a linear function of its coordinates.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    across: isize,
    down: isize,
    origin: isize,
    /// The directions of its lines that lead to higher bits.
    upwards: u8,
    words: Vec<u64>,
}

/// More steps than any line has, and few enough to be added to a coordinate.
const NEVER: u32 = 1 << 30;

impl Plane {
    /// A plane of zeros with lines in this direction.
    pub(super) fn new(grid: &Grid, direction: Direction) -> Self {
        let (width, height) = (grid.width() as isize, grid.height() as isize);
        let (dx, dy) = direction.offset();
        let (across, down, origin) = match (dx, dy) {
            (_, 0) => (1, width, 0),
            (0, _) => (height, 1, 0),
            // Diagonals have the number x − y + height − 1 or x + y, and their cells that of the shorter side.
            (1, 1) | (-1, -1) if height <= width => (height, 1 - height, (height - 1) * height),
            (1, 1) | (-1, -1) => (width + 1, -width, (height - 1) * width),
            _ if height <= width => (height, height + 1, 0),
            _ => (width + 1, width, 0),
        };
        // A word in front and one behind the bits, for looks at two words.
        let origin = origin + 64;
        let corners = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)];
        let last = corners.into_iter().map(|(x, y)| origin + across * x + down * y).max().unwrap_or(0);
        let upwards = Direction::ALL.into_iter().fold(0, |upwards, direction| {
            let (dx, dy) = direction.offset();
            upwards | u8::from(across * dx as isize + down * dy as isize == 1) << direction as u8
        });
        Self { across, down, origin, upwards, words: vec![0; last as usize / 64 + 3] }
    }

    /// Sets the bit of a cell.
    pub(super) fn set(&mut self, cell: Cell) {
        let bit = self.bit(cell);
        self.words[bit / 64] |= 1 << (bit % 64);
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    #[inline]
    fn bit(&self, Cell { x, y }: Cell) -> usize {
        (self.origin + self.across * x as isize + self.down * y as isize) as usize
    }

    /// Whether steps in this direction go to higher bits.
    #[inline]
    pub(super) fn goes_up(&self, direction: Direction) -> bool {
        self.upwards >> direction as u8 & 1 != 0
    }

    /// How many steps from a cell in a direction of its lines the next set bit is, the cell itself not included.
    #[inline]
    pub(super) fn next(&self, cell: Cell, direction: Direction) -> u32 {
        let bit = self.bit(cell);
        if self.goes_up(direction) { self.above(bit + 1) + 1 } else { self.below(bit) }
    }

    /// How many steps from a cell in a direction of its lines are allowed at most, if a bit says that the step from a cell
    /// to the next higher one is not.
    #[inline]
    pub(super) fn free_steps(&self, cell: Cell, direction: Direction) -> u32 {
        let bit = self.bit(cell);
        if self.goes_up(direction) { self.above(bit) } else { self.below(bit) - 1 }
    }

    /// How far above a bit the next set one is, itself included.
    #[inline]
    fn above(&self, bit: usize) -> u32 {
        let words = &self.words[bit / 64..];
        // 64 bits, from two words: one look is mostly enough.
        let first = words[0] >> (bit % 64) | words[1] << 1 << (63 - bit % 64);
        if first != 0 {
            return first.trailing_zeros();
        }
        let mut steps = 64 - (bit % 64) as u32;
        for &word in &words[1..] {
            if word != 0 {
                return steps + word.trailing_zeros();
            }
            steps += 64;
        }
        NEVER
    }

    /// How far below a bit the next set one is, itself not included.
    #[inline]
    fn below(&self, bit: usize) -> u32 {
        let word = bit / 64;
        let words = &self.words[..=word];
        let first = words[word] << 1 << (63 - bit % 64) | words[word - 1] >> (bit % 64);
        if first != 0 {
            return first.leading_zeros() + 1;
        }
        let mut steps = (bit % 64) as u32 + 1;
        for &word in words[..word].iter().rev() {
            if word != 0 {
                return steps + word.leading_zeros();
            }
            steps += 64;
        }
        NEVER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_bit_is_found_on_every_line() {
        for (width, height) in [(1, 1), (70, 3), (3, 70), (130, 129), (64, 200), (1, 200), (200, 1)] {
            let grid = Grid::open(width, height).unwrap();
            let marked = |cell: Cell| (cell.x * 7 + cell.y * 5) % 11 == 3;
            for direction in Direction::ALL {
                let mut plane = Plane::new(&grid, direction);
                grid.cells().filter(|&cell| marked(cell)).for_each(|cell| plane.set(cell));
                for cell in grid.cells() {
                    let mut at = cell + direction;
                    let mut steps = 1;
                    while grid.contains(at) && !marked(at) {
                        at = at + direction;
                        steps += 1;
                    }
                    if grid.contains(at) {
                        let found = plane.next(cell, direction);
                        assert_eq!(found, steps, "{width} × {height}, {direction:?} from {cell}");
                    }
                }
            }
        }
    }
}
