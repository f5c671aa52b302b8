//! What was measured on a set, added up.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use super::algorithms::Algorithm;
use super::sets::{Neighbours, Set};
use crate::harness::{Record, Records, Verdict};

/// The number of a world and of the query on it.
type Pair = (u64, u64);

/// What was measured on a set with so many neighbours.
pub(super) struct Measured<'r> {
    records: &'r Records,
    setting: String,
    neighbours: Neighbours,
    /// Those that any planner was asked for.
    pairs: BTreeSet<Pair>,
    /// Those for which one found a path.
    solvable: BTreeSet<Pair>,
}

/// Sums over the pairs that have a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Expansions; of IDA*, calls.
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// How many paths were found at once.
    pub(super) solved: u64,
    /// How many were lost, and found when the search was made again.
    pub(super) repaired: u64,
    /// What these cost, in the costs of the search.
    pub(super) sum: u64,
}

/// The paths of an algorithm beside those of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Beside {
    /// What they cost, in the costs of the search.
    pub(super) sum: u64,
    /// What those of the other cost.
    pub(super) other: u64,
    /// How many were lost, and found when the search was made again.
    pub(super) lost: usize,
    /// How many cost more than they may: those of the other, and what is allowed.
    pub(super) too_long: usize,
}

impl<'r> Measured<'r> {
    pub(super) fn new(records: &'r Records, set: Set, neighbours: Neighbours) -> Self {
        let setting = set.setting(neighbours);
        let (mut pairs, mut solvable) = (BTreeSet::new(), BTreeSet::new());
        for record in records.iter().filter(|record| record.setting == setting) {
            pairs.insert(pair(record));
            if record.outcome == Verdict::Found {
                solvable.insert(pair(record));
            }
        }
        Self { records, setting, neighbours, pairs, solvable }
    }

    /// How many pairs there are.
    pub(super) fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// How many of them have a path.
    pub(super) fn solvable(&self) -> usize {
        self.solvable.len()
    }

    /// The sums of an algorithm; none where it was not measured on every pair, as they could not be compared.
    pub(super) fn tally(&self, algorithm: Algorithm) -> Option<Tally> {
        let records = self.of(algorithm)?;
        let mut tally = Tally::default();
        for pair in &self.solvable {
            let record = records[pair];
            // IDA* counts each call of its recursive function, among them those that end at once.
            let is_ida = matches!(algorithm, Algorithm::Ida { .. });
            tally.nodes += if is_ida { record.generated } else { record.expanded };
            tally.time += Duration::from_nanos(record.nanoseconds);
            tally.repaired += u64::from(record.repairs > 0);
            tally.solved += u64::from(record.outcome == Verdict::Found && record.repairs == 0);
            tally.sum += self.neighbours.cost(record).unwrap_or_default();
        }
        Some(tally)
    }

    /// An algorithm's paths beside those of another, than which they may cost so much more; none where one of them was not measured on every pair.
    pub(super) fn beside(&self, algorithm: Algorithm, other: Algorithm, over: u64) -> Option<Beside> {
        let (records, others) = (self.of(algorithm)?, self.of(other)?);
        let mut beside = Beside::default();
        for pair in &self.solvable {
            let costs = [records[pair], others[pair]].map(|record| self.neighbours.cost(record));
            let [cost, other] = costs.map(Option::unwrap_or_default);
            beside.sum += cost;
            beside.other += other;
            beside.too_long += usize::from(cost > other + over);
            beside.lost += usize::from(records[pair].repairs > 0);
        }
        Some(beside)
    }

    /// The records of an algorithm, if there is one for each pair.
    fn of(&self, algorithm: Algorithm) -> Option<HashMap<Pair, &'r Record>> {
        let records = self.records.of(&self.setting, &algorithm.planner(self.neighbours));
        let records: HashMap<_, _> = records.iter().map(|record| (pair(record), record)).collect();
        (!self.pairs.is_empty() && records.len() == self.pairs.len()).then_some(records)
    }
}

fn pair(record: &Record) -> Pair {
    (record.world, record.query)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::cazenave::sets::{COMPLEX, SETS, length};

    /// A record with this many straight steps, a hundredth as many diagonal ones, as many expansions and microseconds; without a
    /// path where there are none.
    pub(crate) fn record(
        (set, neighbours, world): (Set, Neighbours, u64),
        algorithm: Algorithm,
        (straight, expanded): (u64, u64),
    ) -> Record {
        let found = (straight > 0).then_some(straight);
        let diagonal = if neighbours == Neighbours::Eight { straight / 100 } else { 0 };
        Record {
            experiment: crate::cazenave::NAME.into(),
            setting: set.setting(neighbours),
            world,
            query: 0,
            planner: algorithm.planner(neighbours),
            outcome: if found.is_some() { Verdict::Found } else { Verdict::Unreachable },
            cost: found.and_then(|straight| length(straight, diagonal)),
            turns: found.map(|_| 3),
            straight: found,
            diagonal: found.map(|_| diagonal),
            expanded,
            generated: expanded,
            line_of_sight_checks: 0,
            repairs: 0,
            nanoseconds: 1000 * expanded,
            passes: 3,
            preparation_nanoseconds: 0,
            bytes: None,
            reference: None,
        }
    }

    #[test]
    fn only_pairs_with_a_path_count() {
        let at = |world| (COMPLEX, Neighbours::Eight, world);
        let lossy = Algorithm::ida(None, Some(20));
        let repaired = Record { repairs: 1, ..record(at(1), lossy, (202, 90)) };
        let records = Records::new([
            record(at(0), Algorithm::M, (100, 7)),
            record(at(1), Algorithm::M, (200, 8)),
            record(at(2), Algorithm::M, (0, 1_000_000)),
            Record { generated: 71, ..record(at(0), lossy, (101, 70)) },
            repaired,
            record(at(2), lossy, (0, 5)),
            record(at(0), Algorithm::Mqueue, (100, 9)),
            record((SETS[0], Neighbours::Eight, 3), Algorithm::M, (100, 7)),
        ]);
        let measured = Measured::new(&records, COMPLEX, Neighbours::Eight);
        assert_eq!((measured.pairs(), measured.solvable()), (3, 2));
        let time = Duration::from_micros;
        let tally = |algorithm| measured.tally(algorithm);
        let expected = Tally { nodes: 15, time: time(15), solved: 2, repaired: 0, sum: 609 };
        assert_eq!(tally(Algorithm::M), Some(expected));
        let expected = Tally { nodes: 161, time: time(160), solved: 1, repaired: 1, sum: 615 };
        assert_eq!(tally(lossy), Some(expected), "calls, not expansions");
        assert_eq!(tally(Algorithm::Mqueue), None, "not on every pair");
        assert_eq!(tally(Algorithm::Fringe), None);
        for (over, too_long) in [(1, 2), (2, 1), (4, 0)] {
            let beside = Beside { sum: 615, other: 609, lost: 1, too_long };
            assert_eq!(measured.beside(lossy, Algorithm::M, over), Some(beside));
        }
        assert_eq!(measured.beside(lossy, Algorithm::Mqueue, 0), None);
        assert_eq!(Measured::new(&records, COMPLEX, Neighbours::Four).tally(Algorithm::M), None);
    }
}
