use super::{Entry, OpenList, Priority, TieBreak, Ties};
use crate::search::{OutOfMemory, StateId, count};

/// An unsorted array that is scanned for the best entry each time.
///
/// The naive list of the papers (Cazenave, III-A; Rayner, "Know whether to use a heap"): adding takes constant time,
/// taking out linear time. Good for small maps with few obstacles only.
#[derive(Debug, Default)]
pub struct Linear {
    entries: Vec<Entry>,
    ties: Ties,
}

impl OpenList for Linear {
    fn begin(&mut self, _: usize, _: u32, ties: TieBreak) -> Result<(), OutOfMemory> {
        self.entries.clear();
        self.ties = Ties::new(ties);
        Ok(())
    }

    fn push(&mut self, id: StateId, key: u64, g: u64) {
        let tie = self.ties.number(g);
        self.entries.push(Entry { priority: Priority { key, tie }, id: id.0 });
    }

    fn pop(&mut self) -> Option<StateId> {
        count::done(self.work());
        let best = self.entries.iter().enumerate().min_by_key(|(_, entry)| entry.priority)?.0;
        Some(StateId(self.entries.swap_remove(best).id))
    }

    fn work(&self) -> u64 {
        1 + self.entries.len() as u64
    }
}
