use super::{OpenList, TieBreak};
use crate::search::{OutOfMemory, StateId};

/// Nothing: the end of a stack.
const NONE: u32 = u32::MAX;

/// Cazenave's array of stacks as it is printed: a stack for each key, the last one first.
///
/// It is for keys that lie close together, as those of whole-number costs without a weight do: with a consistent heuristic a step raises
/// f by twice its cost at most, so that no state of the list is further behind the first one. [`Stacks`](super::Stacks) is for all
/// others, and for other ties. The array is a ring, which grows when a key comes that it cannot hold; a bit for each of its places says
/// whether there is a stack.
#[derive(Debug)]
pub struct PlainStacks {
    /// The topmost entry of each stack, in a ring whose length is a power of two.
    tops: Vec<u32>,
    /// A bit for each stack that is not empty; where it has become so, the bit stays until the next look at the stack.
    occupied: Vec<u64>,
    /// No key is smaller or larger than these.
    first: u64,
    last: u64,
    count: usize,
    /// The states with what is below them in their stacks, or what was released before them.
    entries: Vec<(u32, u32)>,
    /// The entry that was released last.
    unused: u32,
}

impl Default for PlainStacks {
    fn default() -> Self {
        Self {
            tops: vec![NONE; 64],
            occupied: vec![0],
            first: 0,
            last: 0,
            count: 0,
            entries: Vec::new(),
            unused: NONE,
        }
    }
}

impl OpenList for PlainStacks {
    /// Whatever the ties should be, the last one comes first.
    fn begin(&mut self, _: usize, _: u32, _: TieBreak) -> Result<(), OutOfMemory> {
        if self.count > 0 {
            self.tops.fill(NONE);
            self.occupied.fill(0);
        }
        self.entries.clear();
        (self.count, self.unused) = (0, NONE);
        Ok(())
    }

    #[inline]
    fn push(&mut self, id: StateId, key: u64, _: u64) {
        if self.count == 0 {
            (self.first, self.last) = (key, key);
        }
        if key < self.first || key - self.first >= self.tops.len() as u64 {
            self.make_room(key);
        }
        self.last = key.max(self.last);
        self.count += 1;
        let place = key as usize & (self.tops.len() - 1);
        let entry = (id.0, self.tops[place]);
        self.occupied[place / 64] |= 1 << (place % 64);
        self.tops[place] = if let Some(slot) = self.entries.get_mut(self.unused as usize) {
            let next = slot.1;
            *slot = entry;
            std::mem::replace(&mut self.unused, next)
        } else {
            self.entries.push(entry);
            self.entries.len() as u32 - 1
        };
    }

    #[inline]
    fn pop(&mut self) -> Option<StateId> {
        if self.count == 0 {
            return None;
        }
        let mut place = self.first as usize & (self.tops.len() - 1);
        if self.tops[place] == NONE {
            place = self.next_place();
        }
        let top = &mut self.tops[place];
        let slot = &mut self.entries[*top as usize];
        let (id, below) = *slot;
        slot.1 = std::mem::replace(&mut self.unused, *top);
        *top = below;
        self.count -= 1;
        Some(StateId(id))
    }
}

impl PlainStacks {
    /// It is not for steps that cost more: there would be a place for every cost between.
    pub const DEAREST: u32 = 1000;

    /// The place of the first stack that is not empty; there is one.
    fn next_place(&mut self) -> usize {
        loop {
            let place = self.first as usize & (self.tops.len() - 1);
            let ahead = self.occupied[place / 64] >> (place % 64);
            if ahead == 0 {
                self.first = (self.first | 63) + 1;
                continue;
            }
            self.first += u64::from(ahead.trailing_zeros());
            let place = place + ahead.trailing_zeros() as usize;
            if self.tops[place] != NONE {
                return place;
            }
            self.occupied[place / 64] ^= 1 << (place % 64);
        }
    }

    /// Makes the ring reach from the smallest to the largest key, this one among them.
    #[cold]
    fn make_room(&mut self, key: u64) {
        let (first, last) = (self.first.min(key), self.last.max(key));
        let size = (last - first + 1).next_power_of_two().max(64) as usize;
        if size > self.tops.len() {
            let old = std::mem::replace(&mut self.tops, vec![NONE; size]);
            self.occupied = vec![0; size / 64];
            for key in self.first..=self.last.min(self.first + old.len() as u64 - 1) {
                let (from, to) = (key as usize & (old.len() - 1), key as usize & (size - 1));
                self.tops[to] = old[from];
                self.occupied[to / 64] |= u64::from(old[from] != NONE) << (to % 64);
            }
        }
        (self.first, self.last) = (first, last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline_testkit::world::SplitMix64;

    /// The state that came last of those with the smallest key.
    fn best(list: &[(u64, u32)]) -> Option<usize> {
        (0..list.len()).rev().min_by_key(|&place| list[place].0)
    }

    #[test]
    fn the_last_one_with_the_smallest_key_comes_first() {
        let mut rng = SplitMix64::new(11);
        let mut stacks = PlainStacks::default();
        for round in 0..300u32 {
            stacks.begin(0, 0, TieBreak::Lifo).unwrap();
            let (spread, mut lowest) = (rng.pick(&[1, 3, 70, 5000]), u64::from(rng.below(1000)));
            let mut list: Vec<(u64, u32)> = Vec::new();
            for id in 0..400 {
                if rng.chance(60) {
                    // Now and then below all others.
                    lowest = lowest.saturating_sub(u64::from(rng.below(spread / 3 + 1)));
                    let key = lowest + u64::from(rng.below(spread));
                    list.push((key, id));
                    stacks.push(StateId(id), key, 0);
                } else {
                    let expected = best(&list).map(|place| list.remove(place));
                    lowest = expected.map_or(lowest, |(key, _)| key);
                    assert_eq!(stacks.pop(), expected.map(|(_, id)| StateId(id)), "round {round}");
                }
            }
        }
    }
}
