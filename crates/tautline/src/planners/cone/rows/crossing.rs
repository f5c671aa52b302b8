use crate::geometry::Corner;
use crate::planners::cone::rows::cone::{Cone, End};
use crate::planners::cone::rows::scale::Scale;
use crate::planners::cone::rows::sweep::Sweep;
use crate::planners::cone::rows::turn::{Bound, Wedge, turn};
use crate::planners::cone::rows::word::Word;
use crate::planners::cone::search::roots::{Root, Roots};

/// The search that is told what a cone comes to.
pub(crate) trait Finder<'w, const BITS: u32> {
    fn sweep(&self) -> Sweep<'w, BITS>;

    /// A corner at which a path can turn that comes straight from the root, and where it can go on from there. Returns what is
    /// [gained](Self::gain) by another way to it, where the root sees the row on the side of the ray.
    fn turn(&mut self, number: u32, root: &Root, heading: (i32, i32), slope: i64, wedge: Wedge) -> f64;

    /// A corner that is seen from the root, whether a path can turn there or not, and may be the goal.
    fn look(&mut self, number: u32, root: &Root, heading: (i32, i32));

    /// By how much another way to a corner is shorter than the straight one from the root, if that is known: infinitely, if it
    /// [comes between](comes_between) the root and what that sees of the row, to the right (1) or to the left (−1) of the corner.
    fn gain(&self, root: &Root, heading: (i32, i32), side: i32) -> f64;

    /// A corner that is to be [looked at](Self::look_around) later: it may lead to the next one of its kind, and that to the next.
    fn defer(&mut self, number: u32, heading: (i32, i32));

    /// A cone is split in two: the first becomes the one to go on with.
    fn choose(&mut self, root: &Root, one: &mut Cone, other: &mut Cone);

    /// Looks at a corner with the help of the cells around it.
    #[cold]
    fn look_around(&mut self, number: u32, root: &Root, (dx, dy): (i32, i32)) {
        self.look(number, root, (dx, dy));
        let corner = Corner { x: root.corner.x + dx, y: root.corner.y + dy };
        let sweep = self.sweep();
        if let Some(wedge) = turn(sweep.quadrants(corner), sweep.rule, (dx, dy)) {
            let slope = if dy == 0 { 0 } else { Scale::<BITS>.slope(dx, dy.unsigned_abs()) };
            self.turn(number, root, (dx, dy), slope, wedge);
        }
    }

    /// A wall to the left of a cone ends, and its left end goes on as a ray. Whether anything is left of the cone.
    #[inline(always)]
    fn round_left(&mut self, root: &Root, cone: &mut Cone) -> bool {
        let Cone { root: number, rows, down, .. } = *cone;
        let column = Scale::<BITS>.floor(cone.left.at);
        let slope = Scale::<BITS>.slope(column, rows);
        cone.left = End::ray(slope, rows);
        let wedge = Wedge { down, left: Bound::Row, right: Bound::Ray, flat: -1 };
        let gain = self.turn(number, root, (column, rows as i32 * down), slope, wedge);
        !is_dominated(column.into(), gain, Scale::<BITS>.tiles(cone.right.at), rows)
    }

    /// One to its right does.
    #[inline(always)]
    fn round_right(&mut self, root: &Root, cone: &mut Cone) -> bool {
        let Cone { root: number, rows, down, .. } = *cone;
        let column = Scale::<BITS>.floor(cone.right.at);
        let slope = Scale::<BITS>.slope(column, rows);
        cone.right = End::ray(slope, rows);
        let wedge = Wedge { down, left: Bound::Ray, right: Bound::Row, flat: 1 };
        let gain = self.turn(number, root, (column, rows as i32 * down), slope, wedge);
        !is_dominated(column.into(), gain, Scale::<BITS>.tiles(cone.left.at), rows)
    }

    /// Looks closely at the ends of a cone: walls beside them may end there, or begin. Whether anything is left of the cone.
    #[cold]
    fn look_at_ends(&mut self, root: &Root, cone: &mut Cone, strip: usize) -> bool {
        let scale = Scale::<BITS>;
        let Cone { root: number, rows, down, .. } = *cone;
        let dy = rows as i32 * down;
        let strips = self.sweep().strips;
        let is_free = |column: i32| strips.is_free(strip.wrapping_add_signed(column as isize));
        let (left, right) = (scale.floor(cone.left.at), scale.floor(cone.right.at));
        let [left_out, left_in, right_in, right_out] = [left - 1, left, right - 1, right].map(is_free);
        if cone.left.slope == 0 && cone.left.is_wall == left_out {
            if left_out && left_in {
                if !self.round_left(root, cone) {
                    return false;
                }
            } else if left_out {
                // Two obstacles touch.
                self.look_around(number, root, (left, dy));
                cone.left = End::ray(scale.slope(left, rows), rows);
            } else {
                cone.left.is_wall = true;
            }
        }
        if cone.right.slope == 0 && cone.right.is_wall == right_out {
            if right_out && right_in {
                if !self.round_right(root, cone) {
                    return false;
                }
            } else if right_out {
                self.look_around(number, root, (right, dy));
                cone.right = End::ray(scale.slope(right, rows), rows);
            } else {
                cone.right.is_wall = true;
            }
        }
        true
    }

    /// Takes a cone across the strip behind its row, where not all is free: finds the corners on the row at which paths may turn,
    /// and what is seen of the next row. Whether anything is: then it is the one of several cones that was chosen.
    #[inline(always)]
    fn cross(&mut self, root: &Root, cone: &mut Cone, strip: usize) -> bool {
        match self.cross_in::<u64>(root, cone, strip) {
            Some(goes_on) => goes_on,
            None => self.cross_wide(root, cone, strip),
        }
    }

    /// The same for a cone of more cells than a word has bits.
    #[inline(never)]
    fn cross_wide(&mut self, root: &Root, cone: &mut Cone, strip: usize) -> bool {
        match self.cross_in::<u128>(root, cone, strip) {
            Some(goes_on) => goes_on,
            None => self.cross_any(root, cone, strip),
        }
    }

    /// The same with a word of some width; nothing if that is not enough.
    #[inline(always)]
    fn cross_in<W: Word>(&mut self, root: &Root, cone: &mut Cone, strip: usize) -> Option<bool> {
        let scale = Scale::<BITS>;
        let Cone { root: number, rows, down, left, right, .. } = *cone;
        let dy = rows as i32 * down;
        // One more cell to each side.
        let nearest = scale.floor(left.at + left.slope.min(0)) - 1;
        let farthest = scale.ceil(right.at + right.slope.max(0)) + 1;
        if (farthest - nearest) as u32 > W::CELLS {
            return None;
        }
        // From here on, cells are bits of this word.
        let word = W::load(self.sweep().strips, strip.wrapping_add_signed(nearest as isize))?;
        let (from, to) = (scale.floor(left.at), scale.ceil(right.at));
        let (first, end) = ((from - nearest) as u32, (to - nearest) as u32);
        let free = word >> first & ((W::ONE << (end - first)) - W::ONE);
        let changes = word ^ word << 1;
        // Corners that the ends lie on.
        let on_left = W::bit(left.slope != 0) & W::bit(scale.ceil(left.at) == from) & changes >> first;
        let on_right = W::bit(right.slope != 0) & W::bit(scale.floor(right.at) == to) & changes >> end;
        if on_left | on_right != W::ZERO {
            if on_left != W::ZERO {
                self.look_around(number, root, (from, dy));
            }
            if on_right != W::ZERO {
                self.look_around(number, root, (to, dy));
            }
        }
        let mut has_child = false;
        let mut rest = free;
        while rest != W::ZERO {
            // A run of free cells: adding to its lowest bit carries to right behind it.
            let carried = rest + rest.lowest();
            let (run_from, run_to) = (first + rest.trailing_zeros(), first + carried.trailing_zeros());
            rest = rest & carried;
            let (run_start, run_end) = (nearest + run_from as i32, nearest + run_to as i32);
            let next_left = if run_from > first {
                let (end_of_ray, gain) = self.pass_right_of(root, (number, down, rows), run_start);
                let other = if run_to < end { run_end.into() } else { scale.tiles(right.at) };
                if is_dominated(run_start.into(), gain, other, rows) {
                    continue;
                }
                end_of_ray
            } else if left.slope < 0 {
                let wall =
                    nearest + W::ALL as i32 - (!word & ((W::ONE << first) - W::ONE)).leading_zeros() as i32;
                if wall > scale.floor(left.at + left.slope) { End::wall::<BITS>(wall) } else { left.next() }
            } else {
                left.next()
            };
            let next_right = if run_to < end {
                let (end_of_ray, gain) = self.pass_left_of(root, (number, down, rows), run_end);
                let other = if run_from > first { run_start.into() } else { scale.tiles(left.at) };
                if is_dominated(run_end.into(), gain, other, rows) {
                    continue;
                }
                end_of_ray
            } else if right.slope > 0 {
                let wall = nearest + (end + (!word >> end).trailing_zeros()) as i32;
                if wall < scale.ceil(right.at + right.slope) { End::wall::<BITS>(wall) } else { right.next() }
            } else {
                right.next()
            };
            self.add(root, cone, (next_left, next_right), rows, &mut has_child);
        }
        Some(has_child)
    }

    /// The same where still more cells are crossed.
    #[cold]
    fn cross_any(&mut self, root: &Root, cone: &mut Cone, strip: usize) -> bool {
        let Cone { root: number, down, rows, left, right, .. } = *cone;
        let (scale, strips) = (Scale::<BITS>, self.sweep().strips);
        let at = |column: i32| strip.wrapping_add_signed(column as isize);
        let column = |index: usize| index.wrapping_sub(strip) as isize as i32;
        let dy = rows as i32 * down;
        let (from, to) = (scale.floor(left.at), scale.ceil(right.at));
        let farthest = scale.ceil(right.at + right.slope.max(0));
        let changes = |column: i32| strips.is_free(at(column - 1)) != strips.is_free(at(column));
        if left.slope != 0 && scale.ceil(left.at) == from && changes(from) {
            self.look_around(number, root, (from, dy));
        }
        if right.slope != 0 && scale.floor(right.at) == to && changes(to) {
            self.look_around(number, root, (to, dy));
        }
        let mut has_child = false;
        let mut run = from;
        loop {
            run = column(strips.free_from(at(run), at(to)));
            if run >= to {
                return has_child;
            }
            let (start, end) = (run, column(strips.blocked_from(at(run), at(farthest))));
            let free_before = if left.slope < 0 { strips.free_before(at(start)) as i32 } else { 0 };
            run = end;
            let mut next_left = left.next();
            if start > from {
                let (end_of_ray, gain) = self.pass_right_of(root, (number, down, rows), start);
                let other = if end < to { end.into() } else { scale.tiles(right.at) };
                if is_dominated(start.into(), gain, other, rows) {
                    continue;
                }
                next_left = end_of_ray;
            } else if left.slope < 0 && start - free_before > scale.floor(next_left.at) {
                next_left = End::wall::<BITS>(start - free_before);
            }
            let mut next_right = right.next();
            if end < to {
                let (end_of_ray, gain) = self.pass_left_of(root, (number, down, rows), end);
                let other = if start > from { start.into() } else { scale.tiles(left.at) };
                if is_dominated(end.into(), gain, other, rows) {
                    continue;
                }
                next_right = end_of_ray;
            } else if right.slope > 0 && end < scale.ceil(next_right.at) {
                next_right = End::wall::<BITS>(end);
            }
            self.add(root, cone, (next_left, next_right), rows, &mut has_child);
        }
    }

    /// The left end on the next row of a cone that passes to the right of an obstacle, and by how much another way to the corner
    /// there is shorter.
    #[inline(always)]
    fn pass_right_of(
        &mut self,
        root: &Root,
        (number, down, rows): (u32, i32, u32),
        column: i32,
    ) -> (End, f64) {
        let heading = (column, rows as i32 * down);
        if column <= 0 {
            return (End::wall::<BITS>(column), self.gain(root, heading, 1));
        }
        let slope = Scale::<BITS>.slope(column, rows);
        let wedge = Wedge { down, left: Bound::Wall, right: Bound::Ray, flat: 0 };
        (End::ray(slope, rows + 1), self.turn(number, root, heading, slope, wedge))
    }

    /// The right end of one that passes to the left of an obstacle, in the same way.
    #[inline(always)]
    fn pass_left_of(
        &mut self,
        root: &Root,
        (number, down, rows): (u32, i32, u32),
        column: i32,
    ) -> (End, f64) {
        let heading = (column, rows as i32 * down);
        if column >= 0 {
            return (End::wall::<BITS>(column), self.gain(root, heading, -1));
        }
        let slope = Scale::<BITS>.slope(column, rows);
        let wedge = Wedge { down, left: Bound::Ray, right: Bound::Wall, flat: 0 };
        (End::ray(slope, rows + 1), self.turn(number, root, heading, slope, wedge))
    }

    /// Adds a cone on the next row, if there is more than a point between its ends.
    #[inline(always)]
    fn add(
        &mut self,
        root: &Root,
        cone: &mut Cone,
        (left, right): (End, End),
        rows: u32,
        has_child: &mut bool,
    ) {
        if !self.is_wide(cone, left, right, rows + 1) {
            return;
        }
        if *has_child {
            let mut child = Cone { left, right, ..*cone };
            self.choose(root, cone, &mut child);
        } else {
            // Field by field: the whole would go through memory.
            (cone.rows, cone.left, cone.right, *has_child) = (rows + 1, left, right, true);
        }
    }

    /// Whether there is more than a point between the ends of a cone. If there is just one, it is to be looked at.
    #[inline(always)]
    fn is_wide(&mut self, cone: &Cone, left: End, right: End, rows: u32) -> bool {
        if left.at + Scale::<BITS>::MARGIN < right.at {
            return true;
        }
        // One of them is on a wall, that is a whole number.
        let (from, to) = (Scale::<BITS>.ceil(left.at), Scale::<BITS>.floor(right.at));
        if from == to {
            self.defer(cone.root, (from, rows as i32 * cone.down));
        }
        false
    }
}

/// By so much a way has to be shorter to count as that, so that rounding decides nothing.
const MARGIN: f64 = 1e-7;

/// Whether a way that comes to a corner from another place, given as seen from the corner, comes between a root, from which the corner
/// is seen with this heading, and what the root sees of the row to the right (1) or to the left (−1) of the corner.
///
/// If it is the shorter way to the corner, then all of that is dominated. For all that the root sees is free, so that the last part of
/// the way, a straight line, lies in the triangle between the root and the two ends of what it sees of the row, from where it comes
/// in on the side that leads to the other end; or else it begins in the triangle, which only the start of a search can do, that sees
/// all of it. Any line from the root to the row crosses the way; and where it does, the way is the shorter one by as much as at the
/// corner at least, as one could go on from there to the corner.
#[inline]
fn comes_between((dx, dy): (i32, i32), (from_x, from_y): (i32, i32), side: i32) -> bool {
    let down = dy.signum();
    let cross = i64::from(from_y) * i64::from(dx) - i64::from(from_x) * i64::from(dy);
    from_y * down < 0 && cross * i64::from(side * down) < 0
}

/// What is [gained](Finder::gain) by the way to a root, with respect to one of this length and heading.
#[inline]
pub(crate) fn gain_by(roots: &Roots, known: u32, heading: (i32, i32), g: f64, side: i32) -> f64 {
    let Root { corner, parent, g: known, .. } = roots.get(known);
    let gain = g - known;
    if gain > MARGIN {
        let from = roots.get(parent).corner;
        if comes_between(heading, (from.x - corner.x, from.y - corner.y), side) {
            return f64::INFINITY;
        }
    }
    gain
}

/// Whether the way by a corner in the row of an interval is shorter to all of its points than the straight line from the root, given
/// by how much it is shorter to the corner, which is at one end of it, and the other end.
///
/// Along the row, the way by the corner becomes longer by one with each tile, and the straight line by less than that: if the former
/// is shorter to the other end, it is to all points between. A shortest path to the goal has no part that is longer than another way
/// between its ends, so none leads from the root through the interval.
#[inline]
fn is_dominated(corner: f64, gain: f64, other: f64, rows: u32) -> bool {
    let rows = f64::from(rows);
    let to = |x: f64| (x * x + rows * rows).sqrt();
    gain > MARGIN && to(corner) - gain + (other - corner).abs() < to(other) - MARGIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_comes_between_if_it_is_on_the_near_side_of_the_row_and_beyond_the_line_from_the_root() {
        // From the root, the corner lies to the right and below; from there, the root is at (−3, −2).
        let between = |from| [1, -1].map(|side| comes_between((3, 2), from, side));
        assert_eq!(between((0, -5)), [true, false], "from above, right of the root's line");
        assert_eq!(between((-4, -2)), [false, true], "from the left, below that line");
        assert_eq!(between((-3, -2)), [false; 2], "from the root itself");
        assert_eq!(between((-6, -4)), [false; 2], "along the same line");
        assert_eq!(between((5, 0)), [false; 2], "along the row");
        assert_eq!(between((1, 3)), [false; 2], "from behind the row");
    }

    #[test]
    fn mirrored_ways_come_between_as_their_images_do() {
        let all = || (-4..=4).flat_map(|x| (-4..=4).map(move |y| (x, y)));
        for (dx, dy) in all().filter(|&(_, dy)| dy != 0) {
            for (x, y) in all() {
                let right = comes_between((dx, dy), (x, y), 1);
                assert_eq!(right, comes_between((-dx, dy), (-x, y), -1));
                assert_eq!(right, comes_between((dx, -dy), (x, -y), 1));
            }
        }
    }
}
