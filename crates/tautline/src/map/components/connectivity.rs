use super::prepared::Components;
use crate::geometry::Cell;
use crate::map::Grid;
use crate::search::{Meter, StopReason, count};

/// Whether there is a path from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reachability {
    /// There is one.
    Yes,
    /// There is none.
    No,
    /// Links that lead one way decide: a planner has to find out.
    Unknown,
}

/// Answers about the components of a map: see [`Components::on`].
#[derive(Clone, Copy, Debug)]
pub struct Connectivity<'w> {
    components: &'w Components,
    grid: &'w Grid,
}

impl<'w> Connectivity<'w> {
    pub(super) fn new(components: &'w Components, grid: &'w Grid) -> Self {
        Self { components, grid }
    }

    /// Whether there is a path from one cell to another, in a few look-ups. To and from a cell that is blocked or outside the
    /// map there is none, not even to itself.
    ///
    /// - Yes: both are in the same component; so it is where links lead from one to the other and back, by whatever detours.
    /// - No: no chain of links leads from one to the other, even if every link led both ways; or the order of the components in
    ///   which all links that cannot be gone back lead forwards says that there is no way back.
    /// - Unknown: otherwise. It cannot be without links that lead one way.
    ///
    /// ```
    /// use tautline::map::{Components, Link, Map, Reachability};
    ///
    /// let mut map = Map::from_rows([".#.#."])?;
    /// map.add_link_both_ways(Link::new((0, 0), (2, 0), 1))?;
    /// map.add_link(Link::new((2, 0), (4, 0), 1))?;
    /// let components = Components::new(&map, Default::default());
    /// let now = components.on(&map)?;
    /// assert_eq!(now.connected((0, 0), (2, 0)), Reachability::Yes);
    /// assert_eq!(now.connected((0, 0), (4, 0)), Reachability::Unknown);
    /// assert_eq!(now.connected((4, 0), (0, 0)), Reachability::No);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn connected(&self, from: impl Into<Cell>, to: impl Into<Cell>) -> Reachability {
        let (from, to) = (self.area(from.into()), self.area(to.into()));
        if from == 0 || to == 0 {
            Reachability::No
        } else if from == to {
            Reachability::Yes
        } else {
            self.components.network.reaches(from, to, &self.components.naming)
        }
    }

    /// How many components there are.
    #[must_use]
    pub fn count(&self) -> usize {
        let Components { naming, network, .. } = self.components;
        naming.areas() - network.areas() + network.sets()
    }

    /// How many cells the component of a cell has; 0 for a cell that is blocked or outside the map.
    #[must_use]
    pub fn size(&self, cell: impl Into<Cell>) -> usize {
        self.size_with(self.area(cell.into()))
    }

    /// The cells of the component of a cell, row by row; none for a cell that is blocked or outside the map. It looks at every
    /// cell of the map.
    pub fn cells(self, cell: impl Into<Cell>) -> impl Iterator<Item = Cell> {
        self.cells_with(self.area(cell.into()))
    }

    /// The cells of the largest component, row by row: where to put an agent that should be able to move far. It looks at every cell of the map.
    ///
    /// ```
    /// use tautline::map::{Components, Map};
    ///
    /// let map = Map::from_rows(["..#.", "..#.", "###.", "...."])?;
    /// let components = Components::new(&map, Default::default());
    /// assert_eq!(components.on(&map)?.largest().next(), Some((3, 0).into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest(self) -> impl Iterator<Item = Cell> {
        let Components { naming, network, .. } = self.components;
        // One of each component.
        let firsts = naming.all_areas().filter(|area| network.set(area, naming)[0] == *area);
        self.cells_with(firsts.max_by_key(|&area| self.size_with(area)).unwrap_or_default())
    }

    /// The area with the most cells, the last of several; 0 if there is none. What links join counts as several.
    pub(crate) fn largest_area(&self, meter: &mut Meter<'_>) -> Result<u32, StopReason> {
        let naming = &self.components.naming;
        let mut largest = 0;
        for area in naming.all_areas() {
            meter.go_on(1)?;
            count::done(1);
            if naming.cells(area) >= naming.cells(largest) {
                largest = area;
            }
        }
        Ok(largest)
    }

    /// The area of a cell, 0 if it is blocked or outside the map.
    #[inline]
    pub(crate) fn area(&self, cell: Cell) -> u32 {
        let label = self.grid.id(cell).map_or(0, |id| self.components.labels[id.0 as usize]);
        self.components.naming.area(label)
    }

    fn size_with(&self, area: u32) -> usize {
        let Components { naming, network, .. } = self.components;
        network.set(&area, naming).iter().map(|&area| naming.cells(area) as usize).sum()
    }

    fn cells_with(self, area: u32) -> impl Iterator<Item = Cell> {
        let Components { naming, network, .. } = self.components;
        let set = network.set(&area, naming).to_vec();
        self.grid.cells().filter(move |&cell| match self.area(cell) {
            0 => false,
            area => set.contains(&area),
        })
    }
}
