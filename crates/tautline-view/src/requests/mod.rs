//! The requests, a file for each group of them.

pub(crate) mod crowd;
pub(crate) mod map;
pub(crate) mod plan;
pub(crate) mod save;
pub(crate) mod trace;
