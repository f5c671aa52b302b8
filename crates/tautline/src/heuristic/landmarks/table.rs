use super::choose::{Chooser, LandmarkChoice};
use super::cost::counted;
use super::flood::NOWHERE;
use crate::engine::{Overflow, Preparation, PrepareError};
use crate::geometry::Cell;
use crate::map::{Map, Revision};
use crate::moves::{CostModel, DiagonalRule};
use crate::search::{Meter, free_cells, reserved};

/// How many landmarks there are, where, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LandmarkConfig {
    /// How many, from 1 to [`MOST`](Self::MOST).
    pub count: u32,
    /// Where.
    pub choice: LandmarkChoice,
    /// What chance begins with: the same landmarks on the same map each time.
    pub seed: u64,
    /// How a search uses them.
    pub used: LandmarkUse,
}

impl LandmarkConfig {
    /// There can be so many landmarks.
    pub const MOST: u32 = 64;
}

impl Default for LandmarkConfig {
    /// Ten of the farthest, all of them used.
    fn default() -> Self {
        Self { count: 10, choice: LandmarkChoice::default(), seed: 0, used: LandmarkUse::All }
    }
}

/// How a search uses landmarks; distances are kept in the order that suits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LandmarkUse {
    /// All of them for each estimate: see [`Alt`](super::Alt). What they say of a cell stands together.
    All,
    /// The best one for the start of a search: see [`AltBest`](super::AltBest). What each of them says stands together.
    Best,
}

/// The distances of all cells from some landmarks.
///
/// Distances are whole numbers in the costs of the search or, for exact lengths, in costs that are a little smaller (see
/// [`LandmarkCost`](super::LandmarkCost)); of 16 bits where all of them fit, of 32 otherwise. They hold for the map, the diagonal rule and
/// the costs that they were prepared for, and are not repaired after an edit.
///
/// ```
/// use tautline::heuristic::landmarks::{LandmarkConfig, Landmarks};
/// use tautline::moves::{CostModel, DiagonalRule};
/// use tautline::map::Map;
///
/// let map = Map::from_rows(["...", ".#.", "#.."])?;
/// let (rule, costs) = (DiagonalRule::NoCornerCutting, CostModel::Octile);
/// let landmarks = Landmarks::new(&map, rule, costs, LandmarkConfig { count: 2, ..Default::default() })?;
/// assert_eq!(landmarks.cells().len(), 2);
/// assert!(!landmarks.tell_apart((0, 0).into(), (2, 2).into()), "a way leads from one to the other");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Landmarks {
    pub(super) config: LandmarkConfig,
    pub(super) rule: DiagonalRule,
    pub(super) costs: CostModel,
    pub(super) width: u32,
    pub(super) cells: Vec<Cell>,
    pub(super) distances: Distances,
    pub(super) revision: Revision,
}

/// The distances, in the order of the landmarks' use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Distances {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl Landmarks {
    /// Chooses landmarks on a plain map and finds out how far everything is from them.
    pub fn new(
        map: &Map,
        rule: DiagonalRule,
        costs: CostModel,
        config: LandmarkConfig,
    ) -> Result<Self, PrepareError> {
        Self::prepare(map, rule, costs, config, &Preparation::default())
    }

    /// The same with limits, or on several threads. The result does not depend on their number.
    pub fn prepare(
        map: &Map,
        rule: DiagonalRule,
        costs: CostModel,
        config: LandmarkConfig,
        preparation: &Preparation,
    ) -> Result<Self, PrepareError> {
        map.supports_only("landmarks", &[])?;
        let grid = map.grid();
        if !(1..=LandmarkConfig::MOST).contains(&config.count) {
            return Err(PrepareError::LandmarkCount(config.count));
        }
        let (width, height) = (grid.width(), grid.height());
        let counted = counted(costs);
        let meter = &mut preparation.meter();
        let free = free_cells(grid, meter)?;
        // No way passes a cell twice; one to a cell and one from there to the goal are added up.
        let longest = free as u64 * u64::from(counted.straight.max(counted.diagonal));
        if 2 * longest >= NOWHERE.into() {
            return Err(Overflow { width, height }.into());
        }
        let count = (config.count as usize).min(free);
        let mut wide = vec![Vec::new(); count];
        let chooser = Chooser { map, rule, costs: counted, count, seed: config.seed, preparation };
        let cells = chooser.choose(config.choice, |number, distances| wide[number] = distances)?;
        wide.truncate(cells.len());
        let distances = Distances::pack(wide, config.used, meter)?;
        Ok(Self { config, rule, costs, width, cells, distances, revision: map.revision() })
    }

    /// The state of the map that they were prepared for.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// What they were prepared with.
    #[must_use]
    pub fn config(&self) -> LandmarkConfig {
        self.config
    }

    /// Where they are; fewer than were asked for on a map with fewer cells.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How much memory the distances take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.distances {
            Distances::Narrow(distances) => size_of_val(&distances[..]),
            Distances::Wide(distances) => size_of_val(&distances[..]),
        }
    }

    /// How many bits a distance has.
    #[must_use]
    pub fn bits(&self) -> u32 {
        match &self.distances {
            Distances::Narrow(_) => u16::BITS,
            Distances::Wide(_) => u32::BITS,
        }
    }

    /// Whether they are for this map as it is now and for these moves.
    #[must_use]
    pub fn are_for(&self, map: &Map, rule: DiagonalRule, costs: CostModel) -> bool {
        self.revision == map.revision() && (self.rule, self.costs) == (rule, costs)
    }

    /// How far a cell is from the landmark with a number, in the costs that are counted; none where no way leads to it.
    #[must_use]
    pub fn distance(&self, number: usize, cell: Cell) -> Option<u32> {
        let place = self.place(number, cell);
        match &self.distances {
            Distances::Narrow(distances) => {
                Some(distances[place].into()).filter(|_| distances[place] != u16::MAX)
            }
            Distances::Wide(distances) => Some(distances[place]).filter(|&distance| distance != NOWHERE),
        }
    }

    /// Whether they prove that no way leads from one cell to another: a landmark is connected with just one of them.
    #[must_use]
    pub fn tell_apart(&self, a: Cell, b: Cell) -> bool {
        (0..self.cells.len())
            .any(|number| self.distance(number, a).is_none() != self.distance(number, b).is_none())
    }

    /// Whether they prove that a way leads from one cell to another: a landmark is connected with both of them.
    #[must_use]
    pub fn connect(&self, a: Cell, b: Cell) -> bool {
        (0..self.cells.len())
            .any(|number| self.distance(number, a).is_some() && self.distance(number, b).is_some())
    }

    #[inline]
    pub(super) fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    fn place(&self, number: usize, cell: Cell) -> usize {
        match self.config.used {
            LandmarkUse::All => self.index(cell) * self.cells.len() + number,
            LandmarkUse::Best => self.plane(number).start + self.index(cell),
        }
    }

    /// Where the distances from one landmark are, if they stand together.
    pub(super) fn plane(&self, number: usize) -> std::ops::Range<usize> {
        let area = self.distances.len() / self.cells.len();
        number * area..(number + 1) * area
    }
}

impl Distances {
    /// Puts the distances from each landmark into the order of their use, and into 16 bits if that is enough.
    fn pack(mut wide: Vec<Vec<u32>>, used: LandmarkUse, meter: &mut Meter<'_>) -> Result<Self, PrepareError> {
        let (landmarks, area) = (wide.len(), wide.first().map_or(0, Vec::len));
        let mut is_narrow = true;
        for distances in &wide {
            let fits = |&distance: &u32| distance == NOWHERE || distance < u16::MAX.into();
            is_narrow = is_narrow && meter.all(distances, fits)?;
        }
        if landmarks == 1 && !is_narrow {
            return Ok(Self::Wide(wide.remove(0)));
        }
        let (count, wide) = (landmarks * area, &wide);
        let ordered = |place: usize| match used {
            LandmarkUse::All => wide[place % landmarks][place / landmarks],
            LandmarkUse::Best => wide[place / area][place % area],
        };
        if is_narrow {
            let mut narrow = reserved(count)?;
            meter.extend(&mut narrow, count, |place| ordered(place).min(u16::MAX.into()) as u16)?;
            return Ok(Self::Narrow(narrow));
        }
        let mut all = reserved(count)?;
        meter.extend(&mut all, count, ordered)?;
        Ok(Self::Wide(all))
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Narrow(distances) => distances.len(),
            Self::Wide(distances) => distances.len(),
        }
    }
}
