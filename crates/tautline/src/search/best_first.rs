use std::marker::PhantomData;

use super::nodes::{Node, NodeStore, PooledNodes, Status, path};
use super::{
    Arrival, Limits, Meter, Observer, One, OutOfMemory, PathMeter, Space, StateId, Stats, StopReason, Target,
    Visit,
};
use crate::heuristic::{Heuristic, Weight};
use crate::moves::Cost;
use crate::open::{OpenList, TieBreak};

/// Which open state comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The one with the smallest f = g + h. With h = 0 that is Dijkstra's algorithm.
    #[default]
    CheapestTotal,
    /// The one with the smallest f = g + w·h.
    Weighted(Weight),
    /// The one with the smallest h, whatever it has cost to get there.
    NearestToGoal,
}

/// The skeleton of the graph searches: take the best state from the open list; if it is the goal, done; otherwise look
/// at its successors, put those that are new or have become cheaper into the open list, and go on.
///
/// What it finds: with [`Strategy::CheapestTotal`] a path that costs at most
/// [`overestimate`](Heuristic::overestimate) times the optimum, so a cheapest one if the heuristic is admissible; with
/// [`Strategy::Weighted`] the weight times as much; with [`Strategy::NearestToGoal`] any path.
///
/// Where the heuristic is not consistent, an expanded state is opened again when a cheaper way to it is found. Where it is
/// consistent, closed states are not looked at again: without a weight no cheaper way can be found, and with one the bound
/// holds all the same. For let s be the first state that is expanded with g(s) > w·g*(s), and n the first state on a
/// cheapest path to s that is not expanded by then. The one before n was expanded within the bound, so n is open with
/// g(n) ≤ w·g*(n). If n is s, that is the contradiction; if not, then
/// g(n) + w·h(n) ≤ w·g*(n) + w·(cost from n to s) + w·h(s) = w·g*(s) + w·h(s) < g(s) + w·h(s), and n would have come first.
///
/// P. E. Hart, N. J. Nilsson, B. Raphael: *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*, 1968.
#[derive(Clone, Copy, Debug)]
pub struct BestFirst<'a, S, H> {
    /// What is searched.
    pub space: &'a S,
    /// The estimate of the cost to the goal.
    pub heuristic: &'a H,
    /// Which state comes next.
    pub strategy: Strategy,
    /// Which of several equally good ones.
    pub ties: TieBreak,
    /// Whether the estimate of an open state is kept for when a cheaper way to it is found, instead of being asked for
    /// again.
    pub remember_h: bool,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The target was reached, at this state.
    Found(StateId),
    /// Everything reachable was expanded, and it was not enough for the target.
    Unreachable,
    /// A limit was reached.
    Stopped(StopReason),
}

/// How far a search has come: what it needs besides its memory to go on after a pause.
#[derive(Clone, Debug)]
pub struct Progress {
    stats: Stats,
    /// Taken from the open list, but not yet expanded, when the search paused.
    held: Option<StateId>,
    nearest: Nearest,
    tracks_nearest: bool,
}

impl Progress {
    /// What the search did so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The expanded state nearest to the target, the one with the cheapest way to it where several are equally near; the
    /// first start if the search was not asked to keep track of it.
    #[must_use]
    pub fn nearest(&self) -> StateId {
        self.nearest.state()
    }

    /// The same search, which keeps track of the state nearest to its target, or not.
    #[must_use]
    pub(crate) fn tracking_nearest(self, tracks_nearest: bool) -> Self {
        Self { tracks_nearest, ..self }
    }
}

/// The memory of one kind of best-first search: the states it knows and its open list.
#[derive(Debug)]
pub struct SearchMemory<C: Cost, O, N = PooledNodes<C>> {
    nodes: N,
    open: O,
    costs: PhantomData<C>,
}

impl<C: Cost, O: Default, N: Default> Default for SearchMemory<C, O, N> {
    fn default() -> Self {
        Self { nodes: N::default(), open: O::default(), costs: PhantomData }
    }
}

impl<C: Cost, O, N: NodeStore<C>> SearchMemory<C, O, N> {
    /// The way from the start to a state, as the last search, over `space`, found it; empty if it did not.
    pub fn path<S: Space<Cost = C>>(&self, space: &S, to: StateId) -> Vec<S::State> {
        self.path_of(space, to, |state| state, &PathMeter::new(&Limits::default()))
    }

    /// The same way, each state turned into something, as far as there is time for that.
    pub(crate) fn path_of<S: Space<Cost = C>, P>(
        &self,
        space: &S,
        to: StateId,
        place: impl Fn(S::State) -> P,
        meter: &PathMeter<'_>,
    ) -> Vec<P> {
        let parent = |id, arrival| space.parent(id, arrival);
        path(&self.nodes, to, S::START, parent, |id| place(space.state(id)), meter)
    }

    /// The cost of the cheapest way to a state and the edge it ends with, if the last search has expanded the state: with a
    /// consistent heuristic no cheaper way is possible.
    pub(crate) fn settled(&self, id: StateId) -> Option<(C, Arrival)> {
        let (g, arrival, status) = self.nodes.known(id)?;
        (status == Status::Closed).then_some((g, arrival))
    }
}

impl<S: Space, H: Heuristic<S::State, S::Cost>> BestFirst<'_, S, H> {
    /// Searches from one state to another. Both must be states of the space.
    #[expect(clippy::missing_panics_doc, reason = "it cannot: without a pause it comes to an end")]
    pub fn run<O: OpenList, N: NodeStore<S::Cost>>(
        &self,
        start: S::State,
        goal: S::State,
        limits: &Limits,
        memory: &mut SearchMemory<S::Cost, O, N>,
        observer: &mut impl Observer,
    ) -> Result<(Ending, Progress), OutOfMemory> {
        let mut progress = self.begin([start], memory)?.tracking_nearest(!limits.is_unlimited());
        let mut target = One::new(self.space, goal);
        let ending = self.advance(&mut progress, &mut target, limits, u64::MAX, memory, observer);
        Ok((ending.expect("it was not to pause"), progress))
    }

    /// Begins a search from one or many states, of which there must be one at least; [`advance`](Self::advance) makes it.
    pub fn begin<O: OpenList, N: NodeStore<S::Cost>>(
        &self,
        starts: impl IntoIterator<Item = S::State>,
        memory: &mut SearchMemory<S::Cost, O, N>,
    ) -> Result<Progress, OutOfMemory> {
        self.begin_with_costs(starts.into_iter().map(|start| (start, S::Cost::default())), memory)
    }

    /// The same where to be at a start has cost something already, and at some more than at others. Of a state that comes more
    /// than once, the first counts.
    pub fn begin_with_costs<O: OpenList, N: NodeStore<S::Cost>>(
        &self,
        starts: impl IntoIterator<Item = (S::State, S::Cost)>,
        memory: &mut SearchMemory<S::Cost, O, N>,
    ) -> Result<Progress, OutOfMemory> {
        let space = self.space;
        let SearchMemory { nodes, open, .. } = memory;
        nodes.begin(space.states())?;
        open.begin(space.states(), S::Cost::STACK_SHIFT, self.ties)?;
        let mut stats = Stats::default();
        let mut first = None;
        for (start, g) in starts {
            let id = space.id(start);
            if nodes.get(id).status() == Status::New {
                first.get_or_insert(id);
                let h = self.heuristic.estimate(start);
                stats.estimates += 1;
                nodes.get(id).open(g, h, S::START);
                open.push(id, self.priority(g, h).key(), g.key());
            }
        }
        let nearest = Nearest::of(first.unwrap_or(StateId(0)));
        Ok(Progress { stats, held: None, nearest, tracks_nearest: true })
    }

    /// Goes on with a search that was begun, or that paused, until it comes to an end or has expanded so many states in all:
    /// then it pauses and there is no ending yet. However often it pauses, it expands the same states in the same order.
    ///
    /// The memory must be the one it was begun with, untouched since then, and the space and the heuristic the same.
    pub fn advance<O: OpenList, N: NodeStore<S::Cost>>(
        &self,
        progress: &mut Progress,
        target: &mut impl Target<S>,
        limits: &Limits,
        pause_at: u64,
        memory: &mut SearchMemory<S::Cost, O, N>,
        observer: &mut impl Observer,
    ) -> Option<Ending> {
        let space = self.space;
        let SearchMemory { nodes, open, .. } = memory;
        let Progress { stats, held, nearest, tracks_nearest } = progress;
        let tracks_nearest = *tracks_nearest;
        let mut meter = Meter::new(limits);
        // Some words of the map and of the memory for each edge, and what estimates take.
        let (estimate, separation) = (self.heuristic.work(), target.work());
        let units = 32 + 9 * estimate + 2 * separation;
        let reopens = self.strategy != Strategy::NearestToGoal && !self.heuristic.is_consistent();

        while let Some(id) = held.take().or_else(|| open.pop()) {
            let lookups = open.work() + nodes.work();
            let mut node = nodes.get(id);
            if node.status() == Status::Closed {
                // A cheaper way was found after this entry was made, and the state has been expanded by it.
                if meter.work(1) {
                    continue;
                }
                break;
            }
            let g = node.g();
            if target.is_reached(space, id, g) {
                return Some(Ending::Found(id));
            }
            if stats.expanded >= pause_at {
                *held = Some(id);
                return None;
            }
            if !meter.may_expand(stats, units + lookups) {
                break;
            }
            node.close();
            let arrival = node.arrival();
            drop(node);
            let state = space.state(id);
            if tracks_nearest {
                nearest.consider(id, target.separation(space, state), g.key());
            }
            if observer.is_watching() {
                observer.expand(&self.visit(id, state, arrival, g));
            }

            space.successors(id, state, arrival, |next, next_state, cost, arrival| {
                // With very many links or goals, or a list of nodes, a successor is more than a little work.
                let work = estimate + nodes.work();
                if work > 64 && !meter.work(work) {
                    return;
                }
                let mut node = nodes.get(next);
                let status = node.status();
                if status == Status::Closed && !reopens {
                    return;
                }
                let next_g = g + cost;
                let remembered = if status == Status::New {
                    None
                } else if next_g.key() < node.g().key() {
                    node.h().filter(|_| self.remember_h)
                } else {
                    return;
                };
                let h = remembered.unwrap_or_else(|| {
                    stats.estimates += 1;
                    self.heuristic.estimate(next_state)
                });
                stats.generated += 1;
                node.open(next_g, h, arrival);
                let key = self.priority(next_g, h).key();
                if status == Status::Open {
                    open.improve(next, key, next_g.key());
                } else {
                    stats.reopened += u64::from(status == Status::Closed);
                    open.push(next, key, next_g.key());
                }
                if observer.is_watching() {
                    observer.generate(&self.visit(next, next_state, arrival, next_g));
                }
            });
            observer.close(space.position(state));
            if meter.stopped().is_some() {
                break;
            }
        }
        Some(meter.stopped().map_or(Ending::Unreachable, Ending::Stopped))
    }

    #[inline]
    fn priority(&self, g: S::Cost, h: S::Cost) -> S::Cost {
        match self.strategy {
            Strategy::CheapestTotal => g + h,
            Strategy::Weighted(weight) => weight.total(g, h),
            Strategy::NearestToGoal => h,
        }
    }

    /// What an observer sees of a state.
    #[inline]
    fn visit(&self, id: StateId, place: S::State, arrival: Arrival, g: S::Cost) -> Visit {
        let parent = (arrival != S::START).then(|| self.space.state(self.space.parent(id, arrival)));
        let h = self.heuristic.estimate(place);
        let scale = match self.strategy {
            Strategy::Weighted(weight) => f64::from(weight.q()),
            Strategy::CheapestTotal | Strategy::NearestToGoal => 1.0,
        };
        let value = |cost: S::Cost| cost.value() / f64::from(S::SCALE);
        let position = |state| self.space.position(state);
        Visit {
            place: position(place),
            parent: parent.map(position),
            g: value(g),
            h: value(h),
            f: value(self.priority(g, h)) / scale,
        }
    }
}

/// The expanded state nearest to the goal so far, the cheapest where several are equally near.
#[derive(Clone, Debug)]
pub(super) struct Nearest {
    state: StateId,
    separation: u64,
    g: u64,
}

impl Nearest {
    /// Only this one, as far as is known.
    pub(super) fn of(state: StateId) -> Self {
        Self { state, separation: u64::MAX, g: u64::MAX }
    }

    pub(super) fn state(&self) -> StateId {
        self.state
    }

    pub(super) fn consider(&mut self, state: StateId, separation: u64, g: u64) {
        if (separation, g) < (self.separation, self.g) {
            *self = Self { state, separation, g };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equally_near_states_the_cheapest_is_kept() {
        let mut nearest = Nearest::of(StateId(0));
        for (state, separation, g) in [(1, 50, 3), (2, 10, 9), (3, 10, 7), (4, 10, 8), (5, 11, 1)] {
            nearest.consider(StateId(state), separation, g);
        }
        assert_eq!(nearest.state, StateId(3));
    }
}
