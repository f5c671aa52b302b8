use std::fmt;

use crate::engine::PrepareError;
use crate::geometry::Cell;
use crate::map::{Grid, Map};
use crate::moves::OctileLength;
use crate::search::{OutOfMemory, WorldSpace};

/// Why there is no field.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FieldError {
    /// Nothing to measure distances from.
    #[error("a field needs at least one root")]
    NoRoots,
    /// A root that is not on the map.
    #[error("the root {root} is outside the map of {width} × {height} cells")]
    RootOutside {
        /// The root.
        root: Cell,
        /// The map's columns.
        width: u32,
        /// The map's rows.
        height: u32,
    },
    /// The root is blocked.
    #[error("the root {0} is blocked")]
    RootBlocked(Cell),
    /// A source or a target that is not on the map.
    #[error("the {end} {index}, {cell}, is outside the map of {width} × {height} cells")]
    EndOutside {
        /// Which of the two it is.
        end: End,
        /// Its place in the list, from 0.
        index: usize,
        /// Where it is.
        cell: Cell,
        /// The map's columns.
        width: u32,
        /// The map's rows.
        height: u32,
    },
    /// A source or a target is blocked.
    #[error("the {end} {index}, {cell}, is blocked")]
    EndBlocked {
        /// Which of the two it is.
        end: End,
        /// Its place in the list, from 0.
        index: usize,
        /// Where it is.
        cell: Cell,
    },
    /// A value of a root that is no number.
    #[error("the value of the root {0} is not a finite number")]
    RootValue(Cell),
    /// More links from one cell than a search backwards can tell apart.
    #[error("{0} has more links that begin there than a field towards roots can tell apart")]
    TooManyLinks(Cell),
    /// Costs that might not fit their place.
    #[error(transparent)]
    Costs(#[from] PrepareError),
    /// The memory for a map of this size cannot be had.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// An end of the ways of a [`CostMatrix`](super::CostMatrix).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Where they begin.
    Source,
    /// Where they end.
    Target,
}

impl End {
    /// Whether one can stand on all of these.
    pub(super) fn check(self, grid: &Grid, cells: &[Cell]) -> Result<(), FieldError> {
        let (end, width, height) = (self, grid.width(), grid.height());
        match cells.iter().enumerate().find(|&(_, &cell)| !grid.is_free(cell)) {
            None => Ok(()),
            Some((index, &cell)) if grid.contains(cell) => Err(FieldError::EndBlocked { end, index, cell }),
            Some((index, &cell)) => Err(FieldError::EndOutside { end, index, cell, width, height }),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Source => "source",
            Self::Target => "target",
        })
    }
}

/// Whether a cell can be a root.
pub(super) fn check_root(grid: &Grid, root: Cell) -> Result<(), FieldError> {
    if !grid.contains(root) {
        return Err(FieldError::RootOutside { root, width: grid.width(), height: grid.height() });
    }
    if grid.is_blocked(root) { Err(FieldError::RootBlocked(root)) } else { Ok(()) }
}

/// Whether a search can go back along all links.
pub(super) fn check_links(map: &Map) -> Result<(), FieldError> {
    let links = map.links().map_or(&[][..], |links| links.all());
    let of_one_cell = links.chunk_by(|one, other| one.from == other.from);
    match of_one_cell.into_iter().find(|links| links.len() > WorldSpace::<OctileLength>::MOST_FROM_ONE_CELL) {
        Some(links) => Err(FieldError::TooManyLinks(links[0].from)),
        None => Ok(()),
    }
}
