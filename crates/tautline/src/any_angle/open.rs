use crate::open::TieBreak;
use crate::search::StateId;

/// How many entries have a common one above them: four are a cache line.
const ARITY: usize = 4;

/// The open list of the searches at any angle: a heap of sixteen bytes an entry, which knows nothing of where its entries are. A
/// corner that becomes better is put in once more. The better entry comes out first; when the other one does, the corner is not
/// open any more, and it is for the search to pass over it.
#[derive(Debug, Default)]
pub(crate) struct AngleOpen {
    /// From the highest bits: f, the tie-break, and the number of the corner.
    entries: Vec<u128>,
    ties: TieBreak,
    arrivals: u32,
}

/// Of the bits of f so many are left out, by rounding: sums that are equal but for their rounding tie. As numbers, the bits of
/// floating-point numbers that are not negative have the same order.
const F_ROUNDED: u32 = 8;

/// And of those of g, to find room beside the number of the corner.
const G_ROUNDED: u32 = 32;

impl AngleOpen {
    pub(super) fn begin(&mut self, ties: TieBreak) {
        self.entries.clear();
        (self.ties, self.arrivals) = (ties, 0);
    }

    #[inline]
    pub(super) fn push(&mut self, id: StateId, f: f64, g: f64) {
        self.arrivals = self.arrivals.wrapping_add(1);
        let small = rounded(g, G_ROUNDED) as u32;
        let tie = match self.ties {
            TieBreak::SmallerG => small,
            TieBreak::LargerG => !small,
            TieBreak::Fifo => self.arrivals,
            TieBreak::Lifo => !self.arrivals,
        };
        let entry = u128::from(rounded(f, F_ROUNDED)) << 64 | u128::from(tie) << 32 | u128::from(id.0);
        let mut place = self.entries.len();
        self.entries.push(entry);
        while place > 0 {
            let above = (place - 1) / ARITY;
            if self.entries[above] <= entry {
                break;
            }
            self.entries[place] = self.entries[above];
            place = above;
        }
        self.entries[place] = entry;
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<StateId> {
        let last = self.entries.pop()?;
        let Some(&best) = self.entries.first() else { return Some(StateId(last as u32)) };
        let mut place = 0;
        while let Some(least) = self.least_child(place) {
            if self.entries[least] >= last {
                break;
            }
            self.entries[place] = self.entries[least];
            place = least;
        }
        self.entries[place] = last;
        Some(StateId(best as u32))
    }

    #[inline]
    fn least_child(&self, place: usize) -> Option<usize> {
        let first = place * ARITY + 1;
        // Comparisons of the form that turns into conditional moves: which child is least cannot be predicted.
        let less = |of: &[u128], a: usize, b: usize| if of[b] < of[a] { b } else { a };
        if let Some(all) = self.entries.get(first..first + ARITY) {
            return Some(first + less(all, less(all, 0, 1), less(all, 2, 3)));
        }
        let some = self.entries.get(first..).filter(|some| !some.is_empty())?;
        Some(first + (1..some.len()).fold(0, |least, child| less(some, least, child)))
    }
}

/// The bits of a number that is not negative, without so many of the lowest.
#[inline]
fn rounded(number: f64, bits: u32) -> u64 {
    (number.to_bits() + (1 << (bits - 1))) >> bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_out_by_f_and_then_by_the_tie_break() {
        let order = |ties| {
            let mut open = AngleOpen::default();
            open.begin(ties);
            for (id, f, g) in [(0, 3.0, 1.0), (1, 2.0, 1.0), (2, 3.0, 2.0), (3, 3.0, 0.5), (4, 9.0, 0.0)] {
                open.push(StateId(id), f, g);
            }
            std::iter::from_fn(|| open.pop()).map(|id| id.0).collect::<Vec<_>>()
        };
        assert_eq!(order(TieBreak::SmallerG), [1, 3, 0, 2, 4]);
        assert_eq!(order(TieBreak::LargerG), [1, 2, 0, 3, 4]);
        assert_eq!(order(TieBreak::Fifo), [1, 0, 2, 3, 4]);
        assert_eq!(order(TieBreak::Lifo), [1, 3, 2, 0, 4]);
    }

    #[test]
    fn sums_that_differ_by_their_rounding_tie() {
        let (a, b) = (0.1 + 0.2, 0.3);
        assert!(a > b, "by its rounding");
        let mut open = AngleOpen::default();
        open.begin(TieBreak::LargerG);
        open.push(StateId(0), 1.0 + b, 1.0);
        open.push(StateId(1), 1.0 + a, 2.0);
        assert_eq!(open.pop(), Some(StateId(1)));
    }

    #[test]
    fn large_sums_are_told_apart_and_infinity_comes_last() {
        let mut open = AngleOpen::default();
        open.begin(TieBreak::Lifo);
        for (id, f) in [(0, 5e9), (1, f64::INFINITY), (2, 6e9), (3, 1e300)] {
            open.push(StateId(id), f, f);
        }
        let order: Vec<u32> = std::iter::from_fn(|| open.pop()).map(|id| id.0).collect();
        assert_eq!(order, [0, 2, 3, 1]);
    }
}
