use super::Grid;
use super::counts::Counts;
use crate::geometry::Cell;
use crate::moves::Direction;

/// What steps cost beyond their length, in tiles: the second way to model travel costs, in which they belong to the links
/// between neighbours, so that uphill can be dearer than downhill.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::{Map, Tolls};
/// use tautline::planners::AStar;
/// use tautline::search::{Query, Workspace};
///
/// let map = Map::open(3, 1)?;
/// let heights = [0, 5, 0];
/// let tolls = Tolls::climbs(map.grid(), |cell| heights[cell.x as usize], 2, 1);
/// let map = map.with_tolls(tolls)?;
/// let answer = AStar::new(&map, Default::default())?.plan(&map, &Query::new((0, 0), (2, 0)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost(), 2.0 + 5.0 * 2.0 + 5.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tolls {
    width: u32,
    height: u32,
    /// For each cell, row by row, the toll of the steps away from it.
    steps: Vec<[u16; 8]>,
    /// How many steps have each toll.
    counts: Counts,
    /// The largest of them.
    largest: u16,
}

impl Tolls {
    /// Asks for the toll of every step between two cells of a map.
    #[must_use]
    pub fn from_fn(grid: &Grid, mut toll: impl FnMut(Cell, Direction) -> u16) -> Self {
        let of = |cell: Cell| {
            Direction::ALL.map(
                |direction| {
                    if grid.contains(cell + direction) { toll(cell, direction) } else { 0 }
                },
            )
        };
        let steps: Vec<[u16; 8]> = grid.cells().map(of).collect();
        let mut counts = Counts::default();
        steps.as_flattened().iter().for_each(|&toll| counts.add(toll));
        let largest = counts.largest().unwrap_or(0);
        Self { width: grid.width(), height: grid.height(), steps, counts, largest }
    }

    /// For each unit of height, so much uphill and so much downhill; what is too much for a toll is the largest there is.
    ///
    /// There and back cost different amounts, but lead the same way: on every path between two places, what is climbed in one
    /// direction more than in the other is the difference of their heights. Where a steep slope is to be dearer than a ramp of
    /// the same height, take [`from_fn`](Self::from_fn) with the square of the climb, say.
    #[must_use]
    pub fn climbs(grid: &Grid, mut height: impl FnMut(Cell) -> i32, up: u16, down: u16) -> Self {
        let heights: Vec<i32> = grid.cells().map(&mut height).collect();
        let at = |cell: Cell| heights[cell.y as usize * grid.width() as usize + cell.x as usize];
        Self::from_fn(grid, |cell, direction| {
            let climb = i64::from(at(cell + direction)) - i64::from(at(cell));
            let toll = if climb > 0 { climb * i64::from(up) } else { -climb * i64::from(down) };
            toll.min(u16::MAX.into()) as u16
        })
    }

    /// Whether they are for maps of this size.
    #[must_use]
    pub fn fit(&self, grid: &Grid) -> bool {
        (self.width, self.height) == (grid.width(), grid.height())
    }

    /// The toll of a step.
    ///
    /// # Panics
    ///
    /// If the cell is not on the map.
    #[must_use]
    #[inline]
    pub fn toll(&self, from: Cell, direction: Direction) -> u16 {
        self.steps[from.y as usize * self.width as usize + from.x as usize][direction as usize]
    }

    /// The largest toll there is.
    #[must_use]
    pub fn largest(&self) -> u16 {
        self.largest
    }

    /// The tolls of all steps, cell by cell and row by row.
    pub(super) fn steps(&self) -> &[[u16; 8]] {
        &self.steps
    }

    /// Changes the toll of a step away from a cell of the map and returns what it was before.
    pub(super) fn set(&mut self, from: Cell, direction: Direction, toll: u16) -> u16 {
        let steps = &mut self.steps[from.y as usize * self.width as usize + from.x as usize];
        let before = std::mem::replace(&mut steps[direction as usize], toll);
        self.counts.add(toll);
        self.counts.remove(before);
        self.largest = self.counts.largest().unwrap_or(0);
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn climbs_differ_by_direction_and_do_not_overflow() {
        let grid = Grid::open(3, 2).unwrap();
        let heights = [0, 3, i32::MAX, -2, 0, i32::MIN];
        let tolls = Tolls::climbs(&grid, |cell| heights[(cell.y * 3 + cell.x) as usize], 5, 1);
        assert_eq!(tolls.toll(Cell::new(0, 0), Direction::East), 15);
        assert_eq!(tolls.toll(Cell::new(1, 0), Direction::West), 3);
        assert_eq!(tolls.toll(Cell::new(0, 0), Direction::South), 2);
        assert_eq!(tolls.toll(Cell::new(2, 1), Direction::North), u16::MAX);
        assert_eq!(tolls.toll(Cell::new(2, 0), Direction::East), 0, "there is no such step");
        assert_eq!(tolls.largest(), u16::MAX);
        assert!(tolls.fit(&grid) && !tolls.fit(&Grid::open(2, 3).unwrap()));
    }

    #[test]
    fn the_largest_toll_is_right_after_every_change() {
        let grid = Grid::open(3, 1).unwrap();
        let mut tolls = Tolls::from_fn(&grid, |cell, _| cell.x as u16 * 2);
        let largest = [
            ((0, Direction::East, 7), 7),
            ((0, Direction::East, 3), 4),
            ((1, Direction::West, 0), 4),
            ((2, Direction::West, 9), 9),
            ((2, Direction::West, 3), 3),
            ((0, Direction::East, 0), 3),
            ((2, Direction::West, 1), 2),
        ];
        for ((x, direction, toll), largest) in largest {
            tolls.set(Cell::new(x, 0), direction, toll);
            assert_eq!(tolls.largest(), largest, "{x} {toll}");
        }
    }
}
