/// How ends of intervals are kept: whole numbers of parts of a tile, so many that what they decide is decided as by fractions.
///
/// An end lies on a line from a corner, its root, through another corner: k rows from the root it is at k · dx / dy tiles to its
/// right, where dy ≤ k, and k is at most the height H of the map. Let a tile have P parts, and s = ⌊P · dx / dy⌋ be the *slope*. The
/// end is kept as k · s parts. As P · dx / dy − s < 1, it lies less than k parts to the right of that, or exactly there.
///
/// The end is a fraction with the denominator dy: from any whole number that it is not, it is at least 1 / dy tiles away, that is
/// P / dy parts, which is at least P / H. Let the margin M be at least H, and M + H be less than P / H. Therefore
///
/// - the largest whole number that is not larger than the end is that of k · s + M parts: the end is not to the right of there, and
///   between the two is no whole number that the end is not itself;
/// - the smallest that is not smaller is that of k · s parts, in the same way;
/// - two ends on lines through the corners at (dx, dy) and (dx′, dy′) that are not the same are k / (dy · dy′) ≥ 1 / k tiles apart or
///   more, that is P / H parts, and what is kept of them is less than H parts less apart: more than M.
///
/// A search asks nothing else of an end: on which side of a whole number it lies, whether it is one, or whether another end is the
/// same. There are such parts for every map, so that nothing has to fall back on fractions: with its padding, a map of W columns has
/// less than 2²⁹ cells, and a row at least 64. P = 2³² and M = 2¹⁶ − 1 will do for H < 2¹⁵. Otherwise W < 2¹⁴ and H < 2²³, and P = 2⁴⁸ and
/// M = 2²⁴ − 1 will do. Both leave room for an end that has gone beyond the map by less than W: 2 · W · P < 2⁶³.
///
/// `BITS` is the binary logarithm of P: [`COARSE`] for maps of fewer than [`COARSE_ROWS`] rows, [`FINE`] for all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale<const BITS: u32>;

pub(crate) const COARSE: u32 = 32;
pub(crate) const COARSE_ROWS: u32 = 1 << 15;
pub(crate) const FINE: u32 = 48;

#[expect(clippy::unused_self, reason = "`scale.floor(…)` reads better than the whole type before each call")]
impl<const BITS: u32> Scale<BITS> {
    /// M: ends that are not farther apart are the same.
    pub(crate) const MARGIN: i64 = (1 << (BITS / 2)) - 1;

    /// How many parts to the right the line through the corner at `(dx, dy)` goes with each row.
    #[inline]
    pub(crate) fn slope(self, dx: i32, dy: u32) -> i64 {
        (i64::from(dx) << BITS).div_euclid(i64::from(dy))
    }

    /// A whole number of tiles.
    #[inline]
    pub(crate) fn whole(self, tiles: i32) -> i64 {
        i64::from(tiles) << BITS
    }

    /// The largest whole number of tiles up to an end.
    #[inline]
    pub(crate) fn floor(self, parts: i64) -> i32 {
        ((parts + Self::MARGIN) >> BITS) as i32
    }

    /// The smallest whole number of tiles from an end on.
    #[inline]
    pub(crate) fn ceil(self, parts: i64) -> i32 {
        ((parts + ((1 << BITS) - 1)) >> BITS) as i32
    }

    /// The end as a number of tiles, for estimates.
    #[inline]
    pub(crate) fn tiles(self, parts: i64) -> f64 {
        parts as f64 * f64::from_bits((1023 - u64::from(BITS)) << 52)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline_testkit::world::SplitMix64;

    fn holds<const BITS: u32>(dx: i32, dy: u32, rows: u32) {
        let scale = Scale::<BITS>;
        let parts = scale.slope(dx, dy) * i64::from(rows);
        let (over, under) = (i64::from(dx) * i64::from(rows), i64::from(dy));
        let floor = over.div_euclid(under);
        let ceil = -(-over).div_euclid(under);
        assert_eq!(i64::from(scale.floor(parts)), floor, "{dx} {dy} {rows}");
        assert_eq!(i64::from(scale.ceil(parts)), ceil, "{dx} {dy} {rows}");
        assert!((scale.tiles(parts) - over as f64 / under as f64).abs() < 1e-4);
    }

    #[test]
    fn every_end_of_small_maps_is_where_its_fraction_is() {
        for dy in 1..=60 {
            for rows in dy..60 {
                (-70..=70).for_each(|dx| holds::<COARSE>(dx, dy, rows));
                (-70..=70).for_each(|dx| holds::<FINE>(dx, dy, rows));
            }
        }
    }

    /// The ends that are hardest to tell from whole numbers have large denominators, and numerators beside multiples of them.
    fn hardest<const BITS: u32>(height: u32, width: u32, rng: &mut SplitMix64) {
        // Not farther outside of the map than a ray gets with one row.
        let check = |dx: i32, dy: u32, rows: u32| {
            if u64::from(dx.unsigned_abs()) * u64::from(rows) <= 2 * u64::from(width) * u64::from(dy) {
                holds::<BITS>(dx, dy, rows);
            }
        };
        for _ in 0..100_000 {
            let dy = height - 1 - rng.below(height / 2);
            let rows = height - 1 - rng.below(height - dy);
            let dx = 1 + rng.below(width) as i32;
            for dx in [dx, -dx, 1, -1] {
                check(dx, dy, rows);
                check(dx, 1 + rng.below(dy), dy);
                check(dx, dy, dy + 1);
            }
        }
    }

    #[test]
    fn ends_beside_whole_numbers_of_the_largest_maps_are_where_their_fractions_are() {
        let mut rng = SplitMix64::new(3);
        for (height, width) in [(32_767, 16_000), (32_766, 100), (4_097, 100_000)] {
            hardest::<COARSE>(height, width, &mut rng);
        }
        for (height, width) in [((1 << 23) - 1, 63), (1 << 20, 500), (32_768, 16_000)] {
            hardest::<FINE>(height, width, &mut rng);
        }
    }

    /// Two ends of a root that are hardest to tell apart are on lines through corners that are as far away as they can be.
    fn apart<const BITS: u32>(height: u32, rng: &mut SplitMix64) {
        for _ in 0..100_000 {
            let rows = height - 1 - rng.below(20);
            let [a, b] = [(); 2].map(|()| (rng.below(60) as i32 - 30, rows - rng.below(40)));
            let cross = i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1);
            let [x, y] = [a, b].map(|(dx, dy)| Scale::<BITS>.slope(dx, dy) * i64::from(rows));
            let found = if x > y + Scale::<BITS>::MARGIN {
                1
            } else if y > x + Scale::<BITS>::MARGIN {
                -1
            } else {
                0
            };
            assert_eq!(found, cross.signum(), "{a:?} {b:?} {rows}");
        }
    }

    #[test]
    fn ends_that_are_not_the_same_are_told_apart() {
        let mut rng = SplitMix64::new(4);
        apart::<COARSE>(COARSE_ROWS - 1, &mut rng);
        apart::<COARSE>(300, &mut rng);
        apart::<FINE>(COARSE_ROWS, &mut rng);
        apart::<FINE>((1 << 23) - 1, &mut rng);
    }
}
