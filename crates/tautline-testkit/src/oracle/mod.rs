//! The truth, slowly.

pub mod cells;
pub mod corners;
pub mod grounds;
pub mod points;
