use crate::open::TieBreak;
use crate::search::StateId;

/// The open list of the searches at any angle: a heap that knows nothing of where its entries are. A corner that becomes better is
/// put in once more. The better entry comes out first; when the other one does, the corner is not open any more, and it is for
/// the search to pass over it.
///
/// The eight entries right below one lie together, so that their keys are a cache line: below the place p, which is the p % 8-th of
/// the group p / 8, it is the group p − 6. The first entry has the place 7.
#[derive(Debug, Default)]
pub(crate) struct AngleOpen {
    /// Of each entry f, and in the lowest bits the tie-break; [`NONE`] where there is no entry.
    keys: Vec<[u64; ARITY]>,
    /// The corners.
    ids: Vec<[StateId; ARITY]>,
    /// The place behind the last entry.
    end: usize,
    /// Whether the first entry has come out: the next that is put in takes its place, and most often goes not far from there.
    is_first_out: bool,
    ties: TieBreak,
    arrivals: u32,
}

const ARITY: usize = 8;
const FIRST: usize = ARITY - 1;
const NONE: u64 = u64::MAX;

/// As many bits of a key are the tie-break. What is left for f tells sums apart that differ by a part of 2³¹; others tie, and so
/// do those that are equal but for their rounding.
const TIE_BITS: u32 = 22;

/// The last of them.
const LAST: u32 = (1 << TIE_BITS) - 1;

impl AngleOpen {
    pub(super) fn begin(&mut self, ties: TieBreak) {
        self.keys.clear();
        self.ids.clear();
        self.grow();
        (self.end, self.is_first_out) = (FIRST, false);
        (self.ties, self.arrivals) = (ties, 0);
    }

    fn grow(&mut self) {
        self.keys.push([NONE; ARITY]);
        self.ids.push([StateId(0); ARITY]);
    }

    #[inline]
    pub(super) fn push(&mut self, id: StateId, f: f64, g: f64) {
        // As numbers, the bits of floating-point numbers that are not negative have the same order; the highest is their sign.
        let small = (g as f32).to_bits() >> (31 - TIE_BITS);
        let tie = match self.ties {
            TieBreak::SmallerG => small,
            TieBreak::LargerG => LAST - small,
            TieBreak::Fifo => self.arrival(),
            TieBreak::Lifo => LAST - self.arrival(),
        };
        let f = (f.to_bits() + (1 << (TIE_BITS - 2))) >> (TIE_BITS - 1);
        let key = f << TIE_BITS | u64::from(tie);
        if std::mem::take(&mut self.is_first_out) {
            self.sink(key, id);
        } else {
            self.rise(key, id);
        }
    }

    /// The number of an entry that is put in. After four millions all have the same.
    fn arrival(&mut self) -> u32 {
        self.arrivals = (self.arrivals + 1).min(LAST);
        self.arrivals
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<StateId> {
        if std::mem::take(&mut self.is_first_out) {
            self.end -= 1;
            let (group, at) = (self.end / ARITY, self.end % ARITY);
            let key = std::mem::replace(&mut self.keys[group][at], NONE);
            if self.end == FIRST {
                return None;
            }
            self.sink(key, self.ids[group][at]);
        }
        if self.end == FIRST {
            return None;
        }
        self.is_first_out = true;
        Some(self.ids[0][FIRST])
    }

    #[inline]
    fn put(&mut self, place: usize, key: u64, id: StateId) {
        self.keys[place / ARITY][place % ARITY] = key;
        self.ids[place / ARITY][place % ARITY] = id;
    }

    /// Puts an entry behind the last one, and up to where it belongs.
    #[inline]
    fn rise(&mut self, key: u64, id: StateId) {
        let mut place = self.end;
        self.end += 1;
        if place / ARITY == self.keys.len() {
            self.grow();
        }
        while place > FIRST {
            let above = place / ARITY + FIRST - 1;
            let other = self.keys[above / ARITY][above % ARITY];
            if other <= key {
                break;
            }
            self.put(place, other, self.ids[above / ARITY][above % ARITY]);
            place = above;
        }
        self.put(place, key, id);
    }

    /// Puts an entry in the place of the first one, and down to where it belongs.
    #[inline]
    fn sink(&mut self, key: u64, id: StateId) {
        let mut place = FIRST;
        loop {
            let group = place + 1 - FIRST;
            let Some(keys) = self.keys.get(group) else { break };
            // Comparisons of the form that turns into conditional moves: which one is least cannot be predicted.
            let less = |a: (u64, usize), b: (u64, usize)| if b.0 < a.0 { b } else { a };
            let two = |at: usize| less((keys[at], at), (keys[at + 1], at + 1));
            let (least, at) = less(less(two(0), two(2)), less(two(4), two(6)));
            if least >= key {
                break;
            }
            self.put(place, least, self.ids[group][at]);
            place = ARITY * group + at;
        }
        self.put(place, key, id);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use tautline_testkit::world::SplitMix64;

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

    /// Also where hardly a bit is the same.
    #[test]
    fn sums_around_a_power_of_two_tie() {
        let mut open = AngleOpen::default();
        open.begin(TieBreak::LargerG);
        open.push(StateId(0), 2f64.next_down(), 1.0);
        open.push(StateId(1), 2.0, 1.5);
        assert_eq!(open.pop(), Some(StateId(1)));
    }

    #[test]
    fn arrivals_are_counted_anew_for_each_search() {
        let mut open = AngleOpen { arrivals: u32::MAX - 1, ..Default::default() };
        open.begin(TieBreak::Fifo);
        (0..3).for_each(|id| open.push(StateId(id), 1.0, 1.0));
        assert_eq!([(); 3].map(|()| open.pop().unwrap().0), [0, 1, 2]);
    }

    /// However entries are put in and taken out between, the least comes out. Small numbers of groups and many.
    #[test]
    fn the_least_of_very_many_comes_out() {
        let mut rng = SplitMix64::new(5);
        let mut open = AngleOpen::default();
        for most in [3, 9, 70, 700] {
            open.begin(TieBreak::SmallerG);
            let mut expected = BTreeSet::new();
            for id in 0..20_000 {
                if expected.len() < most && rng.chance(60) {
                    let f = f64::from(rng.below(1 << 20));
                    open.push(StateId(id), f, f64::from(id));
                    expected.insert((f as u64, id));
                } else {
                    let Some(StateId(found)) = open.pop() else {
                        assert!(expected.is_empty());
                        continue;
                    };
                    let &(least, _) = expected.first().unwrap();
                    assert!(expected.remove(&(least, found)), "{found} is not one of the least");
                }
            }
        }
    }
}
