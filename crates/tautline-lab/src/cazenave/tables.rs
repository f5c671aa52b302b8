//! The tables, with what was measured beside what the paper has.

use std::time::Duration;

use super::algorithms::Algorithm;
use super::paper::{self, Paper};
use super::sets::{Neighbours, Set};
use super::tally::{Measured, Tally};
use crate::harness::{Records, markdown};
use crate::units::{ratio, thousands, time};

/// What marks the rows that the paper does not have.
pub(super) const OURS: &str = "†";

/// The algorithms of a table with so many neighbours: those of the paper with its figures, each followed by our own beside it.
pub(super) fn rows(set: Set, neighbours: Neighbours) -> Vec<(Algorithm, Option<Paper>)> {
    let of_paper = paper::rows(set, neighbours).iter();
    of_paper
        .flat_map(|&(algorithm, paper)| {
            let ours = algorithm.companions().into_iter().map(|algorithm| (algorithm, None));
            std::iter::once((algorithm, Some(paper))).chain(ours)
        })
        .collect()
}

/// How many pairs have a path, and the table of a set with so many neighbours; none where nothing of it was measured.
pub(super) fn table(records: &Records, set: Set, neighbours: Neighbours) -> Option<String> {
    let measured = Measured::new(records, set, neighbours);
    if measured.pairs() == 0 {
        return None;
    }
    let rows = rows(set, neighbours);
    let baseline = measured.tally(Algorithm::M);
    let of_paper =
        rows.iter().find(|(algorithm, _)| *algorithm == Algorithm::M).and_then(|(_, paper)| *paper);
    let lines = rows.iter().map(|&(algorithm, paper)| {
        let mark = if paper.is_some() { String::new() } else { format!(" {OURS}") };
        let tally = measured.tally(algorithm);
        let over = |figure: f64| format!("{figure:.2}");
        let times = tally.zip(baseline).filter(|(_, baseline)| baseline.time > Duration::ZERO);
        vec![
            algorithm.name(neighbours) + &mark,
            both(tally.map(|tally| thousands(tally.nodes)), paper.map(|paper| thousands(paper.nodes))),
            both(tally.map(|tally| time(tally.time)), paper.map(|paper| format!("{:.2} s", paper.seconds))),
            both(
                times.map(|(tally, baseline)| over(ratio(tally.time, baseline.time))),
                paper.zip(of_paper).map(|(paper, baseline)| over(paper.seconds / baseline.seconds)),
            ),
            both(
                tally.map(|Tally { solved, repaired, .. }| match repaired {
                    0 => solved.to_string(),
                    repaired => format!("{solved} + {repaired}"),
                }),
                paper.map(|paper| paper.solved.to_string()),
            ),
            both(tally.map(|tally| thousands(tally.sum)), paper.map(|paper| thousands(paper.sum))),
        ]
    });
    let baseline = format!("× {}", Algorithm::M.name(neighbours));
    let columns = ["algorithm", "nodes", "time", &baseline, "solved", "sum of lengths"].map(String::from);
    Some(format!(
        "{} of {} pairs have a path.\n\n{}",
        measured.solvable(),
        measured.pairs(),
        markdown(&columns, lines)
    ))
}

/// A figure, and behind it that of the paper in brackets.
fn both(measured: Option<String>, paper: Option<String>) -> String {
    let measured = measured.unwrap_or_else(|| "–".to_owned());
    measured + &paper.map(|paper| format!(" [{paper}]")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cazenave::sets::{COMPLEX, MODERATE, SETS};
    use crate::cazenave::tally::tests::record;

    fn cells(row: &str) -> Vec<&str> {
        row.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect()
    }

    #[test]
    fn our_own_rows_follow_those_of_the_paper() {
        let names = |set, neighbours| -> Vec<String> {
            rows(set, neighbours).iter().map(|(algorithm, _)| algorithm.name(neighbours)).collect()
        };
        assert_eq!(
            names(SETS[0], Neighbours::Four)[..8],
            [
                "IDABest10Δ10(4)",
                "IDABest10Δ10(4), safe cut",
                "IDABest10(4)",
                "IDABest10(4), safe cut",
                "ALTBest10(4)",
                "ALTBest10(4), farthest landmarks",
                "ALTBest10(4), subset of landmarks",
                "M(4)",
            ]
        );
        assert!(names(MODERATE, Neighbours::Four).is_empty());
        for (set, neighbours) in SETS.into_iter().flat_map(|set| Neighbours::ALL.map(|n| (set, n))) {
            let mut names = names(set, neighbours);
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{set:?} {neighbours:?}: each once");
        }
    }

    #[test]
    fn a_table_has_both_figures_where_there_are_both() {
        let at = |world| (COMPLEX, Neighbours::Eight, world);
        let records = Records::new([
            record(at(0), Algorithm::M, (1000, 1_200_000)),
            record(at(1), Algorithm::M, (0, 7)),
            record(at(0), Algorithm::Mqueue, (1000, 3_000_000)),
            record(at(1), Algorithm::Mqueue, (0, 7)),
            record(at(0), Algorithm::Fringe, (1000, 600_000)),
            record(at(1), Algorithm::Fringe, (0, 7)),
        ]);
        let table = table(&records, COMPLEX, Neighbours::Eight).unwrap();
        assert!(table.starts_with("1 of 2 pairs have a path.\n\n| algorithm "), "{table}");
        let rows: Vec<_> = table.lines().skip(2).map(cells).collect();
        assert_eq!(rows[0], ["algorithm", "nodes", "time", "× M(8)", "solved", "sum of lengths"]);
        let of = |name: &str| rows.iter().find(|row| row[0] == name).unwrap()[1..].to_vec();
        assert_eq!(
            of("M(8)"),
            ["1,200,000 [2,438,460]", "1.2 s [6.67 s]", "1.00 [1.00]", "1 [61]", "2,030 [36,208]"]
        );
        assert_eq!(
            of("Mqueue(8)"),
            ["3,000,000 [2,296,036]", "3.0 s [13.67 s]", "2.50 [2.05]", "1 [61]", "2,030 [36,208]"]
        );
        assert_eq!(of("Fringe(8) †"), ["600,000", "600 ms", "0.50", "1", "2,030"]);
        assert_eq!(of("ALT10(8)"), ["– [347,189]", "– [3.00 s]", "– [0.45]", "– [61]", "– [36,208]"]);
        assert_eq!(super::table(&records, COMPLEX, Neighbours::Four), None);
    }
}
