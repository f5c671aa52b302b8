//! What a planner prepared, from one call of the program to another.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use tautline::geometry::{Cell, Corner, Point};
use tautline::index::{self, Opened};
use tautline::planners::{Build, Planner, Selection};
use tautline::world::Grid;

/// The folder that the competition has for it.
const FOLDER: &str = "index_data";

/// A planner that is ready to search.
pub(crate) enum Searcher<'w> {
    /// Its paths lead along cells.
    Cells(Box<dyn Planner<Cell> + 'w>),
    /// Its paths lead from corner to corner.
    Corners(Box<dyn Planner<Corner> + 'w>),
    /// Its paths lead over points on the sides of cells.
    Points(Box<dyn Planner<Point> + 'w>),
}

/// The file for what a planner prepared of a map: `index_data/Tautline-jump-graph-arena`. Options are part of the name.
fn file(selection: &Selection, map: &Path) -> PathBuf {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let planner = selection.to_string().replace(|letter| !is_plain(letter), "-");
    let map = map.file_stem().unwrap_or_default().to_string_lossy();
    Path::new(FOLDER).join(format!("Tautline-{planner}-{map}"))
}

/// Prepares a map, and writes the file.
pub(crate) fn preprocess(
    selection: &Selection,
    grid: &Grid,
    map: &Path,
    notes: &mut dyn Write,
) -> anyhow::Result<()> {
    if !selection.needs_index() {
        writeln!(notes, "note: {selection} has nothing to prepare")?;
        return Ok(());
    }
    let begun = Instant::now();
    let prepared = index::prepare(selection, grid)?;
    let time = begun.elapsed();
    let (file, bytes) = (file(selection, map), prepared.to_bytes(time));
    let written = fs::create_dir_all(FOLDER).and_then(|()| fs::write(&file, &bytes));
    written.with_context(|| format!("cannot write {}", file.display()))?;
    writeln!(notes, "{}: {} bytes, prepared in {:.3} s", file.display(), bytes.len(), time.as_secs_f64())?;
    Ok(())
}

/// Makes a planner, with what is in the file if it needs it. Where there is no file, the map is prepared here and now, and a note
/// says so.
pub(crate) fn prepare_for_search<'w>(
    selection: &Selection,
    grid: &'w Grid,
    map: &Path,
    notes: &mut dyn Write,
) -> anyhow::Result<Searcher<'w>> {
    if selection.needs_index() {
        let file = file(selection, map);
        match fs::read(&file) {
            Ok(bytes) => return open(selection, grid, &file, &bytes, map),
            Err(error) if error.kind() == ErrorKind::NotFound => writeln!(
                notes,
                "note: there is no {}: the map is prepared before the first query; -pre does that once and for all",
                file.display()
            )?,
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
        }
    }
    Ok(match selection.planner.build {
        Build::Cells(build) => Searcher::Cells(build(grid.into(), &selection.settings)?),
        Build::Corners(build) => Searcher::Corners(build(grid.into(), &selection.settings)?),
        Build::Points(build) => Searcher::Points(build(grid.into(), &selection.settings)?),
        other => bail!("{selection} plans on {}, for which there is no track", other.places()),
    })
}

fn open<'w>(
    selection: &Selection,
    grid: &'w Grid,
    file: &Path,
    bytes: &[u8],
    map: &Path,
) -> anyhow::Result<Searcher<'w>> {
    let (file, map) = (file.display(), map.display());
    match index::open(selection, grid, bytes) {
        Ok(Opened::Cells(planner)) => Ok(Searcher::Cells(planner)),
        Ok(Opened::Corners(planner)) => Ok(Searcher::Corners(planner)),
        Ok(_) => Err(anyhow!("{file}: it plans on places for which there is no track")),
        Err(error) => Err(anyhow!("{file}: {error}; prepare the map again with -pre {map} none")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_planner_and_map() {
        let name = |planner: &str, map: &str| {
            file(&planner.parse().unwrap(), Path::new(map)).to_string_lossy().into_owned()
        };
        assert_eq!(name("jump-graph", "maps/dao/arena.map"), "index_data/Tautline-jump-graph-arena");
        assert_eq!(
            name("jps-plus:diagonal=never", "arena"),
            "index_data/Tautline-jps-plus-diagonal-never-arena"
        );
    }
}
