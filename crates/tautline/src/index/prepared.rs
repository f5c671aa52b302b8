use std::num::NonZeroUsize;
use std::time::Duration;

use super::{Index, IndexError, MapMark};
use crate::geometry::{Cell, Corner};
use crate::planners::{IndexSpec, Open, Planner, Selection};
use crate::world::Grid;

/// What a planner prepared for a map, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    planner: &'static str,
    version: u32,
    settings: String,
    map: MapMark,
    payload: Vec<u8>,
}

impl Prepared {
    /// What a planner keeps by itself, such as a [`JumpTable`](crate::planners::JumpTable) that has been repaired after edits:
    /// its bytes, for the map as it is now.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tautline::index::{self, Prepared};
    /// use tautline::planners::{JumpTable, Selection};
    /// use tautline::world::{Grid, Tile};
    ///
    /// let selection: Selection = "jps-plus".parse()?;
    /// let mut grid = Grid::open(20, 10)?;
    /// let mut table = JumpTable::new(&grid, Default::default());
    /// grid.set((7, 3), Tile::Blocked)?;
    /// table.update(&grid);
    /// let file = Prepared::new(&selection, &grid, table.to_bytes())?.to_bytes(Duration::ZERO);
    /// // Later: the table itself, to go on with.
    /// let mut table = JumpTable::from_bytes(&grid, index::payload(&selection, &grid, &file)?)?;
    /// grid.set((7, 3), Tile::Free)?;
    /// table.update(&grid);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(selection: &Selection, grid: &Grid, payload: Vec<u8>) -> Result<Self, IndexError> {
        let IndexSpec { version, .. } = spec(selection)?;
        let settings = selection.settings.to_string();
        Ok(Self { planner: selection.planner.id, version, settings, map: MapMark::of(grid), payload })
    }

    /// The index, with the time that it took to prepare, as the caller measured it.
    #[must_use]
    pub fn index(&self, preparation: Duration) -> Index<'_> {
        let MapMark { width, height, content } = self.map;
        Index {
            planner: self.planner,
            version: self.version,
            settings: &self.settings,
            width,
            height,
            content,
            preparation,
            payload: &self.payload,
        }
    }

    /// The file, with the time that it took to prepare, as the caller measured it.
    #[must_use]
    pub fn to_bytes(&self, preparation: Duration) -> Vec<u8> {
        self.index(preparation).to_bytes()
    }
}

/// Prepares a map for a planner; the [module](super) has an example.
pub fn prepare(selection: &Selection, grid: &Grid) -> Result<Prepared, IndexError> {
    prepare_on(selection, grid, NonZeroUsize::MIN)
}

/// The same on several threads, as far as the planner has work for them. The result does not depend on their number.
pub fn prepare_on(selection: &Selection, grid: &Grid, threads: NonZeroUsize) -> Result<Prepared, IndexError> {
    let IndexSpec { prepare, .. } = spec(selection)?;
    Prepared::new(selection, grid, prepare(grid, &selection.settings, threads)?)
}

/// A planner that was made from a file, on the places that it plans on.
#[non_exhaustive]
pub enum Opened<'w> {
    /// Its paths lead along cells.
    Cells(Box<dyn Planner<Cell> + 'w>),
    /// Its paths lead from corner to corner.
    Corners(Box<dyn Planner<Corner> + 'w>),
}

/// Makes a planner from a file, after everything was checked: that the file is what was written, and that it is for this
/// planner, these options and this map.
pub fn open<'w>(selection: &Selection, grid: &'w Grid, bytes: &[u8]) -> Result<Opened<'w>, IndexError> {
    let IndexSpec { open, .. } = spec(selection)?;
    let (settings, payload) = (&selection.settings, payload(selection, grid, bytes)?);
    match open {
        Open::Cells(open) => open(grid, settings, payload).map(Opened::Cells),
        Open::Corners(open) => open(grid, settings, payload).map(Opened::Corners),
    }
}

/// What the planner prepared, in its own form, after the file was checked as in [`open`]. Whether these are bytes of the planner at all,
/// and of these options, is for those to check that read them.
pub fn payload<'a>(selection: &Selection, grid: &Grid, bytes: &'a [u8]) -> Result<&'a [u8], IndexError> {
    let index = Index::parse(bytes)?;
    index.check(selection, grid)?;
    Ok(index.payload)
}

fn spec(selection: &Selection) -> Result<IndexSpec, IndexError> {
    let planner = selection.planner.id;
    let spec = selection.planner.index.ok_or(IndexError::NotPrepared { planner })?;
    if (spec.is_needed)(&selection.settings) {
        Ok(spec)
    } else {
        Err(IndexError::NotWithOptions { planner, only_with: spec.only_with })
    }
}
