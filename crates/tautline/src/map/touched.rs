use super::{Map, Revision};
use crate::geometry::Rect;
use crate::search::{Meter, StopReason, count};

/// A word of a row, or of a column, that depends on cells that have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touched {
    /// The number of the row.
    pub(crate) row: u32,
    /// The number of the word in its row.
    pub(crate) word: u32,
    /// Its cells that have changed.
    pub(crate) changed: u64,
    /// Its cells that have changed or are beside one that has, with a side or a corner.
    pub(crate) near: u64,
}

impl Touched {
    /// A word with these changed cells.
    pub(crate) fn new(row: usize, word: usize, changed: u64) -> Self {
        Self { row: row as u32, word: word as u32, changed, near: 0 }
    }

    /// How many of its cells have changed.
    pub(crate) fn count(&self) -> usize {
        self.changed.count_ones() as usize
    }

    /// Where cells of the word lie in the row, given as bits.
    pub(crate) fn cells(&self, bits: u64) -> impl Iterator<Item = i32> + use<> {
        let first = self.word as i32 * 64;
        ones(bits).map(move |bit| first + bit as i32)
    }
}

impl Map {
    /// Calls for each word of a row with cells that are free now and were not at a state of a map of this size, or the other way round, as
    /// long as the call says to go on; whether it always has. `before` has the word at an index of the [plane](Grid::plane) as it was
    /// then. Words are compared where this map has changed since, or everywhere if that was no state of it.
    pub(crate) fn visit_changes(
        &self,
        revision: Revision,
        before: impl Fn(usize) -> u64,
        meter: &mut Meter<'_>,
        mut visit: impl FnMut(Touched) -> bool,
    ) -> Result<bool, StopReason> {
        let plane = self.grid.plane();
        let mut compare = |Rect { x, y, width, height }: Rect| {
            // Rectangles of the journal begin with a word.
            let words = x / 64..(x + width as i32 + 63) / 64;
            for row in y..y + height as i32 {
                meter.go_on(words.len() as u64)?;
                count::done(words.len() as u64);
                for word in words.clone() {
                    let at = plane.index(64 * word, row);
                    let changed = plane.word(at) ^ before(at);
                    if changed != 0 && !visit(Touched::new(row as usize, word as usize, changed)) {
                        return Ok(false);
                    }
                }
            }
            Ok(true)
        };
        match self.journal.since(revision) {
            Some(rects) => {
                for rect in rects {
                    if !compare(rect)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            None => compare(Rect::new(0, 0, self.width(), self.height())),
        }
    }
}

/// The places of the bits that are set.
pub(crate) fn ones(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        bit
    })
}

/// The words in the order of the rows, each once.
pub(crate) fn merged(mut words: Vec<Touched>) -> Vec<Touched> {
    words.sort_unstable_by_key(|word| u64::from(word.row) << 32 | u64::from(word.word));
    words.dedup_by(|next, kept| {
        let is_same = (next.row, next.word) == (kept.row, kept.word);
        if is_same {
            kept.changed |= next.changed;
            kept.near |= next.near;
        }
        is_same
    });
    words
}

/// All words that depend on the changed cells of some: theirs, and those of the rows and words beside them. There are so many rows, of so
/// many words.
pub(crate) fn touched(changes: &[Touched], rows: u32, words: usize) -> Vec<Touched> {
    let mut all = Vec::with_capacity(4 * changes.len());
    for &Touched { row, word, changed, .. } in changes {
        for other in row.saturating_sub(1)..=(row + 1).min(rows - 1) {
            let near = changed | changed << 1 | changed >> 1;
            let own = if other == row { changed } else { 0 };
            all.push(Touched { row: other, word, changed: own, near });
            if changed & 1 != 0 && word > 0 {
                all.push(Touched { row: other, word: word - 1, changed: 0, near: 1 << 63 });
            }
            if changed >> 63 != 0 && (word as usize) + 1 < words {
                all.push(Touched { row: other, word: word + 1, changed: 0, near: 1 });
            }
        }
    }
    merged(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline_testkit::world::SplitMix64;

    #[test]
    fn near_are_the_changed_cells_and_those_around_them() {
        let mut rng = SplitMix64::new(1);
        let (rows, words) = (9, 3);
        for _ in 0..200 {
            let mut is_changed = vec![[false; 192]; rows];
            let mut changes = Vec::new();
            for _ in 0..=rng.below(6) {
                let (row, place) = (rng.below(rows as u32) as usize, rng.below(192) as usize);
                is_changed[row][place] = true;
                changes.push(Touched::new(row, place / 64, 1 << (place % 64)));
            }
            let touched = touched(&merged(changes), rows as u32, words);
            assert!(touched.is_sorted_by_key(|word| (word.row, word.word)));
            for row in 0..rows {
                for place in 0..192 {
                    let found = touched
                        .iter()
                        .find(|found| (found.row as usize, found.word as usize) == (row, place / 64));
                    let bit = |bits: u64| bits >> (place % 64) & 1 != 0;
                    let is_near = (row.saturating_sub(1)..=(row + 1).min(rows - 1)).any(|row| {
                        (place.saturating_sub(1)..=(place + 1).min(191)).any(|place| is_changed[row][place])
                    });
                    assert_eq!(found.is_some_and(|found| bit(found.changed)), is_changed[row][place]);
                    assert_eq!(found.is_some_and(|found| bit(found.near)), is_near);
                }
            }
        }
    }

    #[test]
    fn the_places_of_ones_are_those_of_the_bits() {
        assert_eq!(ones(0).count(), 0);
        assert_eq!(ones(1 << 63 | 1 << 5 | 1).collect::<Vec<_>>(), [0, 5, 63]);
    }
}
