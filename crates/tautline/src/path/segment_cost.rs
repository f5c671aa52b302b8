use std::cmp::Ordering;

use super::{is_line_legal, line_of_sight};
use crate::geometry::{Cell, Corner, Point};
use crate::map::Map;
use crate::moves::CornerRule;
use crate::search::count;

/// What the straight line between two corners costs, if it is [legal](line_of_sight): its pieces in each cell times the cost of
/// the cell, and along the boundary of two cells the smaller cost of both.
///
/// Where the line crosses grid lines is known exactly, as parts of its length, and these are added up exactly: only the length
/// and the product with it are rounded.
///
/// - K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR 39, 2010, section 8.2 and
///   Figure 18.
///
/// ```
/// use tautline::map::Map;
/// use tautline::moves::CornerRule;
/// use tautline::path::segment_cost;
///
/// let map = Map::from_costs(2, 2, |cell| if cell.x == 0 { 1 } else { 5 })?;
/// let cost = |a: (i32, i32), b: (i32, i32)| segment_cost(&map, CornerRule::Closed, a.into(), b.into());
/// assert_eq!(cost((0, 0), (2, 1)), Some(3.0 * 5f64.sqrt()));
/// assert_eq!(cost((1, 0), (1, 2)), Some(2.0), "on the cheaper side");
/// # Ok::<(), tautline::map::GridError>(())
/// ```
#[must_use]
pub fn segment_cost(map: &Map, rule: CornerRule, from: Corner, to: Corner) -> Option<f64> {
    line_of_sight(map.grid(), rule, from, to).then(|| {
        if from.x == to.x || from.y == to.y {
            along_a_grid_line(map, from, to) as f64
        } else {
            through_cells(map, from, to)
        }
    })
}

/// What the straight lines from corner to corner of a legal path cost together.
pub(crate) fn cost_on_terrain(map: &Map, rule: CornerRule, corners: &[Corner]) -> f64 {
    let cost = |pair: &[Corner]| segment_cost(map, rule, pair[0], pair[1]).expect("a legal line");
    corners.windows(2).map(cost).fold(0.0, |sum, cost| sum + cost)
}

/// [`segment_cost`] between any two points of the map. Whether the line is legal is decided for the rounded points; it costs what it
/// does between the points as they are.
pub(crate) fn segment_cost_between_points(
    map: &Map,
    rule: CornerRule,
    from: Point,
    to: Point,
) -> Option<f64> {
    is_line_legal(map.grid(), rule, from.into(), to.into()).then(|| sum_of_pieces(map, from, to))
}

/// What the straight lines from point to point of a legal path cost together.
pub(crate) fn cost_of_points_on_terrain(map: &Map, rule: CornerRule, points: &[Point]) -> f64 {
    let cost =
        |pair: &[Point]| segment_cost_between_points(map, rule, pair[0], pair[1]).expect("a legal line");
    points.windows(2).map(cost).fold(0.0, |sum, cost| sum + cost)
}

/// Follows a legal line from one grid line that it crosses to the next, and adds up the pieces between them. A piece lies in one cell, or
/// along the side of two: the cheaper free one counts. A piece in a blocked cell, where the line cuts a corner by less than the rounding
/// of its ends, costs as much as the piece before it would there.
fn sum_of_pieces(map: &Map, from: Point, to: Point) -> f64 {
    let mut across = [Crossings::new(from.x, to.x), Crossings::new(from.y, to.y)];
    let (mut at, mut sum, mut cost) = (0.0, 0.0, 0);
    loop {
        count::done(1);
        let next = across[0].next.min(across[1].next).min(1.0);
        if at < next {
            let [columns, rows] = [across[0].cell, across[1].cell];
            let costs = rows.into_iter().flat_map(|y| columns.map(|x| map.cost(Cell { x, y })));
            cost = costs.filter(|&cost| cost > 0).min().unwrap_or(cost);
            sum += f64::from(cost) * (next - at);
            at = next;
        }
        if next >= 1.0 {
            return sum * from.distance(to);
        }
        for axis in &mut across {
            if axis.next <= next {
                axis.advance();
            }
        }
    }
}

/// Where a line crosses the grid lines across one axis.
struct Crossings {
    from: f64,
    /// How far the line leads along the axis, in tiles.
    heading: f64,
    /// The column or row that the line is in: the two beside it, if it runs along a grid line.
    cell: [i32; 2],
    /// The next grid line, and after which part of its length the line crosses it: more than all of it, if it does not.
    grid_line: f64,
    next: f64,
}

impl Crossings {
    fn new(from: f64, to: f64) -> Self {
        let heading = to - from;
        let (above, below) = (from.ceil() - 1.0, from.floor());
        let cell = match heading.total_cmp(&0.0) {
            Ordering::Less => [above; 2],
            Ordering::Equal => [above, below],
            Ordering::Greater => [below; 2],
        };
        let grid_line = if heading < 0.0 { above } else { below + 1.0 };
        let mut crossings = Self { from, heading, cell: cell.map(|cell| cell as i32), grid_line, next: 0.0 };
        crossings.find();
        crossings
    }

    fn advance(&mut self) {
        let step = self.heading.signum();
        self.cell = self.cell.map(|cell| cell + step as i32);
        self.grid_line += step;
        self.find();
    }

    fn find(&mut self) {
        let part = (self.grid_line - self.from) / self.heading;
        self.next = if self.heading == 0.0 { f64::INFINITY } else { part };
    }
}

/// The sum of the costs beside the sides that the line runs along.
fn along_a_grid_line(map: &Map, from: Corner, to: Corner) -> u64 {
    let (first, last) = (from.min(to), from.max(to));
    let sides = |low: i32, high: i32, cells: &dyn Fn(i32) -> [Cell; 2]| -> u64 {
        let cheaper = |at| {
            count::done(1);
            let costs = cells(at).map(|cell| map.cost(cell)).into_iter();
            u64::from(costs.filter(|&cost| cost > 0).min().unwrap_or(0))
        };
        (low..high).map(cheaper).sum()
    };
    let Corner { x, y } = first;
    if first.x == last.x {
        sides(first.y, last.y, &|y| [Cell { x: x - 1, y }, Cell { x, y }])
    } else {
        sides(first.x, last.x, &|x| [Cell { x, y: y - 1 }, Cell { x, y }])
    }
}

/// Follows the line from cell to cell. Of w · h equal parts, w and h being how far it leads along x and y, it crosses a vertical
/// grid line after every h and a horizontal one after every w.
fn through_cells(map: &Map, from: Corner, to: Corner) -> f64 {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (w, h) = (u64::from(dx.unsigned_abs()), u64::from(dy.unsigned_abs()));
    let mut cell = Cell { x: from.x - i32::from(dx < 0), y: from.y - i32::from(dy < 0) };
    let (mut at, mut vertical, mut horizontal) = (0, h, w);
    let mut sum = 0;
    while at < w * h {
        count::done(1);
        let next = vertical.min(horizontal);
        sum += u64::from(map.cost(cell)) * (next - at);
        if vertical == next {
            cell.x += dx.signum();
            vertical += h;
        }
        if horizontal == next {
            cell.y += dy.signum();
            horizontal += w;
        }
        at = next;
    }
    ((w * w + h * h) as f64).sqrt() * (sum as f64 / (w * h) as f64)
}
