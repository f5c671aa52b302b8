//! Tautline's planners behind one interface, whatever kind of place they plan on: for programs that let people choose the planner.
//!
//! - [`build`] makes the planner of a [`Selection`](tautline::planners::Selection), [`open`] does so with an index.
//! - A [`Runner`] answers a [`Question`] with a [`Run`]; places are pairs of numbers.
//! - [`promise`] is what a planner guarantees, in a word or two.
//! - [`Runner::trace`] has a search watched; a [`Trace`](trace::Trace) is what was seen, to be written and read.
//! - [`Counts`] are the figures of a search, and [`Entry`] is what there is to say about a planner of the registry, for programs in other languages.
//!
//! ```
//! use tautline::search::Workspace;
//! use tautline::world::Grid;
//! use tautline_run::{Question, build};
//!
//! let grid = Grid::from_rows(["......", ".####.", "......"])?;
//! let question = Question::new((0, 1), (5, 1));
//! for planner in ["jps", "anya"] {
//!     let run = build(&planner.parse()?, (&grid).into())?.run(&question, &mut Workspace::new());
//!     assert!(run.verdict.path().is_some(), "{planner} finds a path");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counts;
mod entry;
mod promise;
mod question;
mod refusal;
mod run;
mod runner;
pub mod trace;

pub use counts::Counts;
pub use entry::{Entry, takes_points};
pub use promise::promise;
pub use question::{Question, Spot, Xy, spot};
pub use refusal::Refusal;
pub use run::{Run, Verdict, Walk};
pub use runner::{Runner, build, open};
