//! What every planner of the registry must pass, whatever its options: walk the [`variants`] of a planner over worlds and
//! call [`check`], or [`check_on_corners`].

mod check;
mod corners;
mod rich;
mod variants;
mod worlds;

pub use check::{Failure, Xy, check, check_after_edits};
pub use corners::check_on_corners;
pub use rich::check_rich;
pub use variants::{random_variant, variants};
pub use worlds::hand_made;

use tautline::planners::{Build, Descriptor, registry};

/// The planners on cells.
pub fn on_cells() -> impl Iterator<Item = &'static Descriptor> {
    registry().iter().copied().filter(|planner| matches!(planner.build, Build::Cells(_)))
}

/// The planners on corners, also those whose paths lead over other points.
pub fn on_corners() -> impl Iterator<Item = &'static Descriptor> {
    let is_on_corners = |build| matches!(build, Build::Corners(_) | Build::Points(_));
    registry().iter().copied().filter(move |planner| is_on_corners(planner.build))
}
