use super::cone::{Cone, End, Until};
use super::scale::Scale;
use super::strips::{BITS as WORD, Strips};
use super::turn::{Bound, Wedge};
use crate::geometry::Corner;
use crate::moves::CornerRule;
use crate::world::Grid;

/// Looks along the rows of a map.
#[derive(Clone, Copy)]
pub(crate) struct Sweep<'w, const BITS: u32> {
    pub(crate) grid: &'w Grid,
    pub(crate) rule: CornerRule,
    pub(crate) strips: Strips<'w>,
}

impl<'w, const BITS: u32> Sweep<'w, BITS> {
    pub(crate) fn new(grid: &'w Grid, rule: CornerRule) -> Self {
        Self { grid, rule, strips: Strips(grid.row_lanes()) }
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
        let free = self.grid.quadrants(start);
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

    /// Takes a cone from row to row as long as nothing has to be decided: what is crossed between its ends is free, and walls beside
    /// them go on. Where a ray comes to a wall, the end stays there. `strip` is the index of the cell in the column of the root,
    /// behind the present row.
    #[inline(always)]
    pub(crate) fn go_on(self, cone: &mut Cone, strip: &mut usize, last: u32) -> Until {
        let scale = Scale::<BITS>;
        let stride = self.stride(cone.down);
        let Cone { mut rows, mut left, mut right, .. } = *cone;
        let mut at = *strip;
        let until = 'all: loop {
            // Of rays, the cell beside the end does not matter; of walls, it has to be blocked; of others along a column, free.
            let (ignored, expected) = (u64::from(left.slope != 0), u64::from(left.is_wall));
            let least = 1 + u32::from(right.slope == 0 && !right.is_wall);
            let span = if right.is_wall { 0 } else { 62 };
            let (to_left, to_right) = (left.slope.min(0), right.slope.max(0));
            if left.slope | right.slope == 0 {
                // Along two columns, the same bits have to be the same from row to row.
                let from = scale.floor(left.at);
                let cells = (scale.floor(right.at) - from) as u32;
                if cells as usize + 2 <= WORD {
                    let looked_at = (4 << cells) - 1;
                    let as_before = (looked_at >> u32::from(right.is_wall)) ^ expected;
                    let mut index = at.wrapping_add_signed(from as isize - 1);
                    while rows != last && self.strips.word(index) & looked_at == as_before {
                        rows += 1;
                        index = index.wrapping_add_signed(stride);
                    }
                    at = index.wrapping_add_signed(1 - from as isize);
                }
            }
            let (from, cells, same) = loop {
                if rows == last {
                    break 'all Until::Row;
                }
                let from = scale.floor(left.at + to_left);
                let cells = (scale.ceil(right.at + to_right) - from) as u32;
                let (next_left, next_right) = (left.at + left.slope, right.at + right.slope);
                if cells as usize + 2 > WORD {
                    if !self.is_clear(at, from, cells, &left, &right) {
                        break 'all Until::Unclear;
                    }
                } else {
                    let word = self.strips.word(at.wrapping_add_signed(from as isize - 1));
                    // A bit is set where a cell is as it should be, up to the one beside the right end.
                    let same = (word | ignored) ^ expected;
                    let good = (!same | 1 << WORD).trailing_zeros();
                    if good.wrapping_sub(cells + least) > span {
                        break (from, cells, same);
                    }
                }
                // The ends may meet, where one is on a wall.
                if next_right <= next_left + Scale::<BITS>::MARGIN {
                    let meet = scale.ceil(next_left) == scale.floor(next_right);
                    break 'all if meet { Until::Unclear } else { Until::Nothing };
                }
                (rows, left.at, right.at) = (rows + 1, next_left, next_right);
                at = at.wrapping_add_signed(stride);
            };
            // Something is different. Cells are bits of the word, with the one beside the left end in the lowest.
            if same & 1 == 0 {
                if left.is_wall {
                    break if same & 2 != 0 { Until::CornerLeft } else { Until::Unclear };
                }
                left.is_wall = true;
                continue;
            }
            // Comparisons without short cuts: whether they hold cannot be predicted.
            if (right.slope == 0) & ((same >> (cells + 1) & 1 != 0) == right.is_wall) {
                if right.is_wall {
                    break if same >> cells & 1 != 0 { Until::CornerRight } else { Until::Unclear };
                }
                right.is_wall = true;
                continue;
            }
            let first = 1 + (scale.floor(left.at) - from) as u32;
            let end = 1 + (scale.ceil(right.at) - from) as u32;
            let between = ((1u64 << (end - first)) - 1) << first;
            if same & between != between {
                if same & between != 0 {
                    break Until::Obstacle;
                }
                let on_corner = |end: &End| (end.slope != 0) & (scale.ceil(end.at) == scale.floor(end.at));
                break if on_corner(&left) | on_corner(&right) { Until::Obstacle } else { Until::Nothing };
            }
            // Only beyond the ends: they come to walls.
            let blocked_before = !same & ((1 << first) - 1);
            let next_left = if blocked_before != 0 {
                End::wall::<BITS>(from + 63 - blocked_before.leading_zeros() as i32)
            } else {
                left.next()
            };
            let blocked_behind = (!same & ((2 << cells) - 1)) >> end;
            let next_right = if blocked_behind != 0 {
                End::wall::<BITS>(from - 1 + (end + blocked_behind.trailing_zeros()) as i32)
            } else {
                right.next()
            };
            if next_right.at <= next_left.at + Scale::<BITS>::MARGIN {
                break Until::Unclear;
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
        let free = self.grid.quadrants(goal);
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
