//! Section 7: in which order the planners come.

use super::finding::{shown, tables};
use crate::harness::{Finding, Metric, PairedTest, ROUNDING, Records};
use crate::theta::kinds::Kind;
use crate::theta::paper::table_1_to_4;
use crate::theta::planners::{AP_THETA, ASTAR, ASTAR_PS, FIELD_DSTAR, THETA, VISIBILITY, name};
use crate::theta::sheets::is_measured;

/// What of, and the planners in increasing order.
const ORDERS: [(&str, Metric, [&str; 6]); 4] = [
    ("path lengths", Metric::Cost, [VISIBILITY, THETA, AP_THETA, FIELD_DSTAR, ASTAR_PS, ASTAR]),
    ("runtimes", Metric::Time, [ASTAR, THETA, AP_THETA, ASTAR_PS, FIELD_DSTAR, VISIBILITY]),
    ("vertex expansions", Metric::Expansions, [VISIBILITY, ASTAR, AP_THETA, THETA, FIELD_DSTAR, ASTAR_PS]),
    ("heading changes", Metric::Turns, [ASTAR_PS, VISIBILITY, THETA, AP_THETA, ASTAR, FIELD_DSTAR]),
];

/// The four orders on every kind of grids that Tables 1 to 4 have.
pub(super) fn orders(records: &Records) -> Vec<Finding> {
    let mut findings = Vec::new();
    for order in ORDERS {
        // On free grids several planners find the same paths, and Field D* longer ones than most.
        let is_free = |kind: &Kind| matches!(kind, Kind::Random { percent: 0, .. });
        let kinds = Kind::of_tables_1_to_4().into_iter();
        let kinds = kinds.filter(|kind| order.1 != Metric::Cost || !is_free(kind));
        findings.extend(kinds.map(|kind| planners_in_order(records, order, kind)));
    }
    findings
}

fn planners_in_order(
    records: &Records,
    (what, metric, planners): (&str, Metric, [&str; 6]),
    kind: Kind,
) -> Finding {
    let planners = || planners.into_iter().filter(|planner| is_measured(kind, planner));
    let numbers: Vec<_> = planners().map(|planner| records.mean(&kind.name(), planner, metric)).collect();
    let names: Vec<_> = planners().map(name).collect();
    let mut finding = Finding {
        tables: tables(kind, metric),
        claim: format!("order of {what}, {}", kind.title()),
        holds: is_increasing(&numbers),
        figures: figures(&names, &numbers, metric),
    };
    if finding.holds == Some(false) {
        let pairs: Vec<_> = planners().zip(numbers).collect();
        let tests: Vec<_> = pairs
            .windows(2)
            .filter_map(|pair| test_of_wrong_order(records, [pair[0], pair[1]], kind, metric))
            .collect();
        finding.figures.extend(tests.iter().map(|(_, told)| told.as_str()));
        // What is out of order by chance says nothing against it.
        if !tests.is_empty() && tests.iter().all(|(test, _)| !test.is_significant()) {
            finding.holds = None;
        }
    }
    let paper: Vec<_> = planners().map(|planner| table_1_to_4(kind, planner, metric)).collect();
    if finding.holds == Some(false) && is_increasing(&paper) == Some(false) {
        finding.figures += "; the paper's own figures are not in this order";
    }
    finding
}

/// A paired test of two neighbours that are the other way round, and what it says.
fn test_of_wrong_order(
    records: &Records,
    [(first, before), (second, after)]: [(&str, Option<f64>); 2],
    kind: Kind,
    metric: Metric,
) -> Option<(PairedTest, String)> {
    let is_wrong = before.zip(after).is_some_and(|(before, after)| before > after * (1.0 + ROUNDING));
    let test = records.test(&kind.name(), [second, first], metric).filter(|_| is_wrong)?;
    let verdict = if test.is_significant() { "significant" } else { "not significant" };
    let (t, critical) = (test.t.abs(), test.critical());
    let (second, first) = (name(second), name(first));
    let told =
        format!("; that {second} is before {first} is {verdict} (|t| = {t:.2}, critical {critical:.2})");
    Some((test, told))
}

/// Whether numbers come in increasing order. Neighbours may be equal, but the last is larger than the one before. What is out of
/// order stays so, whatever is missing.
pub(super) fn is_increasing(numbers: &[Option<f64>]) -> Option<bool> {
    let last = numbers.len() - 1;
    let known: Vec<(usize, f64)> =
        numbers.iter().enumerate().filter_map(|(at, &number)| Some((at, number?))).collect();
    let is_ordered = known.windows(2).all(|pair| {
        let ((_, smaller), (at, larger)) = (pair[0], pair[1]);
        // Sums of the same lengths can differ by rounding.
        if at == last { smaller < larger } else { smaller <= larger * (1.0 + ROUNDING) }
    });
    if is_ordered { (known.len() == numbers.len()).then_some(true) } else { Some(false) }
}

/// Numbers with their names, and which are missing; nothing where there are no two of them.
pub(super) fn figures(names: &[&str], numbers: &[Option<f64>], metric: Metric) -> String {
    if numbers.iter().flatten().count() < 2 {
        return String::new();
    }
    let (known, missing): (Vec<_>, Vec<_>) =
        names.iter().zip(numbers).partition(|(_, number)| number.is_some());
    let known =
        known.into_iter().filter_map(|(name, &number)| Some(format!("{name} {}", shown(metric, number?))));
    let missing = missing.into_iter().map(|(name, _)| format!("{name} not measured"));
    known.chain(missing).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::Record;
    use crate::harness::records::tests::record;
    use crate::theta::findings::findings;
    use crate::theta::findings::tests::verdicts;

    /// All planners on a kind of grids, with these figures as lengths, microseconds, expansions and turns.
    fn with(setting: &str, figures: &[(&str, u64)]) -> Records {
        Records::new(figures.iter().map(|&(planner, figure)| Record {
            expanded: figure,
            turns: Some(figure),
            ..record(setting, 0, planner, figure as f64)
        }))
    }

    #[test]
    fn each_order_holds_of_itself_only() {
        for (number, (_, _, planners)) in ORDERS.iter().enumerate() {
            let figures: Vec<_> = planners.iter().copied().zip(10..).collect();
            for setting in ["random-100-10", "game-500"] {
                let records = with(setting, &figures);
                for (other, (what, ..)) in ORDERS.iter().enumerate() {
                    let verdicts = verdicts(&records, &format!("order of {what}, "));
                    assert_eq!(verdicts, [Some(number == other)], "{setting} {what}");
                }
            }
            let without: Vec<_> = figures.into_iter().filter(|(planner, _)| *planner != VISIBILITY).collect();
            let (what, ..) = ORDERS[number];
            assert_eq!(
                verdicts(&with("random-500-10", &without), &format!("order of {what}, ")),
                [Some(true)]
            );
            assert_eq!(verdicts(&with("random-100-10", &without), &format!("order of {what}, ")), [None]);
        }
    }

    #[test]
    fn numbers_are_in_order_or_not() {
        let of =
            |numbers: &[f64]| is_increasing(&numbers.iter().map(|&number| Some(number)).collect::<Vec<_>>());
        assert_eq!(of(&[1.0, 1.0, 2.0, 3.0]), Some(true));
        assert_eq!(of(&[1.0, 1.0 - 1e-12, 2.0]), Some(true));
        assert_eq!(of(&[1.0, 2.0, 1.9, 3.0]), Some(false));
        assert_eq!(of(&[1.0, 2.0, 3.0, 3.0]), Some(false), "the last is larger");
        assert_eq!(is_increasing(&[Some(1.0), None, Some(2.0)]), None, "not all were measured");
        assert_eq!(is_increasing(&[Some(2.0), None, Some(1.0)]), Some(false));
        assert_eq!(is_increasing(&[Some(1.0), Some(1.0), None]), None);
    }

    #[test]
    fn what_is_missing_is_told() {
        let claim = |records: &Records, claim: &str| {
            let findings = findings(records);
            findings.iter().map(ToString::to_string).find(|finding| finding.contains(claim)).unwrap()
        };
        let records = with("random-500-10", &[(THETA, 3), (ASTAR, 2)]);
        let lengths = claim(&records, "order of path lengths, 500 × 500, 10 %");
        let figures = "(Basic Theta* 3.0000, A* on grids 2.0000, AP Theta* not measured, FD* not measured, A* PS not measured)";
        assert_eq!(lengths, format!("- order of path lengths, 500 × 500, 10 %: does not hold {figures}"));
        let one = claim(&with("random-500-10", &[(THETA, 3)]), "order of path lengths, 500 × 500, 10 %");
        assert_eq!(one, "- order of path lengths, 500 × 500, 10 %: not measured");
    }

    #[test]
    fn what_is_out_of_order_is_tested() {
        let told = |lengths: [f64; 3]| {
            let theta = (0..3).map(|world| record("random-500-10", world, THETA, 100.0));
            let ap =
                (0..).zip(lengths).map(|(world, length)| record("random-500-10", world, AP_THETA, length));
            let findings = findings(&Records::new(theta.chain(ap)));
            let order = findings
                .iter()
                .find(|finding| finding.claim.contains("order of path lengths, 500 × 500, 10 %"));
            order.unwrap().to_string()
        };
        let tested = "; that AP Theta* is before Basic Theta* is";
        assert!(
            told([99.0, 99.1, 98.9]).contains(&format!("{tested} significant (|t| = 17.32, critical 9.9"))
        );
        assert!(told([99.0, 99.1, 98.9]).contains("10 %: does not hold ("));
        assert!(told([90.0, 101.0, 101.0]).contains(&format!("{tested} not significant (|t| = 0.")));
        assert!(told([90.0, 101.0, 101.0]).contains("10 %: undecided ("));
        assert!(!told([101.0; 3]).contains(tested));
    }

    #[test]
    fn where_the_paper_is_no_better_it_is_told() {
        let note = "; the paper's own figures are not in this order)";
        let told = |setting: &str, what: &str| {
            let planners = [ASTAR, AP_THETA, THETA, ASTAR_PS, FIELD_DSTAR];
            let figures: Vec<_> = planners.into_iter().zip([9, 8, 7, 6, 5]).collect();
            let findings = findings(&with(setting, &figures));
            let finding =
                findings.iter().find(|finding| finding.has_figures() && finding.claim.contains(what));
            finding.unwrap().to_string().ends_with(note)
        };
        // 0.5608 s for FD* and 0.6717 s for A* PS, but the lengths are in order.
        assert!(told("random-500-10", "order of runtimes"));
        assert!(!told("random-500-10", "order of path lengths"));
    }
}
