//! What a planner prepared, from one call of the program to another.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow};
use tautline::engine::{Planner, Selection};
use tautline::map::Map;

/// The folder that the competition has for it.
const FOLDER: &str = "index_data";

/// The file for what a planner prepared of the map in a file: `index_data/Tautline-jump-graph-arena`. Options are part of the name.
fn index_file(selection: &Selection, map_file: &Path) -> PathBuf {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let planner = selection.to_string().replace(|letter| !is_plain(letter), "-");
    let map = map_file.file_stem().unwrap_or_default().to_string_lossy();
    Path::new(FOLDER).join(format!("Tautline-{planner}-{map}"))
}

/// Prepares a map, and writes the file.
pub(crate) fn preprocess(
    selection: &Selection,
    map: &Map,
    map_file: &Path,
    notes: &mut dyn Write,
) -> anyhow::Result<()> {
    if !selection.needs_index() {
        writeln!(notes, "note: {selection} has nothing to prepare")?;
        return Ok(());
    }
    let begun = Instant::now();
    let planner = selection.planner(map)?;
    let time = begun.elapsed();
    let (file, bytes) = (index_file(selection, map_file), planner.to_bytes(map, time)?);
    let written = fs::create_dir_all(FOLDER).and_then(|()| fs::write(&file, &bytes));
    written.with_context(|| format!("cannot write {}", file.display()))?;
    writeln!(notes, "{}: {} bytes, prepared in {:.3} s", file.display(), bytes.len(), time.as_secs_f64())?;
    Ok(())
}

/// Makes a planner, with what is in the file if it needs it. Where there is no file, the map is prepared here and now, and a note
/// says so.
pub(crate) fn prepare_for_search(
    selection: &Selection,
    map: &Map,
    map_file: &Path,
    notes: &mut dyn Write,
) -> anyhow::Result<Planner> {
    if selection.needs_index() {
        let file = index_file(selection, map_file);
        match fs::read(&file) {
            Ok(bytes) => {
                return selection.open(map, &bytes).map_err(|error| {
                    let (file, map) = (file.display(), map_file.display());
                    anyhow!("{file}: {error}; prepare the map again with -pre {map} none")
                });
            }
            Err(error) if error.kind() == ErrorKind::NotFound => writeln!(
                notes,
                "note: there is no {}: the map is prepared before the first query; -pre does that once and for all",
                file.display()
            )?,
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
        }
    }
    Ok(selection.planner(map)?)
}

#[cfg(test)]
mod tests {
    use tautline::engine::Registry;

    use super::*;

    #[test]
    fn a_file_is_named_by_planner_and_map() {
        let name = |planner: &str, map: &str| {
            let selection = Registry::core().select(planner).unwrap();
            index_file(&selection, Path::new(map)).to_string_lossy().into_owned()
        };
        assert_eq!(name("jump-graph", "maps/dao/arena.map"), "index_data/Tautline-jump-graph-arena");
        assert_eq!(
            name("jps-plus:diagonal=never", "arena"),
            "index_data/Tautline-jps-plus-diagonal-never-arena"
        );
    }
}
