//! The table after edits: only what they touch is computed again.
//!
//! An entry follows from the marks of its cell and of the next one, from the entry of the next cell and, on a line that
//! turns, from the straight entries there. So an edit can change, first of all, the entries of the cells around it and of
//! those one step before them; then, backwards along each line, the entries before a changed one; and on the diagonals,
//! those one step before a cell where a straight line has come to lead to a jump point, or ceased to.
//!
//! Whichever order this is done in, an entry that does not fit what it follows from is always either still on the list or
//! the next to be computed, so in the end all of them fit; and as no entry follows from itself, there is only one table in
//! which all do.

use super::distance::{Distance, turns, with_lines};
use super::jump_table::{Marks, tiles};
use super::{JumpTable, sweep};
use crate::engine::Update;
use crate::geometry::Cell;
use crate::map::{Grid, Map, Revision, touched};
use crate::moves::Direction;
use crate::search::{Meter, StopReason, count};

/// A repair takes about as long for each run of changed cells, along the rows and along the columns, as it takes to compute the entries of
/// so many rows and columns of the map in one direction when the table is built, which goes from cell to cell. That is so as lines lead in
/// all directions from the ends of a run, and to both sides of it.
const LINES: usize = 5;

/// With more than one changed cell among so many the table is rebuilt: the entries along a line are computed again for each changed cell
/// on it, so that the work grows with the third power of the side of a patch.
const CELLS: usize = 64;

/// As many runs and cells are always repaired: on a small map that takes no time either way.
const FEW: usize = 16;

impl JumpTable {
    /// Brings the table in line with the map as it is now, whatever edits were made since.
    ///
    /// What is done depends on the lines that the changed cells touch; where they are too many, or the map has another size, the table is
    /// rebuilt.
    ///
    /// Where it is stopped, the table fits no state of any map until the next update, which rebuilds it.
    pub(crate) fn update(&mut self, map: &Map, meter: &mut Meter<'_>) -> Result<Update, StopReason> {
        if self.is_current(map) {
            return Ok(Update::Unchanged);
        }
        let grid = map.grid();
        let before = std::mem::replace(&mut self.revision, Revision::NONE);
        if before == Revision::NONE || (self.width, self.height) != (grid.width(), grid.height()) {
            *self = Self::new(map, self.rule, meter)?;
            return Ok(Update::Rebuilt);
        }
        let touched = self.take_changes(map, before, meter)?;
        let marks = &self.marks;
        let update = if let Some(touched) = touched {
            with_lines!(&mut self.lines, lines => Repair { grid, marks, lines, meter }.run(&touched)?);
            Update::Repaired
        } else {
            self.tiles = tiles(grid, meter)?;
            with_lines!(&mut self.lines, lines => *lines = sweep::fill(grid, marks, meter)?);
            Update::Rebuilt
        };
        self.revision = map.revision();
        Ok(update)
    }

    /// Takes over the cells that are different from those that the table was made for, and returns those around them, each once and row by
    /// row; none if it is better to rebuild the table.
    fn take_changes(
        &mut self,
        map: &Map,
        revision: Revision,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Cell>>, StopReason> {
        let (width, height) = (self.width as usize, self.height as usize);
        let directions = if self.rule.has_diagonals() { 8 } else { 4 };
        let most_runs = FEW + directions * width * height / (LINES * (width + height));
        let first = map.grid().plane().index(0, 0);
        let before = |at: usize| {
            let word = self.tiles[(at - first) / 8..].first_chunk().expect("a row has whole words");
            u64::from_le_bytes(*word)
        };
        let most_cells = FEW + width * height / CELLS;
        let (mut changes, mut runs, mut cells) = (Vec::new(), 0, 0);
        let is_done = map.visit_changes(revision, before, meter, |change| {
            // One that begins with the word may go on from the word before, and is not counted.
            runs += (change.changed & !(change.changed << 1 | 1)).count_ones() as usize;
            cells += change.count();
            changes.push(change);
            runs <= most_runs && cells <= most_cells
        })?;
        if !is_done {
            return Ok(None);
        }
        meter.go_on(changes.len() as u64)?;
        let cells =
            changes.iter().flat_map(|change| change.cells(change.changed).map(|x| (x, change.row as i32)));
        let mut columns: Vec<(i32, i32)> = cells.collect();
        columns.sort_unstable();
        let is_end = |cells: &&[(i32, i32)]| cells[0].0 != cells[1].0 || cells[0].1 + 1 != cells[1].1;
        if runs + 1 + columns.windows(2).filter(is_end).count() > most_runs {
            return Ok(None);
        }
        for (x, y) in columns {
            meter.go_on(1)?;
            count::done(1);
            self.tiles[y as usize * (map.grid().stride() / 8) + x as usize / 8] ^= 1 << (x % 8);
        }
        let touched = touched(&changes, self.height, map.grid().stride() / 64);
        let cells =
            touched.iter().flat_map(|word| word.cells(word.near).map(|x| Cell { x, y: word.row as i32 }));
        // Some may lie beyond the end of their row.
        Ok(Some(cells.filter(|cell| cell.x < width as i32).collect()))
    }
}

struct Repair<'a, 'l, T, const D: usize> {
    grid: &'a Grid,
    marks: &'a Marks,
    lines: &'a mut [[T; D]],
    meter: &'a mut Meter<'l>,
}

impl<T: Distance, const D: usize> Repair<'_, '_, T, D> {
    /// Given the cells around the changed ones, row by row.
    fn run(mut self, touched: &[Cell]) -> Result<(), StopReason> {
        // For each direction, the cells from where a line has come to lead to a jump point, or ceased to.
        let mut flipped: [Vec<Cell>; D] = std::array::from_fn(|_| Vec::new());
        for &direction in &Direction::ALL[..D] {
            if turns::<D>(direction as usize).is_empty() {
                for &cell in touched {
                    for cell in [cell, before(cell, direction)] {
                        self.repair_line(cell, direction, true, &mut flipped[direction as usize])?;
                    }
                }
            }
        }
        for &direction in &Direction::ALL[..D] {
            if let &[one, other] = turns::<D>(direction as usize) {
                let flipped = flipped[one].iter().chain(&flipped[other]);
                if direction.is_diagonal() {
                    self.repair_diagonals(touched, flipped, direction)?;
                } else {
                    let nobody_asks = &mut Vec::new();
                    for &cell in flipped {
                        self.repair_line(before(cell, direction), direction, false, nobody_asks)?;
                    }
                    for &cell in touched {
                        for cell in [cell, before(cell, direction)] {
                            self.repair_line(cell, direction, true, nobody_asks)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Computes the entry of a cell and, as long as they change, those before it.
    fn repair_line(
        &mut self,
        cell: Cell,
        direction: Direction,
        is_touched: bool,
        flipped: &mut Vec<Cell>,
    ) -> Result<(), StopReason> {
        if !self.grid.contains(cell) {
            return Ok(());
        }
        let mut cell = cell;
        let mut new = self.entry(cell, direction, is_touched);
        loop {
            let entry = &mut self.lines[index(self.grid, cell)][direction as usize];
            self.meter.go_on(1)?;
            count::done(1);
            if *entry == new {
                return Ok(());
            }
            if entry.is_jump() != new.is_jump() {
                flipped.push(cell);
            }
            *entry = new;
            cell = before(cell, direction);
            if !self.grid.contains(cell) || self.is_fixed(index(self.grid, cell), direction) {
                return Ok(());
            }
            new = new.one_further();
        }
    }

    /// Computes the entries of the cells that are touched and of those before a cell where a side has flipped, and as long
    /// as they change, those before them. A diagonal has each of its cells in another row and another page of memory, so all
    /// diagonals are followed at once, row by row.
    fn repair_diagonals<'c>(
        &mut self,
        touched: &[Cell],
        flipped: impl Iterator<Item = &'c Cell>,
        direction: Direction,
    ) -> Result<(), StopReason> {
        let grid = self.grid;
        let (dx, dy) = direction.offset();
        // The seeds in the order of the rows; in a row those that are touched come last, as the others believe the marks of
        // the old map.
        let seed = |cell: Cell, is_touched: bool| {
            let row = if dy < 0 { cell.y } else { grid.height() as i32 - 1 - cell.y };
            (row as u64) << 32 | u64::from(is_touched) << 31 | cell.x as u64
        };
        let flipped = flipped.map(|&cell| (before(cell, direction), false));
        let touched = touched.iter().flat_map(|&cell| [(cell, true), (before(cell, direction), true)]);
        let mut seeds: Vec<u64> = flipped
            .chain(touched)
            .filter(|&(cell, _)| grid.contains(cell))
            .map(|(cell, is_touched)| seed(cell, is_touched))
            .collect();
        #[expect(clippy::stable_sort_primitive, reason = "few sorted runs, which a stable sort merges")]
        seeds.sort();
        let mut seeds = seeds.into_iter().peekable();

        // The columns where the row that was done last has changed.
        let mut active: Vec<i32> = Vec::new();
        let mut row = 0;
        loop {
            if active.is_empty() {
                let Some(seed) = seeds.peek() else { return Ok(()) };
                row = seed >> 32;
            }
            if row >= u64::from(grid.height()) {
                return Ok(());
            }
            self.meter.go_on(active.len() as u64)?;
            count::done(active.len() as u64);
            let y = if dy < 0 { row as i32 } else { grid.height() as i32 - 1 - row as i32 };
            active.retain_mut(|x| {
                let next = index(grid, Cell { x: *x, y: y + dy });
                *x -= dx;
                if !(0..grid.width() as i32).contains(x) {
                    return false;
                }
                let at = index(grid, Cell { x: *x, y });
                !self.is_fixed(at, direction) && {
                    let new = self.lines[next][direction as usize].one_further();
                    std::mem::replace(&mut self.lines[at][direction as usize], new) != new
                }
            });
            while let Some(seed) = seeds.next_if(|seed| seed >> 32 == row) {
                let cell = Cell { x: (seed & 0x7fff_ffff) as i32, y };
                self.meter.go_on(1)?;
                count::done(1);
                let new = self.entry(cell, direction, seed >> 31 & 1 != 0);
                let entry = &mut self.lines[index(grid, cell)][direction as usize];
                if std::mem::replace(entry, new) != new {
                    active.push(cell.x);
                }
            }
            row += 1;
        }
    }

    /// Whether an entry does not depend on the next one on its line: there is no step, or it leads to a jump point.
    fn is_fixed(&self, at: usize, direction: Direction) -> bool {
        let entry = self.lines[at][direction as usize];
        entry == T::default() || entry == T::ONE
    }

    /// What an entry should be. Where the cell is not touched, the step is allowed if it was.
    fn entry(&self, cell: Cell, direction: Direction, is_touched: bool) -> T {
        let (grid, number) = (self.grid, direction as usize);
        let mark = |cell| grid.id(cell).map_or(0, |id| self.marks[grid.around(id)]);
        let is_allowed = if is_touched {
            mark(cell) >> number & 1 != 0
        } else {
            self.lines[index(grid, cell)][number] != T::default()
        };
        if !is_allowed {
            return T::default();
        }
        let next = cell + direction;
        let line = &self.lines[index(grid, next)];
        let is_jump_point = turns::<D>(number).iter().any(|&turn| line[turn].is_jump())
            || mark(next) >> (8 + number) & 1 != 0;
        if is_jump_point { T::ONE } else { line[number].one_further() }
    }
}

/// The cell from where a step leads to this one; it may lie outside the map.
fn before(cell: Cell, direction: Direction) -> Cell {
    let (dx, dy) = direction.offset();
    Cell { x: cell.x - dx, y: cell.y - dy }
}

fn index(grid: &Grid, cell: Cell) -> usize {
    cell.y as usize * grid.width() as usize + cell.x as usize
}
