//! What was found: a path, its length and turns, and whether it is legal.

mod legality;
mod route;

pub use legality::{IllegalStep, check_cells};
pub use route::Path;
pub(crate) use route::every_cell;
