use super::{Arrival, Space, StateId};
use crate::geometry::{Cell, Point, Position};
use crate::map::Grid;
use crate::moves::OctileLength;

/// The slides' other graph of square tiles, twice as large: its nodes are the middles of the sides that two free cells share.
///
/// One walks from side to side of a cell: straight through it (a length of 1), or around one of its corners (√½). At the start and
/// the goal one walks between the middle of a cell and its sides (½). Steps never leave the free cells and pass no corner, so
/// that paths look more natural than those from cell to cell, and every one of them is a corridor for the
/// [funnel algorithm](crate::path::funnel).
///
/// Costs are exact: all lengths are so many halves, and so many halves of √2.
#[derive(Clone, Copy, Debug)]
pub struct MidpointSpace<'w> {
    grid: &'w Grid,
    /// The middle of this cell can be entered.
    goal: Cell,
}

/// A place in halves of a tile: the middle of a cell (both odd), or the middle of a side (one of both odd).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Midpoint {
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

impl Midpoint {
    /// The middle of a cell.
    #[must_use]
    pub fn of(cell: Cell) -> Self {
        Self { x: 2 * cell.x + 1, y: 2 * cell.y + 1 }
    }

    /// Where it lies.
    #[must_use]
    pub fn point(self) -> Point {
        Point::new(f64::from(self.x) / 2.0, f64::from(self.y) / 2.0)
    }

    /// The cells on both sides of the middle of a side, the upper or left one first; the cell twice for the middle of a cell.
    #[must_use]
    pub fn cells(self) -> [Cell; 2] {
        let (x, y) = (self.x.div_euclid(2), self.y.div_euclid(2));
        let before = match (self.x & 1, self.y & 1) {
            (0, _) => Cell { x: x - 1, y },
            (_, 0) => Cell { x, y: y - 1 },
            _ => Cell { x, y },
        };
        [before, Cell { x, y }]
    }
}

/// What steps change, in halves of a tile: as edges into a node they have these numbers.
const STEPS: [(i32, i32); 12] =
    [(0, -1), (1, 0), (0, 1), (-1, 0), (0, -2), (2, 0), (0, 2), (-2, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

impl<'w> MidpointSpace<'w> {
    /// The graph for ways to a cell.
    #[must_use]
    pub fn new(grid: &'w Grid, goal: Cell) -> Self {
        Self { grid, goal }
    }

    /// How many places there are in a row of places.
    fn across(&self) -> u32 {
        2 * self.grid.width() + 1
    }

    /// Whether one can be there: on a side between two free cells.
    fn is_open(&self, place: Midpoint) -> bool {
        place.cells().into_iter().all(|cell| self.grid.is_free(cell))
    }
}

impl Space for MidpointSpace<'_> {
    type State = Midpoint;
    type Cost = OctileLength;

    const START: Arrival = Arrival(STEPS.len() as u8);
    const SCALE: u32 = 2;

    fn states(&self) -> usize {
        self.across() as usize * (2 * self.grid.height() as usize + 1)
    }

    fn id(&self, place: Midpoint) -> StateId {
        StateId(place.y as u32 * self.across() + place.x as u32)
    }

    fn state(&self, id: StateId) -> Midpoint {
        Midpoint { x: (id.0 % self.across()) as i32, y: (id.0 / self.across()) as i32 }
    }

    fn successors(
        &self,
        _: StateId,
        place: Midpoint,
        _: Arrival,
        mut visit: impl FnMut(StateId, Midpoint, OctileLength, Arrival),
    ) {
        let is_middle = place.x & place.y & 1 == 1;
        for (number, (dx, dy)) in STEPS.into_iter().enumerate() {
            let next = Midpoint { x: place.x + dx, y: place.y + dy };
            // A step leads through one cell: the one between its ends.
            let through = Midpoint { x: place.x + next.x, y: place.y + next.y };
            let cell = if number < 4 {
                if is_middle { place.cells()[0] } else { next.cells()[0] }
            } else if number < 8 {
                Midpoint { x: through.x / 2, y: through.y / 2 }.cells()[0]
            } else {
                // Around a corner: the odd coordinates are those of the cell's middle.
                let odd = |a: i32, b: i32| if a & 1 == 1 { a } else { b };
                Midpoint { x: odd(place.x, next.x), y: odd(place.y, next.y) }.cells()[0]
            };
            let is_step = match number {
                // Between the middle of a cell and a side.
                0..4 => is_middle || (next == Midpoint::of(self.goal)),
                // From a side to the one across the cell: not along the line that it lies on.
                4..8 => !is_middle && (if dx == 0 { place.y & 1 == 0 } else { place.x & 1 == 0 }),
                _ => !is_middle,
            };
            if is_step && self.grid.is_free(cell) && self.is_open(next) {
                let cost = if number < 8 {
                    OctileLength { straight: dx.unsigned_abs() + dy.unsigned_abs(), diagonal: 0 }
                } else {
                    OctileLength::DIAGONAL
                };
                visit(self.id(next), next, cost, Arrival(number as u8));
            }
        }
    }

    fn parent(&self, id: StateId, arrival: Arrival) -> StateId {
        let (dx, dy) = STEPS[usize::from(arrival.0)];
        let place = self.state(id);
        self.id(Midpoint { x: place.x - dx, y: place.y - dy })
    }

    #[inline]
    fn position(&self, state: Midpoint) -> Position {
        state.point().into()
    }

    fn separation(&self, a: Midpoint, b: Midpoint) -> u64 {
        let square = |a: i32, b: i32| u64::from(a.abs_diff(b)).pow(2);
        square(a.x, b.x) + square(a.y, b.y)
    }
}
