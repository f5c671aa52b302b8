use super::Revision;
use crate::geometry::Rect;

/// Where the last edits of a map were, so that what is derived from it need not look for them.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits {
    /// A ring: the edit with the number n lies at n modulo its length.
    last: [Option<Edit>; Self::KEPT],
    /// How many edits there have been.
    count: usize,
}

#[derive(Clone, Copy, Debug)]
struct Edit {
    /// The state of the map that was edited.
    before: Revision,
    /// Nothing outside has changed.
    within: Rect,
}

impl Edits {
    /// So many are remembered.
    const KEPT: usize = 16;

    pub(super) fn push(&mut self, before: Revision, within: Rect) {
        self.last[self.count % Self::KEPT] = Some(Edit { before, within });
        self.count += 1;
    }

    /// The rectangles in which everything lies that has changed since a state of the map, the last one first. None if that is
    /// too many edits ago, or no state of this map.
    pub(super) fn since(&self, revision: Revision) -> Option<impl Iterator<Item = Rect>> {
        let newest_first = move |age: usize| {
            let number = self.count.checked_sub(age + 1)?;
            self.last[number % Self::KEPT]
        };
        let ages = (0..Self::KEPT).map_while(newest_first);
        let oldest = ages.clone().position(|edit| edit.before == revision)?;
        Some(ages.take(oldest + 1).map(|edit| edit.within))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_edits_are_known_and_no_others() {
        let mut edits = Edits::default();
        let revisions: Vec<Revision> = (0..50).map(|_| Revision::next()).collect();
        assert!(edits.since(revisions[0]).is_none());
        for (number, &before) in revisions.iter().enumerate() {
            edits.push(before, Rect::new(number as i32, 0, 1, 1));
            for (age, &revision) in revisions[..=number].iter().rev().enumerate() {
                let found: Option<Vec<i32>> =
                    edits.since(revision).map(|rects| rects.map(|rect| rect.x).collect());
                let newest_first = (0..=age).map(|age| (number - age) as i32).collect();
                assert_eq!(found, (age < Edits::KEPT).then_some(newest_first));
            }
        }
        assert!(edits.since(Revision::next()).is_none());
    }
}
