//! Sections 7, 8 and 9: one mean as a multiple of another.

use super::SIMILAR;
use super::finding::{shown, tables};
use crate::harness::{Finding, Metric, ROUNDING, Records};
use crate::theta::kinds::{Kind, PERCENTAGES, RANDOM_500_20, Regions};
use crate::theta::planners::{
    AP_THETA, ASTAR, ASTAR_PS, FIELD_DSTAR, THETA, THETA_KEY_VERTICES, THETA_PATH_1, THETA_REEXPAND,
    VISIBILITY, name,
};

/// Between what a ratio is, without the ends.
type Range = (f64, f64);

const SMALLER: Range = (0.0, 1.0);
const LARGER: Range = (1.0, f64::INFINITY);
const EQUAL: Range = (1.0 - ROUNDING, 1.0 + ROUNDING);
const ABOUT_THE_SAME: Range = (1.0 / SIMILAR, SIMILAR);
/// "Less than a factor of 1.003 longer".
const NEAR: Range = (0.0, 1.003);
/// What is 1 when it is rounded.
const ABOUT_1_PERCENT: Range = (1.005, 1.015);
const MORE_THAN_3_PERCENT: Range = (1.03, f64::INFINITY);

/// A figure of one planner over that of another.
struct Ratio<'a> {
    table: &'static str,
    claim: &'a str,
    kind: Kind,
    metric: Metric,
    planners: [&'a str; 2],
    range: Range,
}

/// All findings of this form.
pub(super) fn ratios(records: &Records) -> Vec<Finding> {
    let mut findings = near_optimal(records);
    findings.extend(single_source(records));
    findings.extend(terrain(records));
    findings.extend(versions(records));
    findings
}

/// "On average less than a factor of 1.003 longer than true shortest paths on 100 × 100 grids."
fn near_optimal(records: &Records) -> Vec<Finding> {
    let random = PERCENTAGES.map(|percent| Kind::Random { size: 100, percent });
    let kinds = std::iter::once(Kind::Game { size: 100 }).chain(random);
    let of_kind = |kind: Kind| {
        [THETA, AP_THETA].map(|planner| {
            let claim = format!("{} less than 0.3 % above the true shortest on average", name(planner));
            let planners = [planner, VISIBILITY];
            let ratio =
                Ratio { table: "table-1", claim: &claim, kind, metric: Metric::Cost, planners, range: NEAR };
            Finding { tables: tables(kind, Metric::Cost), ..ratio.finding(records) }
        })
    };
    kinds.flat_map(of_kind).collect()
}

/// Section 8.1 with Table 5.
fn single_source(records: &Records) -> Vec<Finding> {
    let of = |claim, metric, other, range| {
        let planners = [THETA, other];
        Ratio { table: "table-5", claim, kind: Kind::SingleSource, metric, planners, range }.finding(records)
    };
    let (count, time) = (Metric::Expansions, Metric::TimePerExpansion);
    vec![
        of("single source: Basic Theta* expands as many vertices as FD*", count, FIELD_DSTAR, EQUAL),
        of("single source: Basic Theta* expands as many vertices as AP Theta*", count, AP_THETA, EQUAL),
        of("single source: Basic Theta* expands as many vertices as A* PS", count, ASTAR_PS, EQUAL),
        of(
            "an expansion of Basic Theta* takes about as long as one of A* PS",
            time,
            ASTAR_PS,
            ABOUT_THE_SAME,
        ),
        of("an expansion of Basic Theta* is shorter than one of AP Theta*", time, AP_THETA, SMALLER),
        of("an expansion of Basic Theta* is shorter than one of FD*", time, FIELD_DSTAR, SMALLER),
    ]
}

/// Section 8.2 with Table 6.
fn terrain(records: &Records) -> Vec<Finding> {
    let (small, large) = (("table-6a", Regions::Small), ("table-6b", Regions::Large));
    let of = |(table, regions), claim, metric, planners, range| {
        Ratio { table, claim, kind: Kind::Terrain(regions), metric, planners, range }.finding(records)
    };
    let (cost, time, turns) = (Metric::Cost, Metric::Time, Metric::Turns);
    vec![
        of(small, "paths of FD* cost less than those of Basic Theta*", cost, [FIELD_DSTAR, THETA], SMALLER),
        of(small, "FD* is faster than Basic Theta*", time, [FIELD_DSTAR, THETA], SMALLER),
        of(
            small,
            "paths of A* on grids cost about 1 % more than those of FD*",
            cost,
            [ASTAR, FIELD_DSTAR],
            ABOUT_1_PERCENT,
        ),
        of(small, "A* on grids is faster than FD*", time, [ASTAR, FIELD_DSTAR], SMALLER),
        of(large, "paths of Basic Theta* cost less than those of FD*", cost, [THETA, FIELD_DSTAR], SMALLER),
        of(large, "Basic Theta* takes about as long as FD*", time, [THETA, FIELD_DSTAR], ABOUT_THE_SAME),
        of(
            large,
            "paths of FD* have more heading changes than those of Basic Theta*",
            turns,
            [FIELD_DSTAR, THETA],
            LARGER,
        ),
        of(
            large,
            "paths of A* on grids cost over 3 % more than those of Basic Theta*",
            cost,
            [ASTAR, THETA],
            MORE_THAN_3_PERCENT,
        ),
    ]
}

/// Sections 9.2 and 9.3 with Table 8, and 10.2.
fn versions(records: &Records) -> Vec<Finding> {
    let of = |table, claim, metric, version, range| {
        Ratio { table, claim, kind: RANDOM_500_20, metric, planners: [version, THETA], range }
            .finding(records)
    };
    let (cost, count, time) = (Metric::Cost, Metric::Expansions, Metric::Time);
    let paths = "other-paths";
    vec![
        of(paths, "Path 1 first where equal takes longer than Basic Theta*", time, THETA_PATH_1, LARGER),
        of("table-8", "re-expansion shortens the paths of Basic Theta*", cost, THETA_REEXPAND, SMALLER),
        of("table-8", "re-expansion expands more vertices than Basic Theta*", count, THETA_REEXPAND, LARGER),
        of("table-8", "re-expansion takes longer than Basic Theta*", time, THETA_REEXPAND, LARGER),
        of(paths, "key vertices shorten the paths of Basic Theta*", cost, THETA_KEY_VERTICES, SMALLER),
        of(paths, "key vertices take longer than Basic Theta*", time, THETA_KEY_VERTICES, LARGER),
    ]
}

impl Ratio<'_> {
    fn finding(&self, records: &Records) -> Finding {
        let [first, second] =
            self.planners.map(|planner| records.mean(&self.kind.name(), planner, self.metric));
        // Of nothing there is no multiple.
        let both = first.zip(second).filter(|&(_, second)| second > 0.0);
        Finding {
            tables: vec![self.table],
            claim: format!("{}, {}", self.claim, self.kind.title()),
            holds: both.map(|(first, second)| {
                let ratio = first / second;
                self.range.0 < ratio && ratio < self.range.1
            }),
            figures: both.map_or_else(String::new, |(first, second)| {
                let more = 100.0 * (first / second - 1.0);
                let [first, second] = [first, second].map(|number| shown(self.metric, number));
                format!("{first} against {second}, {more:+.3} %")
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::records::tests::record;
    use crate::harness::{Record, Verdict};
    use crate::theta::findings::findings;
    use crate::theta::findings::tests::verdicts;

    #[test]
    fn theta_is_near_the_shortest_on_average() {
        for (planner, title) in [(THETA, "- Basic Theta*"), (AP_THETA, "- AP Theta*")] {
            let with = |setting: &str, length| {
                let records = [record(setting, 0, VISIBILITY, 100.0), record(setting, 0, planner, length)];
                let findings = findings(&Records::new(records));
                let told = findings.iter().map(ToString::to_string);
                told.filter(|finding| finding.contains("0.3 %") && finding.contains("against"))
                    .collect::<Vec<_>>()
            };
            let claim = format!("{title} less than 0.3 % above the true shortest on average, 100 × 100,");
            let near = format!("{claim} 20 %: holds (100.2900 against 100.0000, +0.290 %)");
            assert_eq!(with("random-100-20", 100.29), [near]);
            let far = format!("{claim} game maps: does not hold (100.3100 against 100.0000, +0.310 %)");
            assert_eq!(with("game-100", 100.31), [far]);
        }
    }

    #[test]
    fn versions_of_theta_are_held_against_theta() {
        let with = |planner: &str, length, expanded| {
            let version = Record { expanded, ..record("random-500-20", 0, planner, length) };
            Records::new([record("random-500-20", 0, THETA, 578.0), version])
        };
        let shortens = "re-expansion shortens";
        assert_eq!(verdicts(&with(THETA_REEXPAND, 577.0, 11), shortens), [Some(true)]);
        assert_eq!(verdicts(&with(THETA_REEXPAND, 578.0, 11), shortens), [Some(false)]);
        assert_eq!(verdicts(&with(THETA_PATH_1, 577.0, 11), shortens), []);
        assert_eq!(verdicts(&with(THETA_REEXPAND, 577.0, 11), "re-expansion expands more"), [Some(true)]);
        assert_eq!(verdicts(&with(THETA_REEXPAND, 577.0, 9), "re-expansion expands more"), [Some(false)]);
        // As many microseconds as the paths are long.
        assert_eq!(verdicts(&with(THETA_PATH_1, 579.0, 10), "Path 1 first"), [Some(true)]);
        assert_eq!(verdicts(&with(THETA_PATH_1, 577.0, 10), "Path 1 first"), [Some(false)]);
        assert_eq!(verdicts(&with(THETA_KEY_VERTICES, 577.0, 10), "key vertices"), [Some(true), Some(false)]);
    }

    #[test]
    fn expansions_of_single_source_paths_are_compared() {
        let with = |planner: &str, expanded, nanoseconds| {
            let of = |planner, expanded, nanoseconds| Record {
                outcome: Verdict::Unreachable,
                cost: None,
                turns: None,
                expanded,
                nanoseconds,
                ..record("single-source", 0, planner, 0.0)
            };
            Records::new([of(THETA, 1000, 100_000), of(planner, expanded, nanoseconds)])
        };
        assert_eq!(verdicts(&with(FIELD_DSTAR, 1000, 100_001), "of FD*"), [Some(true)]);
        assert_eq!(verdicts(&with(FIELD_DSTAR, 1000, 99_999), "of FD*"), [Some(false)]);
        assert_eq!(verdicts(&with(FIELD_DSTAR, 1000, 1), "as many vertices"), [Some(true)]);
        assert_eq!(verdicts(&with(FIELD_DSTAR, 1001, 1), "as many vertices"), [Some(false)]);
        for (nanoseconds, is_similar) in [(79_000, false), (81_000, true), (124_000, true), (126_000, false)]
        {
            assert_eq!(verdicts(&with(ASTAR_PS, 1000, nanoseconds), "of A* PS"), [Some(is_similar)]);
        }
    }

    #[test]
    fn costs_of_terrain_are_compared() {
        let with = |setting: &str, costs: [f64; 3]| {
            let planners = [ASTAR, FIELD_DSTAR, THETA].into_iter().zip(costs);
            Records::new(planners.map(|(planner, cost)| record(setting, 0, planner, cost)))
        };
        // The costs of Table 6, as microseconds, too.
        let small = with("terrain-small", [4773.59, 4719.26, 4730.96]);
        assert_eq!(verdicts(&small, "small regions"), [Some(true), Some(true), Some(true), Some(false)]);
        let large = with("terrain-large", [1251.88, 1208.89, 1207.06]);
        assert_eq!(verdicts(&large, "large regions"), [Some(true), Some(true), Some(false), Some(true)]);
        assert_eq!(verdicts(&with("terrain-small", [102.0, 100.0, 100.0]), "about 1 %"), [Some(false)]);
        assert_eq!(verdicts(&with("terrain-large", [102.9, 100.0, 100.0]), "over 3 %"), [Some(false)]);
    }
}
