use std::cmp::Ordering;

use crate::geometry::{Cell, Corner};
use crate::moves::CornerRule;
use crate::world::{CellId, Grid};

/// Whether the straight line between two corners of the map is legal, decided with whole numbers:
///
/// - it passes through the interior of no blocked cell;
/// - where it runs along a grid line, one of the two cells beside each side that it runs along is free;
/// - under [`CornerRule::Closed`] it does not pass between two obstacles that touch with their corners.
///
/// What lies outside the map is blocked. Whether a *path* may turn where it ends is another question:
/// [`check_corners`](super::check_corners) answers it.
///
/// ```
/// use tautline::moves::CornerRule;
/// use tautline::path::line_of_sight;
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows([".#.", "#..", "..."])?;
/// let sees = |rule, a: (i32, i32), b: (i32, i32)| line_of_sight(&grid, rule, a.into(), b.into());
/// assert!(sees(CornerRule::Closed, (1, 1), (3, 2)));
/// assert!(sees(CornerRule::Open, (0, 0), (3, 3)));
/// assert!(!sees(CornerRule::Closed, (0, 0), (3, 3)), "it would squeeze through at (1, 1)");
/// # Ok::<(), tautline::world::GridError>(())
/// ```
#[must_use]
pub fn line_of_sight(grid: &Grid, rule: CornerRule, from: Corner, to: Corner) -> bool {
    if !grid.has_corner(from) || !grid.has_corner(to) {
        return false;
    }
    if from.x == to.x || from.y == to.y {
        along_a_grid_line(grid, rule, from, to)
    } else {
        through_cells(grid, rule, from, to)
    }
}

/// Looks at each corner but the last whether the line can go on from there.
fn along_a_grid_line(grid: &Grid, rule: CornerRule, from: Corner, to: Corner) -> bool {
    let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let mut corner = from;
    while corner != to {
        let free = grid.quadrants(corner);
        if free.towards(dx, dy).is_empty() || (corner != from && free.are_apart(rule)) {
            return false;
        }
        corner = Corner { x: corner.x + dx, y: corner.y + dy };
    }
    true
}

/// Goes from cell to cell along the line.
///
/// Let the line cross `columns` vertical and `rows` horizontal grid lines up to its end. It crosses the i-th vertical one after
/// the part i / columns of its way, and the j-th horizontal one after j / rows. So which of the next ones comes first is the sign
/// of i·rows − j·columns; and where that is zero, it passes through a corner.
fn through_cells(grid: &Grid, rule: CornerRule, from: Corner, to: Corner) -> bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (columns, rows) = (i64::from(dx.abs()), i64::from(dy.abs()));
    let across = dx.signum();
    let down = dy.signum() * grid.stride() as i32;
    let first = Cell { x: from.x.min(from.x + across), y: from.y.min(from.y + dy.signum()) };
    let Some(CellId(mut id)) = grid.id(first) else { return false };
    let is_free = |id: u32| grid.row_word(CellId(id)) & 1 != 0;

    let (mut left, mut lead) = (columns, rows - columns);
    while is_free(id) {
        match lead.cmp(&0) {
            Ordering::Less => {
                id = id.wrapping_add_signed(across);
                left -= 1;
                lead += rows;
            }
            Ordering::Greater => {
                id = id.wrapping_add_signed(down);
                lead -= columns;
            }
            Ordering::Equal => {
                left -= 1;
                if left == 0 {
                    return true;
                }
                let beside = [across, down].map(|step| id.wrapping_add_signed(step));
                if rule == CornerRule::Closed && !beside.into_iter().any(is_free) {
                    return false;
                }
                id = id.wrapping_add_signed(across + down);
                lead += rows - columns;
            }
        }
    }
    false
}
