//! Paired t-tests: what the paper says with confidence, and what it says makes no significant difference.

use super::finding::{ENOUGH, shown, tables};
use crate::harness::{Finding, Metric, PairedTest, Records};
use crate::theta::kinds::{Kind, RANDOM_500_20, SIZES};
use crate::theta::paper::WORLDS;
use crate::theta::planners::{
    AP_THETA, AP_THETA_LARGER_G, ASTAR_PS, FIELD_DSTAR, THETA, THETA_LARGER_G, THETA_THREE_PATHS, name,
};

/// What a test is expected to say of the first of two planners.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// Its figures are smaller, and that is no chance.
    Smaller,
    /// Its figures are not significantly smaller.
    NotSmaller,
    /// Its figures differ by chance.
    Same,
}

/// Theta* is shorter and faster than AP Theta*, A* PS and Field D*.
pub(super) fn of_section_7(records: &Records) -> Vec<Finding> {
    let mut findings = Vec::new();
    for kind in SIZES.map(|size| Kind::Random { size, percent: 20 }) {
        for (metric, what) in [(Metric::Cost, "finds shorter paths"), (Metric::Time, "has a shorter runtime")]
        {
            findings.extend([AP_THETA, ASTAR_PS, FIELD_DSTAR].map(|other| {
                let claim = format!("Basic Theta* {what} than {} with confidence", name(other));
                finding(
                    records,
                    (tables(kind, metric), claim),
                    kind,
                    metric,
                    [THETA, other],
                    Expected::Smaller,
                )
            }));
        }
    }
    findings
}

/// Ties in favour of smaller g-values make no difference (Table 7), and a third path does not shorten paths (section 10.1).
pub(super) fn of_versions(records: &Records) -> Vec<Finding> {
    let mut findings = Vec::new();
    let of = |table, claim, metric, planners, expected| {
        finding(records, (vec![table], claim), RANDOM_500_20, metric, planners, expected)
    };
    for pair in [[THETA, THETA_LARGER_G], [AP_THETA, AP_THETA_LARGER_G]] {
        let metrics = [
            ("path lengths", Metric::Cost),
            ("vertex expansions", Metric::Expansions),
            ("runtimes", Metric::Time),
        ];
        findings.extend(metrics.map(|(what, metric)| {
            let claim = format!(
                "smaller or larger g first makes no significant difference to the {what} of {}",
                name(pair[0])
            );
            of("table-7", claim, metric, pair, Expected::Same)
        }));
    }
    let claim = "a third path does not shorten the paths of Basic Theta* significantly".into();
    findings.push(of("other-paths", claim, Metric::Cost, [THETA_THREE_PATHS, THETA], Expected::NotSmaller));
    findings
}

fn finding(
    records: &Records,
    (tables, claim): (Vec<&'static str>, String),
    kind: Kind,
    metric: Metric,
    planners: [&str; 2],
    expected: Expected,
) -> Finding {
    let test = records.test(&kind.name(), planners, metric);
    let holds = test.and_then(|test| expected.holds(&test));
    let means = planners.map(|planner| records.mean(&kind.name(), planner, metric));
    let figures = test.zip(means[0].zip(means[1])).map(|(test, (first, second))| {
        let [first, second] = [first, second].map(|mean| shown(metric, mean));
        let too_few = if holds.is_none() { ", too few to tell" } else { "" };
        let (t, critical, worlds) = (test.t, test.critical(), test.degrees + 1);
        format!("{first} against {second}, t = {t:.2}, critical {critical:.2}, {worlds} worlds{too_few}")
    });
    Finding {
        tables,
        claim: format!("{claim}, {}", kind.title()),
        holds,
        figures: figures.unwrap_or_default(),
    }
}

impl Expected {
    /// Whether a test says so; none where it takes more worlds to tell.
    fn holds(self, test: &PairedTest) -> Option<bool> {
        let worlds = test.degrees + 1;
        let is_smaller = test.is_significant() && test.t < 0.0;
        let is_known = match self {
            // What the paper shows with its worlds may be too little to be shown with fewer.
            Self::Smaller => test.is_significant() || worlds >= WORLDS,
            Self::NotSmaller | Self::Same => true,
        };
        (is_known && worlds >= ENOUGH).then_some(match self {
            Self::Smaller => is_smaller,
            Self::NotSmaller => !is_smaller,
            Self::Same => !test.is_significant(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::records::tests::record;
    use crate::theta::findings::findings;
    use crate::theta::findings::tests::verdicts;

    /// Lengths, and as many microseconds: those of the second planner are larger by so much, and by chance.
    fn with(planners: [&str; 2], worlds: u64, more: f64) -> Records {
        Records::new((0..worlds).flat_map(|world| {
            let chance = if world % 2 == 0 { 0.1 } else { -0.1 };
            [
                record("random-500-20", world, planners[0], 578.0),
                record("random-500-20", world, planners[1], 578.0 + more + chance),
            ]
        }))
    }

    #[test]
    fn theta_is_shorter_and_faster_with_confidence() {
        for claim in ["finds shorter paths than AP Theta* with", "a shorter runtime than AP Theta* with"] {
            for (more, holds) in [(0.5, Some(true)), (0.0, None), (-0.5, Some(false))] {
                assert_eq!(verdicts(&with([THETA, AP_THETA], 20, more), claim), [holds], "{claim} {more}");
            }
            assert_eq!(
                verdicts(&with([THETA, AP_THETA], 500, 0.0), claim),
                [Some(false)],
                "as many as the paper"
            );
            assert_eq!(verdicts(&with([THETA, AP_THETA], 19, -0.5), claim), [None], "too few worlds");
            assert_eq!(verdicts(&with([THETA, AP_THETA], 1, 0.5), claim), [], "no test");
        }
    }

    #[test]
    fn figures_are_those_of_the_test() {
        let told = |worlds| {
            let findings = findings(&with([THETA, FIELD_DSTAR], worlds, 0.5));
            let told = findings.iter().map(ToString::to_string);
            told.into_iter()
                .find(|finding| finding.contains("shorter paths than FD* with confidence, 500"))
                .unwrap()
        };
        let figures = "578.0000 against 578.5000, t = -21.79, critical 2.86, 20 worlds";
        assert!(told(20).ends_with(&format!("500 × 500, 20 %: holds ({figures})")), "{}", told(20));
        assert!(told(4).contains(": undecided (") && told(4).ends_with(", 4 worlds, too few to tell)"));
    }

    #[test]
    fn versions_make_no_difference_or_do() {
        let ties = "g first makes no significant difference to the path lengths";
        let paths = "a third path does not";
        for (more, same, not_smaller) in [(0.5, false, false), (0.0, true, true), (-0.5, false, true)] {
            assert_eq!(verdicts(&with([AP_THETA, AP_THETA_LARGER_G], 20, more), ties), [Some(same)]);
            assert_eq!(verdicts(&with([THETA_THREE_PATHS, THETA], 20, more), paths), [Some(not_smaller)]);
        }
    }
}
