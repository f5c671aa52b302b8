//! Where the MovingAI files are.

use std::path::{Path, PathBuf};

use tautline::map::Map;
use tautline_maps::movingai::{Passable, Scenario, read_map, read_scenario};

/// Its files follow another rule for swamp and water; the oracle says what is right there.
const OTHER_RULE: &str = "wc3maps512";

/// The folder, or a line that says why nothing is tested.
pub(crate) fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("TAUTLINE_MOVINGAI").filter(|value| !value.is_empty()).map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: the variable TAUTLINE_MOVINGAI does not name a folder of MovingAI files");
    }
    folder
}

/// One map of each set but those with the other rule: the one in the middle of their names.
pub(crate) fn one_map_of_each_set(folder: &Path) -> Vec<PathBuf> {
    let maps = maps(folder, false);
    maps.chunk_by(|a, b| a.parent() == b.parent()).map(|set| set[set.len() / 2].clone()).collect()
}

/// All maps below the folder, those of the set with the other rule or all others.
pub(crate) fn maps(folder: &Path, other_rule: bool) -> Vec<PathBuf> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let mut paths: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let sets =
        entries(folder).into_iter().filter(|set| set.is_dir() && set.ends_with(OTHER_RULE) == other_rule);
    let maps =
        sets.flat_map(|set| entries(&set)).filter(|path| path.extension().is_some_and(|end| end == "map"));
    let maps: Vec<_> = maps.collect();
    assert!(!maps.is_empty(), "no maps below {}", folder.display());
    maps
}

pub(crate) fn load(file: &Path) -> (Map, Scenario) {
    let map = read_map(file, &Passable::default()).unwrap();
    let scenario = read_scenario(file.with_extension("map.scen")).unwrap();
    scenario.check_fits(&map).unwrap();
    (map, scenario)
}
