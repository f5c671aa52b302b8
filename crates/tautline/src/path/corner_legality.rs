use super::{IllegalStep, line_of_sight};
use crate::geometry::{Corner, Point};
use crate::map::Grid;
use crate::moves::CornerRule;

/// Whether a sequence of corners is a path of legal straight lines, and how long it is.
///
/// Each line must be [legal](line_of_sight) and lead somewhere. Under [`CornerRule::Closed`], where the path turns on a corner at
/// which two obstacles touch, it must go back into the quadrant that it came from. In which quadrant of such a corner it may
/// begin and end is up to the query, not to the path.
///
/// ```
/// use tautline::geometry::Corner;
/// use tautline::map::Grid;
/// use tautline::moves::CornerRule;
/// use tautline::path::check_corners;
///
/// let grid = Grid::from_rows([".#.", "#..", "..."])?;
/// let check = |path: &[(i32, i32)]| {
///     let corners: Vec<Corner> = path.iter().copied().map(Corner::from).collect();
///     check_corners(&grid, CornerRule::Closed, &corners)
/// };
/// assert_eq!(check(&[(2, 1), (1, 1), (1, 3)]), Ok(3.0));
/// assert!(check(&[(0, 0), (1, 1), (1, 3)]).is_err(), "it crosses over at (1, 1)");
/// # Ok::<(), tautline::map::GridError>(())
/// ```
pub fn check_corners(grid: &Grid, rule: CornerRule, corners: &[Corner]) -> Result<f64, IllegalStep> {
    let first = *corners.first().ok_or(IllegalStep::Empty)?;
    if !grid.has_corner(first) || grid.quadrants(first).is_empty() {
        return Err(IllegalStep::BlockedCorner { corner: first });
    }
    let mut length = 0.0;
    for (index, pair) in corners.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        if from == to || !line_of_sight(grid, rule, from, to) {
            return Err(IllegalStep::Line { index, from, to, rule });
        }
        length += Point::from(from).distance(to.into());
    }
    for (index, turn) in corners.windows(3).enumerate() {
        let (before, corner, after) = (turn[0], turn[1], turn[2]);
        let free = grid.quadrants(corner);
        let towards = |other: Corner| free.towards(other.x - corner.x, other.y - corner.y);
        if free.are_apart(rule) && !towards(before).meet(towards(after)) {
            return Err(IllegalStep::Crossing { index: index + 1, corner });
        }
    }
    Ok(length)
}
