use super::{Entry, OpenList, Priority, TieBreak, Ties};
use crate::search::{OutOfMemory, StateId, zeroed};

/// How many children an entry has. Four keep the heap flat, and siblings next to each other in memory.
const ARITY: usize = 4;

/// A 4-ary heap that knows where each state is, so that an entry can be moved up when its key gets smaller.
#[derive(Debug, Default)]
pub struct Heap {
    entries: Vec<Entry>,
    /// The place of each state that is in the heap; anything for the others.
    places: Vec<u32>,
    ties: Ties,
}

impl OpenList for Heap {
    fn begin(&mut self, states: usize, _: u32, ties: TieBreak) -> Result<(), OutOfMemory> {
        if self.places.len() < states {
            self.places = Vec::new();
            self.places = zeroed(states)?;
        }
        self.entries.clear();
        self.ties = Ties::new(ties);
        Ok(())
    }

    fn push(&mut self, id: StateId, key: u64, g: u64) {
        let entry = self.entry(id, key, g);
        self.entries.push(entry);
        self.move_up(self.entries.len() - 1, entry);
    }

    fn improve(&mut self, id: StateId, key: u64, g: u64) {
        let place = self.places[id.index()] as usize;
        debug_assert_eq!(self.entries[place].id, id.0, "only states in the heap are improved");
        let entry = self.entry(id, key, g);
        // Where only the tie-break changes (greedy search orders by h alone) the entry may have to go down.
        if entry.priority <= self.entries[place].priority {
            self.move_up(place, entry);
        } else {
            self.move_down(place, entry);
        }
    }

    fn pop(&mut self) -> Option<StateId> {
        let last = self.entries.pop()?;
        let Some(&best) = self.entries.first() else { return Some(StateId(last.id)) };
        self.move_down(0, last);
        Some(StateId(best.id))
    }
}

impl Heap {
    fn entry(&mut self, id: StateId, key: u64, g: u64) -> Entry {
        Entry { priority: Priority { key, tie: self.ties.number(g) }, id: id.0 }
    }

    fn put(&mut self, place: usize, entry: Entry) {
        self.entries[place] = entry;
        self.places[entry.id as usize] = place as u32;
    }

    /// Puts `entry` at `place` or above it, moving down whatever is larger on the way.
    fn move_up(&mut self, mut place: usize, entry: Entry) {
        while place > 0 {
            let above = (place - 1) / ARITY;
            if self.entries[above].priority <= entry.priority {
                break;
            }
            self.put(place, self.entries[above]);
            place = above;
        }
        self.put(place, entry);
    }

    /// Puts `entry` at `place` or below it, moving up whatever is smaller on the way.
    fn move_down(&mut self, mut place: usize, entry: Entry) {
        while let Some(least) = self.least_child(place) {
            if self.entries[least].priority >= entry.priority {
                break;
            }
            self.put(place, self.entries[least]);
            place = least;
        }
        self.put(place, entry);
    }

    /// The child with the smallest priority.
    #[inline]
    fn least_child(&self, place: usize) -> Option<usize> {
        let first = place * ARITY + 1;
        // Comparisons of the form that turns into conditional moves: which child is least cannot be predicted.
        let less = |of: &[Entry], a: usize, b: usize| if of[b].priority < of[a].priority { b } else { a };
        if let Some(all) = self.entries.get(first..first + ARITY) {
            return Some(first + less(all, less(all, 0, 1), less(all, 2, 3)));
        }
        let some = self.entries.get(first..).filter(|some| !some.is_empty())?;
        Some(first + (1..some.len()).fold(0, |least, child| less(some, least, child)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Greedy search orders by h alone: a cheaper way changes the tie-break only, and may make it worse.
    #[test]
    fn an_improved_entry_may_have_to_go_down() {
        let mut heap = Heap::default();
        heap.begin(4, 0, TieBreak::LargerG).unwrap();
        for (id, g) in [(0, 9), (1, 5), (2, 4), (3, 3)] {
            heap.push(StateId(id), 7, g);
        }
        heap.improve(StateId(0), 7, 1);
        let order: Vec<u32> = std::iter::from_fn(|| heap.pop()).map(|id| id.0).collect();
        assert_eq!(order, [1, 2, 3, 0]);
    }
}
