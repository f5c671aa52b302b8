use super::Clearance;
use crate::geometry::{Cell, Point};
use crate::map::{Grid, Map};
use crate::path::Path;

/// Soft costs: what makes one shortest way a better one than another.
///
/// A layer has a number for each cell and a weight; what a cell costs is 1 plus the weighted sum of its numbers. A weight of 2
/// makes a cell where the number is 1 three times as dear as ordinary ground; a negative weight attracts.
///
/// Costs of a [`Map`] are whole numbers, so they are scaled: ordinary ground costs [`SCALE`](Self::SCALE) = 10, and the cost
/// of a path is ten times what it would be. Each cost is rounded to the nearest, and **no free cell costs less than 1**, however
/// strongly it attracts, and none more than 65535: cheaper than a tenth of ordinary ground it does not get, as with free cells
/// a path could wander about for nothing.
///
/// (A planner refuses a map on which the costs of all free cells together come to 2²⁹ or more; a map of a million cells
/// may cost some 500 a cell.)
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::field::{Border, Clearance, Layers};
/// use tautline::map::Grid;
/// use tautline::planners::{AStar, AStarConfig};
/// use tautline::search::{Query, Workspace};
///
/// let grid = Grid::open(9, 5)?;
/// let clearance = Clearance::new(&grid, Border::Blocked);
/// let map = Layers::new(&grid)
///     .near_walls(&clearance, 2.0, 3.0)
///     .layer("mud", 4.0, |cell| f32::from(cell.x == 4 && cell.y == 2))
///     .build();
/// assert_eq!((map.cost((4, 0)), map.cost((2, 2)), map.cost((4, 2))), (33, 10, 50));
/// let planner = AStar::new(&map, AStarConfig::default())?;
/// let path = planner.plan(&map, &Query::new((0, 0), (8, 0)), &mut Workspace::new())?.into_path().unwrap();
/// assert!(path.cells().unwrap().contains(&(3, 2).into()), "away from the wall");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layers<'w> {
    grid: &'w Grid,
    layers: Vec<Layer>,
}

#[derive(Clone, Debug)]
struct Layer {
    name: String,
    weight: f32,
    /// Row by row.
    values: Vec<f32>,
}

impl<'w> Layers<'w> {
    /// What ordinary ground costs, and by what the cost of a path has to be divided to be in tiles.
    pub const SCALE: u16 = 10;

    /// No layers yet: every free cell is ordinary ground.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self { grid, layers: Vec::new() }
    }

    /// One layer more: asks for the number of each free cell. What is no finite number counts as 0.
    #[must_use]
    pub fn layer(mut self, name: &str, weight: f32, mut value: impl FnMut(Cell) -> f32) -> Self {
        let of = |cell: Cell| if self.grid.is_free(cell) { value(cell) } else { 0.0 };
        let values = self.grid.cells().map(of).map(|value| if value.is_finite() { value } else { 0.0 });
        let layer = Layer { name: name.to_owned(), weight, values: values.collect() };
        self.layers.push(layer);
        self
    }

    /// A layer `walls`: 1 at an obstacle, falling to 0 at a distance of so many tiles from it.
    #[must_use]
    pub fn near_walls(self, clearance: &Clearance, distance: f64, weight: f32) -> Self {
        self.layer("walls", weight, |cell| falling(clearance.distance(cell), distance))
    }

    /// A layer `route`: 1 on a path, falling to 0 at a distance of so many tiles from it. With a positive weight it leads away
    /// from a guard's route, with a negative one along a road.
    #[must_use]
    pub fn along(self, path: &Path, width: f64, weight: f32) -> Self {
        let points: Vec<Point> = path.clone().with_every_cell().points().collect();
        let mut cells: Vec<Cell> = points.iter().copied().map(Point::cell).collect();
        if path.cells().is_none() {
            cells.extend(points.windows(2).flat_map(|pair| cells_along(pair[0], pair[1])));
            cells.sort_unstable();
            cells.dedup();
        }
        self.around("route", cells, width, weight)
    }

    /// A layer around some cells: 1 on them, falling to 0 at a distance of so many tiles from the nearest of them. With a
    /// negative weight they attract.
    ///
    /// Takes as much time as there are cells within the distance of each of them, so it is meant for few cells or small
    /// distances.
    #[must_use]
    pub fn around(
        self,
        name: &str,
        cells: impl IntoIterator<Item = Cell>,
        distance: f64,
        weight: f32,
    ) -> Self {
        let (width, height) = (self.grid.width() as i32, self.grid.height() as i32);
        let mut values = vec![0f32; width as usize * height as usize];
        let reach = distance.clamp(0.0, f64::from(width.max(height))) as i32;
        for cell in cells {
            let near =
                |at: i32, end: i32| at.saturating_sub(reach).max(0)..at.saturating_add(reach + 1).min(end);
            for y in near(cell.y, height) {
                for x in near(cell.x, width) {
                    let away = (cell.squared_distance(Cell { x, y }) as f64).sqrt();
                    let value = &mut values[(y * width + x) as usize];
                    *value = value.max(falling(away, distance));
                }
            }
        }
        self.layer(name, weight, |cell| values[(cell.y * width + cell.x) as usize])
    }

    /// Changes the weight of all layers of this name; how many there are.
    pub fn set_weight(&mut self, name: &str, weight: f32) -> usize {
        let named = self.layers.iter_mut().filter(|layer| layer.name == name);
        named.map(|layer| layer.weight = weight).count()
    }

    /// The names of the layers and their weights, in the order in which they were added.
    pub fn weights(&self) -> impl Iterator<Item = (&str, f32)> {
        self.layers.iter().map(|layer| (layer.name.as_str(), layer.weight))
    }

    /// Adds everything up.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "it cannot: there is a map of this size")]
    pub fn build(&self) -> Map {
        let (width, height) = (self.grid.width(), self.grid.height());
        let mut sums = vec![1f64; width as usize * height as usize];
        for Layer { weight, values, .. } in &self.layers {
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum += f64::from(*weight) * f64::from(value);
            }
        }
        let cost = |cell: Cell| {
            let sum = sums[cell.y as usize * width as usize + cell.x as usize];
            // What is no number, as infinite weights make it, becomes 0, and so 1.
            let scaled = (sum * f64::from(Self::SCALE)).round() as u16;
            if self.grid.is_free(cell) { scaled.max(1) } else { 0 }
        };
        Map::from_costs(width, height, cost).expect("the size of a map")
    }
}

/// The cells along a line, looked at every quarter of a tile.
fn cells_along(from: Point, to: Point) -> impl Iterator<Item = Cell> {
    let parts = (4.0 * from.distance(to)).ceil() as u32;
    (1..parts).map(move |part| {
        let share = f64::from(part) / f64::from(parts);
        Point::new(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)).cell()
    })
}

/// 1 at a distance of 0, 0 at so many tiles and beyond.
fn falling(away: f64, distance: f64) -> f32 {
    if away < distance { (1.0 - away / distance) as f32 } else { 0.0 }
}
