use std::collections::BTreeMap;

use super::instances::{BIN, Instance, bin, instances, median_times};
use super::planners::{ASTAR, PLANNERS};
use super::sets::{OF_PAPER, SETS, Set};
use crate::harness::{Records, markdown};

/// A panel of Figure 16: how many times as fast as A* the planners answer the queries of one set, or of all sets of the paper, by
/// how many nodes A* expands.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The name of the set, or `all`: for a file.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// How many instances each bin has.
    pub(super) counts: BTreeMap<u32, usize>,
    /// For each planner that was measured, its name and the median speed-up of each bin.
    pub(super) lines: Vec<(&'static str, BTreeMap<u32, f64>)>,
}

/// The panels that anything was measured of: all sets of the paper, then each set.
#[must_use]
pub fn panels(records: &Records) -> Vec<Panel> {
    let all = Panel::of(records, "all", "All benchmarks of the paper", &SETS[..OF_PAPER]);
    let sets = SETS.iter().map(|set| Panel::of(records, set.name, set.title, std::slice::from_ref(set)));
    std::iter::once(all).chain(sets).flatten().collect()
}

impl Panel {
    /// None where nothing is to be compared with A*.
    fn of(records: &Records, name: &'static str, title: &'static str, sets: &[Set]) -> Option<Self> {
        let of_planner = |planner| -> Vec<Instance> {
            sets.iter().flat_map(|set| instances(records, set.name, planner)).collect()
        };
        let lines = PLANNERS.map(|(planner, name)| (name, median_times(&of_planner(planner))));
        let lines: Vec<_> = lines.into_iter().filter(|(_, medians)| !medians.is_empty()).collect();
        let mut counts = BTreeMap::new();
        for record in sets.iter().flat_map(|set| records.of(set.name, ASTAR)) {
            *counts.entry(bin(record.expanded)).or_default() += 1;
        }
        (!lines.is_empty()).then_some(Self { name, title, counts, lines })
    }

    /// The medians as a table.
    pub(super) fn table(&self) -> String {
        let columns = ["A* expands", "instances"].into_iter().chain(self.lines.iter().map(|&(name, _)| name));
        let columns: Vec<_> = columns.map(String::from).collect();
        let rows = self.counts.iter().map(|(&bin, count)| {
            let from = if bin == 0 { 0 } else { BIN.pow(bin) };
            let range = format!("{from}–{}", BIN.saturating_pow(bin + 1) - 1);
            let median = |medians: &BTreeMap<_, f64>| {
                medians.get(&bin).map_or_else(|| "–".to_owned(), |median| format!("{median:.2}×"))
            };
            let medians = self.lines.iter().map(|(_, medians)| median(medians));
            [range, count.to_string()].into_iter().chain(medians).collect()
        });
        markdown(&columns, rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anya::instances::tests::record;

    #[test]
    fn panels_have_the_median_of_each_bin() {
        let records = Records::new([
            record(("dao", 0, 0), ASTAR, (3, 100, 1.0)),
            record(("dao", 0, 1), ASTAR, (20, 1000, 1.0)),
            record(("dao", 0, 2), ASTAR, (30, 1000, 1.0)),
            record(("sc1", 0, 0), ASTAR, (40, 3000, 1.0)),
            record(("dao", 0, 1), "theta", (20, 2000, 1.0)),
            record(("dao", 0, 2), "theta", (20, 500, 1.0)),
            record(("sc1", 0, 0), "theta", (20, 300, 1.0)),
            record(("sc1", 0, 0), "field-dstar", (20, 6000, 1.0)),
            record(("dao", 0, 3), ASTAR, (1, 1, 1.0)),
            record(("rooms", 0, 0), ASTAR, (20, 100, 1.0)),
            record(("rooms", 0, 0), "theta", (20, 1, 1.0)),
            record(("mazes", 0, 0), ASTAR, (20, 100, 1.0)),
        ]);
        let panels = panels(&records);
        let names: Vec<_> = panels.iter().map(|panel| (panel.name, panel.title)).collect();
        assert_eq!(
            names,
            [
                ("all", "All benchmarks of the paper"),
                ("dao", "Dragon Age"),
                ("sc1", "StarCraft"),
                ("rooms", "Rooms")
            ]
        );
        // 0.5 and 2 on one set, with 10 of the other one; rooms are not in the paper.
        assert_eq!(
            panels[0].table().lines().collect::<Vec<_>>(),
            [
                "| A* expands | instances | Theta* | Field A* |",
                "|------------|-----------|--------|----------|",
                "| 0–3        |         2 |      – |        – |",
                "| 16–63      |         3 |  2.00× |    0.50× |",
            ]
        );
        assert_eq!(panels[1].lines, [("Theta*", BTreeMap::from([(2, 1.25)]))]);
    }
}
