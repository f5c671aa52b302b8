/// The open list of the searches over cones: a heap of one word for each node, its f rounded down and its number.
///
/// A key has the upper bits of f, 26 of them behind the first digit, so that it is less than f by a part of 2²⁶ at most. A search
/// ends only when no key is less than the length of its path: rounding costs some expansions, and no optimum.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    keys: Vec<u64>,
}

const ARITY: usize = 4;

/// As many bits of a key are the number of the node.
const NUMBER_BITS: u32 = 27;
const NUMBERS: u64 = (1 << NUMBER_BITS) - 1;

/// A node of the queue, as [`Queue`] orders them.
#[inline]
fn key(f: f64, number: u32) -> u64 {
    // Lengths are not negative: as numbers, their bits have the same order without the sign.
    (f.to_bits() << 1) & !NUMBERS | u64::from(number)
}

impl Queue {
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
    }

    /// Not more than the least f of all nodes; infinite if there are none.
    #[inline]
    pub(crate) fn least(&self) -> f64 {
        self.keys.first().map_or(f64::INFINITY, |&key| f64::from_bits((key & !NUMBERS) >> 1))
    }

    /// Puts in a node, whose number is less than 2²⁷.
    #[inline]
    pub(crate) fn push(&mut self, f: f64, number: u32) {
        let key = key(f, number);
        let mut at = self.keys.len();
        self.keys.push(key);
        while at > 0 {
            let above = (at - 1) / ARITY;
            if self.keys[above] <= key {
                break;
            }
            self.keys[at] = self.keys[above];
            at = above;
        }
        self.keys[at] = key;
    }

    /// Takes out the node with the least f.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        let last = self.keys.pop()?;
        let Some(&first) = self.keys.first() else { return Some((last & NUMBERS) as u32) };
        let keys = &mut self.keys[..];
        let mut at = 0;
        loop {
            let below = ARITY * at + 1;
            let (least, place) = if let Some(&[a, b, c, d]) = keys.get(below..below + ARITY) {
                // Comparisons of the form that turns into conditional moves: which one is least cannot be predicted.
                let less = |a: (u64, usize), b: (u64, usize)| if b.0 < a.0 { b } else { a };
                less(less((a, below), (b, below + 1)), less((c, below + 2), (d, below + 3)))
            } else {
                let rest = keys.iter().copied().enumerate().skip(below);
                let Some((place, least)) = rest.min_by_key(|&(_, key)| key) else { break };
                (least, place)
            };
            if least >= last {
                break;
            }
            keys[at] = least;
            at = place;
        }
        keys[at] = last;
        Some((first & NUMBERS) as u32)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use tautline_testkit::world::SplitMix64;

    #[test]
    fn the_least_of_many_comes_out_and_its_f_is_not_overestimated() {
        let mut rng = SplitMix64::new(6);
        let (mut queue, mut expected) = (Queue::default(), BTreeSet::new());
        for most in [1, 6, 50, 3000] {
            for number in 0..20_000 {
                if expected.len() < most && rng.chance(55) {
                    let f = f64::from(rng.below(1 << 24)) / 64.0;
                    queue.push(f, number);
                    expected.insert(key(f, number));
                    continue;
                }
                let least = expected.pop_first();
                if let Some(least) = least {
                    let f = f64::from_bits((least & !NUMBERS) >> 1);
                    assert_eq!(queue.least().to_bits(), f.to_bits());
                }
                assert_eq!(queue.pop(), least.map(|key| (key & NUMBERS) as u32));
            }
        }
        queue.clear();
        assert_eq!((queue.least().to_bits(), queue.pop()), (f64::INFINITY.to_bits(), None));
        queue.push(1000.1, 3);
        assert!((1000.099..=1000.1).contains(&queue.least()), "{}", queue.least());
    }
}
