use super::{Arrival, PathMeter, StateId};
use crate::moves::Cost;
use crate::search::count;

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

/// An empty list with room for `count` values.
pub(crate) fn reserved<T>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut list = Vec::new();
    let out_of_memory = |_| OutOfMemory { bytes: count.saturating_mul(size_of::<T>()) };
    list.try_reserve_exact(count).map_err(out_of_memory)?;
    Ok(list)
}

/// What a search knows of a state: g, the remembered h, and the mark: the search's stamp (23 bits), whether the state is
/// closed (1 bit), and by which edge it was reached (8 bits). Searches are bound by the cache lines they touch, so a slot
/// is 16 bytes (12 with whole-number costs). A tuple because its all-zero form is known to be valid.
type Slot<C> = (<C as Cost>::Stored, u32, u32);

/// One more than the largest stamp.
const STAMPS: u32 = 1 << 23;

/// What a search has done with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing: it does not know it.
    New,
    /// It has found a way to it.
    Open,
    /// It has expanded it.
    Closed,
}

/// Where a search keeps what it knows of states.
pub trait NodeStore<C: Cost>: Default + Send + 'static {
    /// What is known of one state.
    type Node<'a>: Node<C>;

    /// Forgets everything and makes room for this many states.
    fn begin(&mut self, states: usize) -> Result<(), OutOfMemory>;

    /// What is known of a state, to be looked at and changed.
    fn get(&mut self, id: StateId) -> Self::Node<'_>;

    /// How many units of work that is at most (see [`Limits::MOST_WORK`](super::Limits::MOST_WORK)).
    fn work(&self) -> u64 {
        1
    }

    /// The cost of the way to a state that is known, its last edge, and whether the state is open or closed.
    fn known(&self, id: StateId) -> Option<(C, Arrival, Status)>;
}

/// What a search knows of one state.
pub trait Node<C: Cost> {
    /// What the search has done with it.
    fn status(&self) -> Status;

    /// The cost of the best way to it, if it is not new.
    fn g(&self) -> C;

    /// The estimate that was recorded with it, unless it was too large for its place.
    fn h(&self) -> Option<C>;

    /// The last edge of the best way to it, if it is not new.
    fn arrival(&self) -> Arrival;

    /// Records the best way to it: it is open from now on.
    fn open(&mut self, g: C, h: C, arrival: Arrival);

    /// It was open, and is closed from now on.
    fn close(&mut self);
}

/// The states from the start to `to`, each turned into what `place` makes of it. `parent` says from where an edge leads to a state.
/// Nothing if the search has not come to `to`.
pub(crate) fn path<C: Cost, P>(
    nodes: &impl NodeStore<C>,
    to: StateId,
    start: Arrival,
    parent: impl Fn(StateId, Arrival) -> StateId,
    place: impl Fn(StateId) -> P,
    meter: &PathMeter<'_>,
) -> Vec<P> {
    let arrival = |id| nodes.known(id).map(|(_, arrival, _)| arrival);
    let before = |&id: &StateId| {
        arrival(id)
            .filter(|&arrival| arrival != start && meter.places(nodes.work()))
            .map(|arrival| parent(id, arrival))
    };
    trace(arrival(to).map(|_| to), before, place, meter)
}

/// What comes before each other, from the first to the last, each turned into what `place` makes of it; one allocation of the right size.
/// If there is no time for that, some of it.
pub(super) fn trace<P>(
    last: Option<StateId>,
    before: impl Fn(&StateId) -> Option<StateId>,
    place: impl Fn(StateId) -> P,
    meter: &PathMeter<'_>,
) -> Vec<P> {
    let before = |id: &StateId| {
        count::done(1);
        if meter.places(1) { before(id) } else { None }
    };
    let back = || std::iter::successors(last, before);
    let mut places = Vec::with_capacity(back().count());
    places.extend(back().map(place));
    places.reverse();
    places
}

/// One slot for each state there is, used again by the next search: the pre-allocated nodes of Cazenave's paper (VI-A) and its lazy
/// cache (IV-B) in one.
///
/// A slot belongs to the running search if it bears the search's own stamp. Nothing is cleared between searches until
/// the stamps run out.
#[derive(Debug)]
pub struct PooledNodes<C: Cost> {
    slots: Vec<Slot<C>>,
    /// Never zero during a search.
    stamp: u32,
}

impl<C: Cost> Default for PooledNodes<C> {
    fn default() -> Self {
        Self { slots: Vec::new(), stamp: 0 }
    }
}

impl<C: Cost> NodeStore<C> for PooledNodes<C> {
    type Node<'a> = PooledNode<'a, C>;

    fn begin(&mut self, states: usize) -> Result<(), OutOfMemory> {
        if self.slots.len() < states {
            // The old pages go first: there may not be room for both.
            self.slots = Vec::new();
            self.slots = zeroed(states)?;
            self.stamp = 0;
        }
        self.stamp += 1;
        if self.stamp == STAMPS {
            self.slots.fill(bytemuck::Zeroable::zeroed());
            self.stamp = 1;
        }
        Ok(())
    }

    #[inline]
    fn get(&mut self, id: StateId) -> PooledNode<'_, C> {
        count::done(1);
        PooledNode { slot: &mut self.slots[id.index()], stamp: self.stamp }
    }

    #[inline]
    fn known(&self, id: StateId) -> Option<(C, Arrival, Status)> {
        let (g, _, mark) = *self.slots.get(id.index())?;
        let status = if mark >> 8 & 1 == 0 { Status::Open } else { Status::Closed };
        (mark >> 9 == self.stamp).then(|| (C::load(g), Arrival(mark as u8), status))
    }
}

/// A slot of [`PooledNodes`].
#[derive(Debug)]
pub struct PooledNode<'a, C: Cost> {
    slot: &'a mut Slot<C>,
    stamp: u32,
}

impl<C: Cost> Node<C> for PooledNode<'_, C> {
    #[inline]
    fn status(&self) -> Status {
        match (self.slot.2 >> 8).wrapping_sub(self.stamp << 1) {
            0 => Status::Open,
            1 => Status::Closed,
            _ => Status::New,
        }
    }

    #[inline]
    fn g(&self) -> C {
        C::load(self.slot.0)
    }

    #[inline]
    fn h(&self) -> Option<C> {
        C::recall(self.slot.1)
    }

    #[inline]
    fn arrival(&self) -> Arrival {
        Arrival(self.slot.2 as u8)
    }

    #[inline]
    fn open(&mut self, g: C, h: C, arrival: Arrival) {
        *self.slot = (g.store(), h.remember(), self.stamp << 9 | u32::from(arrival.0));
    }

    #[inline]
    fn close(&mut self) {
        self.slot.2 |= 1 << 8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Arrival = Arrival(7);

    #[test]
    fn a_search_does_not_see_the_one_before() {
        let mut nodes = PooledNodes::<u32>::default();
        nodes.begin(10).unwrap();
        let id = StateId(3);
        assert_eq!(nodes.get(id).status(), Status::New);
        nodes.get(id).open(5, 6, START);
        assert_eq!(nodes.known(id), Some((5, START, Status::Open)));
        let node = nodes.get(id);
        assert_eq!((node.status(), node.g(), node.h(), node.arrival()), (Status::Open, 5, Some(6), START));
        nodes.get(id).close();
        assert_eq!((nodes.get(id).status(), nodes.get(id).arrival()), (Status::Closed, START));
        assert_eq!((nodes.known(id), nodes.known(StateId(99))), (Some((5, START, Status::Closed)), None));
        nodes.begin(10).unwrap();
        assert_eq!((nodes.get(id).status(), nodes.known(id)), (Status::New, None));
    }

    #[test]
    fn stamps_that_wrap_around_do_not_revive_old_states() {
        let mut nodes = PooledNodes::<u32>::default();
        nodes.begin(4).unwrap();
        nodes.get(StateId(1)).open(1, 1, START);
        nodes.get(StateId(2)).open(1, 1, START);
        nodes.get(StateId(2)).close();
        // As many searches later as there are stamps.
        nodes.stamp = STAMPS - 2;
        let mut stamps = Vec::new();
        for _ in 0..4 {
            nodes.begin(4).unwrap();
            stamps.push(nodes.stamp);
            for id in 0..4 {
                assert_eq!(nodes.get(StateId(id)).status(), Status::New, "stamp {}", nodes.stamp);
            }
            nodes.get(StateId(0)).open(1, 1, START);
            nodes.get(StateId(3)).open(1, 1, START);
            nodes.get(StateId(3)).close();
            assert_eq!(nodes.get(StateId(0)).status(), Status::Open);
            assert_eq!(nodes.get(StateId(3)).status(), Status::Closed);
        }
        assert_eq!(stamps, [STAMPS - 1, 1, 2, 3]);
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error() {
        // Without `black_box` the compiler may leave out an allocation that is not used.
        let mut nodes = std::hint::black_box(PooledNodes::<u32>::default());
        let begun = nodes.begin(usize::MAX / 32);
        std::hint::black_box(&nodes);
        let error = begun.unwrap_err();
        assert!(error.to_string().contains("bytes of memory"), "{error}");
    }
}
