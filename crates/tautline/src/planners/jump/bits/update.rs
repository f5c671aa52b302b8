//! Keeping the bits right when the map changes.

use super::jump_bits::JumpBits;
use super::repair::Repair;
use crate::engine::Update;
use crate::map::{Map, Revision, Touched, merged, touched};
use crate::search::{Meter, StopReason, count};

/// What a build and the parts of a repair cost, in nanoseconds, as measured on game maps with `lab repair`: a build for each cell; a repair
/// for each word of a row or a column that depends on a changed cell, for each cell in or beside which something has changed, and for each
/// cell from which a scan finds a jump point now and did not before, or the other way round.
const BUILD: usize = 3;
/// Of any map: on a small one neither takes long.
const SMALL_BUILD: usize = 20_000;
const TOUCHED: usize = 60;
const NEAR: usize = 30;
const FLIPPED: usize = 12;

impl JumpBits {
    /// Makes them fit the map after any number of edits. What is done depends on the cells that have changed, and on those whose scans
    /// find something else now, not on the size of the map. Where that would take longer than to derive everything, or the map has
    /// another size, everything is derived again.
    ///
    /// Where it is stopped, they fit no state of any map until the next update, which derives everything again.
    pub(crate) fn update(&mut self, map: &Map, meter: &mut Meter<'_>) -> Result<Update, StopReason> {
        if self.is_current(map) {
            return Ok(Update::Unchanged);
        }
        let grid = map.grid();
        let build = SMALL_BUILD + BUILD * self.width as usize * self.height as usize;
        if (self.width, self.height) != (grid.width(), grid.height()) {
            *self = Self::new(map, self.rule, meter)?;
            return Ok(Update::Rebuilt);
        }
        if self.revision != Revision::NONE && self.repair(map, build, meter)? {
            return Ok(Update::Repaired);
        }
        // In the memory that there is: to ask for as much again may take longer than to derive what it is for.
        self.revision = Revision::NONE;
        self.take_free(map, meter)?;
        self.derive(meter)?;
        self.revision = map.revision();
        Ok(Update::Rebuilt)
    }

    /// Whether it was worth it, as a build takes so long; otherwise everything is to be derived again.
    fn repair(&mut self, map: &Map, build: usize, meter: &mut Meter<'_>) -> Result<bool, StopReason> {
        let before = std::mem::replace(&mut self.revision, Revision::NONE);
        // Only after the touched words were looked at is known how much there is to do, so that must not take long.
        let Some([rows, columns]) = self.take_over(map, before, build / TOUCHED / 10, meter)? else {
            return Ok(false);
        };
        let mut repair = Repair::new(self, meter);
        repair.scan(&rows, &columns)?;
        let near = rows.iter().map(|word| word.near.count_ones() as usize).sum::<usize>();
        if NEAR * near + FLIPPED * repair.flipped() > build {
            return Ok(false);
        }
        repair.finish(&rows)?;
        self.revision = map.revision();
        Ok(true)
    }

    /// Copies the free cells and returns the words of rows and those of columns that depend on changed ones, unless they may be more than
    /// these.
    fn take_over(
        &mut self,
        map: &Map,
        before: Revision,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<[Vec<Touched>; 2]>, StopReason> {
        let (words, free) = (self.rows.words, &self.rows.bits);
        // Those of the rows beside them depend on them, too.
        let most = most / 3;
        // To find the words of columns takes time for each cell.
        let (mut rows, mut cells) = (Vec::new(), 0);
        // The plane has a word more in front of its first row.
        let is_done = map.visit_changes(
            before,
            |at| free[at / 64 - 1],
            meter,
            |change| {
                cells += change.count();
                rows.push(change);
                rows.len() <= most && cells <= 8 * most
            },
        )?;
        if !is_done {
            return Ok(None);
        }
        let mut columns = Vec::new();
        for change in &rows {
            meter.go_on(64)?;
            count::done(change.count() as u64);
            self.rows.bits[(change.row as usize + 1) * words + change.word as usize] ^= change.changed;
            let (word, bit) = (change.row / 64, change.row % 64);
            let cells = change.cells(change.changed);
            columns.extend(cells.map(|x| Touched::new(x as usize, word as usize, 1 << bit)));
        }
        let columns = merged(columns);
        if rows.len() + columns.len() > most {
            return Ok(None);
        }
        for change in &columns {
            meter.go_on(1)?;
            count::done(1);
            let words = self.columns.words;
            self.columns.bits[(change.row as usize + 1) * words + change.word as usize] ^= change.changed;
        }
        let columns = touched(&columns, self.width, self.columns.words);
        Ok(Some([touched(&rows, self.height, words), columns]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Cell;
    use crate::map::{Grid, Tile};
    use crate::moves::{DiagonalRule, Direction};
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
                    for _ in 0..=edits % 10 / 9 * 3 + edits % 50 / 49 * 40 {
                        toggle(&mut map, &mut rng);
                    }
                    let mut updated = bits.clone();
                    updated.update(&map, &mut Meter::unlimited()).unwrap();
                    assert_eq!(updated.revision(), map.revision());
                    // Also where a build would take less time.
                    assert_eq!(bits.repair(&map, usize::MAX, &mut Meter::unlimited()), Ok(true));
                    assert_eq!(bits.revision(), map.revision());
                    let fresh = fresh(&map, rule);
                    assert!(bits == fresh, "{rule:?}, {width} × {height}, edit {edits}");
                    assert!(updated == fresh, "{rule:?}, {width} × {height}, edit {edits}");
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
