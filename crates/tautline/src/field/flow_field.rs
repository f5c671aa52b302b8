use std::collections::BTreeMap;

use super::error::check_root;
use super::wave::{HERE, NOWHERE, Wave};
use super::{Field, FieldConfig, FieldError, Travel};
use crate::geometry::Cell;
use crate::map::Map;
use crate::moves::{DiagonalRule, Direction};
use crate::search::Workspace;

/// For every cell the next step towards the nearest goal: one byte a cell, for any number of agents.
///
/// - **Finds** a next step of a cheapest way from each cell to the goal that is nearest by that.
/// - **Guarantees** that an agent that follows the steps gets there at the cost of a [`Field`] towards the goals.
/// - **Needs** nothing. On a plain map it is made by a wave that looks at each cell about once; on every other map, with
///   terrain, tolls, links or hexagons, from a field.
/// - **Complexity**: linear in the cells that reach a goal, for the wave; that of a field otherwise.
///
/// It is what was right when it was made: it does not borrow the map, and does not follow its edits.
///
/// ```
/// use tautline::field::FlowField;
/// use tautline::map::Map;
/// use tautline::moves::{DiagonalRule, Direction};
/// use tautline::search::Workspace;
///
/// let map = Map::from_rows(["....", ".##.", "...."])?;
/// let flow = FlowField::new(&map, DiagonalRule::NoCornerCutting, [(0, 2)], &mut Workspace::new())?;
/// assert_eq!(flow.direction((0, 0)), Some(Direction::South));
/// assert_eq!(flow.next((3, 2)), Some((2, 2).into()));
/// assert_eq!(flow.next((0, 2)), None, "there already");
/// assert!(flow.reaches_a_goal((0, 2)) && !flow.reaches_a_goal((1, 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowField {
    width: u32,
    height: u32,
    /// Row by row: the number of the direction in which a wave from the goals comes to the cell, against which one walks;
    /// [`HERE`], [`NOWHERE`] or [`LINKED`].
    arrivals: Vec<u8>,
    /// Where the cells lead whose next step is none, but a link.
    links: BTreeMap<(i32, i32), Cell>,
}

/// A cell from which a link leads towards the goal.
const LINKED: u8 = HERE + 1;

impl FlowField {
    /// The steps to the nearest of some goals.
    pub fn new<G: Into<Cell>>(
        map: &Map,
        rule: DiagonalRule,
        goals: impl IntoIterator<Item = G>,
        workspace: &mut Workspace,
    ) -> Result<Self, FieldError> {
        Self::towards(map, rule, &goals.into_iter().map(Into::into).collect::<Vec<_>>(), workspace)
    }

    fn towards(
        map: &Map,
        rule: DiagonalRule,
        goals: &[Cell],
        workspace: &mut Workspace,
    ) -> Result<Self, FieldError> {
        if goals.is_empty() {
            return Err(FieldError::NoRoots);
        }
        goals.iter().try_for_each(|&goal| check_root(map.grid(), goal))?;
        if map.is_plain() {
            let (grid, wave) = (map.grid(), workspace.part::<Wave>());
            if wave.spread(grid, rule, goals)? {
                let (width, height) = (grid.width(), grid.height());
                let mut arrivals = Vec::with_capacity(width as usize * height as usize);
                (0..height).for_each(|y| arrivals.extend_from_slice(wave.arrivals(grid, y)));
                return Ok(Self { width, height, arrivals, links: BTreeMap::new() });
            }
        }
        Self::from_field(map, rule, goals)
    }

    /// The same from a field, for every map.
    fn from_field(map: &Map, rule: DiagonalRule, goals: &[Cell]) -> Result<Self, FieldError> {
        let config = FieldConfig { rule, travel: Travel::ToRoots, ..Default::default() };
        let field = Field::with_config(map, config, goals.iter().copied())?;
        let grid = map.grid();
        let mut links = BTreeMap::new();
        let arrival = |cell: Cell| match field.towards_root(cell) {
            None if field.halves(cell).is_some() => HERE,
            None => NOWHERE,
            Some(next) if field.is_by_link(cell) => {
                links.insert((cell.x, cell.y), next);
                LINKED
            }
            Some(next) => Direction::between(next, cell).map_or(NOWHERE, |direction| direction as u8),
        };
        let arrivals = grid.cells().map(arrival).collect();
        Ok(Self { width: grid.width(), height: grid.height(), arrivals, links })
    }

    fn arrival(&self, cell: Cell) -> u8 {
        let on_map = (0..self.width as i32).contains(&cell.x) && (0..self.height as i32).contains(&cell.y);
        if on_map { self.arrivals[cell.y as usize * self.width as usize + cell.x as usize] } else { NOWHERE }
    }

    /// The direction of the next step from a cell. None at a goal, where no goal can be reached, and where the way goes on
    /// through a link.
    #[must_use]
    pub fn direction(&self, cell: impl Into<Cell>) -> Option<Direction> {
        let arrival = self.arrival(cell.into());
        Direction::ALL.get(usize::from(arrival)).map(|direction| direction.opposite())
    }

    /// The next cell on the way, be it by a step or by a link. None at a goal, and where no goal can be reached.
    #[must_use]
    pub fn next(&self, cell: impl Into<Cell>) -> Option<Cell> {
        let cell = cell.into();
        match self.direction(cell) {
            Some(direction) => Some(cell + direction),
            None => self.links.get(&(cell.x, cell.y)).copied(),
        }
    }

    /// Whether one gets from a cell to a goal; on a goal one is there already.
    #[must_use]
    pub fn reaches_a_goal(&self, cell: impl Into<Cell>) -> bool {
        self.arrival(cell.into()) != NOWHERE
    }

    /// The cells from one to a goal, both included; nothing if there is no way. What it costs is what
    /// [`walk_cells`](crate::path::walk_cells) says.
    pub fn way(&self, from: impl Into<Cell>) -> impl Iterator<Item = Cell> {
        let from = Some(from.into()).filter(|&cell| self.reaches_a_goal(cell));
        std::iter::successors(from, |&cell| self.next(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline_testkit::world::{PlainWorld, SplitMix64};

    /// On a plain map with ways too long for the wave, the field takes its place: ways as long, from the same cells.
    #[test]
    fn the_field_can_take_the_place_of_the_wave() {
        let mut rng = SplitMix64::new(1);
        for round in 0..100 {
            let plain = PlainWorld::random(9, 8, 25, &mut rng);
            // The library's own tests see the testkit's map as another type.
            let rows = plain.to_string();
            let map = Map::from_rows(rows.lines()).unwrap();
            let Some(goal) = map.cells().find(|&cell| map.is_free(cell)) else { continue };
            let rule = DiagonalRule::ALL[round % 4];
            let wave = FlowField::new(&map, rule, [goal], &mut Workspace::new()).unwrap();
            let field = FlowField::from_field(&map, rule, &[goal]).unwrap();
            for cell in map.cells() {
                let steps = |flow: &FlowField| {
                    let ways = flow.way(cell).filter_map(|cell| flow.direction(cell));
                    ways.fold((0, 0), |(straight, diagonal), direction| {
                        if direction.is_diagonal() {
                            (straight, diagonal + 1)
                        } else {
                            (straight + 1, diagonal)
                        }
                    })
                };
                assert_eq!(steps(&wave), steps(&field), "{rule:?}, from {cell}\n{rows}");
                assert_eq!(wave.reaches_a_goal(cell), field.reaches_a_goal(cell));
            }
        }
    }
}
