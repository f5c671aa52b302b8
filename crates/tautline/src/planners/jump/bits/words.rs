//! Sixty-four cells at a time.

/// The words of a row with the bits of other cells at the places of these: what `step` cells further lies at each place.
#[derive(Clone, Copy)]
pub(super) struct Row<'a>(pub(super) &'a [u64]);

impl Row<'_> {
    /// The cells themselves.
    #[inline]
    pub(super) fn here(self, word: usize) -> u64 {
        self.0[word]
    }

    /// At the place of each cell the one before it.
    #[inline]
    pub(super) fn before(self, word: usize) -> u64 {
        let carried = if word == 0 { 0 } else { self.0[word - 1] >> 63 };
        self.0[word] << 1 | carried
    }

    /// At the place of each cell the one after it.
    #[inline]
    pub(super) fn after(self, word: usize) -> u64 {
        let carried = self.0.get(word + 1).map_or(0, |next| next << 63);
        self.0[word] >> 1 | carried
    }

    /// At the place of each cell the one that comes next in a direction along the row.
    #[inline]
    pub(super) fn next(self, word: usize, forward: bool) -> u64 {
        if forward { self.after(word) } else { self.before(word) }
    }
}

/// Spreads seeds over the free cells next to them towards higher bits, as far as the word goes.
#[inline]
pub(super) fn fill_up(seeds: u64, free: u64) -> u64 {
    let (mut filled, mut run) = (seeds, free);
    for shift in [1, 2, 4, 8, 16, 32] {
        filled |= run & filled << shift;
        run &= run << shift;
    }
    filled
}

/// The same towards lower bits.
#[inline]
pub(super) fn fill_down(seeds: u64, free: u64) -> u64 {
    let (mut filled, mut run) = (seeds, free);
    for shift in [1, 2, 4, 8, 16, 32] {
        filled |= run & filled >> shift;
        run &= run >> shift;
    }
    filled
}

/// For each power of two, the places in a word whose number has that bit.
const NUMBERED: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Moves bit k of each word down by k words (by 63 − k words if it is `falling`), so that a diagonal through a column of
/// words comes to lie in one word. The last 63 words must be empty before.
pub(super) fn shear(words: &mut [u64], falling: bool) {
    for (power, &places) in NUMBERED.iter().enumerate() {
        let places = if falling { !places } else { places };
        let distance = 1 << power;
        for at in (0..words.len()).rev() {
            let above = if at >= distance { words[at - distance] } else { 0 };
            words[at] = words[at] & !places | above & places;
        }
    }
}

/// Puts everything back where it was before [`shear`].
pub(super) fn unshear(words: &mut [u64], falling: bool) {
    for (power, &places) in NUMBERED.iter().enumerate() {
        let places = if falling { !places } else { places };
        let distance = 1 << power;
        for at in 0..words.len() {
            let below = words.get(at + distance).copied().unwrap_or(0);
            words[at] = words[at] & !places | below & places;
        }
    }
}

/// Mirrors 64 words at their main diagonal.
pub(super) fn transpose(block: &mut [u64; 64]) {
    for power in (0..6).rev() {
        let distance = 1 << power;
        let high = NUMBERED[power];
        for at in (0..64).filter(|at| at & distance == 0) {
            let (low_word, high_word) = (block[at], block[at + distance]);
            block[at] = low_word & !high | (high_word & !high) << distance;
            block[at + distance] = high_word & high | (low_word & high) >> distance;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline_testkit::world::SplitMix64;

    #[test]
    fn neighbours_come_from_the_next_word() {
        let mut rng = SplitMix64::new(1);
        let words: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        let bit =
            |place: i32| (0..192).contains(&place) && words[place as usize / 64] >> (place % 64) & 1 != 0;
        for place in 0..192 {
            let (word, shift) = (place as usize / 64, place % 64);
            assert_eq!(Row(&words).here(word) >> shift & 1 != 0, bit(place));
            assert_eq!(Row(&words).before(word) >> shift & 1 != 0, bit(place - 1));
            assert_eq!(Row(&words).after(word) >> shift & 1 != 0, bit(place + 1));
        }
    }

    #[test]
    fn filling_stops_at_the_first_blocked_cell() {
        let mut rng = SplitMix64::new(2);
        for _ in 0..1000 {
            let free = rng.next_u64() | rng.next_u64() | rng.next_u64();
            let seeds = free & rng.next_u64() & rng.next_u64() & rng.next_u64();
            let (mut up, mut down) = (seeds, seeds);
            for _ in 0..64 {
                up |= free & up << 1;
                down |= free & down >> 1;
            }
            assert_eq!(fill_up(seeds, free), up);
            assert_eq!(fill_down(seeds, free), down);
        }
    }

    #[test]
    fn a_diagonal_comes_to_lie_in_one_word() {
        let mut rng = SplitMix64::new(3);
        let plain: Vec<u64> = (0..100).map(|_| rng.next_u64()).collect();
        for falling in [false, true] {
            let mut words = plain.clone();
            words.resize(163, 0);
            shear(&mut words, falling);
            for (y, word) in plain.iter().enumerate() {
                for x in 0..64 {
                    let row = y + if falling { 63 - x } else { x };
                    assert_eq!(words[row] >> x & 1, word >> x & 1);
                }
            }
            unshear(&mut words, falling);
            assert_eq!(words[..100], plain);
        }
    }

    #[test]
    fn transposing_swaps_place_and_word() {
        let mut rng = SplitMix64::new(4);
        let plain: [u64; 64] = std::array::from_fn(|_| rng.next_u64());
        let mut block = plain;
        transpose(&mut block);
        for (y, row) in plain.iter().enumerate() {
            for (x, column) in block.iter().enumerate() {
                assert_eq!(column >> y & 1, row >> x & 1);
            }
        }
    }
}
