use std::io::{self, Write};

use tautline::geometry::{Cell, Point, Position};
use tautline::map::{Map, Tiling};

use crate::course::Course;
use crate::error::DrawError;
use crate::picture;
use crate::plane::Plane;
use crate::shading::Shading;
use crate::text;
use crate::trail::Trail;

/// A map and what is to be seen on it.
///
/// Walls, terrain, links and the tiling come from the map by themselves. What is outside the map is not drawn.
///
/// ```
/// use tautline::{Map, Planner, Query, Workspace};
/// use tautline_draw::Scene;
///
/// let map = Map::from_rows(["......", ".####.", "......"])?;
/// let answer = Planner::new("astar", &map)?.plan(&map, &Query::new((0, 1), (5, 1)), &mut Workspace::new())?;
/// let path = answer.path().expect("the wall has two ends");
/// let scene = Scene::new(&map).path(path.positions()).start((0, 1)).goal((5, 1)).caption("around the wall");
/// assert_eq!(scene.text(80).lines().nth(1), Some("S████G"));
///
/// let mut svg = Vec::new();
/// scene.write_svg(&mut svg)?;
/// let png = scene.png()?;
/// assert!(svg.starts_with(b"<svg") && png.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Scene<'a> {
    pub(crate) map: &'a Map,
    pub(crate) shading: Shading,
    pub(crate) paths: Vec<Course>,
    pub(crate) trails: Vec<Trail>,
    pub(crate) arrows: Vec<(Cell, Cell)>,
    /// On the map, as are the goals.
    pub(crate) starts: Vec<Position>,
    pub(crate) goals: Vec<Position>,
    pub(crate) marks: Vec<(Cell, char)>,
    pub(crate) caption: String,
}

impl<'a> Scene<'a> {
    /// Nothing but the map.
    pub fn new(map: &'a Map) -> Self {
        Self {
            map,
            shading: Shading::None,
            paths: Vec::new(),
            trails: Vec::new(),
            arrows: Vec::new(),
            starts: Vec::new(),
            goals: Vec::new(),
            marks: Vec::new(),
            caption: String::new(),
        }
    }

    /// What a search expanded, in order: coloured from the first to the last. A cell that comes again keeps its first colour.
    /// Takes the place of [`values`](Self::values).
    pub fn expanded(self, cells: impl IntoIterator<Item = Cell>) -> Self {
        Self { shading: Shading::Expanded(cells.into_iter().collect()), ..self }
    }

    /// A field: coloured from the least to the largest value. Values that are not finite have no colour. Takes the place of
    /// [`expanded`](Self::expanded).
    pub fn values(self, values: impl IntoIterator<Item = (Cell, f64)>) -> Self {
        Self { shading: Shading::Values(values.into_iter().collect()), ..self }
    }

    /// A path: its cells or its waypoints, or, on squares, corners or points for one at any angle. Several paths are told apart by
    /// their colours. A step from cell to cell over a link of the map is drawn as such.
    ///
    /// ```
    /// use tautline::{Corner, Map, Planner, Query, Workspace};
    /// use tautline_draw::Scene;
    ///
    /// let map = Map::open(3, 2)?;
    /// let query = Query::new(Corner::new(0, 0), Corner::new(3, 2));
    /// let answer = Planner::new("anya", &map)?.plan(&map, &query, &mut Workspace::new())?;
    /// let path = answer.path().expect("nothing is in the way");
    /// assert!(Scene::new(&map).path(path.positions()).text(80).starts_with("●● \n ●●\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path<P: Into<Position>>(mut self, positions: impl IntoIterator<Item = P>) -> Self {
        let positions: Vec<Position> = positions.into_iter().map(Into::into).collect();
        self.paths.push(Course::new(&positions));
        self
    }

    /// Where an agent went, in tiles, and how large it is: a thin line from a dot where it began to a disc with its radius where
    /// it ended. Every agent of a crowd has a colour of its own, by its number: one that is not on the map has a number too. As
    /// text there is where they ended. On squares only.
    ///
    /// The line is broken where it leaves the map. A radius that is negative or not finite is none: such an agent is a dot.
    ///
    /// ```
    /// use tautline::geometry::Point;
    /// use tautline::map::Map;
    /// use tautline_draw::Scene;
    ///
    /// let map = Map::open(8, 3)?;
    /// let lane = |from: f64, to: f64, y: f64| [Point::new(from, y), Point::new(to, y)];
    /// let scene = Scene::new(&map).trail(&lane(0.5, 6.5, 0.5), 0.4).trail(&lane(7.5, 1.5, 2.5), 0.4);
    /// assert_eq!(scene.text(80), "      ○ \n        \n ○      \n○ agents\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trail(mut self, points: &[Point], radius: f64) -> Self {
        self.trails.push(Trail::new(points, radius, self.map));
        self
    }

    /// A flow field: an arrow on each cell towards the next one.
    pub fn arrows(self, steps: impl IntoIterator<Item = (Cell, Cell)>) -> Self {
        Self { arrows: steps.into_iter().collect(), ..self }
    }

    /// Where a path begins: a cell, or, on squares, a corner or a point; there may be several.
    pub fn start(mut self, position: impl Into<Position>) -> Self {
        self.starts.extend(self.on_map(position.into()));
        self
    }

    /// Where a path should lead: a cell, or, on squares, a corner or a point; there may be several.
    pub fn goal(mut self, position: impl Into<Position>) -> Self {
        self.goals.extend(self.on_map(position.into()));
        self
    }

    /// Something else on a cell: a coin, a guard. As text it is this character, in pictures a dot.
    pub fn mark(mut self, cell: impl Into<Cell>, character: char) -> Self {
        let cell = cell.into();
        if self.map.contains(cell) && !character.is_control() {
            self.marks.push((cell, character));
        }
        self
    }

    /// A line below the picture, in SVG.
    pub fn caption(self, text: impl Into<String>) -> Self {
        Self { caption: text.into(), ..self }
    }

    /// The map as plain characters, at most so many in a line, and a legend below it.
    #[must_use]
    pub fn text(&self, width: usize) -> String {
        text::plain(self, width)
    }

    /// The same with the colours of a terminal.
    pub fn write_text(&self, width: usize, out: &mut dyn Write) -> io::Result<()> {
        text::write(self, width, out)
    }

    /// A picture that can be scaled.
    pub fn write_svg(&self, out: &mut dyn Write) -> io::Result<()> {
        picture::write_svg(self, out)
    }

    /// The same picture as pixels in a PNG file, without the caption.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        picture::png(self)
    }

    /// The position, if it is on the map. Corners and points are for squares only.
    fn on_map(&self, position: Position) -> Option<Position> {
        let fits = match position {
            Position::Cell(cell) => self.map.contains(cell),
            _ => self.map.tiling() == Tiling::Square && Plane::of(self.map).contains(position.point()),
        };
        fits.then_some(position)
    }
}
