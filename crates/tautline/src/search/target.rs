use super::{Space, StateId};

/// What a search is looking for.
pub trait Target<S: Space> {
    /// Called with each state that is about to be expanded and the cost of the way to it: whether the search has come to its
    /// end. With a consistent heuristic no cheaper way to the state is possible.
    fn is_reached(&mut self, space: &S, id: StateId, g: S::Cost) -> bool;

    /// How many units of work it is to ask one of the others (see [`Limits::MOST_WORK`](super::Limits::MOST_WORK)).
    fn work(&self) -> u64 {
        1
    }

    /// How far a state is from the target, in any measure that grows with the distance: tells which of the states seen so far
    /// is nearest to it.
    fn separation(&self, space: &S, state: S::State) -> u64;
}

/// No state: the search ends when there is nothing left.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl<S: Space> Target<S> for Nothing {
    #[inline]
    fn is_reached(&mut self, _: &S, _: StateId, _: S::Cost) -> bool {
        false
    }

    fn separation(&self, _: &S, _: S::State) -> u64 {
        0
    }
}

/// One state.
#[derive(Clone, Copy, Debug)]
pub struct One<T> {
    id: StateId,
    state: T,
}

impl<T: Copy> One<T> {
    /// This state of the space.
    pub fn new<S: Space<State = T>>(space: &S, state: T) -> Self {
        Self { id: space.id(state), state }
    }
}

impl<S: Space> Target<S> for One<S::State> {
    #[inline]
    fn is_reached(&mut self, _: &S, id: StateId, _: S::Cost) -> bool {
        id == self.id
    }

    #[inline]
    fn separation(&self, space: &S, state: S::State) -> u64 {
        space.separation(state, self.state)
    }
}
