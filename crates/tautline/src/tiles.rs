/// Numbers for some cells or corners of a map, neighbours near to each other: tile after tile of 8 × 8 along a Z-shaped curve
/// (Morton's order), row after row in a tile.
///
/// For each tile it keeps which ones have a number, as bits, and the number of the first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tiles {
    /// Tiles in a row of tiles.
    across: usize,
    tiles: Vec<(u64, u32)>,
}

impl Tiles {
    /// Numbers places of a map with so many of them in a row and in a column; returns the places in their order.
    pub(crate) fn new<P: Into<(i32, i32)> + From<(i32, i32)>>(
        width: u32,
        height: u32,
        places: impl Iterator<Item = P>,
    ) -> (Self, Vec<P>) {
        let across = width.div_ceil(8) as usize;
        let mut tiles = vec![(0u64, 0u32); across * height.div_ceil(8) as usize];
        for (x, y) in places.map(Into::into) {
            let (x, y) = (x as usize, y as usize);
            tiles[(y / 8) * across + x / 8].0 |= 1 << (y % 8 * 8 + x % 8);
        }
        let mut order: Vec<u32> =
            (0..tiles.len() as u32).filter(|&tile| tiles[tile as usize].0 != 0).collect();
        let place = |tile: u32| (tile as usize % across, tile as usize / across);
        order.sort_unstable_by_key(|&tile| {
            let (x, y) = place(tile);
            interleave(x as u32) | interleave(y as u32) << 1
        });
        let mut numbered = Vec::new();
        for tile in order {
            let (x, y) = place(tile);
            let (mut bits, first) = tiles[tile as usize];
            debug_assert_eq!(first, 0);
            tiles[tile as usize].1 = numbered.len() as u32;
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                numbered.push(P::from(((x * 8 + bit % 8) as i32, (y * 8 + bit / 8) as i32)));
            }
        }
        (Self { across, tiles }, numbered)
    }

    /// The number of a place, which must have one.
    #[inline]
    pub(crate) fn node(&self, place: impl Into<(i32, i32)>) -> u32 {
        let (x, y) = place.into();
        let (x, y) = (x as usize, y as usize);
        let (bits, first) = self.tiles[(y / 8) * self.across + x / 8];
        let below = bits & ((1 << (y % 8 * 8 + x % 8)) - 1);
        first + below.count_ones()
    }

    /// Whether a place has a number.
    #[inline]
    pub(crate) fn has(&self, place: impl Into<(i32, i32)>) -> bool {
        let (x, y) = place.into();
        let (x, y) = (x as usize, y as usize);
        self.tiles[(y / 8) * self.across + x / 8].0 >> (y % 8 * 8 + x % 8) & 1 != 0
    }

    /// How many bytes of memory they take.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.tiles[..])
    }
}

/// The bits of a number with a zero after each.
fn interleave(number: u32) -> u64 {
    let mut bits = u64::from(number);
    for (shift, mask) in [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        bits = (bits | bits << shift) & mask;
    }
    bits
}
