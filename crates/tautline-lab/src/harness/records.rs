use std::collections::{BTreeSet, HashMap, HashSet};

use super::{PairedTest, Record, Verdict, mean, paired_test};

/// By which part of themselves sums of the same lengths may differ.
pub(crate) const ROUNDING: f64 = 1e-9;

/// What a figure is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// What paths cost.
    Cost,
    /// What paths cost, as a multiple of what those of another planner cost.
    CostOver(&'static str),
    /// Seconds for a query.
    Time,
    /// Seconds for each expansion.
    TimePerExpansion,
    /// Expansions.
    Expansions,
    /// Changes of heading.
    Turns,
}

impl Metric {
    /// The figure of one record.
    fn of(self, record: &Record) -> Option<f64> {
        let seconds = record.nanoseconds as f64 / 1e9;
        match self {
            Self::Cost | Self::CostOver(_) => record.cost,
            Self::Time => Some(seconds),
            Self::TimePerExpansion => (record.expanded > 0).then(|| seconds / record.expanded as f64),
            Self::Expansions => Some(record.expanded as f64),
            Self::Turns => record.turns.map(|turns| turns as f64),
        }
    }
}

/// What was measured, by setting and planner.
#[derive(Clone, Debug, Default)]
pub struct Records {
    by_planner: HashMap<(String, String), Vec<Record>>,
}

impl Records {
    /// All of these.
    #[must_use]
    pub fn new(records: impl IntoIterator<Item = Record>) -> Self {
        let mut all = Self::default();
        for record in records {
            let key = (record.setting.clone(), record.planner.clone());
            all.by_planner.entry(key).or_default().push(record);
        }
        all
    }

    /// The records of a planner in a setting.
    #[must_use]
    pub fn of(&self, setting: &str, planner: &str) -> &[Record] {
        self.by_planner.get(&(setting.to_owned(), planner.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Record> {
        self.by_planner.values().flatten()
    }

    /// How many worlds of a setting were measured.
    #[must_use]
    pub fn worlds(&self, setting: &str) -> usize {
        let of_setting = self.iter().filter(|record| record.setting == setting);
        of_setting.map(|record| record.world).collect::<HashSet<_>>().len()
    }

    /// How many passes in a row there were, for people: `3`, or `1 or 3`.
    pub(crate) fn passes(&self) -> String {
        let passes: BTreeSet<u64> = self.iter().map(|record| record.passes).collect();
        passes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
    }

    /// The mean of a figure over the worlds of a setting; none where the planner was not measured there.
    #[must_use]
    pub fn mean(&self, setting: &str, planner: &str, metric: Metric) -> Option<f64> {
        let mean = mean(self.of(setting, planner).iter().filter_map(|record| metric.of(record)))?;
        match metric {
            Metric::CostOver(other) => Some(mean / self.mean(setting, other, Metric::Cost)?),
            _ => Some(mean),
        }
    }

    /// The figures of two planners for each query that both found a path for.
    #[must_use]
    pub fn pairs(&self, setting: &str, planners: [&str; 2], metric: Metric) -> Vec<(f64, f64)> {
        let [first, second] = planners.map(|planner| self.of(setting, planner));
        let found = |record: &&Record| record.outcome == Verdict::Found;
        let key = |record: &Record| (record.world, record.query);
        let second: HashMap<_, _> =
            second.iter().filter(found).map(|record| (key(record), metric.of(record))).collect();
        let pair = |record: &Record| metric.of(record).zip(*second.get(&key(record))?);
        first.iter().filter(found).filter_map(pair).collect()
    }

    /// Tests whether two planners differ; none with fewer than two common queries. Sums of lengths that differ by rounding only
    /// are equal.
    #[must_use]
    pub fn test(&self, setting: &str, planners: [&str; 2], metric: Metric) -> Option<PairedTest> {
        let mut pairs = self.pairs(setting, planners, metric);
        for (first, second) in &mut pairs {
            if (*first - *second).abs() <= ROUNDING * *second {
                *first = *second;
            }
        }
        paired_test(&pairs)
    }

    /// For which part of the common queries the first planner has the smaller figure; none without any. Sums of lengths that
    /// differ by rounding only are equal.
    #[must_use]
    pub fn wins(&self, setting: &str, planners: [&str; 2], metric: Metric) -> Option<f64> {
        let pairs = self.pairs(setting, planners, metric);
        mean(pairs.iter().map(|(first, second)| f64::from(u8::from(*first < second * (1.0 - ROUNDING)))))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A record with this cost, and a time of as many microseconds.
    pub(crate) fn record(setting: &str, world: u64, planner: &str, cost: f64) -> Record {
        Record {
            experiment: "trial".into(),
            setting: setting.into(),
            world,
            query: 0,
            planner: planner.into(),
            outcome: Verdict::Found,
            cost: Some(cost),
            reference: None,
            turns: Some(2),
            straight: None,
            diagonal: None,
            expanded: 10,
            generated: 20,
            line_of_sight_checks: 0,
            repairs: 0,
            nanoseconds: (cost * 1000.0) as u64,
            passes: 3,
            preparation_nanoseconds: 0,
            bytes: None,
        }
    }

    #[test]
    fn figures_are_means_over_worlds() {
        let records = Records::new([
            record("rooms", 0, "theta", 10.0),
            record("rooms", 1, "theta", 30.0),
            record("mazes", 1, "theta", 7.0),
            record("rooms", 0, "visibility", 8.0),
        ]);
        let mean = |planner, metric| records.mean("rooms", planner, metric);
        assert_eq!(mean("theta", Metric::Cost), Some(20.0));
        assert_eq!(mean("theta", Metric::CostOver("visibility")), Some(2.5));
        assert!((mean("theta", Metric::Time).unwrap() - 20e-6).abs() < 1e-12);
        assert!((mean("theta", Metric::TimePerExpansion).unwrap() - 2e-6).abs() < 1e-12);
        assert_eq!(
            (mean("theta", Metric::Expansions), mean("theta", Metric::Turns)),
            (Some(10.0), Some(2.0))
        );
        assert_eq!(mean("astar", Metric::Cost), None);
        let idle = Records::new([Record { expanded: 0, ..record("rooms", 0, "theta", 10.0) }]);
        assert_eq!(idle.mean("rooms", "theta", Metric::TimePerExpansion), None);
    }

    #[test]
    fn planners_are_compared_where_both_found_a_path() {
        let unreachable =
            Record { outcome: Verdict::Unreachable, cost: None, ..record("rooms", 3, "b", 0.0) };
        let records = Records::new([
            record("rooms", 2, "a", 7.0),
            record("rooms", 0, "a", 1.0),
            record("rooms", 1, "a", 5.0),
            record("rooms", 3, "a", 9.0),
            record("rooms", 0, "b", 2.0),
            record("rooms", 1, "b", 5.0 + 1e-12),
            unreachable,
        ]);
        assert_eq!(records.pairs("rooms", ["a", "b"], Metric::Cost), [(1.0, 2.0), (5.0, 5.0 + 1e-12)]);
        assert_eq!(records.wins("rooms", ["a", "b"], Metric::Cost), Some(0.5));
        assert_eq!(records.wins("rooms", ["a", "c"], Metric::Cost), None);
        assert_eq!(records.test("rooms", ["a", "b"], Metric::Cost).unwrap().degrees, 1);
        let rounded = [("a", 5.0), ("b", 5.0 + 1e-12)];
        let rounded =
            rounded.map(|(planner, cost)| [0, 1].map(|world| record("rooms", world, planner, cost)));
        let rounded = Records::new(rounded.into_iter().flatten());
        let test = rounded.test("rooms", ["a", "b"], Metric::Cost);
        assert_eq!(test, Some(PairedTest { t: 0.0, degrees: 1 }), "but for rounding equal");
    }
}
