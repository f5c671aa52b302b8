use crate::search::{Meter, StopReason, count};

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
        meter: &mut Meter<'_>,
    ) -> Result<(Self, Vec<P>), StopReason> {
        let (across, down) = (width.div_ceil(8) as usize, height.div_ceil(8) as usize);
        let mut tiles = vec![(0u64, 0u32); across * down];
        for (x, y) in places.map(Into::into) {
            meter.go_on(1)?;
            count::done(1);
            let (x, y) = (x as usize, y as usize);
            tiles[(y / 8) * across + x / 8].0 |= 1 << (y % 8 * 8 + x % 8);
        }
        let mut numbered = Vec::new();
        // Squares of tiles that are still to come, the next one last.
        let mut squares = vec![(0, 0, across.max(down).next_power_of_two())];
        while let Some((x, y, size)) = squares.pop() {
            meter.go_on(1)?;
            count::done(1);
            if x >= across || y >= down {
                continue;
            }
            if size > 1 {
                let half = size / 2;
                let (right, below) = (x + half, y + half);
                squares.extend([(right, below, half), (x, below, half), (right, y, half), (x, y, half)]);
                continue;
            }
            let (mut bits, first) = tiles[y * across + x];
            debug_assert_eq!(first, 0);
            meter.go_on(bits.count_ones().into())?;
            count::done(bits.count_ones().into());
            tiles[y * across + x].1 = numbered.len() as u32;
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                numbered.push(P::from(((x * 8 + bit % 8) as i32, (y * 8 + bit / 8) as i32)));
            }
        }
        Ok((Self { across, tiles }, numbered))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbered_along_a_z_shaped_curve() {
        for (width, height) in [(1, 1), (9, 200), (200, 9), (64, 64), (100, 70)] {
            let all = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let places = all().filter(|(x, y)| (x * 7 + y * 5) % 11 < 4);
            let (tiles, numbered) =
                Tiles::new(width as u32, height as u32, places.clone(), &mut Meter::unlimited()).unwrap();
            let mut expected: Vec<(i32, i32)> = places.collect();
            let interleaved = |(x, y): (i32, i32)| {
                let bit = |place: i32, k: i32| (place >> k & 1) as u64;
                (0..16).fold(0u64, |bits, k| bits | bit(x, k) << (2 * k) | bit(y, k) << (2 * k + 1))
            };
            expected.sort_by_key(|&(x, y)| (interleaved((x / 8, y / 8)), y, x));
            assert_eq!(numbered, expected, "{width} × {height}");
            for (number, &place) in (0..).zip(&numbered) {
                assert_eq!(tiles.node(place), number);
            }
            assert!(all().all(|place| tiles.has(place) == numbered.contains(&place)));
        }
    }
}
