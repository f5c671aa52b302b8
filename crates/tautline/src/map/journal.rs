use std::ops::RangeInclusive;

use super::Revision;
use super::revision::Reserve;
use crate::geometry::Rect;

/// Where a map has changed and when, so that what is derived from the map can be updated there alone.
///
/// It has a list of all blocks of cells that have changed, with the state that the last change of each led to, in the order of these
/// changes. So it forgets no change, however many edits there are, and a block that changes again takes no more room. A change takes
/// constant time for each block that it touches. To list the blocks that have changed since a state takes time in proportion to their
/// number. The journal takes 16 bytes for each block of the map, a quarter of a bit for each cell, from the first change on.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    /// The states that the map has been in, those that followed each other as a range. The oldest range first.
    states: Vec<RangeInclusive<u64>>,
    reserve: Reserve,
    /// How many columns and rows the map has.
    size: (u32, u32),
    /// A ring of the blocks that have changed, from the first element, which is no block, to the newest and so on to the oldest. The others
    /// are the blocks of the map, row by row; those that never changed are rings of their own. Empty before the first change.
    blocks: Vec<Block>,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    /// The state that its last change led to.
    changed: u64,
    /// The block that changed next.
    newer: u32,
    /// The block that changed before.
    older: u32,
}

/// How many columns and rows a block has: the columns are those of an aligned word.
const BLOCK: (u32, u32) = (64, 8);

/// The element of the ring that is no block.
const RING: u32 = 0;

impl Journal {
    /// As many ranges of states are known. A map gets another range after 2²⁴ changes, and when it is changed after it was cloned from one
    /// that has changed before.
    const RANGES: usize = 64;

    /// Adds a change of a map of this size, within a rectangle of it; returns the state that it leads to.
    pub(super) fn change(&mut self, before: Revision, within: Rect, size: (u32, u32)) -> Revision {
        if self.blocks.is_empty() {
            self.size = size;
            let blocks = self.columns() * size.1.div_ceil(BLOCK.1);
            self.blocks = (0..=blocks).map(|own| Block { changed: 0, newer: own, older: own }).collect();
            self.states.push(before.0..=before.0);
        }
        let revision = self.reserve.next();
        match self.states.last_mut() {
            Some(last) if *last.end() + 1 == revision.0 => *last = *last.start()..=revision.0,
            _ => {
                if self.states.len() == Self::RANGES {
                    self.states.remove(0);
                }
                self.states.push(revision.0..=revision.0);
            }
        }
        let Rect { x, y, width, height } = within.clipped(size.0, size.1);
        if width > 0 && height > 0 {
            let (x, y) = (x as u32, y as u32);
            for row in y / BLOCK.1..=(y + height - 1) / BLOCK.1 {
                for column in x / BLOCK.0..=(x + width - 1) / BLOCK.0 {
                    self.renew(1 + row * self.columns() + column, revision.0);
                }
            }
        }
        revision
    }

    /// Makes a block the newest.
    fn renew(&mut self, block: u32, changed: u64) {
        let Block { newer, older, .. } = self.blocks[block as usize];
        self.blocks[newer as usize].older = older;
        self.blocks[older as usize].newer = newer;
        let first = self.blocks[RING as usize].older;
        self.blocks[block as usize] = Block { changed, newer: RING, older: first };
        self.blocks[first as usize].newer = block;
        self.blocks[RING as usize].older = block;
    }

    /// The blocks that have changed since a state of the map, each once. None if it is not known to be one.
    pub(super) fn since(&self, revision: Revision) -> Option<impl Iterator<Item = Rect>> {
        let is_known = self.states.iter().rev().any(|states| states.contains(&revision.0));
        let next = |block: &u32| Some(self.blocks[*block as usize].older);
        let blocks = std::iter::successors(Some(RING), next).skip(1);
        let is_newer = move |block: &u32| *block != RING && self.blocks[*block as usize].changed > revision.0;
        is_known.then(|| blocks.take_while(is_newer).map(|block| self.rect(block - 1)))
    }

    /// How many blocks lie beside each other.
    fn columns(&self) -> u32 {
        self.size.0.div_ceil(BLOCK.0)
    }

    fn rect(&self, block: u32) -> Rect {
        let (column, row) = (block % self.columns(), block / self.columns());
        let block = Rect::new((column * BLOCK.0) as i32, (row * BLOCK.1) as i32, BLOCK.0, BLOCK.1);
        block.clipped(self.size.0, self.size.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Cell;
    use tautline_testkit::world::SplitMix64;

    /// The blocks of a map in which there are changed cells.
    fn expected(size: (u32, u32), cells: &[Cell]) -> Vec<Rect> {
        let mut blocks: Vec<Rect> = cells
            .iter()
            .map(|cell| Rect::new(cell.x & !63, cell.y & !7, 64, 8).clipped(size.0, size.1))
            .collect();
        blocks.sort_unstable_by_key(|rect| (rect.y, rect.x));
        blocks.dedup();
        blocks
    }

    fn since(journal: &Journal, revision: Revision) -> Option<Vec<Rect>> {
        let mut blocks: Vec<Rect> = journal.since(revision)?.collect();
        blocks.sort_unstable_by_key(|rect| (rect.y, rect.x));
        Some(blocks)
    }

    #[test]
    fn the_blocks_since_every_state_are_known() {
        let mut rng = SplitMix64::new(1);
        for size in [(1, 1), (64, 8), (65, 9), (200, 40), (300, 1), (1, 300)] {
            let mut journal = Journal::default();
            assert!(journal.since(Revision::next()).is_none());
            let mut states = vec![Revision::next()];
            let mut cells = Vec::new();
            for change in 0..300 {
                // Often the same ones again.
                let reach = if change % 3 == 0 { 1 } else { u32::MAX };
                let cell =
                    Cell { x: rng.below(size.0.min(reach)) as i32, y: rng.below(size.1.min(reach)) as i32 };
                let within = Rect::new(cell.x, cell.y, 1, 1);
                states.push(journal.change(states[change], within, size));
                cells.push(cell);
                for (number, &state) in states.iter().enumerate().step_by(1 + change / 7) {
                    assert_eq!(since(&journal, state), Some(expected(size, &cells[number..])));
                }
            }
            assert!(journal.since(Revision::next()).is_none());
        }
    }

    #[test]
    fn all_blocks_of_a_rectangle_have_changed() {
        let mut journal = Journal::default();
        let size = (200, 30);
        let before = Revision::next();
        let after = journal.change(before, Rect::new(60, 7, 70, 9), size);
        let blocks = [(0, 0), (64, 0), (128, 0), (0, 8), (64, 8), (128, 8)].map(Cell::from);
        assert_eq!(since(&journal, before), Some(expected(size, &blocks)));
        assert_eq!(since(&journal, after), Some(Vec::new()));
        let cut = journal.change(after, Rect::new(190, 20, 99, 99), size);
        let blocks = [(128, 16), (192, 16), (128, 24), (192, 24)].map(Cell::from);
        assert_eq!(since(&journal, after), Some(expected(size, &blocks)));
        assert_eq!(since(&journal, cut), Some(Vec::new()));
    }

    /// Clones go ways of their own: neither knows the later states of the other.
    #[test]
    fn clones_share_their_past_only() {
        let size = (640, 8);
        let at = |column: i32| Rect::new(64 * column, 0, 1, 1);
        let mut one = Journal::default();
        let oldest = Revision::next();
        let shared = one.change(oldest, at(0), size);
        let mut other = one.clone();
        let mut last = [shared; 2];
        for round in 1..5 {
            let states = [one.change(last[0], at(round), size), other.change(last[1], at(round + 5), size)];
            assert!(one.since(states[1]).is_none() && other.since(states[0]).is_none());
            last = states;
        }
        assert_eq!(
            since(&one, shared),
            Some((1..5).map(|column| Rect::new(64 * column, 0, 64, 8)).collect())
        );
        assert_eq!(
            since(&other, shared),
            Some((6..10).map(|column| Rect::new(64 * column, 0, 64, 8)).collect())
        );
        assert_eq!(since(&other, oldest).unwrap().len(), 5);
    }

    /// A chain of clones, each changed, does not grow without bound; what is forgotten is not known, rather than wrong.
    #[test]
    fn the_oldest_states_of_a_long_chain_of_clones_are_forgotten() {
        let mut journal = Journal::default();
        let mut states = vec![Revision::next()];
        for generation in 0..100 {
            let before = states[generation];
            states.push(journal.change(before, Rect::new(generation as i32, 0, 1, 1), (100, 1)));
            journal = journal.clone();
        }
        let known = states.iter().filter(|&&state| journal.since(state).is_some()).count();
        assert_eq!(known, Journal::RANGES);
        assert_eq!(since(&journal, states[100]), Some(Vec::new()));
        assert_eq!(since(&journal, states[99]), Some(vec![Rect::new(64, 0, 36, 1)]));
    }
}
