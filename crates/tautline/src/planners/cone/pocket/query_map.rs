use super::opening::Opening;
use super::pockets::Pockets;
use crate::geometry::{Cell, Rounded};
use crate::map::{Lanes, Revision};
use crate::search::OutOfMemory;

/// A map on which all pockets are blocked except those that a query needs.
#[derive(Debug, Default)]
pub(crate) struct QueryMap {
    /// Whose pockets they are.
    stamp: Option<Revision>,
    opening: Opening,
}

impl QueryMap {
    /// The rows of the map for a query with these ends.
    pub(crate) fn rows(&mut self, pockets: &Pockets, ends: [Rounded; 2]) -> Result<Lanes<'_>, OutOfMemory> {
        let Opening { open, opened, .. } = &mut self.opening;
        if self.stamp == Some(pockets.stamp) {
            opened.drain(..).for_each(|run| run.put(open, false));
        } else {
            self.stamp = None;
            opened.clear();
            open.copy_from(&pockets.open).map_err(|_| OutOfMemory { bytes: pockets.open.bytes() })?;
            self.stamp = Some(pockets.stamp);
        }
        for Cell { x, y } in ends.into_iter().flat_map(Rounded::cells) {
            self.opening.open(&pockets.runs, pockets.open.index(x, y));
        }
        Ok(self.opening.open.lanes())
    }
}
