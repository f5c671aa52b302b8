use crate::map::Lanes;

/// The cells of rows, to be read from any cell to either side. Cells are indices as in [`Lanes`].
#[derive(Clone, Copy)]
pub(crate) struct Strips<'w>(pub(crate) Lanes<'w>);

/// As many bits of a word are right.
pub(crate) const BITS: usize = 57;
/// As many bits of a wide one are.
pub(crate) const WIDE_BITS: usize = 121;

impl Strips<'_> {
    /// The cells from an index on, the first in the lowest bit; the lowest [`BITS`] are right.
    #[inline]
    pub(crate) fn word(self, index: usize) -> u64 {
        self.0.word(index)
    }

    /// The same with [`WIDE_BITS`] that are right; none if the index is farther outside of the map than there is padding.
    #[inline]
    pub(crate) fn wide_word(self, index: usize) -> Option<u128> {
        self.0.wide_word(index)
    }

    #[inline]
    pub(crate) fn is_free(self, index: usize) -> bool {
        self.0.word(index) & 1 != 0
    }

    /// The first blocked cell from an index on, or `end`, if there is none before it.
    #[inline]
    pub(crate) fn blocked_from(self, mut index: usize, end: usize) -> usize {
        while index < end {
            let free = self.0.word(index).trailing_ones() as usize;
            if free < BITS {
                return end.min(index + free);
            }
            index += BITS;
        }
        end
    }

    /// The first free cell from an index on, or `end`, if there is none before it.
    #[inline]
    pub(crate) fn free_from(self, mut index: usize, end: usize) -> usize {
        while index < end {
            let blocked = self.0.word(index).trailing_zeros() as usize;
            if blocked < BITS {
                return end.min(index + blocked);
            }
            index += BITS;
        }
        end
    }

    /// How many cells right before an index are free, counted up to the first blocked one.
    #[inline]
    pub(crate) fn free_before(self, index: usize) -> usize {
        let mut free = 0;
        loop {
            let more = self.0.word_before(index - free).leading_ones() as usize;
            free += more.min(BITS);
            if more < BITS {
                return free;
            }
        }
    }

    /// How many cells from an index on are free, counted up to the first blocked one.
    #[inline]
    pub(crate) fn free_behind(self, index: usize) -> usize {
        let mut free = 0;
        loop {
            let more = self.0.word(index + free).trailing_ones() as usize;
            free += more.min(BITS);
            if more < BITS {
                return free;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::{Grid, Tile};
    use tautline_testkit::world::SplitMix64;

    #[test]
    fn wide_words_can_be_read_as_far_as_the_padding_goes() {
        let grid = Grid::open(100, 3).unwrap();
        let strips = Strips(grid.row_lanes());
        let last = strips.0.index(100, 3);
        assert_eq!(strips.wide_word(last), Some(0));
        assert_eq!(strips.wide_word(0), Some(0));
        assert_eq!(strips.wide_word(0usize.wrapping_sub(1)), None);
        assert_eq!(strips.wide_word(strips.0.index(-1, 1)).unwrap().count_ones(), 100);
    }

    #[test]
    fn scans_find_what_one_cell_after_the_other_does() {
        let mut rng = SplitMix64::new(8);
        for blocked in [1, 3, 50, 97] {
            let tile = |_| if rng.chance(blocked) { Tile::Blocked } else { Tile::Free };
            let grid = Grid::from_fn(300, 3, tile).unwrap();
            let strips = Strips(grid.row_lanes());
            let first = strips.0.index(0, 1);
            let is_free = |x: i32| grid.is_free((x, 1));
            for x in 0..300 {
                let at = first + x as usize;
                let wide = strips.wide_word(at).unwrap();
                assert!((0..121).all(|bit| (wide >> bit & 1 != 0) == strips.is_free(at + bit)));
                assert_eq!(strips.is_free(at), is_free(x));
                let behind = (x..301).take_while(|&x| is_free(x)).count();
                assert_eq!(strips.free_behind(at), behind);
                assert_eq!(strips.free_before(at), (0..x).rev().take_while(|&x| is_free(x)).count());
                for end in [x, x + 1, x + 60, 300].map(|end| end.clamp(x, 300)) {
                    let find = |free| (x..end).find(|&x| is_free(x) == free).unwrap_or(end);
                    assert_eq!(strips.blocked_from(at, first + end as usize), first + find(false) as usize);
                    assert_eq!(strips.free_from(at, first + end as usize), first + find(true) as usize);
                }
            }
        }
    }
}
