//! What was found: a path, its length and turns, and whether it is legal.

mod funnel;
mod legality;
mod route;

pub use funnel::funnel;
pub use legality::{IllegalStep, Walked, check_cells, walk_cells};
pub use route::Path;
pub(crate) use route::every_cell;
