//! Parts of the map that a shortest path from elsewhere to elsewhere does not enter.

mod fill;
mod opened;
mod opening;
mod pockets;
mod runs;
mod side;
mod update;

pub(crate) use opened::Opened;
pub(crate) use pockets::Pockets;
