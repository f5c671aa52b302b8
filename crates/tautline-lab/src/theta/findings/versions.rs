//! Sections 9.1 and 10.3: weights and branching factors, which trade runtime for shorter paths.

use super::orders::{figures, is_increasing};
use crate::harness::{Finding, Metric, Records};
use crate::theta::kinds::RANDOM_500_20;
use crate::theta::planners::{AP_THETA, THETA, THETA_4, THETA_16, WEIGHTS, name, weighted};

pub(super) fn versions(records: &Records) -> Vec<Finding> {
    let mut findings = Vec::new();
    for planner in [THETA, AP_THETA] {
        let weights: Vec<_> = WEIGHTS.iter().map(|weight| (*weight, weighted(planner, weight))).collect();
        let of = |claim: &str, metric, direction| {
            trend(
                records,
                ("figure-20", format!("{claim} of {}", name(planner))),
                metric,
                &weights,
                direction,
            )
        };
        findings.push(every_weight_shortens(records, planner));
        findings.push(of("the smaller the weight, the shorter the paths", Metric::Cost, Direction::Up));
        findings.push(of(
            "the smaller the weight, the more the expansions",
            Metric::Expansions,
            Direction::Down,
        ));
        findings.push(of("the smaller the weight, the longer the runtimes", Metric::Time, Direction::Down));
    }
    findings.push(ap_theta_gains_more(records));
    let neighbours = [("4", THETA_4), ("8", THETA), ("16", THETA_16)];
    let neighbours = neighbours.map(|(name, planner)| (name, planner.to_owned()));
    let of = |claim: &str, metric, direction| {
        trend(records, ("figure-24", claim.to_owned()), metric, &neighbours, direction)
    };
    let shorter = "the larger the branching factor, the shorter the paths of Basic Theta*";
    findings.push(of(shorter, Metric::Cost, Direction::Down));
    let longer = "the larger the branching factor, the longer the runtimes of Basic Theta*";
    findings.push(of(longer, Metric::Time, Direction::Up));
    findings
}

/// Whether figures grow or shrink along a list of versions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

fn trend(
    records: &Records,
    (table, claim): (&'static str, String),
    metric: Metric,
    versions: &[(&str, String)],
    direction: Direction,
) -> Finding {
    let mut versions: Vec<_> =
        versions.iter().map(|(name, planner)| (*name, mean(records, planner, metric))).collect();
    if direction == Direction::Down {
        versions.reverse();
    }
    let (names, numbers): (Vec<_>, Vec<_>) = versions.into_iter().unzip();
    // Versions are told from their figures by a colon.
    let names: Vec<_> = names.iter().map(|name| format!("{name}:")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    Finding {
        tables: vec![table],
        claim: format!("{claim}, {}", RANDOM_500_20.title()),
        holds: is_increasing(&numbers),
        figures: figures(&names, &numbers, metric),
    }
}

/// With every weight below one paths are shorter than with one.
fn every_weight_shortens(records: &Records, planner: &str) -> Finding {
    let plain = mean(records, planner, Metric::Cost);
    let weights = WEIGHTS.iter().filter(|&&weight| weight != "1");
    let lengths: Vec<_> =
        weights.map(|weight| mean(records, &weighted(planner, weight), Metric::Cost)).collect();
    let longest = lengths.iter().flatten().copied().reduce(f64::max);
    let both = plain.zip(longest);
    let is_complete = lengths.iter().all(Option::is_some);
    Finding {
        tables: vec!["figure-20"],
        claim: format!(
            "every weight below one shortens the paths of {}, {}",
            name(planner),
            RANDOM_500_20.title()
        ),
        // One that does not is enough to say no.
        holds: both.map(|(plain, longest)| longest < plain).filter(|&holds| is_complete || !holds),
        figures: both
            .map_or_else(String::new, |(plain, longest)| format!("at most {longest:.4} against {plain:.4}")),
    }
}

/// "The path length decreases more for AP Theta* than Basic Theta*."
fn ap_theta_gains_more(records: &Records) -> Finding {
    let gain = |planner| {
        let [plain, least] =
            ["1", WEIGHTS[0]].map(|weight| mean(records, &weighted(planner, weight), Metric::Cost));
        Some(plain? - least?)
    };
    let gains = gain(AP_THETA).zip(gain(THETA));
    Finding {
        tables: vec!["figure-20"],
        claim: format!(
            "weight {} shortens the paths of AP Theta* by more than those of Basic Theta*, {}",
            WEIGHTS[0],
            RANDOM_500_20.title()
        ),
        holds: gains.map(|(ap_theta, theta)| ap_theta > theta),
        figures: gains
            .map_or_else(String::new, |(ap_theta, theta)| format!("by {ap_theta:.4} against {theta:.4}")),
    }
}

fn mean(records: &Records, planner: &str, metric: Metric) -> Option<f64> {
    records.mean(&RANDOM_500_20.name(), planner, metric)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::Record;
    use crate::harness::records::tests::record;
    use crate::theta::findings::findings;
    use crate::theta::findings::tests::verdicts;

    /// Versions with these lengths, which are their microseconds, too, and these expansions.
    fn with<'a>(versions: impl IntoIterator<Item = (&'a str, f64, u64)>) -> Records {
        Records::new(versions.into_iter().map(|(planner, length, expanded)| Record {
            expanded,
            ..record("random-500-20", 0, planner, length)
        }))
    }

    /// All weights, with lengths that grow by so much from one to the next.
    fn weights(planner: &str, step: f64) -> Vec<(String, f64, u64)> {
        let numbers = (0u32..).zip(WEIGHTS);
        numbers
            .map(|(at, weight)| (weighted(planner, weight), 500.0 + step * f64::from(at), 90 - u64::from(at)))
            .collect()
    }

    fn of(versions: &[(String, f64, u64)]) -> Records {
        with(versions.iter().map(|(planner, length, expanded)| (planner.as_str(), *length, *expanded)))
    }

    #[test]
    fn weights_shorten_paths_or_not() {
        let (trend, every) = ("the smaller the weight, the shorter", "every weight below one");
        let more = "the more the expansions of AP Theta*";
        assert_eq!(verdicts(&of(&weights(THETA, 1.0)), trend), [Some(true)]);
        assert_eq!(verdicts(&of(&weights(THETA, -1.0)), trend), [Some(false)]);
        assert_eq!(verdicts(&of(&weights(AP_THETA, 1.0)), more), [Some(true)]);
        let mut one_more = weights(AP_THETA, 1.0);
        one_more[0].2 = 1;
        assert_eq!(verdicts(&of(&one_more), more), [Some(false)]);
        let mut bent = weights(THETA, 1.0);
        bent[0].1 = 507.5;
        assert_eq!(verdicts(&of(&bent), trend), [Some(false)], "not all the way");
        assert_eq!(verdicts(&of(&bent), every), [Some(true)]);
        bent[0].1 = 508.0;
        assert_eq!(verdicts(&of(&bent), every), [Some(false)]);
        assert_eq!(verdicts(&of(&bent[5..]), every), [None], "not all were measured");
        assert_eq!(verdicts(&of(&weights(THETA, 1.0)), "the longer the runtimes of Basic"), [Some(false)]);
        assert_eq!(verdicts(&of(&weights(THETA, -1.0)), "the longer the runtimes of Basic"), [Some(true)]);
    }

    #[test]
    fn ap_theta_gains_more_from_weights_or_not() {
        for (step, holds) in [(2.0, true), (1.0, false)] {
            let all = [weights(THETA, 1.0), weights(AP_THETA, step)].concat();
            assert_eq!(verdicts(&of(&all), "by more than those of Basic Theta*"), [Some(holds)]);
        }
    }

    #[test]
    fn branching_factors_shorten_paths_or_not() {
        let records = |four, sixteen| with([(THETA_4, four, 1), (THETA, 578.0, 1), (THETA_16, sixteen, 1)]);
        let (shorter, longer) = ("branching factor, the shorter", "branching factor, the longer");
        assert_eq!(verdicts(&records(579.0, 577.0), shorter), [Some(true)]);
        assert_eq!(verdicts(&records(579.0, 577.0), longer), [Some(false)]);
        assert_eq!(verdicts(&records(577.0, 579.0), longer), [Some(true)]);
        let findings = findings(&records(579.0, 577.0));
        let told = findings.iter().map(ToString::to_string).find(|finding| finding.contains(shorter));
        assert!(told.unwrap().ends_with("20 %: holds (16: 577.0000, 8: 578.0000, 4: 579.0000)"));
    }
}
