use crate::geometry::Cell;
use crate::search::Place;

/// A way from a start to a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Path<P> {
    /// The places in order, start and goal included: for a planner on cells every cell, unless waypoints were asked for; at
    /// any angle the turning points, and with Field D* every point where it comes to a side of a cell.
    pub places: Vec<P>,
    /// What it costs: its length, one tile being one unit, and with terrain, tolls, links or a price for turns what these make of
    /// it.
    pub cost: f64,
}

impl<P: Place> Path<P> {
    /// How often the heading changes, on squares and without links; elsewhere [`walk_cells`](super::walk_cells) tells.
    ///
    /// ```
    /// use tautline::geometry::Cell;
    /// use tautline::path::Path;
    /// let places = [(0, 0), (1, 0), (2, 0), (3, 1), (3, 2)].map(Cell::from).to_vec();
    /// assert_eq!(Path { places, cost: 3.0 + 2f64.sqrt() }.turns(), 2);
    /// ```
    #[must_use]
    pub fn turns(&self) -> usize {
        turns(&self.places)
    }
}

impl Path<Cell> {
    /// Every cell of the path, where it has perhaps its waypoints only (see
    /// [`PathDetail`](crate::search::PathDetail)). Two places that are not in one straight or diagonal line are left as
    /// they are.
    ///
    /// **Not for paths over links**: those have every cell already, and a link along a row, a column or a diagonal would be taken
    /// for a line.
    ///
    /// ```
    /// use tautline::geometry::Cell;
    /// use tautline::path::Path;
    /// let path = Path { places: [(0, 0), (2, 2), (2, 4)].map(Cell::from).to_vec(), cost: 2.0 + 8f64.sqrt() };
    /// assert_eq!(path.every_cell(), [(0, 0), (1, 1), (2, 2), (2, 3), (2, 4)].map(Cell::from));
    /// ```
    #[must_use]
    pub fn every_cell(&self) -> Vec<Cell> {
        every_cell(&self.places)
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
    use crate::geometry::Point;

    fn turns(places: &[(i32, i32)]) -> usize {
        Path { places: places.iter().map(|&place| Cell::from(place)).collect(), cost: 0.0 }.turns()
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
            Path { places, cost: 0.0 }.turns()
        };
        assert_eq!(turns(1e8 + 0.5), 0);
        let finest = 1.0 / f64::from(1 << 20);
        assert_eq!((turns(1e8 + 0.5 + finest), turns(1e8 + 0.5 - finest)), (1, 1));
    }
}
