use super::point_legality::check_lines;
use super::{IllegalStep, Walked, check_corners, cost_on_terrain, walk_cells};
use crate::geometry::{Cell, Corner, Place, Point, Position};
use crate::map::Map;
use crate::moves::PathRule;

/// A path from a start to a goal.
///
/// A planner on cells gives its cells, or its waypoints where only these were asked for. A planner at any angle gives the
/// points where it turns, and Field D* every point where it crosses a side of a cell. Start and goal are among them.
///
/// ```
/// use tautline::geometry::{Cell, Point};
/// use tautline::path::Path;
///
/// let path = Path::new(vec![Cell::new(0, 0), Cell::new(1, 0), Cell::new(2, 1)], 1.0 + 2f64.sqrt());
/// assert_eq!(path.cells().unwrap().len(), 3);
/// assert_eq!(path.points().last(), Some(Point::new(2.5, 1.5)), "the centre of the last cell");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    places: Places,
    cost: f64,
}

/// The places of a path, all of one kind.
#[derive(Clone, Debug, PartialEq)]
enum Places {
    Cells(Vec<Cell>),
    Corners(Vec<Corner>),
    Points(Vec<Point>),
}

/// A kind of place of which a path can be made.
pub trait PathPlace: Sized {
    #[doc(hidden)]
    fn path(places: Vec<Self>, cost: f64) -> Path;
}

impl PathPlace for Cell {
    fn path(places: Vec<Self>, cost: f64) -> Path {
        Path { places: Places::Cells(places), cost }
    }
}

impl PathPlace for Corner {
    fn path(places: Vec<Self>, cost: f64) -> Path {
        Path { places: Places::Corners(places), cost }
    }
}

impl PathPlace for Point {
    fn path(places: Vec<Self>, cost: f64) -> Path {
        Path { places: Places::Points(places), cost }
    }
}

/// A path of cells if all of them are cells, of corners if all are corners, and of points otherwise.
impl PathPlace for Position {
    fn path(places: Vec<Self>, cost: f64) -> Path {
        fn all<P>(places: &[Position], as_one: impl Fn(Position) -> Option<P>) -> Option<Vec<P>> {
            places.iter().copied().map(as_one).collect()
        }
        if let Some(cells) = all(&places, Self::as_cell) {
            Path::new(cells, cost)
        } else if let Some(corners) = all(&places, Self::as_corner) {
            Path::new(corners, cost)
        } else {
            Path::new(places.into_iter().map(Self::point).collect::<Vec<Point>>(), cost)
        }
    }
}

/// Evaluates an expression for the places of a path, whatever their kind.
macro_rules! for_places {
    ($path:expr, $places:ident => $value:expr) => {
        match &$path.places {
            Places::Cells($places) => $value,
            Places::Corners($places) => $value,
            Places::Points($places) => $value,
        }
    };
}

impl Path {
    /// A path over these places, which costs so much: for planners. Nothing is checked; [`check`](Self::check) does that.
    #[must_use]
    pub fn new<P: PathPlace>(places: Vec<P>, cost: f64) -> Self {
        P::path(places, cost)
    }

    /// Its cost: its length, one tile being one unit, plus what terrain, tolls, links and a price for turns add to it.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// How many positions it has, start and goal included.
    #[must_use]
    pub fn len(&self) -> usize {
        for_places!(self, places => places.len())
    }

    /// Whether it has no position. No path that a planner finds is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its points in order: the centres of its cells, or the points where it turns.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator {
        self.positions().map(Position::point)
    }

    /// Its positions in order: cells, corners or points, all of one kind.
    #[must_use]
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = Position> + ExactSizeIterator {
        (0..self.len()).map(|index| for_places!(self, places => places[index].into()))
    }

    /// Where it begins.
    ///
    /// # Panics
    ///
    /// If it is empty.
    #[must_use]
    pub fn start(&self) -> Position {
        self.positions().next().expect("a path has a start")
    }

    /// Where it ends: the goal, or how far it leads.
    ///
    /// # Panics
    ///
    /// If it is empty.
    #[must_use]
    pub fn end(&self) -> Position {
        self.positions().next_back().expect("a path has an end")
    }

    /// Its cells, if it leads from cell to cell.
    #[must_use]
    pub fn cells(&self) -> Option<&[Cell]> {
        if let Places::Cells(cells) = &self.places { Some(cells) } else { None }
    }

    /// Its corners, if it leads from corner to corner.
    #[must_use]
    pub fn corners(&self) -> Option<&[Corner]> {
        if let Places::Corners(corners) = &self.places { Some(corners) } else { None }
    }

    /// How often the heading changes, on squares and without links; elsewhere [`check`](Self::check) tells.
    ///
    /// ```
    /// use tautline::geometry::Cell;
    /// use tautline::path::Path;
    /// let cells = [(0, 0), (1, 0), (2, 0), (3, 1), (3, 2)].map(Cell::from).to_vec();
    /// assert_eq!(Path::new(cells, 3.0 + 2f64.sqrt()).turns(), 2);
    /// ```
    #[must_use]
    pub fn turns(&self) -> usize {
        for_places!(self, places => turns(places))
    }

    /// The path with every cell, where it has perhaps its waypoints only (see [`PathDetail`](crate::search::PathDetail)). Two
    /// cells that are not on one straight or diagonal line stay next to each other. A path at any angle stays as it is.
    ///
    /// **Not for paths over links**: those have every cell already, and a link along a row, a column or a diagonal would be taken
    /// for a line.
    ///
    /// ```
    /// use tautline::geometry::Cell;
    /// use tautline::path::Path;
    /// let path = Path::new([(0, 0), (2, 2), (2, 4)].map(Cell::from).to_vec(), 2.0 + 8f64.sqrt());
    /// assert_eq!(path.with_every_cell().cells().unwrap(), [(0, 0), (1, 1), (2, 2), (2, 3), (2, 4)].map(Cell::from));
    /// ```
    #[must_use]
    pub fn with_every_cell(self) -> Self {
        match self.places {
            Places::Cells(cells) => Self::new(every_cell(&cells), self.cost),
            _ => self,
        }
    }

    /// Whether every step or line of it is legal under a rule, and what it costs where each turn costs `turn_penalty` tiles. The
    /// [cost](Self::cost) that it has is not looked at.
    pub fn check(&self, map: &Map, rule: PathRule, turn_penalty: f64) -> Result<Walked, IllegalStep> {
        let walked = |cost, turns| Walked { cost: cost + turn_penalty * turns as f64, turns };
        match (&self.places, rule) {
            (Places::Cells(cells), PathRule::Steps(rule)) => walk_cells(map, rule, turn_penalty, cells),
            (Places::Corners(corners), PathRule::Lines(rule)) => {
                let length = check_corners(map.grid(), rule, corners)?;
                let cost = if map.terrain().is_some() { cost_on_terrain(map, rule, corners) } else { length };
                Ok(walked(cost, turns(corners)))
            }
            (Places::Points(points), PathRule::Lines(rule)) => {
                Ok(walked(check_lines(map, rule, points)?, turns(points)))
            }
            (_, rule) => Err(IllegalStep::OtherKind { rule }),
        }
    }
}

/// The cells of a path, and those on the straight and diagonal lines between them.
pub(crate) fn every_cell(places: &[Cell]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = places.first().copied().into_iter().collect();
    for pair in places.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        let steps = dx.abs().max(dy.abs());
        let is_line = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        let between = if is_line { 1..steps } else { 0..0 };
        cells.extend(between.map(|k| Cell {
            x: (i64::from(from.x) + k * dx.signum()) as i32,
            y: (i64::from(from.y) + k * dy.signum()) as i32,
        }));
        cells.push(to);
    }
    cells
}

/// How often the heading changes from place to place. Nothing is rounded where coordinates are whole numbers on a map, as no
/// product of a width and a height is larger than the map; nor for points that are multiples of 2⁻²⁰ of a tile and less than 60
/// tiles from each other.
pub(crate) fn turns<P: Place>(places: &[P]) -> usize {
    places
        .windows(3)
        .filter(|three| {
            let ((ax, ay), (bx, by)) = (heading(three[0], three[1]), heading(three[1], three[2]));
            ax * by - ay * bx != 0.0 || ax * bx + ay * by < 0.0
        })
        .count()
}

pub(super) fn heading<P: Place>(from: P, to: P) -> (f64, f64) {
    let ((ax, ay), (bx, by)) = (from.xy(), to.xy());
    (bx - ax, by - ay)
}

/// Leaves the ends of a path of single steps and the places where it turns.
pub(crate) fn keep_turns<P: Place>(places: &mut Vec<P>) {
    let (mut kept, mut before) = (1, places[0]);
    for at in 1..places.len() {
        let here = places[at];
        if places.get(at + 1).is_none_or(|&next| heading(before, here) != heading(here, next)) {
            places[kept] = here;
            kept += 1;
        }
        before = here;
    }
    places.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(places: &[(i32, i32)]) -> usize {
        Path::new(places.iter().map(|&place| Cell::from(place)).collect(), 0.0).turns()
    }

    #[test]
    fn turns_are_changes_of_heading() {
        assert_eq!(turns(&[]), 0);
        assert_eq!(turns(&[(3, 3)]), 0);
        assert_eq!(turns(&[(0, 0), (1, 1)]), 0);
        assert_eq!(turns(&[(0, 0), (1, 1), (3, 3)]), 0, "a longer step in the same direction");
        assert_eq!(turns(&[(0, 0), (1, 1), (0, 0)]), 1, "turning back is a turn");
        assert_eq!(turns(&[(0, 0), (1, 0), (2, 1), (3, 1)]), 2);
    }

    #[test]
    fn the_smallest_turn_of_points_is_one() {
        let turns = |y| {
            let places = [(1e8, 1e8), (1e8 + 0.5, y), (1e8 + 1.0, 1e8 + 1.0)].map(Point::from).to_vec();
            Path::new(places, 0.0).turns()
        };
        assert_eq!(turns(1e8 + 0.5), 0);
        let finest = 1.0 / f64::from(1 << 20);
        assert_eq!((turns(1e8 + 0.5 + finest), turns(1e8 + 0.5 - finest)), (1, 1));
    }
}
