use super::{CellNodes, Distance, turns};
use crate::geometry::Cell;
use crate::jumps::{JumpQueue, canonical_length, canonical_path, keyed, unkeyed};
use crate::moves::{Cost, DiagonalRule, Direction, OctileLength, StepTable};
use crate::path::Path;
use crate::search::{Answer, Limits, Observer, OutOfMemory, Outcome, PathDetail, Query, Scan, Stats, Visit};
use crate::world::Grid;

/// The memory of the searches on jump tables.
#[derive(Debug, Default)]
pub(crate) struct PlusMemory {
    nodes: CellNodes,
    open: JumpQueue<u128>,
    /// The turning points of a path.
    points: Vec<Cell>,
}

/// A* over states of a cell and the direction by which it was reached, with a table of jump distances.
///
/// From a state the canonical steps are followed (see [`DiagonalRule::canonical_steps`]), each along its line to the next jump
/// point. A jump point on a diagonal (with four neighbours: on a row) is mostly one because of what lies at its sides; it is
/// looked through at once, and never comes to the open list. It is recorded all the same: a walk along the diagonal ends
/// where another one was before it, no dearer, or where a cheaper way to the cell is known.
///
/// The goal need not be a jump point. On the canonical cheapest path to it, let s be the last state that comes to the open
/// list, or the start. Behind s the path cannot turn from a straight line, for it would do so at a jump point, and that would
/// be a later state; and it can turn from a diagonal to one of its two sides only, for where an obstacle forces another turn is
/// a state too. So what is left from s is the way that an empty map would have: as many diagonal steps as go, and straight ones
/// for the rest; with four neighbours, along the row and then along the column. Therefore the search looks at each state that
/// it expands whether this way is free. If so, it costs what was estimated, and as no open state promises less, it is the end
/// of a cheapest path.
pub(crate) struct PlusSearch<'a, T, const D: usize, V> {
    grid: &'a Grid,
    rule: DiagonalRule,
    steps: &'static StepTable,
    lines: &'a [[T; D]],
    /// For each direction, the distance between the indices of cells.
    strides: [isize; 8],
    start: Cell,
    goal: Cell,
    detail: PathDetail,
    /// How far from the goal its row is free against the two directions of [`ROW`], and its column against those of [`COLUMN`].
    around_goal: [[u32; 2]; 2],
    memory: &'a mut PlusMemory,
    observer: &'a mut V,
    stats: Stats,
}

/// A cell and the cost of the way to it.
#[derive(Clone, Copy)]
struct Spot {
    cell: Cell,
    index: u32,
    g: OctileLength,
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

impl<'a, T: Distance, const D: usize, V: Observer<Cell>> PlusSearch<'a, T, D, V> {
    /// A search between cells that have been checked, with the lines of a table that fits the map.
    pub(crate) fn new(
        grid: &'a Grid,
        rule: DiagonalRule,
        lines: &'a [[T; D]],
        query: &Query<Cell>,
        memory: &'a mut PlusMemory,
        observer: &'a mut V,
    ) -> Result<Self, OutOfMemory> {
        memory.nodes.begin(lines.len())?;
        memory.open.clear();
        let strides = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            dy as isize * grid.width() as isize + dx as isize
        });
        let steps = rule.canonical_steps();
        let &Query { start, goal, detail, .. } = query;
        let stats = Stats::default();
        let around_goal = [[0; 2]; 2];
        let mut search = Self {
            grid,
            rule,
            steps,
            lines,
            strides,
            start,
            goal,
            detail,
            around_goal,
            memory,
            observer,
            stats,
        };
        let [[west, east], [north, south]] =
            [ROW, COLUMN].map(|line| line.map(|back| search.free_from_goal(back)));
        search.around_goal = [[east, west], [south, north]];
        Ok(search)
    }

    pub(crate) fn run(mut self, limits: &Limits) -> Answer<Cell> {
        let outcome = self.search(limits);
        Answer { outcome, stats: self.stats }
    }

    fn search(&mut self, limits: &Limits) -> Outcome<Cell> {
        let start = self.index(self.start);
        self.memory.nodes.start(start);
        if self.start == self.goal {
            return Outcome::Found(self.path_to(self.start, None));
        }
        let mut next_check = if limits.is_unlimited() { u64::MAX } else { 0 };
        let mut nearest = (u64::MAX, u64::MAX, self.start);
        let mut place = Spot { cell: self.start, index: start, g: OctileLength::ZERO };
        let mut arrival = usize::from(DiagonalRule::START);
        loop {
            if self.stats.expanded >= next_check {
                match limits.check(self.stats.expanded) {
                    Ok(next) => next_check = next,
                    Err(why) => return Outcome::Stopped { why, nearest: self.path_to(nearest.2, None) },
                }
            }
            self.stats.expanded += 1;
            if next_check != u64::MAX {
                let this = (place.cell.squared_distance(self.goal), place.g.key(), place.cell);
                if (this.0, this.1) < (nearest.0, nearest.1) {
                    nearest = this;
                }
            }
            if self.observer.is_watching() {
                let parent =
                    Some(self.memory.nodes.parent(place.index)).filter(|&parent| parent != place.index);
                let parent = parent.map(|parent| self.cell(parent));
                let visit = self.visit(place.cell, parent, place.g);
                self.observer.expand(&visit);
            }
            if self.sees_goal(place) {
                self.stats.generated += 1;
                if self.observer.is_watching() {
                    let g = place.g + canonical_length(self.rule, place.cell, self.goal);
                    let visit = self.visit(self.goal, Some(place.cell), g);
                    self.observer.generate(&visit);
                    self.observer.close(place.cell);
                }
                return Outcome::Found(self.path_to(place.cell, Some(self.goal)));
            }
            self.expand(place, arrival);
            self.observer.close(place.cell);
            (place, arrival) = loop {
                let Some(entry) = self.memory.open.pop() else { return Outcome::Unreachable };
                let (_, what) = unkeyed(entry);
                let direction = (what >> 48 & 7) as usize;
                let cell = Cell { x: (what & 0xff_ffff) as i32, y: (what >> 24 & 0xff_ffff) as i32 };
                let index = self.index(cell);
                if let Some(g) = self.memory.nodes.expand(index, direction) {
                    break (Spot { cell, index, g }, direction);
                }
            };
        }
    }

    #[inline]
    fn expand(&mut self, place: Spot, arrival: usize) {
        let mut steps = self.steps[arrival][self.around(place.cell)];
        while steps != 0 {
            let direction = steps.trailing_zeros() as usize & 7;
            steps &= steps - 1;
            if turns::<D>(direction).is_empty() {
                if let Some(found) = self.jump(place, direction) {
                    self.reach(found, direction, place);
                }
            } else {
                self.look_through(place, direction);
            }
        }
    }

    /// Follows a line with sides: the successors are what lies at the sides of its jump points, and the first jump point that
    /// an obstacle forces, for that has other steps too.
    #[inline]
    fn look_through(&mut self, from: Spot, direction: usize) {
        let forces = matches!(self.rule, DiagonalRule::CutOneCorner | DiagonalRule::CutBothCorners);
        let natural = turns::<D>(direction).iter().fold(1 << direction, |steps, side| steps | 1u8 << side);
        let mut at = from;
        while let Some(next) = self.jump(at, direction) {
            at = next;
            if forces && self.steps[direction][self.around(at.cell)] & !natural != 0 {
                self.reach(at, direction, from);
                return;
            }
            if !self.memory.nodes.reach(at.index, direction, at.g, from.index) {
                return;
            }
            for &side in turns::<D>(direction) {
                if let Some(found) = self.jump(at, side) {
                    self.reach(found, side, from);
                }
            }
        }
    }

    /// The next jump point on a line, if there is one.
    #[inline]
    fn jump(&mut self, from: Spot, direction: usize) -> Option<Spot> {
        let distance = self.lines[from.index as usize][direction].value();
        let found = distance > 0;
        if found || self.observer.is_watching() {
            let to = self.moved(from, direction, distance.unsigned_abs());
            if self.observer.is_watching() {
                self.observer.scan(&Scan { from: from.cell, to: to.cell, found });
            }
            found.then_some(to)
        } else {
            None
        }
    }

    /// So many steps further.
    #[inline]
    fn moved(&self, from: Spot, direction: usize, count: u32) -> Spot {
        let (dx, dy) = Direction::ALL[direction].offset();
        let (x, y) = (from.cell.x + dx * count as i32, from.cell.y + dy * count as i32);
        let index = from.index.wrapping_add_signed((self.strides[direction] * count as isize) as i32);
        let steps = if direction < 4 { OctileLength::STRAIGHT } else { OctileLength::DIAGONAL };
        Spot { cell: Cell { x, y }, index, g: from.g + steps.times(count) }
    }

    /// Puts a successor into the open list, unless it is known.
    #[inline]
    fn reach(&mut self, found: Spot, direction: usize, parent: Spot) {
        if !self.memory.nodes.reach(found.index, direction, found.g, parent.index) {
            return;
        }
        self.stats.generated += 1;
        self.stats.estimates += 1;
        let h = canonical_length(self.rule, found.cell, self.goal);
        let Cell { x, y } = found.cell;
        // Of equally good states the one nearest to the goal comes first.
        let near = u64::from((h.straight + h.diagonal).min(0xfff));
        let what = near << 52 | (direction as u64) << 48 | (y as u64) << 24 | x as u64;
        self.memory.open.push(keyed((found.g + h).key(), what));
        if self.observer.is_watching() {
            let visit = self.visit(found.cell, Some(parent.cell), found.g);
            self.observer.generate(&visit);
        }
    }

    /// Whether the way to the goal that an empty map would have is free. Its last part is looked at first, from the goal: that
    /// takes no look into the table, and mostly it is enough.
    #[inline]
    fn sees_goal(&self, place: Spot) -> bool {
        let (dx, dy) = (self.goal.x - place.cell.x, self.goal.y - place.cell.y);
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
        rest <= around_goal && self.is_free(place.index, first.0, first.1)
    }

    /// Whether nothing is in the way for so many steps. A line goes on behind a jump point.
    #[inline]
    fn is_free(&self, from: u32, direction: usize, steps: u32) -> bool {
        let mut index = from;
        let mut left = steps;
        loop {
            let distance = self.lines[index as usize][direction].value();
            let length = distance.unsigned_abs();
            if length >= left || distance <= 0 {
                return length >= left;
            }
            index = index.wrapping_add_signed((self.strides[direction] * length as isize) as i32);
            left -= length;
        }
    }

    /// How many steps one can go from the goal.
    fn free_from_goal(&self, direction: usize) -> u32 {
        let mut index = self.index(self.goal);
        let mut steps = 0;
        loop {
            let distance = self.lines[index as usize][direction].value();
            let length = distance.unsigned_abs();
            steps += length;
            if distance <= 0 {
                return steps;
            }
            index = index.wrapping_add_signed((self.strides[direction] * length as isize) as i32);
        }
    }

    /// The path to a cell that was reached, and on to another one.
    fn path_to(&mut self, cell: Cell, end: Option<Cell>) -> Path<Cell> {
        let mut points = std::mem::take(&mut self.memory.points);
        points.clear();
        points.extend(end);
        points.push(cell);
        let mut index = self.index(cell);
        loop {
            let parent = self.memory.nodes.parent(index);
            if parent == index {
                break;
            }
            points.push(self.cell(parent));
            index = parent;
        }
        points.reverse();
        let path = canonical_path(self.rule, &points, self.detail);
        self.memory.points = points;
        path
    }

    #[inline]
    fn index(&self, cell: Cell) -> u32 {
        cell.y as u32 * self.grid.width() + cell.x as u32
    }

    fn cell(&self, index: u32) -> Cell {
        let width = self.grid.width();
        Cell { x: (index % width) as i32, y: (index / width) as i32 }
    }

    #[inline]
    fn around(&self, cell: Cell) -> usize {
        self.grid.id(cell).map_or(0, |id| self.grid.around(id))
    }

    /// What an observer sees of a state.
    fn visit(&self, place: Cell, parent: Option<Cell>, g: OctileLength) -> Visit<Cell> {
        let h = canonical_length(self.rule, place, self.goal);
        Visit { place, parent, g: g.value(), h: h.value(), f: (g + h).value() }
    }
}
