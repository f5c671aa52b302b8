use super::fill::Filling;
use super::runs::Runs;
use crate::map::{BitPlane, Map, Revision};
use crate::moves::CornerRule;
use crate::search::{Meter, StopReason};

/// Parts of a map that a shortest path at any angle from elsewhere to elsewhere does not enter: dead ends, bays, the parts of rooms
/// beyond their doors. They are found in 1 to 20 milliseconds for a million cells, by how cluttered these are, take eleven bits for each
/// cell and the padding of the rows, and are kept right by [`update`](Self::update) when the map is edited.
///
/// **What a pocket is.** Take a run of free cells, along a row or a column, that ends at obstacles or at the edge of the map. If all
/// cells along one of its sides are blocked, and those along the other are but for one stretch, its *mouth*, then a path that comes into the
/// run comes through the mouth and leaves through it. The mouth is a straight line, so that it is shorter to walk along it than to go
/// inside. What begins and ends outside of the run therefore does not become longer if the run is *closed*, that is, treated as blocked.
/// Then the next runs, with nothing behind them but what is closed, can be closed in the same way, and so on, until what is left
/// leads somewhere. Closed runs that lie one behind the other are a pocket. A small map without loops is one pocket but for a cell or two.
///
/// - Under [`CornerRule::Open`] paths pass between obstacles that touch, so that the cells beyond the ends of the two sides count with
///   them.
/// - A path that is found may touch what is closed, but does not turn there: it is a shortest one of the map as it is, on which a turn
///   around free cells could be cut short.
/// - No two obstacles come to touch with their corners only that did not before: beside a closed run all cells are blocked but for
///   its mouth, and those at the mouth lie side by side.
///
/// **A path that begins or ends in pockets** needs the runs that its ends are in, and those that lie outside of their mouths, and so on:
/// all that rest on them, and were closed later. These are opened for the query. What was closed before a run lies behind it, with a mouth
/// of its own, so that it stays closed. For that, a workspace has a copy of the rows, a bit for each cell; it is made when a query comes
/// with other pockets than the one before, or after an update.
///
/// **Limits.** A run has 32 cells at most, and one after the other no more than 127 runs along rows, or as much as takes as long to open,
/// lead out of a pocket. So a query takes some microseconds longer at most, however the map winds.
#[derive(Clone, Debug)]
pub(crate) struct Pockets {
    pub(super) rule: CornerRule,
    /// The width and the height of the map.
    pub(super) size: (u32, u32),
    pub(super) revision: Revision,
    /// Which state this is. No two that differ have the same one.
    pub(super) stamp: Revision,
    /// The cells that are free and in no pocket.
    pub(super) open: BitPlane,
    pub(super) runs: Runs,
}

impl Pockets {
    /// Finds those of a map, for paths that may or may not pass between obstacles that touch. This looks at all of the map: keep them,
    /// and [update](Self::update) them after edits.
    pub(crate) fn new(map: &Map, rule: CornerRule, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let grid = map.grid();
        let mut pockets = Self {
            rule,
            size: (grid.width(), grid.height()),
            revision: map.revision(),
            stamp: Revision::next(),
            open: grid.plane().copied(meter)?,
            runs: Runs::none(grid.width(), grid.height()),
        };
        Filling::new(&mut pockets, meter).fill_all(grid)?;
        Ok(pockets)
    }

    /// Whether paths may pass between obstacles that touch.
    #[must_use]
    pub(crate) fn rule(&self) -> CornerRule {
        self.rule
    }

    /// The state of the map that they fit.
    #[must_use]
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// Whether they fit the map as it is now.
    #[must_use]
    pub(crate) fn is_current(&self, map: &Map) -> bool {
        self.revision == map.revision()
    }

    /// How many cells lie in pockets.
    #[must_use]
    pub(crate) fn cells(&self) -> usize {
        self.runs.cells()
    }

    /// How much memory they take.
    #[must_use]
    pub(crate) fn bytes(&self) -> usize {
        self.open.bytes() + self.runs.bytes()
    }
}
