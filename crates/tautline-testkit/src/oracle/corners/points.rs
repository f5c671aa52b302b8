use tautline::geometry::{Cell, Corner, Point};
use tautline::moves::CornerRule;

use super::endpoint::{Endpoint, Place};
use crate::world::PlainWorld;

/// Walks a path of any points: from `start` to `goal`, each step within one free cell (its border is part of it), within the
/// right quadrant at both ends. Under [`CornerRule::Closed`], where it comes to a double corner it goes back into the cell that it
/// came from. Returns its length, or says which step is wrong and why.
pub fn check_point_path(
    world: &PlainWorld,
    rule: CornerRule,
    start: impl Into<Endpoint>,
    goal: impl Into<Endpoint>,
    path: &[Point],
) -> Result<f64, String> {
    weigh_point_path(world, rule, start, goal, path, |_| 1.0)
}

/// The same where cells have a cost: a step costs its length times the cost of its cell, the smallest if it is within several.
pub fn weigh_point_path(
    world: &PlainWorld,
    rule: CornerRule,
    start: impl Into<Endpoint>,
    goal: impl Into<Endpoint>,
    path: &[Point],
    cost: impl Fn(Cell) -> f64,
) -> Result<f64, String> {
    let place =
        |end: Endpoint| Place::of(world, rule, end).map_err(|error| format!("an end is refused: {error}"));
    let (start, goal) = (place(start.into())?, place(goal.into())?);
    let (first, last) = path.first().zip(path.last()).ok_or("the path has no points")?;
    if !is_at(*first, start.corner) || !is_at(*last, goal.corner) {
        return Err(format!("it leads from {first} to {last}"));
    }
    if path.len() == 1 && start != goal {
        return Err(format!("it stays at {first}, on the wrong side of the double corner"));
    }
    // For each step the free cells that it is within.
    let mut within: Vec<Vec<Cell>> = Vec::new();
    let mut sum = 0.0;
    for (number, pair) in path.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let cells: Vec<Cell> = world.free_cells().filter(|&cell| has(cell, from) && has(cell, to)).collect();
        let cheapest = cells.iter().map(|&cell| cost(cell)).min_by(f64::total_cmp);
        let length = ((to.x - from.x).powi(2) + (to.y - from.y).powi(2)).sqrt();
        if length == 0.0 {
            return Err(format!("step {number} goes from {from} to itself"));
        }
        sum += length
            * cheapest.ok_or_else(|| format!("step {number} from {from} to {to} is in no free cell"))?;
        within.push(cells);
    }
    for (number, (pair, point)) in within.windows(2).zip(&path[1..]).enumerate() {
        let is_double = world.corners().any(|corner| is_at(*point, corner) && world.is_double_corner(corner));
        if rule == CornerRule::Closed && is_double && !pair[0].iter().any(|cell| pair[1].contains(cell)) {
            return Err(format!(
                "between the steps {number} and {} it crosses the double corner {point}",
                number + 1
            ));
        }
    }
    for (end, cells) in [(start, within.first()), (goal, within.last())] {
        if let (Some(side), Some(cells)) = (end.side, cells)
            && !cells.contains(&side.cell(end.corner))
        {
            return Err(format!("at the double corner {} it is on the wrong side", end.corner));
        }
    }
    Ok(sum)
}

/// Whether a point is in a cell or on its border.
fn has(cell: Cell, point: Point) -> bool {
    let (x, y) = (f64::from(cell.x), f64::from(cell.y));
    (x..=x + 1.0).contains(&point.x) && (y..=y + 1.0).contains(&point.y)
}

fn is_at(point: Point, corner: Corner) -> bool {
    point == Point { x: corner.x.into(), y: corner.y.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CornerRule::{Closed, Open};

    fn walk(rows: &[&str], rule: CornerRule, path: &[(f64, f64)]) -> Result<f64, String> {
        let points: Vec<Point> = path.iter().copied().map(Point::from).collect();
        let end = |point: Point| Corner::new(point.x as i32, point.y as i32);
        let (start, goal) = (end(points[0]), end(points[points.len() - 1]));
        check_point_path(&PlainWorld::from_rows(rows), rule, start, goal, &points)
    }

    #[test]
    fn steps_stay_within_a_free_cell() {
        let rows = ["..", "#."];
        assert_eq!(walk(&rows, Closed, &[(0.0, 0.0), (1.0, 0.0)]), Ok(1.0));
        assert_eq!(
            walk(&rows, Closed, &[(0.0, 0.0), (1.0, 0.75), (2.0, 0.75), (2.0, 1.0)]),
            Ok(1.25 + 1.0 + 0.25)
        );
        assert_eq!(walk(&rows, Closed, &[(1.0, 2.0), (1.0, 1.5), (1.0, 1.0)]), Ok(1.0), "beside an obstacle");
        assert!(
            walk(&rows, Closed, &[(0.0, 1.0), (1.0, 1.5), (1.0, 1.0)]).unwrap_err().contains("no free cell")
        );
        assert!(walk(&rows, Closed, &[(0.0, 0.0), (2.0, 0.0)]).is_err(), "two cells");
        assert!(walk(&rows, Closed, &[(0.0, 0.0), (0.0, 0.0), (1.0, 0.0)]).unwrap_err().contains("itself"));
        assert!(walk(&rows, Closed, &[(0.0, 0.0), (0.5, f64::NAN), (1.0, 0.0)]).is_err());
        assert!(walk(&rows, Closed, &[(0.5, 0.0), (1.0, 0.0)]).unwrap_err().contains("leads from"));
    }

    #[test]
    fn double_corners_are_not_crossed() {
        let rows = [".#", "#."];
        let over = [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)];
        assert!(walk(&rows, Open, &over).is_ok());
        assert!(walk(&rows, Closed, &over).unwrap_err().contains("crosses the double corner"));
        let back = [(2.0, 2.0), (1.0, 1.0), (1.0, 1.5), (2.0, 1.5), (2.0, 1.0)];
        assert!(walk(&rows, Closed, &back).is_ok());
        assert!(walk(&rows, Closed, &[(0.0, 0.0), (1.0, 1.0)]).unwrap_err().contains("wrong side"));
        assert_eq!(walk(&rows, Closed, &[(2.0, 1.0), (1.0, 1.0)]), Ok(1.0));
    }
}
