//! Whether answers to the queries of a scenario are right.

use tautline::geometry::Cell;
use tautline::moves::{DiagonalRule, StepCosts};
use tautline::path::check_cells;
use tautline::planners::{Planner, Selection};
use tautline::search::{Answer, Place, Query};

use crate::LabError;
use crate::harness::verify::{Said, walked};
use crate::maps::ReferenceMap;
use crate::peer::{Costs, Yardstick};

/// How far a length at any angle may be from the reference.
pub(crate) const ANGLE_TOLERANCE: f64 = 1e-6;

/// Verifies the answers of a planner on cells to the queries of a scenario.
pub(crate) struct Verifier<'a> {
    map: &'a ReferenceMap<'a>,
    /// The planner with its options.
    name: String,
    /// What its steps cost where that is whole numbers, and who knows the cheapest path then.
    whole_numbers: Option<(Costs, &'a Yardstick)>,
}

impl<'a> Verifier<'a> {
    /// For a planner with the usual costs.
    pub(crate) fn new(map: &'a ReferenceMap<'a>, name: &str) -> Self {
        Self { map, name: name.to_owned(), whole_numbers: None }
    }

    /// For a planner with any options.
    pub(crate) fn of(selection: &Selection, map: &'a ReferenceMap<'a>, yardstick: &'a Yardstick) -> Self {
        let whole_numbers = whole_number_costs(selection).map(|costs| (costs, yardstick));
        Self { map, name: selection.to_string(), whole_numbers }
    }

    /// Makes sure that an answer to the query with this number is right.
    pub(crate) fn check(
        &self,
        number: usize,
        planner: &dyn Planner<Cell>,
        answer: &Said<Cell>,
    ) -> Result<(), LabError> {
        let query = self.map.query(number);
        self.fault(number, planner, &query, answer).map_err(|fault| self.map.wrong(&self.name, number, fault))
    }

    /// What is wrong with an answer, if anything.
    fn fault(
        &self,
        number: usize,
        planner: &dyn Planner<Cell>,
        query: &Query<Cell>,
        answer: &Said<Cell>,
    ) -> Result<(), String> {
        walked((&self.map.grid).into(), planner, query, answer)?;
        let reference = self.map.scenario.queries[number].reference();
        let path = answer.as_ref().ok().and_then(Answer::path);
        let (path, reference) = match (path, reference) {
            (None, None) => return Ok(()),
            (Some(path), Some(reference)) => (path, reference),
            (found, _) => {
                return Err(format!("found {:?}, expected {reference:?}", found.map(|path| path.cost)));
            }
        };
        if planner.rule() != DiagonalRule::NoCornerCutting {
            // The reference lengths are those of another rule.
            return Ok(());
        }
        let tolerance = self.map.scenario.tolerance(reference);
        is_between(path.cost, reference - tolerance, planner.guarantee().longest(reference) + tolerance)?;
        let is_cheapest = |costs: Costs| {
            // With nothing else lost, the path is a cheapest one in its own costs.
            planner.guarantee().plus() == 0.0
                && planner.guarantee().bound()
                    <= StepCosts::unusual(costs.straight, costs.diagonal).length_bound()
        };
        let Some((costs, yardstick)) = self.whole_numbers.filter(|&(costs, _)| is_cheapest(costs)) else {
            return Ok(());
        };
        let steps = check_cells(&self.map.grid, planner.rule(), &path.places);
        let steps = steps.map_err(|illegal| illegal.to_string())?;
        let cost = costs.straight * steps.straight + costs.diagonal * steps.diagonal;
        match yardstick.plan(query.start, query.goal, costs) {
            Some((_, cheapest)) if cost != cheapest => {
                Err(format!("costs {cost} in its own units, the cheapest {cheapest}"))
            }
            _ => Ok(()),
        }
    }
}

/// Verifies the answers of a planner at any angle, whose ends have the coordinates of a scenario's cells.
pub(crate) struct AngleVerifier<'a> {
    map: &'a ReferenceMap<'a>,
    /// The planner with its options.
    name: String,
    /// The lengths of the shortest paths, where they are known for the planner's rule.
    shortest: Option<&'a [Option<f64>]>,
}

impl<'a> AngleVerifier<'a> {
    /// The lengths are those of paths that do not pass between diagonally touching obstacles.
    pub(crate) fn of(
        selection: &Selection,
        map: &'a ReferenceMap<'a>,
        shortest: Option<&'a [Option<f64>]>,
    ) -> Self {
        let is_closed = selection.settings.get("corners") == Some("closed");
        Self { map, name: selection.to_string(), shortest: shortest.filter(|_| is_closed) }
    }

    /// Makes sure that an answer to the query with this number is right. How many times as long as the shortest the path is, if
    /// that is known.
    pub(crate) fn check<P: Place>(
        &self,
        number: usize,
        planner: &dyn Planner<P>,
        query: &Query<P>,
        answer: &Said<P>,
    ) -> Result<Option<f64>, LabError> {
        let walked = walked((&self.map.grid).into(), planner, query, answer);
        let walked = walked.map_err(|fault| self.map.wrong(&self.name, number, fault))?;
        let Some(shortest) = self.shortest else {
            return Ok(None);
        };
        let excess = match (walked.map(|walked| walked.cost), shortest[number]) {
            (None, None) => Ok(None),
            (Some(cost), Some(shortest)) => {
                let longest = planner.guarantee().longest(shortest + ANGLE_TOLERANCE);
                let excess = (shortest > 0.0).then(|| cost / shortest);
                is_between(cost, shortest - ANGLE_TOLERANCE, longest).map(|()| excess)
            }
            (found, expected) => Err(format!("found {found:?}, expected {expected:?}")),
        };
        excess.map_err(|fault| self.map.wrong(&self.name, number, fault))
    }
}

fn is_between(found: f64, least: f64, most: f64) -> Result<(), String> {
    if (least..=most).contains(&found) {
        Ok(())
    } else {
        Err(format!("found {found}, expected from {least} to {most}"))
    }
}

/// The costs of a planner that was asked for whole-number ones, as `costs=diagonal/straight`.
fn whole_number_costs(selection: &Selection) -> Option<Costs> {
    let (diagonal, straight) = selection.settings.get("costs")?.split_once('/')?;
    Some(Costs { straight: straight.parse().ok()?, diagonal: diagonal.parse().ok()? })
}
