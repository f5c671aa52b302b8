//! Jump points as bits of the map, and what searches know and measure.

mod derive;
mod jump_bits;
mod measure;
mod nodes;
mod points;
mod repair;
mod scan;
mod sight;
mod update;
mod words;

pub(crate) use jump_bits::JumpBits;
pub(crate) use measure::{Length, Measure};
pub(crate) use nodes::{JumpNodes, Numbering, State};
pub(crate) use points::BitPoints;
pub(crate) use scan::no_cut_steps;
pub(crate) use sight::Sight;
