//! Every file of a folder of MovingAI benchmarks can be read, where the variable `TAUTLINE_MOVINGAI` names one.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use tautline_maps::movingai::{Passable, Precision, Scenario, read_map, read_references, read_scenario};
use tautline_maps::{LoadOptions, load};

const VARIABLE: &str = "TAUTLINE_MOVINGAI";
/// The sets whose lengths have two digits after the point.
const TWO_DECIMALS: [&str; 2] = ["bg512", "wc3maps512"];
/// The folder of the any-angle lengths.
const REFERENCES: &str = "anyangle";

fn entries(folder: &Path) -> Vec<PathBuf> {
    let listing = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = listing.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn ends_with(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

fn check_precision(scenario: &Scenario, set: &str) {
    let expected =
        if TWO_DECIMALS.contains(&set) { Precision::TwoDecimals } else { Precision::SixSignificant };
    assert_eq!(scenario.precision, expected, "{}", scenario.file);
}

/// Reads a map, its scenario and, if there are any, its any-angle lengths, and returns the number of queries.
fn check_map(path: &Path, set: &str, references: &Path) -> usize {
    let map = read_map(path, &Passable::default()).unwrap();
    assert_eq!(load(path, &LoadOptions::default()).unwrap(), map.clone().into());
    let scenario = read_scenario(path.with_extension("map.scen")).unwrap();
    scenario.check_fits(&map).unwrap();
    assert!(!scenario.queries.is_empty());
    check_precision(&scenario, set);
    let lengths = references.join(path.with_extension("txt").file_name().unwrap());
    if lengths.exists() {
        let lengths = read_references(&lengths).unwrap();
        assert_eq!(lengths.len(), scenario.queries.len(), "{}", scenario.file);
        for (query, any_angle) in scenario.queries.iter().zip(lengths) {
            // Where one can walk, an any-angle path is no longer than a path on the grid.
            if let (Some(octile), Some(any_angle)) = (query.reference(), any_angle) {
                assert!(any_angle <= octile + scenario.tolerance(octile), "{}: {query:?}", scenario.file);
            }
        }
    }
    scenario.queries.len()
}

#[test]
fn every_map_and_scenario_is_read() {
    let Some(folder) = env::var_os(VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from) else {
        eprintln!("skipped: {VARIABLE} names no folder of MovingAI files");
        return;
    };
    let (mut maps, mut queries) = (0, 0);
    for set in entries(&folder).into_iter().filter(|path| path.is_dir()) {
        let name = set.file_name().unwrap().to_string_lossy().into_owned();
        for map in entries(&set).iter().filter(|path| ends_with(path, "map")) {
            queries += check_map(map, &name, &folder.join(REFERENCES));
            maps += 1;
        }
    }
    assert!(maps > 0, "{} has no maps in it", folder.display());
    eprintln!("read {maps} maps with {queries} queries");
}
