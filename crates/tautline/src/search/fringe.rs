use super::best_first::Nearest;
use super::deepening::Ended;
use super::{
    Arrival, GridSpace, Limits, Meter, Observer, OutOfMemory, PathMeter, Space, StateId, Stats, Visit, zeroed,
};
use crate::geometry::Cell;
use crate::heuristic::Heuristic;
use crate::moves::{Cost, Direction};
use crate::search::count;

/// Fringe Search: one list of states, gone through again and again.
///
/// Of each state in the list whose f is up to the threshold, the successors are put in right behind it, so that they come next in the same
/// pass, and it is taken out; the others stay for the next pass, whose threshold is the least of their f. A state to which a cheaper
/// way is found moves to its new place. The list is linked in both directions through the slots of the states, so that each of these takes
/// constant time.
pub(crate) struct FringeSearch<'a, C, H> {
    pub(crate) space: GridSpace<'a, C>,
    pub(crate) heuristic: &'a H,
    /// Whether the estimate of a state is kept.
    pub(crate) remember_h: bool,
}

/// What is known of a state: g, the remembered h, the mark (the stamp of the search, whether the state is in the list, the last step),
/// and the states after and before it in the list. A tuple because its all-zero form is known to be valid.
type Slot<C> = (<C as Cost>::Stored, u32, u32, u32, u32);

/// Of an expansion: some words of the map and of the memory for each of eight steps.
const UNITS: u64 = 32;

/// One more than the largest stamp.
const STAMPS: u32 = 1 << 23;

/// The bit of a mark that says whether a state is in the list.
const LISTED: u32 = 1 << 8;

/// The memory of the searches. The last slot is before the first state of the list and behind its last one.
#[derive(Debug)]
pub(crate) struct FringeMemory<C: Cost> {
    slots: Vec<Slot<C>>,
    stamp: u32,
}

impl<C: Cost> Default for FringeMemory<C> {
    fn default() -> Self {
        Self { slots: Vec::new(), stamp: 0 }
    }
}

impl<C: Cost> FringeMemory<C> {
    /// Forgets everything and makes room for this many states, and for the ends of the list.
    fn begin(&mut self, states: usize) -> Result<(), OutOfMemory> {
        if self.slots.len() <= states {
            // The old pages go first: there may not be room for both.
            self.slots = Vec::new();
            self.slots = zeroed(states + 1)?;
            self.stamp = 0;
        }
        self.stamp += 1;
        if self.stamp == STAMPS {
            self.slots.fill(bytemuck::Zeroable::zeroed());
            self.stamp = 1;
        }
        let ends = self.ends();
        (self.slots[ends].3, self.slots[ends].4) = (ends as u32, ends as u32);
        Ok(())
    }

    fn ends(&self) -> usize {
        self.slots.len() - 1
    }

    /// The cost of the best way to a state, if one is known.
    #[inline]
    fn g(&self, at: usize) -> Option<C> {
        let slot = &self.slots[at];
        (slot.2 >> 9 == self.stamp).then(|| C::load(slot.0))
    }

    /// Takes a state out of the list.
    #[inline]
    fn unlink(&mut self, at: usize) {
        let (after, before) = (self.slots[at].3, self.slots[at].4);
        self.slots[before as usize].3 = after;
        self.slots[after as usize].4 = before;
        self.slots[at].2 &= !LISTED;
    }

    /// Puts a state, which is not in the list, right behind another place in it.
    #[inline]
    fn link(&mut self, at: usize, before: usize, (g, h, arrival): (C, C, Arrival)) {
        let after = self.slots[before].3;
        let mark = self.stamp << 9 | LISTED | u32::from(arrival.0);
        self.slots[at] = (g.store(), h.remember(), mark, after, before as u32);
        self.slots[before].3 = at as u32;
        self.slots[after as usize].4 = at as u32;
    }
}

impl<C: Cost, H: Heuristic<Cell, C>> FringeSearch<'_, C, H> {
    /// Searches from one cell to another. With how it ended comes the cell nearest to the goal that was expanded, if there are limits.
    pub(crate) fn run(
        &self,
        (start, goal): (Cell, Cell),
        limits: &Limits,
        memory: &mut FringeMemory<C>,
        stats: &mut Stats,
        observer: &mut impl Observer,
    ) -> Result<(Ended, StateId), OutOfMemory> {
        memory.begin(self.space.states())?;
        let (first, goal_id, ends) = (self.space.id(start), self.space.id(goal), memory.ends());
        let mut nearest = Nearest::of(first);
        let mut meter = Meter::new(limits);
        stats.estimates += 1;
        let h = self.heuristic.estimate(start);
        memory.link(first.index(), ends, (C::default(), h, GridSpace::<C>::START));
        let mut threshold = h.key();
        loop {
            stats.iterations += 1;
            let mut least = u64::MAX;
            let mut at = memory.slots[ends].3 as usize;
            while at != ends {
                count::done(1);
                let (g, h, mark, after, _) = memory.slots[at];
                let (id, g, arrival) = (StateId(at as u32), C::load(g), Arrival(mark as u8));
                let cell = self.space.state(id);
                let h = C::recall(h).filter(|_| self.remember_h).unwrap_or_else(|| {
                    stats.estimates += 1;
                    self.heuristic.estimate(cell)
                });
                let f = (g + h).key();
                if f > threshold {
                    if !meter.work(1)
                        && let Some(why) = meter.stopped()
                    {
                        return Ok((Ended::Stopped(why), nearest.state()));
                    }
                    least = f.min(least);
                    at = after as usize;
                    continue;
                }
                if id == goal_id {
                    return Ok((Ended::Found, goal_id));
                }
                if !meter.may_expand(stats, UNITS)
                    && let Some(why) = meter.stopped()
                {
                    return Ok((Ended::Stopped(why), nearest.state()));
                }
                if meter.is_limited() {
                    nearest.consider(id, self.space.separation(cell, goal), g.key());
                }
                if observer.is_watching() {
                    observer.expand(&self.visit(id, cell, arrival, g));
                }
                self.expand((id, cell, arrival, g), memory, stats, observer);
                let following = memory.slots[at].3 as usize;
                memory.unlink(at);
                observer.close(cell.into());
                at = following;
            }
            if least == u64::MAX {
                return Ok((Ended::Exhausted, nearest.state()));
            }
            threshold = least;
        }
    }

    /// Puts the successors of a state, new ones and those to which a cheaper way leads, right behind it.
    #[inline]
    fn expand(
        &self,
        (id, cell, arrival, g): (StateId, Cell, Arrival, C),
        memory: &mut FringeMemory<C>,
        stats: &mut Stats,
        observer: &mut impl Observer,
    ) {
        let mut steps = self.space.steps(id, arrival);
        while steps != 0 {
            let number = steps.trailing_zeros() as usize & 7;
            steps &= steps - 1;
            let (next, cost) = self.space.step(id, number);
            let (next_cell, next_g) = (cell + Direction::ALL[number], g + cost);
            let known = memory.g(next.index());
            if known.is_some_and(|known| known.key() <= next_g.key()) {
                continue;
            }
            let slot = memory.slots[next.index()];
            let remembered = known.and_then(|_| C::recall(slot.1)).filter(|_| self.remember_h);
            let h = remembered.unwrap_or_else(|| {
                stats.estimates += 1;
                self.heuristic.estimate(next_cell)
            });
            stats.generated += 1;
            if known.is_some() {
                if slot.2 & LISTED == 0 {
                    stats.reopened += 1;
                } else {
                    memory.unlink(next.index());
                }
            }
            memory.link(next.index(), id.index(), (next_g, h, Arrival(number as u8)));
            if observer.is_watching() {
                observer.generate(&self.visit(next, next_cell, Arrival(number as u8), next_g));
            }
        }
    }

    /// The way to a state that is known.
    pub(crate) fn way_to(&self, memory: &FringeMemory<C>, to: StateId, meter: &PathMeter<'_>) -> Vec<Cell> {
        self.space.way_to(to, |id| Arrival(memory.slots[id.index()].2 as u8), meter)
    }

    /// What an observer sees of a state.
    fn visit(&self, id: StateId, place: Cell, arrival: Arrival, g: C) -> Visit {
        self.space.visit(id, place, arrival, (g, self.heuristic.estimate(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAY: (u32, u32, Arrival) = (5, 6, Arrival(3));

    fn listed(memory: &FringeMemory<u32>) -> Vec<u32> {
        let next = |&at: &u32| Some(memory.slots[at as usize].3).filter(|&at| at as usize != memory.ends());
        std::iter::successors(next(&(memory.ends() as u32)), next).collect()
    }

    #[test]
    fn states_are_linked_and_unlinked_anywhere() {
        let mut memory = FringeMemory::<u32>::default();
        memory.begin(9).unwrap();
        for (at, before) in [(4, memory.ends()), (7, 4), (1, 4), (2, 7)] {
            memory.link(at, before, WAY);
        }
        assert_eq!(listed(&memory), [4, 1, 7, 2]);
        for (gone, left) in [(1, &[4, 7, 2][..]), (4, &[7, 2]), (2, &[7]), (7, &[])] {
            memory.unlink(gone);
            assert_eq!(listed(&memory), left);
            assert_eq!(memory.g(gone), Some(5), "it is known all the same");
        }
    }

    #[test]
    fn stamps_that_wrap_around_do_not_revive_old_states() {
        let mut memory = FringeMemory::<u32>::default();
        memory.begin(9).unwrap();
        memory.link(3, memory.ends(), WAY);
        memory.stamp = STAMPS - 2;
        let mut stamps = Vec::new();
        for _ in 0..4 {
            memory.begin(9).unwrap();
            stamps.push(memory.stamp);
            assert!(listed(&memory).is_empty() && (0..9).all(|at| memory.g(at).is_none()));
            memory.link(5, memory.ends(), WAY);
        }
        assert_eq!(stamps, [STAMPS - 1, 1, 2, 3]);
    }
}
