//! The tables of the Theta* paper: K. Daniel, A. Nash, S. Koenig, A. Felner: *Theta\*: Any-Angle Path Planning on Grids*, JAIR
//! 39, 2010. DOI 10.1613/jair.2994.
//!
//! Random grids are made as in section 7: a border of free cells, the start at the south-west corner of the south-west cell, the
//! goal at that of a random cell of the easternmost column. World n is made from seed n, so `tautline generate random --seed n`
//! makes the same map. Game maps are those of the folder `bg512` of the MovingAI files, as they are for 500 × 500 cells, and every
//! fifth cell of every fifth row of them for 100 × 100; the ends are corners of random free cells that a path joins. Lines pass
//! between diagonally touching obstacles everywhere, as in the paper.
//!
//! Table 5 is about searches that end when nothing is left to expand: their goal is walled in, so that no path leads to it.

mod findings;
mod kinds;
mod paper;
mod plan;
mod planners;
mod read;
mod report;
mod sheets;
mod worlds;

pub use kinds::Extent;
pub use plan::{Options, Plan, plan};
pub use read::read;
pub use report::report;
pub use sheets::ids;

/// The name of the experiment in records.
pub const NAME: &str = "theta";
