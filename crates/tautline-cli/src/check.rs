//! Whether an answer is right.

use tautline::engine::{Guarantee, Planner};
use tautline::geometry::Position;
use tautline::map::Map;
use tautline::path::{IllegalStep, Path};
use tautline::search::{Outcome, Query};

use crate::run::Run;

/// How far a reported cost may be from the recomputed one, as a part of it: room for rounding, not for a step.
const COST_TOLERANCE: f64 = 1e-9;

/// What another source says about a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reference {
    /// The length of a shortest path; none where there is no path.
    pub(crate) length: Option<f64>,
    /// How far the right length may be from it.
    pub(crate) tolerance: f64,
}

/// Whether lengths can be compared with the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lengths {
    /// They are for the rule that the planner keeps to.
    Comparable,
    /// They are for another rule.
    OtherRule,
    /// They are for another ground, on which other places may be blocked.
    OtherGround,
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Wrong {
    /// The path does not connect what it should.
    #[error("the path leads from {first} to {last}")]
    Ends {
        /// Where it begins.
        first: Position,
        /// Where it ends.
        last: Position,
    },
    /// The path is none.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// The path is not as long as the planner says.
    #[error("the reported length is {reported:.9}, the path's is {recomputed:.9}")]
    Cost {
        /// What the planner says.
        reported: f64,
        /// What its steps add up to.
        recomputed: f64,
    },
    /// The path is not as long as it should be.
    #[error("found length {found:.9}, expected {expected} (within {tolerance:.1e})")]
    Length {
        /// Its length.
        found: f64,
        /// What it should be.
        expected: f64,
        /// How exactly.
        tolerance: f64,
    },
    /// The path is longer than the planner promises.
    #[error("found length {found:.9}, expected at most {longest:.9}, as the shortest is {expected}")]
    Bound {
        /// Its length.
        found: f64,
        /// The length of a shortest path.
        expected: f64,
        /// How long it may be.
        longest: f64,
    },
    /// There is a path where there should be none.
    #[error("found a path of length {found:.9}, expected none")]
    Phantom {
        /// Its length.
        found: f64,
    },
    /// There is no path, or only one to some other place, where there should be one.
    #[error("found no path, expected one of length {expected}")]
    Missing {
        /// Its length.
        expected: f64,
    },
    /// The planner refuses a question that has an answer.
    #[error("{message}, expected a path of length {expected}")]
    Refused {
        /// What it says.
        message: String,
        /// The length of the path.
        expected: f64,
    },
    /// The same, where the length of the path is not known.
    #[error("{message}, expected an answer")]
    Unanswered {
        /// What it says.
        message: String,
    },
    /// The same question was answered differently.
    #[error("a later pass gave another answer")]
    Changed,
}

/// Checks an answer: each step of its path, both ends, the cost, and what the planner promises.
pub(crate) fn check(
    (planner, map): (&Planner, &Map),
    query: &Query,
    run: &Run,
    reference: Reference,
    lengths: Lengths,
) -> Result<(), Wrong> {
    let outcome = run.answer.as_ref().map(|answer| &answer.outcome);
    match outcome {
        Ok(Outcome::Found(path)) => {
            check_path((planner, map), query, path, |last| query.can_end_at(last, map, planner.rule()))?;
        }
        Ok(Outcome::Partial { path, .. }) => check_path((planner, map), query, path, |_| true)?,
        _ => {}
    }
    match (outcome, reference.length) {
        (Err(error), Some(_)) if lengths == Lengths::OtherRule => {
            Err(Wrong::Unanswered { message: error.to_string() })
        }
        _ if lengths != Lengths::Comparable => Ok(()),
        (Err(error), Some(expected)) => Err(Wrong::Refused { message: error.to_string(), expected }),
        (Ok(Outcome::Found(path)), None) => Err(Wrong::Phantom { found: path.cost() }),
        (Ok(Outcome::Unreachable | Outcome::Partial { .. }), Some(expected)) => {
            Err(Wrong::Missing { expected })
        }
        (Ok(Outcome::Found(path)), Some(expected)) => {
            check_length(planner.guarantee(), path.cost(), expected, reference.tolerance)
        }
        // A search that was stopped has said nothing yet.
        _ => Ok(()),
    }
}

fn check_path(
    (planner, map): (&Planner, &Map),
    query: &Query,
    path: &Path,
    is_enough: impl Fn(Position) -> bool,
) -> Result<(), Wrong> {
    let mut positions = path.positions();
    let Some(first) = positions.next() else { return Err(IllegalStep::Empty.into()) };
    let last = positions.next_back().unwrap_or(first);
    if first.point() != query.start.point() || !is_enough(last) {
        return Err(Wrong::Ends { first, last });
    }
    let recomputed = path.check(map, planner.rule(), planner.turn_penalty())?.cost;
    if is_within(path.cost(), recomputed, COST_TOLERANCE * recomputed) {
        Ok(())
    } else {
        Err(Wrong::Cost { reported: path.cost(), recomputed })
    }
}

fn check_length(guarantee: Guarantee, found: f64, expected: f64, tolerance: f64) -> Result<(), Wrong> {
    match guarantee {
        Guarantee::Optimal if !is_within(found, expected, tolerance) => {
            Err(Wrong::Length { found, expected, tolerance })
        }
        // Whatever is promised, nothing is shorter than the shortest.
        _ if found < expected - tolerance => Err(Wrong::Length { found, expected, tolerance }),
        _ if found > guarantee.longest(expected + tolerance) => {
            Err(Wrong::Bound { found, expected, longest: guarantee.longest(expected) })
        }
        _ => Ok(()),
    }
}

/// False also where one of them is not a number.
fn is_within(found: f64, expected: f64, tolerance: f64) -> bool {
    (found - expected).abs() <= tolerance
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tautline::geometry::Cell;
    use tautline::search::{Answer, PartialReason, QueryError, Stats};

    use super::*;

    const START: (i32, i32) = (0, 0);
    const GOAL: (i32, i32) = (2, 0);

    /// Checks an answer of a planner on a free map of 3 × 2 cells.
    fn wrong(
        planner: &str,
        answer: Result<Outcome, QueryError>,
        length: Option<f64>,
        lengths: Lengths,
    ) -> Option<String> {
        let map = Map::open(3, 2).unwrap();
        let planner = Planner::new(planner, &map).unwrap();
        let answer = answer.map(|outcome| Answer { outcome, stats: Stats::default() });
        let run = Run { answer, time: Duration::ZERO };
        let reference = Reference { length, tolerance: 1e-6 };
        let wrong = check((&planner, &map), &Query::new(START, GOAL), &run, reference, lengths);
        wrong.err().map(|wrong| wrong.to_string())
    }

    fn path(cells: &[(i32, i32)], cost: f64) -> Path {
        Path::new(cells.iter().copied().map(Cell::from).collect(), cost)
    }

    fn found(cells: &[(i32, i32)], cost: f64) -> Outcome {
        Outcome::Found(path(cells, cost))
    }

    #[test]
    fn the_steps_the_ends_and_the_cost_of_a_path_are_checked() {
        let check = |places: &[(i32, i32)], cost| {
            wrong("astar", Ok(found(places, cost)), Some(2.0), Lengths::OtherRule).unwrap_or_default()
        };
        assert_eq!(check(&[START, (1, 0), GOAL], 2.0), "");
        assert!(check(&[START, (1, 0), GOAL], 2.001).contains("the reported length is 2.001"));
        assert!(check(&[START, (1, 0), GOAL], f64::NAN).contains("the reported length is NaN"));
        assert!(check(&[START, (1, 0)], 1.0).contains("leads from cell (0, 0) to cell (1, 0)"));
        assert!(check(&[START, GOAL], 2.0).contains("step 0"));
        assert!(check(&[], 0.0).contains("empty"));
    }

    #[test]
    fn a_length_is_held_against_what_the_planner_promises() {
        let path = || Ok(found(&[START, (0, 1), (1, 1), (2, 1), GOAL], 4.0));
        let check =
            |planner: &str, length| wrong(planner, path(), length, Lengths::Comparable).unwrap_or_default();
        assert_eq!(check("astar", Some(4.0)), "");
        assert_eq!(check("astar", Some(4.001)), "found length 4.000000000, expected 4.001 (within 1.0e-6)");
        assert_eq!(check("astar", Some(2.0)), "found length 4.000000000, expected 2 (within 1.0e-6)");
        assert_eq!(check("weighted-astar", Some(3.0)), "");
        assert_eq!(
            check("weighted-astar", Some(2.0)),
            "found length 4.000000000, expected at most 3.000000000, as the shortest is 2"
        );
        assert_eq!(check("greedy", Some(2.0)), "");
        assert_eq!(check("greedy", Some(4.5)), "found length 4.000000000, expected 4.5 (within 1.0e-6)");
        assert_eq!(check("greedy", None), "found a path of length 4.000000000, expected none");
        assert_eq!(wrong("astar", path(), None, Lengths::OtherRule), None);
        assert_eq!(wrong("astar", path(), None, Lengths::OtherGround), None);
        let refused = || Err(QueryError::GoalBlocked((9, 9).into()));
        assert_eq!(
            wrong("astar", refused(), Some(2.0), Lengths::OtherRule).unwrap(),
            "the goal, cell (9, 9), is blocked, expected an answer"
        );
        assert_eq!(wrong("astar", refused(), None, Lengths::OtherRule), None);
        assert_eq!(wrong("astar", refused(), Some(2.0), Lengths::OtherGround), None);
    }

    #[test]
    fn no_path_and_no_answer_are_held_against_the_reference() {
        let check = |answer: &Result<Outcome, QueryError>, length| {
            wrong("astar", answer.clone(), length, Lengths::Comparable)
        };
        let unreachable = Ok(Outcome::Unreachable);
        assert_eq!(check(&unreachable, None), None);
        assert_eq!(check(&unreachable, Some(2.0)).unwrap(), "found no path, expected one of length 2");
        let partial =
            Ok(Outcome::Partial { path: path(&[START, (1, 0)], 1.0), why: PartialReason::Unreachable });
        assert_eq!(check(&partial, None), None);
        assert_eq!(check(&partial, Some(2.0)).unwrap(), "found no path, expected one of length 2");
        let error = Err(QueryError::StartBlocked(START.into()));
        assert_eq!(check(&error, None), None);
        assert_eq!(
            check(&error, Some(2.0)).unwrap(),
            "the start, cell (0, 0), is blocked, expected a path of length 2"
        );
    }
}
