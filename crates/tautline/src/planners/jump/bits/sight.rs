use super::jump_bits::JumpBits;
use crate::geometry::Cell;
use crate::moves::DiagonalRule;

/// Which cells lead to the goal by one canonical leg.
///
/// Scans need not know the goal. The last leg of a canonical cheapest path begins at the last jump point on it (or at the
/// start), so it is enough to ask for each state that is taken from the open list whether the goal lies at the end of one
/// leg: then its f = g + h is the cost of a path. When no state that is still open has a smaller f, the path is a cheapest, for
/// as long as no cheapest path has been found, one of the open states lies on one (see `JumpNodes`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    goal: Cell,
    /// The straight runs of free cells through the goal: from the first x and y to the last.
    from: Cell,
    to: Cell,
}

impl Sight {
    pub(crate) fn new(bits: &JumpBits, goal: Cell) -> Self {
        let (west, east) = bits.rows.free_run(goal.y, goal.x);
        let (north, south) = bits.columns.free_run(goal.x, goal.y);
        Self { goal, from: Cell { x: west, y: north }, to: Cell { x: east, y: south } }
    }

    /// At how many words it took to look.
    pub(crate) fn words(&self) -> u64 {
        2 + u64::from(self.from.x.abs_diff(self.to.x) + self.from.y.abs_diff(self.to.y)) / 64
    }

    /// Whether the canonical leg from a cell to the goal is clear.
    #[inline]
    pub(crate) fn reaches(&self, bits: &JumpBits, cell: Cell) -> bool {
        let (dx, dy) = (self.goal.x - cell.x, self.goal.y - cell.y);
        let (across, down) = (dx.abs(), dy.abs());
        let is_leading_across = bits.rule == DiagonalRule::Never;
        // The leg turns in the goal's row or column: is that free from there on?
        if across > down && !is_leading_across {
            let turn = cell.x + dx.signum() * down;
            self.from.x <= turn
                && turn <= self.to.x
                && bits.is_line_clear(cell, (dx.signum(), dy.signum()), down as u32)
        } else {
            let lead = if is_leading_across { (dx.signum(), 0) } else { (dx.signum(), dy.signum()) };
            let turn = cell.y + lead.1 * across;
            self.from.y <= turn && turn <= self.to.y && bits.is_line_clear(cell, lead, across as u32)
        }
    }
}

impl super::jump_bits::Free {
    /// The first and the last of the free cells around a free one in its row.
    fn free_run(&self, row: i32, place: i32) -> (i32, i32) {
        let row = &self.bits[(row as usize + 1) * self.words..][..self.words];
        let (word, bit) = ((place >> 6) as usize, place & 63);
        // The blocked places before and behind.
        let before = !row[word] & ((1 << bit) - 1);
        let first = match before {
            0 => {
                let words = row[..word].iter().rposition(|&free| free != !0);
                words.map_or(0, |at| at as i32 * 64 + 64 - (!row[at]).leading_zeros() as i32)
            }
            blocked => (place & !63) + 64 - blocked.leading_zeros() as i32,
        };
        let last = match !row[word] & (!1 << bit) {
            0 => {
                // The last word has a blocked bit at its end.
                let at = word + 1 + row[word + 1..].iter().position(|&free| free != !0).unwrap_or(0);
                at as i32 * 64 + (!row[at]).trailing_zeros() as i32 - 1
            }
            blocked => (place & !63) + blocked.trailing_zeros() as i32 - 1,
        };
        (first, last)
    }
}
