use std::cmp::Ordering;

use super::{is_line_legal, line_of_sight};
use crate::geometry::{Cell, Corner, Point, Rounded};
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

/// [`segment_cost`] between any two points of the map. Where the line crosses grid lines is compared exactly.
pub(crate) fn segment_cost_between_points(
    map: &Map,
    rule: CornerRule,
    from: Rounded,
    to: Rounded,
) -> Option<f64> {
    is_line_legal(map.grid(), rule, from, to).then(|| sum_of_pieces(map, from, to))
}

/// What the straight lines from point to point of a legal path cost together.
pub(crate) fn cost_of_points_on_terrain(map: &Map, rule: CornerRule, points: &[Point]) -> f64 {
    let cost = |pair: &[Point]| {
        segment_cost_between_points(map, rule, pair[0].into(), pair[1].into()).expect("a legal line")
    };
    points.windows(2).map(cost).fold(0.0, |sum, cost| sum + cost)
}

/// Follows a legal line from one grid line that it crosses to the next, and adds up the pieces between them. The cell of a piece has its
/// middle in it, or the two cells beside a piece along a grid line do: the cheaper free one counts.
fn sum_of_pieces(map: &Map, from: Rounded, to: Rounded) -> f64 {
    let (dx, dy) = from.heading(to);
    let mut across = [Crossings::new(from.x, dx), Crossings::new(from.y, dy)];
    let (mut at, mut sum) = (Part::START, 0.0);
    loop {
        count::done(1);
        let next = across[0].next.min(across[1].next).min(Part::END);
        if at < next {
            let cells = |across: &Crossings| across.cell.map(|cell| cell as i32);
            let [columns, rows] = [cells(&across[0]), cells(&across[1])];
            let costs = rows.into_iter().flat_map(|y| columns.map(|x| map.cost(Cell { x, y })));
            let cost = costs.filter(|&cost| cost > 0).min().unwrap_or(0);
            sum += f64::from(cost) * (next.value() - at.value());
        }
        if next == Part::END {
            return sum * from.distance(to);
        }
        for axis in &mut across {
            if axis.next == next {
                axis.advance();
            }
        }
        at = next;
    }
}

/// Where a line crosses the grid lines across one axis.
struct Crossings {
    /// How far the line leads along the axis, in parts of a tile.
    heading: i64,
    /// The column or row that the line is in: the two beside it, if it runs along a grid line.
    cell: [i64; 2],
    next: Part,
}

impl Crossings {
    fn new(from: i64, heading: i64) -> Self {
        let (tile, rest) = (from >> Rounded::BITS, from & (Rounded::TILE - 1));
        let on_line = rest == 0;
        let cell = match heading {
            0 => [if on_line { tile - 1 } else { tile }, tile],
            1.. => [tile; 2],
            _ => [if on_line { tile - 1 } else { tile }; 2],
        };
        let to_next = match heading {
            0 => 1,
            1.. => Rounded::TILE - rest,
            _ if on_line => Rounded::TILE,
            _ => rest,
        };
        Self { heading, cell, next: Part { numerator: to_next, denominator: heading.abs() } }
    }

    fn advance(&mut self) {
        self.cell = self.cell.map(|cell| cell + self.heading.signum());
        self.next.numerator += Rounded::TILE;
    }
}

/// A part of a line. One with the denominator 0 is beyond its end.
#[derive(Clone, Copy)]
struct Part {
    numerator: i64,
    denominator: i64,
}

impl Part {
    const START: Self = Self { numerator: 0, denominator: 1 };
    const END: Self = Self { numerator: 1, denominator: 1 };

    fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Part {}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Self) -> Ordering {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        product(self.numerator, other.denominator).cmp(&product(other.numerator, self.denominator))
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
