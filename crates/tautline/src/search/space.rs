use crate::moves::Cost;

/// The number of a state of a [`Space`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateId(pub u32);

impl StateId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of an edge among those that lead to one state: together they say where the edge comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival(pub u8);

/// A graph that can be searched: states with numbers, and the ways out of each.
pub trait Space {
    /// A state in the form that heuristics and observers understand.
    type State: Copy;
    /// What ways cost.
    type Cost: Cost;

    /// Stands for no edge: how the search reached its start.
    const START: Arrival;

    /// All numbers are below this.
    fn states(&self) -> usize;

    /// The number of a state.
    fn id(&self, state: Self::State) -> StateId;

    /// The state of a number.
    fn state(&self, id: StateId) -> Self::State;

    /// Calls `visit` with every successor of a state: its number, itself, the cost of the edge, and the edge's number among
    /// those that lead to the successor.
    ///
    /// `arrival` is the edge by which the search reached the state. A space may leave out successors that were reached from
    /// the state before at no higher cost, or that are reached more cheaply without this state.
    fn successors(
        &self,
        id: StateId,
        state: Self::State,
        arrival: Arrival,
        visit: impl FnMut(StateId, Self::State, Self::Cost, Arrival),
    );

    /// The state from which an edge leads to this one.
    fn parent(&self, id: StateId, arrival: Arrival) -> StateId;

    /// How far two states are apart, in any measure that grows with the distance: tells which of the states seen so
    /// far is nearest to the goal when a search is given up.
    fn separation(&self, a: Self::State, b: Self::State) -> u64;
}
