//! What every planner of the registry must pass, whatever its options: walk the [`variants`] of a planner over worlds and
//! call [`check`], or [`check_on_corners`]; and [`check_limits`] and [`check_allocations`] on a larger one.

mod allocations;
mod check;
mod corners;
mod limits;
mod rich;
mod variants;
mod worlds;

pub use allocations::{Allocations, check_allocations};
pub use check::{Failure, Xy, check, check_after_edits};
pub use corners::check_on_corners;
pub use limits::check_limits;
pub use rich::check_rich;
pub use variants::{random_variant, variants};
pub use worlds::hand_made;

use tautline::engine::{Descriptor, Ends, Registry};
use tautline::geometry::{Cell, Corner, Position};

/// The planners on cells.
pub fn on_cells(registry: &Registry) -> impl Iterator<Item = &'static Descriptor> {
    registry.iter().filter(|planner| planner.ends == Ends::Cells)
}

/// An end of a path at a cell: the cell or, for planners that take corners only, its north-west corner.
pub fn end_at(ends: Ends, cell: impl Into<Cell>) -> Position {
    let cell = cell.into();
    match ends {
        Ends::Cells | Ends::Points => cell.into(),
        Ends::Corners => Corner::new(cell.x, cell.y).into(),
    }
}

/// The planners that take corners, also those that take any points.
pub fn on_corners(registry: &Registry) -> impl Iterator<Item = &'static Descriptor> {
    registry.iter().filter(|planner| planner.ends != Ends::Cells)
}
