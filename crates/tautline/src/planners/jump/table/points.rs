use super::{Distance, turns};
use crate::geometry::Cell;
use crate::map::Grid;
use crate::moves::{DiagonalRule, Direction, StepTable};
use crate::planners::jump::{JumpPoints, State, no_cut_steps};
use crate::search::Scan;
use crate::search::count;

/// The jump points of a map as a table of distances tells them.
pub(crate) struct TablePoints<'a, T, const D: usize> {
    grid: &'a Grid,
    rule: DiagonalRule,
    steps: &'static StepTable,
    lines: &'a [[T; D]],
    /// For each direction, the distance between the indices of lines.
    strides: [isize; 8],
    goal: Cell,
    /// How far from the goal its row is free against the two directions of [`ROW`], and its column against those of [`COLUMN`].
    around_goal: [[u32; 2]; 2],
}

/// The direction along a row to smaller and to larger x.
const ROW: [usize; 2] = [Direction::West as usize, Direction::East as usize];
/// The direction along a column to smaller and to larger y.
const COLUMN: [usize; 2] = [Direction::North as usize, Direction::South as usize];
/// For each of [`COLUMN`] and each of [`ROW`], the direction between them.
const DIAGONALS: [[usize; 2]; 2] = [
    [Direction::NorthWest as usize, Direction::NorthEast as usize],
    [Direction::SouthWest as usize, Direction::SouthEast as usize],
];

impl<'a, T: Distance, const D: usize> TablePoints<'a, T, D> {
    /// The lines must be those of a table that fits the map and the rule.
    pub(crate) fn new(grid: &'a Grid, rule: DiagonalRule, lines: &'a [[T; D]], goal: Cell) -> Self {
        let steps = rule.canonical_steps();
        let strides = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            dy as isize * grid.width() as isize + dx as isize
        });
        let mut points = Self { grid, rule, steps, lines, strides, goal, around_goal: [[0; 2]; 2] };
        let [[west, east], [north, south]] =
            [ROW, COLUMN].map(|line| line.map(|back| points.clear_steps(goal, back, u32::MAX)));
        points.around_goal = [[east, west], [south, north]];
        points
    }

    /// The index of a cell's line.
    #[inline]
    fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.grid.width() as usize + cell.x as usize
    }

    /// The index of the line so many steps further.
    #[inline]
    fn further(&self, index: usize, direction: usize, distance: i32) -> usize {
        index.wrapping_add_signed(self.strides[direction] * distance as isize)
    }

    /// The canonical steps after this arrival.
    #[inline(never)]
    fn canonical_steps(&self, cell: Cell, arrival: usize) -> u8 {
        let around = self.grid.id(cell).map_or(0, |id| self.grid.around(id));
        self.steps[arrival][around]
    }

    /// Whether a path that arrives on a leading line may turn otherwise than to its sides.
    #[inline]
    fn is_forced(&self, cell: Cell, direction: usize) -> bool {
        let forces = matches!(self.rule, DiagonalRule::CutOneCorner | DiagonalRule::CutBothCorners);
        let natural = turns::<D>(direction).iter().fold(1 << direction, |steps, side| steps | 1u8 << side);
        forces && self.canonical_steps(cell, direction) & !natural != 0
    }

    /// How many steps one can go from a cell; if it is `enough`, that may be all it says. A line goes on behind a jump point.
    #[inline]
    fn clear_steps(&self, from: Cell, direction: usize, enough: u32) -> u32 {
        let mut index = self.index(from);
        let mut steps = 0;
        loop {
            count::done(1);
            let distance = self.lines[index][direction].value();
            steps += distance.unsigned_abs();
            if distance <= 0 || steps >= enough {
                return steps;
            }
            index = self.further(index, direction, distance);
        }
    }
}

impl<T: Distance, const D: usize> JumpPoints for TablePoints<'_, T, D> {
    #[inline]
    fn rule(&self) -> DiagonalRule {
        self.rule
    }

    #[inline]
    fn steps(&self, cell: Cell, _: usize, arrival: u8) -> u8 {
        let line = &self.lines[self.index(cell)];
        let finds = bits(line, |distance| distance.value() > 0);
        if self.rule == DiagonalRule::NoCornerCutting {
            // A distance of 0 is that of a step which is not allowed.
            finds & no_cut_steps(arrival, bits(line, |distance| distance.value() != 0) >> 4)
        } else {
            finds & self.canonical_steps(cell, usize::from(arrival))
        }
    }

    #[inline]
    fn successors(
        &self,
        from: Cell,
        mut steps: u8,
        mut enter: impl FnMut(Cell, u32) -> bool,
        mut found: impl FnMut(State, u32, u32),
    ) {
        let from_index = self.index(from);
        while steps != 0 {
            let direction = steps.trailing_zeros() as usize & (D - 1);
            steps &= steps - 1;
            let mut distance = self.lines[from_index][direction].value();
            if turns::<D>(direction).is_empty() {
                found(state(from, direction, distance as u32), 0, distance as u32);
                continue;
            }
            let (mut index, mut lead) = (from_index, 0);
            while distance > 0 {
                count::done(1);
                index = self.further(index, direction, distance);
                lead += distance as u32;
                let at = moved(from, direction, lead);
                if self.is_forced(at, direction) {
                    found(state(at, direction, 0), lead, 0);
                    break;
                }
                if !enter(at, lead) {
                    break;
                }
                let line = &self.lines[index];
                for &side in turns::<D>(direction) {
                    let straight = line[side].value();
                    if straight > 0 {
                        found(state(at, side, straight as u32), lead, straight as u32);
                    }
                }
                distance = line[direction].value();
            }
        }
    }

    /// The last part of the leg is looked at first, from the goal: that takes no look into the table, and mostly it is enough.
    #[inline]
    fn sees_goal(&self, from: Cell) -> bool {
        let (dx, dy) = (self.goal.x - from.x, self.goal.y - from.y);
        let (across, down) = (dx.unsigned_abs(), dy.unsigned_abs());
        let (west_or_east, north_or_south) = (usize::from(dx > 0), usize::from(dy > 0));
        let (first, (rest, around_goal)) = if D == 4 {
            ((ROW[west_or_east], across), (down, self.around_goal[1][north_or_south]))
        } else {
            let last = if across > down {
                (across - down, self.around_goal[0][west_or_east])
            } else {
                (down - across, self.around_goal[1][north_or_south])
            };
            ((DIAGONALS[north_or_south][west_or_east], across.min(down)), last)
        };
        rest <= around_goal && self.clear_steps(from, first.0, first.1) >= first.1
    }

    fn scans(&self, from: Cell, steps: u8) -> impl Iterator<Item = Scan> {
        let directions = (0..D).filter(move |direction| steps >> direction & 1 != 0);
        directions.map(move |direction| {
            let length = if turns::<D>(direction).is_empty() {
                self.lines[self.index(from)][direction].value().unsigned_abs()
            } else {
                self.clear_steps(from, direction, u32::MAX)
            };
            Scan { from: from.into(), to: moved(from, direction, length).into(), found: true }
        })
    }
}

/// A bit for each distance of a line.
#[inline]
fn bits<T: Distance, const D: usize>(line: &[T; D], is: impl Fn(T) -> bool) -> u8 {
    line.iter().enumerate().fold(0, |bits, (direction, &distance)| bits | u8::from(is(distance)) << direction)
}

/// So many steps further.
#[inline]
fn moved(from: Cell, direction: usize, steps: u32) -> Cell {
    let (dx, dy) = Direction::ALL[direction].offset();
    Cell { x: from.x + dx * steps as i32, y: from.y + dy * steps as i32 }
}

#[inline]
fn state(from: Cell, direction: usize, steps: u32) -> State {
    State { cell: moved(from, direction, steps), arrival: Direction::ALL[direction] }
}
