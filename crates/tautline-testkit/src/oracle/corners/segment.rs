use tautline::geometry::{Cell, Corner};
use tautline::moves::CornerRule;

use crate::world::{PlainWorld, Quadrant};

/// What stands in the way of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstruction {
    /// It passes through the interior of this blocked cell.
    #[error("it passes through the blocked cell {0}")]
    Cell(Cell),
    /// It runs along this unit edge, with a blocked cell on either side.
    #[error("it runs between two blocked cells from {0} to {1}")]
    Edge(Corner, Corner),
    /// It passes through this double corner, under the rule `Closed`.
    #[error("it passes through the double corner {0}")]
    DoubleCorner(Corner),
}

/// What stands in the way of the segment between two corners, if anything does: the three conditions of the
/// [module](super), one after the other.
#[must_use]
pub fn obstruction(world: &PlainWorld, rule: CornerRule, a: Corner, b: Corner) -> Option<Obstruction> {
    let is_blocked = |cell: &Cell| !world.is_free(cell.x, cell.y);
    if let Some(cell) = crossed_cells(a, b).find(is_blocked) {
        return Some(Obstruction::Cell(cell));
    }
    if let Some((from, to)) = unit_edges(a, b).find(|&(from, to)| touched(world, from, to).next().is_none()) {
        return Some(Obstruction::Edge(from, to));
    }
    inner_corners(a, b).find(|&corner| !passes(world, rule, a, corner, b)).map(Obstruction::DoubleCorner)
}

/// The Euclidean length of the segment between two corners.
#[must_use]
pub fn length(a: Corner, b: Corner) -> f64 {
    let (dx, dy) = direction(a, b);
    ((dx * dx + dy * dy) as f64).sqrt()
}

/// The cells whose interior the segment between two corners passes through, row by row: by definition.
///
/// A segment that is not parallel to an axis is what its line and its bounding box have in common. So it passes through
/// the interior of a cell exactly if the cell lies in the bounding box and some corner of the cell lies strictly on one
/// side of the line and another one strictly on the other. (A bounding box without area has no cells in it.)
pub fn crossed_cells_by_area(a: Corner, b: Corner) -> impl Iterator<Item = Cell> {
    let (dx, dy) = direction(a, b);
    let side = move |x: i32, y: i32| {
        let (px, py) = direction(a, Corner { x, y });
        (dx * py - dy * px).signum()
    };
    let columns = a.x.min(b.x)..a.x.max(b.x);
    let rows = a.y.min(b.y)..a.y.max(b.y);
    rows.flat_map(move |y| columns.clone().map(move |x| Cell { x, y })).filter(move |&Cell { x, y }| {
        let sides = [side(x, y), side(x + 1, y), side(x, y + 1), side(x + 1, y + 1)];
        sides.contains(&1) && sides.contains(&-1)
    })
}

/// The cells whose interior the segment between two corners passes through, row by row: the same as
/// [`crossed_cells_by_area`], without looking at the rest of the bounding box.
///
/// Between the lines y and y + 1 the segment goes from x₀ to x₁, two fractions. It passes through the columns c with
/// c + 1 > min(x₀, x₁) and c < max(x₀, x₁): those from the floor of the smaller one up to, but not including, the
/// ceiling of the larger one.
pub fn crossed_cells(a: Corner, b: Corner) -> impl Iterator<Item = Cell> {
    let (top, bottom) = if a.y <= b.y { (a, b) } else { (b, a) };
    let (dx, dy) = direction(top, bottom);
    // x on the line y is `numerator(y) / dy`; a horizontal segment has no rows, so dy is positive where it is used.
    let numerator = move |y: i32| i64::from(top.x) * dy + i64::from(y - top.y) * dx;
    let rows = if dx == 0 { top.y..top.y } else { top.y..bottom.y };
    rows.flat_map(move |y| {
        let (one, other) = (numerator(y), numerator(y + 1));
        let first = one.min(other).div_euclid(dy);
        let end = -(-one.max(other)).div_euclid(dy);
        (first as i32..end as i32).map(move |x| Cell { x, y })
    })
}

/// The free quadrants of `corner` that a segment from there towards another corner touches: the one that it runs into,
/// or the two beside the grid line that it runs along.
pub(super) fn touched(world: &PlainWorld, corner: Corner, towards: Corner) -> impl Iterator<Item = Quadrant> {
    let (dx, dy) = direction(corner, towards);
    world.free_quadrants(corner).filter(move |quadrant| {
        let (sign_x, sign_y) = quadrant.signs();
        i64::from(sign_x) * dx >= 0 && i64::from(sign_y) * dy >= 0
    })
}

/// Whether a path may come from `before` to `corner` and go on towards `after`, as far as the corner is concerned.
pub(super) fn passes(
    world: &PlainWorld,
    rule: CornerRule,
    before: Corner,
    corner: Corner,
    after: Corner,
) -> bool {
    rule == CornerRule::Open
        || !world.is_double_corner(corner)
        || touched(world, corner, before).any(|one| touched(world, corner, after).any(|other| one == other))
}

/// The unit edges of a segment along a grid line, and none of any other.
fn unit_edges(a: Corner, b: Corner) -> impl Iterator<Item = (Corner, Corner)> {
    let count = if a.x == b.x || a.y == b.y { divisor(a, b) } else { 0 };
    (0..count).map(move |k| (corner_on(a, b, k), corner_on(a, b, k + 1)))
}

/// The corners strictly inside a segment.
fn inner_corners(a: Corner, b: Corner) -> impl Iterator<Item = Corner> {
    (1..divisor(a, b)).map(move |k| corner_on(a, b, k))
}

/// The k-th corner on a segment, `a` being the zeroth.
fn corner_on(a: Corner, b: Corner, k: i64) -> Corner {
    let (dx, dy) = direction(a, b);
    let parts = divisor(a, b);
    Corner { x: a.x + (dx / parts * k) as i32, y: a.y + (dy / parts * k) as i32 }
}

/// Into how many equal parts the corners on a segment divide it: the greatest common divisor of its sides.
fn divisor(a: Corner, b: Corner) -> i64 {
    let (dx, dy) = direction(a, b);
    let (mut one, mut other) = (dx.abs(), dy.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

fn direction(from: Corner, to: Corner) -> (i64, i64) {
    (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::SplitMix64;

    fn corner(x: i32, y: i32) -> Corner {
        Corner { x, y }
    }

    #[test]
    fn both_ways_to_find_the_crossed_cells_agree() {
        let mut rng = SplitMix64::new(11);
        for size in [3, 6, 12, 40] {
            for _ in 0..5_000 {
                let mut place = || rng.below(size) as i32 - 3;
                let (a, b) = (corner(place(), place()), corner(place(), place()));
                let cells: Vec<Cell> = crossed_cells(a, b).collect();
                assert!(cells.iter().copied().eq(crossed_cells_by_area(a, b)), "{a} {b}: {cells:?}");
                assert!(cells.iter().copied().eq(crossed_cells(b, a)), "{a} {b}");
            }
        }
    }

    /// A segment enters a new cell at each grid line that it crosses, two of them at once at a corner.
    #[test]
    fn a_segment_crosses_as_many_cells_as_it_crosses_lines() {
        for x in -9..=9_i32 {
            for y in -9..=9_i32 {
                let (a, b) = (corner(2, 5), corner(2 + x, 5 + y));
                let lines = if x == 0 || y == 0 { 0 } else { i64::from(x.abs() + y.abs()) - divisor(a, b) };
                assert_eq!(crossed_cells(a, b).count() as i64, lines, "{a} {b}");
            }
        }
    }

    #[test]
    fn a_shallow_segment_crosses_these_cells() {
        // a───┬───┬───┐
        // │ * │ * │   │
        // ├───┼───┼───┤
        // │   │ * │ * │
        // └───┴───┴───b
        let cells: Vec<Cell> = crossed_cells(corner(0, 0), corner(3, 2)).collect();
        assert_eq!(cells, [(0, 0), (1, 0), (1, 1), (2, 1)].map(Cell::from));
    }

    #[test]
    fn the_corners_on_a_segment_divide_it_equally() {
        let inner: Vec<Corner> = inner_corners(corner(1, 7), corner(7, -2)).collect();
        assert_eq!(inner, [(3, 4), (5, 1)].map(Corner::from));
        assert_eq!(inner_corners(corner(0, 0), corner(3, 2)).count(), 0);
        assert_eq!(inner_corners(corner(4, 4), corner(4, 4)).count(), 0);
        assert_eq!(unit_edges(corner(4, 4), corner(4, 4)).count(), 0);
        let edges: Vec<_> = unit_edges(corner(2, 1), corner(0, 1)).collect();
        assert_eq!(edges, [(corner(2, 1), corner(1, 1)), (corner(1, 1), corner(0, 1))]);
    }

    #[test]
    fn a_segment_touches_one_quadrant_or_the_two_beside_it() {
        use Quadrant::{NorthEast, NorthWest, SouthEast, SouthWest};
        let open = PlainWorld::from_rows(&["..", ".."]);
        let from = corner(1, 1);
        let touched_in =
            |world: &PlainWorld, dx, dy| touched(world, from, corner(1 + dx, 1 + dy)).collect::<Vec<_>>();
        assert_eq!(touched_in(&open, 5, -1), [NorthEast]);
        assert_eq!(touched_in(&open, -1, 9), [SouthWest]);
        assert_eq!(touched_in(&open, 0, -1), [NorthWest, NorthEast]);
        assert_eq!(touched_in(&open, 3, 0), [NorthEast, SouthEast]);

        let double = PlainWorld::from_rows(&["#.", ".#"]);
        assert_eq!(touched_in(&double, 0, -1), [NorthEast]);
        assert_eq!(touched_in(&double, -1, 0), [SouthWest]);
        assert_eq!(touched_in(&double, -1, -1), []);
    }
}
