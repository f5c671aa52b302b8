//! Claims about open lists, Fringe Search, weights and heuristics.

use super::{Claims, MUCH, SLIGHTLY, is_faster, is_much_faster, is_slower};
use crate::harness::{Finding, ROUNDING};
use crate::rayner::FRINGE;
use crate::rayner::practices::{
    ASTAR, CHEBYSHEV, COSTS_3_2, EUCLIDEAN, FOUR, FOUR_EUCLIDEAN, FOUR_OCTILE, FRINGE_3_2, HEAP, LINEAR,
    MANHATTAN, Measure, WEIGHTS, ZERO, weighted,
};

/// "On smaller grids with few obstacles, a linear scan of the entire open list can be much faster"; "on larger grids with complex
/// obstacles, … a binary heap … can lead to dramatic performance gains."
pub(super) fn open(claims: &Claims<'_>) -> Vec<Finding> {
    let pair = [LINEAR, HEAP];
    let many = claims.with_table(1);
    vec![
        claims.by_each(
            "a linear scan can be faster than the heap on small maps with few obstacles (on one size or more)",
            pair,
            Measure::Time,
            |ratios| ratios.iter().any(|&ratio| is_faster(ratio) == Some(true)),
        ),
        claims.by_each(
            "a linear scan can be much faster than the heap on small maps with few obstacles (on one size or more)",
            pair,
            Measure::Time,
            |ratios| ratios.iter().any(|&ratio| is_much_faster(ratio)),
        ),
        many.by_each(
            "the heap is much faster than a linear scan on the largest maps with many obstacles",
            pair,
            Measure::Time,
            |ratios| ratios.last().is_some_and(|&ratio| ratio >= MUCH),
        ),
        heap_wins(claims, "few"),
        heap_wins(&many, "many"),
    ]
}

/// That the heap is faster from some size on, and from which.
fn heap_wins(claims: &Claims<'_>, obstacles: &str) -> Finding {
    let each = claims.each([LINEAR, HEAP], Measure::Time);
    let slower = each.iter().rev().take_while(|&&(_, ratio)| is_slower(ratio) == Some(true));
    let first = slower.last().map(|&(size, _)| size);
    let figures = match first {
        _ if each.is_empty() => String::new(),
        Some(size) => format!("from {size} on"),
        None => "on none of the sizes".into(),
    };
    let claim =
        format!("the heap is faster than a linear scan from some size on, with {obstacles} obstacles");
    claims.finding(claim, (!each.is_empty()).then_some(first.is_some()), figures)
}

/// "With compiler optimizations on, I found Fringe Search to be slower than A* … But with compiler optimizations off, Fringe Search
/// can be faster than A*."
pub(super) fn fringe(claims: &Claims<'_>) -> Vec<Finding> {
    let pair = [FRINGE, ASTAR];
    vec![
        claims.by_overall(
            "Fringe Search is slower than A* in an optimised build",
            pair,
            Measure::Time,
            is_slower,
        ),
        claims.by_overall(
            "Fringe Search is slower than A* in an optimised build, costs 3/2",
            [FRINGE_3_2, COSTS_3_2],
            Measure::Time,
            is_slower,
        ),
        claims.with_table(1).by_each(
            "Fringe Search can be faster than A* in an unoptimised build (on one kind of worlds or more)",
            pair,
            Measure::Time,
            |ratios| ratios.iter().any(|&ratio| is_faster(ratio) == Some(true)),
        ),
    ]
}

/// It "significantly improves run-time at the cost of small suboptimality in your paths."
pub(super) fn weights(claims: &Claims<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    // A weight of one changes nothing.
    for weight in &WEIGHTS[1..] {
        let planner = weighted(weight);
        let pair = [planner.as_str(), ASTAR];
        findings.extend([
            claims.by_overall(format!("K = {weight} is much faster than A*"), pair, Measure::Time, |ratio| {
                Some(is_much_faster(ratio))
            }),
            claims.by_overall(
                format!("paths are only slightly longer with K = {weight}"),
                pair,
                Measure::Length,
                |ratio| Some(ratio <= 1.0 + SLIGHTLY),
            ),
            claims.by_overall(
                format!("no path is more than {weight} times as long as the shortest with K = {weight}"),
                pair,
                Measure::Longest,
                |ratio| weight.parse().ok().map(|weight: f64| ratio <= weight * (1.0 + ROUNDING)),
            ),
        ]);
    }
    findings
}

/// "A* recovers an optimal (cheapest) path when its heuristic is admissible."
pub(super) fn heuristic(claims: &Claims<'_>) -> Vec<Finding> {
    let is_more = |ratio: f64| Some(ratio > 1.0);
    let others = [(EUCLIDEAN, "Euclidean"), (CHEBYSHEV, "Chebyshev"), (ZERO, "zero")];
    let mut findings: Vec<_> = others
        .iter()
        .map(|&(planner, name)| {
            let claim = format!(
                "the {name} heuristic, which is admissible too, expands more nodes than the octile one"
            );
            claims.by_overall(claim, [planner, ASTAR], Measure::Nodes, is_more)
        })
        .collect();
    findings.push(claims.by_overall(
        "the Manhattan distance, which overestimates with eight neighbours, makes paths longer than the shortest",
        [MANHATTAN, ASTAR],
        Measure::Length,
        |ratio| Some(ratio > 1.0 + ROUNDING),
    ));
    let four = claims.with_table(1);
    for (planner, name) in [(FOUR_OCTILE, "octile"), (FOUR_EUCLIDEAN, "Euclidean")] {
        let claim =
            format!("the {name} distance expands more nodes than the Manhattan one with four neighbours");
        findings.push(four.by_overall(claim, [planner, FOUR], Measure::Nodes, is_more));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rayner::findings::findings;
    use crate::rayner::findings::tests::{verdicts, with, with_settings};
    use crate::rayner::kinds::{FEW, KINDS, Kind, MANY, SIZES};
    use crate::rayner::unoptimised::unoptimised;

    /// Times of the linear scan by size, where the heap takes 1000.
    fn by_size(percent: u32, times: [u64; 6]) -> crate::harness::Records {
        let settings = SIZES.map(|size| Kind::Random { size, percent }.name());
        with_settings([LINEAR, HEAP], &settings, &times.map(|time| (time, 100, 10.0)))
    }

    #[test]
    fn open_lists_are_judged_by_size() {
        let few = by_size(FEW, [400, 900, 1000, 1300, 900, 9000]);
        assert_eq!(verdicts(&few, "can be faster"), [Some(true)]);
        assert_eq!(verdicts(&few, "can be much faster"), [Some(true)]);
        let told: Vec<_> = findings(&few).iter().map(ToString::to_string).collect();
        let expected = "- the heap is faster than a linear scan from some size on, with few obstacles: holds (from 320 × 320 on)";
        assert!(told.iter().any(|told| told == expected), "{told:?}");
        let never = by_size(FEW, [990, 1100, 1000, 1000, 1000, 1000]);
        assert_eq!(verdicts(&never, "can be faster"), [Some(false)]);
        assert_eq!(verdicts(&never, "from some size on, with few"), [Some(false)]);
        for (last, holds) in [(1900, false), (2100, true)] {
            let many = by_size(MANY, [1100, 1200, 1300, 1400, 1500, last]);
            assert_eq!(verdicts(&many, "is much faster than a linear scan"), [Some(holds)]);
            assert_eq!(verdicts(&many, "from some size on, with many"), [Some(true)]);
        }
    }

    #[test]
    fn fringe_search_is_judged_in_both_builds() {
        let pair = [FRINGE, ASTAR];
        for (time, holds) in [(900, Some(false)), (1000, None), (1100, Some(true))] {
            let records = with(pair, [(time, 100, 10.0); 5]);
            assert_eq!(verdicts(&records, "in an optimised build"), [holds]);
            let records = with([FRINGE_3_2, COSTS_3_2], [(time, 100, 10.0); 5]);
            assert_eq!(verdicts(&records, "in an optimised build, costs 3/2"), [holds]);
            assert!(verdicts(&records, "in an unoptimised build").is_empty());
        }
        let settings = KINDS.map(|kind| unoptimised(&kind.name()));
        for (time, holds) in [(900, true), (990, false)] {
            let mut figures = [(1100, 100, 10.0); 5];
            figures[3].0 = time;
            let records = with_settings(pair, &settings, &figures);
            assert_eq!(verdicts(&records, "in an unoptimised build"), [Some(holds)]);
        }
    }

    #[test]
    fn weights_are_judged() {
        let planner = weighted("1.25");
        let of = |time, length| {
            let records = with([&planner, ASTAR], [(time, 100, length); 5]);
            ["K = 1.25 is much faster", "only slightly longer with K = 1.25", "more than 1.25 times"]
                .map(|claim| verdicts(&records, claim)[0].unwrap())
        };
        assert_eq!(of(500, 10.5), [true, true, true]);
        assert_eq!(of(510, 12.5), [false, false, true]);
        assert_eq!(of(510, 12.6), [false, false, false]);
    }

    #[test]
    fn heuristics_are_judged() {
        for (planner, baseline, claim) in [
            (EUCLIDEAN, ASTAR, "the Euclidean heuristic"),
            (CHEBYSHEV, ASTAR, "the Chebyshev heuristic"),
            (ZERO, ASTAR, "the zero heuristic"),
            (FOUR_OCTILE, FOUR, "the octile distance expands"),
            (FOUR_EUCLIDEAN, FOUR, "the Euclidean distance expands"),
        ] {
            for (nodes, holds) in [(99, false), (101, true)] {
                let records = with([planner, baseline], [(1000, nodes, 10.0); 5]);
                assert_eq!(verdicts(&records, claim), [Some(holds)], "{claim}");
            }
        }
        for (length, holds) in [(10.0, false), (10.1, true)] {
            let records = with([MANHATTAN, ASTAR], [(1000, 50, length); 5]);
            assert_eq!(verdicts(&records, "makes paths longer"), [Some(holds)]);
        }
    }
}
