use std::hint::select_unpredictable;

use crate::geometry::Corner;
use crate::map::{Grid, Lanes, Quadrants};
use crate::moves::CornerRule;
use crate::planners::cone::rows::cone::{Cone, End, Until};
use crate::planners::cone::rows::scale::Scale;
use crate::planners::cone::rows::strips::Strips;
use crate::planners::cone::rows::turn::{Bound, Wedge};
use crate::planners::cone::rows::word::Word;
use crate::search::Meter;

/// Looks along the rows of a map.
#[derive(Clone, Copy)]
pub(crate) struct Sweep<'w, const BITS: u32> {
    pub(crate) grid: &'w Grid,
    pub(crate) rule: CornerRule,
    /// The rows, which may have fewer free cells than those of the map: see [`QueryMap`](crate::planners::cone::pocket::QueryMap).
    pub(crate) strips: Strips<'w>,
}

impl<'w, const BITS: u32> Sweep<'w, BITS> {
    pub(crate) fn new(grid: &'w Grid, rule: CornerRule) -> Self {
        Self::along(grid, grid.row_lanes(), rule)
    }

    /// The same along rows that may have fewer free cells.
    pub(crate) fn along(grid: &'w Grid, rows: Lanes<'w>, rule: CornerRule) -> Self {
        Self { grid, rule, strips: Strips(rows) }
    }

    /// Which of the cells around a corner are free.
    #[inline]
    pub(crate) fn quadrants(self, corner: Corner) -> Quadrants {
        self.strips.0.quadrants(corner)
    }

    /// The index of the cell in the column of a corner and behind the row that is so many rows from it.
    #[inline]
    pub(crate) fn strip(self, corner: Corner, down: i32, rows: u32) -> usize {
        let row = corner.y + down * rows as i32;
        self.strips.0.index(corner.x, row.min(row + down))
    }

    /// By how much the index of a cell changes with each row.
    #[inline]
    pub(crate) fn stride(self, down: i32) -> isize {
        self.strips.0.stride() as isize * down as isize
    }

    /// The wedges of a start: all that it sees, and to which sides paths can leave it along its row.
    pub(crate) fn around(self, start: Corner) -> (impl Iterator<Item = Wedge>, impl Iterator<Item = i32>) {
        let free = self.quadrants(start);
        let free = if free.are_apart(self.rule) { free.towards(1, 1) } else { free };
        let wedges = [-1, 1].map(|down| {
            let side = |x| if free.towards(x, down).is_empty() { Bound::Wall } else { Bound::Row };
            Wedge { down, left: side(-1), right: side(1), flat: 0 }
        });
        let has_cells = |wedge: &Wedge| wedge.left == Bound::Row || wedge.right == Bound::Row;
        let flats = [-1, 1].into_iter().filter(move |&flat| !free.towards(flat, 0).is_empty());
        (wedges.into_iter().filter(has_cells), flats)
    }

    /// What is seen in a wedge of the first row behind its root, which can be nothing, given the slope of the line on which the
    /// path came.
    #[inline]
    pub(crate) fn first_row(self, number: u32, corner: Corner, wedge: Wedge, slope: i64) -> Cone {
        let (scale, strips) = (Scale::<BITS>, self.strips);
        let strip = self.strip(corner, wedge.down, 0);
        let ray = End { at: slope, slope, is_wall: false };
        let left = match wedge.left {
            Bound::Wall => End::wall::<BITS>(0),
            Bound::Row => End::wall::<BITS>(-(strips.free_before(strip) as i32)),
            Bound::Ray if slope < 0 => {
                // A wall may come before the ray.
                let wall = -(strips.free_before(strip) as i32);
                if wall > scale.floor(slope) { End::wall::<BITS>(wall) } else { ray }
            }
            Bound::Ray => ray,
        };
        let right = match wedge.right {
            Bound::Wall => End::wall::<BITS>(0),
            Bound::Row => End::wall::<BITS>(strips.free_behind(strip) as i32),
            Bound::Ray if slope > 0 => {
                let to = strip + scale.ceil(slope) as usize;
                let wall = strips.blocked_from(strip, to);
                if wall < to { End::wall::<BITS>((wall - strip) as i32) } else { ray }
            }
            Bound::Ray => ray,
        };
        Cone { root: number, down: wedge.down, rows: 1, left, right, flat: 0, until: Until::Row }
    }

    /// Takes a cone from row to row as long as nothing has to be decided: nothing between its ends leads to a corner at which paths
    /// may turn, or splits it, and walls beside them go on. Where an end comes to a wall, it stays there. `strip` is the index of the
    /// cell in the column of the root, behind the present row.
    ///
    /// An obstacle may come in between from one side without such a corner, so that the cone becomes narrower. It goes on behind that
    /// if it may `NARROW`; otherwise its ends are never, on the way, farther apart than on the first row or on the last.
    #[inline(always)]
    pub(crate) fn go_on<const NARROW: bool>(self, cone: &mut Cone, strip: &mut usize, last: u32) -> Until {
        match self.go_on_in::<u64, NARROW>(cone, strip, last) {
            Some(until) => until,
            None => self.go_on_wide::<NARROW>(cone, strip, last),
        }
    }

    /// The same in pieces that a meter counts, if it does: once there is no time, nothing goes on.
    #[inline(always)]
    pub(crate) fn go_on_for<const NARROW: bool>(
        self,
        cone: &mut Cone,
        strip: &mut usize,
        last: u32,
        meter: &mut Meter<'_>,
    ) -> Until {
        if meter.is_polled() {
            self.go_on_in_pieces::<NARROW>(cone, strip, last, meter)
        } else {
            self.go_on::<NARROW>(cone, strip, last)
        }
    }

    #[inline(never)]
    fn go_on_in_pieces<const NARROW: bool>(
        self,
        cone: &mut Cone,
        strip: &mut usize,
        last: u32,
        meter: &mut Meter<'_>,
    ) -> Until {
        /// So many rows are crossed in one go.
        const ROWS: u32 = 256;
        loop {
            let (first, cells) = (cone.rows, cone.right.at - cone.left.at);
            let until = self.go_on::<NARROW>(cone, strip, last.min(first.saturating_add(ROWS)));
            let cells = Scale::<BITS>.floor(cells.max(cone.right.at - cone.left.at));
            if !meter.work(u64::from(cone.rows - first + 1) * (2 + u64::from(cells.unsigned_abs()) / 32)) {
                return Until::Nothing;
            }
            if until != Until::Row || cone.rows == last {
                return until;
            }
        }
    }

    /// The same for a cone of more cells than a word has bits.
    #[inline(never)]
    fn go_on_wide<const NARROW: bool>(self, cone: &mut Cone, strip: &mut usize, last: u32) -> Until {
        if let Some(until) = self.go_on_in::<u128, NARROW>(cone, strip, last) {
            return until;
        }
        let scale = Scale::<BITS>;
        while cone.rows != last {
            let from = scale.floor(cone.left.at + cone.left.slope.min(0));
            let cells = (scale.ceil(cone.right.at + cone.right.slope.max(0)) - from) as u32;
            if !self.is_clear(*strip, from, cells, &cone.left, &cone.right) {
                return Until::Unclear;
            }
            let (left, right) = (cone.left.next(), cone.right.next());
            if let Some(until) = Self::meeting(left.at, right.at) {
                return until;
            }
            (cone.rows, cone.left, cone.right) = (cone.rows + 1, left, right);
            *strip = strip.wrapping_add_signed(self.stride(cone.down));
        }
        Until::Row
    }

    /// What becomes of a cone if its ends meet, or cross, on the next row: they can, where one of them is on a wall.
    #[inline(always)]
    fn meeting(left: i64, right: i64) -> Option<Until> {
        let scale = Scale::<BITS>;
        (right <= left + Scale::<BITS>::MARGIN)
            .then(|| if scale.ceil(left) == scale.floor(right) { Until::Unclear } else { Until::Nothing })
    }

    /// The same as [`go_on`](Self::go_on), with words of a width; nothing if the cone is too wide for them, as far as it has got.
    #[inline(always)]
    fn go_on_in<W: Word, const NARROW: bool>(
        self,
        cone: &mut Cone,
        strip: &mut usize,
        last: u32,
    ) -> Option<Until> {
        let scale = Scale::<BITS>;
        let stride = self.stride(cone.down);
        let Cone { mut rows, mut left, mut right, .. } = *cone;
        let mut at = *strip;
        let until = 'all: loop {
            // In a word, the cell beside the left end is the lowest bit. Where the end is a ray, that does not matter; on a wall, it
            // has to be blocked; along a column without one, free.
            let (flip, mask) = (!W::bit(left.is_wall), !W::bit(left.slope != 0));
            let least = 1 + i64::from(right.slope == 0 && !right.is_wall);
            let span = if right.is_wall { 0 } else { W::ALL - 2 };
            let limit = i64::from(W::CELLS) - 2 + least;
            let to_left = left.slope.min(0) + Scale::<BITS>::MARGIN - scale.whole(1);
            let to_right = right.slope.max(0) + scale.whole(least as i32) - 1;
            let (before, needed, bad) = loop {
                if rows == last {
                    break 'all Some(Until::Row);
                }
                let before = (left.at + to_left) >> BITS;
                let needed = ((right.at + to_right) >> BITS) - before;
                if needed > limit {
                    break 'all None;
                }
                let Some(word) = W::load(self.strips, at.wrapping_add_signed(before as isize)) else {
                    break 'all Some(Until::Unclear);
                };
                let bad = (word ^ flip) & mask | W::ONE << W::CELLS;
                if bad.trailing_zeros().wrapping_sub(needed as u32) > span {
                    break (before, needed, bad);
                }
                let (next_left, next_right) = (left.at + left.slope, right.at + right.slope);
                if let Some(until) = Self::meeting(next_left, next_right) {
                    break 'all Some(until);
                }
                (rows, left.at, right.at) = (rows + 1, next_left, next_right);
                at = at.wrapping_add_signed(stride);
            };
            // Something is different. Cells are bits of the word, with the one beside the left end in the lowest.
            let (from, cells, same) = (before as i32 + 1, (needed - least) as u32, !bad);
            let left_changes = bad & W::ONE;
            let right_changes = (same >> (cells + 1) ^ W::bit(!right.is_wall)) & W::bit(right.slope == 0);
            if left_changes | right_changes != W::ZERO {
                let left_changes = left_changes != W::ZERO;
                if !select_unpredictable(left_changes, left.is_wall, right.is_wall) {
                    left.is_wall |= left_changes;
                    right.is_wall |= !left_changes;
                    continue;
                }
                let corner = select_unpredictable(left_changes, Until::CornerLeft, Until::CornerRight);
                let is_free = same.has(select_unpredictable(left_changes, 1, cells));
                break Some(select_unpredictable(is_free, corner, Until::Unclear));
            }
            let first = 1 + (scale.floor(left.at) - from) as u32;
            let end = 1 + (scale.ceil(right.at) - from) as u32;
            let between = ((W::ONE << (end - first)) - W::ONE) << first;
            let free = same & between;
            // The first run of free cells: adding to its lowest bit carries to right behind it.
            let carried = free + free.lowest();
            let (start, stop) = (free.trailing_zeros() as i32, carried.trailing_zeros() as i32);
            if free != between {
                let on_corner = |end: &End| (end.slope != 0) & (scale.ceil(end.at) == scale.floor(end.at));
                let on_corner = on_corner(&left) | on_corner(&right);
                // The bit of the cell to the right of the root's column.
                let ahead = 1 - from;
                // Negative if there is a corner at which paths may turn, or on an end, or more than one run, or none.
                let turns = ((first as i32).max(ahead.min(W::ALL as i32 - 1)) - start)
                    | (stop - (end as i32).min(ahead))
                    | ((carried & free).trailing_zeros() as i32 - W::ALL as i32)
                    | -i32::from(on_corner | !NARROW);
                if turns < 0 {
                    let is_nothing = (free == W::ZERO) & !on_corner;
                    break Some(select_unpredictable(is_nothing, Until::Nothing, Until::Obstacle));
                }
            }
            // Ends come to walls.
            let blocked_before = bad & ((W::ONE << start as u32) - W::ONE);
            let wall = End::wall::<BITS>(from + W::ALL as i32 - 1 - blocked_before.leading_zeros() as i32);
            let next_left = End::select(blocked_before != W::ZERO, wall, left.next());
            let blocked_behind = (bad & ((W::ONE << (cells + 1)) - W::ONE)) >> stop as u32;
            let wall = End::wall::<BITS>(from - 1 + stop + blocked_behind.trailing_zeros() as i32);
            let next_right = End::select(blocked_behind != W::ZERO, wall, right.next());
            if next_right.at <= next_left.at + Scale::<BITS>::MARGIN {
                break Some(Until::Unclear);
            }
            (rows, left, right) = (rows + 1, next_left, next_right);
            at = at.wrapping_add_signed(stride);
        };
        (cone.rows, cone.left, cone.right, *strip) = (rows, left, right, at);
        until
    }

    /// Whether all that a wide cone crosses is free, and what is beside its ends as it was.
    #[cold]
    fn is_clear(self, strip: usize, from: i32, cells: u32, left: &End, right: &End) -> bool {
        // A ray that leaves the map along its upper border may go farther than there is padding.
        let Some(first) = strip.checked_add_signed(from as isize).filter(|&first| first > 0) else {
            return false;
        };
        let end = first + cells as usize;
        let stays =
            |side: &End, beside: usize| side.slope != 0 || self.strips.is_free(beside) != side.is_wall;
        stays(left, first - 1) && stays(right, end) && self.strips.blocked_from(first, end) == end
    }

    /// Whether a path can end at a corner on a line from another: where two obstacles touch, in the cell south-east of it.
    pub(crate) fn can_end(self, goal: Corner, from: Corner) -> bool {
        let free = self.quadrants(goal);
        !free.are_apart(self.rule) || free.towards(1, 1).meet(free.towards(from.x - goal.x, from.y - goal.y))
    }
}

#[inline]
pub(crate) fn distance(a: Corner, b: Corner) -> f64 {
    length(a.x - b.x, a.y - b.y)
}

#[inline]
pub(crate) fn length(dx: i32, dy: i32) -> f64 {
    let (dx, dy) = (f64::from(dx), f64::from(dy));
    (dx * dx + dy * dy).sqrt()
}
