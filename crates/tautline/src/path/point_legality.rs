use super::IllegalStep;
use super::{is_line_legal, segment_cost_between_points};
use crate::geometry::{Cell, Point};
use crate::map::Map;
use crate::moves::CornerRule;

/// Whether a sequence of points is a path of legal straight steps, and what it costs.
///
/// Each step must stay within one free cell, its sides included, and lead somewhere. It costs its length times the cost of that
/// cell; where it runs along a side, the cheaper of the cells beside it counts. Under [`CornerRule::Closed`], a path that comes to a
/// corner at which two obstacles touch must go back into the quadrant that it came from. In which quadrant of such a corner it may
/// begin and end is up to the query, not to the path.
///
/// Nothing here is a matter of rounding but the cost: a point is on a side if one of its coordinates is a whole number.
///
/// Lines through several cells are judged by [`Path::check`](super::Path::check).
///
/// ```
/// use tautline::geometry::Point;
/// use tautline::map::Map;
/// use tautline::moves::CornerRule;
/// use tautline::path::check_points;
///
/// let costs = [[3, 1], [0, 1]];
/// let map = Map::from_costs(2, 2, |cell| costs[cell.y as usize][cell.x as usize])?;
/// let check = |path: &[(f64, f64)]| {
///     let points: Vec<Point> = path.iter().copied().map(Point::from).collect();
///     check_points(&map, CornerRule::Closed, &points)
/// };
/// assert_eq!(check(&[(0.0, 0.0), (0.0, 0.5), (1.0, 0.5), (1.0, 1.0), (1.0, 2.0)]), Ok(1.5 + 3.0 + 1.5));
/// assert!(check(&[(0.0, 1.0), (1.0, 1.5)]).is_err(), "through an obstacle");
/// assert!(check(&[(0.0, 0.0), (2.0, 1.0)]).is_err(), "through two cells");
/// # Ok::<(), tautline::map::GridError>(())
/// ```
pub fn check_points(map: &Map, rule: CornerRule, points: &[Point]) -> Result<f64, IllegalStep> {
    walk_points(map, rule, points, |from, to| leg_cost(map, from, to))
}

/// The same for steps that can also be lines of sight through several cells. The ends of these are rounded to 2⁻²⁰ of a tile.
pub(super) fn check_lines(map: &Map, rule: CornerRule, points: &[Point]) -> Result<f64, IllegalStep> {
    let cost = |from, to| leg_cost(map, from, to).or_else(|| sight_cost(map, rule, from, to));
    walk_points(map, rule, points, cost)
}

/// Whether all steps have a cost, and what it is; and whether the path stays on one side of each corner at which obstacles touch.
fn walk_points(
    map: &Map,
    rule: CornerRule,
    points: &[Point],
    cost_of: impl Fn(Point, Point) -> Option<f64>,
) -> Result<f64, IllegalStep> {
    let first = *points.first().ok_or(IllegalStep::Empty)?;
    if cheapest_around(map, first, first).is_none() {
        return Err(IllegalStep::BlockedPoint { point: first });
    }
    let mut cost = 0.0;
    for (index, pair) in points.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let leg = cost_of(from, to).filter(|_| from != to);
        cost += leg.ok_or(IllegalStep::Leg { index, from, to })?;
    }
    for (index, three) in points.windows(3).enumerate() {
        let Some(corner) = three[1].corner() else { continue };
        let free = map.grid().quadrants(corner);
        let towards = |other: Point| free.towards(sign(other.x - three[1].x), sign(other.y - three[1].y));
        if free.are_apart(rule) && !towards(three[0]).meet(towards(three[2])) {
            return Err(IllegalStep::Crossing { index: index + 1, corner });
        }
    }
    Ok(cost)
}

/// What a straight step costs; none if it does not stay within one free cell.
pub(crate) fn leg_cost(map: &Map, from: Point, to: Point) -> Option<f64> {
    cheapest_around(map, from, to).map(|cost| f64::from(cost) * from.distance(to))
}

/// What a line through any number of cells costs; none if it is not legal.
fn sight_cost(map: &Map, rule: CornerRule, from: Point, to: Point) -> Option<f64> {
    let has = |point: Point| {
        (0.0..=map.width().into()).contains(&point.x) && (0.0..=map.height().into()).contains(&point.y)
    };
    if !has(from) || !has(to) {
        return None;
    }
    match map.terrain() {
        Some(_) => segment_cost_between_points(map, rule, from, to),
        None => is_line_legal(map.grid(), rule, from.into(), to.into()).then(|| from.distance(to)),
    }
}

/// The smallest cost of a free cell that has both points, on its sides perhaps.
fn cheapest_around(map: &Map, a: Point, b: Point) -> Option<u16> {
    let columns = || shared(a.x, b.x);
    let cells = shared(a.y, b.y).flat_map(|y| columns().map(move |x| Cell { x, y }));
    cells.filter(|&cell| map.grid().is_free(cell)).map(|cell| map.cost(cell)).min()
}

/// The columns (or rows) of cells that have both coordinates: two at most. Numbers that are none have no column.
fn shared(a: f64, b: f64) -> impl Iterator<Item = i32> {
    let last = a.floor();
    let has = |x: f64, place: f64| x <= place && place <= x + 1.0;
    [last - 1.0, last].into_iter().filter(move |&x| has(x, a) && has(x, b)).map(|x| x as i32)
}

fn sign(number: f64) -> i32 {
    i32::from(number > 0.0) - i32::from(number < 0.0)
}
