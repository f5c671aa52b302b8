//! What was found: a path, its length and turns, and whether it is legal.

mod corner_legality;
mod funnel;
mod legality;
mod line_between_cells;
mod line_between_points;
mod line_of_sight;
mod point_legality;
mod route;
mod segment_cost;
mod sighted;
mod smooth;
mod turning_points;

pub use corner_legality::check_corners;
pub use funnel::funnel;
pub use legality::{IllegalStep, Walked, check_cells, walk_cells};
pub use line_between_cells::line_of_sight_between_cells;
pub(crate) use line_between_points::{is_line_legal, line_of_sight_between_points, line_work};
pub use line_of_sight::line_of_sight;
pub(crate) use line_of_sight::sight_work;
pub use point_legality::check_points;
pub(crate) use point_legality::leg_cost;
pub(crate) use route::keep_turns;
pub use route::{Path, PathPlace};
pub(crate) use segment_cost::cost_on_terrain;
pub use segment_cost::segment_cost;
pub(crate) use segment_cost::{cost_of_points_on_terrain, segment_cost_between_points};
pub use sighted::Sighted;
pub(crate) use sighted::sees_between_points;
pub(crate) use smooth::{length, post_smooth_in_place};
pub use smooth::{post_smooth, pull_string};
pub(crate) use turning_points::turning_points;
