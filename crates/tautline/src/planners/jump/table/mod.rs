//! Jump points in a table of distances.

mod bytes;
mod distance;
mod jump_table;
mod points;
mod repair;
mod sweep;

use distance::{Distance, turns};
pub(crate) use distance::{DistanceLines, with_lines};
pub(crate) use jump_table::JumpTable;
pub(crate) use points::TablePoints;
