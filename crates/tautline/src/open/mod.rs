//! Open lists: where a search keeps the states that it has found and not yet expanded.
//!
//! All of them order by a whole-number key (see [`Cost::key`](crate::moves::Cost::key)) and break ties as asked.

mod heap;
mod linear;
mod plain_stacks;
mod queue;
mod stacks;
mod tie_break;

pub use heap::Heap;
pub use linear::Linear;
pub use plain_stacks::PlainStacks;
pub use queue::Queue;
pub use stacks::Stacks;
pub use tie_break::TieBreak;

use crate::search::{OutOfMemory, StateId};
use tie_break::Ties;

/// A list of open states.
pub trait OpenList: Default + Send + 'static {
    /// Empties the list for a search over this many states. `stack_shift` is the costs'
    /// [`STACK_SHIFT`](crate::moves::Cost::STACK_SHIFT).
    fn begin(&mut self, states: usize, stack_shift: u32, ties: TieBreak) -> Result<(), OutOfMemory>;

    /// Adds a state that is not in the list, ordered by `key`; `g` is the key of the cost to get there.
    fn push(&mut self, id: StateId, key: u64, g: u64);

    /// A cheaper way was found to a state that is in the list. A list may keep the old entry besides the new one, which
    /// is taken first as its key is smaller: the search skips states that have been expanded. (A state that
    /// comes back after it was expanded comes with a smaller key than it ever had, so that this stays right.)
    fn improve(&mut self, id: StateId, key: u64, g: u64) {
        self.push(id, key, g);
    }

    /// Takes out a state with the smallest key.
    fn pop(&mut self) -> Option<StateId>;

    /// How many units of work that is at most (see [`Limits::MOST_WORK`](crate::search::Limits::MOST_WORK)).
    fn work(&self) -> u64 {
        1
    }
}

/// What entries are ordered by: the key, then the tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Priority {
    key: u64,
    tie: u64,
}

impl Priority {
    /// Both as one number: a comparison without a branch that could be mispredicted.
    #[inline]
    fn number(self) -> u128 {
        u128::from(self.key) << 64 | u128::from(self.tie)
    }
}

impl Ord for Priority {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.number().cmp(&other.number())
    }
}

impl PartialOrd for Priority {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }

    #[inline]
    fn lt(&self, other: &Self) -> bool {
        self.number() < other.number()
    }
}

/// A state in a list.
#[derive(Clone, Copy, Debug)]
struct Entry {
    priority: Priority,
    id: u32,
}

/// Entries are ordered by their priorities.
impl Ord for Entry {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.priority.cmp(&other.priority)
    }
}

impl PartialOrd for Entry {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.priority == other.priority
    }
}

impl Eq for Entry {}
