//! What the planners at any angle are made of: the procedure Main of the Theta* paper, in which the parent of a corner can be any
//! corner, and the procedures that are plugged into it.

mod lazy;
mod nodes;
mod search;
mod sight;
mod theta;

pub(crate) use lazy::Lazy;
pub(crate) use search::{AngleMemory, AngleSearch};
pub(crate) use theta::Basic;
