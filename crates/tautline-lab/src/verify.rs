//! Whether answers to the queries of a scenario are right.

use tautline::engine::{Ends, Guarantee, Selection};
use tautline::geometry::Cell;
use tautline::map::Map;
use tautline::moves::{OctileLength, StepCosts};

use crate::peers::{Costs, Yardstick};

/// How far a length at any angle may be from the reference.
pub(crate) const ANGLE_TOLERANCE: f64 = 1e-6;

/// The whole-number costs that a planner was asked for, and the yardstick, which knows the cheapest paths in these units.
pub(crate) struct OwnUnits {
    costs: Costs,
    yardstick: Yardstick,
}

impl OwnUnits {
    /// Those of a planner on cells; none where it was asked for no whole-number costs, or the map is not plain.
    pub(crate) fn of(selection: &Selection, map: &Map) -> Option<Self> {
        if selection.descriptor().ends != Ends::Cells || !map.is_plain() {
            return None;
        }
        Some(Self { costs: whole_number_costs(selection)?, yardstick: Yardstick::new(map.grid()) })
    }

    /// Whether a path of these steps is a cheapest one in these units, as far as its planner promises that.
    pub(crate) fn check(
        &self,
        guarantee: Guarantee,
        (start, goal): (Cell, Cell),
        steps: OctileLength,
    ) -> Result<(), String> {
        let costs = self.costs;
        let bound = StepCosts::unusual(costs.straight, costs.diagonal).length_bound();
        // With nothing else lost, the path is a cheapest one in its own costs.
        if guarantee.plus() != 0.0 || guarantee.bound() > bound {
            return Ok(());
        }
        let cost = costs.straight * steps.straight + costs.diagonal * steps.diagonal;
        match self.yardstick.plan(start, goal, costs) {
            Some((_, cheapest)) if cost != cheapest => {
                Err(format!("costs {cost} in its own units, the cheapest {cheapest}"))
            }
            _ => Ok(()),
        }
    }
}

/// The costs of a planner that was asked for whole-number ones, as `costs=diagonal/straight`.
fn whole_number_costs(selection: &Selection) -> Option<Costs> {
    let (diagonal, straight) = selection.settings().get("costs")?.split_once('/')?;
    Some(Costs { straight: straight.parse().ok()?, diagonal: diagonal.parse().ok()? })
}
