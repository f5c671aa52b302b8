//! How one gets from a cell to the next: directions, diagonal rules, what a step costs.

mod corner_rule;
mod cost;
mod diagonal_rule;
mod direction;
mod hex;
mod step_costs;

pub use corner_rule::CornerRule;
pub use cost::{Cost, OctileLength};
pub use diagonal_rule::DiagonalRule;
pub(crate) use diagonal_rule::StepTable;
pub use direction::Direction;
pub use hex::HexStep;
pub use step_costs::{CostError, CostModel, StepCosts};
