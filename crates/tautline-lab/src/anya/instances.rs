//! What a planner does with each query, compared with A*.

use std::collections::{BTreeMap, HashMap};

use super::planners::ASTAR;
use crate::harness::{Record, Records, quantile};

/// Each bin has queries that take A* up to so many times as many expansions as those of the bin before.
pub(super) const BIN: u64 = 4;

/// One query, by a planner and by A*.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Instance {
    /// How many nodes A* expands: how hard it is.
    pub(super) rank: u64,
    /// How many times as many nodes A* expands.
    pub(super) expansions: f64,
    /// How many times as long A* takes.
    pub(super) time: f64,
    /// By how many percent the path is shorter than that of A*.
    pub(super) improvement: f64,
}

/// The queries of a set that both a planner and A* answered, in the order of the planner's records.
pub(super) fn instances(records: &Records, set: &str, planner: &str) -> Vec<Instance> {
    let key = |record: &Record| (record.world, record.query);
    let astar: HashMap<_, _> = records.of(set, ASTAR).iter().map(|record| (key(record), record)).collect();
    let instance = |record: &Record| {
        let astar = *astar.get(&key(record))?;
        Some(Instance {
            rank: astar.expanded,
            expansions: ratio(astar.expanded, record.expanded),
            time: ratio(astar.nanoseconds, record.nanoseconds),
            improvement: 100.0 * (1.0 - record.cost? / astar.cost?),
        })
    };
    records.of(set, planner).iter().filter_map(instance).collect()
}

/// Where a search expands nothing, as the first look finds the goal, that counts as one expansion.
fn ratio(astar: u64, planner: u64) -> f64 {
    astar.max(1) as f64 / planner.max(1) as f64
}

/// The bin that a rank falls into.
pub(super) fn bin(rank: u64) -> u32 {
    rank.max(1).ilog(BIN)
}

/// The median speed-up in time of each bin that has any instance.
pub(super) fn median_times(instances: &[Instance]) -> BTreeMap<u32, f64> {
    let mut times: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for instance in instances {
        times.entry(bin(instance.rank)).or_default().push(instance.time);
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        quantile(&times, 0.5)
    };
    times.into_iter().filter_map(|(bin, times)| Some((bin, median(times)?))).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::harness::Verdict;

    /// A record: set, map and query, planner; expansions, nanoseconds and cost.
    pub(crate) fn record(
        (set, world, query): (&str, u64, u64),
        planner: &str,
        (expanded, nanoseconds, cost): (u64, u64, f64),
    ) -> Record {
        Record {
            experiment: "anya".into(),
            setting: set.into(),
            world,
            query,
            planner: planner.into(),
            outcome: Verdict::Found,
            cost: Some(cost),
            turns: Some(1),
            straight: None,
            diagonal: None,
            expanded,
            generated: expanded,
            line_of_sight_checks: 0,
            repairs: 0,
            nanoseconds,
            passes: 3,
            preparation_nanoseconds: 0,
            bytes: None,
            reference: None,
        }
    }

    #[test]
    fn queries_are_compared_one_by_one() {
        let records = Records::new([
            record(("dao", 0, 5), ASTAR, (100, 2000, 10.0)),
            record(("dao", 1, 5), ASTAR, (60, 3000, 20.0)),
            record(("sc1", 0, 5), ASTAR, (7, 7, 7.0)),
            record(("dao", 1, 5), "theta", (30, 6000, 19.0)),
            record(("dao", 0, 5), "theta", (0, 0, 7.5)),
            record(("dao", 0, 6), "theta", (1, 1, 1.0)),
        ]);
        let found = instances(&records, "dao", "theta");
        let improvements: Vec<_> = found.iter().map(|one| one.improvement).collect();
        assert!((improvements[0] - 5.0).abs() < 1e-9 && (improvements[1] - 25.0).abs() < 1e-9);
        let others: Vec<_> = found.iter().map(|one| (one.rank, one.expansions, one.time)).collect();
        assert_eq!(others, [(60, 2.0, 0.5), (100, 100.0, 2000.0)], "A* did not answer the last");
    }

    #[test]
    fn bins_are_powers_of_four() {
        let bins = [0, 1, 3, 4, 15, 16, 63, 64, 65_535, 65_536].map(bin);
        assert_eq!(bins, [0, 0, 0, 1, 1, 2, 2, 3, 7, 8]);
        let with = |rank, time| Instance { rank, expansions: 1.0, time, improvement: 0.0 };
        let medians = median_times(&[
            with(20, 9.0),
            with(17, 1.0),
            with(3, 5.0),
            with(63, 2.0),
            with(1, 6.0),
            with(100_000, 0.5),
        ]);
        assert_eq!(medians, BTreeMap::from([(0, 5.5), (2, 2.0), (8, 0.5)]));
    }
}
