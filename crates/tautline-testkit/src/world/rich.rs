use std::fmt::{Display, Formatter};

use tautline::geometry::Cell;
use tautline::map::{Link, Map, Tiling, Tolls};
use tautline::moves::Direction;

use super::{PlainWorld, SplitMix64};

/// A map with everything there can be to one, each thing kept in the plainest way.
#[derive(Clone, Debug)]
pub struct RichWorld {
    /// Which cells are free.
    pub plain: PlainWorld,
    /// What cells cost, row by row; 0 exactly where they are blocked. None: 1 everywhere.
    pub costs: Option<Vec<u16>>,
    /// The height of each cell, and what it costs to climb and to descend one unit.
    pub heights: Option<(Vec<i32>, u16, u16)>,
    /// Extra ways.
    pub links: Vec<Link>,
    /// How the tiles lie beside each other.
    pub tiling: Tiling,
}

impl RichWorld {
    /// Nothing but a map.
    #[must_use]
    pub fn plain(plain: PlainWorld) -> Self {
        Self { plain, costs: None, heights: None, links: Vec::new(), tiling: Tiling::Square }
    }

    /// A random one: with `parts`, one bit each, terrain (1), heights (2), links (4) and hexagons (8).
    #[must_use]
    pub fn random(width: u32, height: u32, percent: u32, parts: u32, rng: &mut SplitMix64) -> Self {
        let plain = PlainWorld::random(width, height, percent, rng);
        let cells: Vec<Cell> = plain.cells().collect();
        let costs = (parts & 1 != 0).then(|| {
            let top = [2, 5, 16, 300][rng.below(4) as usize];
            let cost = |cell: &Cell| {
                if plain.is_free(cell.x, cell.y) { 1 + rng.below(top) as u16 } else { 0 }
            };
            cells.iter().map(cost).collect()
        });
        let heights = (parts & 2 != 0).then(|| {
            let heights = cells.iter().map(|_| rng.below(4) as i32).collect();
            (heights, rng.below(4) as u16, rng.below(3) as u16)
        });
        let free: Vec<Cell> = cells.into_iter().filter(|cell| plain.is_free(cell.x, cell.y)).collect();
        let mut links = Vec::new();
        if parts & 4 != 0 && free.len() > 1 {
            for _ in 0..=rng.below(6) {
                let mut any = || free[rng.below(free.len() as u32) as usize];
                let (from, to) = (any(), any());
                if from != to {
                    links.push(Link { from, to, cost: rng.below(5) });
                }
            }
        }
        let tiling = if parts & 8 != 0 { Tiling::Hexagonal } else { Tiling::Square };
        Self { plain, costs, heights, links, tiling }
    }

    /// What a cell costs.
    #[must_use]
    pub fn cost(&self, cell: Cell) -> u16 {
        self.costs.as_ref().map_or(1, |costs| costs[self.plain.index(cell)])
    }

    /// The toll of the way from one cell to a neighbour, in tiles.
    #[must_use]
    pub fn toll(&self, from: Cell, to: Cell) -> u32 {
        let Some((heights, up, down)) = &self.heights else { return 0 };
        let climb = heights[self.plain.index(to)] - heights[self.plain.index(from)];
        if climb > 0 { climb as u32 * u32::from(*up) } else { climb.unsigned_abs() * u32::from(*down) }
    }

    /// The map of the library that it is.
    ///
    /// # Panics
    ///
    /// If a link begins or ends at a blocked cell.
    #[must_use]
    pub fn to_map(&self) -> Map {
        let map = if self.costs.is_some() {
            let (width, height) = (self.plain.width, self.plain.height);
            Map::from_costs(width, height, |cell| self.cost(cell)).expect("a size")
        } else {
            self.plain.to_map()
        };
        let map = if self.heights.is_some() {
            let toll = |cell, direction: Direction| self.toll(cell, cell + direction) as u16;
            let tolls = Tolls::from_fn(map.grid(), toll);
            map.with_tolls(tolls).expect("tolls for a map of this size")
        } else {
            map
        };
        let map = map.with_links(self.links.iter().copied()).expect("links between free cells");
        map.with_tiling(self.tiling)
    }
}

impl Display for RichWorld {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { plain, costs, heights, links, tiling } = self;
        writeln!(f, "{plain}\n{}, links {links:?}", tiling.name())?;
        writeln!(f, "costs {costs:?}\nheights, up, down {heights:?}")
    }
}
