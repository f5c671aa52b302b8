use crate::geometry::Cell;
use crate::moves::{DiagonalRule, Direction, OctileLength};
use crate::world::Grid;

/// Why a sequence of places is not a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalStep {
    /// There is no place in it.
    #[error("the path is empty")]
    Empty,
    /// A place where nobody can stand.
    #[error("place {index} of the path, {cell}, is blocked or outside the map")]
    Blocked {
        /// Its number in the path, from zero.
        index: usize,
        /// The place.
        cell: Cell,
    },
    /// A step that the rule does not allow, or that is none.
    #[error("step {index} of the path, from {from} to {to}, is not allowed under the rule {rule:?}")]
    Step {
        /// Its number in the path, from zero.
        index: usize,
        /// Where it begins.
        from: Cell,
        /// Where it ends.
        to: Cell,
        /// The rule.
        rule: DiagonalRule,
    },
}

/// Whether a sequence of cells is a path of single legal steps, and how many straight and diagonal ones it has.
///
/// ```
/// use tautline::geometry::Cell;
/// use tautline::moves::{DiagonalRule, OctileLength};
/// use tautline::path::check_cells;
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["..", ".#"])?;
/// let path = [(0, 1), (0, 0), (1, 0)].map(Cell::from);
/// let steps = check_cells(&grid, DiagonalRule::NoCornerCutting, &path)?;
/// assert_eq!(steps, OctileLength { straight: 2, diagonal: 0 });
/// assert!(check_cells(&grid, DiagonalRule::NoCornerCutting, &[path[0], path[2]]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_cells(grid: &Grid, rule: DiagonalRule, cells: &[Cell]) -> Result<OctileLength, IllegalStep> {
    let first = *cells.first().ok_or(IllegalStep::Empty)?;
    if grid.is_blocked(first) {
        return Err(IllegalStep::Blocked { index: 0, cell: first });
    }
    let mut steps = OctileLength::ZERO;
    for (index, pair) in cells.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        if grid.is_blocked(to) {
            return Err(IllegalStep::Blocked { index: index + 1, cell: to });
        }
        let allowed = rule.allows(grid, from, to);
        match Direction::between(from, to).filter(|_| allowed) {
            Some(direction) if direction.is_diagonal() => steps.diagonal += 1,
            Some(_) => steps.straight += 1,
            None => return Err(IllegalStep::Step { index, from, to, rule }),
        }
    }
    Ok(steps)
}
