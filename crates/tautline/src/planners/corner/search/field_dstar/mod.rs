//! What Field D* is made of: the cheapest point of a side, the g-value that follows from it, and the way back over such points.

mod extraction;
mod interpolation;
mod prices;
mod search;
mod update;

pub(crate) use search::{FieldSearch, Trace};
