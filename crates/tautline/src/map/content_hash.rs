use std::fmt::{Display, Formatter};

use xxhash_rust::xxh3::Xxh3Default;

use super::{Grid, Link, Map, Tiling};

/// What a map contains, in 128 bits: its size and its tiles, and nothing of how they are kept in memory.
///
/// Equal maps have equal hashes, today and in later versions, on every machine. Different maps have different ones but for
/// a chance of 2⁻¹²⁸; an attacker can make two maps with the same hash, as it is no cryptographic
/// one (it is XXH3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContentHash(u128);

impl ContentHash {
    /// The hash of a map: of its width and its height, four bytes each with the lowest first, and of its rows, eight cells
    /// a byte with the leftmost in the lowest bit, free ones set, the last byte of a row filled up with zeros.
    pub(super) fn of<'a>(width: u32, height: u32, rows: impl Iterator<Item = &'a [u8]>) -> Self {
        Self(hasher(width, height, rows).digest128())
    }

    /// The hash of a map: that of its grid, and after it what else there is, each part behind a tag of its own: the cost of every
    /// cell, the tolls of every step, the links in the order of their ends, the tiling.
    pub(super) fn of_map(map: &Map) -> Self {
        let grid = map.grid();
        let mut hasher = hasher(grid.width(), grid.height(), grid.packed_rows());
        if map.terrain().is_some() {
            hasher.update(b"terrain");
            map.cells().for_each(|cell| hasher.update(&map.cost(cell).to_le_bytes()));
        }
        if let Some(tolls) = map.tolls() {
            hasher.update(b"tolls");
            tolls.steps().as_flattened().iter().for_each(|toll| hasher.update(&toll.to_le_bytes()));
        }
        if let Some(links) = map.links() {
            hasher.update(b"links");
            let mut all: Vec<[i64; 5]> = links
                .all()
                .iter()
                .map(|&Link { from, to, cost }| {
                    [from.y.into(), from.x.into(), to.y.into(), to.x.into(), cost.into()]
                })
                .collect();
            all.sort_unstable();
            all.as_flattened().iter().for_each(|number| hasher.update(&number.to_le_bytes()));
        }
        if map.tiling() != Tiling::Square {
            hasher.update(b"tiling");
            hasher.update(map.tiling().name().as_bytes());
        }
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

/// What has taken in a grid.
fn hasher<'a>(width: u32, height: u32, rows: impl Iterator<Item = &'a [u8]>) -> Xxh3Default {
    let mut hasher = Xxh3Default::new();
    hasher.update(&width.to_le_bytes());
    hasher.update(&height.to_le_bytes());
    rows.for_each(|row| hasher.update(row));
    hasher
}

/// As 32 hexadecimal digits.
impl Display for ContentHash {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Grid {
    /// A hash of the size and the cells: see [`Map::content_hash`].
    #[must_use]
    pub fn content_hash(&self) -> ContentHash {
        ContentHash::of(self.width(), self.height(), self.packed_rows())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::map::{Tile, Tolls};

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

    /// What else is on a map counts, each part in its own way.
    #[test]
    fn costs_tolls_links_and_tilings_count() {
        let plain = || Map::open(3, 2).unwrap();
        let toll = |cost| plain().with_tolls(Tolls::from_fn(plain().grid(), |_, _| cost)).unwrap();
        let [there, dear, back, other] =
            [((0, 0), (2, 0), 1), ((0, 0), (2, 0), 2), ((2, 0), (0, 0), 1), ((1, 1), (0, 0), 1)]
                .map(|(from, to, cost)| Link::new(from, to, cost));
        let linked = |links: &[Link]| plain().with_links(links.iter().copied()).unwrap();
        let maps = [
            plain(),
            Map::from_costs(3, 2, |_| 2).unwrap(),
            Map::from_costs(3, 2, |cell| 1 + u16::from(cell.x == 0)).unwrap(),
            toll(1),
            toll(2),
            linked(&[there]),
            linked(&[dear]),
            linked(&[back]),
            linked(&[there, other]),
            plain().with_tiling(Tiling::Hexagonal),
        ];
        let hashes: HashSet<_> = maps.iter().map(Map::content_hash).collect();
        assert_eq!(hashes.len(), maps.len());
        assert_eq!(maps[0].content_hash(), maps[0].grid().content_hash());
        let turned = linked(&[other, there]);
        assert_eq!(turned.content_hash(), maps[8].content_hash(), "in whatever order they were added");
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
