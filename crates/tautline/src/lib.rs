//! tautline
pub mod geometry;
pub mod moves;
pub mod world;
