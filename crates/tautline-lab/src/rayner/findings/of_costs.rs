//! Claims about costs, distances, ties and estimates.

use super::{Claims, NOTICEABLE, is_faster, is_slower};
use crate::harness::Finding;
use crate::rayner::functions::{BRANCH_FREE, BRANCHING};
use crate::rayner::practices::{
    ASTAR, COSTS_3_2, COSTS_99_50, COSTS_99_70, EUCLIDEAN, FIFO, FORGETFUL, FORGETFUL_EUCLIDEAN,
    HEAP_LARGER_G, HEAP_SMALLER_G, LARGER_G, Measure, SMALLER_G,
};

/// "Prefer integral data types wherever possible. This is … faster"; 99/50 "keeps the size of the open list smaller, but it can
/// also increase state expansions. Usually it is noticeably faster."
pub(super) fn costs(claims: &Claims<'_>) -> Vec<Finding> {
    let noticeably = |ratios: &[f64]| {
        let faster = ratios.iter().filter(|&&ratio| ratio <= 1.0 - NOTICEABLE).count();
        2 * faster > ratios.len()
    };
    let is_increased = |ratios: &[f64]| ratios.iter().any(|&ratio| ratio > 1.0);
    let pair = [COSTS_99_50, ASTAR];
    vec![
        claims.by_overall(
            "whole-number costs of 99/70 are faster than exact lengths",
            [COSTS_99_70, ASTAR],
            Measure::Time,
            is_faster,
        ),
        claims.by_overall(
            "whole-number costs of 3/2 are faster than exact lengths",
            [COSTS_3_2, ASTAR],
            Measure::Time,
            is_faster,
        ),
        claims.by_overall(
            "99/50 keeps the open list smaller on average (what is left of it in the end)",
            pair,
            Measure::LeftOpen,
            |ratio| Some(ratio < 1.0),
        ),
        claims.by_each(
            "99/50 can increase the nodes expanded (on one kind of worlds or more)",
            pair,
            Measure::Nodes,
            is_increased,
        ),
        claims.by_each(
            "99/50 is usually noticeably faster than exact lengths",
            pair,
            Measure::Time,
            noticeably,
        ),
    ]
}

/// It "may help improve instruction level parallelism".
pub(super) fn octile(claims: &Claims<'_>) -> Vec<Finding> {
    let claim = "the octile distance is faster without a case distinction";
    vec![claims.by_overall(claim, [BRANCH_FREE, BRANCHING], Measure::Time, is_faster)]
}

/// "It's better to make A* focus on deep solutions … by tie-breaking on larger g values."
pub(super) fn ties(claims: &Claims<'_>) -> Vec<Finding> {
    let is_more = |ratio: f64| Some(ratio > 1.0);
    let heap = claims.with_table(1);
    vec![
        claims.by_overall(
            "smaller g first expands more nodes than larger g first",
            [SMALLER_G, LARGER_G],
            Measure::Nodes,
            is_more,
        ),
        claims.by_overall(
            "first in, first out expands more nodes than larger g first",
            [FIFO, LARGER_G],
            Measure::Nodes,
            is_more,
        ),
        claims.by_overall(
            "smaller g first is slower than larger g first, with the array of stacks",
            [SMALLER_G, LARGER_G],
            Measure::Time,
            is_slower,
        ),
        heap.by_overall(
            "smaller g first is slower than larger g first, with the heap",
            [HEAP_SMALLER_G, HEAP_LARGER_G],
            Measure::Time,
            is_slower,
        ),
    ]
}

/// "Using these stored values … can be less expensive than recomputing".
pub(super) fn memoise(claims: &Claims<'_>) -> Vec<Finding> {
    let slower = |estimate: &str, pair| {
        let claim =
            format!("to compute estimates again is slower than to remember them, {estimate} distance");
        claims.by_overall(claim, pair, Measure::Time, is_slower)
    };
    vec![slower("octile", [FORGETFUL, ASTAR]), slower("Euclidean", [FORGETFUL_EUCLIDEAN, EUCLIDEAN])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rayner::FUNCTIONS;
    use crate::rayner::findings::tests::{verdicts, with, with_settings};

    /// How a claim comes out where every kind of worlds has these figures.
    fn of(pair: [&str; 2], time: u64, nodes: u64, claim: &str) -> Option<bool> {
        let verdicts = verdicts(&with(pair, [(time, nodes, 10.0); 5]), claim);
        assert_eq!(verdicts.len(), 1, "{claim}");
        verdicts[0]
    }

    #[test]
    fn costs_are_judged() {
        for (planner, claim) in [(COSTS_99_70, "99/70 are faster"), (COSTS_3_2, "3/2 are faster")] {
            assert_eq!(
                [900, 1010, 1100].map(|time| of([planner, ASTAR], time, 100, claim)),
                [Some(true), None, Some(false)]
            );
        }
        let pair = [COSTS_99_50, ASTAR];
        assert_eq!(of(pair, 1000, 90, "keeps the open list smaller"), Some(true));
        assert_eq!(of(pair, 1000, 110, "keeps the open list smaller"), Some(false));
        let once =
            [(1000, 90, 10.0), (1000, 110, 10.0), (1000, 90, 10.0), (1000, 90, 10.0), (1000, 90, 10.0)];
        assert_eq!(verdicts(&with(pair, once), "can increase the nodes"), [Some(true)]);
        assert_eq!(of(pair, 1000, 90, "can increase the nodes"), Some(false));
        let (fast, slow) = ((900, 100, 10.0), (960, 100, 10.0));
        let mostly = with(pair, [fast, slow, fast, slow, fast]);
        let rarely = with(pair, [fast, slow, slow, slow, fast]);
        assert_eq!(verdicts(&mostly, "usually noticeably faster"), [Some(true)]);
        assert_eq!(verdicts(&rarely, "usually noticeably faster"), [Some(false)]);
    }

    #[test]
    fn functions_are_judged() {
        for (time, holds) in [(900, Some(true)), (1000, None), (1100, Some(false))] {
            let pair = [BRANCH_FREE, BRANCHING];
            let records = with_settings(pair, &[FUNCTIONS.into()], &[(time, 100, 10.0)]);
            assert_eq!(verdicts(&records, "without a case distinction"), [holds]);
        }
    }

    #[test]
    fn ties_and_estimates_are_judged() {
        assert_eq!(of([SMALLER_G, LARGER_G], 1000, 101, "smaller g first expands more"), Some(true));
        assert_eq!(of([SMALLER_G, LARGER_G], 1000, 100, "smaller g first expands more"), Some(false));
        assert_eq!(of([FIFO, LARGER_G], 1000, 99, "first in, first out expands more"), Some(false));
        for (pair, claim) in [
            ([SMALLER_G, LARGER_G], "smaller g first is slower than larger g first, with the array"),
            ([HEAP_SMALLER_G, HEAP_LARGER_G], "smaller g first is slower than larger g first, with the heap"),
            ([FORGETFUL, ASTAR], "to remember them, octile"),
            ([FORGETFUL_EUCLIDEAN, EUCLIDEAN], "to remember them, Euclidean"),
        ] {
            assert_eq!(
                [900, 1010, 1100].map(|time| of(pair, time, 100, claim)),
                [Some(false), None, Some(true)],
                "{claim}"
            );
        }
    }
}
