//! Section 7: how often Theta* finds the shorter path, and how often a shortest one.

use super::finding::{ENOUGH, tables};
use crate::harness::{Finding, Metric, Records, is_same_share};
use crate::theta::kinds::{Kind, PERCENTAGES, RANDOM_500_20};
use crate::theta::paper::{SHARES, WORLDS};
use crate::theta::planners::{ASTAR_PS, FIELD_DSTAR, THETA, VISIBILITY, name};

pub(super) fn shares(records: &Records) -> Vec<Finding> {
    let mut findings: Vec<_> = SHARES.iter().map(|&(other, share)| shorter(records, other, share)).collect();
    // On free grids nearly all paths are shortest ones.
    let random = PERCENTAGES[1..].iter().map(|&percent| Kind::Random { size: 100, percent });
    let kinds = std::iter::once(Kind::Game { size: 100 }).chain(random);
    findings.extend(kinds.map(|kind| true_shortest(records, kind)));
    findings
}

/// Theta* is shorter than another planner as often as in the paper, as far as chance allows.
fn shorter(records: &Records, other: &str, share: f64) -> Finding {
    let (setting, pair) = (RANDOM_500_20.name(), [THETA, other]);
    let worlds = records.pairs(&setting, pair, Metric::Cost).len();
    let wins = records.wins(&setting, pair, Metric::Cost);
    let too_few = if worlds < ENOUGH { ", too few to tell" } else { "" };
    Finding {
        tables: tables(RANDOM_500_20, Metric::Cost),
        claim: format!(
            "Basic Theta* finds shorter paths than {} {:.0} % of the time, {}",
            name(other),
            100.0 * share,
            RANDOM_500_20.title()
        ),
        holds: wins.filter(|_| worlds >= ENOUGH).map(|wins| is_same_share((wins, worlds), (share, WORLDS))),
        figures: wins
            .map_or_else(String::new, |wins| format!("{:.1} % of {worlds} worlds{too_few}", 100.0 * wins)),
    }
}

/// Theta* finds true shortest paths more often than Field D* and A* PS.
fn true_shortest(records: &Records, kind: Kind) -> Finding {
    // Where a shortest path is not shorter.
    let share = |planner| {
        records.wins(&kind.name(), [VISIBILITY, planner], Metric::Cost).map(|shorter| 1.0 - shorter)
    };
    let shares = [THETA, FIELD_DSTAR, ASTAR_PS].map(|planner| (name(planner), share(planner)));
    let [(_, theta), (_, field_dstar), (_, astar_ps)] = shares;
    let all = theta.zip(field_dstar.zip(astar_ps));
    let figures = shares.map(|(name, share)| format!("{name} {:.1} %", 100.0 * share.unwrap_or_default()));
    Finding {
        tables: tables(kind, Metric::Cost),
        claim: format!(
            "Basic Theta* finds true shortest paths more often than FD* and A* PS, {}",
            kind.title()
        ),
        holds: all.map(|(theta, (field_dstar, astar_ps))| theta > field_dstar && theta > astar_ps),
        figures: if all.is_some() { figures.join(", ") } else { String::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::records::tests::record;
    use crate::theta::findings::findings;
    use crate::theta::findings::tests::verdicts;

    /// So many worlds, in the first of which Theta* is shorter than A* PS.
    fn wins(worlds: u64, shorter: u64) -> Records {
        Records::new((0..worlds).flat_map(|world| {
            let length = if world < shorter { 101.0 } else { 100.0 };
            [record("random-500-20", world, THETA, 100.0), record("random-500-20", world, ASTAR_PS, length)]
        }))
    }

    #[test]
    fn theta_is_shorter_as_often_as_in_the_paper() {
        let claim = "shorter paths than A* PS 94 %";
        for (worlds, shorter, holds) in [
            (200, 188, Some(true)),
            (200, 180, Some(true)),
            (200, 170, Some(false)),
            (200, 200, Some(false)),
            (20, 19, Some(true)),
            (20, 10, Some(false)),
            (19, 0, None),
        ] {
            assert_eq!(verdicts(&wins(worlds, shorter), claim), [holds], "{shorter} of {worlds}");
        }
        let told = |records: &Records| {
            let findings = findings(records);
            findings.iter().map(ToString::to_string).find(|finding| finding.contains(claim)).unwrap()
        };
        assert!(told(&wins(200, 188)).ends_with("500 × 500, 20 %: holds (94.0 % of 200 worlds)"));
        assert!(told(&wins(2, 1)).ends_with("20 %: undecided (50.0 % of 2 worlds, too few to tell)"));
    }

    #[test]
    fn true_shortest_paths_are_counted() {
        let with = |field_dstar: [f64; 2], astar_ps: [f64; 2]| {
            let planners = [
                (VISIBILITY, [100.0, 100.0]),
                (THETA, [100.0, 101.0]),
                (FIELD_DSTAR, field_dstar),
                (ASTAR_PS, astar_ps),
            ];
            Records::new(planners.into_iter().flat_map(|(planner, lengths)| {
                (0..).zip(lengths).map(move |(world, length)| record("game-100", world, planner, length))
            }))
        };
        let claim = "true shortest paths more often";
        assert_eq!(verdicts(&with([101.0; 2], [101.0; 2]), claim), [Some(true)]);
        assert_eq!(verdicts(&with([101.0, 100.0], [101.0; 2]), claim), [Some(false)]);
        assert_eq!(verdicts(&with([101.0; 2], [100.0 + 1e-9, 101.0]), claim), [Some(false)]);
        assert_eq!(verdicts(&wins(20, 3), claim), []);
    }
}
