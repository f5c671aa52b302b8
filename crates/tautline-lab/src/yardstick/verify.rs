//! Answers are verified before they are timed.

use tautline::geometry::Cell;
use tautline::moves::{DiagonalRule, StepCosts};
use tautline::path::check_cells;
use tautline::planners::{Planner, Selection};
use tautline::search::{Answer, QueryError};
use tautline::world::Grid;

use super::peer::{Costs, Yardstick};

/// What is known of one query.
pub(super) struct Known<'a> {
    pub(super) grid: &'a Grid,
    pub(super) yardstick: &'a Yardstick,
    pub(super) start: Cell,
    pub(super) goal: Cell,
    /// The scenario's length, none where there is no path, and how far from it a right one may be.
    pub(super) reference: Option<f64>,
    pub(super) tolerance: f64,
}

impl Known<'_> {
    /// What is wrong with an answer of a planner, if anything.
    pub(super) fn fault(
        &self,
        selection: &Selection,
        planner: &dyn Planner<Cell>,
        answer: &Result<Answer<Cell>, QueryError<Cell>>,
    ) -> Option<String> {
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return Some(error.to_string()),
        };
        let (path, reference) = match (answer.path(), self.reference) {
            (None, None) => return None,
            (Some(path), Some(reference)) => (path, reference),
            (found, _) => {
                return Some(format!(
                    "found {:?}, expected {:?}",
                    found.map(|path| path.cost),
                    self.reference
                ));
            }
        };
        let steps = match check_cells(self.grid, planner.rule(), &path.places) {
            Ok(steps) => steps,
            Err(illegal) => return Some(illegal.to_string()),
        };
        if path.places.first() != Some(&self.start) || path.places.last() != Some(&self.goal) {
            return Some("the path does not lead from the start to the goal".into());
        }
        if (steps.length() - path.cost).abs() > 1e-9 * path.cost {
            return Some(format!("says that it costs {}, but it costs {}", path.cost, steps.length()));
        }
        if planner.rule() != DiagonalRule::NoCornerCutting {
            // The reference lengths are those of another rule.
            return None;
        }
        let longest = reference * planner.guarantee().bound() + self.tolerance;
        if path.cost < reference - self.tolerance || path.cost > longest {
            return Some(format!("found {}, expected from {reference} to {longest}", path.cost));
        }
        let costs = whole_number_costs(selection).filter(|costs| {
            // With nothing else lost, the path is a cheapest one in its own costs.
            planner.guarantee().bound() <= StepCosts::unusual(costs.straight, costs.diagonal).length_bound()
        })?;
        let (_, cheapest) = self.yardstick.plan(self.start, self.goal, costs)?;
        let cost = costs.straight * steps.straight + costs.diagonal * steps.diagonal;
        (cost != cheapest).then(|| format!("costs {cost} in its own units, the cheapest {cheapest}"))
    }
}

/// The costs of a planner that was asked for whole-number ones, as `costs=diagonal/straight`.
fn whole_number_costs(selection: &Selection) -> Option<Costs> {
    let (diagonal, straight) = selection.settings.get("costs")?.split_once('/')?;
    Some(Costs { straight: straight.parse().ok()?, diagonal: diagonal.parse().ok()? })
}
