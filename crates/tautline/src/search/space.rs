use crate::moves::Cost;

/// The number of a state of a [`Space`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateId(pub u32);

impl StateId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A graph that can be searched: states with numbers, and the ways out of each.
pub trait Space {
    /// A state in the form that heuristics and observers understand.
    type State: Copy;
    /// What ways cost.
    type Cost: Cost;

    /// All numbers are below this.
    fn states(&self) -> usize;

    /// The number of a state.
    fn id(&self, state: Self::State) -> StateId;

    /// The state of a number.
    fn state(&self, id: StateId) -> Self::State;

    /// Calls `visit` with every successor of a state, its number, and the cost of the way there.
    fn successors(&self, id: StateId, visit: impl FnMut(StateId, Self::State, Self::Cost));

    /// How far two states are apart, in any measure that grows with the distance: tells which of the states seen so
    /// far is nearest to the goal when a search is given up.
    fn separation(&self, a: Self::State, b: Self::State) -> u64;
}
