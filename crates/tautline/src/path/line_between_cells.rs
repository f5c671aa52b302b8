use super::line_of_sight::are_free;
use crate::geometry::Cell;
use crate::map::Grid;
use crate::moves::DiagonalRule;

/// Whether the straight line between the centres of two cells is legal, decided with whole numbers:
///
/// - every cell whose interior it passes through is free, the two included;
/// - where it passes through a corner of the grid, the two cells beside it there are as the rule demands of a diagonal step.
///   [`DiagonalRule::Never`] knows no diagonal steps; a line needs both of them free, as with [`DiagonalRule::NoCornerCutting`].
///
/// ```
/// use tautline::map::Grid;
/// use tautline::moves::DiagonalRule::{CutBothCorners, CutOneCorner, NoCornerCutting};
/// use tautline::path::line_of_sight_between_cells;
///
/// let grid = Grid::from_rows(["..#.", "....", "...."])?;
/// let sees = |rule, a: (i32, i32), b: (i32, i32)| line_of_sight_between_cells(&grid, rule, a.into(), b.into());
/// assert!(sees(NoCornerCutting, (0, 0), (3, 2)));
/// assert!(sees(CutOneCorner, (0, 0), (3, 1)));
/// assert!(!sees(NoCornerCutting, (0, 0), (3, 1)), "it touches the obstacle at a corner");
/// assert!(!sees(CutBothCorners, (1, 0), (3, 0)));
/// # Ok::<(), tautline::map::GridError>(())
/// ```
#[must_use]
pub fn line_of_sight_between_cells(grid: &Grid, rule: DiagonalRule, from: Cell, to: Cell) -> bool {
    let free_beside = match rule {
        DiagonalRule::NoCornerCutting | DiagonalRule::Never => 2,
        DiagonalRule::CutOneCorner => 1,
        DiagonalRule::CutBothCorners => 0,
    };
    grid.contains(from) && grid.contains(to) && is_clear(grid, free_beside, from, to)
}

/// Looks at the cells that the line crosses, those in one row at once, or those in one column if it is steep. Where it passes
/// through a corner, so many of the two cells beside it must be free.
///
/// Let it be longer along the one axis than along the other, by `long` and `short` tiles, and grow along the longer one: a line is
/// legal in both directions or in none. From lane to lane across it gets on by long / short, and as it begins in the middle of a
/// cell, it leaves the first lane at half of that behind the middle. So it leaves the k-th one, counted from zero, at
/// (short + (2k + 1) · long) / (2 · short), a whole number and a fraction, and where the fraction is zero, it passes through a
/// corner. Such sums fit: no product of a width and a height is larger than the map.
fn is_clear(grid: &Grid, free_beside: u64, from: Cell, to: Cell) -> bool {
    let is_shallow = (to.x - from.x).abs() >= (to.y - from.y).abs();
    // Along the line and across it.
    let mut ends = [from, to].map(|Cell { x, y }| if is_shallow { (x, y) } else { (y, x) });
    ends.sort_unstable();
    let [start, end] = ends;
    let (long, short) = ((end.0 - start.0) as u32, (end.1 - start.1).unsigned_abs());
    let step = (end.1 - start.1).signum();
    let lanes = if is_shallow { grid.row_lanes() } else { grid.column_lanes() };
    let word = |at: u32, k: u32| lanes.word(lanes.index(start.0 + at as i32, start.1 + step * k as i32));
    let mut first = 0;
    for k in 0..short {
        let (way, parts) = (short + (2 * k + 1) * long, 2 * short);
        let (left_at, rest) = (way / parts, way % parts);
        if !are_free(first, left_at + u32::from(rest > 0) - first, |at| word(at, k)) {
            return false;
        }
        if rest == 0 && (word(left_at, k) & 1) + (word(left_at - 1, k + 1) & 1) < free_beside {
            return false;
        }
        first = left_at;
    }
    are_free(first, long + 1 - first, |at| word(at, short))
}
