use super::line_of_sight;
use super::line_of_sight::are_free;
use crate::geometry::{Corner, Rounded};
use crate::map::{Grid, Quadrants};
use crate::moves::CornerRule;

/// Whether the straight line between two points of the map is a path, decided with whole numbers: it is legal, as in [`line_of_sight`],
/// and where an end is a corner at which two obstacles touch, it is within the cell that the end belongs to (see
/// [`Query::on_points`](crate::search::Query::on_points)).
pub(crate) fn line_of_sight_between_points(
    grid: &Grid,
    rule: CornerRule,
    from: Rounded,
    to: Rounded,
) -> bool {
    from == to
        || (leaves(grid, rule, from, to)
            && leaves(grid, rule, to, from)
            && is_line_legal(grid, rule, from, to))
}

/// How many units of work it is at most to look whether a line is legal: it crosses so many rows and columns, and has two ends.
#[inline]
pub(crate) fn line_work(from: Rounded, to: Rounded) -> u64 {
    let (dx, dy) = from.heading(to);
    8 + ((dx.unsigned_abs() + dy.unsigned_abs()) >> Rounded::BITS)
}

/// Whether a path can begin at a point with a line towards another one.
fn leaves(grid: &Grid, rule: CornerRule, from: Rounded, to: Rounded) -> bool {
    let free = Quadrants::around(grid, from);
    let (dx, dy) = from.signs(to);
    !free.are_apart(rule) || free.towards(1, 1).meet(free.towards(dx, dy))
}

/// Whether the straight line between two points of the map is [legal](line_of_sight), whatever sides its ends are on. Decided with whole
/// numbers.
///
/// Along a grid line, what counts is the same up to the next corners. Otherwise, looks at the cells that are crossed in each row, as
/// far as the next grid line: the line is at `at` tiles there and a fraction, `rest` of `whole`.
pub(crate) fn is_line_legal(grid: &Grid, rule: CornerRule, from: Rounded, to: Rounded) -> bool {
    let (top, bottom) = if from.y <= to.y { (from, to) } else { (to, from) };
    let ((first, next), (_, last)) = (top.rows(), bottom.rows());
    let ends = [top.columns(), bottom.columns()];
    let (left, right) = (ends[0].0.min(ends[1].0), ends[0].1.max(ends[1].1));
    if (top.y == bottom.y && first == next) || (top.x == bottom.x && left == right) {
        let (a, b) = (Corner { x: left, y: first }, Corner { x: right, y: last });
        return line_of_sight(grid, rule, a, b);
    }
    let lanes = grid.row_lanes();
    let crosses = |row: i32, from: i32, end: i32| {
        let index = lanes.index(from, row);
        are_free(0, (end - from) as u32, |at| lanes.word(index + at as usize))
    };
    if last - first == 1 {
        return crosses(first, left, right);
    }
    let (dx, dy) = top.heading(bottom);
    let (slope, more) = (dx.div_euclid(dy), i128::from(dx.rem_euclid(dy)) << Rounded::BITS);
    let whole = i128::from(dy) << Rounded::BITS;
    let to_line = (i64::from(first + 1) << Rounded::BITS) - top.y;
    let parts = i128::from(top.x) * i128::from(dy) + i128::from(dx) * i128::from(to_line);
    let (mut at, mut rest) = (parts.div_euclid(whole) as i64, parts.rem_euclid(whole));
    let mut entered = ends[0];
    for line in first + 1..last {
        let left_at = (at as i32, at as i32 + i32::from(rest > 0));
        let corner = Corner { x: left_at.0, y: line };
        if !crosses(line - 1, entered.0.min(left_at.0), entered.1.max(left_at.1))
            || (rest == 0 && grid.quadrants(corner).are_apart(rule))
        {
            return false;
        }
        entered = left_at;
        (at, rest) = (at + slope, rest + more);
        if rest >= whole {
            (at, rest) = (at + 1, rest - whole);
        }
    }
    crosses(last - 1, entered.0.min(ends[1].0), entered.1.max(ends[1].1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Cell;
    use crate::map::Tile;
    use tautline_testkit::oracle::points::{PointOracle, RULES, TILE};
    use tautline_testkit::world::{PlainWorld, SplitMix64};

    /// Points on grid lines, beside them and between them, and lines through corners.
    #[test]
    fn lines_are_legal_where_the_oracle_says() {
        let mut rng = SplitMix64::new(51);
        let mut counts = [0; 4];
        for round in 0..6_000 {
            let (width, height) =
                if round % 400 == 0 { (140, 5) } else { (1 + rng.below(9), 1 + rng.below(9)) };
            let percent = rng.pick(&[2, 10, 30]);
            let world = PlainWorld::random(width, height, percent, &mut rng);
            let tile = |cell: Cell| if world.is_free(cell.x, cell.y) { Tile::Free } else { Tile::Blocked };
            let grid = Grid::from_fn(width, height, tile).unwrap();
            for (rule, same) in [CornerRule::Closed, CornerRule::Open].into_iter().zip(RULES) {
                let oracle = PointOracle::new(&world, same);
                for _ in 0..8 {
                    let [from, to] = [(); 2].map(|()| {
                        [width, height].map(|tiles| {
                            let line = i64::from(rng.below(tiles)) * TILE;
                            line + rng.pick(&[0, 0, TILE / 2, TILE / 2, 1, 77_777, TILE - 1, TILE])
                        })
                    });
                    let ends = [(from[0], from[1]), (to[0], to[1])];
                    if !ends.iter().all(|&end| oracle.can_be_at(end)) {
                        continue;
                    }
                    let expected = oracle.visible(ends[0], ends[1]);
                    let [a, b] = ends.map(|(x, y)| Rounded { x, y });
                    let found = line_of_sight_between_points(&grid, rule, a, b);
                    assert_eq!(found, expected, "{rule:?} {a:?} {b:?}\n{world}");
                    let is_straight = a.x == b.x || a.y == b.y;
                    counts[usize::from(expected) * 2 + usize::from(is_straight)] += 1;
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }
}
