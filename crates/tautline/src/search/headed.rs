use super::world_space::FIRST_LINK;
use super::{Arrival, Space, StateId, WorldSpace};
use crate::geometry::{Cell, Position};
use crate::moves::Cost;

/// A space in which turning costs something: the heading belongs to the state.
///
/// A cell is as many states as there are headings by which one can come to it, and one without a heading: at the start, and
/// behind a link. So the cheapest way to a cell that goes on straight and the cheapest one that has to turn are both kept, and a
/// search finds a cheapest path, its turns included.
#[derive(Clone, Debug)]
pub struct Headed<'w, C> {
    inner: WorldSpace<'w, C>,
    /// What a change of heading costs, doubled as all costs of the space inside.
    turn: C,
}

/// How many states a cell is: eight headings at most, and none.
pub(crate) const HEADINGS: u32 = 9;

impl<'w, C: Cost> Headed<'w, C> {
    /// What stands for no heading.
    pub(super) const NO_HEADING: u8 = 8;

    /// The number of a state's cell.
    #[inline]
    pub(super) fn cell_number(id: StateId) -> u32 {
        id.0 / HEADINGS
    }

    /// The same ways, but each change of heading costs so many half tiles more.
    #[must_use]
    pub fn new(inner: WorldSpace<'w, C>, half_tiles: u32) -> Self {
        Self { turn: inner.half_tiles(half_tiles), inner }
    }

    /// Whether all states of a map with so many ids can be numbered.
    #[must_use]
    pub fn fits(ids: usize) -> bool {
        u32::try_from(ids).is_ok_and(|ids| ids.checked_mul(HEADINGS).is_some())
    }
}

impl<C: Cost> Space for Headed<'_, C> {
    /// A cell and a heading.
    type State = (Cell, u8);
    type Cost = C;

    const START: Arrival = Arrival(u8::MAX);
    const SCALE: u32 = 2;

    fn states(&self) -> usize {
        self.inner.states() * HEADINGS as usize
    }

    fn id(&self, (cell, heading): (Cell, u8)) -> StateId {
        StateId(self.inner.id(cell).0 * HEADINGS + u32::from(heading))
    }

    fn state(&self, id: StateId) -> (Cell, u8) {
        (self.inner.state(StateId(Self::cell_number(id))), (id.0 % HEADINGS) as u8)
    }

    fn successors(
        &self,
        id: StateId,
        (cell, heading): (Cell, u8),
        _: Arrival,
        mut visit: impl FnMut(StateId, (Cell, u8), C, Arrival),
    ) {
        let inner = StateId(Self::cell_number(id));
        self.inner.successors(inner, cell, WorldSpace::<C>::START, |next, next_cell, cost, arrival| {
            // By a step, the new heading tells where it came from, and the old heading is the rest. By a link, which link.
            let (new, edge) = match arrival.0.checked_sub(FIRST_LINK) {
                None => (self.inner.heading(cell, arrival.0), heading),
                Some(link) => (Self::NO_HEADING, HEADINGS as u8 * (1 + link) + heading),
            };
            let turns = new != heading && new != Self::NO_HEADING && heading != Self::NO_HEADING;
            let cost = if turns { cost + self.turn } else { cost };
            visit(StateId(next.0 * HEADINGS + u32::from(new)), (next_cell, new), cost, Arrival(edge));
        });
    }

    fn parent(&self, id: StateId, arrival: Arrival) -> StateId {
        let (cell, heading) = self.state(id);
        let inner = StateId(Self::cell_number(id));
        let (link, before) = (arrival.0 / HEADINGS as u8, arrival.0 % HEADINGS as u8);
        let edge = match link.checked_sub(1) {
            None => self.inner.step_with_heading(cell, heading),
            Some(link) => FIRST_LINK + link,
        };
        StateId(self.inner.parent(inner, Arrival(edge)).0 * HEADINGS + u32::from(before))
    }

    #[inline]
    fn position(&self, state: (Cell, u8)) -> Position {
        state.0.into()
    }

    fn separation(&self, a: (Cell, u8), b: (Cell, u8)) -> u64 {
        self.inner.separation(a.0, b.0)
    }
}
