use super::{Arrival, Space, StateId};
use crate::geometry::{Cell, Corner, Position};
use crate::heuristic::CornerDistance;
use crate::map::{Grid, Quadrants};
use crate::moves::{CornerMoves, CornerRule, Cost, KnightLength, OctileLength, VECTORS};

/// The corners of a grid and the legal moves between four, eight or sixteen neighbours.
///
/// A move is legal if the [straight line](crate::path::line_of_sight) between the two corners is. Under
/// [`CornerRule::Closed`], a corner at which two obstacles touch is two states, one for each side of them, so that a path goes
/// back into the quadrant that it came from. The second ones have numbers behind those of all corners, which cost nothing where
/// they are not used.
///
/// Costs are exact lengths: [`OctileLength`] for four and eight neighbours, [`KnightLength`] for sixteen. With eight neighbours a
/// shortest path has at most two corners of each free cell, as all four are neighbours of each other; so it has no more moves
/// than there are cells, and lengths stay below [`OctileLength::MAX_STEPS`]. With four it may have twice as many, but these are all
/// of one kind.
#[derive(Clone, Copy, Debug)]
pub struct CornerSpace<'w, C> {
    grid: &'w Grid,
    rule: CornerRule,
    moves: CornerMoves,
    /// Of a straight, a diagonal and a knight's move.
    lengths: [C; 3],
    /// How many corners there are in a row, and in all.
    across: u32,
    corners: u32,
    /// 2⁶⁴ divided by the number of corners in a row, rounded up: to multiply with instead of dividing.
    rows_per_corner: u64,
}

/// A corner as a path can stand on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerState {
    /// The corner.
    pub corner: Corner,
    /// On which side of two touching obstacles; [`Side::Upper`] where that does not matter.
    pub side: Side,
}

/// Where two obstacles touch with their corners, two quadrants are free: one above and one below the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Within the free quadrant above.
    Upper,
    /// Within the free quadrant below.
    Lower,
}

/// For each pattern of free quadrants the moves that begin in one of them or along a side of one, a bit for each of
/// [`VECTORS`]. That makes the straight and the diagonal ones legal; a knight's move leads through a second cell.
const MOVES: [u16; 16] = {
    let mut moves = [0; 16];
    let mut pattern = 0;
    while pattern < 16 {
        let mut number = 0;
        while number < 16 {
            let (dx, dy) = VECTORS[number];
            if !Quadrants::new(pattern as u8).towards(dx, dy).is_empty() {
                moves[pattern] |= 1 << number;
            }
            number += 1;
        }
        pattern += 1;
    }
    moves
};

/// For each pattern of the nine corners around one and itself, row by row, the moves to them, as in [`MOVES`].
const TO_CORNERS: [u8; 512] = {
    let mut moves = [0; 512];
    let mut pattern = 0;
    while pattern < 512 {
        let mut number = 0;
        while number < 8 {
            let (dx, dy) = VECTORS[number];
            moves[pattern] |= (pattern as u16 >> (4 + 3 * dy + dx) & 1) as u8 * (1 << number);
            number += 1;
        }
        pattern += 1;
    }
    moves
};

/// The legal moves from a corner, a bit for each of [`VECTORS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    legal: u32,
    /// Those of which the end may have two sides: all that lead farther than to the corners around, too.
    to_sides: u32,
    /// Whether the corner itself has.
    pub(crate) has_sides: bool,
}

impl Steps {
    /// None.
    pub(crate) const NONE: Self = Self { legal: 0, to_sides: 0, has_sides: false };

    /// How many they are.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        self.legal.count_ones()
    }

    /// Without all of these moves.
    pub(crate) fn without(self, others: Self) -> Self {
        Self { legal: self.legal & !others.legal, ..self }
    }

    /// Without those of these moves of which the end has one side only.
    #[inline]
    pub(crate) fn except(self, moves: u32) -> Self {
        Self { legal: self.legal & (!moves | self.to_sides), ..self }
    }
}

impl<'w> CornerSpace<'w, OctileLength> {
    /// There are no moves of the third kind.
    const LENGTHS: [OctileLength; 3] = [OctileLength::STRAIGHT, OctileLength::DIAGONAL, OctileLength::ZERO];

    /// Moves along the sides of the cells.
    #[must_use]
    pub fn four(grid: &'w Grid, rule: CornerRule) -> Self {
        Self::new(grid, rule, CornerMoves::Four, Self::LENGTHS)
    }

    /// Those and moves along the diagonals of the cells.
    #[must_use]
    pub fn eight(grid: &'w Grid, rule: CornerRule) -> Self {
        Self::new(grid, rule, CornerMoves::Eight, Self::LENGTHS)
    }
}

impl<'w> CornerSpace<'w, OctileLength> {
    /// All moves of a kind, for searches that do not add up the lengths of moves: those given for sixteen are of no use.
    pub(crate) fn without_lengths(grid: &'w Grid, rule: CornerRule, moves: CornerMoves) -> Self {
        Self::new(grid, rule, moves, Self::LENGTHS)
    }
}

impl<'w> CornerSpace<'w, KnightLength> {
    /// Those and the moves of a knight.
    #[must_use]
    pub fn sixteen(grid: &'w Grid, rule: CornerRule) -> Self {
        let lengths = [KnightLength::STRAIGHT, KnightLength::DIAGONAL, KnightLength::KNIGHT];
        Self::new(grid, rule, CornerMoves::Sixteen, lengths)
    }
}

impl<'w, C: Cost> CornerSpace<'w, C> {
    fn new(grid: &'w Grid, rule: CornerRule, moves: CornerMoves, lengths: [C; 3]) -> Self {
        let across = grid.width() + 1;
        let rows_per_corner = u64::MAX / u64::from(across) + 1;
        Self { grid, rule, moves, lengths, across, corners: across * (grid.height() + 1), rows_per_corner }
    }

    /// The state of a start or a goal: on the side of its south-east cell, where there are two sides. Whether it can be one is
    /// what [`Query::on_corners`](super::Query::on_corners) says.
    ///
    /// # Panics
    ///
    /// If the corner is outside the map.
    #[must_use]
    pub fn end(&self, corner: Corner) -> CornerState {
        assert!(self.grid.has_corner(corner), "{corner} is no corner of the map");
        let free = self.grid.quadrants(corner);
        let is_lower = free.are_apart(self.rule) && free.has_south_east();
        CornerState { corner, side: if is_lower { Side::Lower } else { Side::Upper } }
    }

    /// Whether a state is that of its corner as a start or a goal: of a corner at which two obstacles touch, the one on the side of the
    /// south-east cell, if that is free.
    pub(crate) fn is_end(&self, CornerState { corner, side }: CornerState) -> bool {
        let free = self.grid.quadrants(corner);
        !free.are_apart(self.rule) || (side == Side::Lower && free.has_south_east())
    }

    /// Whether no cell around a corner is free.
    pub(crate) fn is_blocked(&self, corner: Corner) -> bool {
        self.grid.quadrants(corner).is_empty()
    }

    /// The length of a shortest way to a goal if there were no obstacles.
    #[must_use]
    pub fn distance_to(&self, goal: Corner) -> CornerDistance<C> {
        CornerDistance::new(goal, self.moves, self.lengths)
    }

    /// How many corners there are in a row.
    #[inline]
    pub(crate) fn across(&self) -> u32 {
        self.across
    }

    /// The state of a path at a corner that it leaves, or has come to, by a line with this heading as seen from the corner.
    #[inline]
    pub(crate) fn towards(&self, corner: Corner, (dx, dy): (i32, i32)) -> CornerState {
        let is_lower = self.rule == CornerRule::Closed && {
            let free = self.grid.quadrants(corner);
            free.are_apart(self.rule) && free.lower().meet(free.towards(dx, dy))
        };
        CornerState { corner, side: if is_lower { Side::Lower } else { Side::Upper } }
    }

    /// The legal moves.
    #[expect(clippy::inline_always, reason = "it is the beginning of every expansion of a corner")]
    #[inline(always)]
    pub(crate) fn steps(&self, CornerState { corner, side }: CornerState) -> Steps {
        let (free, touching) = self.grid.quadrants_and_touching(corner);
        let has_sides = free.are_apart(self.rule);
        let reachable = match side {
            _ if !has_sides => free,
            Side::Upper => free.upper(),
            Side::Lower => free.lower(),
        };
        let mut legal = u32::from(MOVES[usize::from(reachable.bits())]) & ((1 << self.moves.count()) - 1);
        // The second cell of a knight's move lies at its end, on the side that it comes from.
        let mut knights = legal >> 8;
        while knights != 0 {
            let number = (8 + knights.trailing_zeros() as usize) & 15;
            knights &= knights - 1;
            let (dx, dy) = VECTORS[number];
            let next = Corner { x: corner.x + dx, y: corner.y + dy };
            let last = Cell { x: next.x - i32::from(dx > 0), y: next.y - i32::from(dy > 0) };
            if self.grid.is_blocked(last) {
                legal &= !(1 << number);
            }
        }
        let touching = if self.rule == CornerRule::Closed { touching } else { 0 };
        let to_sides = 0xff00 | u32::from(TO_CORNERS[usize::from(touching & 511)]);
        Steps { legal, to_sides, has_sides }
    }

    /// Calls for each of these moves, with its number, where it ends, and whether that may have two sides.
    #[inline]
    pub(crate) fn each(
        &self,
        from: CornerState,
        steps: Steps,
        mut visit: impl FnMut(usize, CornerState, bool),
    ) {
        let mut moves = steps.legal;
        while moves != 0 {
            let number = moves.trailing_zeros() as usize & 15;
            moves &= moves - 1;
            let (dx, dy) = VECTORS[number];
            let corner = Corner { x: from.corner.x + dx, y: from.corner.y + dy };
            let may_have_sides = steps.to_sides >> number & 1 != 0;
            let next = if may_have_sides {
                self.towards(corner, (-dx, -dy))
            } else {
                CornerState { corner, side: Side::Upper }
            };
            visit(number, next, may_have_sides);
        }
    }
}

impl<C: Cost> Space for CornerSpace<'_, C> {
    type State = CornerState;
    type Cost = C;

    const START: Arrival = Arrival(VECTORS.len() as u8);

    fn states(&self) -> usize {
        let sides = if self.rule == CornerRule::Closed { 2 } else { 1 };
        self.corners as usize * sides
    }

    #[inline]
    fn id(&self, CornerState { corner, side }: CornerState) -> StateId {
        let number = corner.y as u32 * self.across + corner.x as u32;
        StateId(if side == Side::Lower { number + self.corners } else { number })
    }

    #[inline]
    fn state(&self, id: StateId) -> CornerState {
        let (number, side) = match id.0.checked_sub(self.corners) {
            Some(number) => (number, Side::Lower),
            None => (id.0, Side::Upper),
        };
        // Exact for all numbers of 32 bits: the quotient is too large by less than 2³² / 2⁶⁴ rows.
        let y = ((u128::from(number) * u128::from(self.rows_per_corner)) >> 64) as u32;
        let corner = Corner { x: (number - y * self.across) as i32, y: y as i32 };
        CornerState { corner, side }
    }

    #[inline]
    fn successors(
        &self,
        _: StateId,
        state: CornerState,
        _: Arrival,
        mut visit: impl FnMut(StateId, CornerState, C, Arrival),
    ) {
        self.each(state, self.steps(state), |number, next, _| {
            visit(self.id(next), next, self.lengths[(number / 4).min(2)], Arrival(number as u8));
        });
    }

    fn parent(&self, id: StateId, arrival: Arrival) -> StateId {
        let (dx, dy) = VECTORS[usize::from(arrival.0)];
        let Corner { x, y } = self.state(id).corner;
        self.id(self.towards(Corner { x: x - dx, y: y - dy }, (dx, dy)))
    }

    #[inline]
    fn position(&self, state: CornerState) -> Position {
        state.corner.into()
    }

    /// None is larger than that of a state at which a next path could not begin.
    fn separation(&self, a: CornerState, b: CornerState) -> u64 {
        if self.is_end(a) { a.corner.squared_distance(b.corner) } else { u64::MAX }
    }
}
