//! Whether answers to the queries of a scenario are right.

use tautline::geometry::Cell;
use tautline::moves::StepCosts;
use tautline::path::{Path, check_cells};
use tautline::planners::{Planner, Selection};
use tautline::search::Query;
use tautline::world::Grid;

use crate::harness::Check;
use crate::peers::{Costs, Yardstick};

/// How far a length at any angle may be from the reference.
pub(crate) const ANGLE_TOLERANCE: f64 = 1e-6;

/// Whether the paths of a planner that was asked for whole-number costs are the cheapest ones in these units, as far as it promises
/// that: the yardstick knows. Nothing for other planners.
pub(crate) fn own_units<'w>(selection: &Selection, grid: &'w Grid) -> Check<'w, Cell> {
    let Some(costs) = whole_number_costs(selection) else {
        return Box::new(|_, _, _| Ok(()));
    };
    let yardstick = Yardstick::new(grid);
    Box::new(move |planner: &dyn Planner<Cell>, query: &Query<Cell>, path: &Path<Cell>| {
        let guarantee = planner.guarantee();
        let bound = StepCosts::unusual(costs.straight, costs.diagonal).length_bound();
        // With nothing else lost, the path is a cheapest one in its own costs.
        if guarantee.plus() != 0.0 || guarantee.bound() > bound {
            return Ok(());
        }
        let steps = check_cells(grid, planner.rule(), &path.places).map_err(|illegal| illegal.to_string())?;
        let cost = costs.straight * steps.straight + costs.diagonal * steps.diagonal;
        match yardstick.plan(query.start, query.goal, costs) {
            Some((_, cheapest)) if cost != cheapest => {
                Err(format!("costs {cost} in its own units, the cheapest {cheapest}"))
            }
            _ => Ok(()),
        }
    })
}

/// The costs of a planner that was asked for whole-number ones, as `costs=diagonal/straight`.
fn whole_number_costs(selection: &Selection) -> Option<Costs> {
    let (diagonal, straight) = selection.settings.get("costs")?.split_once('/')?;
    Some(Costs { straight: straight.parse().ok()?, diagonal: diagonal.parse().ok()? })
}
