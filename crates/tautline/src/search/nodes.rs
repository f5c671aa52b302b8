use super::StateId;
use crate::moves::Cost;

/// The memory for a search on so large a map cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a search on this map needs {bytes} bytes of memory, which the system does not give")]
pub struct OutOfMemory {
    /// How many bytes were asked for.
    pub bytes: usize,
}

/// Memory for `count` values, all zero. The system hands out such pages when they are first touched, so a large map
/// costs nothing until a search gets there.
pub(crate) fn zeroed<T: bytemuck::Zeroable>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    bytemuck::allocation::try_zeroed_vec(count)
        .map_err(|()| OutOfMemory { bytes: count.saturating_mul(size_of::<T>()) })
}

/// What a search knows of a state: g, h, the parent, and the stamp that says whether any of it belongs to this search.
/// A tuple because its all-zero form is known to be valid.
type Slot<C> = (<C as Cost>::Stored, <C as Cost>::Stored, u32, u32);

/// What the search has done with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    New,
    Open,
    Closed,
}

/// The known states of a search, by number.
///
/// A slot belongs to the running search if its stamp is the search's own; the lowest bit of the stamp tells closed from
/// open. Nothing is cleared between searches until the stamps run out.
#[derive(Debug)]
pub(crate) struct Nodes<C: Cost> {
    slots: Vec<Slot<C>>,
    /// The stamp of open states; the one of closed states is one more. Even, and never zero during a search.
    stamp: u32,
}

impl<C: Cost> Default for Nodes<C> {
    fn default() -> Self {
        Self { slots: Vec::new(), stamp: 0 }
    }
}

impl<C: Cost> Nodes<C> {
    /// Forgets everything and makes room for this many states.
    pub(crate) fn begin(&mut self, states: usize) -> Result<(), OutOfMemory> {
        if self.slots.len() < states {
            // The old pages go first: there may not be room for both.
            self.slots = Vec::new();
            self.slots = zeroed(states)?;
            self.stamp = 0;
        }
        if self.stamp >= u32::MAX - 1 {
            self.slots.fill(bytemuck::Zeroable::zeroed());
            self.stamp = 0;
        }
        self.stamp += 2;
        Ok(())
    }

    #[inline]
    pub(crate) fn status(&self, id: StateId) -> Status {
        match self.slots[id.index()].3.wrapping_sub(self.stamp) {
            0 => Status::Open,
            1 => Status::Closed,
            _ => Status::New,
        }
    }

    #[inline]
    pub(crate) fn g(&self, id: StateId) -> C {
        C::load(self.slots[id.index()].0)
    }

    #[inline]
    pub(crate) fn h(&self, id: StateId) -> C {
        C::load(self.slots[id.index()].1)
    }

    #[inline]
    pub(crate) fn parent(&self, id: StateId) -> StateId {
        StateId(self.slots[id.index()].2)
    }

    /// Records the best way to a state that is now open.
    #[inline]
    pub(crate) fn open(&mut self, id: StateId, g: C, h: C, parent: StateId) {
        self.slots[id.index()] = (g.store(), h.store(), parent.0, self.stamp);
    }

    #[inline]
    pub(crate) fn close(&mut self, id: StateId) {
        self.slots[id.index()].3 = self.stamp + 1;
    }

    /// The states from the start to `id`, each turned into what `place` makes of it; one allocation of the right size.
    pub(crate) fn path<P>(&self, id: StateId, place: impl Fn(StateId) -> P) -> Vec<P> {
        let back = || std::iter::successors(Some(id), |&id| Some(self.parent(id)).filter(|&parent| parent != id));
        let mut places = Vec::with_capacity(back().count());
        places.extend(back().map(place));
        places.reverse();
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_does_not_see_the_one_before() {
        let mut nodes = Nodes::<u32>::default();
        nodes.begin(10).unwrap();
        let id = StateId(3);
        assert_eq!(nodes.status(id), Status::New);
        nodes.open(id, 5, 6, id);
        assert_eq!((nodes.status(id), nodes.g(id), nodes.h(id)), (Status::Open, 5, 6));
        nodes.close(id);
        assert_eq!(nodes.status(id), Status::Closed);
        nodes.begin(10).unwrap();
        assert_eq!(nodes.status(id), Status::New);
    }

    #[test]
    fn stamps_that_wrap_around_do_not_revive_old_states() {
        let mut nodes = Nodes::<u32>::default();
        nodes.begin(4).unwrap();
        nodes.open(StateId(1), 1, 1, StateId(1));
        nodes.open(StateId(2), 1, 1, StateId(2));
        nodes.close(StateId(2));
        // As many searches later as there are stamps.
        nodes.stamp = u32::MAX - 3;
        for _ in 0..3 {
            nodes.begin(4).unwrap();
            assert!(nodes.stamp > 0 && nodes.stamp % 2 == 0, "stamp {}", nodes.stamp);
            for id in 0..4 {
                assert_eq!(nodes.status(StateId(id)), Status::New, "stamp {}", nodes.stamp);
            }
            nodes.open(StateId(0), 1, 1, StateId(0));
            nodes.close(StateId(3));
        }
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error() {
        let error = Nodes::<u32>::default().begin(usize::MAX / 32).unwrap_err();
        assert!(error.to_string().contains("bytes of memory"), "{error}");
    }
}
