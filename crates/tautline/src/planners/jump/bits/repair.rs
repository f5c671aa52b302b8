//! What is different after cells have changed, a word at a time.
//!
//! Straight scans of a row depend on its cells and on those of the rows beside it. So the jump points of the touched words are found again,
//! and from there on, against the scans, from which cells one is found, until a word hands over to the next one what it did before. Each
//! cell for which that has changed is *flipped*. The lines at whose sides it lies see it, so the words of lines in which something is
//! different are *dirty*: what is to be found along the line is derived again for these, and for those before them, until nothing changes.

use super::derive::{allowed_steps, forced_turns, found, jump_points};
use super::jump_bits::JumpBits;
use crate::geometry::Cell;
use crate::map::{Touched, ones};
use crate::moves::Direction;
use crate::search::{Meter, StopReason, count};

/// Cells of a row or of a column from which a straight scan finds a jump point now and did not before, or the other way round.
struct Flips {
    direction: Direction,
    words: Vec<Touched>,
}

/// A repair that is under way.
pub(super) struct Repair<'a, 'm> {
    bits: &'a mut JumpBits,
    meter: &'a mut Meter<'m>,
    flips: Vec<Flips>,
    /// For each line a bit for each of its words.
    dirty: [Vec<u64>; 4],
}

impl<'a, 'm> Repair<'a, 'm> {
    /// Of bits whose free cells are those of the map by now.
    pub(super) fn new(bits: &'a mut JumpBits, meter: &'a mut Meter<'m>) -> Self {
        let dirty = std::array::from_fn(|line| vec![0; bits.lines[line].words.len().div_ceil(64)]);
        Self { bits, meter, flips: Vec::new(), dirty }
    }

    /// Finds the jump points of the touched words of rows and of columns, and the cells that are flipped.
    pub(super) fn scan(&mut self, rows: &[Touched], columns: &[Touched]) -> Result<(), StopReason> {
        if self.bits.rule.has_diagonals() {
            self.scan_along(Direction::East, rows)?;
            self.scan_along(Direction::West, rows)?;
        }
        self.scan_along(Direction::South, columns)?;
        self.scan_along(Direction::North, columns)
    }

    /// How many cells are flipped, each direction for itself.
    pub(super) fn flipped(&self) -> usize {
        let words = self.flips.iter().flat_map(|flips| &flips.words);
        words.map(|word| word.changed.count_ones() as usize).sum()
    }

    /// Brings everything else in line with that.
    pub(super) fn finish(mut self, rows: &[Touched]) -> Result<(), StopReason> {
        self.flip()?;
        self.repair_steps(rows)?;
        (0..4).try_for_each(|line| self.repair_line(line))
    }

    fn scan_along(&mut self, direction: Direction, touched: &[Touched]) -> Result<(), StopReason> {
        let mut flips = Vec::new();
        for row in touched.chunk_by(|one, other| one.row == other.row) {
            // What is handed over may go on to the end of the row.
            self.meter.go_on(self.bits.rows.words.max(self.bits.columns.words) as u64)?;
            self.scan_row(direction, row, &mut flips);
        }
        self.flips.push(Flips { direction, words: flips });
        Ok(())
    }

    /// The same for one row, or one column, with these touched words.
    fn scan_row(&mut self, direction: Direction, mut touched: &[Touched], flips: &mut Vec<Touched>) {
        let forward = matches!(direction, Direction::East | Direction::South);
        let Some(row) = touched.first().map(|word| word.row as usize) else { return };
        // What the word before the next one hands over to that, as it was and as it is.
        let mut handed: Option<(usize, [u64; 2])> = None;
        loop {
            let next = handed.map(|(word, _)| word);
            let goes_on = handed.is_some_and(|(_, [before, now])| before != now);
            let first = if forward { touched.split_last() } else { touched.split_first() };
            let first = first.filter(|(first, _)| !goes_on || next == Some(first.word as usize));
            let (word, changed) = match first {
                Some((first, rest)) => {
                    touched = rest;
                    (first.word as usize, Some(first.changed))
                }
                None if goes_on => (next.unwrap_or_default(), None),
                None => return,
            };
            count::done(1);
            let carries = match handed {
                Some((next, carries)) if next == word => carries,
                _ => [self.carry(direction, row, word); 2],
            };
            let bits = &mut *self.bits;
            let free = if matches!(direction, Direction::East | Direction::West) {
                &bits.rows
            } else {
                &bits.columns
            };
            let three = free.three(row);
            let straight = &mut bits.straights[direction as usize];
            let at = row * free.words + if forward { word } else { free.words - 1 - word };
            let turned = |jumps: u64| if forward { jumps } else { jumps.reverse_bits() };
            let before = turned(straight.bits[at]);
            let now = if changed.is_some() { jump_points(bits.rule, three, word, forward) } else { before };
            straight.bits[at] = turned(now);
            let here = three[1].here(word);
            let (found_before, out_before) = found(before, carries[0], here ^ changed.unwrap_or(0), forward);
            let (found_now, out_now) = found(now, carries[1], here, forward);
            if found_before != found_now {
                flips.push(Touched::new(row, word, found_before ^ found_now));
            }
            let next =
                if forward { word.checked_sub(1) } else { Some(word + 1).filter(|&next| next < free.words) };
            handed = next.map(|next| (next, [out_before, out_now]));
        }
    }

    /// What is handed over to a word, whose cells have not been looked at, nor has what lies behind it.
    fn carry(&self, direction: Direction, row: usize, word: usize) -> u64 {
        let bits = &*self.bits;
        let is_along_row = matches!(direction, Direction::East | Direction::West);
        let (forward, length) = match direction {
            Direction::East => (true, bits.width),
            Direction::West => (false, bits.width),
            Direction::South => (true, bits.height),
            _ => (false, bits.height),
        };
        // The cell behind, which the scans of the word come upon last.
        let place = if forward { (word as i32 + 1) * 64 } else { word as i32 * 64 - 1 };
        if !(0..length as i32).contains(&place) {
            return 0;
        }
        let words = if is_along_row { bits.rows.words } else { bits.columns.words };
        let (at, bit) = if forward { (word + 1, 0) } else { (words - word, 0) };
        let is_jump_point = bits.straights[direction as usize].bits[row * words + at] >> bit & 1;
        let cell = cell(is_along_row, row, place);
        let finds = u64::from(bits.moves[bits.numbering.number(cell)]) >> direction as u8 & 1;
        (is_jump_point | finds) << if forward { 63 } else { 0 }
    }

    /// Tells the cells that are flipped, and the lines at whose sides they lie.
    fn flip(&mut self) -> Result<(), StopReason> {
        for Flips { direction, words } in std::mem::take(&mut self.flips) {
            let is_along_row = matches!(direction, Direction::East | Direction::West);
            let bits = &mut *self.bits;
            for word in &words {
                self.meter.go_on(64)?;
                count::done(word.count() as u64);
                for place in word.cells(word.changed) {
                    let cell = cell(is_along_row, word.row as usize, place);
                    bits.moves[bits.numbering.number(cell)] ^= 1 << direction as u8;
                }
            }
            for (line, dirty) in bits.lines.iter_mut().zip(&mut self.dirty) {
                let Some(side) = line.sides.iter().position(|&side| side == direction) else { continue };
                if line.words.is_empty() {
                    continue;
                }
                for word in &words {
                    self.meter.go_on(64)?;
                    count::done(word.count() as u64);
                    for place in word.cells(word.changed) {
                        let (at, bit) = line.place(cell(is_along_row, word.row as usize, place));
                        line.words[at].sides[side] ^= 1 << bit;
                        mark(dirty, at);
                        if bit == 0 {
                            mark_before(dirty, at, line.next);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Derives again which steps along lines are allowed near changed cells, and where turns are forced.
    fn repair_steps(&mut self, touched: &[Touched]) -> Result<(), StopReason> {
        let bits = &mut *self.bits;
        for word in touched {
            self.meter.go_on(4 * 64)?;
            count::done(4 * u64::from(word.near.count_ones()));
            let (row, at_word) = (word.row as usize, word.word as usize);
            let three = bits.rows.three(row);
            for (line, dirty) in bits.lines.iter_mut().zip(&mut self.dirty) {
                if line.words.is_empty() {
                    continue;
                }
                let allowed = allowed_steps(bits.rule, line.direction, three, at_word);
                let forced = forced_turns(bits.rule, line.direction, three, at_word);
                // Some may lie beyond the end of the row.
                for place in word.cells(word.near).take_while(|&place| place < bits.width as i32) {
                    let cell = Cell { x: place, y: row as i32 };
                    let (at, bit) = line.place(cell);
                    if line.stops[at] >> bit & 1 == allowed >> (place & 63) & 1 {
                        line.stops[at] ^= 1 << bit;
                        mark(dirty, at);
                        if line.direction.is_diagonal() {
                            bits.moves[bits.numbering.number(cell)] ^= 1 << (line.direction as u8 + 4);
                        }
                    }
                    if line.words[at].forced >> bit & 1 != forced >> (place & 63) & 1 {
                        line.words[at].forced ^= 1 << bit;
                        mark(dirty, at);
                        if bit == 0 {
                            mark_before(dirty, at, line.next);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Derives again from which cells there is something to be found along a line, in its dirty words and in those before them.
    fn repair_line(&mut self, number: usize) -> Result<(), StopReason> {
        let bits = &mut *self.bits;
        let (line, dirty) = (&mut bits.lines[number], &mut self.dirty[number]);
        let blocks = line.words.len() / line.span;
        for step in 0..blocks {
            // A line comes last upon what is looked at first.
            let block = if line.is_mirrored() { step } else { blocks - 1 - step };
            let (first, end) = (block * line.span, (block + 1) * line.span);
            for group in first / 64..end.div_ceil(64) {
                self.meter.go_on(1)?;
                count::done(1);
                for at in ones(dirty[group]).map(|bit| group * 64 + bit as usize) {
                    if !(first..end).contains(&at) {
                        continue;
                    }
                    let changed = line.derive_more_of(at);
                    self.meter.go_on(64)?;
                    count::done(1 + u64::from(changed.count_ones()));
                    if changed & 1 != 0 {
                        mark_before(dirty, at, line.next);
                    }
                    for bit in ones(changed) {
                        bits.moves[bits.numbering.number(line.cell(at, bit))] ^= 1 << line.direction as u8;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The cell at a place of a row, or of a column.
fn cell(is_along_row: bool, row: usize, place: i32) -> Cell {
    if is_along_row { Cell { x: place, y: row as i32 } } else { Cell { x: row as i32, y: place } }
}

fn mark(dirty: &mut [u64], at: usize) {
    dirty[at / 64] |= 1 << (at % 64);
}

/// Marks the word from which lines go on to this one, if there is one.
fn mark_before(dirty: &mut [u64], at: usize, next: isize) {
    if let Some(before) = at.checked_add_signed(-next).filter(|before| before / 64 < dirty.len()) {
        mark(dirty, before);
    }
}
