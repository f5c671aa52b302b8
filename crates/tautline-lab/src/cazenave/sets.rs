//! The sets of maps and the ways to move on them.

use tautline::moves::OctileLength;

use crate::harness::Record;

/// A set of maps, which a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set {
    /// The table's name on the command line.
    pub(super) table: &'static str,
    /// How the paper numbers it.
    pub(super) number: &'static str,
    /// How many walls each map has.
    pub(super) walls: u32,
}

/// All of them, in the order of the paper.
pub(super) const SETS: [Set; 3] = [
    Set { table: "table-1", number: "I", walls: 200 },
    Set { table: "table-2", number: "II", walls: 400 },
    Set { table: "table-3", number: "III", walls: 600 },
];

/// The maps that have the fewest paths, and the longest.
pub(super) const COMPLEX: Set = SETS[2];

/// Those between.
pub(super) const MODERATE: Set = SETS[1];

/// To how many neighbours one moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbours {
    /// Also diagonally: what the paper calls octiles.
    Eight,
    /// Straight only: tiles.
    Four,
}

impl Set {
    /// Its name in records.
    pub(super) fn setting(self, neighbours: Neighbours) -> String {
        format!("walls-{}-{}", self.walls, neighbours.count())
    }
}

impl Neighbours {
    /// In the order of the tables.
    pub(super) const ALL: [Self; 2] = [Self::Eight, Self::Four];

    /// How many there are.
    pub(super) fn count(self) -> u32 {
        match self {
            Self::Eight => 8,
            Self::Four => 4,
        }
    }

    /// How planners are told.
    pub(super) fn moves(self) -> &'static str {
        match self {
            Self::Eight => ":diagonal=cut-both-corners:costs=3/2",
            Self::Four => ":diagonal=never:costs=1",
        }
    }

    /// What the path of a record costs in the costs of the search; none where there is none.
    pub(super) fn cost(self, record: &Record) -> Option<u64> {
        let (straight, diagonal) = record.straight.zip(record.diagonal)?;
        Some(match self {
            Self::Eight => 2 * straight + 3 * diagonal,
            Self::Four => straight,
        })
    }

    /// What a straight move costs.
    pub(super) fn straight(self) -> u32 {
        match self {
            Self::Eight => 2,
            Self::Four => 1,
        }
    }
}

/// How long a path of so many straight and diagonal steps is; none where there are more than a map has cells.
pub(super) fn length(straight: u64, diagonal: u64) -> Option<f64> {
    let (straight, diagonal) = (straight.try_into().ok()?, diagonal.try_into().ok()?);
    Some(OctileLength { straight, diagonal }.length())
}

/// The names of the tables, for the command line.
#[must_use]
pub fn ids() -> Vec<&'static str> {
    SETS.map(|set| set.table).into()
}

/// The sets of the tables that are wanted; all where none is named.
pub(super) fn chosen(only: &[String]) -> Vec<Set> {
    let is_wanted = |set: &Set| only.is_empty() || only.iter().any(|id| id == set.table);
    SETS.into_iter().filter(is_wanted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::records::tests::record;

    #[test]
    fn costs_are_those_of_the_search() {
        let steps = Record { straight: Some(5), diagonal: Some(4), ..record("walls-200-8", 0, "astar", 1.0) };
        assert_eq!(Neighbours::Eight.cost(&steps), Some(22));
        assert_eq!(Neighbours::Four.cost(&Record { diagonal: Some(0), ..steps.clone() }), Some(5));
        assert_eq!(Neighbours::Eight.cost(&Record { straight: None, diagonal: None, ..steps }), None);
        assert!((length(5, 4).unwrap() - (5.0 + 4.0 * 2f64.sqrt())).abs() < 1e-12);
        assert_eq!(length(u64::MAX, 0), None);
    }

    #[test]
    fn every_table_is_chosen_by_its_name() {
        assert_eq!(ids(), ["table-1", "table-2", "table-3"]);
        assert_eq!(chosen(&[]), SETS);
        assert_eq!(chosen(&["table-3".into(), "table-1".into()]), [SETS[0], SETS[2]]);
        assert_eq!(COMPLEX.setting(Neighbours::Four), "walls-600-4");
    }
}
