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

    /// Begins an edit of a state of the map, in which nothing has changed yet.
    pub(super) fn begin(&mut self, before: Revision) {
        if self.edits.len() == Self::EDITS
            && let Some(oldest) = self.edits.pop_front()
        {
            self.rects.drain(..oldest.rects);
        }
        self.edits.push_back(Edit { before, rects: 0 });
    }

    /// Adds a rectangle to the edit that was begun last. One that continues the row of the one before makes that wider.
    pub(super) fn add(&mut self, rect: Rect) {
        let edit = self.edits.back_mut().expect("an edit was begun");
        match self.rects.back_mut().filter(|_| edit.rects > 0) {
            Some(last) if last.union(rect) == *last => {}
            Some(last) if continues(*last, rect) => last.width += rect.width,
            _ if edit.rects < Self::RECTS => {
                self.rects.push_back(rect);
                edit.rects += 1;
            }
            _ => {
                let all = self.rects.drain(self.rects.len() - edit.rects..).fold(rect, Rect::union);
                self.rects.push_back(all);
                edit.rects = 1;
            }
        }
    }

    /// The rectangles in which everything lies that has changed since a state of the map. None if that is too many edits ago, or no
    /// state of this map.
    pub(super) fn since(&self, revision: Revision) -> Option<impl Iterator<Item = Rect>> {
        let first = self.edits.iter().rposition(|edit| edit.before == revision)?;
        let count = self.edits.range(first..).map(|edit| edit.rects).sum::<usize>();
        Some(self.rects.range(self.rects.len() - count..).copied())
    }
}

/// Whether a rectangle lies in the row of another one and begins where that ends.
fn continues(last: Rect, rect: Rect) -> bool {
    (last.y, last.height) == (rect.y, rect.height) && last.x + last.width as i32 == rect.x
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
            journal.begin(before);
            for y in 0..=number % 3 {
                journal.add(Rect::new(number as i32, 2 * y as i32, 1, 1));
            }
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
    fn an_edit_with_very_many_rectangles_keeps_fewer_around_them() {
        let mut journal = Journal::default();
        let before = Revision::next();
        let rects: Vec<Rect> = (0..1000).map(|x| Rect::new(x, 7 - x % 5, 2, 1)).collect();
        journal.begin(before);
        for &rect in &rects {
            journal.add(rect);
        }
        let kept: Vec<Rect> = journal.since(before).unwrap().collect();
        assert!(kept.len() <= Journal::RECTS);
        for rect in rects {
            assert!(kept.iter().any(|kept| kept.union(rect) == *kept), "{rect:?}");
        }
        let all = kept.into_iter().reduce(Rect::union).unwrap();
        assert_eq!(all, Rect::new(0, 3, 1001, 5));
    }

    #[test]
    fn cells_of_a_row_become_one_rectangle_within_an_edit_only() {
        let mut journal = Journal::default();
        let revisions = [Revision::next(), Revision::next()];
        for (before, x) in revisions.into_iter().zip([3, 6]) {
            journal.begin(before);
            for x in [x, x + 1, x + 1, x + 2] {
                journal.add(Rect::new(x, 4, 1, 1));
            }
        }
        let since = |before| journal.since(before).unwrap().collect::<Vec<_>>();
        assert_eq!(since(revisions[0]), [Rect::new(3, 4, 3, 1), Rect::new(6, 4, 3, 1)]);
        assert_eq!(since(revisions[1]), [Rect::new(6, 4, 3, 1)]);
    }
}
