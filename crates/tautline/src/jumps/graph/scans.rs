//! Scans for jump points from any cell, by bits.

use super::planes::Plane;
use crate::geometry::Cell;
use crate::moves::{DiagonalRule, Direction, StepTable};
use crate::world::Grid;

/// What is needed to find the jump points that a canonical path from a cell comes to first, and whether it comes to a goal
/// before that.
///
/// A canonical path takes *leading* steps as long as it can (diagonal ones; with four neighbours those along a row) and then
/// *following* ones (straight; along a column). From leading steps it may turn to a following direction at any cell, and
/// from a following direction nowhere, unless an obstacle forces it. A **jump point** is a cell with a direction of arrival
/// after which some step is canonical that is neither of these: all of them together are the nodes of the graph. A **leg**
/// is some leading steps and then some following ones in one direction each, either of them possibly none.
///
/// So between two jump points, and before the first and after the last of them, a canonical path is one leg.
#[derive(Clone, Debug)]
pub(super) struct Scans {
    rule: DiagonalRule,
    table: &'static StepTable,
    width: usize,
    /// For each cell the directions in which a scan finds a jump point, bit k for the direction with the number k.
    finds: Vec<u8>,
    /// For each direction the cells at which a scan stops: jump points and, for leading directions, cells from which a scan
    /// to a side finds one.
    stops: [Plane; 8],
    /// For each axis (see [`AXES`]) the cells from which the step is not allowed.
    walls: [Plane; 4],
}

/// How far one can go straight from a cell, by direction: north, east, south, west.
pub(super) type Runs = [u32; 4];

/// The lines of the map, each by the direction in which the bits of a [`Plane`] lie.
const AXES: [Direction; 4] = [Direction::East, Direction::South, Direction::SouthEast, Direction::SouthWest];

impl Scans {
    pub(super) fn new(grid: &Grid, rule: DiagonalRule) -> Self {
        let mut this = Self {
            rule,
            table: rule.canonical_steps(),
            width: grid.width() as usize,
            finds: vec![0; grid.width() as usize * grid.height() as usize],
            stops: Direction::ALL.map(|direction| Plane::new(grid, direction)),
            walls: AXES.map(|direction| Plane::new(grid, direction)),
        };
        let arounds: Vec<u16> =
            grid.cells().map(|cell| grid.around(grid.id(cell).expect("a cell of the map")) as u16).collect();
        let (leading, following): (Vec<_>, Vec<_>) =
            Direction::ALL.into_iter().partition(|&direction| followers(rule, direction) != 0);
        for direction in following.into_iter().chain(leading) {
            this.look_from_everywhere(grid, &arounds, direction);
        }
        for (cell, &around) in grid.cells().zip(&arounds) {
            let allowed = this.allowed(around);
            for (walls, axis) in this.walls.iter_mut().zip(AXES) {
                // Rising diagonals run the other way on high maps.
                let up = if walls.goes_up(axis) { axis } else { Direction::NorthEast };
                if allowed >> up as u8 & 1 == 0 {
                    walls.set(cell);
                }
            }
        }
        this
    }

    fn allowed(&self, around: u16) -> u8 {
        let is_free = around >> 4 & 1 != 0;
        if is_free { self.table[usize::from(DiagonalRule::START)][usize::from(around)] } else { 0 }
    }

    /// Finds the stops of one direction, and from where a scan comes to one; for a leading direction the following ones must
    /// be done.
    fn look_from_everywhere(&mut self, grid: &Grid, arounds: &[u16], direction: Direction) {
        let (dx, dy) = direction.offset();
        let (width, height) = (grid.width() as i32, grid.height() as i32);
        let bit = 1u8 << direction as u8;
        // Each cell after the one that a step leads to.
        for row in 0..height {
            let y = if dy < 0 { row } else { height - 1 - row };
            for column in 0..width {
                let x = if dx < 0 { column } else { width - 1 - column };
                let index = y as usize * self.width + x as usize;
                let around = arounds[index];
                let steps = self.table[direction as usize][usize::from(around)];
                let sides = self.finds[index] & followers(self.rule, direction);
                let stops = is_jump_point(self.rule, direction, steps) || sides != 0;
                if stops && around >> 4 & 1 != 0 {
                    self.stops[direction as usize].set(Cell { x, y });
                }
                if self.allowed(around) & bit != 0 {
                    let next = (index as isize + dy as isize * self.width as isize + dx as isize) as usize;
                    let beyond = self.table[direction as usize][usize::from(arounds[next])];
                    let finds = is_jump_point(self.rule, direction, beyond)
                        || self.finds[next] & (bit | followers(self.rule, direction)) != 0;
                    self.finds[index] |= if finds { bit } else { 0 };
                }
            }
        }
    }

    /// How many bytes the bits take.
    pub(super) fn bytes(&self) -> usize {
        self.stops.iter().chain(&self.walls).map(Plane::bytes).sum::<usize>() + self.finds.len()
    }

    pub(super) fn rule(&self) -> DiagonalRule {
        self.rule
    }

    /// The canonical steps from a cell after an arrival; all allowed ones after [`DiagonalRule::START`].
    #[inline]
    pub(super) fn steps(&self, grid: &Grid, cell: Cell, arrival: u8) -> u8 {
        self.table[usize::from(arrival)][grid.around(grid.id(cell).expect("a cell of the map"))]
    }

    /// The directions in which a scan from a cell finds a jump point.
    #[inline]
    pub(super) fn finds(&self, cell: Cell) -> u8 {
        self.finds[cell.y as usize * self.width + cell.x as usize]
    }

    /// Visits the jump points at which canonical paths with these first steps arrive first, one leg away.
    #[inline]
    pub(super) fn successors(
        &self,
        grid: &Grid,
        cell: Cell,
        steps: u8,
        mut visit: impl FnMut(Cell, Direction),
    ) {
        for direction in directions(steps & self.finds(cell)) {
            let mut next = Some(self.next_stop(cell, direction));
            while let Some(stop) = next {
                next = self.look_around(grid, stop, direction, &mut visit);
            }
        }
    }

    /// Visits the jump points that are found at a stop of a scan, or to the sides of it, and returns the next stop.
    #[inline]
    pub(super) fn look_around(
        &self,
        grid: &Grid,
        stop: Cell,
        direction: Direction,
        mut visit: impl FnMut(Cell, Direction),
    ) -> Option<Cell> {
        let followers = followers(self.rule, direction);
        let may_be_forced = matches!(self.rule, DiagonalRule::CutOneCorner | DiagonalRule::CutBothCorners);
        let is_end = followers == 0
            || may_be_forced && is_jump_point(self.rule, direction, self.steps(grid, stop, direction as u8));
        if is_end {
            visit(stop, direction);
            return None;
        }
        let finds = self.finds(stop);
        for side in directions(finds & followers) {
            visit(self.next_stop(stop, side), side);
        }
        (finds >> direction as u8 & 1 != 0).then(|| self.next_stop(stop, direction))
    }

    /// Where a scan stops that finds something.
    #[inline]
    pub(super) fn next_stop(&self, from: Cell, direction: Direction) -> Cell {
        let steps = self.stops[direction as usize].next(from, direction) as i32;
        let (dx, dy) = direction.offset();
        Cell { x: from.x + steps * dx, y: from.y + steps * dy }
    }

    /// How far one can go straight from a cell.
    pub(super) fn runs(&self, cell: Cell) -> Runs {
        let [across, down, ..] = &self.walls;
        // Backwards, what lies before the first cell of a line belongs to another line.
        [
            down.free_steps(cell, Direction::North).min(cell.y as u32),
            across.free_steps(cell, Direction::East),
            down.free_steps(cell, Direction::South),
            across.free_steps(cell, Direction::West).min(cell.x as u32),
        ]
    }

    /// Whether the leg between two cells, drawn as on an empty map, is free; `runs` are those of its end.
    #[inline]
    pub(super) fn sees(&self, from: Cell, to: Cell, runs: &Runs) -> bool {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let (across, down) = (dx.unsigned_abs(), dy.unsigned_abs());
        let (row, column) = (if dx < 0 { runs[1] } else { runs[3] }, if dy < 0 { runs[2] } else { runs[0] });
        if self.rule == DiagonalRule::Never {
            let leading = if dx < 0 { Direction::West } else { Direction::East };
            return down <= column && (across == 0 || self.walls[0].free_steps(from, leading) >= across);
        }
        let leading = across.min(down);
        let fits = if across > down { across - down <= row } else { down - across <= column };
        fits && (leading == 0 || {
            let (axis, direction) = match (dx < 0, dy < 0) {
                (false, false) => (2, Direction::SouthEast),
                (true, true) => (2, Direction::NorthWest),
                (true, false) => (3, Direction::SouthWest),
                (false, true) => (3, Direction::NorthEast),
            };
            self.walls[axis].free_steps(from, direction) >= leading
        })
    }
}

/// The directions of a set of bits.
#[inline]
pub(super) fn directions(bits: u8) -> impl Iterator<Item = Direction> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let number = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (number < 8).then(|| Direction::ALL[number & 7])
    })
}

/// Whether an arrival in this direction, after which these steps are canonical, makes a jump point.
#[inline]
pub(super) fn is_jump_point(rule: DiagonalRule, arrival: Direction, steps: u8) -> bool {
    steps & !(followers(rule, arrival) | 1 << arrival as u8) != 0
}

/// The directions to which one may turn from a leading direction without being forced; none for a following one.
#[inline]
pub(super) fn followers(rule: DiagonalRule, direction: Direction) -> u8 {
    const NORTH: u8 = 1 << Direction::North as u8;
    const EAST: u8 = 1 << Direction::East as u8;
    const SOUTH: u8 = 1 << Direction::South as u8;
    const WEST: u8 = 1 << Direction::West as u8;
    const FOUR: [u8; 8] = [0, NORTH | SOUTH, 0, NORTH | SOUTH, 0, 0, 0, 0];
    const EIGHT: [u8; 8] = [0, 0, 0, 0, NORTH | EAST, SOUTH | EAST, SOUTH | WEST, NORTH | WEST];
    if rule == DiagonalRule::Never { FOUR[direction as usize] } else { EIGHT[direction as usize] }
}
