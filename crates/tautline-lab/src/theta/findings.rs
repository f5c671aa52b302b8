//! What the paper found, held against what was measured.

use std::fmt::{Display, Formatter};

use super::kinds::{Kind, PERCENTAGES, RANDOM_500_20, SIZES};
use super::planners::{PLANNERS, THETA, THETA_16, THETA_REEXPAND, VISIBILITY, WEIGHTS, weighted};
use super::sheets::is_measured;
use crate::harness::{Metric, Records};

/// By how much Theta* may exceed the true shortest paths on 100 × 100 grids, on average.
const FACTOR: f64 = 1.003;

/// One of the paper's findings.
pub(super) struct Finding {
    /// What the paper says.
    claim: String,
    /// Whether it holds; none where what it takes was not measured.
    holds: Option<bool>,
    /// The figures that say so.
    figures: String,
}

impl Finding {
    /// Whether anything was measured that it is about.
    pub(super) fn has_figures(&self) -> bool {
        !self.figures.is_empty()
    }
}

impl Display for Finding {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let holds = match self.holds {
            Some(true) => "holds",
            Some(false) => "does not hold",
            None => "not measured",
        };
        write!(f, "- {}: {holds}", self.claim)?;
        if self.has_figures() { write!(f, " ({})", self.figures) } else { Ok(()) }
    }
}

/// All of them.
pub(super) fn findings(records: &Records) -> Vec<Finding> {
    let mut findings = Vec::new();
    for size in SIZES {
        // On free grids several of them find the same paths.
        findings
            .extend(PERCENTAGES[1..].iter().map(|&percent| order(records, Kind::Random { size, percent })));
    }
    findings.extend(PERCENTAGES.map(|percent| near_optimal(records, Kind::Random { size: 100, percent })));
    findings.push(shortens(records, "re-expansion", THETA_REEXPAND));
    let weights = WEIGHTS.iter().filter(|&&weight| weight != "1");
    findings.extend(weights.map(|weight| weight_shortens(records, weight)));
    findings.push(shortens(records, "branching factor 16", THETA_16));
    findings
}

/// Visibility graph ≤ Theta* ≤ AP Theta* ≤ Field D* ≤ A* PS < A*, of those that are measured on such grids.
fn order(records: &Records, kind: Kind) -> Finding {
    let setting = kind.name();
    let planners = PLANNERS.iter().filter(|(planner, _)| is_measured(kind, planner));
    let lengths: Vec<(&str, Option<f64>)> =
        planners.map(|&(planner, name)| (name, records.mean(&setting, planner, Metric::Cost))).collect();
    let known: Vec<(&str, f64)> =
        lengths.iter().filter_map(|&(name, length)| Some((name, length?))).collect();
    let is_ordered = known.windows(2).all(|pair| {
        let ((_, shorter), (name, longer)) = (pair[0], pair[1]);
        // Sums of the same lengths can differ by rounding; only A* on grids is longer in any case.
        if name == PLANNERS[PLANNERS.len() - 1].1 {
            shorter < longer
        } else {
            shorter <= longer * (1.0 + 1e-9)
        }
    });
    let missing: Vec<_> =
        lengths.iter().filter(|(_, length)| length.is_none()).map(|&(name, _)| name).collect();
    let mut figures: Vec<String> =
        lengths.iter().filter_map(|&(name, length)| Some(format!("{name} {:.3}", length?))).collect();
    if !known.is_empty() {
        figures.extend(missing.iter().map(|name| format!("{name} not measured")));
    }
    // What is out of order stays so, whatever is missing.
    let holds = if is_ordered { missing.is_empty().then_some(true) } else { Some(false) };
    Finding { claim: format!("order of path lengths, {}", kind.title()), holds, figures: figures.join(", ") }
}

fn near_optimal(records: &Records, kind: Kind) -> Finding {
    let factor = records.mean(&kind.name(), THETA, Metric::CostOver(VISIBILITY));
    Finding {
        claim: format!("Basic Theta* less than 0.3 % above the true shortest on average, {}", kind.title()),
        holds: factor.map(|factor| factor < FACTOR),
        figures: factor.map(|factor| format!("{:.3} %", 100.0 * (factor - 1.0))).unwrap_or_default(),
    }
}

/// A version of Theta* finds shorter paths than Theta*.
fn shortens(records: &Records, name: &str, version: &str) -> Finding {
    let [plain, other] = [THETA, version].map(|planner| length(records, planner));
    let lengths = plain.zip(other);
    Finding {
        claim: format!("{name} shortens the paths of Basic Theta*"),
        holds: lengths.map(|(plain, other)| other < plain),
        figures: lengths.map(|(plain, other)| format!("{plain:.3} to {other:.3}")).unwrap_or_default(),
    }
}

/// A weight below one finds shorter paths at more expansions.
fn weight_shortens(records: &Records, weight: &str) -> Finding {
    let of = |planner: &str| length(records, planner).zip(expansions(records, planner));
    let both = of(THETA).zip(of(&weighted(THETA, weight)));
    Finding {
        claim: format!("weight {weight} shortens the paths of Basic Theta* at more expansions"),
        holds: both.map(|(plain, other)| other.0 < plain.0 && other.1 > plain.1),
        figures: both
            .map(|(plain, other)| {
                format!("{:.3} to {:.3}, {:.0} to {:.0} expansions", plain.0, other.0, plain.1, other.1)
            })
            .unwrap_or_default(),
    }
}

fn length(records: &Records, planner: &str) -> Option<f64> {
    records.mean(&RANDOM_500_20.name(), planner, Metric::Cost)
}

fn expansions(records: &Records, planner: &str) -> Option<f64> {
    records.mean(&RANDOM_500_20.name(), planner, Metric::Expansions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::records::tests::record;
    use crate::theta::planners::{AP_THETA, ASTAR, ASTAR_PS, FIELD_DSTAR};

    /// How the findings that contain a text come out.
    fn verdicts(records: &Records, claim: &str) -> Vec<Option<bool>> {
        let findings = findings(records);
        findings.iter().filter(|finding| finding.claim.contains(claim)).map(|finding| finding.holds).collect()
    }

    fn ordered(lengths: &[(&str, f64)]) -> Option<bool> {
        let records = lengths.iter().map(|&(planner, length)| record("random-100-10", 0, planner, length));
        verdicts(&Records::new(records), "order of path lengths, 100 × 100, 10 %")[0]
    }

    #[test]
    fn lengths_are_in_order_or_not() {
        let all = [VISIBILITY, THETA, AP_THETA, FIELD_DSTAR, ASTAR_PS, ASTAR];
        let with = |lengths: [f64; 6]| ordered(&std::array::from_fn::<_, 6, _>(|at| (all[at], lengths[at])));
        assert_eq!(with([1.0, 1.0, 2.0, 3.0, 4.0, 5.0]), Some(true));
        assert_eq!(with([1.0, 2.0, 1.9, 3.0, 4.0, 5.0]), Some(false));
        assert_eq!(with([1.0, 2.0, 2.0, 3.0, 5.0, 5.0]), Some(false), "A* on grids is longer");
        assert_eq!(ordered(&[(THETA, 1.0), (ASTAR, 2.0)]), None, "not all were measured");
        assert_eq!(ordered(&[(THETA, 3.0), (ASTAR, 2.0)]), Some(false));
        assert_eq!(ordered(&[]), None);
    }

    #[test]
    fn versions_of_theta_are_held_against_theta() {
        let with = |planner: &str, length, expanded| {
            let version = crate::harness::Record { expanded, ..record("random-500-20", 0, planner, length) };
            Records::new([record("random-500-20", 0, THETA, 578.0), version])
        };
        assert_eq!(verdicts(&with(THETA_REEXPAND, 577.0, 11), "re-expansion"), [Some(true)]);
        assert_eq!(verdicts(&with(THETA_REEXPAND, 578.0, 11), "re-expansion"), [Some(false)]);
        assert_eq!(verdicts(&with(THETA_16, 577.0, 11), "branching factor 16"), [Some(true)]);
        assert_eq!(verdicts(&with(THETA_16, 577.0, 11), "re-expansion"), [None]);
        let half = weighted(THETA, "0.5");
        assert_eq!(verdicts(&with(&half, 577.0, 11), "weight 0.5"), [Some(true)]);
        assert_eq!(verdicts(&with(&half, 577.0, 9), "weight 0.5"), [Some(false)], "fewer expansions");
    }

    #[test]
    fn theta_is_near_the_shortest_on_average() {
        let with = |length| {
            let records =
                [record("random-100-20", 0, VISIBILITY, 100.0), record("random-100-20", 0, THETA, length)];
            let findings = findings(&Records::new(records));
            findings
                .iter()
                .map(ToString::to_string)
                .find(|finding| finding.contains("0.3 %") && finding.contains("20 %:"))
        };
        assert!(with(100.29).unwrap().ends_with("100 × 100, 20 %: holds (0.290 %)"));
        assert!(with(100.31).unwrap().ends_with("100 × 100, 20 %: does not hold (0.310 %)"));
    }
}
