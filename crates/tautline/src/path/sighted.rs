use super::{
    IllegalStep, PathPlace, check_corners, is_line_legal, length, line_of_sight, line_of_sight_between_cells,
};
use crate::geometry::{Cell, Corner, Place, Point, Rounded};
use crate::map::{Grid, Quadrants};
use crate::moves::{CornerRule, DiagonalRule};

/// Places between which paths can lead in straight lines: what [`post_smooth`](super::post_smooth) and
/// [`pull_string`](super::pull_string) can leave places out of.
pub trait Sighted: Place + PathPlace {
    /// The rule that says which lines are legal.
    type Rule: Copy;

    /// Whether a sequence of such places is a path of legal straight lines, and how long it is.
    ///
    /// ```
    /// use tautline::geometry::Cell;
    /// use tautline::map::Grid;
    /// use tautline::moves::DiagonalRule;
    /// use tautline::path::Sighted;
    ///
    /// let grid = Grid::from_rows(["...", "..."])?;
    /// let line = [(0, 0), (2, 1)].map(Cell::from);
    /// assert_eq!(Cell::check_lines(&grid, DiagonalRule::NoCornerCutting, &line), Ok(5f64.sqrt()));
    /// # Ok::<(), tautline::map::GridError>(())
    /// ```
    fn check_lines(grid: &Grid, rule: Self::Rule, places: &[Self]) -> Result<f64, IllegalStep>;

    /// Whether a legal path may go straight from its first place to a later one, given by its number, or is there already.
    ///
    /// # Panics
    ///
    /// If there is no such place.
    #[must_use]
    fn sees(grid: &Grid, rule: Self::Rule, path: &[Self], to: usize) -> bool;
}

/// Lines lead from centre to centre: see [`line_of_sight_between_cells`].
impl Sighted for Cell {
    type Rule = DiagonalRule;

    fn check_lines(grid: &Grid, rule: DiagonalRule, places: &[Self]) -> Result<f64, IllegalStep> {
        if places.is_empty() {
            return Err(IllegalStep::Empty);
        }
        if let Some(index) = places.iter().position(|&cell| grid.is_blocked(cell)) {
            return Err(IllegalStep::Blocked { index, cell: places[index] });
        }
        for (index, pair) in places.windows(2).enumerate() {
            let (from, to) = (pair[0], pair[1]);
            if from == to || !line_of_sight_between_cells(grid, rule, from, to) {
                return Err(IllegalStep::Step { index, from, to, rule });
            }
        }
        Ok(length(places))
    }

    fn sees(grid: &Grid, rule: DiagonalRule, path: &[Self], to: usize) -> bool {
        line_of_sight_between_cells(grid, rule, path[0], path[to])
    }
}

/// Under [`CornerRule::Closed`] a path stays on its side of every place at which two obstacles touch.
impl Sighted for Corner {
    type Rule = CornerRule;

    fn check_lines(grid: &Grid, rule: CornerRule, places: &[Self]) -> Result<f64, IllegalStep> {
        check_corners(grid, rule, places)
    }

    fn sees(grid: &Grid, rule: CornerRule, path: &[Self], to: usize) -> bool {
        let (a, b) = (path[0], path[to]);
        let [side_of_a, side_of_b] = [0, to].map(|index| side(grid, rule, path, index));
        if a == b {
            return side_of_a == side_of_b;
        }
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        !side_of_a.towards(dx, dy).is_empty()
            && !side_of_b.towards(-dx, -dy).is_empty()
            && line_of_sight(grid, rule, a, b)
    }
}

/// [`Sighted::sees`] for a path of points.
pub(crate) fn sees_between_points(grid: &Grid, rule: CornerRule, path: &[Point], to: usize) -> bool {
    let [a, b] = [path[0], path[to]].map(Rounded::from);
    let [side_of_a, side_of_b] = [0, to].map(|index| side_of_point(grid, rule, path, index));
    if a == b {
        return side_of_a == side_of_b;
    }
    let (dx, dy) = a.signs(b);
    !side_of_a.towards(dx, dy).is_empty()
        && !side_of_b.towards(-dx, -dy).is_empty()
        && is_line_legal(grid, rule, a, b)
}

fn side_of_point(grid: &Grid, rule: CornerRule, path: &[Point], index: usize) -> Quadrants {
    let place = Rounded::from(path[index]);
    let free = Quadrants::around(grid, place);
    let other = path.get(index + 1).or_else(|| path.get(index.checked_sub(1)?));
    match other {
        Some(&other) if free.are_apart(rule) => {
            let (dx, dy) = place.signs(other.into());
            free.towards(dx, dy)
        }
        _ => free,
    }
}

/// Within which quadrants a path comes and goes at one of its places: those on its side where two obstacles touch, otherwise
/// all. The line that leads away tells, or to the last: the lines before and after a place are on the same side of it. A path of one
/// place has no side.
fn side(grid: &Grid, rule: CornerRule, path: &[Corner], index: usize) -> Quadrants {
    let (corner, free) = (path[index], grid.quadrants(path[index]));
    let other = path.get(index + 1).or_else(|| path.get(index.checked_sub(1)?));
    match other {
        Some(other) if free.are_apart(rule) => free.towards(other.x - corner.x, other.y - corner.y),
        _ => free,
    }
}
