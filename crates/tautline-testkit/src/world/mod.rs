//! Maps as lists of booleans, their symmetries, random ones, and all of a tiny size.

mod plain;
mod quadrant;
mod random;
mod rich;
mod symmetry;

pub use plain::PlainWorld;
pub use quadrant::Quadrant;
pub use random::SplitMix64;
pub use rich::RichWorld;
pub use symmetry::Symmetry;
