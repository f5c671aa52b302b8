use crate::geometry::Corner;
use crate::moves::CornerRule;
use crate::planners::cone::rows::sweep::Sweep;

/// As many cells are looked at in one go: a word has one more that is right.
const CELLS: u32 = 56;

/// What there is in a row, beside the next [`CELLS`] cells to one side.
struct Beside {
    /// How many of them can be passed along.
    cells: u32,
    /// Whether the way along the row ends behind them.
    ends: bool,
    /// Behind which of them there is a corner at which a path may turn.
    turns: u64,
    /// Behind which of them an obstacle begins that lies on one side of the row.
    begins: u64,
}

impl<const BITS: u32> Sweep<'_, BITS> {
    /// Looks along the row of a corner, to its right (1) or to its left (−1), from so many cells on.
    #[inline(always)]
    fn beside(self, corner: Corner, to_right: i32, from: u32) -> Beside {
        let lanes = self.strips.0;
        let below = lanes.index(corner.x, corner.y);
        let above = below - lanes.stride();
        // The cells on both sides of the row, the nearest first.
        let cells = |lane: usize| {
            if to_right > 0 {
                lanes.word(lane + from as usize)
            } else {
                lanes.word_before(lane - from as usize).reverse_bits()
            }
        };
        let (a, b) = (cells(above), cells(below));
        let (next_a, next_b) = (a >> 1, b >> 1);
        // Behind which cells the row ends, at which one obstacle ends, and where two touch.
        let ends = !(next_a | next_b);
        let turns = (a ^ b) & next_a & next_b;
        let touching = (a ^ next_a) & (b ^ next_b) & (a ^ b);
        let (ends, turns) = match self.rule {
            CornerRule::Closed => (ends | touching, turns),
            CornerRule::Open => (ends, turns | touching),
        };
        let cells = (ends.trailing_zeros() + 1).min(CELLS);
        let passed = (1 << cells) - 1;
        Beside {
            cells,
            ends: ends & ((1 << CELLS) - 1) != 0,
            turns: turns & passed,
            begins: a & b & (next_a ^ next_b) & passed,
        }
    }

    /// The corners in the row of a corner, to its right (1) or to its left (−1), at which a path along it may turn, and how far it
    /// gets: the distance of each, and the last one whether a path turns there or not.
    #[inline]
    pub(crate) fn along_row(self, corner: Corner, to_right: i32, mut visit: impl FnMut(i32)) -> i32 {
        let mut from = 0;
        loop {
            let Beside { cells, ends, mut turns, .. } = self.beside(corner, to_right, from);
            while turns != 0 {
                visit((from + turns.trailing_zeros() + 1) as i32);
                turns &= turns - 1;
            }
            if ends {
                return (from + cells) as i32;
            }
            from += CELLS;
        }
    }

    /// How far it is from a corner along its row to the next corner behind a distance at which a path may turn, or, if all of them
    /// count, to the next corner of an obstacle; and whether that is as far as one gets.
    pub(crate) fn next_in_row(self, corner: Corner, to_right: i32, behind: i32, all: bool) -> (i32, bool) {
        let mut from = behind as u32;
        loop {
            let Beside { cells, ends, turns, begins } = self.beside(corner, to_right, from);
            let corners = if all { turns | begins } else { turns };
            if corners != 0 {
                let next = corners.trailing_zeros() + 1;
                return ((from + next) as i32, ends && next == cells);
            }
            if ends {
                return ((from + cells) as i32, true);
            }
            from += CELLS;
        }
    }

    /// Whether there may be a corner in the row of a corner at which a path along it may turn.
    #[inline]
    pub(crate) fn may_turn_in_row(self, corner: Corner, to_right: i32) -> bool {
        let Beside { ends, turns, .. } = self.beside(corner, to_right, 0);
        !ends || turns != 0
    }
}
