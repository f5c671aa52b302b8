//! Answers are verified before they are timed.

use tautline::geometry::Cell;
use tautline::moves::{DiagonalRule, StepCosts};
use tautline::path::check_cells;
use tautline::planners::{Planner, Selection};
use tautline::search::{Answer, Query, QueryError};

use crate::LabError;
use crate::maps::ReferenceMap;
use crate::peer::{Costs, Yardstick};

/// Verifies the answers of a planner to the queries of a scenario.
pub(crate) struct Verifier<'a> {
    map: &'a ReferenceMap,
    /// The planner with its options.
    name: String,
    /// What its steps cost where that is whole numbers, and who knows the cheapest path then.
    whole_numbers: Option<(Costs, &'a Yardstick)>,
}

impl<'a> Verifier<'a> {
    /// For a planner with the usual costs.
    pub(crate) fn new(map: &'a ReferenceMap, name: &str) -> Self {
        Self { map, name: name.to_owned(), whole_numbers: None }
    }

    /// For a planner with any options.
    pub(crate) fn of(selection: &Selection, map: &'a ReferenceMap, yardstick: &'a Yardstick) -> Self {
        let whole_numbers = whole_number_costs(selection).map(|costs| (costs, yardstick));
        Self { map, name: selection.to_string(), whole_numbers }
    }

    /// Makes sure that an answer to the query with this number is right.
    pub(crate) fn check(
        &self,
        number: usize,
        planner: &dyn Planner<Cell>,
        answer: &Result<Answer<Cell>, QueryError<Cell>>,
    ) -> Result<(), LabError> {
        let Some(fault) = self.fault(number, planner, answer) else {
            return Ok(());
        };
        let Query { start, goal, .. } = self.map.query(number);
        let map = format!("{}.map", self.map.name);
        Err(LabError::WrongAnswer { planner: self.name.clone(), map, query: number, start, goal, fault })
    }

    /// What is wrong with an answer, if anything.
    fn fault(
        &self,
        number: usize,
        planner: &dyn Planner<Cell>,
        answer: &Result<Answer<Cell>, QueryError<Cell>>,
    ) -> Option<String> {
        let Query { start, goal, .. } = self.map.query(number);
        let reference = self.map.scenario.queries[number].reference();
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return Some(error.to_string()),
        };
        let (path, reference) = match (answer.path(), reference) {
            (None, None) => return None,
            (Some(path), Some(reference)) => (path, reference),
            (found, _) => {
                return Some(format!("found {:?}, expected {reference:?}", found.map(|path| path.cost)));
            }
        };
        let steps = match check_cells(&self.map.grid, planner.rule(), &path.places) {
            Ok(steps) => steps,
            Err(illegal) => return Some(illegal.to_string()),
        };
        if path.places.first() != Some(&start) || path.places.last() != Some(&goal) {
            return Some("the path does not lead from the start to the goal".into());
        }
        if (steps.length() - path.cost).abs() > 1e-9 * path.cost {
            return Some(format!("says that it costs {}, but it costs {}", path.cost, steps.length()));
        }
        if planner.rule() != DiagonalRule::NoCornerCutting {
            // The reference lengths are those of another rule.
            return None;
        }
        let tolerance = self.map.scenario.tolerance(reference);
        let longest = reference * planner.guarantee().bound() + tolerance;
        if path.cost < reference - tolerance || path.cost > longest {
            return Some(format!("found {}, expected from {reference} to {longest}", path.cost));
        }
        let (costs, yardstick) = self.whole_numbers.filter(|(costs, _)| {
            // With nothing else lost, the path is a cheapest one in its own costs.
            planner.guarantee().bound() <= StepCosts::unusual(costs.straight, costs.diagonal).length_bound()
        })?;
        let (_, cheapest) = yardstick.plan(start, goal, costs)?;
        let cost = costs.straight * steps.straight + costs.diagonal * steps.diagonal;
        (cost != cheapest).then(|| format!("costs {cost} in its own units, the cheapest {cheapest}"))
    }
}

/// The costs of a planner that was asked for whole-number ones, as `costs=diagonal/straight`.
fn whole_number_costs(selection: &Selection) -> Option<Costs> {
    let (diagonal, straight) = selection.settings.get("costs")?.split_once('/')?;
    Some(Costs { straight: straight.parse().ok()?, diagonal: diagonal.parse().ok()? })
}
