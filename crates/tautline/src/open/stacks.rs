use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Entry, OpenList, Priority, TieBreak, Ties};
use crate::search::{OutOfMemory, StateId};

/// No entry: the end of a stack.
const NONE: u32 = u32::MAX;

/// Cazenave's array of stacks: one stack for each key, so that adding takes constant time and taking out nearly so.
///
/// The stacks are linked lists in one pool (the paper's pre-allocated array), and the array is a ring: keys in use lie
/// close together, as a step raises f by twice its cost at most. When a key comes that the ring cannot hold, it grows;
/// when a key comes below the current one, the current one goes back (III-C, last paragraph but one).
///
/// Where a stack holds more than one key (exact octile lengths: one stack for each 64th of a tile), or ties are not
/// broken by the last one first, the stack whose turn it is is turned into a small heap, in front of the others. The
/// order is exact in every case.
///
/// T. Cazenave: *Optimizations of data structures, heuristics and algorithms for path-finding on maps*, CIG 2006.
#[derive(Debug, Default)]
pub struct Stacks {
    /// For each stack its topmost entry in the pool, at the stack's number modulo the length, a power of two.
    tops: Vec<u32>,
    pool: Vec<Pooled>,
    /// The first of the pool's unused entries.
    unused: u32,
    /// The stack whose turn it is; no entry is in a stack below it.
    current: u64,
    /// The last stack that may have an entry.
    last: u64,
    /// How many entries there are in the stacks.
    stacked: usize,
    /// The entries of the current stack and of any below, where they have to be ordered.
    front: BinaryHeap<Reverse<Entry>>,
    ordered: bool,
    shift: u32,
    ties: Ties,
}

#[derive(Clone, Copy, Debug)]
struct Pooled {
    entry: Entry,
    /// The entry below it in its stack, or the next unused one.
    next: u32,
}

impl OpenList for Stacks {
    fn begin(&mut self, _: usize, stack_shift: u32, ties: TieBreak) -> Result<(), OutOfMemory> {
        if self.stacked > 0 {
            for stack in self.current..=self.last {
                let slot = self.slot(stack);
                self.tops[slot] = NONE;
            }
            self.stacked = 0;
        }
        self.pool.clear();
        self.unused = NONE;
        self.front.clear();
        self.ordered = stack_shift > 0 || ties != TieBreak::Lifo;
        self.shift = stack_shift;
        self.ties = Ties::new(ties);
        Ok(())
    }

    fn push(&mut self, id: StateId, key: u64, g: u64) {
        let stack = key >> self.shift;
        let entry = Entry { priority: Priority { key, tie: self.ties.number(g) }, id: id.0 };
        if self.stacked == 0 && self.front.is_empty() {
            (self.current, self.last) = (stack, stack);
        }
        if self.ordered && stack <= self.current {
            self.front.push(Reverse(entry));
        } else {
            self.put(stack, entry);
        }
    }

    fn pop(&mut self) -> Option<StateId> {
        if let Some(Reverse(entry)) = self.front.pop() {
            return Some(StateId(entry.id));
        }
        if self.stacked == 0 {
            return None;
        }
        while self.tops[self.slot(self.current)] == NONE {
            self.current += 1;
        }
        if !self.ordered {
            return self.take().map(|entry| StateId(entry.id));
        }
        let mut entries = std::mem::take(&mut self.front).into_vec();
        while let Some(entry) = self.take() {
            entries.push(Reverse(entry));
        }
        self.front = entries.into();
        self.front.pop().map(|Reverse(entry)| StateId(entry.id))
    }
}

impl Stacks {
    fn slot(&self, stack: u64) -> usize {
        stack as usize & (self.tops.len() - 1)
    }

    /// Puts an entry on top of a stack.
    fn put(&mut self, stack: u64, entry: Entry) {
        let (current, last) = (self.current.min(stack), self.last.max(stack));
        if last - current >= self.tops.len() as u64 {
            self.grow((last - current + 1) as usize);
        }
        (self.current, self.last) = (current, last);
        let slot = self.slot(stack);
        let pooled = Pooled { entry, next: self.tops[slot] };
        if self.unused == NONE {
            self.tops[slot] = self.pool.len() as u32;
            self.pool.push(pooled);
        } else {
            self.tops[slot] = self.unused;
            let place = &mut self.pool[self.unused as usize];
            self.unused = place.next;
            *place = pooled;
        }
        self.stacked += 1;
    }

    /// Takes the topmost entry of the current stack.
    fn take(&mut self) -> Option<Entry> {
        let slot = self.slot(self.current);
        let top = self.tops[slot];
        let pooled = self.pool.get_mut(top as usize)?;
        self.tops[slot] = pooled.next;
        pooled.next = self.unused;
        self.unused = top;
        self.stacked -= 1;
        Some(pooled.entry)
    }

    /// Makes the ring large enough for this many stacks.
    #[cold]
    fn grow(&mut self, stacks: usize) {
        let tops = vec![NONE; stacks.next_power_of_two().max(64)];
        let old = std::mem::replace(&mut self.tops, tops);
        if self.stacked > 0 {
            for stack in self.current..=self.last {
                let slot = self.slot(stack);
                self.tops[slot] = old[stack as usize & (old.len() - 1)];
            }
        }
    }
}
