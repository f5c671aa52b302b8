//! The evaluation of the Anya paper: D. Harabor, A. Grastien, D. Öz, V. Aksakalli: *Optimal Any-Angle Pathfinding In Practice*,
//! JAIR 56, 2016, sections 8 and 9. DOI 10.1613/jair.5007.
//!
//! The queries are those of the MovingAI scenarios, so many of each map, spread evenly. All planners, A* among them
//! (`astar-corners`), plan between the corners with the coordinates of the scenarios' cells and do not pass between diagonally
//! touching obstacles. What is compared are ratios for each query: expansions, search time, and lengths in percent. Decision 16 in
//! `docs/` says why it is this A*, and how the figures are made where the paper leaves it open.
//!
//! Queries without a path, with a blocked end or from a place to itself are left out. Where both cells of a query are free, no
//! planner on corners refuses it as ambiguous: a corner between diagonally touching obstacles belongs to its own cell.

mod figure;
mod findings;
mod instances;
mod load;
mod paper;
mod plan;
mod planners;
mod plot;
mod prunings;
mod read;
mod report;
mod sets;
mod tables;

pub use figure::{Panel, panels};
pub use plan::{Options, Plan, plan};
pub use planners::ids;
pub use read::read;
pub use report::report;

/// The name of the experiment in records.
pub const NAME: &str = "anya";
