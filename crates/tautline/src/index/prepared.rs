use std::time::Duration;

use super::{Index, IndexError, MapMark};
use crate::geometry::Cell;
use crate::planners::{IndexSpec, Planner, Selection};
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
    let IndexSpec { version, prepare, .. } = spec(selection)?;
    let payload = prepare(grid, &selection.settings)?;
    let settings = selection.settings.to_string();
    Ok(Prepared { planner: selection.planner.id, version, settings, map: MapMark::of(grid), payload })
}

/// Makes a planner from a file, after everything was checked: that the file is what was written, and that it is for this
/// planner, these options and this map.
pub fn open<'w>(
    selection: &Selection,
    grid: &'w Grid,
    bytes: &[u8],
) -> Result<Box<dyn Planner<Cell> + 'w>, IndexError> {
    let IndexSpec { open, .. } = spec(selection)?;
    let index = Index::parse(bytes)?;
    index.check(selection, grid)?;
    open(grid, &selection.settings, index.payload)
}

fn spec(selection: &Selection) -> Result<IndexSpec, IndexError> {
    selection.planner.index.ok_or(IndexError::NotPrepared { planner: selection.planner.id })
}
