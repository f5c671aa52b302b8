use super::angle_ranges::AngleRange;
use super::open::AngleOpen;
use crate::open::TieBreak;
use crate::search::{OutOfMemory, StateId, zeroed};

/// What a search knows of a corner: g, its parent, and the mark: the search's stamp and whether it is closed (the lowest bit). A
/// tuple because its all-zero form is known to be valid.
type Slot = (f64, u32, u32);

/// One more than the largest stamp.
const STAMPS: u32 = 1 << 31;

/// What the search has done with a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    New,
    Open,
    Closed,
}

/// The memory of a search at any angle.
#[derive(Debug, Default)]
pub(crate) struct AngleMemory {
    pub(super) nodes: AngleNodes,
    pub(super) open: AngleOpen,
    /// Of AP Theta* only.
    pub(crate) ranges: Vec<AngleRange>,
}

impl AngleMemory {
    /// Forgets everything and makes room for this many corners.
    pub(super) fn begin(&mut self, states: usize, ties: TieBreak) -> Result<(), OutOfMemory> {
        self.open.begin(ties);
        self.nodes.begin(states)
    }
}

/// The known corners of a search, by number. Nothing is cleared between searches until the stamps run out.
#[derive(Debug, Default)]
pub(crate) struct AngleNodes {
    slots: Vec<Slot>,
    /// Never zero during a search.
    stamp: u32,
}

impl AngleNodes {
    /// Forgets everything and makes room for this many corners.
    pub(super) fn begin(&mut self, states: usize) -> Result<(), OutOfMemory> {
        if self.slots.len() < states {
            // The old pages go first: there may not be room for both.
            self.slots = Vec::new();
            self.slots = zeroed(states)?;
            self.stamp = 0;
        }
        self.stamp += 1;
        if self.stamp == STAMPS {
            self.slots.fill((0.0, 0, 0));
            self.stamp = 1;
        }
        Ok(())
    }

    #[inline]
    pub(super) fn status(&self, id: StateId) -> Status {
        match self.slots[id.index()].2.wrapping_sub(self.stamp << 1) {
            0 => Status::Open,
            1 => Status::Closed,
            _ => Status::New,
        }
    }

    /// The length of the way to a known corner.
    #[inline]
    pub(super) fn g(&self, id: StateId) -> f64 {
        self.slots[id.index()].0
    }

    /// From where a known corner is reached; the start is its own parent.
    #[inline]
    pub(super) fn parent(&self, id: StateId) -> StateId {
        StateId(self.slots[id.index()].1)
    }

    /// A way to a corner, which is open now.
    #[inline]
    pub(super) fn open(&mut self, id: StateId, g: f64, parent: StateId) {
        self.slots[id.index()] = (g, parent.0, self.stamp << 1);
    }

    #[inline]
    pub(super) fn close(&mut self, id: StateId) {
        self.slots[id.index()].2 |= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_that_run_out_leave_no_trace() {
        let mut nodes = AngleNodes::default();
        nodes.begin(3).unwrap();
        nodes.open(StateId(1), 2.0, StateId(0));
        nodes.close(StateId(1));
        nodes.stamp = STAMPS - 2;
        for _ in 0..3 {
            nodes.begin(3).unwrap();
            assert!((0..3).all(|id| nodes.status(StateId(id)) == Status::New));
            nodes.open(StateId(2), 1.0, StateId(2));
            assert_eq!(nodes.status(StateId(2)), Status::Open);
        }
        assert_eq!(nodes.stamp, 2);
    }
}
