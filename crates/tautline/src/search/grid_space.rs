use super::nodes::trace;
use super::{Arrival, PathMeter, Space, StateId, Visit};
use crate::geometry::{Cell, Position};
use crate::map::{CellId, Grid};
use crate::moves::{Cost, DiagonalRule, Direction, StepCosts, StepTable};
use crate::search::count;

/// The free cells of a grid and the steps between them.
#[derive(Clone, Debug)]
pub struct GridSpace<'w, C> {
    grid: &'w Grid,
    table: &'static StepTable,
    costs: [C; 2],
    /// For each direction, the distance between the ids.
    strides: [i32; 8],
}

impl<'w, C: Cost> GridSpace<'w, C> {
    /// The steps that `rule` allows, at these costs, without those that a search in the order of costs does not need.
    #[must_use]
    pub fn new(grid: &'w Grid, rule: DiagonalRule, costs: StepCosts<C>) -> Self {
        // A diagonal step must be dearer than a straight one and no dearer than two for the shortcuts to be shortcuts.
        let (c, d) = (costs.straight, costs.diagonal);
        let prunes = c.key() < d.key() && d.key() <= 2 * c.key();
        let table = if prunes { rule.pruned_steps() } else { rule.all_steps() };
        Self::with_table(grid, table, costs)
    }

    /// All steps that `rule` allows, at these costs.
    pub(super) fn with_all_steps(grid: &'w Grid, rule: DiagonalRule, costs: StepCosts<C>) -> Self {
        Self::with_table(grid, rule.all_steps(), costs)
    }

    fn with_table(grid: &'w Grid, table: &'static StepTable, costs: StepCosts<C>) -> Self {
        let stride = grid.stride() as i32;
        let strides = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            dy * stride + dx
        });
        Self { grid, table, costs: [costs.straight, costs.diagonal], strides }
    }

    /// The steps from a cell at which one arrived so: bit k for the direction with the number k.
    #[expect(clippy::inline_always, reason = "a look at three words; a call costs as much")]
    #[inline(always)]
    pub(super) fn steps(&self, id: StateId, arrival: Arrival) -> u8 {
        self.table[usize::from(arrival.0)][self.grid.around(CellId(id.0))]
    }

    /// The cells from the start to this one, given by which steps they were reached.
    pub(super) fn way_to(
        &self,
        to: StateId,
        arrival: impl Fn(StateId) -> Arrival,
        meter: &PathMeter<'_>,
    ) -> Vec<Cell> {
        let before = |&id: &StateId| {
            let arrival = arrival(id);
            (arrival != Self::START).then(|| self.parent(id, arrival))
        };
        trace(Some(to), before, |id| self.state(id), meter)
    }

    /// What an observer sees of a cell.
    pub(super) fn visit(&self, id: StateId, place: Cell, arrival: Arrival, (g, h): (C, C)) -> Visit {
        let parent = (arrival != Self::START).then(|| self.state(self.parent(id, arrival)));
        Visit {
            place: place.into(),
            parent: parent.map(Into::into),
            g: g.value(),
            h: h.value(),
            f: (g + h).value(),
        }
    }

    /// The cell at which a step in the direction with this number ends, and what it costs.
    #[inline]
    pub(super) fn step(&self, id: StateId, number: usize) -> (StateId, C) {
        count::done(1);
        (StateId(id.0.wrapping_add_signed(self.strides[number])), self.costs[number / 4])
    }
}

impl<C: Cost> Space for GridSpace<'_, C> {
    type State = Cell;
    type Cost = C;

    const START: Arrival = Arrival(DiagonalRule::START);

    fn states(&self) -> usize {
        self.grid.id_range()
    }

    /// The id of a cell on the map.
    ///
    /// # Panics
    ///
    /// If the cell is outside.
    fn id(&self, cell: Cell) -> StateId {
        StateId(self.grid.id(cell).expect("a cell on the map").0)
    }

    #[inline]
    fn state(&self, id: StateId) -> Cell {
        self.grid.cell(CellId(id.0))
    }

    #[inline]
    fn successors(
        &self,
        id: StateId,
        cell: Cell,
        arrival: Arrival,
        mut visit: impl FnMut(StateId, Cell, C, Arrival),
    ) {
        let mut steps = self.steps(id, arrival);
        while steps != 0 {
            let number = steps.trailing_zeros() as usize & 7;
            steps &= steps - 1;
            let (next, cost) = self.step(id, number);
            visit(next, cell + Direction::ALL[number], cost, Arrival(number as u8));
        }
    }

    fn parent(&self, id: StateId, arrival: Arrival) -> StateId {
        StateId(id.0.wrapping_add_signed(-self.strides[usize::from(arrival.0)]))
    }

    #[inline]
    fn position(&self, state: Cell) -> Position {
        state.into()
    }

    fn separation(&self, a: Cell, b: Cell) -> u64 {
        a.squared_distance(b)
    }
}
