use std::fmt::{Debug, Display, Formatter, Write};

use super::journal::Journal;
use super::{
    ContentHash, Grid, GridError, KindCosts, Kinds, Link, LinkError, Links, MapEdit, OutsideGrid, Revision,
    Terrain, Tile, Tiling, Tolls,
};
use crate::engine::{Feature, Unsupported};
use crate::geometry::{Cell, Corner, Rect};
use crate::moves::Direction;

/// A map: which cells are free, what they and the steps between them cost, links, and how its tiles lie.
///
/// A map owns all of that. Planners borrow it for a query only, so it can change between two of them: an edit gives it another
/// [`Revision`] and is noted in its journal, from which planners are updated (see [`Planner::update`](crate::engine::Planner::update)). An
/// update costs the same whether cells were changed in one edit or in many.
///
/// A map that never had costs, tolls or links takes about two bits of memory for each cell; memory for these is allocated when the
/// first of them is set. The journal takes a quarter of a bit for each cell, from the first change on, however many edits
/// follow. A map is *plain* if its tiles are squares, all its free cells cost 1, no step has a toll and there are no
/// links.
///
/// ```
/// use tautline::geometry::Rect;
/// use tautline::map::{Map, Tile};
///
/// let mut map = Map::from_rows(["....", ".##.", "...."])?;
/// assert!(map.is_blocked((1, 1)));
/// map.fill(Rect::new(1, 1, 2, 1), Tile::Free);
/// map.block((0, 0))?;
/// assert_eq!(map.free_cells(), 11);
/// map.set_cost((3, 2), 5)?;
/// assert!(!map.is_plain());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Map {
    pub(super) grid: Grid,
    pub(super) terrain: Option<Box<Terrain>>,
    pub(super) tolls: Option<Box<Tolls>>,
    pub(super) links: Option<Box<Links>>,
    tiling: Tiling,
    revision: Revision,
    pub(super) journal: Journal,
}

/// Tolls that were made for a map of another size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tolls are for a map of another size")]
pub struct MisfitTolls;

/// Its rows as they are drawn: `.` is free and `#` is blocked, whatever else there is to a cell.
impl Display for Map {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        for y in 0..self.height() as i32 {
            for x in 0..self.width() as i32 {
                f.write_char(if self.is_free((x, y)) { '.' } else { '#' })?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

/// Its size, and what there is to it.
impl Debug for Map {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Map")
            .field("width", &self.width())
            .field("height", &self.height())
            .field("free_cells", &self.free_cells())
            .field("beyond_plain", &self.beyond(&[]))
            .field("revision", &self.revision)
            .finish_non_exhaustive()
    }
}

impl From<Grid> for Map {
    fn from(grid: Grid) -> Self {
        Self {
            grid,
            terrain: None,
            tolls: None,
            links: None,
            tiling: Tiling::Square,
            revision: Revision::next(),
            journal: Journal::default(),
        }
    }
}

/// Maps are equal when their contents are, whatever their revisions.
impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        (&self.grid, self.tiling, self.terrain(), self.tolls(), self.links())
            == (&other.grid, other.tiling, other.terrain(), other.tolls(), other.links())
    }
}

impl Eq for Map {}

/// How maps are made.
impl Map {
    /// A map without obstacles.
    pub fn open(width: u32, height: u32) -> Result<Self, GridError> {
        Ok(Grid::open(width, height)?.into())
    }

    /// A map of nothing but obstacles.
    pub fn blocked(width: u32, height: u32) -> Result<Self, GridError> {
        Ok(Grid::blocked(width, height)?.into())
    }

    /// A map that asks for the tile of each cell, row by row.
    pub fn from_fn(width: u32, height: u32, tile: impl FnMut(Cell) -> Tile) -> Result<Self, GridError> {
        Ok(Grid::from_fn(width, height, tile)?.into())
    }

    /// A map from drawn rows: `.` is free, `#` and `@` are blocked.
    pub fn from_rows<S: AsRef<str>>(rows: impl IntoIterator<Item = S>) -> Result<Self, GridError> {
        Ok(Grid::from_rows(rows)?.into())
    }

    /// A map that asks for the cost of each cell, row by row: 0 is blocked, 1 is ordinary ground (see [`Terrain`]).
    pub fn from_costs(width: u32, height: u32, mut cost: impl FnMut(Cell) -> u16) -> Result<Self, GridError> {
        Grid::check_size(width, height)?;
        let cells = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| Cell { x, y }));
        let costs: Vec<u16> = cells.map(&mut cost).collect();
        let at = |cell: Cell| costs[cell.y as usize * width as usize + cell.x as usize];
        let grid =
            Grid::from_fn(width, height, |cell| if at(cell) > 0 { Tile::Free } else { Tile::Blocked })?;
        let terrain = costs.iter().any(|&cost| cost > 1).then(|| Box::new(Terrain::new(&grid, at)));
        Ok(Self { terrain, ..grid.into() })
    }

    /// What a unit sees of a map: its costs for each kind of terrain.
    ///
    /// ```
    /// use tautline::map::{KindCosts, Kinds, Map};
    ///
    /// let kinds = Kinds::new(4, 1, b"..WW".to_vec())?;
    /// let boat = Map::for_unit(&kinds, &KindCosts::blocked().with(b'W', 1))?;
    /// let tank = Map::for_unit(&kinds, &KindCosts::blocked().with(b'.', 2))?;
    /// assert_eq!((boat.cost((3, 0)), boat.cost((0, 0))), (1, 0));
    /// assert_eq!((tank.cost((3, 0)), tank.cost((0, 0))), (0, 2));
    /// # Ok::<(), tautline::map::GridError>(())
    /// ```
    pub fn for_unit(kinds: &Kinds, costs: &KindCosts) -> Result<Self, GridError> {
        Self::from_costs(kinds.width(), kinds.height(), |cell| costs.of(kinds.kind(cell)))
    }

    /// The same map, but blocked wherever a grid is: for agents that do not have room everywhere (see
    /// [`Clearance`](crate::field::Clearance)). What is outside of the grid is blocked, too.
    #[must_use]
    pub fn masked(&self, free: &Grid) -> Self {
        let mut map = self.clone();
        map.edit(|edit| {
            for cell in free.cells().chain(self.grid.cells()).filter(|&cell| free.is_blocked(cell)) {
                // Outside of the map there is nothing to be blocked.
                let _ = edit.block(cell);
            }
        });
        map
    }

    /// The same map with tolls for its steps.
    pub fn with_tolls(self, tolls: Tolls) -> Result<Self, MisfitTolls> {
        if tolls.fit(&self.grid) {
            Ok(Self {
                tolls: Some(Box::new(tolls)),
                revision: Revision::next(),
                journal: Journal::default(),
                ..self
            })
        } else {
            Err(MisfitTolls)
        }
    }

    /// The same map with these links as well.
    pub fn with_links(mut self, links: impl IntoIterator<Item = Link>) -> Result<Self, LinkError> {
        self.edit(|edit| links.into_iter().try_for_each(|link| edit.add_link(link)))?;
        Ok(self)
    }

    /// The same map with its tiles beside each other in another way.
    #[must_use]
    pub fn with_tiling(self, tiling: Tiling) -> Self {
        if tiling == self.tiling {
            return self;
        }
        Self { tiling, revision: Revision::next(), journal: Journal::default(), ..self }
    }

    /// The map mirrored at its main diagonal: the cell `(x, y)` becomes `(y, x)`. Tolls, links and hexagons are left out.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let grid = self.grid.transposed();
        let cost = |cell: Cell| self.cost((cell.y, cell.x));
        let terrain = self.terrain().map(|_| Box::new(Terrain::new(&grid, cost)));
        Self { terrain, ..grid.into() }
    }
}

/// What there is.
impl Map {
    /// Which cells are free, as bits.
    #[must_use]
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// What cells cost, if not all free ones cost 1.
    #[must_use]
    pub fn terrain(&self) -> Option<&Terrain> {
        self.terrain.as_deref().filter(|terrain| (terrain.smallest(), terrain.largest()) != (1, 1))
    }

    /// What steps cost beyond their length, if any does.
    #[must_use]
    pub fn tolls(&self) -> Option<&Tolls> {
        self.tolls.as_deref().filter(|tolls| tolls.largest() > 0)
    }

    /// Its links, if there are any.
    #[must_use]
    pub fn links(&self) -> Option<&Links> {
        self.links.as_deref().filter(|links| !links.is_empty())
    }

    /// How its tiles lie beside each other.
    #[must_use]
    pub fn tiling(&self) -> Tiling {
        self.tiling
    }

    /// How many columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.grid.width()
    }

    /// How many rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.grid.height()
    }

    /// How many cells are free.
    #[must_use]
    pub fn free_cells(&self) -> usize {
        self.grid.free_cells()
    }

    /// Whether the cell is on the map.
    #[must_use]
    pub fn contains(&self, cell: impl Into<Cell>) -> bool {
        self.grid.contains(cell)
    }

    /// Whether the corner is on the map, its border included.
    #[must_use]
    pub fn has_corner(&self, corner: Corner) -> bool {
        self.grid.has_corner(corner)
    }

    /// Whether the cell is on the map and free.
    #[must_use]
    pub fn is_free(&self, cell: impl Into<Cell>) -> bool {
        self.grid.is_free(cell)
    }

    /// Whether the cell is an obstacle; what lies outside the map counts as blocked.
    #[must_use]
    pub fn is_blocked(&self, cell: impl Into<Cell>) -> bool {
        self.grid.is_blocked(cell)
    }

    /// The tile of a cell; what lies outside the map counts as blocked.
    #[must_use]
    pub fn tile(&self, cell: impl Into<Cell>) -> Tile {
        self.grid.tile(cell)
    }

    /// The cost of a cell; 0 where it is blocked or outside the map.
    #[must_use]
    pub fn cost(&self, cell: impl Into<Cell>) -> u16 {
        let cell = cell.into();
        match &self.terrain {
            Some(terrain) => self.grid.id(cell).map_or(0, |id| terrain.cost(id)),
            None => self.grid.is_free(cell).into(),
        }
    }

    /// What a step costs beyond its length; 0 where it begins or ends outside the map.
    #[must_use]
    pub fn toll(&self, from: impl Into<Cell>, direction: Direction) -> u16 {
        let from = from.into();
        let tolls = self.tolls.as_deref().filter(|_| self.contains(from));
        tolls.map_or(0, |tolls| tolls.toll(from, direction))
    }

    /// All cells, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.grid.cells()
    }

    /// Whether it is nothing but square tiles that are free, at a cost of 1, or blocked.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.beyond(&[]).is_none()
    }

    /// Whether there is nothing on it but what a planner, named by its id, handles besides plain maps. Takes constant time: planners
    /// that keep nothing ask in each query.
    ///
    /// ```
    /// use tautline::engine::Feature;
    /// use tautline::map::Map;
    ///
    /// let mut map = Map::open(4, 4)?;
    /// map.set_cost((1, 1), 3)?;
    /// assert!(map.supports_only("mine", &[Feature::Terrain]).is_ok());
    /// let refused = map.supports_only("mine", &[]).unwrap_err();
    /// assert_eq!(refused.what, Feature::Terrain);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn supports_only(&self, planner: &'static str, features: &[Feature]) -> Result<(), Unsupported> {
        self.beyond(features).map_or(Ok(()), |what| Err(Unsupported::new(planner, what)))
    }

    /// The first thing on it that is not among these.
    fn beyond(&self, features: &[Feature]) -> Option<Feature> {
        let there = [
            (Feature::Hexagons, self.tiling == Tiling::Hexagonal),
            (Feature::Terrain, self.terrain().is_some()),
            (Feature::Tolls, self.tolls().is_some()),
            (Feature::Links, self.links().is_some()),
        ];
        let beyond = there.into_iter().find(|(feature, is_there)| *is_there && !features.contains(feature));
        beyond.map(|(feature, _)| feature)
    }

    /// Which state the map is in; an edit that changes something changes it.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The rectangles in which everything lies that has changed since a state of this map: no rectangles if it is the present one. None if
    /// it is not known to have been a state of this map.
    ///
    /// The map remembers in which blocks of 64 × 8 cells it has changed, so that is what the rectangles are.
    ///
    /// ```
    /// use tautline::geometry::Rect;
    /// use tautline::map::Map;
    ///
    /// let mut map = Map::open(100, 20)?;
    /// let before = map.revision();
    /// map.block((3, 4))?;
    /// map.block((70, 19))?;
    /// let changed: Vec<Rect> = map.edits_since(before).expect("it was a state of this map").collect();
    /// assert_eq!(changed, [Rect::new(64, 16, 36, 4), Rect::new(0, 0, 64, 8)]);
    /// assert_eq!(map.edits_since(map.revision()).map(Iterator::count), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn edits_since(&self, revision: Revision) -> Option<impl Iterator<Item = Rect>> {
        let since = self.journal.since(revision);
        (since.is_some() || revision == self.revision).then(|| since.into_iter().flatten())
    }

    /// A hash of everything on the map: what is prepared for a map keeps it, to be refused for any other.
    ///
    /// Unlike the [`revision`](Self::revision) it means the same in every process; it takes time, about 10 µs for a plain map of
    /// 1024 × 1024 cells. That of a plain map is the hash of its [grid](Grid::content_hash).
    ///
    /// ```
    /// use tautline::map::Map;
    /// let mut map = Map::from_rows(["..#", "..."])?;
    /// let hash = map.content_hash();
    /// map.block((0, 0))?;
    /// assert_ne!(map.content_hash(), hash);
    /// map.free((0, 0))?;
    /// assert_eq!(map.content_hash(), hash);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn content_hash(&self) -> ContentHash {
        ContentHash::of_map(self)
    }
}

/// How maps change.
impl Map {
    /// Makes any number of changes. They stay also where the closure returns an error.
    ///
    /// ```
    /// use tautline::map::Map;
    /// use tautline::geometry::Rect;
    /// use tautline::map::Tile;
    ///
    /// let mut map = Map::open(8, 8)?;
    /// map.edit(|edit| {
    ///     edit.fill(Rect::new(4, 1, 1, 6), Tile::Blocked);
    ///     edit.free((4, 3))?; // a door
    ///     edit.set_cost((5, 3), 4)?;
    ///     Ok::<(), tautline::Error>(())
    /// })?;
    /// assert_eq!(map.free_cells(), 64 - 5);
    /// # Ok::<(), tautline::Error>(())
    /// ```
    pub fn edit<T>(&mut self, change: impl FnOnce(&mut MapEdit<'_>) -> T) -> T {
        change(&mut MapEdit::new(self))
    }

    /// Changes one cell and returns what it was before. A cell that becomes free costs 1.
    pub fn set(&mut self, cell: impl Into<Cell>, tile: Tile) -> Result<Tile, OutsideGrid> {
        self.edit(|edit| edit.set(cell, tile))
    }

    /// Blocks a cell; whether it was free before.
    pub fn block(&mut self, cell: impl Into<Cell>) -> Result<bool, OutsideGrid> {
        self.edit(|edit| edit.block(cell))
    }

    /// Frees a cell; whether it was blocked before. A cell that becomes free costs 1.
    pub fn free(&mut self, cell: impl Into<Cell>) -> Result<bool, OutsideGrid> {
        self.edit(|edit| edit.free(cell))
    }

    /// Changes every cell of a rectangle (the part of it that is on the map) and returns how many were different before. Cells that
    /// become free cost 1.
    pub fn fill(&mut self, rect: Rect, tile: Tile) -> usize {
        self.edit(|edit| edit.fill(rect, tile))
    }

    /// Changes the cost of one cell and returns what it was before; 0 is blocked.
    pub fn set_cost(&mut self, cell: impl Into<Cell>, cost: u16) -> Result<u16, OutsideGrid> {
        self.edit(|edit| edit.set_cost(cell, cost))
    }

    /// Changes what a step costs beyond its length and returns what it was before.
    pub fn set_toll(
        &mut self,
        from: impl Into<Cell>,
        direction: Direction,
        toll: u16,
    ) -> Result<u16, OutsideGrid> {
        self.edit(|edit| edit.set_toll(from, direction, toll))
    }

    /// Adds a link in one direction between two free cells.
    pub fn add_link(&mut self, link: Link) -> Result<(), LinkError> {
        self.edit(|edit| edit.add_link(link))
    }

    /// Adds a link and the one that leads back, at the same cost: both or none.
    pub fn add_link_both_ways(&mut self, link: Link) -> Result<(), LinkError> {
        self.edit(|edit| edit.add_link_both_ways(link))
    }

    /// Takes a link away; whether it was there.
    pub fn remove_link(&mut self, link: Link) -> bool {
        self.edit(|edit| edit.remove_link(link))
    }

    /// Adds a change to the journal and takes a new revision.
    pub(super) fn changed(&mut self, within: Rect) {
        self.revision = self.journal.change(self.revision, within, (self.width(), self.height()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_change_makes_a_new_revision() {
        let mut map = Map::open(9, 9).unwrap();
        let clone = map.clone();
        let first = map.revision();
        assert_eq!(map.set((1, 1), Tile::Free), Ok(Tile::Free));
        assert_eq!(map.fill(Rect::new(0, 0, 9, 9), Tile::Free), 0);
        assert_eq!(map.fill(Rect::new(20, 20, 9, 9), Tile::Blocked), 0);
        assert_eq!(map.set_cost((1, 1), 1), Ok(1));
        assert_eq!(map.set_toll((1, 1), Direction::East, 0), Ok(0));
        assert!(!map.remove_link(Link::new((0, 0), (1, 1), 1)));
        assert_eq!(map.revision(), first);
        assert_eq!(map.set((1, 1), Tile::Blocked), Ok(Tile::Free));
        let second = map.revision();
        assert_ne!(second, first);
        assert_eq!(clone.revision(), first);
        let mut other = clone;
        other.set((1, 1), Tile::Blocked).unwrap();
        assert_eq!(other, map);
        assert_ne!(other.revision(), second, "equal by chance, but nothing says so");
    }

    #[test]
    fn the_journal_has_whatever_was_changed() {
        let mut map = Map::open(700, 90).unwrap();
        let before = map.revision();
        map.edit(|edit| {
            edit.block((3, 3)).unwrap();
            edit.fill(Rect::new(126, 22, 2, 4), Tile::Blocked);
            edit.set_cost((207, 7), 4).unwrap();
            edit.set_toll((301, 0), Direction::East, 2).unwrap();
            edit.add_link(Link::new((400, 8), (699, 89), 3)).unwrap();
        });
        let rects: Vec<Rect> = map.journal.since(before).unwrap().collect();
        let changed = [(3, 3), (126, 22), (127, 25), (207, 7), (301, 0), (400, 8), (699, 89)].map(Cell::from);
        for cell in changed {
            assert!(rects.iter().any(|rect| rect.contains(cell)), "{cell} {rects:?}");
        }
        assert_eq!(rects.len(), changed.len(), "and nothing else: {rects:?}");
        let after = map.revision();
        let same: Result<(), ()> = map.edit(|_| Err(()));
        assert!(same.is_err() && map.revision() == after, "nothing was changed");
    }

    /// A planner that is made in the middle of an edit must not be accepted for the state before, nor for the one after.
    #[test]
    fn in_the_middle_of_an_edit_the_map_is_in_a_state_of_its_own() {
        let mut map = Map::open(90, 9).unwrap();
        let oldest = map.revision();
        map.block((8, 8)).unwrap();
        let before = map.revision();
        let middle = map.edit(|edit| {
            assert_eq!(edit.revision(), before);
            edit.block((1, 1)).unwrap();
            let middle = Map::clone(edit);
            assert_ne!(edit.revision(), before);
            edit.block((65, 5)).unwrap();
            middle
        });
        assert_ne!(middle.revision(), before);
        assert_ne!(middle.revision(), map.revision());
        let changed = |map: &Map, since| map.journal.since(since).map(Iterator::count);
        assert_eq!(changed(&middle, oldest), Some(2), "the blocks of (8, 8) and of (1, 1)");
        assert_eq!(changed(&map, before), Some(2), "the blocks of (1, 1) and of (65, 5)");
        assert_eq!(changed(&map, middle.revision()), Some(1), "the block of (65, 5)");
    }

    /// A panic in the closure must not leave a changed map that looks like the state before.
    #[test]
    fn a_panic_in_an_edit_leaves_a_new_revision() {
        let mut map = Map::open(4, 4).unwrap();
        let before = map.revision();
        let edit = std::panic::AssertUnwindSafe(|| {
            map.edit(|edit| {
                edit.block((1, 1)).unwrap();
                panic!("on purpose");
            });
        });
        assert!(std::panic::catch_unwind(edit).is_err());
        assert!(map.is_blocked((1, 1)) && map.revision() != before);
        assert_eq!(map.journal.since(before).unwrap().collect::<Vec<_>>(), [Rect::new(0, 0, 4, 4)]);
    }

    #[test]
    fn costs_and_the_grid_stay_together() {
        let mut map = Map::from_costs(70, 3, |cell| (cell.x % 7) as u16).unwrap();
        let terrain = |map: &Map| map.terrain().map(|terrain| (terrain.smallest(), terrain.sum()));
        assert_eq!((terrain(&map), map.free_cells()), (Some((1, 3 * 10 * 21)), 180));
        let first = map.revision();
        for cell in map.cells().filter(|cell| cell.x % 7 == 1) {
            assert_eq!(map.set_cost(cell, 0), Ok(1));
        }
        assert_eq!((terrain(&map), map.free_cells()), (Some((2, 3 * 10 * 20)), 150));
        assert_ne!(map.revision(), first);
        assert_eq!(map.set_cost((0, 0), 65_535), Ok(0));
        assert_eq!(map.set_cost((0, 0), 1), Ok(65_535));
        assert_eq!((map.cost((0, 0)), map.cost((-1, 0))), (1, 0));
        assert!(map.is_free((0, 0)));
        assert!(map.set_cost((70, 0), 1).is_err());
        map.fill(Rect::new(0, 0, 9, 2), Tile::Blocked);
        map.fill(Rect::new(1, 0, 3, 1), Tile::Free);
        assert_eq!((map.cost((0, 0)), map.cost((2, 0)), map.cost((2, 2))), (0, 1, 2));
        let fresh = Map::from_costs(70, 3, |cell| map.cost(cell)).unwrap();
        assert_eq!((terrain(&fresh), fresh.free_cells()), (terrain(&map), map.free_cells()));
        assert_eq!(fresh, map);
        assert_eq!(fresh.content_hash(), map.content_hash());
    }

    #[test]
    fn a_map_is_plain_when_nothing_on_it_says_otherwise() {
        assert!(Map::from_costs(2, 2, |_| 0).unwrap().is_plain());
        assert!(Map::from_costs(2, 2, |_| 1).unwrap().is_plain());
        assert!(!Map::from_costs(2, 2, |_| 3).unwrap().is_plain());
        assert!(Map::from_costs(0, 2, |_| 1).is_err());
        let mut map = Map::open(5, 5).unwrap();
        map.set_cost((1, 1), 3).unwrap();
        assert_eq!(map.beyond(&[]), Some(Feature::Terrain));
        map.set_cost((1, 1), 1).unwrap();
        map.set_toll((1, 1), Direction::East, 1).unwrap();
        assert_eq!(map.beyond(&[]), Some(Feature::Tolls));
        map.set_toll((1, 1), Direction::East, 0).unwrap();
        let link = Link::new((0, 0), (4, 4), 1);
        map.add_link(link).unwrap();
        assert_eq!(map.beyond(&[]), Some(Feature::Links));
        assert!(map.remove_link(link) && map.is_plain());
        assert_eq!(map, Map::open(5, 5).unwrap());
        assert_eq!(map.content_hash(), Map::open(5, 5).unwrap().content_hash());
        assert_eq!(map.with_tiling(Tiling::Hexagonal).beyond(&[]), Some(Feature::Hexagons));
    }
}
