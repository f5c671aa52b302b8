//! From the free cells to everything that scans need to know, 64 cells at a time.

use super::jump_bits::{Free, JumpBits, Line, Moves, Straight};
use super::words::{Row, fill_down, fill_up, shear, transpose, unshear};
use crate::map::transpose_8x8;
use crate::moves::{DiagonalRule, Direction};
use crate::search::{Meter, StopReason, count};

/// A bit for each cell of the map, row by row.
type Plane = Vec<u64>;

impl JumpBits {
    /// Derives everything from the free cells.
    pub(super) fn derive(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let rule = self.rule;
        let (height, words) = (self.height as usize, self.rows.words);
        let mut finds: [Plane; 8] = [const { Plane::new() }; 8];
        let mut allowed: [Plane; 4] = [const { Plane::new() }; 4];
        let [north, east, south, west] = &mut self.straights;
        if rule.has_diagonals() {
            let [forward, backward] = derive_all(&self.rows, rule, east, west, meter)?;
            finds[Direction::East as usize] = forward;
            finds[Direction::West as usize] = backward;
        }
        let [forward, backward] = derive_all(&self.columns, rule, south, north, meter)?;
        finds[Direction::South as usize] = transposed(&forward, &self.columns, height, words, meter)?;
        finds[Direction::North as usize] = transposed(&backward, &self.columns, height, words, meter)?;
        for line in self.lines.iter_mut().filter(|line| !line.words.is_empty()) {
            let mut goes_on = vec![0; height * words];
            let mut forced = vec![0; if forces_on_lines(rule) { height * words } else { 0 }];
            for y in 0..height {
                meter.go_on(words as u64)?;
                count::done(words as u64);
                let three = self.rows.three(y);
                for word in 0..words {
                    goes_on[y * words + word] = allowed_steps(rule, line.direction, three, word);
                    if let Some(forced) = forced.get_mut(y * words + word) {
                        *forced = forced_turns(rule, line.direction, three, word);
                    }
                }
            }
            let sides = line.sides.map(|side| &finds[side as usize][..]);
            line.fill(sides, &goes_on, &forced, words, meter)?;
            finds[line.direction as usize] = line.derive_more(words, height, meter)?;
            if line.direction.is_diagonal() {
                allowed[line.direction as usize - 4] = goes_on;
            }
        }
        self.moves =
            moves(&finds, &allowed, self.numbering.count(1), self.width as usize, words, height, meter)?;
        Ok(())
    }
}

/// Whether a leading line may force a turn other than to its sides.
fn forces_on_lines(rule: DiagonalRule) -> bool {
    matches!(rule, DiagonalRule::CutOneCorner | DiagonalRule::CutBothCorners)
}

/// The jump points of all rows; returns the cells from which scans find one, forward and backward.
fn derive_all(
    free: &Free,
    rule: DiagonalRule,
    forward: &mut Straight,
    backward: &mut Straight,
    meter: &mut Meter<'_>,
) -> Result<[Plane; 2], StopReason> {
    let words = free.words;
    let mut reach = [vec![0; free.count() * words], vec![0; free.count() * words]];
    for row in 0..free.count() {
        meter.go_on(2 * words as u64)?;
        let range = row * words..(row + 1) * words;
        let [there, back] = &mut reach;
        let reach = [&mut there[range.clone()], &mut back[range]];
        derive_row(free, rule, row, [forward.row(row), backward.row(row)], reach);
    }
    Ok(reach)
}

/// Finds the jump points of one row for scans forward and backward, the latter mirrored, and the cells from which scans find
/// one.
fn derive_row(free: &Free, rule: DiagonalRule, row: usize, jumps: [&mut [u64]; 2], reach: [&mut [u64]; 2]) {
    let [forward, backward] = jumps;
    let [reach_forward, reach_backward] = reach;
    let (words, three) = (free.words, free.three(row));
    count::done(2 * words as u64);
    // A scan comes last upon what is looked at first.
    let mut carry = 0;
    for word in (0..words).rev() {
        let jump = jump_points(rule, three, word, true);
        forward[word] = jump;
        (reach_forward[word], carry) = found(jump, carry, three[1].here(word), true);
    }
    carry = 0;
    for word in 0..words {
        let jump = jump_points(rule, three, word, false);
        backward[words - 1 - word] = jump.reverse_bits();
        (reach_backward[word], carry) = found(jump, carry, three[1].here(word), false);
    }
}

/// The cells of a word from which straight scans find one of its jump points, or what the word behind has handed over; and what is to be
/// handed over to the word before.
#[inline]
pub(super) fn found(jump: u64, carry: u64, free: u64, forward: bool) -> (u64, u64) {
    if forward {
        let found = fill_down((jump >> 1 | carry) & free, free);
        (found, (jump | found) << 63)
    } else {
        let found = fill_up((jump << 1 | carry) & free, free);
        (found, (jump | found) >> 63)
    }
}

/// The cells of a word at which a straight scan has to end, because a canonical path may turn there: see
/// `DiagonalRule::canonical_steps`, of which this is the form for 64 cells.
#[inline]
pub(super) fn jump_points(
    rule: DiagonalRule,
    [before, here, behind]: [Row<'_>; 3],
    word: usize,
    forward: bool,
) -> u64 {
    let ahead = |row: Row<'_>| row.next(word, forward);
    let back = |row: Row<'_>| row.next(word, !forward);
    let arrived = here.here(word) & back(here);
    let turns = |side: Row<'_>| match rule {
        // Beside the cell before lies an obstacle, beside this one none.
        DiagonalRule::NoCornerCutting | DiagonalRule::Never => !back(side) & side.here(word),
        // Beside this cell lies an obstacle, beside the next one none.
        DiagonalRule::CutOneCorner => !side.here(word) & ahead(side) & ahead(here),
        DiagonalRule::CutBothCorners => !side.here(word) & ahead(side),
    };
    arrived & (turns(before) | turns(behind))
}

/// A plane of columns as a plane of rows.
fn transposed(
    plane: &[u64],
    columns: &Free,
    height: usize,
    words: usize,
    meter: &mut Meter<'_>,
) -> Result<Plane, StopReason> {
    let mut rows = vec![0; height * words];
    let width = columns.count();
    for x in (0..width).step_by(64) {
        for y in (0..height).step_by(64) {
            meter.go_on(64)?;
            count::done(64);
            let mut square = [0; 64];
            for (k, word) in square.iter_mut().enumerate().take(width - x) {
                *word = plane[(x + k) * columns.words + y / 64];
            }
            transpose(&mut square);
            for (k, &word) in square.iter().enumerate().take(height - y) {
                rows[(y + k) * words + x / 64] = word;
            }
        }
    }
    Ok(rows)
}

impl Line {
    /// Lays out what is known of the cells, given in rows, along the line.
    fn fill(
        &mut self,
        sides: [&[u64]; 2],
        goes_on: &[u64],
        forced: &[u64],
        words: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let (slope, is_mirrored, mut column) = (self.slope(), self.is_mirrored(), vec![0; self.span]);
        let blocks = self.words.chunks_exact_mut(self.span).zip(self.stops.chunks_exact_mut(self.span));
        for (block, (line_words, stops)) in blocks.enumerate() {
            let mut lay_out = |plane: &[u64], put: &mut dyn FnMut(usize, u64)| {
                meter.go_on(column.len() as u64)?;
                count::done(column.len() as u64);
                column.fill(0);
                for (word, row) in column.iter_mut().zip(plane.chunks_exact(words)) {
                    *word = row[block];
                }
                if slope != 0 {
                    shear(&mut column, slope > 0);
                }
                for (at, &bits) in column.iter().enumerate() {
                    put(at, if is_mirrored { bits.reverse_bits() } else { bits });
                }
                Ok(())
            };
            lay_out(sides[0], &mut |at, bits| line_words[at].sides[0] = bits)?;
            lay_out(sides[1], &mut |at, bits| line_words[at].sides[1] = bits)?;
            lay_out(goes_on, &mut |at, bits| stops[at] = !bits)?;
            lay_out(forced, &mut |at, bits| line_words[at].forced = bits)?;
        }
        Ok(())
    }

    /// Finds the cells from which there is something to be found along the line; returns them in rows.
    fn derive_more(
        &mut self,
        words: usize,
        height: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Plane, StopReason> {
        let mut rows = vec![0; height * words];
        let blocks = self.words.len() / self.span;
        let mut column = vec![0; self.span];
        for step in 0..blocks {
            meter.go_on(self.span as u64)?;
            count::done(self.span as u64);
            // A line comes last upon what is looked at first.
            let block = if self.is_mirrored() { step } else { blocks - 1 - step };
            for (row, column) in column.iter_mut().enumerate() {
                let at = block * self.span + row;
                self.derive_more_of(at);
                let more = self.words[at].more;
                *column = if self.is_mirrored() { more.reverse_bits() } else { more };
            }
            if self.slope() != 0 {
                unshear(&mut column, self.slope() > 0);
            }
            for (row, &bits) in rows.chunks_exact_mut(words).zip(&column) {
                row[block] = bits;
            }
        }
        Ok(rows)
    }

    /// Finds the cells of a word from which there is something to be found along the line, given the word that comes next on it; returns
    /// those for which that has changed.
    #[inline]
    pub(super) fn derive_more_of(&mut self, at: usize) -> u64 {
        let next = at.checked_add_signed(self.next).and_then(|next| self.words.get(next));
        let carry = next.map_or(0, |next| (next.events() | next.more) << 63);
        let (events, goes_on) = (self.words[at].events(), !self.stops[at]);
        let more = fill_down((events >> 1 | carry) & goes_on, goes_on);
        std::mem::replace(&mut self.words[at].more, more) ^ more
    }
}

/// The cells of a word from which a step along a line is allowed.
pub(super) fn allowed_steps(
    rule: DiagonalRule,
    direction: Direction,
    rows: [Row<'_>; 3],
    word: usize,
) -> u64 {
    let [above, here, below] = rows;
    let (dx, dy) = direction.offset();
    let side = if dy < 0 { above } else { below };
    let (beside, ahead) = (here.next(word, dx > 0), side.next(word, dx > 0));
    let free = here.here(word);
    match rule {
        DiagonalRule::NoCornerCutting => free & beside & side.here(word) & ahead,
        DiagonalRule::CutOneCorner => free & ahead & (beside | side.here(word)),
        DiagonalRule::CutBothCorners => free & ahead,
        DiagonalRule::Never => free & beside,
    }
}

/// The cells of a word where a path that arrives along a diagonal may turn otherwise than to its sides: around an obstacle beside
/// the way it came.
pub(super) fn forced_turns(rule: DiagonalRule, direction: Direction, rows: [Row<'_>; 3], word: usize) -> u64 {
    if !forces_on_lines(rule) {
        return 0;
    }
    let [above, here, below] = rows;
    let (dx, dy) = direction.offset();
    let (ahead, behind) = if dy < 0 { (above, below) } else { (below, above) };
    let (on, back) = (|row: Row<'_>| row.next(word, dx > 0), |row: Row<'_>| row.next(word, dx <= 0));
    let mut around_one = !back(here) & back(ahead);
    let mut around_other = !behind.here(word) & on(behind);
    if rule == DiagonalRule::CutOneCorner {
        around_one &= ahead.here(word);
        around_other &= on(here);
    }
    here.here(word) & (around_one | around_other)
}

/// Brings together what belongs to a cell.
fn moves(
    finds: &[Plane; 8],
    allowed: &[Plane; 4],
    stride: usize,
    width: usize,
    words: usize,
    height: usize,
    meter: &mut Meter<'_>,
) -> Result<Vec<Moves>, StopReason> {
    let mut moves = vec![0; stride * height];
    for (y, row) in moves.chunks_exact_mut(stride).enumerate() {
        meter.go_on(width as u64)?;
        count::done(width as u64);
        for (byte, cells) in row[..width].chunks_mut(8).enumerate() {
            let (at, shift) = (y * words + byte / 8, byte % 8 * 8);
            let eight = |plane: &Plane| plane.get(at).map_or(0, |word| word >> shift & 0xff);
            let gather = |planes: &[Plane]| {
                let rows =
                    planes.iter().enumerate().fold(0, |rows, (k, plane)| rows | eight(plane) << (8 * k));
                transpose_8x8(rows).to_le_bytes()
            };
            let (found, legal) = (gather(finds), gather(allowed));
            for (k, cell) in cells.iter_mut().enumerate() {
                *cell = u16::from(found[k]) | u16::from(legal[k]) << 8;
            }
        }
    }
    Ok(moves)
}
