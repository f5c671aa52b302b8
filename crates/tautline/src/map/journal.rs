use std::collections::VecDeque;

use super::Revision;
use crate::geometry::Rect;

/// Where the last edits of a map were, so that what is derived from the map can be updated there alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    /// The oldest edit first.
    edits: VecDeque<Edit>,
    /// The rectangles of all these edits, those of the oldest first.
    rects: VecDeque<Rect>,
}

#[derive(Clone, Copy, Debug)]
struct Edit {
    /// The state of the map that was edited.
    before: Revision,
    /// How many rectangles it has: nothing outside of them has changed.
    rects: usize,
}

impl Journal {
    /// This many edits are remembered.
    const EDITS: usize = 16;
    /// This many rectangles of one edit are remembered; those of an edit that has more become one.
    const RECTS: usize = 256;

    /// Adds an edit of a state of the map.
    pub(super) fn push(&mut self, before: Revision, rects: &[Rect]) {
        let all: Rect;
        let rects = if rects.len() > Self::RECTS {
            all = rects.iter().copied().reduce(Rect::union).unwrap_or_default();
            std::slice::from_ref(&all)
        } else {
            rects
        };
        if self.edits.len() == Self::EDITS
            && let Some(oldest) = self.edits.pop_front()
        {
            self.rects.drain(..oldest.rects);
        }
        self.edits.push_back(Edit { before, rects: rects.len() });
        self.rects.extend(rects);
    }

    /// The rectangles in which everything lies that has changed since a state of the map. None if that is too many edits ago, or no
    /// state of this map.
    pub(super) fn since(&self, revision: Revision) -> Option<impl Iterator<Item = Rect>> {
        let first = self.edits.iter().rposition(|edit| edit.before == revision)?;
        let count = self.edits.range(first..).map(|edit| edit.rects).sum::<usize>();
        Some(self.rects.range(self.rects.len() - count..).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_edits_are_known_and_no_others() {
        let mut journal = Journal::default();
        let revisions: Vec<Revision> = (0..50).map(|_| Revision::next()).collect();
        assert!(journal.since(revisions[0]).is_none());
        for (number, &before) in revisions.iter().enumerate() {
            let rects: Vec<Rect> =
                (0..=number % 3).map(|y| Rect::new(number as i32, y as i32, 1, 1)).collect();
            journal.push(before, &rects);
            for (age, &revision) in revisions[..=number].iter().rev().enumerate() {
                let found: Option<Vec<i32>> =
                    journal.since(revision).map(|rects| rects.map(|rect| rect.x).collect());
                let expected =
                    (number - age..=number).flat_map(|edit| vec![edit as i32; edit % 3 + 1]).collect();
                assert_eq!(found, (age < Journal::EDITS).then_some(expected));
            }
        }
        assert!(journal.since(Revision::next()).is_none());
    }

    #[test]
    fn an_edit_with_very_many_rectangles_keeps_their_bounds() {
        let mut journal = Journal::default();
        let before = Revision::next();
        let rects: Vec<Rect> = (0..1000).map(|x| Rect::new(x, 7 - x % 5, 2, 1)).collect();
        journal.push(before, &rects);
        let found: Vec<Rect> = journal.since(before).unwrap().collect();
        assert_eq!(found, [Rect::new(0, 3, 1001, 5)]);
    }
}
