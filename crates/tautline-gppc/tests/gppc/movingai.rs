//! A map of Sturtevant's benchmarks on both tracks, where the variable `TAUTLINE_MOVINGAI` names a folder of them: the lengths
//! are those that are published with it, and on the track at any angle those on which two other exact programs agree.

use std::path::{Path, PathBuf};

use tautline_maps::movingai::{read_references, read_scenario};

use crate::common::{self, Folder};

const MAP: &str = "dao/den312d.map";
const OPTIMA: &str = "anyangle/den312d.txt";

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("TAUTLINE_MOVINGAI").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: TAUTLINE_MOVINGAI does not name a folder with MovingAI maps and scenarios");
    }
    folder
}

/// Prepares the map on one call and checks every path on another one; how long the paths are.
fn lengths(benchmarks: &Path, track: &str) -> Vec<f64> {
    let (map, scenario) = (benchmarks.join(MAP), benchmarks.join(format!("{MAP}.scen")));
    let [map, scenario] = [map, scenario].map(|path| path.to_str().unwrap().to_owned());
    let folder = Folder::new();
    let prepared = folder.run(&["--track", track, "-pre", &map, "none"]);
    assert_eq!(prepared.code, 0, "{}", prepared.stderr);
    let check = folder.run(&["--track", track, "-check", &map, &scenario]);
    assert_eq!((check.code, check.stderr.as_str()), (0, ""));
    assert!(common::lines(&check.stdout).iter().all(|line| line.verdict == "valid"));
    let rows = folder.rows();
    assert!(rows.iter().all(|row| row.slowest <= row.time && row.first_twenty <= row.time));
    rows.iter().map(|row| row.path_length).collect()
}

#[test]
fn the_lengths_of_the_classic_track_are_those_of_the_scenario() {
    let Some(benchmarks) = folder() else { return };
    let scenario = read_scenario(benchmarks.join(format!("{MAP}.scen"))).unwrap();
    let lengths = lengths(&benchmarks, "classic");
    assert_eq!(lengths.len(), scenario.queries.len());
    for (number, (query, length)) in scenario.queries.iter().zip(lengths).enumerate() {
        assert!(
            (length - query.length).abs() <= scenario.tolerance(query.length),
            "query {number}: {length}"
        );
    }
}

#[test]
fn the_lengths_of_the_other_track_are_the_known_optima() {
    let Some(benchmarks) = folder() else { return };
    let optima = read_references(benchmarks.join(OPTIMA)).unwrap();
    let lengths = lengths(&benchmarks, "any-angle");
    assert_eq!(lengths.len(), optima.len());
    for (number, (optimum, length)) in optima.into_iter().zip(lengths).enumerate() {
        assert!((length - optimum.unwrap_or(0.0)).abs() < 1e-6, "query {number}: {length}");
    }
}
