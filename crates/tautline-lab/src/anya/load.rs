//! The maps of the sets, with the queries that are put to the planners.

use std::fmt::{Display, Formatter};
use std::fs;
use std::path::Path;

use tautline::map::{Components, Reachability};
use tautline::moves::DiagonalRule;
use tautline_maps::movingai::ScenarioQuery;

use super::sets::Set;
use crate::LabError;
use crate::harness::{Known, Length, Source, World};
use crate::maps::ReferenceMap;
use crate::verify::ANGLE_TOLERANCE;

/// How many queries are left out, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// From a place to itself.
    same: usize,
    /// With a blocked end.
    blocked: usize,
    /// Without a path.
    unreachable: usize,
}

impl LeftOut {
    pub(super) fn add(&mut self, other: Self) {
        self.same += other.same;
        self.blocked += other.blocked;
        self.unreachable += other.unreachable;
    }
}

impl Display for LeftOut {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { same, blocked, unreachable } = self;
        write!(f, "{same} from a place to itself, {blocked} with a blocked end, {unreachable} without a path")
    }
}

/// The names of the maps of a set, in order; none where it has no folder.
pub(super) fn names(folder: &Path, set: &Set) -> Result<Vec<String>, LabError> {
    let path = folder.join(set.folder);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let wrong = |error: std::io::Error| LabError::Folder {
        folder: path.display().to_string(),
        problem: error.to_string(),
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(&path).map_err(wrong)? {
        let name = entry.map_err(wrong)?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".map").filter(|name| set.has(name)).map(String::from));
    }
    names.sort();
    Ok(names)
}

/// Reads a map with at most so many of its queries, spread evenly, all where there is no number.
pub(super) fn load(
    folder: &Path,
    set: &Set,
    name: &str,
    sample: Option<usize>,
) -> Result<(World, LeftOut), LabError> {
    let name = format!("{}/{name}", set.folder);
    let map = ReferenceMap::load(folder, &name)?;
    let shortest = map.shortest_at_any_angle(folder)?;
    // Where the file is right, it is believed, so that a planner that finds no path is found out.
    let components = (!set.has_lengths()).then(|| Components::new(&map.map, DiagonalRule::NoCornerCutting));
    let areas = components.as_ref().and_then(|components| components.on(&map.map).ok());
    let has_path = |query: &ScenarioQuery| match areas {
        Some(areas) => areas.connected(query.start, query.goal) == Reachability::Yes,
        None => query.reference().is_some(),
    };
    let between = |number: usize| {
        let query = &map.scenario.queries[number];
        let straight = f64::from(query.start.x - query.goal.x).hypot(f64::from(query.start.y - query.goal.y));
        let (least, most) = match &shortest {
            Some(lengths) => return Length::about(lengths[number], ANGLE_TOLERANCE),
            // A path from cell to cell without corner cutting also leads between the corners with the same coordinates.
            None if set.has_lengths() => (straight, query.length + map.scenario.tolerance(query.length)),
            None => (straight, f64::INFINITY),
        };
        Length::Within(least - ANGLE_TOLERANCE..=most)
    };
    let (mut queries, mut known, mut left_out) = (Vec::new(), Vec::new(), LeftOut::default());
    for number in map.scenario.sample(sample, None) {
        let query = &map.scenario.queries[number];
        let (start, goal) = (query.start, query.goal);
        if start == goal {
            left_out.same += 1;
        } else if !(map.map.is_free(start) && map.map.is_free(goal)) {
            left_out.blocked += 1;
        } else if !has_path(query) {
            left_out.unreachable += 1;
        } else {
            known.push(Known { number, at_any_angle: between(number), on_cells: Length::Unknown });
            queries.push(((start.x, start.y), (goal.x, goal.y)));
        }
    }
    let source = Source { map: format!("{name}.map"), queries: known };
    Ok((World { map: map.map, queries, source: Some(source) }, left_out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anya::sets::SETS;

    /// A folder with one map of a set, which is gone with it.
    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(test: &str, set: &str, scenario: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("tautline-anya-{test}-{}", std::process::id()));
            let map = "type octile\nheight 2\nwidth 5\nmap\n...@.\n.@.@.\n";
            fs::create_dir_all(folder.join(set)).unwrap();
            fs::write(folder.join(set).join("a.map"), map).unwrap();
            fs::write(folder.join(set).join("a.map.scen"), scenario).unwrap();
            Self(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// One that is there, one to itself, one from a wall, one that no path joins.
    const SCENARIO: &str = "version 1\n0 a 5 2 0 1 2 0 2.41421356\n0 a 5 2 0 0 0 0 0\n0 a 5 2 1 1 2 0 1\n0 a 5 2 0 0 4 0 0\n\
                            0 a 5 2 0 1 2 1 4\n";

    #[test]
    fn queries_that_cannot_be_compared_are_left_out_and_counted() {
        for set in ["dao", "wc3maps512"] {
            let folder = Folder::new(&format!("left-out-{set}"), set, SCENARIO);
            let set = SETS.iter().find(|other| other.name == set).unwrap();
            assert_eq!(names(&folder.0, set).unwrap(), ["a"]);
            let (world, left_out) = load(&folder.0, set, "a", None).unwrap();
            assert_eq!(world.queries, [((0, 1), (2, 0)), ((0, 1), (2, 1))]);
            let told = "1 from a place to itself, 1 with a blocked end, 1 without a path";
            assert_eq!(left_out.to_string(), told);
            let source = world.source.unwrap();
            assert_eq!(source.map, format!("{}/a.map", set.folder));
            assert_eq!(source.queries.iter().map(|known| known.number).collect::<Vec<_>>(), [0, 4]);
            let Length::Within(second) = &source.queries[1].at_any_angle else {
                panic!("{source:?}");
            };
            assert!(second.contains(&2.0) && second.contains(&4.0) && !second.contains(&1.9));
            assert_eq!(second.contains(&4.1), !set.has_lengths());
            let (sampled, _) = load(&folder.0, set, "a", Some(1)).unwrap();
            assert_eq!(sampled.queries.len(), 1);
        }
    }

    #[test]
    fn lengths_at_any_angle_are_those_of_their_file() {
        let folder = Folder::new("lengths", "dao", SCENARIO);
        let loaded = || load(&folder.0, &SETS[1], "a", None).map(|(world, _)| world.source.unwrap().queries);
        assert!(matches!(&loaded().unwrap()[1].at_any_angle, Length::Within(range) if range.contains(&2.5)));
        fs::create_dir_all(folder.0.join("anyangle")).unwrap();
        let write = |lengths: &str| fs::write(folder.0.join("anyangle/a.txt"), lengths).unwrap();
        write("1\n2\n3\ninf\n5\n");
        assert_eq!(loaded().unwrap()[1].at_any_angle, Length::about(Some(5.0), ANGLE_TOLERANCE));
        write("1\n2\n3\n");
        assert!(loaded().unwrap_err().to_string().contains("a.txt: found 3 lengths, expected 5"));
    }
}
