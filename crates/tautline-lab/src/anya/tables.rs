//! Tables 1 and 2.

use super::instances::{Instance, instances};
use super::paper;
use super::planners::{ASTAR, PLANNERS};
use super::sets::{SETS, Set};
use crate::harness::{Records, markdown, mean, quantile, standard_deviation};

/// Table 1: how many maps and instances, and how many nodes A* expands; none where A* was not measured.
pub(super) fn table_1(records: &Records) -> Option<String> {
    let columns = ["benchmark", "maps", "instances", "min", "Q1", "median", "mean", "Q3", "max", "st. dev."];
    let rows = SETS.iter().filter(|set| !records.of(set.name, ASTAR).is_empty()).map(|set| {
        let mut row = vec![set.title.to_owned()];
        let figures = overview(records, set).into_iter().enumerate();
        row.extend(figures.map(|(column, figure)| both(figure, paper::table_1(set, column), 0)));
        row
    });
    let rows: Vec<_> = rows.collect();
    (!rows.is_empty()).then(|| markdown(&columns.map(String::from), rows))
}

/// The figures of a row of Table 1.
fn overview(records: &Records, set: &Set) -> [Option<f64>; 9] {
    let mut expanded: Vec<_> =
        records.of(set.name, ASTAR).iter().map(|record| record.expanded as f64).collect();
    expanded.sort_by(f64::total_cmp);
    let part = |part| quantile(&expanded, part);
    [
        Some(records.worlds(set.name) as f64),
        Some(expanded.len() as f64),
        part(0.0),
        part(0.25),
        part(0.5),
        mean(expanded.iter().copied()),
        part(0.75),
        part(1.0),
        standard_deviation(&expanded),
    ]
}

/// Table 2, left: the mean speed-up over A* in nodes expanded.
pub(super) fn expansions(records: &Records) -> Option<String> {
    table_2(records, |one| one.expansions, paper::expansions)
}

/// Table 2, right: by how many percent paths are shorter than those of A*, in the mean.
pub(super) fn lengths(records: &Records) -> Option<String> {
    table_2(records, |one| one.improvement, paper::lengths)
}

fn table_2(
    records: &Records,
    figure: fn(&Instance) -> f64,
    paper: fn(&Set, &str) -> Option<f64>,
) -> Option<String> {
    let mut rows = Vec::new();
    for set in &SETS {
        let means = PLANNERS.map(|(planner, _)| mean_of(records, set, planner, figure));
        if means.iter().any(Option::is_some) {
            let cells =
                PLANNERS.iter().zip(means).map(|((planner, _), mean)| both(mean, paper(set, planner), 2));
            rows.push(std::iter::once(set.title.to_owned()).chain(cells).collect());
        }
    }
    let columns: Vec<_> =
        ["benchmark"].into_iter().chain(PLANNERS.map(|(_, name)| name)).map(String::from).collect();
    (!rows.is_empty()).then(|| markdown(&columns, rows))
}

/// The mean of a figure over the queries of a set; none where the planner was not measured there.
pub(super) fn mean_of(
    records: &Records,
    set: &Set,
    planner: &str,
    figure: fn(&Instance) -> f64,
) -> Option<f64> {
    mean(instances(records, set.name, planner).iter().map(figure))
}

/// A figure with so many digits after the point, and behind it that of the paper in brackets.
fn both(measured: Option<f64>, paper: Option<f64>, digits: usize) -> String {
    let measured = measured.map_or_else(|| "–".to_owned(), |number| format!("{number:.digits$}"));
    measured + &paper.map(|number| format!(" [{number:.digits$}]")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anya::instances::tests::record;

    #[test]
    fn table_1_has_the_distribution_of_expansions() {
        let expanded = [10, 20, 30, 80];
        let records = (0..)
            .zip(expanded)
            .map(|(query, expanded)| record(("rooms", query % 2, query), ASTAR, (expanded, 1, 1.0)));
        let one = record(("bg512", 3, 0), ASTAR, (7, 1, 1.0));
        let table = table_1(&Records::new(records.chain([one]))).unwrap();
        // The quartiles lie a quarter of the way from their neighbours; the squares add up to 2900.
        let rows: Vec<Vec<_>> = table
            .lines()
            .map(|row| row.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect())
            .collect();
        assert_eq!(rows.len(), 4, "{table}");
        assert_eq!(
            rows[2],
            [
                "Baldur's Gate II",
                "1 [75]",
                "1 [93160]",
                "7 [2]",
                "7 [166]",
                "7 [2019]",
                "7 [6302]",
                "7 [9170]",
                "7 [86720]",
                "– [9136]"
            ]
        );
        assert_eq!(rows[3], ["Rooms", "2", "4", "10", "18", "25", "35", "42", "80", "31"]);
        assert_eq!(table_1(&Records::default()), None);
    }

    #[test]
    fn table_2_has_means_of_ratios() {
        let records = Records::new([
            record(("dao", 0, 0), ASTAR, (100, 1, 10.0)),
            record(("dao", 0, 1), ASTAR, (50, 1, 20.0)),
            record(("dao", 0, 0), "theta", (10, 1, 9.0)),
            record(("dao", 0, 1), "theta", (25, 1, 19.4)),
            record(("cities", 0, 1), ASTAR, (50, 1, 20.0)),
        ]);
        // 10 and 2; 10 % and 3 %.
        let cells = |table: Option<String>| -> Vec<String> {
            let table = table.unwrap();
            assert_eq!(table.lines().count(), 3, "{table}");
            table
                .lines()
                .last()
                .unwrap()
                .split('|')
                .map(|cell| cell.trim().to_owned())
                .filter(|cell| !cell.is_empty())
                .collect()
        };
        assert_eq!(
            cells(expansions(&records)),
            ["Dragon Age", "– [19.60]", "–", "6.00 [1.05]", "– [1.05]", "– [0.90]"]
        );
        assert_eq!(
            cells(lengths(&records)),
            ["Dragon Age", "– [4.34]", "–", "6.50 [4.27]", "– [4.22]", "– [4.05]"]
        );
        assert_eq!(expansions(&Records::new([record(("dao", 0, 0), ASTAR, (100, 1, 10.0))])), None);
    }
}
