//! A folder of its own for each test, with maps in it, where the program runs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use tautline::map::Map;
use tautline_maps::movingai::{Scenario, ScenarioQuery, write_map, write_scenario};
use tempfile::TempDir;

/// A query: from where, to where, and how long a shortest path is on the classic track, 0 where there is none.
pub(crate) type Query = ((i32, i32), (i32, i32), f64);

/// Two rooms with a door, and a third one without.
pub(crate) const ROOMS: [&str; 9] = [
    ".....#......",
    ".....#......",
    ".....#......",
    ".....#......",
    "............",
    ".....#......",
    ".....#....##",
    ".....#....#.",
    ".....#....#.",
];

/// The queries on it.
pub(crate) const SCENARIO: [Query; 6] = [
    ((1, 1), (1, 1), 0.0),
    ((0, 0), (4, 4), 5.656_854_25),
    ((0, 0), (11, 4), 12.656_854_25),
    ((0, 0), (11, 8), 0.0),
    ((4, 0), (9, 0), 11.242_640_69),
    ((5, 4), (5, 4), 0.0),
];

/// What a run of the program left.
#[derive(Debug)]
pub(crate) struct Ran {
    /// Its exit code.
    pub(crate) code: i32,
    /// What it printed.
    pub(crate) stdout: String,
    /// What else it had to say.
    pub(crate) stderr: String,
}

/// A line of `result.csv`.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) map: String,
    pub(crate) scen: String,
    pub(crate) id: usize,
    pub(crate) path_size: usize,
    pub(crate) path_length: f64,
    pub(crate) ref_length: f64,
    pub(crate) time: u64,
    pub(crate) first_twenty: u64,
    pub(crate) slowest: u64,
}

/// A line of `-check`.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) ends: [(f64, f64); 2],
    pub(crate) verdict: String,
    pub(crate) path: Vec<(f64, f64)>,
    pub(crate) length: f64,
}

/// The folder.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// One with `rooms.map` and `rooms.map.scen`.
    pub(crate) fn with_two_rooms() -> Self {
        let folder = Self::new();
        folder.write_map("rooms.map", &ROOMS);
        folder.write_scenario("rooms.map", &SCENARIO);
        folder
    }

    /// The name of a file in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// What is in a file of it.
    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Writes a map.
    pub(crate) fn write_map(&self, name: &str, rows: &[&str]) {
        let map = Map::from_rows(rows.iter().copied()).unwrap();
        write_map(&map, File::create(self.path(name)).unwrap()).unwrap();
    }

    fn write_scenario(&self, map: &str, queries: &[Query]) {
        let query = |&(start, goal, length): &Query| ScenarioQuery {
            bucket: 0,
            map: map.to_owned(),
            map_width: 12,
            map_height: 9,
            start: start.into(),
            goal: goal.into(),
            length,
            line: None,
        };
        let scenario = Scenario { queries: queries.iter().map(query).collect(), ..Scenario::default() };
        write_scenario(&scenario, File::create(self.path(&format!("{map}.scen"))).unwrap()).unwrap();
    }

    /// Runs the program there.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tautline-gppc"));
        let output = command.args(arguments).current_dir(self.0.path()).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ran { code: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// The lines of `result.csv`.
    pub(crate) fn rows(&self) -> Vec<Row> {
        rows(&self.path("result.csv"))
    }
}

fn rows(path: &Path) -> Vec<Row> {
    let text = fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let [map, scen, id, path_size, path_length, ref_length, time, first_twenty, slowest] = fields[..]
        else {
            panic!("{line}");
        };
        Row {
            map: map.into(),
            scen: scen.into(),
            id: id.parse().unwrap(),
            path_size: path_size.parse().unwrap(),
            path_length: path_length.parse().unwrap(),
            ref_length: ref_length.parse().unwrap(),
            time: time.parse().unwrap(),
            first_twenty: first_twenty.parse().unwrap(),
            slowest: slowest.parse().unwrap(),
        }
    };
    text.lines().skip(1).map(row).collect()
}

/// Takes the lines of `-check` apart.
pub(crate) fn lines(text: &str) -> Vec<Line> {
    text.lines().map(line).collect()
}

fn line(text: &str) -> Line {
    let mut words = text.split(' ');
    let mut numbers = words.by_ref().take(4).map(|word| word.parse::<f64>().unwrap());
    let mut place = || (numbers.next().unwrap(), numbers.next().unwrap());
    let ends = [place(), place()];
    let verdict = words.next().unwrap().to_owned();
    let count: usize = words.next().unwrap().parse().unwrap();
    let numbers: Vec<f64> = words.map(|word| word.parse().unwrap()).collect();
    assert_eq!(numbers.len(), 2 * count + 1, "{text}");
    let path = numbers[..2 * count].chunks(2).map(|place| (place[0], place[1])).collect();
    Line { ends, verdict, path, length: numbers[2 * count] }
}
