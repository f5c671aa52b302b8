use std::collections::HashSet;

use super::FieldError;
use super::error::{check_links, check_root};
use crate::geometry::Cell;
use crate::heuristic::Zero;
use crate::map::{CellId, Map};
use crate::moves::{Cost, DiagonalRule, OctileLength, StepCosts};
use crate::open::{Stacks, TieBreak};
use crate::path::Path;
use crate::planners::{Dijkstra, DijkstraConfig};
use crate::search::{
    BestFirst, GridSpace, Limits, SearchMemory, Silent, Space, StateId, Strategy, Target, WorldSpace,
};

/// Which way one walks. It matters where there are [`Tolls`](crate::map::Tolls) or one-way [`Links`](crate::map::Links).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Travel {
    /// From the nearest root to each cell.
    #[default]
    FromRoots,
    /// From each cell to the nearest root: what agents follow to get there.
    ToRoots,
}

/// The options of a [`Field`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldConfig {
    /// Which steps are allowed.
    pub rule: DiagonalRule,
    /// Which way one walks.
    pub travel: Travel,
    /// Cells that cost more than this are left out: the field ends at the first cell, in the order of the exact costs, whose
    /// [`cost`](Field::cost) is more.
    pub max_cost: Option<f64>,
    /// The field ends as soon as the costs of all these cells are known; to the end of the map if there are none, or if one of
    /// them cannot be reached. Costs that are known are exact all the same.
    pub until: Vec<Cell>,
}

/// What the cheapest way from or to the nearest of some roots costs, for every cell of a map.
///
/// - **Finds** the cost of a cheapest way between each cell and the root for which it is smallest, the way itself, and the root.
/// - **Guarantees** that no way is cheaper; costs are exact lengths, (straight, diagonal), rounded once when they are told.
/// - **Needs** nothing: any [`Map`], with terrain, tolls, links, hexagons.
/// - **Complexity**: every cell that is reached once, 16 bytes for each cell of the map and 4 more for each that is reached.
/// - The loop is that of the planners, [`BestFirst`] without a heuristic, from many starts and without a goal.
/// - E. W. Dijkstra: *A note on two problems in connexion with graphs*, 1959. DOI 10.1007/BF01386390.
///
/// ```
/// use tautline::field::{Field, FieldConfig, Travel};
/// use tautline::map::Map;
///
/// let map = Map::from_rows(["......", ".####.", "......"])?;
/// let field = Field::new(&map, [(0, 0), (5, 2)])?;
/// assert_eq!((field.cost((0, 2)), field.cost((1, 1))), (Some(2.0), None));
/// assert_eq!(field.root_of((4, 2)), Some((5, 2).into()));
/// assert_eq!(field.within(1.0).count(), 6);
///
/// let config = FieldConfig { travel: Travel::ToRoots, max_cost: Some(2.0), ..Default::default() };
/// let home = Field::with_config(&map, config, [(0, 0)])?;
/// let path = home.path((2, 0)).unwrap();
/// assert!(path.positions().eq([(2, 0), (1, 0), (0, 0)].map(Into::into)));
/// assert_eq!(home.cost((3, 0)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Field<'w> {
    map: &'w Map,
    config: FieldConfig,
    memory: SearchMemory<OctileLength, Stacks>,
    /// The cells of the field, the nearest first.
    order: Vec<CellId>,
}

impl<'w> Field<'w> {
    /// The field of some roots, with the default options.
    pub fn new<R: Into<Cell>>(map: &'w Map, roots: impl IntoIterator<Item = R>) -> Result<Self, FieldError> {
        Self::with_config(map, FieldConfig::default(), roots)
    }

    /// The field of some roots, with these options.
    pub fn with_config<R: Into<Cell>>(
        map: &'w Map,
        config: FieldConfig,
        roots: impl IntoIterator<Item = R>,
    ) -> Result<Self, FieldError> {
        Self::of(map, config, &roots.into_iter().map(Into::into).collect::<Vec<_>>())
    }

    fn of(map: &'w Map, config: FieldConfig, roots: &[Cell]) -> Result<Self, FieldError> {
        // Whether sums of costs have room is the same question for a planner.
        Dijkstra::new(map, DijkstraConfig { rule: config.rule, ..Default::default() })?;
        if config.travel == Travel::ToRoots {
            check_links(map)?;
        }
        let mut field = Self { map, config, memory: SearchMemory::default(), order: Vec::new() };
        field.reroot_at(roots)?;
        Ok(field)
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> &FieldConfig {
        &self.config
    }

    /// Turns it into the field of other roots, in the memory that it has. After an error there is nothing in it.
    pub fn reroot<R: Into<Cell>>(&mut self, roots: impl IntoIterator<Item = R>) -> Result<(), FieldError> {
        self.reroot_at(&roots.into_iter().map(Into::into).collect::<Vec<_>>())
    }

    fn reroot_at(&mut self, roots: &[Cell]) -> Result<(), FieldError> {
        self.order.clear();
        if self.map.is_plain() {
            self.spread(&GridSpace::new(self.map.grid(), self.config.rule, StepCosts::OCTILE), roots)
        } else {
            self.spread(&world_space(self.map, &self.config), roots)
        }
    }

    /// The search from the roots.
    fn spread<S>(&mut self, space: &S, roots: &[Cell]) -> Result<(), FieldError>
    where
        S: Space<State = Cell, Cost = OctileLength>,
    {
        let Self { map, config, memory, order } = self;
        let grid = map.grid();
        let search = BestFirst {
            space,
            heuristic: &Zero,
            strategy: Strategy::CheapestTotal,
            ties: TieBreak::Lifo,
            remember_h: true,
        };
        let fault = roots.iter().find_map(|&root| check_root(grid, root).err());
        let fault = fault.or_else(|| roots.is_empty().then_some(FieldError::NoRoots));
        let starts = if fault.is_some() { &[] } else { roots };
        let mut progress = search.begin(starts.iter().copied(), memory)?.tracking_nearest(false);
        if let Some(fault) = fault {
            return Err(fault);
        }
        // A cell outside the map is waited for in vain, as every other one that cannot be reached.
        let number = |&cell: &Cell| grid.id(cell).map_or(u32::MAX, |id| id.0);
        let mut wanted = Wanted {
            max_cost: config.max_cost.unwrap_or(f64::INFINITY) * f64::from(S::SCALE),
            missing: config.until.iter().map(number).collect(),
            waits: !config.until.is_empty(),
            order,
        };
        search.advance(&mut progress, &mut wanted, &Limits::default(), u64::MAX, memory, &mut Silent);
        Ok(())
    }

    /// The cost of the way between a cell and its root; none if there is no way, or it is not part of the field.
    #[must_use]
    pub fn cost(&self, cell: impl Into<Cell>) -> Option<f64> {
        self.halves(cell).map(|halves| halves.length() / 2.0)
    }

    /// The same cost exactly, in halves of a tile and of a tile's diagonal.
    #[must_use]
    pub fn halves(&self, cell: impl Into<Cell>) -> Option<OctileLength> {
        self.halves_of(self.map.grid().id(cell.into())?)
    }

    fn halves_of(&self, id: CellId) -> Option<OctileLength> {
        let (cost, _) = self.memory.settled(StateId(id.0))?;
        Some(if self.map.is_plain() { cost.times(2) } else { cost })
    }

    /// The next cell on the way between a cell and its root, seen from the cell: the next step to the root, or where the last
    /// step from the root comes from. None for a root.
    #[must_use]
    pub fn towards_root(&self, cell: impl Into<Cell>) -> Option<Cell> {
        let id = self.map.grid().id(cell.into())?;
        if self.map.is_plain() {
            self.parent(&GridSpace::new(self.map.grid(), self.config.rule, StepCosts::OCTILE), id)
        } else {
            self.parent(&world_space(self.map, &self.config), id)
        }
    }

    fn parent<S: Space<State = Cell, Cost = OctileLength>>(&self, space: &S, id: CellId) -> Option<Cell> {
        let (_, arrival) = self.memory.settled(StateId(id.0))?;
        (arrival != S::START).then(|| space.state(space.parent(StateId(id.0), arrival)))
    }

    /// Whether it is a link that leads from a cell towards its root, or from there.
    pub(super) fn is_by_link(&self, cell: Cell) -> bool {
        let settled = self.map.grid().id(cell).and_then(|id| self.memory.settled(StateId(id.0)));
        settled.is_some_and(|(_, arrival)| arrival.0 > DiagonalRule::START)
    }

    /// The root to which, or from which, the way to a cell is cheapest: one of them where several are equally near, always the
    /// same one. Takes as many steps as the way has.
    #[must_use]
    pub fn root_of(&self, cell: impl Into<Cell>) -> Option<Cell> {
        self.way_to_root(cell.into()).last()
    }

    /// The way between a cell and its root as one walks it: from the root to the cell, or from the cell to the root.
    #[must_use]
    pub fn path(&self, cell: impl Into<Cell>) -> Option<Path> {
        let cell = cell.into();
        let cost = self.cost(cell)?;
        let mut places: Vec<Cell> = self.way_to_root(cell).collect();
        if self.config.travel == Travel::FromRoots {
            places.reverse();
        }
        Some(Path::new(places, cost))
    }

    fn way_to_root(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let known = self.halves(cell).map(|_| cell);
        std::iter::successors(known, |&cell| self.towards_root(cell))
    }

    /// All cells of the field and what they cost, the nearest to a root first.
    pub fn reached(&self) -> impl Iterator<Item = (Cell, f64)> {
        let costs = self.order.iter().filter_map(|&id| Some((id, self.halves_of(id)?)));
        costs.map(|(id, halves)| (self.map.grid().cell(id), halves.length() / 2.0))
    }

    /// The cells that cost at most so much, and what they cost, the nearest to a root first. Takes as much time as there are
    /// such cells, however large the map is.
    pub fn within(&self, max_cost: f64) -> impl Iterator<Item = (Cell, f64)> {
        self.reached().take_while(move |&(_, cost)| cost <= max_cost)
    }
}

/// The ways of a map in the direction in which the field grows.
fn world_space<'w>(map: &'w Map, config: &FieldConfig) -> WorldSpace<'w, OctileLength> {
    let space = WorldSpace::new(map, config.rule, StepCosts::OCTILE);
    match config.travel {
        Travel::FromRoots => space,
        Travel::ToRoots => space.backwards(),
    }
}

/// Where a field ends, and what there is of it: exactly what the search expands.
struct Wanted<'f> {
    max_cost: f64,
    missing: HashSet<u32>,
    /// Whether there are cells to wait for.
    waits: bool,
    order: &'f mut Vec<CellId>,
}

impl<S: Space> Target<S> for Wanted<'_> {
    #[inline]
    fn is_reached(&mut self, _: &S, id: StateId, g: S::Cost) -> bool {
        if g.value() > self.max_cost {
            return true;
        }
        if self.waits {
            if self.missing.is_empty() {
                return true;
            }
            self.missing.remove(&id.0);
        }
        self.order.push(CellId(id.0));
        false
    }

    fn separation(&self, _: &S, _: S::State) -> u64 {
        0
    }
}
