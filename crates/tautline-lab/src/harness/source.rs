use std::ops::RangeInclusive;

use tautline::engine::Guarantee;

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
    /// How long a shortest path at any angle is that does not pass between diagonally touching obstacles.
    pub at_any_angle: Length,
    /// How long a shortest path from cell to cell is, with eight neighbours and no corner cutting.
    pub on_cells: Length,
}

/// What is known of the length of a shortest path.
#[derive(Clone, Debug, PartialEq)]
pub enum Length {
    /// Nothing.
    Unknown,
    /// That there is no path.
    NoPath,
    /// How long it is, give or take.
    About {
        /// The length.
        length: f64,
        /// How far a right one may be from it.
        tolerance: f64,
    },
    /// Where it lies.
    Within(RangeInclusive<f64>),
}

impl Length {
    /// This length, give or take; no path where it is none.
    pub(crate) fn about(length: Option<f64>, tolerance: f64) -> Self {
        length.map_or(Self::NoPath, |length| Self::About { length, tolerance })
    }

    /// The length, where it is known well enough to be compared with.
    pub(super) fn reference(&self) -> Option<f64> {
        match *self {
            Self::About { length, .. } => Some(length),
            _ => None,
        }
    }

    /// Holds a cost against it: nothing is shorter than the shortest, or longer than the planner promises.
    pub(crate) fn check(&self, cost: Option<f64>, guarantee: Guarantee) -> Result<(), String> {
        let allowed = match self {
            Self::Unknown => return Ok(()),
            Self::NoPath if cost.is_none() => return Ok(()),
            Self::NoPath => return Err(format!("found {}, expected no path", cost.unwrap_or_default())),
            Self::About { length, tolerance } => length - tolerance..=guarantee.longest(length + tolerance),
            Self::Within(shortest) => *shortest.start()..=guarantee.longest(*shortest.end()),
        };
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
    use tautline::engine::Registry;
    use tautline::map::Map;

    use super::*;
    use crate::LabError;
    use crate::harness::Setting;
    use crate::harness::measure::tests::measured_records;

    /// One query on an open map, which is number 17 of its file, where the shortest path is said to be so long.
    fn measured(planner: &str, length: f64) -> Result<u64, LabError> {
        let known =
            Known { number: 17, at_any_angle: Length::about(Some(length), 1e-6), on_cells: Length::Unknown };
        let source = Source { map: "bg512/AR0011SR.map".into(), queries: vec![known] };
        let world = move |_| {
            let map = Map::open(5, 4).unwrap();
            Ok(World { map, queries: vec![((0, 0), (4, 3))], source: Some(source.clone()) })
        };
        let planners = vec![Registry::core().select(planner).unwrap()];
        let setting =
            Setting { name: "bg512".into(), worlds: 1, world: Box::new(world), peers: Vec::new(), planners };
        measured_records(&[setting], 1).map(|records| records[0].query)
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
        let within = Length::Within(1.0..=2.0);
        let expected = Err("found no path, expected one from 1 to 2".into());
        assert_eq!(within.check(None, Guarantee::Optimal), expected);
        assert_eq!(Length::NoPath.check(None, Guarantee::Optimal), Ok(()));
        assert_eq!(
            Length::NoPath.check(Some(3.5), Guarantee::Optimal),
            Err("found 3.5, expected no path".into())
        );
        assert_eq!(Length::Unknown.check(None, Guarantee::Optimal), Ok(()));
    }
}
