use std::ops::RangeInclusive;

use tautline::planners::Guarantee;

use super::World;

/// What the files that a world comes from say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The map's file, as messages call it.
    pub map: String,
    /// What they say of each query.
    pub queries: Vec<Known>,
}

/// What is known of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Its number in the scenario file, from zero.
    pub number: usize,
    /// Where the length of a shortest path at any angle lies that does not pass between diagonally touching obstacles: there is one.
    pub shortest: RangeInclusive<f64>,
}

impl Source {
    /// Holds a cost against what is known: nothing is shorter than the shortest, or longer than the planner promises.
    pub(super) fn check(&self, query: usize, cost: Option<f64>, guarantee: Guarantee) -> Result<(), String> {
        let shortest = &self.queries[query].shortest;
        let allowed = *shortest.start()..=guarantee.longest(*shortest.end());
        match cost {
            Some(cost) if allowed.contains(&cost) => Ok(()),
            Some(cost) => {
                Err(format!("found {cost}, expected from {} to {}", allowed.start(), allowed.end()))
            }
            None => Err(format!("found no path, expected one from {} to {}", allowed.start(), allowed.end())),
        }
    }
}

impl World {
    /// What messages call it: the map's file, or the number that it was made from.
    pub(super) fn label(&self, setting: &str, number: u64) -> String {
        self.source.as_ref().map_or_else(|| format!("{setting}, world {number}"), |source| source.map.clone())
    }

    /// The number of a query in the scenario file, or else on the world.
    pub(super) fn number(&self, query: usize) -> usize {
        self.source.as_ref().map_or(query, |source| source.queries[query].number)
    }
}

#[cfg(test)]
mod tests {
    use tautline::world::Grid;

    use super::*;
    use crate::LabError;
    use crate::harness::{Setting, measure};

    /// One query on an open map, which is number 17 of its file, where the shortest path is said to be so long.
    fn measured(planner: &str, length: f64) -> Result<u64, LabError> {
        let known = Known { number: 17, shortest: length - 1e-6..=length + 1e-6 };
        let source = Source { map: "bg512/AR0011SR.map".into(), queries: vec![known] };
        let world = move |_| {
            let land = Grid::open(5, 4).unwrap().into();
            Ok(World { land, queries: vec![((0, 0), (4, 3))], source: Some(source.clone()) })
        };
        let planners = vec![planner.parse().unwrap()];
        let setting = Setting { name: "bg512".into(), worlds: 1, world: Box::new(world), planners };
        measure("anya", &[setting], 1, &mut |_, _, _| {}).map(|records| records[0].query)
    }

    #[test]
    fn lengths_are_held_against_those_of_the_files() {
        for (planner, length, fault) in [
            ("visibility", 5.0, None),
            ("theta", 5.0, None),
            ("astar-corners", 5.0, None),
            ("field-dstar", 5.0, None),
            ("astar", 7.0, None),
            ("visibility:corners=open", 6.0, None),
            ("visibility", 4.9, Some("found 5, expected from 4.8")),
            ("visibility", 5.1, Some("found 5, expected from 5.0")),
            ("theta", 4.9, None),
            ("theta", 5.1, Some("found 5, expected from 5.0")),
            ("field-dstar", 5.1, Some("found 5.02")),
            ("astar-corners", 5.3, Some("found 5.24")),
        ] {
            let measured = measured(planner, length);
            let Some(fault) = fault else {
                assert_eq!(measured.unwrap(), 17, "{planner}");
                continue;
            };
            let message = measured.unwrap_err().to_string();
            let expected = format!(
                "wrong answer of {planner} on bg512/AR0011SR.map, query 17 from (0, 0) to (4, 3): {fault}"
            );
            assert!(message.starts_with(&expected), "{message}");
        }
    }

    #[test]
    fn where_there_is_a_path_one_must_be_found() {
        let known = Known { number: 3, shortest: 1.0..=2.0 };
        let source = Source { map: "a.map".into(), queries: vec![known] };
        let expected = Err("found no path, expected one from 1 to 2".into());
        assert_eq!(source.check(0, None, Guarantee::Optimal), expected);
    }
}
