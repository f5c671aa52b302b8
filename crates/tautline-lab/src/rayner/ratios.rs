//! How many times as much a version takes as the one that it is compared with.

use super::practices::{Measure, Table};
use crate::harness::{Metric, Record, Records, mean};
use crate::units::geometric_mean;

/// The figure of a planner in a setting, as a multiple of that of another one; none where not both were measured.
pub(super) fn ratio(
    records: &Records,
    setting: &str,
    [planner, baseline]: [&str; 2],
    measure: Measure,
) -> Option<f64> {
    let pairs = |metric| records.pairs(setting, [planner, baseline], metric);
    let of_means = |metric| {
        let (first, second): (Vec<_>, Vec<_>) = pairs(metric).into_iter().unzip();
        Some(mean(first)? / mean(second)?)
    };
    let lengths = || pairs(Metric::Cost).into_iter().map(|(length, shortest)| length / shortest);
    let ratio = match measure {
        Measure::Time => of_means(Metric::Time),
        Measure::Nodes => of_means(Metric::Expansions),
        Measure::LeftOpen => {
            Some(left_open(records, setting, planner)? / left_open(records, setting, baseline)?)
        }
        Measure::Length => mean(lengths()),
        Measure::Longest => lengths().reduce(f64::max),
    };
    // There is none to something that takes nothing.
    ratio.filter(|ratio| ratio.is_finite())
}

/// What is left on the open list in the end. A state counts each time it became cheaper.
fn left_open(records: &Records, setting: &str, planner: &str) -> Option<f64> {
    let left = |record: &Record| record.generated.saturating_sub(record.expanded) as f64;
    mean(records.of(setting, planner).iter().map(left))
}

/// The ratios in all settings in which there is one.
pub(super) fn ratios(records: &Records, table: &Table, planners: [&str; 2], measure: Measure) -> Vec<f64> {
    let settings = table.settings.iter();
    settings.filter_map(|(setting, _)| ratio(records, setting, planners, measure)).collect()
}

/// The ratio over all settings: the geometric mean of theirs, so that each counts the same, and the largest of the longest.
pub(super) fn overall(
    records: &Records,
    table: &Table,
    planners: [&str; 2],
    measure: Measure,
) -> Option<f64> {
    let ratios = ratios(records, table, planners, measure);
    match measure {
        Measure::Longest => ratios.into_iter().reduce(f64::max),
        _ => (!ratios.is_empty()).then(|| geometric_mean(ratios.into_iter())),
    }
}

/// A ratio for people.
pub(super) fn shown(measure: Measure, ratio: f64) -> String {
    match measure {
        Measure::Length | Measure::Longest => format!("{ratio:.4}"),
        _ => format!("{ratio:.2}×"),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::harness::records::tests::record;
    use crate::rayner::NAME;
    use crate::rayner::practices::{ASTAR, COSTS_99_50, chosen};

    /// A record of this experiment: its length, time, nodes, and what is left open.
    pub(crate) fn measured(
        (setting, world): (&str, u64),
        planner: &str,
        (length, nanoseconds, expanded, left): (f64, u64, u64, u64),
    ) -> Record {
        let generated = expanded + left;
        let experiment = NAME.into();
        Record { experiment, expanded, generated, nanoseconds, ..record(setting, world, planner, length) }
    }

    #[test]
    fn ratios_are_those_of_common_queries() {
        let records = Records::new([
            measured(("maze-256", 0), ASTAR, (100.0, 1000, 40, 10)),
            measured(("maze-256", 1), ASTAR, (10.0, 3000, 60, 10)),
            measured(("maze-256", 2), ASTAR, (10.0, 900_000, 60, 10)),
            measured(("maze-256", 0), COSTS_99_50, (101.0, 500, 50, 3)),
            measured(("maze-256", 1), COSTS_99_50, (10.3, 500, 150, 5)),
            measured(("rooms-256", 0), ASTAR, (100.0, 1000, 10, 10)),
            measured(("rooms-256", 0), COSTS_99_50, (100.0, 1000, 20, 10)),
        ]);
        let pair = [COSTS_99_50, ASTAR];
        let is_about = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-9;
        let table = &chosen(&["costs".into()])[0].tables[0];
        for (measure, of_mazes, of_all) in [
            (Measure::Time, 0.25, 0.5),
            (Measure::Nodes, 2.0, 2.0),
            (Measure::LeftOpen, 0.4, 0.4f64.sqrt()),
            (Measure::Length, 1.02, 1.02f64.sqrt()),
            (Measure::Longest, 1.03, 1.03),
        ] {
            assert!(is_about(ratio(&records, "maze-256", pair, measure), of_mazes), "{measure:?}");
            assert!(is_about(overall(&records, table, pair, measure), of_all), "{measure:?}");
            assert_eq!(ratio(&records, "walls-256", pair, measure), None);
        }
        assert_eq!(ratios(&records, table, pair, Measure::Nodes), [2.0, 2.0]);
        assert_eq!(overall(&Records::default(), table, pair, Measure::Time), None);
    }

    #[test]
    fn nothing_has_no_multiple() {
        let records = [ASTAR, COSTS_99_50].map(|planner| measured(("maze-256", 0), planner, (1.0, 0, 0, 0)));
        let records = Records::new(records);
        for measure in [Measure::Time, Measure::Nodes, Measure::LeftOpen] {
            assert_eq!(ratio(&records, "maze-256", [COSTS_99_50, ASTAR], measure), None, "{measure:?}");
        }
    }
}
