//! What every planner of the registry must pass, whatever its options: walk the [`variants`] of a planner over worlds and
//! call [`check`].

mod check;
mod rich;
mod variants;
mod worlds;

pub use check::{Failure, check, check_after_edits};
pub use rich::check_rich;
pub use variants::{random_variant, variants};
pub use worlds::hand_made;
