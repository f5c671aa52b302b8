use super::{Grid, Links, Terrain, Tolls};
use crate::geometry::Cell;

/// How tiles lie beside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tiling {
    /// Squares in rows and columns.
    #[default]
    Square,
    /// Hexagons in rows, every second row (those with odd numbers) shifted half a tile to the right: six neighbours, all at
    /// the same distance.
    Hexagonal,
}

impl Tiling {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Hexagonal => "hexagonal",
        }
    }
}

/// What a planner plans on: a map, and what else there is to it. It borrows all of that, so that nothing of it can change
/// under the planner.
///
/// Everything that takes a ground takes a [`Grid`] or a [`Terrain`] by reference as well.
///
/// ```
/// use tautline::world::{Grid, Ground, Links, Tiling};
///
/// let grid = Grid::open(9, 9)?;
/// let links = Links::new();
/// let ground = Ground::from(&grid).with_links(&links).with_tiling(Tiling::Hexagonal);
/// assert!(!ground.is_plain());
/// # Ok::<(), tautline::world::GridError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ground<'w> {
    grid: &'w Grid,
    terrain: Option<&'w Terrain>,
    tolls: Option<&'w Tolls>,
    links: Option<&'w Links>,
    tiling: Tiling,
}

/// Something about a ground that a planner cannot take into account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// Cells that cost more than others.
    #[error("terrain costs")]
    Terrain,
    /// Steps that cost more than others.
    #[error("tolls of steps")]
    Tolls,
    /// Teleports and the like.
    #[error("links")]
    Links,
    /// Tiles with six neighbours.
    #[error("hexagons")]
    Hexagons,
}

/// Tolls that were made for a map of another size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tolls are for a map of another size")]
pub struct MisfitTolls;

impl<'w> From<&'w Grid> for Ground<'w> {
    fn from(grid: &'w Grid) -> Self {
        Self { grid, terrain: None, tolls: None, links: None, tiling: Tiling::Square }
    }
}

impl<'w> From<&'w Terrain> for Ground<'w> {
    fn from(terrain: &'w Terrain) -> Self {
        Self { terrain: Some(terrain), ..Self::from(terrain.grid()) }
    }
}

impl<'w> Ground<'w> {
    /// The same with tolls for its steps.
    ///
    /// # Panics
    ///
    /// If the tolls were made for a map of another size; [`try_with_tolls`](Self::try_with_tolls) says so instead.
    #[must_use]
    pub fn with_tolls(self, tolls: &'w Tolls) -> Self {
        self.try_with_tolls(tolls).expect("tolls for a map of this size")
    }

    /// The same with tolls for its steps, if they are for a map of this size.
    pub fn try_with_tolls(self, tolls: &'w Tolls) -> Result<Self, MisfitTolls> {
        if tolls.fit(self.grid) { Ok(Self { tolls: Some(tolls), ..self }) } else { Err(MisfitTolls) }
    }

    /// The same with links. Those that have lost an end to an edit since they were added do not count.
    #[must_use]
    pub fn with_links(self, links: &'w Links) -> Self {
        Self { links: (!links.is_empty()).then_some(links), ..self }
    }

    /// The same with its tiles beside each other in another way.
    #[must_use]
    pub fn with_tiling(self, tiling: Tiling) -> Self {
        Self { tiling, ..self }
    }

    /// Which cells are free.
    #[must_use]
    pub fn grid(&self) -> &'w Grid {
        self.grid
    }

    /// What cells cost, if not all the same.
    #[must_use]
    pub fn terrain(&self) -> Option<&'w Terrain> {
        self.terrain
    }

    /// What steps cost beyond their length.
    #[must_use]
    pub fn tolls(&self) -> Option<&'w Tolls> {
        self.tolls
    }

    /// Extra ways; none if there are none.
    #[must_use]
    pub fn links(&self) -> Option<&'w Links> {
        self.links
    }

    /// How its tiles lie beside each other.
    #[must_use]
    pub fn tiling(&self) -> Tiling {
        self.tiling
    }

    /// Whether it is nothing but square tiles that are free or blocked.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.plain().is_ok()
    }

    /// Its map, if there is nothing else to it: for planners that know nothing else.
    pub fn plain(&self) -> Result<&'w Grid, Unsupported> {
        if self.tiling == Tiling::Hexagonal {
            return Err(Unsupported::Hexagons);
        }
        self.uniform()
    }

    /// Its map, if all steps cost what they are long, and there are no other ways: for planners that know all tilings, but no
    /// costs.
    pub fn uniform(&self) -> Result<&'w Grid, Unsupported> {
        if self.terrain.is_some() {
            return Err(Unsupported::Terrain);
        }
        if self.tolls.is_some() {
            return Err(Unsupported::Tolls);
        }
        if self.links.is_some() {
            return Err(Unsupported::Links);
        }
        Ok(self.grid)
    }

    /// The same, if it is square tiles without tolls and links: for planners that know nothing else but costs of cells.
    pub fn only_terrain(self) -> Result<Self, Unsupported> {
        Self { terrain: None, ..self }.plain().map(|_| self)
    }

    /// The cost of a free cell.
    #[must_use]
    pub fn cost(&self, cell: Cell) -> u16 {
        match self.terrain {
            Some(terrain) => terrain.cost(cell),
            None => self.grid.is_free(cell).into(),
        }
    }
}
