use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Entry, OpenList, Priority, TieBreak, Ties};
use crate::search::{OutOfMemory, StateId};

/// Nothing: the end of a list.
const NONE: u32 = u32::MAX;

/// So many stacks may stand in one place; what comes behind them goes to the heap.
const MOST_STACKS: usize = 8;

/// The ring grows up to this many places: enough for octile lengths 64 tiles apart.
const MOST_PLACES: u64 = 1 << 14;

/// Cazenave's array of stacks: one stack for each key, so that adding takes constant time and taking out nearly so.
///
/// The paper's array has a place for every possible f. Here it is a ring, as the keys in use lie close together (a step
/// raises f by twice its cost at most); it grows when a key comes that it cannot hold, and where keys are very far apart a
/// place stands for several of them. A bit for each place says whether there is a stack, so that 64 empty places are
/// passed at once. When a key comes that is below the current one, the
/// current one goes back (III-C, last paragraph but one). States are linked into their stacks in one pool, the paper's
/// pre-allocated array.
///
/// With whole-number costs each key has a place of its own; with exact octile lengths a place stands for a 256th of a
/// tile. Where several keys fall into one place, their stacks stand there in order, and where they are many (large weights,
/// ties by g) the rest goes to a heap beside the ring. So the order is exact in every case, and no operation takes more
/// than logarithmic time.
///
/// Ties: the last one first as in the paper; the first one first by adding at the bottom; by g with a stack for each pair
/// of key and g.
///
/// T. Cazenave: *Optimizations of data structures, heuristics and algorithms for path-finding on maps*, CIG 2006.
#[derive(Debug, Default)]
pub struct Stacks {
    /// For each place its first stack, in a ring whose length is a power of two.
    places: Vec<u32>,
    /// A bit for each place that has a stack.
    occupied: Vec<u64>,
    /// The first and the last place that may have a stack, counted without the ring.
    current: u64,
    last: u64,
    /// The stack with the smallest key, where it is known; nothing otherwise.
    first: u32,
    pool: Pool<Stack>,
    entries: Pool<Arrived>,
    /// What would have stood too far behind in its place.
    heap: BinaryHeap<Reverse<Entry>>,
    /// How many low bits of a key do not choose its place.
    shift: u32,
    ties: Ties,
}

#[derive(Clone, Copy, Debug)]
struct Stack {
    priority: Priority,
    /// Its topmost and its lowest entry; both nothing when it is empty. It is given up when its turn comes.
    top: u32,
    bottom: u32,
}

/// A state in a stack.
#[derive(Clone, Copy, Debug)]
struct Arrived {
    id: u32,
    /// As how many-eth entry it came.
    arrival: u32,
}

impl OpenList for Stacks {
    fn begin(&mut self, _: usize, stack_shift: u32, ties: TieBreak) -> Result<(), OutOfMemory> {
        self.first = NONE;
        while self.next_stack().is_some() {}
        self.pool.clear();
        self.entries.clear();
        self.heap.clear();
        self.shift = stack_shift;
        self.ties = Ties::new(ties);
        Ok(())
    }

    #[inline]
    fn push(&mut self, id: StateId, key: u64, g: u64) {
        let tie = self.ties.number(g);
        let by_g = matches!(self.ties.rule, TieBreak::LargerG | TieBreak::SmallerG);
        let Some(stack) = self.stack_of(Priority { key, tie: if by_g { tie } else { 0 } }) else {
            return self.heap.push(Reverse(Entry { priority: Priority { key, tie }, id: id.0 }));
        };
        let stack = &mut self.pool.items[stack as usize].item;
        let arrived = Arrived { id: id.0, arrival: self.ties.count() as u32 };
        if self.ties.rule == TieBreak::Fifo && stack.top != NONE {
            let entry = self.entries.take(arrived, NONE);
            self.entries.items[stack.bottom as usize].next = entry;
            stack.bottom = entry;
        } else {
            let entry = self.entries.take(arrived, stack.top);
            if stack.top == NONE {
                stack.bottom = entry;
            }
            stack.top = entry;
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<StateId> {
        if !self.heap.is_empty() {
            return self.pop_stack_or_heap();
        }
        loop {
            if let Some(id) = self.take_first() {
                return Some(id);
            }
            self.next_stack()?;
        }
    }
}

impl Stacks {
    /// The topmost state of the first stack, if that is known and not empty.
    #[inline]
    fn take_first(&mut self) -> Option<StateId> {
        let stack = &mut self.pool.items.get_mut(self.first as usize)?.item;
        if stack.top == NONE {
            return None;
        }
        let (Arrived { id, .. }, below) = self.entries.release(stack.top);
        stack.top = below;
        Some(StateId(id))
    }

    /// Takes whichever comes first. Out of line, so that the common case stays small.
    #[inline(never)]
    fn pop_stack_or_heap(&mut self) -> Option<StateId> {
        let stacked = loop {
            if let Some(priority) = self.first_priority() {
                break Some(priority);
            }
            if self.next_stack().is_none() {
                break None;
            }
        };
        let Reverse(in_heap) = self.heap.peek()?;
        if stacked.is_some_and(|stacked| stacked < in_heap.priority) {
            self.take_first()
        } else {
            self.heap.pop().map(|Reverse(entry)| StateId(entry.id))
        }
    }

    /// The priority of the first stack's topmost state, with the tie-break as the heap has it.
    fn first_priority(&self) -> Option<Priority> {
        let stack = &self.pool.items.get(self.first as usize)?.item;
        let arrival = u64::from(self.entries.items.get(stack.top as usize)?.item.arrival);
        let tie = match self.ties.rule {
            TieBreak::LargerG | TieBreak::SmallerG => stack.priority.tie,
            TieBreak::Lifo => !arrival,
            TieBreak::Fifo => arrival,
        };
        Some(Priority { key: stack.priority.key, tie })
    }

    /// Gives up the first stack, which is empty if it is known, and finds the one after it.
    fn next_stack(&mut self) -> Option<()> {
        if self.first != NONE {
            let place = self.next_place();
            let (_, next) = self.pool.release(self.first);
            self.places[place] = next;
            if next == NONE {
                self.occupied[place / 64] &= !(1 << (place % 64));
            }
        }
        self.first = NONE;
        if self.pool.used == 0 {
            return None;
        }
        let place = self.next_place();
        self.first = self.places[place];
        Some(())
    }

    /// The first place with a stack; there is one.
    fn next_place(&mut self) -> usize {
        loop {
            let place = self.current as usize & (self.places.len() - 1);
            let ahead = self.occupied[place / 64] >> (place % 64);
            if ahead != 0 {
                self.current += u64::from(ahead.trailing_zeros());
                return place + ahead.trailing_zeros() as usize;
            }
            self.current = (self.current | 63) + 1;
        }
    }

    /// The stack of a priority, a new one if there is none; nothing if there are too many before it in its place.
    #[inline]
    fn stack_of(&mut self, priority: Priority) -> Option<u32> {
        let mut number = priority.key >> self.shift;
        if self.pool.used == 0 {
            (self.current, self.last) = (number, number);
        }
        if number < self.current || number - self.current >= self.places.len() as u64 {
            self.make_room(priority.key);
            number = priority.key >> self.shift;
        }
        self.last = self.last.max(number);
        let place = number as usize & (self.places.len() - 1);
        let mut before = NONE;
        let mut passed = 0;
        let mut stack = self.places[place];
        while let Some(found) = self.pool.items.get(stack as usize) {
            if found.item.priority >= priority {
                if found.item.priority == priority {
                    return Some(stack);
                }
                break;
            }
            passed += 1;
            if passed == MOST_STACKS {
                return None;
            }
            (before, stack) = (stack, found.next);
        }
        let new = self.pool.take(Stack { priority, top: NONE, bottom: NONE }, stack);
        if self.pool.items.get(self.first as usize).is_none_or(|first| priority < first.item.priority) {
            // Whatever comes next has to be looked for again.
            self.first = NONE;
        }
        if before == NONE {
            self.places[place] = new;
            self.occupied[place / 64] |= 1 << (place % 64);
        } else {
            self.pool.items[before as usize].next = new;
        }
        Some(new)
    }

    /// Makes the ring reach from the place of a key to the last, or from the current one to it: by more places, or, where
    /// they would be too many, by places that stand for more keys each.
    #[cold]
    fn make_room(&mut self, key: u64) {
        let number = key >> self.shift;
        let (mut first, mut last) = (self.current.min(number), self.last.max(number));
        let mut coarser = 0;
        while last - first >= MOST_PLACES {
            (first, last, coarser) = (first >> 1, last >> 1, coarser + 1);
        }
        let size = (last - first + 1).next_power_of_two().max(64) as usize;
        if coarser > 0 || size > self.places.len() {
            let mut stack = self.unlink_all();
            let size = size.max(self.places.len());
            self.places.resize(size, NONE);
            self.occupied.resize(size / 64, 0);
            self.shift += coarser;
            // The list begins with the largest key, so that the smallest comes to stand first in its place.
            while let Some(Linked { item, next }) = self.pool.items.get_mut(stack as usize) {
                let place = (item.priority.key >> self.shift) as usize & (size - 1);
                let after = std::mem::replace(next, self.places[place]);
                self.places[place] = std::mem::replace(&mut stack, after);
                self.occupied[place / 64] |= 1 << (place % 64);
            }
        }
        (self.current, self.last) = (first, last);
    }

    /// Empties the ring; returns all stacks in one list, the largest key first.
    fn unlink_all(&mut self) -> u32 {
        let mut list = NONE;
        let mut left = self.pool.used;
        while left > 0 {
            let place = self.next_place();
            let mut stack = std::mem::replace(&mut self.places[place], NONE);
            while let Some(linked) = self.pool.items.get_mut(stack as usize) {
                let after = std::mem::replace(&mut linked.next, list);
                list = std::mem::replace(&mut stack, after);
                left -= 1;
            }
            self.occupied[place / 64] &= !(1 << (place % 64));
        }
        list
    }
}

/// Things in linked lists that are used again after they were released.
#[derive(Debug)]
struct Pool<T> {
    items: Vec<Linked<T>>,
    /// The first of the released ones.
    unused: u32,
    /// How many are not released.
    used: usize,
}

#[derive(Clone, Copy, Debug)]
struct Linked<T> {
    item: T,
    next: u32,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self { items: Vec::new(), unused: NONE, used: 0 }
    }
}

impl<T: Copy> Pool<T> {
    fn clear(&mut self) {
        self.items.clear();
        self.unused = NONE;
        self.used = 0;
    }

    #[inline]
    fn take(&mut self, item: T, next: u32) -> u32 {
        self.used += 1;
        let linked = Linked { item, next };
        if let Some(place) = self.items.get_mut(self.unused as usize) {
            let number = std::mem::replace(&mut self.unused, place.next);
            *place = linked;
            number
        } else {
            self.items.push(linked);
            self.items.len() as u32 - 1
        }
    }

    /// Gives one back; returns it and the one that it was linked to.
    #[inline]
    fn release(&mut self, number: u32) -> (T, u32) {
        self.used -= 1;
        let place = &mut self.items[number as usize];
        let Linked { item, next } = *place;
        place.next = std::mem::replace(&mut self.unused, number);
        (item, next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Many keys in one place are no long list: that would make a search quadratic.
    #[test]
    fn a_crowded_place_spills_into_the_heap_and_stays_in_order() {
        for ties in [TieBreak::Lifo, TieBreak::SmallerG] {
            let mut stacks = Stacks::default();
            stacks.begin(1, 20, ties).unwrap();
            for id in 0..1000 {
                stacks.push(StateId(id), u64::from(id * 7 % 1000), 0);
            }
            assert!(stacks.heap.len() > 900, "{} in the heap", stacks.heap.len());
            let keys: Vec<u32> = std::iter::from_fn(|| stacks.pop()).map(|id| id.0 * 7 % 1000).collect();
            assert!(keys.iter().copied().eq(0..1000), "{ties:?}");
        }
    }
}
