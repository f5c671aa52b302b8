//! A padded plane of bits, one for each cell, that can be read 57 cells at a time from any cell.

use std::collections::TryReserveError;

use super::{Lanes, Quadrants};
use crate::geometry::Corner;
use crate::search::{Meter, StopReason};

/// Bits in front of the first padding row, so that the cell up and left of the first cell has an address too.
const LEAD: usize = 64;
/// Bytes behind the last padding row, so that a word can be read at every address.
const TAIL: usize = 16;

/// Rows of bits with a blocked (zero) row above and below and at least one blocked bit behind each row.
///
/// The bit of the cell `(x, y)` has the index `LEAD + (y + 1) · stride + x`. Its left neighbour at `x = 0` is the
/// blocked last bit of the row above: no scan needs a bounds check. The stride is a multiple of 64, so a cell has
/// the same place inside its byte as the cells above and below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BitPlane {
    stride: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl BitPlane {
    /// An empty plane of rows that are `width` cells long, to be filled by [`push_row`](Self::push_row).
    pub(super) fn growing(width: usize) -> Self {
        let stride = Self::stride_for(width);
        Self { stride, height: 0, bytes: vec![0; LEAD / 8 + stride / 8] }
    }

    /// A blocked plane.
    pub(crate) fn blocked(width: usize, height: usize) -> Self {
        let stride = Self::stride_for(width);
        Self { stride, height, bytes: vec![0; LEAD / 8 + (height + 2) * stride / 8 + TAIL] }
    }

    /// How many bits a plane needs, padding and all; `None` where the number does not fit.
    pub(super) fn bits_for(width: usize, height: usize) -> Option<usize> {
        let stride = width.checked_add(64)? / 64 * 64;
        height.checked_add(2)?.checked_mul(stride)?.checked_add(LEAD + 8 * TAIL)
    }

    fn stride_for(width: usize) -> usize {
        (width + 1).next_multiple_of(64)
    }

    /// Appends a row; bits beyond the width must not be in it.
    pub(super) fn push_row(&mut self, free: impl Iterator<Item = bool>) {
        let start = self.bytes.len();
        self.bytes.resize(start + self.stride / 8, 0);
        for (x, free) in free.enumerate() {
            self.bytes[start + x / 8] |= u8::from(free) << (x % 8);
        }
        self.height += 1;
    }

    /// Takes the last row away again.
    pub(super) fn pop_row(&mut self) {
        self.bytes.truncate(self.bytes.len() - self.stride / 8);
        self.height -= 1;
    }

    /// Appends the padding below the last row.
    pub(super) fn finish(&mut self) {
        self.bytes.resize(self.bytes.len() + self.stride / 8 + TAIL, 0);
        self.bytes.shrink_to_fit();
    }

    /// The distance between a bit and the one below it.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// How many indices there are, padding included.
    pub(crate) fn len(&self) -> usize {
        LEAD + (self.height + 2) * self.stride
    }

    /// The index of a cell. The coordinates may reach one cell beyond the map on every side.
    pub(crate) fn index(&self, x: i32, y: i32) -> usize {
        (LEAD as isize + (y as isize + 1) * self.stride as isize + x as isize) as usize
    }

    /// The coordinates of a cell's index.
    pub(super) fn coordinates(&self, index: usize) -> (i32, i32) {
        // 32 bits hold every index (`Grid::MAX_CELLS`), and a 32-bit division takes half the time of a 64-bit one.
        let (index, stride) = ((index - LEAD) as u32, self.stride as u32);
        ((index % stride) as i32, (index / stride) as i32 - 1)
    }

    /// The bytes of a row, eight cells each, and the blocked padding behind them.
    pub(super) fn row_bytes(&self, row: usize) -> &[u8] {
        &self.bytes[self.index(0, row as i32) / 8..][..self.stride / 8]
    }

    pub(crate) fn get(&self, index: usize) -> bool {
        self.bytes[index / 8] >> (index % 8) & 1 != 0
    }

    pub(crate) fn set(&mut self, index: usize, free: bool) {
        let bit = 1 << (index % 8);
        if free {
            self.bytes[index / 8] |= bit;
        } else {
            self.bytes[index / 8] &= !bit;
        }
    }

    /// The bits from `index` on: the lowest 57 or more of them are right, the ones above are zero.
    #[inline]
    pub(crate) fn word(&self, index: usize) -> u64 {
        let at = index / 8;
        let bytes: [u8; 8] = self.bytes[at..at + 8].try_into().expect("a slice of eight");
        u64::from_le_bytes(bytes) >> (index % 8)
    }

    /// The bits from `index` on: the lowest 121 or more of them are right. None if it is not within the plane.
    #[inline]
    pub(super) fn wide_word(&self, index: usize) -> Option<u128> {
        let at = index / 8;
        let bytes = self.bytes.get(at..)?.first_chunk::<16>()?;
        Some(u128::from_le_bytes(*bytes) >> (index % 8))
    }

    /// The bits before `index`, the last of them in the highest bit: the highest 57 or more are right, the ones below are zero.
    #[inline]
    pub(crate) fn word_before(&self, index: usize) -> u64 {
        let behind = (index - 1) / 8 + 1;
        let bytes: [u8; 8] = self.bytes[behind - 8..behind].try_into().expect("a slice of eight");
        u64::from_le_bytes(bytes) << (8 * behind - index)
    }

    /// The bits of a row in words, from its first cell on, padding included: the last bit of the last word is never set.
    pub(super) fn row_words(&self, row: usize) -> impl Iterator<Item = u64> + '_ {
        let words = self.row_bytes(row).chunks_exact(8);
        words.map(|word| u64::from_le_bytes(word.try_into().expect("a slice of eight")))
    }

    /// Nine bits: the cells around `index`, row by row from the top left, itself in the middle.
    #[inline]
    pub(super) fn around(&self, index: usize) -> usize {
        let at = (index - 1) / 8;
        let shift = (index - 1) % 8;
        let row = self.stride / 8;
        let three = |at: usize| {
            let bytes: [u8; 2] = self.bytes[at..at + 2].try_into().expect("a slice of two");
            usize::from(u16::from_le_bytes(bytes)) >> shift & 7
        };
        three(at - row) | three(at) << 3 | three(at + row) << 6
    }

    /// Sixteen bits: four cells of four rows each, `index` the first of them.
    #[expect(clippy::inline_always, reason = "it is the beginning of every expansion of a corner")]
    #[inline(always)]
    pub(super) fn four_by_four(&self, index: usize) -> u32 {
        let (at, shift, row) = (index / 8, index % 8, self.stride / 8);
        let four = |at: usize| {
            let bytes: [u8; 2] = self.bytes[at..at + 2].try_into().expect("a slice of two");
            u32::from(u16::from_le_bytes(bytes)) >> shift & 15
        };
        four(at) | four(at + row) << 4 | four(at + 2 * row) << 8 | four(at + 3 * row) << 12
    }

    /// Sets `count` bits from `index` on; returns how many changed.
    pub(crate) fn fill(&mut self, index: usize, count: usize, free: bool) -> usize {
        const MOST: usize = 57;
        let mut changed = 0;
        for at in (index..index + count).step_by(MOST) {
            let (byte, bits) = (at / 8, (index + count - at).min(MOST));
            let mask = (u64::MAX >> (64 - bits)) << (at % 8);
            let bytes = self.bytes[byte..].first_chunk_mut().expect("there is padding");
            let before = u64::from_le_bytes(*bytes);
            let after = if free { before | mask } else { before & !mask };
            *bytes = after.to_le_bytes();
            changed += (before ^ after).count_ones() as usize;
        }
        changed
    }

    /// How many bits are set.
    pub(crate) fn count(&self) -> usize {
        self.bytes.iter().map(|byte| byte.count_ones() as usize).sum()
    }

    /// A copy.
    pub(crate) fn copied(&self, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let mut bytes = Vec::new();
        meter.append(&mut bytes, &self.bytes)?;
        Ok(Self { bytes, ..*self })
    }

    /// Becomes the same as another one.
    pub(crate) fn copy_from(&mut self, other: &Self) -> Result<(), TryReserveError> {
        self.bytes.clear();
        self.bytes.try_reserve_exact(other.bytes.len())?;
        self.bytes.extend_from_slice(&other.bytes);
        (self.stride, self.height) = (other.stride, other.height);
        Ok(())
    }

    /// How much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Its rows, to be read along.
    pub(crate) fn lanes(&self) -> Lanes<'_> {
        Lanes(self)
    }

    /// Which of the cells around a corner are set.
    #[inline]
    pub(crate) fn quadrants(&self, corner: Corner) -> Quadrants {
        let north_west = self.index(corner.x - 1, corner.y - 1);
        let two = |index| (self.word(index) & 3) as u8;
        Quadrants::new(two(north_west) | two(north_west + self.stride) << 2)
    }

    /// The plane mirrored at its main diagonal, `width` being the length of its rows.
    pub(super) fn transposed(&self, width: usize) -> Self {
        let mut flipped = Self::blocked(self.height, width);
        for y in (0..self.height).step_by(8) {
            for x in (0..width).step_by(8) {
                let mut block = [0; 8];
                for (dy, byte) in block.iter_mut().enumerate().take(self.height - y) {
                    *byte = self.bytes[self.index(x as i32, (y + dy) as i32) / 8];
                }
                let columns = transpose_8x8(u64::from_le_bytes(block)).to_le_bytes();
                for (dx, byte) in columns.into_iter().enumerate().take(width - x) {
                    let at = flipped.index(y as i32, (x + dx) as i32) / 8;
                    flipped.bytes[at] = byte;
                }
            }
        }
        flipped
    }
}

/// Mirrors eight bytes at their main diagonal: swaps 1×1, then 2×2, then 4×4 blocks across it.
pub(crate) fn transpose_8x8(mut x: u64) -> u64 {
    for (distance, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)] {
        let swapped = (x ^ (x >> distance)) & mask;
        x ^= swapped ^ (swapped << distance);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(x: i32, y: i32) -> bool {
        (x * 7 + y * 13 + x * y) % 3 != 0
    }

    fn plane(width: usize, height: usize) -> BitPlane {
        let mut plane = BitPlane::growing(width);
        for y in 0..height {
            plane.push_row((0..width).map(|x| pattern(x as i32, y as i32)));
        }
        plane.finish();
        plane
    }

    #[test]
    fn transposing_swaps_the_coordinates_for_every_size() {
        for width in [1, 7, 8, 9, 63, 64, 65, 130] {
            for height in [1, 2, 8, 15, 64, 66] {
                let plane = plane(width, height);
                let flipped = plane.transposed(width);
                for y in 0..height as i32 {
                    for x in 0..width as i32 {
                        assert_eq!(plane.get(plane.index(x, y)), pattern(x, y));
                        assert_eq!(
                            flipped.get(flipped.index(y, x)),
                            pattern(x, y),
                            "{width}x{height} {x},{y}"
                        );
                    }
                }
                assert_eq!(flipped.count(), plane.count(), "nothing but the cells is set");
                assert_eq!(flipped.transposed(height), plane);
            }
        }
    }

    #[test]
    fn everything_around_the_map_is_blocked() {
        for width in [1, 62, 63, 64, 65] {
            let plane = plane(width, 5);
            for y in -1..=5 {
                assert!(!plane.get(plane.index(-1, y)) && !plane.get(plane.index(width as i32, y)));
            }
            for x in -1..=width as i32 {
                assert!(!plane.get(plane.index(x, -1)) && !plane.get(plane.index(x, 5)));
            }
        }
    }

    #[test]
    fn words_and_neighbourhoods_show_the_cells() {
        let plane = plane(130, 9);
        let at = |x: i32, y: i32| (0..130).contains(&x) && (0..9).contains(&y) && pattern(x, y);
        for y in 0..9 {
            for x in 0..130 {
                let index = plane.index(x, y);
                assert_eq!(plane.coordinates(index), (x, y));
                let word = plane.word(index);
                for k in 0..57.min(130 - x) {
                    assert_eq!(word >> k & 1 != 0, at(x + k, y));
                }
                let before = plane.word_before(index);
                for k in 0..57.min(x) {
                    assert_eq!(before << k >> 63 != 0, at(x - 1 - k, y));
                }
                let around = plane.around(index);
                for k in 0..9 {
                    assert_eq!(around >> k & 1 != 0, at(x + k % 3 - 1, y + k / 3 - 1), "{x},{y} {k}");
                }
            }
        }
    }

    #[test]
    fn the_size_is_told_before_anything_is_allocated() {
        for (width, height) in [(1, 1), (63, 5), (64, 5), (500, 20)] {
            let plane = BitPlane::blocked(width, height);
            assert_eq!(BitPlane::bits_for(width, height), Some(plane.bytes.len() * 8));
        }
        assert_eq!(BitPlane::bits_for(usize::MAX, 3), None);
        assert_eq!(BitPlane::bits_for(3, usize::MAX), None);
    }

    #[test]
    fn filling_changes_the_range_and_nothing_else() {
        for from in 0..20 {
            for count in 0..30 {
                let mut plane = plane(60, 3);
                let before = plane.clone();
                let start = plane.index(from, 1);
                let changed = plane.fill(start, count, true);
                assert_eq!(plane.count() - before.count(), changed);
                for index in 0..plane.len() {
                    let inside = (start..start + count).contains(&index);
                    assert_eq!(plane.get(index), inside || before.get(index));
                }
            }
        }
    }
}
