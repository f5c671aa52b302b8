use std::collections::VecDeque;

use super::{OpenList, TieBreak};
use crate::search::{OutOfMemory, StateId};

/// First in, first out, whatever the keys: the open list of breadth-first search, and right only where states come in the
/// order of their keys anyway.
#[derive(Debug, Default)]
pub struct Queue {
    ids: VecDeque<StateId>,
}

impl OpenList for Queue {
    fn begin(&mut self, _: usize, _: u32, _: TieBreak) -> Result<(), OutOfMemory> {
        self.ids.clear();
        Ok(())
    }

    fn push(&mut self, id: StateId, _: u64, _: u64) {
        self.ids.push_back(id);
    }

    fn pop(&mut self) -> Option<StateId> {
        self.ids.pop_front()
    }
}
