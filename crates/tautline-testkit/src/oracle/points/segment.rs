use tautline::geometry::{Corner, Point};
use tautline::moves::CornerRule;

use crate::world::PlainWorld;

/// A tile in parts.
pub const TILE: i64 = 1 << 20;

/// A point: its x and y in [parts](TILE) of a tile.
pub type Spot = (i64, i64);

/// The corner as a point.
pub(super) fn at(corner: Corner) -> Spot {
    (i64::from(corner.x) * TILE, i64::from(corner.y) * TILE)
}

/// A point in parts, if its coordinates are whole numbers of them.
#[must_use]
pub fn spot(point: Point) -> Option<Spot> {
    let parts = |tiles: f64| {
        let parts = tiles * TILE as f64;
        (parts.fract() == 0.0).then_some(parts as i64)
    };
    Some((parts(point.x)?, parts(point.y)?))
}

/// The first and one behind the last column (or row) that has points strictly between, or on, two coordinates.
fn span(a: i64, b: i64) -> std::ops::Range<i32> {
    let (low, high) = (a.min(b), a.max(b));
    low.div_euclid(TILE) as i32..-(-high).div_euclid(TILE) as i32
}

/// Whether the segment between two points is unobstructed, whatever happens at its ends: no blocked cell has a part of it inside, no
/// side that it runs along is between two blocked cells, and under [`CornerRule::Closed`] no double corner lies strictly inside it.
///
/// It has a part inside a cell exactly if no line separates the two. Of two convex shapes in the plane, one of which has straight sides,
/// only the lines along sides have to be tried: those of the cell, and the segment itself.
#[must_use]
pub fn is_clear(world: &PlainWorld, rule: CornerRule, a: Spot, b: Spot) -> bool {
    let side = |(x, y): Spot| {
        let (dx, dy) = (i128::from(b.0 - a.0), i128::from(b.1 - a.1));
        (dx * i128::from(y - a.1) - dy * i128::from(x - a.0)).signum()
    };
    let is_inside = |x: i32, y: i32| {
        let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        let sides = corners.map(|corner| side(at(corner.into())));
        let (left, top) = at((x, y).into());
        let overlaps = |from: i64, a: i64, b: i64| a.max(b) > from && a.min(b) < from + TILE;
        overlaps(left, a.0, b.0) && overlaps(top, a.1, b.1) && sides.contains(&1) && sides.contains(&-1)
    };
    let (columns, rows) = (span(a.0, b.0), span(a.1, b.1));
    let mut cells = rows.clone().flat_map(|y| columns.clone().map(move |x| (x, y)));
    if cells.any(|(x, y)| !world.is_free(x, y) && is_inside(x, y)) {
        return false;
    }
    if a.0 == b.0 && a.0 % TILE == 0 {
        let x = (a.0 / TILE) as i32;
        if rows.clone().any(|y| !world.is_free(x - 1, y) && !world.is_free(x, y)) {
            return false;
        }
    }
    if a.1 == b.1 && a.1 % TILE == 0 {
        let y = (a.1 / TILE) as i32;
        if columns.clone().any(|x| !world.is_free(x, y - 1) && !world.is_free(x, y)) {
            return false;
        }
    }
    let is_between = |corner: Corner| {
        let (x, y) = at(corner);
        let within = |low: i64, high: i64, place: i64| (low.min(high)..=low.max(high)).contains(&place);
        side((x, y)) == 0 && within(a.0, b.0, x) && within(a.1, b.1, y) && (x, y) != a && (x, y) != b
    };
    let lines = |span: std::ops::Range<i32>| span.start..=span.end;
    let mut corners = lines(rows).flat_map(|y| lines(columns.clone()).map(move |x| Corner { x, y }));
    rule == CornerRule::Open || !corners.any(|corner| world.is_double_corner(corner) && is_between(corner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::corners::obstruction;
    use crate::world::SplitMix64;
    use CornerRule::{Closed, Open};

    #[test]
    fn between_corners_it_is_what_the_oracle_of_corners_says() {
        let mut rng = SplitMix64::new(70);
        let mut counts = [0; 2];
        for _ in 0..3_000 {
            let world =
                PlainWorld::random(1 + rng.below(7), 1 + rng.below(7), rng.pick(&[10, 40, 60]), &mut rng);
            let corners: Vec<Corner> = world.corners().collect();
            for rule in [Closed, Open] {
                let (a, b) = (rng.pick(&corners), rng.pick(&corners));
                let expected = obstruction(&world, rule, a, b).is_none();
                assert_eq!(is_clear(&world, rule, at(a), at(b)), expected, "{rule:?} {a} {b} {world}");
                counts[usize::from(expected)] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 1_500), "{counts:?}");
    }

    #[test]
    fn one_part_decides() {
        let world = PlainWorld::from_rows(&["..", ".#"]);
        let clear = |a: (i64, i64), b: (i64, i64)| is_clear(&world, Closed, a, b);
        let (low, high) = (TILE / 2, 3 * TILE / 2);
        assert!(clear((low, high), (high, low)), "it touches the corner of the obstacle");
        assert!(!clear((low, high), (high, low + 1)) && clear((low, high), (high, low - 1)));
        assert!(clear((TILE, high), (TILE, low)), "along a wall");
        assert!(!clear((TILE + 1, high), (TILE, low)), "out of the obstacle");
        let touching = PlainWorld::from_rows(&[".#", "#."]);
        for (shift, rule, expected) in [(0, Closed, false), (0, Open, true), (1, Open, false)] {
            assert_eq!(is_clear(&touching, rule, (low, low), (high, high + shift)), expected);
        }
    }

    #[test]
    fn points_are_whole_numbers_of_parts_or_none() {
        assert_eq!(spot(Point::new(1.5, 2.0)), Some((3 * TILE / 2, 2 * TILE)));
        assert_eq!(spot(Point::new(0.1, 2.0)), None);
    }
}
