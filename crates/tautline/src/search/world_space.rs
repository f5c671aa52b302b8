use super::{Arrival, Space, StateId};
use crate::geometry::{Cell, Position};
use crate::map::{CellId, Link, Links, Map, Terrain, Tiling, Tolls};
use crate::moves::{Cost, DiagonalRule, Direction, HexStep, StepCosts, StepTable};

/// The free cells of any map and the ways between them: steps that cost what the [`Terrain`] and the [`Tolls`](crate::map::Tolls)
/// say, between squares or hexagons, and [`Links`](crate::map::Links).
///
/// All costs are doubled: a step costs its length times the *sum* of the costs of the two cells it leads through half and half.
///
/// Nothing is left out because of how a state was reached, as it is in [`GridSpace`](super::GridSpace), where every cell costs
/// the same.
#[derive(Clone, Debug)]
pub struct WorldSpace<'w, C> {
    map: &'w Map,
    terrain: Option<&'w [u16]>,
    tolls: Option<&'w Tolls>,
    links: Option<&'w Links>,
    tiling: Tiling,
    table: &'static StepTable,
    /// The directions there are in even and in odd rows.
    directions: [u8; 2],
    /// What half a step costs on ordinary ground, for each direction.
    halves: [C; 8],
    /// What half a tile of a toll or of a link costs, doubled.
    half_tile: C,
    strides: [i32; 8],
    is_backwards: bool,
}

/// The number of the first of the links that lead to a cell, among the edges that do.
pub(super) const FIRST_LINK: u8 = DiagonalRule::START + 1;

impl<'w, C: Cost> WorldSpace<'w, C> {
    /// The ways on this map, with the steps that `rule` allows (between hexagons there are no diagonal ones), at these costs.
    #[must_use]
    pub fn new(map: &'w Map, rule: DiagonalRule, costs: StepCosts<C>) -> Self {
        let stride = map.grid().stride() as i32;
        let strides = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            dy * stride + dx
        });
        let (terrain, tolls, links) = (map.terrain().map(Terrain::costs), map.tolls(), map.links());
        let is_square = map.tiling() == Tiling::Square;
        let (table, directions) = if is_square {
            (rule.all_steps(), [u8::MAX; 2])
        } else {
            (DiagonalRule::CutBothCorners.all_steps(), HexStep::DIRECTIONS)
        };
        let halves = Direction::ALL.map(|direction| {
            if is_square && direction.is_diagonal() { costs.diagonal } else { costs.straight }
        });
        Self {
            map,
            terrain,
            tolls,
            links,
            tiling: map.tiling(),
            table,
            directions,
            halves,
            half_tile: costs.straight,
            strides,
            is_backwards: false,
        }
    }

    /// The same ways from their ends to their beginnings: what a search from a goal goes along to find the ways *to* it.
    ///
    /// From no cell may there be more than [`MOST_FROM_ONE_CELL`](Self::MOST_FROM_ONE_CELL) links.
    #[must_use]
    pub fn backwards(self) -> Self {
        Self { is_backwards: !self.is_backwards, ..self }
    }

    /// As many links can begin at one cell, if one is to search backwards: the ways into a cell are numbered, and backwards
    /// these are the ways out of it.
    pub const MOST_FROM_ONE_CELL: usize = (u8::MAX - FIRST_LINK) as usize;

    /// The links that end at a cell, or those that begin there, and how one finds the other end of each.
    #[inline]
    fn links_of(&self, cell: Cell, that_end: bool) -> (&'w [Link], fn(&Link) -> Cell) {
        match self.links {
            None => (&[], |link| link.to),
            Some(links) if that_end => (links.to(cell), |link| link.from),
            Some(links) => (links.from(cell), |link| link.to),
        }
    }

    /// Twice the cost of so many halves of a tile of ordinary ground.
    pub(super) fn half_tiles(&self, count: u32) -> C {
        self.half_tile.times(count)
    }

    /// The heading of a step from a cell: the number of its direction, or of the direction that is the same one in even rows.
    #[inline]
    pub(super) fn heading(&self, from: Cell, step: u8) -> u8 {
        match self.tiling {
            Tiling::Square => step,
            Tiling::Hexagonal => HexStep::heading(from, step),
        }
    }

    /// The step with this heading that leads to a cell.
    pub(super) fn step_with_heading(&self, to: Cell, heading: u8) -> u8 {
        match self.tiling {
            Tiling::Square => heading,
            Tiling::Hexagonal => HexStep::step_with_heading(to, heading),
        }
    }
}

impl<C: Cost> Space for WorldSpace<'_, C> {
    type State = Cell;
    type Cost = C;

    const START: Arrival = Arrival(DiagonalRule::START);
    const SCALE: u32 = 2;

    fn states(&self) -> usize {
        self.map.grid().id_range()
    }

    /// The id of a cell on the map.
    ///
    /// # Panics
    ///
    /// If the cell is outside.
    fn id(&self, cell: Cell) -> StateId {
        StateId(self.map.grid().id(cell).expect("a cell on the map").0)
    }

    #[inline]
    fn state(&self, id: StateId) -> Cell {
        self.map.grid().cell(CellId(id.0))
    }

    #[inline]
    fn successors(
        &self,
        id: StateId,
        cell: Cell,
        _: Arrival,
        mut visit: impl FnMut(StateId, Cell, C, Arrival),
    ) {
        let grid = self.map.grid();
        let costs = self.terrain;
        let cost_of = |id: u32| costs.map_or(1, |costs| u32::from(costs[id as usize]));
        let tolls = self.tolls;
        let here = cost_of(id.0);
        let mut steps = self.table[usize::from(DiagonalRule::START)][grid.around(CellId(id.0))]
            & self.directions[(cell.y & 1) as usize];
        while steps != 0 {
            let number = steps.trailing_zeros() as usize & 7;
            steps &= steps - 1;
            let direction = Direction::ALL[number];
            let next = id.0.wrapping_add_signed(self.strides[number]);
            let mut cost = self.halves[number].times(here + cost_of(next));
            if let Some(tolls) = tolls {
                let toll = if self.is_backwards {
                    tolls.toll(cell + direction, direction.opposite())
                } else {
                    tolls.toll(cell, direction)
                };
                cost = cost + self.half_tile.times(2 * u32::from(toll));
            }
            visit(StateId(next), cell + direction, cost, Arrival(number as u8));
        }
        if self.links.is_some() {
            let (links, end) = self.links_of(cell, self.is_backwards);
            for (link, to) in links.iter().map(|link| (link, end(link))).filter(|&(_, to)| grid.is_free(to)) {
                let number = self.links_of(to, !self.is_backwards).0.iter().position(|other| other == link);
                let arrival = Arrival(FIRST_LINK + number.expect("a link has two ends") as u8);
                let half = self.half_tile.times(link.cost);
                visit(self.id(to), to, half + half, arrival);
            }
        }
    }

    fn parent(&self, id: StateId, arrival: Arrival) -> StateId {
        match arrival.0.checked_sub(FIRST_LINK) {
            None => StateId(id.0.wrapping_add_signed(-self.strides[usize::from(arrival.0)])),
            Some(number) => {
                let (links, end) = self.links_of(self.state(id), !self.is_backwards);
                self.id(end(&links[usize::from(number)]))
            }
        }
    }

    #[inline]
    fn position(&self, state: Cell) -> Position {
        state.into()
    }

    fn separation(&self, a: Cell, b: Cell) -> u64 {
        match self.tiling {
            Tiling::Square => a.squared_distance(b),
            Tiling::Hexagonal => HexStep::distance(a, b).into(),
        }
    }
}
