use super::best_first::Nearest;
use super::{
    Arrival, GridSpace, Limits, Meter, Observer, OutOfMemory, PathMeter, Space, StateId, Stats, StopReason,
    Visit, zeroed,
};
use crate::geometry::Cell;
use crate::heuristic::Heuristic;
use crate::map::Grid;
use crate::moves::{Cost, DiagonalRule, Direction, StepCosts};
use crate::search::count;

/// Which cells a depth-first search does not enter again, as it found nothing behind them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeadEndCut {
    /// Those of which it is proved that a cheapest path need not lead through them: see [`IdaStar`](crate::planners::IdaStar).
    #[default]
    Safe,
    /// Those under which all leaves had been reached before, by ways that were not dearer: Cazenave's, IV-D, as the text and Figure 1 have
    /// it. Paths get longer than the thresholds allow.
    Paper,
    /// The same as the paper prints it: the cost of a way to a cell lacks its last step, so that ways of different costs count as the
    /// same, and dead ends are only those that no sibling looked at before makes up for. It loses paths altogether.
    Printed,
    /// None.
    Off,
}

/// The depth-first searches of IDA*, one for each threshold.
///
/// Each cell keeps the cost of the cheapest way to it that was found in any of the searches, and the number of the search that came to
/// it last (the two-step lazy cache of Cazenave's paper, IV-C; numbers of searches grow from query to query, so that one number is both
/// of its markers). A search goes on at a cell if it comes by a cheaper way than any before, or by an equally cheap one for the
/// first time in this search.
///
/// With a consistent heuristic, every cell v with g*(v) + h(v) up to the threshold has had its g* when a search is over, as all cells on a
/// cheapest way to it have no larger f. So in the searches that follow such *old* cells are entered once each, by the first one of
/// their cheapest ways, and these ways form a tree. An old cell is a dead end if nothing below it in the tree leads to a cell that is
/// not old (by a way that was not cut). The *safe cut* is not to enter it again. The invariant: **to every cell x that is not old, the goal
/// among them, a cheapest way leads that does not enter a dead end.** For take such a way before a search, and let w be the first
/// cell on it that is not old at its end: all cells before it are entered, and w is found at g*(w). When it was first found so, all
/// cells on the way to it were on the stack: those among them that are old have found w, or a cell that is not old above it, so that they
/// are no dead ends. With this way to w, and then on as before (f does not get smaller along a cheapest way, so no cell behind w is old),
/// x is reached without entering one.
///
/// Nothing in this depends on by how much thresholds grow.
pub(crate) struct Deepening<'a, C, H> {
    space: GridSpace<'a, C>,
    heuristic: &'a H,
    cut: DeadEndCut,
    /// By how much more than necessary each threshold is larger than the one before, as a key.
    delta: u64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// At the goal.
    Found,
    /// There is no way, or it was cut off.
    Exhausted,
    /// A limit was reached.
    Stopped(StopReason),
}

/// What is known of a cell: the cost of the best way, the number of the search that came here last, and the last step. A tuple because
/// its all-zero form is known to be valid.
type Slot<C> = (<C as Cost>::Stored, u32, u32);

/// Of an expansion, with all that is done before the next one: some words of the map and of the memory for each of eight steps.
const UNITS: u64 = 32;

/// A cell on the way that is being looked at.
#[derive(Clone, Copy, Debug)]
struct Frame<C> {
    id: StateId,
    cell: Cell,
    g: C,
    /// The steps that are still to be taken.
    steps: u8,
    arrival: Arrival,
    /// Whether its g was known to be the least before this search.
    is_old: bool,
    /// Whether something was found behind it.
    is_live: bool,
}

/// The memory of the searches.
#[derive(Debug)]
pub(crate) struct DeepeningMemory<C: Cost> {
    slots: Vec<Slot<C>>,
    /// The number of the search.
    search: u32,
    /// The number of the first search for this query.
    first: u32,
    stack: Vec<Frame<C>>,
}

impl<C: Cost> Default for DeepeningMemory<C> {
    fn default() -> Self {
        Self { slots: Vec::new(), search: 0, first: 0, stack: Vec::new() }
    }
}

impl<C: Cost> DeepeningMemory<C> {
    /// Forgets everything and makes room for this many cells.
    fn begin(&mut self, cells: usize) -> Result<(), OutOfMemory> {
        if self.slots.len() < cells {
            // The old pages go first: there may not be room for both.
            self.slots = Vec::new();
            self.slots = zeroed(cells)?;
            self.search = 0;
        }
        // A query has no more searches than there are cells, which are fewer than 2²⁹: each finds the g* of one more at least.
        if self.search > u32::MAX / 2 {
            self.slots.fill(bytemuck::Zeroable::zeroed());
            self.search = 0;
        }
        self.first = self.search + 1;
        self.stack.clear();
        Ok(())
    }

    /// Whether the search is to go on at a cell to which it has come by a way of this cost.
    #[inline]
    fn enters(&mut self, id: StateId, g: C, arrival: Arrival) -> bool {
        let slot = &mut self.slots[id.index()];
        let is_better = slot.1 < self.first || {
            let (known, g) = (C::load(slot.0).key(), g.key());
            g < known || g == known && slot.1 != self.search
        };
        if is_better {
            *slot = (g.store(), self.search, arrival.0.into());
        }
        is_better
    }

    /// No search for this query enters the cell again: nothing is cheaper than nothing.
    #[inline]
    fn give_up(&mut self, id: StateId) {
        self.slots[id.index()].0 = C::default().store();
    }

    /// The cells of the way that was being looked at, and the goal.
    pub(crate) fn way_to(&self, goal: Cell, meter: &PathMeter<'_>) -> Vec<Cell> {
        let mut cells = Vec::with_capacity(self.stack.len() + 1);
        for some in self.stack.chunks(1 << 12).take_while(|some| meter.places(some.len() as u64)) {
            cells.extend(some.iter().map(|frame| frame.cell));
        }
        cells.push(goal);
        cells
    }
}

impl<'a, C: Cost, H: Heuristic<Cell, C>> Deepening<'a, C, H> {
    pub(crate) fn new(
        (grid, rule, costs): (&'a Grid, DiagonalRule, StepCosts<C>),
        heuristic: &'a H,
        cut: DeadEndCut,
        delta: u32,
    ) -> Self {
        let space = GridSpace::with_all_steps(grid, rule, costs);
        // Where estimates are not consistent, the g* of cells is not known.
        let cut = if cut == DeadEndCut::Safe && !heuristic.is_consistent() { DeadEndCut::Off } else { cut };
        // A straight step is two units of it.
        let delta = costs.straight.key() * u64::from(delta) / 2;
        Self { space, heuristic, cut, delta }
    }

    /// Searches from one cell to another, which are not the same; adds to what was counted before. With it comes the cell nearest to the
    /// goal that was expanded, if there are limits.
    pub(crate) fn run(
        &self,
        (start, goal): (Cell, Cell),
        limits: &Limits,
        memory: &mut DeepeningMemory<C>,
        stats: &mut Stats,
        observer: &mut impl Observer,
    ) -> Result<(Ended, StateId), OutOfMemory> {
        memory.begin(self.space.states())?;
        let (id, goal) = (self.space.id(start), (self.space.id(goal), goal));
        let mut nearest = Nearest::of(id);
        let mut meter = Meter::new(limits);
        stats.estimates += 1;
        let first = self.heuristic.estimate(start).key();
        let (mut old, mut threshold) = (0, first);
        loop {
            stats.iterations += 1;
            memory.search += 1;
            let mut least = u64::MAX;
            let ended = self.search(
                (id, start, goal),
                (old, threshold, &mut least),
                (&mut meter, &mut nearest),
                (memory, stats, observer),
            );
            if ended != Ended::Exhausted || least == u64::MAX {
                memory.stack.iter().for_each(|frame| observer.close(frame.cell.into()));
                return Ok((ended, nearest.state()));
            }
            // All with an f of up to the threshold are old now.
            old = threshold + 1;
            threshold = least.saturating_add(self.delta);
        }
    }

    /// One search. Everything with an f below `old` is old; `least` becomes the least f above the threshold.
    fn search(
        &self,
        (id, start, (goal, goal_cell)): (StateId, Cell, (StateId, Cell)),
        (old, threshold, least): (u64, u64, &mut u64),
        (meter, nearest): (&mut Meter<'_>, &mut Nearest),
        (memory, stats, observer): (&mut DeepeningMemory<C>, &mut Stats, &mut impl Observer),
    ) -> Ended {
        let start_arrival = GridSpace::<C>::START;
        memory.enters(id, C::default(), start_arrival);
        let mut next = Frame {
            id,
            cell: start,
            g: C::default(),
            steps: 0,
            arrival: start_arrival,
            is_old: old > 0,
            is_live: false,
        };
        loop {
            // Expands a cell.
            if !meter.may_expand(stats, UNITS)
                && let Some(why) = meter.stopped()
            {
                return Ended::Stopped(why);
            }
            if meter.is_limited() {
                nearest.consider(next.id, self.space.separation(next.cell, goal_cell), next.g.key());
            }
            if observer.is_watching() {
                observer.expand(&self.visit(next.id, next.cell, next.arrival, next.g));
            }
            next.steps = self.space.steps(next.id, start_arrival);
            memory.stack.push(next);
            // Finds the next one to expand.
            next = loop {
                count::done(1);
                let Some(frame) = memory.stack.last_mut() else { return Ended::Exhausted };
                if frame.steps == 0 {
                    let frame = *frame;
                    memory.stack.pop();
                    self.leave(&frame, memory);
                    observer.close(frame.cell.into());
                    // Many cells may be left one after the other.
                    if !meter.work(1)
                        && let Some(why) = meter.stopped()
                    {
                        return Ended::Stopped(why);
                    }
                    continue;
                }
                let number = frame.steps.ilog2() as usize & 7;
                frame.steps ^= 1 << number;
                let ((id, cost), cell) =
                    (self.space.step(frame.id, number), frame.cell + Direction::ALL[number]);
                let (g, arrival) = (frame.g + cost, Arrival(number as u8));
                let known_by = if self.cut == DeadEndCut::Printed { frame.g } else { g };
                if !memory.enters(id, known_by, arrival) {
                    continue;
                }
                stats.generated += 1;
                stats.estimates += 1;
                if observer.is_watching() {
                    observer.generate(&self.visit(id, cell, arrival, g));
                }
                let f = (g + self.heuristic.estimate(cell)).key();
                let frame = memory.stack.last_mut().expect("it was there before");
                if f > threshold {
                    *least = f.min(*least);
                    frame.is_live = true;
                    continue;
                }
                if id == goal {
                    return Ended::Found;
                }
                let is_old = f < old;
                frame.is_live |= self.cut == DeadEndCut::Safe && !is_old;
                break Frame { id, cell, g, steps: 0, arrival, is_old, is_live: false };
            };
        }
    }

    /// All steps from a cell were taken.
    #[inline]
    fn leave(&self, frame: &Frame<C>, memory: &mut DeepeningMemory<C>) {
        let is_judged = match self.cut {
            DeadEndCut::Safe => frame.is_old,
            DeadEndCut::Paper | DeadEndCut::Printed => true,
            DeadEndCut::Off => false,
        };
        let Some(parent) = memory.stack.last_mut().filter(|_| is_judged) else { return };
        parent.is_live |= frame.is_live;
        let is_dead = if self.cut == DeadEndCut::Printed { !parent.is_live } else { !frame.is_live };
        if is_dead {
            memory.give_up(frame.id);
        }
    }

    /// The way to a cell as it is known now.
    pub(crate) fn way_back(
        &self,
        memory: &DeepeningMemory<C>,
        to: StateId,
        meter: &PathMeter<'_>,
    ) -> Vec<Cell> {
        self.space.way_to(to, |id| Arrival(memory.slots[id.index()].2 as u8), meter)
    }

    /// What an observer sees of a cell.
    fn visit(&self, id: StateId, place: Cell, arrival: Arrival, g: C) -> Visit {
        self.space.visit(id, place, arrival, (g, self.heuristic.estimate(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARRIVAL: Arrival = Arrival(3);

    fn enters(memory: &mut DeepeningMemory<u32>, id: u32, g: u32) -> bool {
        memory.enters(StateId(id), g, ARRIVAL)
    }

    /// The function `Seen` of the paper, IV-C.
    #[test]
    fn a_cell_is_entered_once_in_each_search_unless_by_a_cheaper_way() {
        let mut memory = DeepeningMemory::<u32>::default();
        memory.begin(9).unwrap();
        memory.search += 1;
        assert!(enters(&mut memory, 4, 7) && !enters(&mut memory, 4, 7) && !enters(&mut memory, 4, 8));
        assert!(enters(&mut memory, 4, 5) && !enters(&mut memory, 4, 6));
        memory.search += 1;
        assert!(!enters(&mut memory, 4, 6), "it is remembered that there is a cheaper way");
        assert!(enters(&mut memory, 4, 5) && !enters(&mut memory, 4, 5));
        memory.give_up(StateId(4));
        memory.search += 1;
        assert!(!enters(&mut memory, 4, 1), "a dead end is not entered at all");
        memory.begin(9).unwrap();
        memory.search += 1;
        assert!(enters(&mut memory, 4, 9), "nothing is left from another query");
    }

    #[test]
    fn numbers_that_run_out_do_not_revive_old_searches() {
        let mut memory = DeepeningMemory::<u32>::default();
        memory.begin(9).unwrap();
        memory.search += 1;
        assert!(enters(&mut memory, 4, 2));
        memory.search = u32::MAX / 2 + 1;
        assert!(enters(&mut memory, 5, 2));
        memory.begin(9).unwrap();
        memory.search += 1;
        assert_eq!((memory.first, memory.search), (1, 1));
        for id in 0..9 {
            assert!(enters(&mut memory, id, 30), "{id}");
        }
    }
}
