//! Parts of the map that a shortest path from elsewhere to elsewhere does not enter.

mod fill;
mod opening;
mod pockets;
mod query_map;
mod runs;
mod side;
mod update;

pub(crate) use pockets::Pockets;
pub(crate) use query_map::QueryMap;
