use std::fmt::{Display, Formatter};

use xxhash_rust::xxh3::Xxh3Default;

use super::Grid;

/// What a map contains, in 128 bits: its size and its tiles, and nothing of how they are kept in memory.
///
/// Equal maps have equal hashes, today and in later versions, on every machine. Different maps have different ones but for
/// a chance of 2⁻¹²⁸; somebody who sets out to make two maps with the same hash may succeed, for it is no cryptographic
/// one (it is XXH3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContentHash(u128);

impl ContentHash {
    /// The hash of a map: of its width and its height, four bytes each with the lowest first, and of its rows, eight cells
    /// a byte with the leftmost in the lowest bit, free ones set, the last byte of a row filled up with zeros.
    pub(super) fn of<'a>(width: u32, height: u32, rows: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut hasher = Xxh3Default::new();
        hasher.update(&width.to_le_bytes());
        hasher.update(&height.to_le_bytes());
        rows.for_each(|row| hasher.update(row));
        Self(hasher.digest128())
    }

    /// Its bytes, the lowest first.
    #[must_use]
    pub fn to_le_bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }

    /// The hash with these bytes, the lowest first.
    #[must_use]
    pub fn from_le_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_le_bytes(bytes))
    }
}

/// As 32 hexadecimal digits.
impl Display for ContentHash {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Grid {
    /// A hash of the size and the tiles: what is prepared for a map keeps it, to be refused for any other.
    ///
    /// Unlike the [`revision`](Self::revision) it means the same in every process; it takes time, about 10 µs for 1024 ×
    /// 1024 cells.
    ///
    /// ```
    /// use tautline::world::{Grid, Tile};
    /// let mut grid = Grid::from_rows(["..#", "..."])?;
    /// let hash = grid.content_hash();
    /// grid.set((0, 0), Tile::Blocked)?;
    /// assert_ne!(grid.content_hash(), hash);
    /// grid.set((0, 0), Tile::Free)?;
    /// assert_eq!(grid.content_hash(), hash);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn content_hash(&self) -> ContentHash {
        ContentHash::of(self.width(), self.height(), self.packed_rows())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::world::Tile;

    /// Files from before would not be known again if this changed.
    #[test]
    fn hashes_stay_as_they_are() {
        let grid = Grid::from_rows(["..#.#...#.", "##########", "....#....."]).unwrap();
        let mut packed = vec![10, 0, 0, 0, 3, 0, 0, 0];
        packed.extend([0b1110_1011, 0b10, 0, 0, 0b1110_1111, 0b11]);
        let expected = xxhash_rust::xxh3::xxh3_128(&packed);
        assert_eq!(grid.content_hash(), ContentHash(expected));
        assert_eq!(grid.content_hash().to_string(), "baa3fe2f18870f46e72073a43723b637");
        assert_eq!(ContentHash::from_le_bytes(grid.content_hash().to_le_bytes()), grid.content_hash());
    }

    #[test]
    fn every_cell_and_the_shape_count() {
        for (width, height) in [(1, 1), (7, 3), (8, 3), (64, 2), (65, 9)] {
            let open = Grid::open(width, height).unwrap();
            let mut hashes = HashSet::from([open.content_hash()]);
            for cell in open.cells() {
                let mut edited = open.clone();
                edited.set(cell, Tile::Blocked).unwrap();
                assert!(hashes.insert(edited.content_hash()), "{width}×{height} {cell}");
            }
        }
        let shapes = [(1, 24), (2, 12), (3, 8), (8, 3), (24, 1)];
        let hashes: HashSet<_> =
            shapes.map(|(width, height)| Grid::blocked(width, height).unwrap().content_hash()).into();
        assert_eq!(hashes.len(), shapes.len());
    }

    #[test]
    fn it_is_the_content_that_counts_not_the_way_there() {
        let grid = Grid::from_fn(70, 40, |cell| {
            if (cell.x * 7 + cell.y * 5) % 3 == 0 { Tile::Blocked } else { Tile::Free }
        });
        let grid = grid.unwrap();
        let mut edited = Grid::open(70, 40).unwrap();
        for cell in grid.cells() {
            edited.set(cell, grid.tile(cell)).unwrap();
        }
        assert_eq!(edited.content_hash(), grid.content_hash());
        assert_eq!(grid.transposed().transposed().content_hash(), grid.content_hash());
        assert_ne!(grid.transposed().content_hash(), grid.content_hash());
    }
}
