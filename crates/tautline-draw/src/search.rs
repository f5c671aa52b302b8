use tautline::geometry::{Cell, Position};
use tautline::map::Map;
use tautline::path::Path;
use tautline::search::{Interval, Observer, Visit};

use crate::Scene;

/// Remembers which cells a search is drawn on, in the order in which it came to them: the expanded ones, of corners the cells to
/// the south-east of them, of intervals those along the row.
///
/// ```
/// use tautline::{Corner, Map, Planner, Query, Workspace};
/// use tautline_draw::{Expanded, Scene};
///
/// let map = Map::from_rows(["......", ".####.", "......"])?;
/// let query = Query::new(Corner::new(0, 1), Corner::new(5, 2));
/// let mut seen = Expanded::default();
/// Planner::new("theta", &map)?.plan_observed(&map, &query, &mut Workspace::new(), &mut seen)?;
/// let scene = Scene::new(&map).expanded(seen.cells);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Expanded {
    /// The cells; one may come several times.
    pub cells: Vec<Cell>,
}

impl Observer for Expanded {
    fn expand(&mut self, visit: &Visit) {
        self.cells.push(match visit.place {
            Position::Cell(cell) => cell,
            Position::Corner(corner) => Cell::new(corner.x, corner.y),
            Position::Point(point) => point.cell(),
        });
    }

    fn expand_interval(&mut self, interval: &Interval) {
        let columns = interval.left.ceil() as i32..=interval.right.floor() as i32;
        self.cells.extend(columns.map(|x| Cell::new(x, interval.row)));
    }
}

/// A search and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Searched<'a> {
    /// Where it began.
    pub start: Position,
    /// Where it should lead.
    pub goals: &'a [Position],
    /// The path that was found, if there is one.
    pub path: Option<&'a Path>,
    /// What was expanded.
    pub expanded: &'a [Cell],
}

impl<'a> Scene<'a> {
    /// A map with a search on it: the path, its ends, and what was expanded.
    pub fn of_search(map: &'a Map, searched: &Searched<'_>) -> Self {
        let &Searched { start, goals, path, expanded } = searched;
        let scene = Self::new(map).expanded(expanded.iter().copied()).start(start);
        let scene = path.into_iter().fold(scene, |scene, path| scene.path(path.positions()));
        goals.iter().copied().fold(scene, Scene::goal)
    }
}

#[cfg(test)]
mod tests {
    use tautline::geometry::Corner;

    use super::*;

    #[test]
    fn corners_and_intervals_are_cells_to_the_south_east() {
        let mut seen = Expanded::default();
        seen.expand(&Visit { place: Corner::new(3, 1).into(), parent: None, g: 0.0, h: 0.0, f: 0.0 });
        let interval =
            Interval { root: Corner::new(3, 1).into(), row: 2, left: 0.5, right: 2.0, g: 0.0, f: 0.0 };
        seen.expand_interval(&interval);
        assert_eq!(seen.cells, [(3, 1), (1, 2), (2, 2)].map(Cell::from));
    }

    #[test]
    fn ends_lie_in_the_middle_of_cells_or_on_corners() {
        let map = Map::open(4, 2).unwrap();
        let drawn = |path: &Path| {
            let searched =
                Searched { start: path.start(), goals: &[path.end()], path: Some(path), expanded: &[] };
            let mut svg = Vec::new();
            Scene::of_search(&map, &searched).write_svg(&mut svg).unwrap();
            String::from_utf8(svg).unwrap()
        };
        let cells = drawn(&Path::new([(0, 0), (3, 1)].map(Cell::from).to_vec(), 0.0));
        let corners = drawn(&Path::new([(0, 0), (3, 1)].map(Corner::from).to_vec(), 0.0));
        assert!(cells.contains(r#"cx="0.5" cy="0.5""#) && cells.contains(r#"cx="3.5" cy="1.5""#), "{cells}");
        assert!(corners.contains(r#"cx="0" cy="0""#) && corners.contains(r#"cx="3" cy="1""#), "{corners}");
        assert!(corners.contains(r#"points="0,0 3,1""#), "{corners}");
    }
}
