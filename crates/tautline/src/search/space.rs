use crate::geometry::Position;
use crate::moves::Cost;

/// The number of a state of a [`Space`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateId(pub u32);

impl StateId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of an edge among those that lead to one state: together they say where the edge comes from. There can be up
/// to 255 of them, one number being left for [`Space::START`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival(pub u8);

/// A graph that can be searched: states with numbers, and the ways out of each.
///
/// ```
/// use tautline::geometry::Position;
/// use tautline::heuristic::Zero;
/// use tautline::open::{Heap, TieBreak};
/// use tautline::search::{
///     Arrival, BestFirst, Ending, Limits, SearchMemory, Silent, Space, StateId, Strategy,
/// };
///
/// /// The numbers below 1000; from n one gets to n + 1 for 3 and to 2n for 5.
/// struct Numbers;
///
/// impl Space for Numbers {
///     type State = u32;
///     type Cost = u32;
///     const START: Arrival = Arrival(2);
///
///     fn states(&self) -> usize {
///         1000
///     }
///     fn id(&self, number: u32) -> StateId {
///         StateId(number)
///     }
///     fn state(&self, id: StateId) -> u32 {
///         id.0
///     }
///     fn successors(&self, _: StateId, n: u32, _: Arrival, mut visit: impl FnMut(StateId, u32, u32, Arrival)) {
///         for (edge, next, cost) in [(0, n + 1, 3), (1, 2 * n, 5)] {
///             if next < 1000 {
///                 visit(StateId(next), next, cost, Arrival(edge));
///             }
///         }
///     }
///     fn parent(&self, id: StateId, arrival: Arrival) -> StateId {
///         StateId(if arrival == Arrival(0) { id.0 - 1 } else { id.0 / 2 })
///     }
///     fn position(&self, number: u32) -> Position {
///         (number as i32, 0).into()
///     }
///     fn separation(&self, a: u32, b: u32) -> u64 {
///         a.abs_diff(b).into()
///     }
/// }
///
/// let search = BestFirst {
///     space: &Numbers,
///     heuristic: &Zero,
///     strategy: Strategy::CheapestTotal,
///     ties: TieBreak::Lifo,
///     remember_h: true,
/// };
/// let mut memory = SearchMemory::<u32, Heap>::default();
/// let (ending, _) = search.run(1, 40, &Limits::default(), &mut memory, &mut Silent)?;
/// assert_eq!(ending, Ending::Found(StateId(40)));
/// assert_eq!(memory.path(&Numbers, StateId(40)), [1, 2, 4, 5, 10, 20, 40]);
/// # Ok::<(), tautline::search::OutOfMemory>(())
/// ```
pub trait Space {
    /// A state in the form that heuristics and observers understand.
    type State: Copy;
    /// What ways cost. It must have room for the cost of every way plus the estimate at its end, times the weight's p and q
    /// where there is one.
    type Cost: Cost;

    /// Stands for no edge, so no edge may have this number: how the search reached its start.
    const START: Arrival;

    /// All costs are this many times as large as those that people are told of.
    const SCALE: u32 = 1;

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

    /// Where a state lies: what observers are told.
    fn position(&self, state: Self::State) -> Position;

    /// How far two states are apart, in any measure that grows with the distance: tells which of the states seen so
    /// far is nearest to the goal when a search is given up.
    fn separation(&self, a: Self::State, b: Self::State) -> u64;
}
