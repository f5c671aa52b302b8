//! The table as bytes, to be kept in a file.

use super::JumpTable;
use super::distance::{Distance, with_lines};
use crate::geometry::Cell;
use crate::map::{Grid, Map};
use crate::moves::{DiagonalRule, Direction};
use crate::search::Meter;

/// Why bytes are not a [`JumpTable`] for a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum TableError {
    /// Too few bytes, or too many.
    #[error("a jump table for this map has {expected} bytes, found {found}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A number that stands for no diagonal rule.
    #[error("found {0} for the diagonal rule of a jump table, expected a number from 0 to 3")]
    Rule(u8),
    /// Distances of another width than those of a map of this size.
    #[error("found distances of {found} bytes in a jump table, expected {expected}")]
    DistanceBytes {
        /// The bytes of a distance.
        found: u8,
        /// What they should be.
        expected: usize,
    },
    /// The table of a map of another size.
    #[error("a jump table for a map of {width} × {height} cells does not fit this one")]
    Size {
        /// The columns of the map it was made for.
        width: u32,
        /// The rows of that map.
        height: u32,
    },
    /// The table of a map of the same size that is different.
    #[error("a jump table for another map: row {row} is different")]
    OtherMap {
        /// The first row that is different.
        row: u32,
    },
    /// A distance that leads out of the map.
    #[error("the jump table leads {distance} cells from {cell} to the {direction:?}, out of the map")]
    Outside {
        /// The cell.
        cell: Cell,
        /// The direction.
        direction: Direction,
        /// How far.
        distance: i32,
    },
}

/// The rule, the bytes of a distance, two zeros; width and height.
const HEADER: usize = 12;

impl JumpTable {
    /// The table as bytes: everything lowest byte first, for [`from_bytes`](Self::from_bytes).
    ///
    /// The number of the rule, the bytes of a distance and two zeros; the width and the height, four bytes each; the map, a
    /// bit for each cell, rows ending with a full byte; the distances, row by row, each cell's in the order of the
    /// directions. There is no checksum: whatever writes it to a file has its own.
    #[must_use]
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let row = self.width.div_ceil(8) as usize;
        let mut bytes = Vec::with_capacity(self.bytes() + HEADER);
        bytes.extend([self.rule as u8, self.distance_bytes() as u8, 0, 0]);
        bytes.extend(self.width.to_le_bytes());
        bytes.extend(self.height.to_le_bytes());
        let stride = self.tiles.len() / self.height as usize;
        self.tiles.chunks_exact(stride).for_each(|tiles| bytes.extend_from_slice(&tiles[..row]));
        with_lines!(&self.lines, lines => {
            lines.as_flattened().iter().for_each(|distance| distance.write(&mut bytes));
        });
        bytes
    }

    /// The table that [`to_bytes`](Self::to_bytes) made, if it was made for this map as it is now.
    ///
    /// What is not a table is refused, or makes one with wrong distances; those still lead nowhere outside the map, so
    /// searches end, with wrong answers and perhaps with paths through walls. An index file has a checksum against that.
    pub(crate) fn from_bytes(map: &Map, bytes: &[u8]) -> Result<Self, TableError> {
        let grid = map.grid();
        let too_short = TableError::Length { found: bytes.len(), expected: HEADER };
        let (header, bytes) = bytes.split_first_chunk::<HEADER>().ok_or(too_short)?;
        let [rule, distance_bytes, _, _, w0, w1, w2, w3, h0, h1, h2, h3] = *header;
        let rule = *DiagonalRule::ALL.get(usize::from(rule)).ok_or(TableError::Rule(rule))?;
        let (width, height) = (u32::from_le_bytes([w0, w1, w2, w3]), u32::from_le_bytes([h0, h1, h2, h3]));
        if (width, height) != (grid.width(), grid.height()) {
            return Err(TableError::Size { width, height });
        }
        let mut table = Self::without_lines(map, rule, &mut Meter::unlimited()).expect("nothing stops it");
        let expected = table.distance_bytes();
        if usize::from(distance_bytes) != expected {
            return Err(TableError::DistanceBytes { found: distance_bytes, expected });
        }
        let row = width.div_ceil(8) as usize;
        let cells = width as usize * height as usize;
        let directions = if rule.has_diagonals() { 8 } else { 4 };
        let expected = row * height as usize + cells * directions * usize::from(distance_bytes);
        if bytes.len() != expected {
            let (found, expected) = (bytes.len() + HEADER, expected + HEADER);
            return Err(TableError::Length { found, expected });
        }
        let (tiles, distances) = bytes.split_at(row * height as usize);
        for (y, tiles) in (0..height).zip(tiles.chunks_exact(row)) {
            if tiles != &grid.row_bytes(y)[..row] {
                return Err(TableError::OtherMap { row: y });
            }
        }
        with_lines!(&mut table.lines, lines => *lines = read_lines(grid, distances)?);
        Ok(table)
    }

    fn distance_bytes(&self) -> usize {
        fn bytes_of<T: Distance, const D: usize>(_: &[[T; D]]) -> usize {
            T::BYTES
        }
        with_lines!(&self.lines, lines => bytes_of(lines))
    }
}

/// The distances, none of which leads out of the map.
fn read_lines<T: Distance, const D: usize>(grid: &Grid, bytes: &[u8]) -> Result<Vec<[T; D]>, TableError> {
    let (width, height) = (i64::from(grid.width()), i64::from(grid.height()));
    let mut lines = Vec::with_capacity(width as usize * height as usize);
    for (cell, bytes) in grid.cells().zip(bytes.chunks_exact(D * T::BYTES)) {
        let line: [T; D] = std::array::from_fn(|number| T::read(&bytes[number * T::BYTES..][..T::BYTES]));
        for (distance, direction) in line.iter().zip(Direction::ALL) {
            let (distance, (dx, dy)) = (distance.value(), direction.offset());
            let length = i64::from(distance).abs();
            let x = i64::from(cell.x) + i64::from(dx) * length;
            let y = i64::from(cell.y) + i64::from(dy) * length;
            if !(0..width).contains(&x) || !(0..height).contains(&y) {
                return Err(TableError::Outside { cell, direction, distance });
            }
        }
        lines.push(line);
    }
    Ok(lines)
}
