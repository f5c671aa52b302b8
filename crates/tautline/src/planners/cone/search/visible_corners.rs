use crate::geometry::{Corner, Rounded};
use crate::map::Quadrants;
use crate::moves::CornerRule;
use crate::planners::cone::rows::sweep::Sweep;
use crate::planners::cone::rows::turn::{Wedge, turn};
use crate::search::{Meter, StopReason, count};

/// The corners that a point sees at which paths turn; in its own row, those at which a path along the row turns.
///
/// What it sees of each row lies between two rays, which belong to it, and both are kept exactly (see [`Ray`]). Where they meet in one
/// point, that is seen, but what lies behind it is not looked at: a line from there to a corner touches an obstacle on one of its sides
/// and then one on the other, or passes between two that touch with their corners, under [`CornerRule::Open`]. Nothing is lost with that:
///
/// - a path that comes from the point can turn at the last corner of the first one that it touches, which is seen, and goes on from there;
/// - a path that comes to the point can turn at the last corner, on its way, of the first one that *it* touches. That is where the two rays
///   meet, so that it is seen. (A path that comes from the point cannot turn there, if it runs along a column; so such corners count, too.)
#[derive(Debug, Default)]
pub(crate) struct VisibleCorners {
    views: Vec<View>,
    /// The corners, each with where a path that comes straight from the point can go on, if it can turn there.
    pub(crate) seen: Vec<(Corner, Option<Wedge>)>,
}

/// What is seen of a row between two rays, which are not the same.
#[derive(Clone, Copy, Debug)]
struct View {
    row: i32,
    left: Ray,
    right: Ray,
}

/// A line from a point through a corner: with each row from there on it goes dx / dy tiles to the right, where (dx, dy) are the parts of
/// a tile from the point to the corner. That is a whole number of tiles and a fraction with the denominator dy, and so is each place
/// where it crosses a row.
#[derive(Clone, Copy, Debug)]
struct Ray {
    dx: i64,
    dy: i64,
    /// dx / dy, a whole number and the numerator of a fraction.
    slope: (i64, i64),
    /// Where it crosses the present row, in the same way.
    at: (i64, i64),
}

impl Ray {
    /// Through a corner in this column, with a whole number of rows to come.
    #[inline]
    fn through(column: i32, dx: i64, dy: i64) -> Self {
        Self { dx, dy, slope: (dx.div_euclid(dy), dx.rem_euclid(dy)), at: (column.into(), 0) }
    }

    #[inline]
    fn next(self) -> Self {
        let (whole, rest) = (self.at.0 + self.slope.0, self.at.1 + self.slope.1);
        let at = if rest < self.dy { (whole, rest) } else { (whole + 1, rest - self.dy) };
        Self { at, ..self }
    }

    /// The last column up to where it is.
    #[inline]
    fn floor(self) -> i64 {
        self.at.0
    }

    /// The first column from there on.
    #[inline]
    fn ceil(self) -> i64 {
        self.at.0 + i64::from(self.at.1 > 0)
    }

    /// Whether it is to the left of another ray of the point on the same row.
    #[inline]
    fn is_left_of(self, other: Self) -> bool {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        self.at.0 < other.at.0
            || (self.at.0 == other.at.0 && product(self.dx, other.dy) < product(other.dx, self.dy))
    }
}

impl VisibleCorners {
    /// Looks around a point at which a path can begin or end, if there is time for that.
    pub(crate) fn look<const BITS: u32>(
        &mut self,
        sweep: Sweep<'_, BITS>,
        point: Rounded,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        self.seen.clear();
        self.views.clear();
        let line = Meter::line(sweep.grid);
        // Along its row, and as far as walls above and below.
        meter.go_on(8 * line + 4 * u64::from(sweep.grid.width()))?;
        let free = Quadrants::around(sweep.grid, point);
        let free = if free.are_apart(sweep.rule) { free.towards(1, 1) } else { free };
        let ((left, right), (above, below)) = (point.columns(), point.rows());
        if above == below {
            for (flat, from) in [(-1, right), (1, left)] {
                if !free.towards(flat, 0).is_empty() {
                    let corner = Corner { x: from, y: above };
                    sweep.along_row(corner, flat, |distance| {
                        self.see(sweep, point, Corner { x: from + distance * flat, y: above });
                    });
                }
            }
        }
        for (down, row) in [(-1, below - 1), (1, above + 1)] {
            let [to_left, to_right] = [-1, 1].map(|side| !free.towards(side, down).is_empty());
            if !to_left && !to_right {
                continue;
            }
            let strip = sweep.strips.0.index(0, row.min(row - down));
            let at = |column: i32| strip.wrapping_add_signed(column as isize);
            // All that is free beside the point as far as the next row.
            let from = right - if to_left { sweep.strips.free_before(at(right)) as i32 } else { 0 };
            let to = left + if to_right { sweep.strips.free_behind(at(left)) as i32 } else { 0 };
            let ray = |column| ray(point, down, column, row);
            self.views.push(View { row, left: ray(from), right: ray(to) });
            while let Some(view) = self.views.pop() {
                // For each cell, at most a run of free cells and a corner.
                let cells = view.right.ceil().abs_diff(view.left.floor());
                meter.go_on(line + 8 * cells)?;
                self.cross(sweep, point, down, view);
            }
        }
        Ok(())
    }

    /// Finds the corners on a row, and what is seen of the next one.
    fn cross<const BITS: u32>(&mut self, sweep: Sweep<'_, BITS>, point: Rounded, down: i32, view: View) {
        count::done(1);
        let View { row, left, right } = view;
        let strips = sweep.strips;
        let behind = strips.0.index(0, row.min(row + down));
        let at = |column: i32| behind.wrapping_add_signed(column as isize);
        let column = |index: usize| index.wrapping_sub(behind) as isize as i32;
        self.find(sweep, point, row, (left.ceil() as i32, right.floor() as i32));
        let (first, end) = (left.floor() as i32, right.ceil() as i32);
        let (next_left, next_right) = (left.next(), right.next());
        let farthest = next_right.ceil().clamp(end.into(), sweep.grid.width().into()) as i32;
        let ray = |column, row| ray(point, down, column, row);
        let mut from = first;
        loop {
            from = column(strips.free_from(at(from), at(end)));
            if from >= end {
                return;
            }
            let to = column(strips.blocked_from(at(from), at(farthest)));
            // From where to where the cells before the next row are free, and rays that bound what is seen through them.
            let (mut wall, mut one) = (from, next_left);
            if from > first {
                one = ray(from, row).next();
            } else if left.dx < 0 {
                wall -= strips.free_before(at(from)) as i32;
            }
            if one.floor() < wall.into() {
                one = ray(wall, row + down);
            }
            let mut other = if to < end { ray(to, row).next() } else { next_right };
            if other.ceil() > to.into() {
                other = ray(to, row + down);
            }
            let next = View { row: row + down, left: one, right: other };
            if one.is_left_of(other) {
                self.views.push(next);
            } else if one.ceil() == other.floor() {
                self.find(sweep, point, next.row, (one.ceil() as i32, one.ceil() as i32));
            }
            from = to;
        }
    }

    /// Finds the corners at which paths turn between two columns of a row.
    fn find<const BITS: u32>(
        &mut self,
        sweep: Sweep<'_, BITS>,
        point: Rounded,
        row: i32,
        (mut from, to): (i32, i32),
    ) {
        /// As many corners are looked at in one go.
        const CORNERS: i32 = 56;
        let lanes = sweep.strips.0;
        while from <= to {
            // The cells to the left of the corners, and to their right, above and below.
            let above = lanes.index(from - 1, row - 1);
            let (a, b) = (lanes.word(above), lanes.word(above + lanes.stride()));
            let (next_a, next_b) = (a >> 1, b >> 1);
            let (change_a, change_b) = (a ^ next_a, b ^ next_b);
            let one_is_blocked = change_a & b & next_b | a & next_a & change_b;
            let touch = match sweep.rule {
                CornerRule::Closed => 0,
                CornerRule::Open => change_a & change_b & (a ^ b),
            };
            let corners = (to - from + 1).min(CORNERS);
            let mut turns = (one_is_blocked | touch) & ((1 << corners) - 1);
            while turns != 0 {
                let corner = Corner { x: from + turns.trailing_zeros() as i32, y: row };
                self.see(sweep, point, corner);
                turns &= turns - 1;
            }
            from += corners;
        }
    }

    fn see<const BITS: u32>(&mut self, sweep: Sweep<'_, BITS>, point: Rounded, corner: Corner) {
        count::done(1);
        let wedge = turn(sweep.quadrants(corner), sweep.rule, point.signs(corner.into()));
        self.seen.push((corner, wedge));
    }
}

/// The line from a point through a corner that is not in its row, upwards or downwards.
#[inline]
fn ray(point: Rounded, down: i32, column: i32, row: i32) -> Ray {
    let (dx, dy) = point.heading(Corner { x: column, y: row }.into());
    Ray::through(column, dx, dy * i64::from(down))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Cell;
    use crate::map::{Grid, Tile};
    use crate::planners::cone::rows::scale::COARSE;
    use tautline_testkit::oracle::points::{PointOracle, RULES, Spot, TILE};
    use tautline_testkit::world::{PlainWorld, SplitMix64};

    /// Whether the line from a point to a corner has another corner on it.
    fn is_behind(from: Spot, near: Spot, far: Spot) -> bool {
        let vector = |to: Spot| (i128::from(to.0 - from.0), i128::from(to.1 - from.1));
        let ((ax, ay), (bx, by)) = (vector(near), vector(far));
        near != far && ax * by == ay * bx && ax * bx + ay * by > ax * ax + ay * ay
    }

    /// Nothing is seen that the oracle does not see, and everything that it does, but where obstacles begin in the row of the point, and
    /// behind a corner at which a path can turn and that is seen.
    fn agrees(
        world: &PlainWorld,
        (rule, oracle): (CornerRule, &PointOracle),
        points: usize,
        rng: &mut SplitMix64,
    ) -> (usize, usize) {
        let tile = |cell: Cell| if world.is_free(cell.x, cell.y) { Tile::Free } else { Tile::Blocked };
        let grid = Grid::from_fn(world.width, world.height, tile).unwrap();
        let sweep = Sweep::<COARSE>::new(&grid, rule);
        let (mut visible_corners, mut seen_in_all, mut behind) = (VisibleCorners::default(), 0, 0);
        for _ in 0..points {
            let [x, y] = [world.width, world.height].map(|tiles| {
                let line = i64::from(rng.below(tiles)) * TILE;
                line + rng.pick(&[0, 0, 1, TILE / 2, TILE / 3, 77_777, TILE - 1, TILE])
            });
            if !oracle.can_be_at((x, y)) {
                continue;
            }
            visible_corners.look(sweep, Rounded { x, y }, &mut Meter::unlimited()).unwrap();
            let spot = |corner: Corner| (i64::from(corner.x) * TILE, i64::from(corner.y) * TILE);
            let mut seen: Vec<_> =
                visible_corners.seen.iter().map(|&(corner, wedge)| (spot(corner), wedge)).collect();
            seen.sort_by_key(|&(corner, _)| corner);
            let expected = oracle.corners_seen_from((x, y));
            assert!(seen.windows(2).all(|pair| pair[0].0 != pair[1].0), "twice {rule:?} {x} {y}\n{world}");
            for &(corner, _) in &seen {
                assert!(expected.contains(&corner), "{rule:?} {x} {y} does not see {corner:?}\n{world}");
            }
            for &corner in &expected {
                let heading = Rounded { x, y }.signs(Rounded { x: corner.0, y: corner.1 });
                let place = Corner { x: (corner.0 / TILE) as i32, y: (corner.1 / TILE) as i32 };
                if heading.1 == 0 && turn(grid.quadrants(place), rule, heading).is_none() {
                    continue;
                }
                if seen.binary_search_by_key(&corner, |&(seen, _)| seen).is_err() {
                    let turns = |&(near, wedge): &(Spot, Option<Wedge>)| {
                        wedge.is_some() && is_behind((x, y), near, corner)
                    };
                    assert!(seen.iter().any(turns), "{rule:?} {x} {y} sees {corner:?}\n{world}");
                    behind += 1;
                }
            }
            seen_in_all += seen.len();
        }
        (seen_in_all, behind)
    }

    #[test]
    fn a_point_sees_what_the_oracle_says() {
        let mut rng = SplitMix64::new(50);
        let (mut seen, mut behind) = (0, 0);
        for round in 0..4_000 {
            let (width, height) =
                if round % 400 == 0 { (150, 9) } else { (1 + rng.below(9), 1 + rng.below(9)) };
            let percent = rng.pick(&[4, 15, 30, 50]);
            let world = PlainWorld::random(width, height, percent, &mut rng);
            for (rule, same) in [CornerRule::Closed, CornerRule::Open].into_iter().zip(RULES) {
                let points = if width > 9 { 2 } else { 6 };
                let (more_seen, more_behind) =
                    agrees(&world, (rule, &PointOracle::new(&world, same)), points, &mut rng);
                (seen, behind) = (seen + more_seen, behind + more_behind);
            }
        }
        assert!(seen > 50_000 && behind > 300, "{seen} {behind}");
    }
}
