//! The practices of C. Rayner: *Best practices for A\* on grids*, 2017, each on and off.
//!
//! A practice is a table, or several: versions of a planner, each beside the version that it is compared with. The worlds are made
//! here: world n is made from seed n, so `tautline generate` makes the same map, and the ends of its queries are random free
//! cells that a path joins. No figures of the document's own stand beside those measured here, as it has none; what it claims is
//! judged in the end.
//!
//! Two of the practices are not about planners in this program alone. The octile distance is measured as a function, and its records
//! are those of the setting [`FUNCTIONS`]. What optimisations of the compiler do to Fringe Search takes a second program that was
//! built without them: what it measured is read from its file, and [`as_unoptimised`] gives it settings of its own.

mod findings;
mod functions;
mod kinds;
mod plan;
mod practices;
mod ratios;
mod read;
mod report;
mod unoptimised;
mod worlds;

pub use crate::theta::Extent;
pub use functions::{FUNCTIONS, measure_functions};
pub use plan::{Options, Plan, plan};
pub use practices::ids;
pub use read::read;
pub use report::report;
pub use unoptimised::{HOW_TO, as_unoptimised, unoptimised_worlds};

/// The name of the experiment in records.
pub const NAME: &str = "rayner";

/// The practice for which there is a second program, and its planner.
pub const FRINGE: &str = "fringe";
