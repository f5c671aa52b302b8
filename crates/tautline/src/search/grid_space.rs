use super::{Arrival, Space, StateId};
use crate::geometry::Cell;
use crate::moves::{Cost, DiagonalRule, Direction, StepCosts, StepTable};
use crate::world::{CellId, Grid};

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
    /// The steps that `rule` allows, at these costs.
    #[must_use]
    pub fn new(grid: &'w Grid, rule: DiagonalRule, costs: StepCosts<C>) -> Self {
        let stride = grid.stride() as i32;
        let strides = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            dy * stride + dx
        });
        // A diagonal step must be dearer than a straight one and no dearer than two for the shortcuts to be shortcuts.
        let (c, d) = (costs.straight, costs.diagonal);
        let prunes = c.key() < d.key() && d.key() <= 2 * c.key();
        let table = if prunes { rule.pruned_steps() } else { rule.all_steps() };
        Self { grid, table, costs: [c, d], strides }
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
        let mut steps = self.table[usize::from(arrival.0)][self.grid.around(CellId(id.0))];
        while steps != 0 {
            let number = steps.trailing_zeros() as usize & 7;
            steps &= steps - 1;
            let direction = Direction::ALL[number];
            let next = StateId(id.0.wrapping_add_signed(self.strides[number]));
            visit(next, cell + direction, self.costs[number / 4], Arrival(number as u8));
        }
    }

    fn parent(&self, id: StateId, arrival: Arrival) -> StateId {
        StateId(id.0.wrapping_add_signed(-self.strides[usize::from(arrival.0)]))
    }

    fn separation(&self, a: Cell, b: Cell) -> u64 {
        a.squared_distance(b)
    }
}
