//! Whether answers are right.

use tautline::engine::{Guarantee, Planner};
use tautline::geometry::Position;
use tautline::map::Map;
use tautline::path::{Path, Walked};
use tautline::search::{Answer, Outcome, Query, QueryError};

/// What a planner says to a query.
pub(crate) type Said = Result<Answer, QueryError>;

/// How far two sums of the same lengths may be apart, as a part of them: room for rounding, not for a step.
const TOLERANCE: f64 = 1e-9;

/// What an answer amounts to, none where there is no path; or what is wrong with it by itself: each step of the path is legal
/// under the planner's rule, the ends are those of the query, and the cost is what the steps add up to.
pub(crate) fn walked(
    map: &Map,
    planner: &Planner,
    query: &Query,
    answer: &Said,
) -> Result<Option<Walked>, String> {
    let path = match answer.as_ref().map(|answer| &answer.outcome) {
        Ok(Outcome::Found(path)) => path,
        Ok(Outcome::Unreachable) => return Ok(None),
        Ok(other) => {
            return Err(format!("found {other:?}, expected a path to the goal or that there is none"));
        }
        Err(error) => return Err(error.to_string()),
    };
    let [start, goal] = [query.start, query.goal].map(Position::point);
    let mut points = path.points();
    // A path of one place has one point for both ends.
    let first = points.next();
    if first != Some(start) || points.next_back().or(first) != Some(goal) {
        return Err("the path does not lead from the start to the goal".into());
    }
    let walked = path.check(map, planner.rule(), planner.turn_penalty());
    let walked = walked.map_err(|illegal| illegal.to_string())?;
    if is_about(walked.cost, path.cost()) {
        Ok(Some(walked))
    } else {
        Err(format!("says that it costs {}, but it costs {}", path.cost(), walked.cost))
    }
}

/// Whether two answers to a query are the same, as far as a glance tells.
pub(crate) fn is_same(one: &Said, other: &Said) -> bool {
    let cost = |said: &Said| said.as_ref().ok().and_then(Answer::path).map(Path::cost);
    cost(one) == cost(other)
}

/// What two planners that keep to the same rule say to the same query, compared: there is a path for both or for none, and
/// where the first finds the shortest ones, the other's is neither shorter nor longer than is promised.
pub(super) fn compared(
    first: Option<f64>,
    is_shortest: bool,
    other: Option<f64>,
    guarantee: Guarantee,
) -> Result<(), String> {
    match (first, other) {
        (None, None) => Ok(()),
        (Some(shortest), Some(cost)) => {
            let (least, most) =
                (shortest * (1.0 - TOLERANCE), guarantee.longest(shortest) * (1.0 + TOLERANCE));
            if is_shortest && !(least..=most).contains(&cost) {
                Err(format!(
                    "found length {cost}, expected from {shortest} to {}",
                    guarantee.longest(shortest)
                ))
            } else {
                Ok(())
            }
        }
        (expected, found) => Err(format!("found {found:?}, expected {expected:?}")),
    }
}

/// False also where one of them is not a number.
fn is_about(recomputed: f64, reported: f64) -> bool {
    (recomputed - reported).abs() <= TOLERANCE * recomputed
}

#[cfg(test)]
mod tests {
    use tautline::geometry::Corner;
    use tautline::search::Stats;

    use super::*;

    /// What is wrong with a path from (0, 2) to (5, 0) around a wall.
    fn fault(places: &[(i32, i32)], cost: f64) -> String {
        let map = Map::from_rows([".....", ".###.", "....."]).unwrap();
        let corners: Vec<_> = places.iter().map(|&place| Corner::from(place)).collect();
        let answer = Answer { outcome: Outcome::Found(Path::new(corners, cost)), stats: Stats::default() };
        let query = Query::new(Corner::new(0, 2), Corner::new(5, 0));
        let theta = Planner::new("theta", &map).unwrap();
        walked(&map, &theta, &query, &Ok(answer)).err().unwrap_or_default()
    }

    #[test]
    fn steps_ends_and_costs_are_checked() {
        let length = 2f64.sqrt() + 17f64.sqrt();
        assert_eq!(fault(&[(0, 2), (1, 1), (5, 0)], length), "");
        assert!(fault(&[(0, 2), (1, 1), (5, 0)], length + 1e-6).contains("says that it costs"));
        assert!(fault(&[(0, 2), (1, 1), (5, 0)], f64::NAN).contains("says that it costs NaN"));
        assert!(fault(&[(0, 2), (5, 0)], 29f64.sqrt()).contains("(0, 2)"), "through the wall");
        assert!(fault(&[(0, 2), (1, 1)], 2f64.sqrt()).contains("from the start to the goal"));
        assert!(fault(&[], 0.0).contains("from the start to the goal"));
    }

    #[test]
    fn answers_are_compared() {
        let compare =
            |first, is_shortest, other| compared(first, is_shortest, other, Guarantee::Bounded(1.5)).is_ok();
        assert!(compare(None, true, None));
        assert!(!compare(None, false, Some(7.0)) && !compare(Some(7.0), false, None));
        assert!(compare(Some(7.0), false, Some(6.9)), "the first need not be the shortest");
        assert!(!compare(Some(7.0), true, Some(6.999_999)));
        assert!(compare(Some(7.0), true, Some(7.0 - 1e-12)) && compare(Some(7.0), true, Some(10.5)));
        assert!(!compare(Some(7.0), true, Some(10.500_001)));
    }
}
