/// The open list of `jps` and `jps-plus`: stacks of states whose f is nearly the same (Cazenave's array of stacks, on a quantised f).
///
/// Putting in and taking out cost no comparisons, so nothing that a processor would guess wrong, as it does with half of what a
/// heap compares. The price is that the states of one stack come in no order, and the search must know: it expands a state
/// again when a shorter way to it is found, and when the goal is in sight, it goes on with the states that promise less
/// ([`forget_from`](Self::forget_from)).
///
/// Of two entries for the same state, the later and shorter one comes out first: it is in an earlier stack, or higher in the
/// same.
///
/// Only [`WINDOW`] stacks are kept. What is farther away waits in one list, most of it until the search is over; it is sorted
/// into stacks when they have all become empty.
#[derive(Debug)]
pub(crate) struct StackQueue<E> {
    stacks: [Vec<E>; WINDOW as usize],
    /// A bit for each stack that is not empty.
    filled: u64,
    /// The number of the first stack.
    first: u64,
    /// Entries and the numbers of their stacks behind the window.
    far: Vec<(u64, E)>,
    /// No entry from here on is kept.
    end: Option<E>,
}

/// How many stacks there are: as many as a word has bits.
const WINDOW: u64 = 64;

impl<E> Default for StackQueue<E> {
    fn default() -> Self {
        let stacks = std::array::from_fn(|_| Vec::new());
        Self { stacks, filled: 0, first: 0, far: Vec::new(), end: None }
    }
}

impl<E: Copy + Ord> StackQueue<E> {
    /// Forgets everything; no entry will belong to an earlier stack than this one.
    pub(crate) fn begin(&mut self, first: u64) {
        self.clear_stacks(self.filled);
        self.far.clear();
        self.first = first;
        self.end = None;
    }

    fn clear_stacks(&mut self, mut which: u64) {
        self.filled &= !which;
        while which != 0 {
            self.stacks[which.trailing_zeros() as usize].clear();
            which &= which - 1;
        }
    }

    /// Puts something on a stack.
    #[inline]
    pub(crate) fn push(&mut self, stack: u64, entry: E) {
        if self.end.is_some_and(|end| entry >= end) {
            return;
        }
        let place = stack.wrapping_sub(self.first);
        if place < WINDOW {
            self.filled |= 1 << place;
            self.stacks[place as usize].push(entry);
        } else {
            self.far.push((stack, entry));
        }
    }

    /// Takes the last entry from the first stack that has one.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<E> {
        if self.filled == 0 {
            self.move_on()?;
        }
        let stack = &mut self.stacks[self.filled.trailing_zeros() as usize];
        let entry = stack.pop();
        if stack.is_empty() {
            self.filled &= self.filled - 1;
        }
        entry
    }

    /// Moves the window to the first of the entries that are far away, if there are any.
    #[cold]
    #[inline(never)]
    fn move_on(&mut self) -> Option<()> {
        let Self { stacks, filled, first, far, .. } = self;
        *first = far.iter().map(|&(stack, _)| stack).min()?;
        far.retain(|&(stack, entry)| {
            let place = stack - *first;
            if place < WINDOW {
                *filled |= 1 << place;
                stacks[place as usize].push(entry);
            }
            place >= WINDOW
        });
        Some(())
    }

    /// Forgets every entry that is not smaller than this, and all such that will be put in. It must not belong to a later stack
    /// than the last entry that was taken out.
    pub(crate) fn forget_from(&mut self, end: E) {
        self.end = Some(end);
        self.far.clear();
        // All that is smaller is in the first stack.
        self.clear_stacks(self.filled & self.filled.wrapping_sub(1));
        if self.filled != 0 {
            let stack = &mut self.stacks[self.filled.trailing_zeros() as usize];
            stack.retain(|&entry| entry < end);
            if stack.is_empty() {
                self.filled = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline_testkit::world::SplitMix64;

    /// Entries of one stack: eight values of a key.
    fn stack(entry: u64) -> u64 {
        entry >> 3
    }

    #[test]
    fn stacks_come_in_order_and_the_last_of_a_stack_first() {
        let mut queue = StackQueue::default();
        let mut rng = SplitMix64::new(1);
        for round in 0..200 {
            let first = u64::from(rng.below(1000));
            queue.begin(stack(first));
            // What is open, in the order it was put in.
            let mut open: Vec<u64> = Vec::new();
            let mut now = first;
            for _ in 0..rng.below(2000) {
                for _ in 0..rng.below(if round % 2 == 0 { 4 } else { 2 }) {
                    let reach = if rng.below(4) == 0 { 9000 } else { 100 };
                    let entry = (now & !7) + u64::from(rng.below(reach));
                    queue.push(stack(entry), entry);
                    open.push(entry);
                }
                let expected =
                    (0..open.len()).rev().min_by_key(|&at| stack(open[at])).map(|at| open.remove(at));
                assert_eq!(queue.pop(), expected);
                now = expected.unwrap_or(now);
            }
        }
    }

    #[test]
    fn what_is_not_smaller_is_forgotten_and_not_taken_in_again() {
        let mut queue = StackQueue::default();
        queue.begin(1);
        for entry in [9, 14, 10, 12, 17, 4000] {
            queue.push(stack(entry), entry);
        }
        queue.forget_from(12);
        for entry in [12, 11, 30] {
            queue.push(stack(entry), entry);
        }
        assert_eq!([queue.pop(), queue.pop(), queue.pop(), queue.pop()], [Some(11), Some(10), Some(9), None]);
        queue.begin(0);
        queue.push(stack(13), 13);
        assert_eq!(queue.pop(), Some(13), "a new search forgets the end of the last");
        queue.push(stack(4000), 4000);
        queue.forget_from(12);
        assert_eq!(queue.pop(), None);
    }
}
