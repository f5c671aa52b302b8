//! The maps that experiments are made on.

use std::path::Path;

use tautline::map::Map;
use tautline::search::Query;
use tautline_maps::movingai::{Passable, Scenario, read_map, read_references, read_scenario};

use crate::LabError;
use crate::harness::Length;

/// The reference maps: the set's folder and the map's name.
pub const MAPS: [&str; 14] = [
    "dao/den520d",
    "bg512/AR0400SR",
    "bg512/AR0602SR",
    "sc1/BigGameHunters",
    "rooms/32room_000",
    "sc1/Aftershock",
    "sc1/Entanglement",
    "dao/brc202d",
    "mazes/maze512-8-0",
    "dao/orz900d",
    "cities/Boston_0_1024",
    "random/random512-10-0",
    "random/random512-20-0",
    "random/random512-40-0",
];

/// The reference maps whose name contains one of these; all of them where none is given.
pub(crate) fn chosen(wanted: &[String]) -> Result<Vec<&'static str>, LabError> {
    for name in wanted {
        if !MAPS.iter().any(|map| map.contains(name.as_str())) {
            return Err(LabError::UnknownMap { name: name.clone(), known: MAPS.into() });
        }
    }
    let is_wanted = |map: &&str| wanted.is_empty() || wanted.iter().any(|name| map.contains(name.as_str()));
    Ok(MAPS.into_iter().filter(is_wanted).collect())
}

/// The one reference map whose name contains this.
pub(crate) fn the_one(wanted: &str) -> Result<&'static str, LabError> {
    match chosen(&[wanted.to_owned()])?[..] {
        [map] => Ok(map),
        ref several => Err(LabError::AmbiguousMap { name: wanted.to_owned(), known: several.into() }),
    }
}

/// A map and its scenario, which has at least one query.
pub(crate) struct ReferenceMap<'n> {
    /// The set's folder and the map's name.
    pub(crate) name: &'n str,
    pub(crate) map: Map,
    pub(crate) scenario: Scenario,
}

impl<'n> ReferenceMap<'n> {
    /// Reads them from the folder of MovingAI files.
    pub(crate) fn load(folder: &Path, name: &'n str) -> Result<Self, LabError> {
        let map = read_map(folder.join(format!("{name}.map")), &Passable::default())?;
        let scenario = read_scenario(folder.join(format!("{name}.map.scen")))?;
        scenario.check_fits(&map)?;
        if scenario.queries.is_empty() {
            return Err(LabError::NoQueries { file: scenario.file });
        }
        Ok(Self { name, map, scenario })
    }

    /// The length of a shortest path at any angle for each query, none where there is no path; where the folder has them.
    pub(crate) fn shortest_at_any_angle(&self, folder: &Path) -> Result<Option<Vec<Option<f64>>>, LabError> {
        let map = self.name.rsplit('/').next().unwrap_or(self.name);
        let file = folder.join("anyangle").join(format!("{map}.txt"));
        if !file.exists() {
            return Ok(None);
        }
        let lengths = read_references(&file)?;
        let (found, expected) = (lengths.len(), self.scenario.queries.len());
        if found != expected {
            return Err(LabError::References { file: file.display().to_string(), found, expected });
        }
        Ok(Some(lengths))
    }

    /// What the scenario says of how long the paths of a query from cell to cell are.
    pub(crate) fn on_cells(&self, number: usize) -> Length {
        let reference = self.scenario.queries[number].reference();
        Length::about(reference, reference.map_or(0.0, |length| self.scenario.tolerance(length)))
    }

    /// An answer to the query with this number is wrong.
    pub(crate) fn wrong(&self, planner: &str, number: usize, fault: String) -> LabError {
        let query = &self.scenario.queries[number];
        LabError::WrongAnswer {
            planner: planner.to_owned(),
            map: format!("{}.map", self.name),
            query: number,
            start: query.start.into(),
            goal: query.goal.into(),
            fault,
        }
    }

    /// The query with this number, from zero, between cells.
    pub(crate) fn query(&self, number: usize) -> Query {
        let query = &self.scenario.queries[number];
        Query::new(query.start, query.goal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_map_is_named_by_a_part_of_its_name() {
        assert_eq!(the_one("Boston").unwrap(), "cities/Boston_0_1024");
        let several = the_one("random512").unwrap_err().to_string();
        assert!(several.contains("random/random512-10-0, random/random512-20-0"), "{several}");
        let none = the_one("atlantis").unwrap_err().to_string();
        assert!(none.contains("\"atlantis\"") && none.contains("dao/den520d"), "{none}");
        assert_eq!(chosen(&[]).unwrap(), MAPS);
        assert_eq!(chosen(&["dao".into(), "maze512".into()]).unwrap().len(), 4);
    }
}
