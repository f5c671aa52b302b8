//! Jump points in a table of distances, and the search on it.

mod bytes;
mod cell_nodes;
mod distance;
mod jump_table;
mod repair;
mod search;
mod sweep;

pub use bytes::TableError;
use cell_nodes::CellNodes;
use distance::{Distance, turns};
pub(crate) use distance::{DistanceLines, with_lines};
pub use jump_table::JumpTable;
pub use repair::TableUpdate;
pub(crate) use search::{PlusMemory, PlusSearch};
