//! Keeping the bits right when the map changes.

use super::derive::{allowed_steps, derive_row, forced_turns};
use super::jump_bits::{Free, JumpBits, Line, Straight};
use crate::engine::Update;
use crate::geometry::Cell;
use crate::map::{Grid, Map, Revision};
use crate::moves::{DiagonalRule, Direction};
use crate::search::{Meter, StopReason, count};

impl JumpBits {
    /// Makes them fit the map after any number of edits. The cells that have changed are found by comparing words; what is
    /// done then depends on the rows, columns and lines through them, not on the size of the map. Where much has changed, or
    /// the map has another size, everything is derived anew.
    ///
    /// Where it is stopped, they fit no state of any map until the next update, which derives everything anew.
    pub(crate) fn update(&mut self, map: &Map, meter: &mut Meter<'_>) -> Result<Update, StopReason> {
        if self.is_current(map) {
            return Ok(Update::Unchanged);
        }
        let grid = map.grid();
        let is_whole = std::mem::replace(&mut self.revision, Revision::NONE) != Revision::NONE;
        let changed = if is_whole && (self.width, self.height) == (grid.width(), grid.height()) {
            self.take_over(grid, meter)?
        } else {
            None
        };
        if let Some(changed) = changed {
            self.repair(&changed, meter)?;
            self.revision = map.revision();
            Ok(Update::Repaired)
        } else {
            *self = Self::new(map, self.rule, meter)?;
            Ok(Update::Rebuilt)
        }
    }

    /// Copies the free cells and returns those that have changed, unless there are too many.
    fn take_over(&mut self, grid: &Grid, meter: &mut Meter<'_>) -> Result<Option<Vec<Cell>>, StopReason> {
        let most = 16 + (self.width as usize * self.height as usize) / 4096;
        let mut changed = Vec::new();
        for y in 0..self.height {
            meter.go_on(self.rows.words as u64)?;
            count::done(self.rows.words as u64);
            let row = &mut self.rows.bits[(y as usize + 1) * self.rows.words..];
            for (word, (old, new)) in row.iter_mut().zip(grid.row_words(y)).enumerate() {
                let mut different = *old ^ new;
                *old = new;
                while different != 0 {
                    let x = word as i32 * 64 + different.trailing_zeros() as i32;
                    different &= different - 1;
                    changed.push(Cell { x, y: y as i32 });
                }
            }
            if changed.len() > most {
                return Ok(None);
            }
        }
        for &Cell { x, y } in &changed {
            let word = (x as usize + 1) * self.columns.words + (y >> 6) as usize;
            self.columns.bits[word] ^= 1 << (y & 63);
        }
        Ok(Some(changed))
    }

    fn repair(&mut self, changed: &[Cell], meter: &mut Meter<'_>) -> Result<(), StopReason> {
        // Cells and lines from which something else is to be found now, as the cells behind which one has to look.
        let mut dirty: Vec<(Cell, Direction)> = Vec::new();
        if self.rule.has_diagonals() {
            for row in around(changed.iter().map(|cell| cell.y), self.height) {
                meter.go_on(2 * u64::from(self.width))?;
                self.repair_row(row, false, &mut dirty);
            }
        }
        for column in around(changed.iter().map(|cell| cell.x), self.width) {
            meter.go_on(2 * u64::from(self.height))?;
            self.repair_row(column, true, &mut dirty);
        }
        for &cell in changed {
            meter.go_on(9 * 4)?;
            count::done(9 * 4);
            self.repair_steps(cell, &mut dirty);
        }
        for (cell, direction) in dirty {
            let cells = self.repair_line(cell, direction);
            meter.go_on(cells)?;
            count::done(cells);
        }
        Ok(())
    }

    /// Derives a row or a column anew, and takes over to the cells and to the lines what has changed.
    fn repair_row(&mut self, row: usize, is_column: bool, dirty: &mut Vec<(Cell, Direction)>) {
        let (free, forward, backward) = if is_column {
            (&self.columns, Direction::South, Direction::North)
        } else {
            (&self.rows, Direction::East, Direction::West)
        };
        let reach = derive_again(free, self.rule, row, &mut self.straights, [forward, backward]);
        let length = if is_column { self.height } else { self.width };
        count::done(2 * u64::from(length));
        for (direction, reach) in [forward, backward].into_iter().zip(reach) {
            for place in 0..length as i32 {
                let cell = if is_column {
                    Cell { x: row as i32, y: place }
                } else {
                    Cell { x: place, y: row as i32 }
                };
                let finds = reach[(place >> 6) as usize] >> (place & 63) & 1 != 0;
                let number = self.numbering.number(cell);
                if (self.moves[number] >> direction as u8 & 1 != 0) == finds {
                    continue;
                }
                self.moves[number] ^= 1 << direction as u8;
                for line in self.lines.iter_mut().filter(|line| !line.words.is_empty()) {
                    if let Some(side) = line.sides.iter().position(|&side| side == direction) {
                        let (word, bit) = line.place(cell);
                        line.words[word].sides[side] ^= 1 << bit;
                        dirty.push((cell, line.direction));
                    }
                }
            }
        }
    }

    /// Finds anew which steps along lines are allowed around a cell that has changed, and where turns are forced.
    fn repair_steps(&mut self, changed: Cell, dirty: &mut Vec<(Cell, Direction)>) {
        let rule = self.rule;
        for y in (changed.y - 1).max(0)..=(changed.y + 1).min(self.height as i32 - 1) {
            for x in (changed.x - 1).max(0)..=(changed.x + 1).min(self.width as i32 - 1) {
                let cell = Cell { x, y };
                let moves = &mut self.moves[self.numbering.number(cell)];
                let three = self.rows.three(y as usize);
                let is = |bits: u64| bits >> (x & 63) & 1 != 0;
                for line in self.lines.iter_mut().filter(|line| !line.words.is_empty()) {
                    let direction = line.direction;
                    let goes_on = is(allowed_steps(rule, direction, three, (x >> 6) as usize));
                    let forced = is(forced_turns(rule, direction, three, (x >> 6) as usize));
                    let (word, bit) = line.place(cell);
                    put(&mut line.stops[word], bit, !goes_on);
                    put(&mut line.words[word].forced, bit, forced);
                    if direction.is_diagonal() {
                        let legal = 1 << (direction as u8 + 4);
                        *moves = if goes_on { *moves | legal } else { *moves & !legal };
                    }
                    dirty.push((cell, direction));
                }
            }
        }
    }

    /// Finds anew from which cells there is something to be found along a line, from one cell of it backwards, as far as the
    /// answer changes. What is to be found from the cell itself on may have changed, too. Returns at how many cells it looks.
    fn repair_line(&mut self, cell: Cell, direction: Direction) -> u64 {
        let line = &mut self.lines[direction as usize & 3];
        let (dx, dy) = line.step;
        let (width, height) = (self.width as i32, self.height as i32);
        let is_inside = |cell: Cell| (0..width).contains(&cell.x) && (0..height).contains(&cell.y);
        let (mut at, mut cells) = (cell, 0);
        loop {
            cells += 1;
            let ahead = Cell { x: at.x + dx, y: at.y + dy };
            let (word, bit) = line.place(at);
            let more = line.stops[word] >> bit & 1 == 0 && is_inside(ahead) && line.has_something(ahead);
            let had = line.words[word].more >> bit & 1 != 0;
            if more == had && at != cell {
                return cells;
            }
            put(&mut line.words[word].more, bit, more);
            let moves = &mut self.moves[self.numbering.number(at)];
            *moves = *moves & !(1 << direction as u8) | u16::from(more) << direction as u8;
            at = Cell { x: at.x - dx, y: at.y - dy };
            if !is_inside(at) {
                return cells;
            }
        }
    }
}

impl Line {
    /// Whether there is something to be found at a cell or behind it.
    fn has_something(&self, cell: Cell) -> bool {
        let (word, bit) = self.place(cell);
        (self.words[word].events() | self.words[word].more) >> bit & 1 != 0
    }
}

/// Sets or clears a bit.
fn put(word: &mut u64, bit: u32, value: bool) {
    *word = *word & !(1 << bit) | u64::from(value) << bit;
}

/// Derives the jump points of a row; returns from where scans find one.
fn derive_again(
    free: &Free,
    rule: DiagonalRule,
    row: usize,
    straights: &mut [Straight; 4],
    [forward, backward]: [Direction; 2],
) -> [Vec<u64>; 2] {
    let mut reach = [vec![0; free.words], vec![0; free.words]];
    let [there, back] = &mut reach;
    let [north, east, south, west] = straights;
    let jumps = match (forward, backward) {
        (Direction::South, _) => [south.row(row), north.row(row)],
        _ => [east.row(row), west.row(row)],
    };
    derive_row(free, rule, row, jumps, [there, back]);
    reach
}

/// The rows of changed cells and those beside them, each once.
fn around(rows: impl Iterator<Item = i32>, count: u32) -> Vec<usize> {
    let mut rows: Vec<usize> = rows
        .flat_map(|row| row - 1..=row + 1)
        .filter(|row| (0..count as i32).contains(row))
        .map(|row| row as usize)
        .collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Tile;
    use tautline_testkit::world::SplitMix64;

    fn fresh(map: &Map, rule: DiagonalRule) -> JumpBits {
        JumpBits::new(map, rule, &mut Meter::unlimited()).unwrap()
    }

    /// A map with about a quarter of its cells blocked.
    fn world(width: u32, height: u32, rng: &mut SplitMix64) -> Map {
        Map::from_fn(width, height, |_| if rng.chance(25) { Tile::Blocked } else { Tile::Free }).unwrap()
    }

    fn toggle(map: &mut Map, rng: &mut SplitMix64) {
        let cell = Cell { x: rng.below(map.width()) as i32, y: rng.below(map.height()) as i32 };
        let tile = if map.is_free(cell) { Tile::Blocked } else { Tile::Free };
        map.set(cell, tile).unwrap();
    }

    #[test]
    fn after_every_edit_they_are_what_a_fresh_map_gives() {
        let mut rng = SplitMix64::new(1);
        for rule in DiagonalRule::ALL {
            for (width, height) in
                [(1, 1), (1, 9), (9, 1), (7, 7), (63, 5), (64, 5), (65, 70), (130, 12), (12, 130)]
            {
                let mut map = world(width, height, &mut rng);
                let mut bits = fresh(&map, rule);
                for edits in 0..150 {
                    // Mostly single ones.
                    for _ in 0..=edits % 10 / 9 * 3 {
                        toggle(&mut map, &mut rng);
                    }
                    bits.update(&map, &mut Meter::unlimited()).unwrap();
                    assert_eq!(bits.revision(), map.revision());
                    assert!(bits == fresh(&map, rule), "{rule:?}, {width} × {height}, edit {edits}");
                }
            }
        }
    }

    #[test]
    fn another_map_is_another_map() {
        let mut rng = SplitMix64::new(2);
        let (one, other) = (world(30, 20, &mut rng), world(20, 30, &mut rng));
        let rule = DiagonalRule::NoCornerCutting;
        let mut bits = fresh(&one, rule);
        bits.update(&other, &mut Meter::unlimited()).unwrap();
        assert!(bits == fresh(&other, rule));
        let scattered = world(20, 30, &mut rng);
        bits.update(&scattered, &mut Meter::unlimited()).unwrap();
        assert!(bits == fresh(&scattered, rule), "much has changed");
    }

    /// The bits say what the definition says, cell by cell.
    #[test]
    fn they_say_what_canonical_steps_say() {
        let mut rng = SplitMix64::new(3);
        for rule in DiagonalRule::ALL {
            for (width, height) in [(9, 9), (70, 6), (6, 70), (66, 66)] {
                let map = world(width, height, &mut rng);
                let grid = map.grid();
                let bits = fresh(&map, rule);
                let naive = Naive { grid, rule };
                for cell in grid.cells().filter(|&cell| grid.is_free(cell)) {
                    let moves = bits.moves[bits.numbering.number(cell)];
                    for direction in Direction::ALL {
                        let found = naive.finds(cell, direction);
                        assert_eq!(
                            moves >> direction as u8 & 1 != 0,
                            found,
                            "{rule:?} {cell} {direction:?}\n{grid:?}"
                        );
                    }
                    for arrival in Direction::ALL.into_iter().filter(|&arrival| naive.arrives(cell, arrival))
                    {
                        let steps = naive.steps(cell, arrival) & moves as u8;
                        let number = bits.numbering.number(cell);
                        assert_eq!(
                            bits.steps(grid, number, arrival as u8),
                            steps,
                            "{rule:?} {cell} {arrival:?}"
                        );
                    }
                }
            }
        }
    }

    /// One step at a time.
    struct Naive<'a> {
        grid: &'a Grid,
        rule: DiagonalRule,
    }

    impl Naive<'_> {
        fn around(&self, cell: Cell) -> usize {
            self.grid.around(self.grid.id(cell).unwrap())
        }

        /// The canonical steps after an arrival.
        fn steps(&self, cell: Cell, arrival: Direction) -> u8 {
            self.rule.canonical_steps()[arrival as usize][self.around(cell)]
        }

        fn arrives(&self, cell: Cell, arrival: Direction) -> bool {
            let (dx, dy) = arrival.offset();
            self.rule.allows(self.grid, Cell { x: cell.x - dx, y: cell.y - dy }, cell)
        }

        fn sides(&self, direction: Direction) -> Vec<Direction> {
            let (dx, dy) = direction.offset();
            let is_side = |side: &Direction| {
                let (x, y) = side.offset();
                match self.rule {
                    DiagonalRule::Never => dx != 0 && y != 0 && x == 0,
                    _ => direction.is_diagonal() && !side.is_diagonal() && (x == dx || y == dy),
                }
            };
            Direction::ALL.into_iter().filter(is_side).collect()
        }

        fn finds(&self, from: Cell, direction: Direction) -> bool {
            let sides = self.sides(direction);
            let natural = sides.iter().fold(1 << direction as u8, |steps, &side| steps | 1u8 << side as u8);
            let mut cell = from;
            loop {
                let next = cell + direction;
                if !self.rule.allows(self.grid, cell, next) {
                    return false;
                }
                cell = next;
                if self.steps(cell, direction) & !natural != 0
                    || sides.iter().any(|&side| self.finds(cell, side))
                {
                    return true;
                }
            }
        }
    }
}
