use super::{Grid, Revision};
use crate::geometry::Cell;

/// A way from one cell to another that is no step: a teleport, a door in one direction, a ladder, a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// Where it begins.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// What it costs, in tiles.
    pub cost: u32,
}

impl Link {
    /// A link from one cell to another.
    pub fn new(from: impl Into<Cell>, to: impl Into<Cell>, cost: u32) -> Self {
        Self { from: from.into(), to: to.into(), cost }
    }
}

/// Why a link cannot be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LinkError {
    /// An end that is not on the map.
    #[error("a link from {} to {}: {cell} is outside the map", link.from, link.to)]
    Outside {
        /// The link.
        link: Link,
        /// The end.
        cell: Cell,
    },
    /// An end that is blocked.
    #[error("a link from {} to {}: {cell} is blocked", link.from, link.to)]
    Blocked {
        /// The link.
        link: Link,
        /// The end.
        cell: Cell,
    },
    /// A link from a cell to itself.
    #[error("a link from {0} to itself leads nowhere")]
    Loop(Cell),
    /// More links to one cell than a search can tell apart.
    #[error("{0} has {most} links that end there, and cannot have more", most = Links::MOST_TO_ONE_CELL)]
    TooMany(Cell),
}

/// The links of a [`Map`](super::Map). A link that loses an end to an edit stays, and counts again when the end is free again.
///
/// ```
/// use tautline::engine::Algorithm;
/// use tautline::map::{Link, Map};
/// use tautline::planners::AStar;
/// use tautline::search::{Query, Workspace};
///
/// let mut map = Map::from_rows(["...#...", "...#..."])?;
/// map.add_link(Link::new((0, 0), (6, 0), 2))?;
/// let answer = AStar::new(&map, Default::default())?.plan(&map, &Query::new((1, 0), (5, 0)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost(), 4.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Links {
    /// In the order of their beginnings.
    out: Vec<Link>,
    /// In the order of their ends.
    into: Vec<Link>,
    /// The costs of all of them together.
    sum: u64,
    revision: Revision,
}

impl Default for Links {
    fn default() -> Self {
        Self { out: Vec::new(), into: Vec::new(), sum: 0, revision: Revision::next() }
    }
}

impl Links {
    /// As many links can end at one cell: searches number the ways into a cell.
    pub const MOST_TO_ONE_CELL: usize = 24;

    /// Adds a link in one direction between two free cells of the map.
    pub(super) fn add(&mut self, grid: &Grid, link: Link) -> Result<(), LinkError> {
        let Link { from, to, .. } = link;
        if let Some(cell) = [from, to].into_iter().find(|&cell| grid.is_blocked(cell)) {
            let is_outside = !grid.contains(cell);
            return Err(if is_outside {
                LinkError::Outside { link, cell }
            } else {
                LinkError::Blocked { link, cell }
            });
        }
        if from == to {
            return Err(LinkError::Loop(from));
        }
        if self.to(to).len() == Self::MOST_TO_ONE_CELL {
            return Err(LinkError::TooMany(to));
        }
        self.out.insert(self.out.partition_point(|other| order(other.from) <= order(from)), link);
        self.into.insert(self.into.partition_point(|other| order(other.to) <= order(to)), link);
        self.sum += u64::from(link.cost);
        self.revision = Revision::next();
        Ok(())
    }

    /// Takes a link away; whether it was there.
    pub(super) fn remove(&mut self, link: Link) -> bool {
        let position = |links: &[Link]| links.iter().position(|&other| other == link);
        let found = position(&self.out).zip(position(&self.into));
        if let Some((out, into)) = found {
            self.out.remove(out);
            self.into.remove(into);
            self.sum -= u64::from(link.cost);
            self.revision = Revision::next();
        }
        found.is_some()
    }

    /// All of them, in the order of their beginnings, row by row.
    #[must_use]
    pub fn all(&self) -> &[Link] {
        &self.out
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// The links that begin at a cell.
    #[must_use]
    pub fn from(&self, cell: Cell) -> &[Link] {
        range(&self.out, cell, |link| link.from)
    }

    /// The links that end at a cell.
    #[must_use]
    pub fn to(&self, cell: Cell) -> &[Link] {
        range(&self.into, cell, |link| link.to)
    }

    /// The costs of all of them together.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// Which state they are in: what is derived from links alone need not be made again when only cells change.
    pub(super) fn revision(&self) -> Revision {
        self.revision
    }
}

/// Links are equal when they are the same ones, in whatever order they were added.
impl PartialEq for Links {
    fn eq(&self, other: &Self) -> bool {
        let sorted = |links: &Self| {
            let mut all = links.out.clone();
            all.sort_by_key(|link| (order(link.from), order(link.to), link.cost));
            all
        };
        sorted(self) == sorted(other)
    }
}

impl Eq for Links {}

fn order(cell: Cell) -> (i32, i32) {
    (cell.y, cell.x)
}

fn range(links: &[Link], cell: Cell, end: impl Fn(&Link) -> Cell) -> &[Link] {
    let first = links.partition_point(|link| order(end(link)) < order(cell));
    let count = links[first..].partition_point(|link| end(link) == cell);
    &links[first..first + count]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;

    fn link(from: (i32, i32), to: (i32, i32), cost: u32) -> Link {
        Link { from: from.into(), to: to.into(), cost }
    }

    #[test]
    fn links_are_found_by_both_ends() {
        let grid = Grid::open(5, 5).unwrap();
        let mut links = Links::default();
        let all = [
            link((4, 0), (0, 0), 1),
            link((0, 1), (4, 4), 2),
            link((0, 1), (3, 3), 0),
            link((2, 2), (4, 4), 5),
        ];
        for link in all {
            links.add(&grid, link).unwrap();
        }
        assert_eq!(links.from(Cell::new(0, 1)), [all[1], all[2]]);
        assert_eq!(links.to(Cell::new(4, 4)), [all[1], all[3]]);
        assert!(links.from(Cell::new(4, 4)).is_empty() && links.to(Cell::new(0, 1)).is_empty());
        let before = links.revision();
        assert!(links.remove(all[1]) && !links.remove(all[1]));
        assert_ne!(links.revision(), before);
        assert_eq!(links.to(Cell::new(4, 4)), [all[3]]);
        assert_eq!(links.all().len(), 3);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let mut map = Map::from_rows([".#.", "..."]).unwrap();
        let error = map.add_link(link((0, 0), (1, 0), 1)).unwrap_err();
        assert_eq!(error.to_string(), "a link from (0, 0) to (1, 0): (1, 0) is blocked");
        assert!(map.add_link(link((0, 9), (0, 0), 1)).is_err());
        assert_eq!(map.add_link(link((0, 0), (0, 0), 1)), Err(LinkError::Loop(Cell::new(0, 0))));
        assert_eq!(map.links(), None);
        for _ in 0..Links::MOST_TO_ONE_CELL {
            map.add_link(link((0, 0), (2, 0), 1)).unwrap();
        }
        let before = map.links().unwrap().clone();
        for link in [link((2, 0), (2, 1), 1), link((2, 1), (2, 0), 1)] {
            let error = map.add_link_both_ways(link).unwrap_err();
            assert_eq!(error.to_string(), "(2, 0) has 24 links that end there, and cannot have more");
            assert_eq!(map.links(), Some(&before), "neither direction was added");
        }
    }
}
