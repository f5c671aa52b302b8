use tautline::geometry::{Cell, Corner};
use tautline::map::Grid;
use tautline::moves::{CornerRule, PathRule};
use tautline::path::{check_cells, check_corners};

use super::Found;

/// Checks a path by our own rules and gives its true length: whatever the library says it costs is not believed.
///
/// A place that is there twice in a row counts once. An end on a corner where two obstacles touch belongs, without any other
/// word, to the cell with the same coordinates.
pub fn check(
    rule: PathRule,
    grid: &Grid,
    start: (i32, i32),
    goal: (i32, i32),
    found: &Found,
) -> Result<f64, String> {
    let mut places = found.places().into_iter().map(whole).collect::<Result<Vec<_>, _>>()?;
    places.dedup();
    if places.first() != Some(&start) || places.last() != Some(&goal) {
        let ends = (places.first(), places.last());
        return Err(format!("found a path between {ends:?}, expected one from {start:?} to {goal:?}"));
    }
    match rule {
        PathRule::Steps(rule) => {
            let cells: Vec<Cell> = places.into_iter().map(Cell::from).collect();
            let steps = check_cells(grid, rule, &cells).map_err(|illegal| illegal.to_string())?;
            Ok(steps.length())
        }
        PathRule::Lines(rule) => {
            let corners: Vec<Corner> = places.into_iter().map(Corner::from).collect();
            let length = check_corners(grid, rule, &corners).map_err(|illegal| illegal.to_string())?;
            if rule == CornerRule::Closed {
                let backwards = corners.iter().rev();
                leaves_into_its_cell(grid, &corners)?;
                leaves_into_its_cell(grid, &backwards.copied().collect::<Vec<_>>())?;
            }
            Ok(length)
        }
    }
}

/// At a corner where two obstacles touch, the one to the right of it and below it and the one opposite are not connected.
fn leaves_into_its_cell(grid: &Grid, corners: &[Corner]) -> Result<(), String> {
    let &[Corner { x, y }, next, ..] = corners else { return Ok(()) };
    let is_double = grid.is_free((x, y))
        && grid.is_free((x - 1, y - 1))
        && grid.is_blocked((x - 1, y))
        && grid.is_blocked((x, y - 1));
    if is_double && (next.x < x || next.y < y) {
        Err(format!(
            "found an end at ({x}, {y}) that is left towards {next}, expected into the cell ({x}, {y})"
        ))
    } else {
        Ok(())
    }
}

/// Cells and the corners at which paths turn have whole coordinates.
fn whole((x, y): (f64, f64)) -> Result<(i32, i32), String> {
    if x.fract() == 0.0 && y.fract() == 0.0 {
        Ok((x as i32, y as i32))
    } else {
        Err(format!("found a turn at ({x}, {y}), expected whole coordinates"))
    }
}

#[cfg(test)]
mod tests {
    use tautline::moves::DiagonalRule;

    use super::*;

    fn verdict(rows: &[&str], rule: PathRule, places: &[(f64, f64)]) -> Result<f64, String> {
        let grid = Grid::from_rows(rows.iter().copied()).unwrap();
        let places = places.to_vec();
        check(rule, &grid, (0, 2), (2, 0), &Found::new(move || places.clone()))
    }

    #[test]
    fn cells_are_checked_step_by_step() {
        let rule = PathRule::Steps(DiagonalRule::CutOneCorner);
        let verdict = |places: &[(f64, f64)]| verdict(&["...", "#..", "..."], rule, places);
        assert_eq!(verdict(&[(0.0, 2.0), (1.0, 1.0), (1.0, 1.0), (2.0, 0.0)]), Ok(8f64.sqrt()));
        assert!(verdict(&[(0.0, 2.0), (2.0, 0.0)]).is_err(), "not a step");
        assert!(verdict(&[(0.0, 2.0), (0.0, 1.0), (1.0, 0.0), (2.0, 0.0)]).is_err(), "through an obstacle");
        assert!(
            verdict(&[(0.0, 2.0), (1.0, 1.0)]).unwrap_err().contains("expected one from (0, 2) to (2, 0)")
        );
        assert!(verdict(&[]).is_err());
        assert!(verdict(&[(0.0, 2.0), (1.5, 1.0), (2.0, 0.0)]).unwrap_err().contains("(1.5, 1)"));
    }

    #[test]
    fn lines_are_checked_against_obstacles() {
        let rule = PathRule::Lines(CornerRule::Closed);
        assert_eq!(verdict(&["...", "...", "#.."], rule, &[(0.0, 2.0), (2.0, 0.0)]), Ok(8f64.sqrt()));
        assert!(verdict(&["...", "#..", "..."], rule, &[(0.0, 2.0), (2.0, 0.0)]).is_err());
    }

    #[test]
    fn an_end_between_two_obstacles_belongs_to_the_cell_with_its_coordinates() {
        let grid = Grid::from_rows([".#.", "#..", "..."]).unwrap();
        let check = |start, goal| {
            let places = [start, goal].map(|(x, y): (i32, i32)| (x.into(), y.into()));
            check(
                PathRule::Lines(CornerRule::Closed),
                &grid,
                start,
                goal,
                &Found::new(move || places.to_vec()),
            )
        };
        assert_eq!(check((1, 1), (3, 1)), Ok(2.0));
        assert!(check((1, 1), (0, 0)).unwrap_err().contains("(1, 1)"));
        assert!(check((0, 0), (1, 1)).unwrap_err().contains("(1, 1)"));
    }
}
