//! How one gets from a cell or a corner to the next: directions, diagonal and corner rules, what a step costs.

mod corner_moves;
mod corner_rule;
mod cost;
mod diagonal_rule;
mod direction;
mod hex;
mod knight_length;
mod path_rule;
mod step_costs;

pub use corner_moves::CornerMoves;
pub(crate) use corner_moves::VECTORS;
pub use corner_rule::CornerRule;
pub use cost::{Cost, OctileLength};
pub use diagonal_rule::DiagonalRule;
pub(crate) use diagonal_rule::StepTable;
pub use direction::Direction;
pub use hex::HexStep;
pub use knight_length::KnightLength;
pub use path_rule::PathRule;
pub use step_costs::{CostError, CostModel, StepCosts};
