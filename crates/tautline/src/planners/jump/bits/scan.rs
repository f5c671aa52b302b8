use super::jump_bits::JumpBits;
use super::jump_bits::Line;
use super::nodes::State;
use crate::geometry::Cell;
use crate::map::Grid;
use crate::moves::{DiagonalRule, Direction};
use crate::search::Scan;
use crate::search::count;

impl JumpBits {
    /// The directions in which a scan from a cell finds something, of those that are canonical after this arrival.
    #[inline]
    pub(crate) fn steps(&self, grid: &Grid, number: usize, arrival: u8) -> u8 {
        let moves = self.moves[number];
        if self.rule == DiagonalRule::NoCornerCutting {
            moves as u8 & no_cut_steps(arrival, (moves >> 8) as u8)
        } else {
            moves as u8 & self.canonical_steps(grid, self.numbering.cell(number), arrival)
        }
    }

    #[inline(never)]
    fn canonical_steps(&self, grid: &Grid, cell: Cell, arrival: u8) -> u8 {
        let around = grid.around(grid.id(cell).expect("a cell of the map"));
        self.rule.canonical_steps()[usize::from(arrival)][around]
    }

    /// Calls `found` with every jump point to which canonical ways lead from a cell whose first step is one of `steps`, and
    /// with how many steps along a leading line and how many straight ones they have: each way is a canonical leg. All of
    /// `steps` must be known to find something.
    #[inline]
    pub(crate) fn successors(
        &self,
        from: Cell,
        mut steps: u8,
        mut enter: impl FnMut(Cell, u32) -> bool,
        mut found: impl FnMut(State, u32, u32),
    ) {
        while steps != 0 {
            let direction = Direction::ALL[steps.trailing_zeros() as usize & 7];
            steps &= steps - 1;
            if self.leads(direction) {
                self.along(from, direction, &mut enter, &mut found);
            } else {
                let (state, distance) = self.straight(from, direction);
                found(state, 0, distance);
            }
        }
    }

    /// Whether a direction is that of a leading line, not of a straight scan.
    #[inline]
    pub(crate) fn leads(&self, direction: Direction) -> bool {
        direction.is_diagonal() || (self.rule == DiagonalRule::Never && direction as u8 & 1 != 0)
    }

    /// The jump point that a straight scan finds, and how far away, if it is known to find one.
    #[inline]
    fn straight(&self, from: Cell, direction: Direction) -> (State, u32) {
        let straight = &self.straights[direction as usize & 3];
        let is_vertical = direction as u8 & 1 == 0;
        let (along, across) = if is_vertical { (from.y, from.x) } else { (from.x, from.y) };
        let place = straight.place(along);
        let mut word = across as usize * straight.words + (place >> 6) as usize;
        let mut jumps = straight.bits[word] & behind(place as u32 & 63);
        let mut distance = -(place & 63);
        count::done(1);
        while jumps == 0 {
            count::done(1);
            word += 1;
            distance += 64;
            jumps = straight.bits[word];
        }
        distance += jumps.trailing_zeros() as i32;
        let (dx, dy) = direction.offset();
        let cell = Cell { x: from.x + dx * distance, y: from.y + dy * distance };
        (State { cell, arrival: direction }, distance as u32)
    }

    /// Every jump point to the sides of a leading line, up to the last, or up to where a turn is forced: that cell is a jump
    /// point itself.
    #[inline]
    fn along(
        &self,
        from: Cell,
        direction: Direction,
        enter: &mut impl FnMut(Cell, u32) -> bool,
        found: &mut impl FnMut(State, u32, u32),
    ) {
        let line = &self.lines[direction as usize & 3];
        let (mut at, bit) = line.place(from);
        let mut word = &line.words[at];
        let mut events = word.events() & behind(bit);
        let mut distance = -(bit as i32);
        loop {
            count::done(1);
            while events == 0 {
                count::done(1);
                at = at.wrapping_add_signed(line.next);
                distance += 64;
                word = &line.words[at];
                events = word.events();
            }
            let bit = events.trailing_zeros();
            let steps = distance + bit as i32;
            let cell = Cell { x: from.x + line.step.0 * steps, y: from.y + line.step.1 * steps };
            let is = |bits: u64| bits >> bit & 1 != 0;
            if is(word.forced) {
                found(State { cell, arrival: direction }, steps as u32, 0);
                return;
            }
            if !enter(cell, steps as u32) {
                return;
            }
            if is(word.sides[0]) {
                let (state, straight) = self.straight(cell, line.sides[0]);
                found(state, steps as u32, straight);
            }
            if is(word.sides[1]) {
                let (state, straight) = self.straight(cell, line.sides[1]);
                found(state, steps as u32, straight);
            }
            if !is(word.more) {
                return;
            }
            events &= events - 1;
        }
    }

    /// Whether one can go this many steps along a leading line.
    #[inline]
    pub(crate) fn is_line_clear(&self, from: Cell, (dx, dy): (i32, i32), steps: u32) -> bool {
        // The lines north-east, south-east (or east), south-west, north-west (or west).
        const NUMBERS: [[usize; 3]; 2] = [[3, 3, 2], [0, 1, 1]];
        let number = NUMBERS[usize::from(dx > 0)][(dy + 1) as usize];
        steps == 0 || self.lines[number].clear_steps(from, steps) >= steps
    }

    /// How many steps one can go along a leading line, and the directions to its sides.
    #[inline]
    pub(crate) fn leading_line(&self, from: Cell, direction: Direction) -> (u32, [Direction; 2]) {
        let line = &self.lines[direction as usize & 3];
        (line.clear_steps(from, u32::MAX), line.sides)
    }

    /// What an observer sees of the scans from a cell, all of which must be known to find something.
    pub(crate) fn scans(&self, from: Cell, steps: u8) -> impl Iterator<Item = Scan> {
        let directions =
            Direction::ALL.into_iter().filter(move |&direction| steps >> direction as u8 & 1 != 0);
        directions.map(move |direction| {
            let length = if self.leads(direction) {
                self.lines[direction as usize & 3].clear_steps(from, u32::MAX)
            } else {
                self.straight(from, direction).1
            };
            let (dx, dy) = direction.offset();
            let to = Cell { x: from.x + dx * length as i32, y: from.y + dy * length as i32 };
            Scan { from: from.into(), to: to.into(), found: true }
        })
    }
}

impl Line {
    /// How many steps one can go from a cell; if it is `enough`, that may be all it says.
    #[inline]
    fn clear_steps(&self, from: Cell, enough: u32) -> u32 {
        let (mut at, bit) = self.place(from);
        let mut stops = self.stops[at] & !0 << bit;
        let mut distance = -(bit as i32);
        count::done(1);
        while stops == 0 {
            count::done(1);
            at = at.wrapping_add_signed(self.next);
            distance += 64;
            if distance as u32 >= enough {
                return enough;
            }
            stops = self.stops[at];
        }
        (distance + stops.trailing_zeros() as i32) as u32
    }
}

/// The places of a word behind one of them.
#[inline]
fn behind(bit: u32) -> u64 {
    !1 << bit
}

/// Without corner cutting: which steps are canonical after an arrival (all of them at the start), of those that find something,
/// by the four diagonal steps that are allowed.
///
/// Beside the cell before lies an obstacle where the diagonal step back past it is not allowed (if it is not allowed because the
/// cell beside this one is blocked, there is nothing to be found there).
#[inline]
pub(crate) fn no_cut_steps(arrival: u8, diagonals: u8) -> u8 {
    TURNS[usize::from(arrival & 15)][usize::from(diagonals & 15)]
}

/// The steps of [`no_cut_steps`], by arrival and by diagonals.
static TURNS: [[u8; 16]; 16] = {
    let mut turns = [[0xff; 16]; 16];
    let mut arrival = 0;
    while arrival < 4 {
        let mut allowed = 0;
        while allowed < 16 {
            // Directions are numbered clockwise: the diagonal k lies between the straight ones k and k + 1.
            let (left, right) = ((arrival + 3) % 4, (arrival + 1) % 4);
            let (ahead_left, ahead_right) = (left, arrival);
            let (back_left, back_right) = ((arrival + 2) % 4, right);
            let mut steps = 1 << arrival;
            if allowed >> back_left & 1 == 0 {
                steps |= 1 << left | 16 << ahead_left;
            }
            if allowed >> back_right & 1 == 0 {
                steps |= 1 << right | 16 << ahead_right;
            }
            turns[arrival][allowed] = steps;
            allowed += 1;
        }
        arrival += 1;
    }
    while arrival < 8 {
        // Nothing is ever forced after a diagonal step.
        turns[arrival] = [1 << arrival | 1 << (arrival - 4) | 1 << ((arrival - 3) % 4); 16];
        arrival += 1;
    }
    turns
};
