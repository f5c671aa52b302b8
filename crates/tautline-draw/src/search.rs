use tautline::geometry::{Cell, Point};
use tautline::search::{Interval, Observer, Place, Visit};
use tautline::world::Ground;

use crate::Scene;

/// Remembers which cells a search is drawn on, in the order in which it came to them: the expanded ones, of corners the cells to
/// the south-east of them, of intervals those along the row.
///
/// ```
/// use tautline::planners::Theta;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
/// use tautline_draw::{Expanded, Scene};
///
/// let grid = Grid::from_rows(["......", ".####.", "......"])?;
/// let mut seen = Expanded::default();
/// Theta::new(&grid).plan_observed(&Query::new((0, 1), (5, 2)), &mut Workspace::new(), &mut seen)?;
/// let scene = Scene::new(&grid).expanded(seen.cells);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Expanded {
    /// The cells; one may come several times.
    pub cells: Vec<Cell>,
}

impl<P: Place> Observer<P> for Expanded {
    fn expand(&mut self, visit: &Visit<P>) {
        // Searches expand what can be named, whatever else paths lead over.
        self.cells.push(Cell::at(visit.place.xy()));
    }

    fn expand_interval(&mut self, interval: &Interval<P>) {
        let columns = interval.left.ceil() as i32..=interval.right.floor() as i32;
        self.cells.extend(columns.map(|x| Cell::new(x, interval.row)));
    }
}

/// A search and what came of it, whatever kind of place was planned on.
#[derive(Clone, Copy, Debug)]
pub struct Searched<'a> {
    /// Where it began.
    pub start: (f64, f64),
    /// Where it should lead.
    pub goals: &'a [(f64, f64)],
    /// The path that was found; nothing if there is none.
    pub path: &'a [(f64, f64)],
    /// What was expanded.
    pub expanded: &'a [Cell],
    /// Whether places are corners of cells, or points between them, and not cells.
    pub is_on_corners: bool,
}

impl<'a> Scene<'a> {
    /// A map with a search on it: the path, its ends, and what was expanded.
    pub fn of_search(ground: impl Into<Ground<'a>>, searched: &Searched<'_>) -> Self {
        let &Searched { start, goals, path, expanded, is_on_corners } = searched;
        let scene = Self::new(ground).expanded(expanded.iter().copied());
        if is_on_corners {
            let points: Vec<Point> = path.iter().copied().map(Point::from).collect();
            let scene = if path.is_empty() { scene } else { scene.line(&points) };
            return goals.iter().copied().fold(scene.start_at(start), Scene::goal_at);
        }
        let path: Vec<Cell> = path.iter().map(|&place| Cell::at(place)).collect();
        let scene = if path.is_empty() { scene } else { scene.path(&path) };
        goals.iter().map(|&goal| Cell::at(goal)).fold(scene.start(Cell::at(start)), Scene::goal)
    }
}

#[cfg(test)]
mod tests {
    use tautline::geometry::Corner;
    use tautline::world::Grid;

    use super::*;

    #[test]
    fn corners_and_intervals_are_cells_to_the_south_east() {
        let mut seen = Expanded::default();
        seen.expand(&Visit { place: Corner::new(3, 1), parent: None, g: 0.0, h: 0.0, f: 0.0 });
        let interval = Interval { root: Corner::new(3, 1), row: 2, left: 0.5, right: 2.0, g: 0.0, f: 0.0 };
        seen.expand_interval(&interval);
        assert_eq!(seen.cells, [(3, 1), (1, 2), (2, 2)].map(Cell::from));
    }

    #[test]
    fn ends_lie_in_the_middle_of_cells_or_on_corners() {
        let grid = Grid::open(4, 2).unwrap();
        let path = [(0.0, 0.0), (3.0, 1.0)];
        let drawn = |is_on_corners| {
            let searched =
                Searched { start: path[0], goals: &path[1..], path: &path, expanded: &[], is_on_corners };
            let mut svg = Vec::new();
            Scene::of_search(&grid, &searched).write_svg(&mut svg).unwrap();
            String::from_utf8(svg).unwrap()
        };
        let (cells, corners) = (drawn(false), drawn(true));
        assert!(cells.contains(r#"cx="0.5" cy="0.5""#) && cells.contains(r#"cx="3.5" cy="1.5""#), "{cells}");
        assert!(corners.contains(r#"cx="0" cy="0""#) && corners.contains(r#"cx="3" cy="1""#), "{corners}");
        assert!(corners.contains(r#"points="0,0 3,1""#), "{corners}");
    }
}
