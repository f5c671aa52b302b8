//! Landmarks: places from which the way to every cell is known, so that the triangle inequality estimates the way between any two.
//!
//! With d(L, x) the cost of the cheapest way between a landmark L and a cell x, no way from x to the goal t is cheaper than
//! |d(L, x) − d(L, t)|. [`Alt`] takes the largest of these over all landmarks, and of the distance on an empty map; [`AltBest`] the
//! one landmark that promises most for the start of the search, and that distance. Both are admissible and consistent, and both
//! know in constant time that there is no way at all between cells of which a landmark reaches just one.
//!
//! A. V. Goldberg, C. Harrelson: *Computing the Shortest Path: A\* Search Meets Graph Theory*, SODA 2005. T. Cazenave: *Optimizations of
//! data structures, heuristics and algorithms for path-finding on maps*, CIG 2006.

mod alt;
mod choose;
mod cost;
mod flood;
mod format;
mod table;

pub use alt::{Alt, AltBest};
pub(crate) use alt::{Guidance, Guided};
pub use choose::LandmarkChoice;
pub use cost::LandmarkCost;
pub use format::BadLandmarks;
pub use table::{LandmarkConfig, LandmarkUse, Landmarks};
