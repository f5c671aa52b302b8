use crate::geometry::Cell;
use crate::map::{CellId, Grid};
use crate::moves::{DiagonalRule, Direction};
use crate::search::{OutOfMemory, zeroed};

/// The way to the nearest of some goals from every cell of a plain map, by a wave that goes out from the goals: the fast form of
/// a [`Field`](super::Field) for where every cell costs the same.
///
/// Three things make it fast.
///
/// **The order costs nothing.** A bucket holds the cells whose distance has the same whole part. No step is shorter than 1, so
/// from a cell of one bucket one gets to later ones only, by 1 or 2; and when the turn of a bucket comes, all cells on shortest
/// paths to its cells have had theirs. So its cells can be taken in any order, and three buckets are enough (R. B. Dial 1969;
/// that a bucket may be as wide as the shortest edge is E. A. Dinic's remark, 1978). A cell that is put into a bucket twice, as
/// a shorter way to it was found in between, is expanded twice, and the second time in vain.
///
/// **Each cell is found about once.** Only canonical steps are taken, diagonal before straight ones:
/// [`JumpNodes`](crate::planners::jump) has the proof that one arrival for each cell is enough, and it needs neither a goal nor a single
/// start. (In the proof p → c is the last step of a shortest way from any of the starts.)
///
/// **A distance is one number.** s straight and d diagonal steps are s·2⁴² + d·[`DIAGONAL`], which orders as the true lengths do:
/// two different lengths of at most M steps differ by 1 / ((1 + √2) M) at least, in these units by 2⁴² / ((1 + √2) M), and the
/// rounding of the constant, by 0.0502, changes that by 0.0502·M at most. So M may be 6 million; and up to
/// 2⁶⁴ / 2⁴² / √2 = 2.9 million the sum fits 64 bits. A map with a longer way to a goal is left to a field.
#[derive(Debug, Default)]
pub(super) struct Wave {
    /// How much shorter than [`NEAREST`] the way to a cell is, by the grid's ids; 0 where there is none yet.
    keys: Vec<u64>,
    /// The direction in which the wave came to a cell.
    arrivals: Vec<u8>,
    /// The cells of this bucket and of the next two.
    buckets: [Vec<u32>; 3],
}

/// The binary digits of a distance behind the point.
const DIGITS: u32 = 42;
/// √2, rounded to the nearest: 6219777023950.9498….
const DIAGONAL: u64 = 6_219_777_023_951;
/// No way to a goal has more tiles than this.
const LONGEST: u64 = 2_900_000;
/// The key of a goal: larger than all distances.
const NEAREST: u64 = (LONGEST + 4) << DIGITS;

/// A cell to which the wave did not come.
pub(super) const NOWHERE: u8 = u8::MAX;
/// A goal.
pub(super) const HERE: u8 = DiagonalRule::START;

impl Wave {
    /// Sends the wave out from goals, which must be free cells of the map; whether it came everywhere: not where a way is too
    /// long to be compared with others.
    pub(super) fn spread(
        &mut self,
        grid: &Grid,
        rule: DiagonalRule,
        goals: &[Cell],
    ) -> Result<bool, OutOfMemory> {
        self.spread_up_to(grid, rule, goals, LONGEST)
    }

    fn spread_up_to(
        &mut self,
        grid: &Grid,
        rule: DiagonalRule,
        goals: &[Cell],
        longest: u64,
    ) -> Result<bool, OutOfMemory> {
        self.clear(grid.id_range())?;
        for id in goals.iter().filter_map(|&goal| grid.id(goal)) {
            self.keys[id.0 as usize] = NEAREST;
            self.arrivals[id.0 as usize] = HERE;
            self.buckets[0].push(id.0);
        }
        let table = rule.canonical_steps();
        let stride = grid.stride() as i32;
        let steps = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            (dy * stride + dx, if direction.is_diagonal() { DIAGONAL } else { 1 << DIGITS })
        });
        let Self { keys, arrivals, buckets: [current, next, last] } = self;
        let mut number = 0;
        while !(current.is_empty() && next.is_empty()) {
            if number > longest {
                return Ok(false);
            }
            // Where the bucket after the next one begins.
            let end = NEAREST - ((number + 2) << DIGITS);
            for id in current.drain(..) {
                let key = keys[id as usize];
                let arrival = usize::from(arrivals[id as usize]);
                let mut open = table[arrival][grid.around(CellId(id))];
                while open != 0 {
                    let direction = open.trailing_zeros() as usize & 7;
                    open &= open - 1;
                    let (offset, length) = steps[direction];
                    let (to, new) = (id.wrapping_add_signed(offset), key - length);
                    if new > keys[to as usize] {
                        keys[to as usize] = new;
                        arrivals[to as usize] = direction as u8;
                        if new > end { next.push(to) } else { last.push(to) }
                    }
                }
            }
            std::mem::swap(current, next);
            std::mem::swap(next, last);
            number += 1;
        }
        Ok(true)
    }

    fn clear(&mut self, ids: usize) -> Result<(), OutOfMemory> {
        if self.keys.len() == ids {
            self.keys.fill(0);
        } else {
            // The old pages go first: there may not be room for both.
            self.keys = Vec::new();
            self.keys = zeroed(ids)?;
            self.arrivals = Vec::new();
            self.arrivals = zeroed(ids)?;
        }
        self.arrivals.fill(NOWHERE);
        self.buckets.iter_mut().for_each(Vec::clear);
        Ok(())
    }

    /// For each cell of a row the number of the direction in which the wave came to it, [`HERE`] or [`NOWHERE`].
    pub(super) fn arrivals(&self, grid: &Grid, row: u32) -> &[u8] {
        let first = grid.id(Cell { x: 0, y: row as i32 }).map_or(0, |id| id.0 as usize);
        &self.arrivals[first..first + grid.width() as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constant_is_the_nearest_whole_number() {
        // (2D − 1)² < 8 · 2⁸⁴ < (2D + 1)², in 128 bits.
        let twice = 2 * u128::from(DIAGONAL);
        assert!((twice - 1).pow(2) < 8 << (2 * DIGITS) && 8 << (2 * DIGITS) < (twice + 1).pow(2));
        // Off by less than 0.0503: the next three digits.
        let thousand = 1000 * u128::from(DIAGONAL);
        assert!((thousand - 51).pow(2) < 2_000_000 << (2 * DIGITS));
        assert!(2_000_000 << (2 * DIGITS) < (thousand - 50).pow(2));
    }

    #[test]
    fn ways_that_are_too_long_are_noticed() {
        let grid = Grid::open(40, 1).unwrap();
        let mut wave = Wave::default();
        let mut spread =
            |longest| wave.spread_up_to(&grid, DiagonalRule::Never, &[Cell::new(0, 0)], longest).unwrap();
        assert!(spread(39) && !spread(38) && spread(40));
        assert_eq!(wave.arrivals(&grid, 0)[38..], [Direction::East as u8; 2]);
    }
}
