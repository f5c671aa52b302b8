//! Tautline as an entry of the Grid-based Path Planning Competition (GPPC).
//!
//! The program is called as every entry is, once for each map and once for each scenario:
//!
//! - `-pre MAP none` prepares the map and keeps the result in `index_data/`;
//! - `-run MAP SCEN` answers the queries of the scenario and writes `result.csv`;
//! - `-check MAP SCEN` does the same, and writes every path with a verdict: `sx sy gx gy valid|invalid-i n x y … length`;
//! - `-full MAP SCEN` is `-pre` and `-run` in one.
//!
//! Everything is written into the current folder: `result.csv`; `run.stdout` and `run.stderr`, which have what goes to standard
//! output and standard error; and before and after the queries a line on the memory of the process to `run.info`.
//!
//! An [`Entry`] is asked for the same path again and again until it has all of it; [`measure`] times each call, and nothing else.
//! `time_cost` is the sum, `20steps_cost` what was needed until the path was 20 tiles long (or complete), `max_step_time` the
//! slowest call, all in nanoseconds. [`PlannerEntry`] gives a path in one call, because no exact planner here knows the first
//! move before it knows the whole path: then the three are one number, and it is what one waits for the first move.
//!
//! There are two tracks. On the [`Classic`](Track::Classic) one, paths lead along cells without cutting corners, and a segment
//! may be a jump along a row, a column or a diagonal. On the [`AnyAngle`](Track::AnyAngle) one, a cell of the scenario stands for
//! its top-left corner, and paths are turning points with straight lines between them.
//!
//! `ref_length` is what the scenario says, on both tracks: the length of a shortest path of the classic one, 0 where there is
//! none. At any angle it is no length to come up to, only a measure of how far it is: paths there are shorter as a rule, and a
//! little longer now and then, because corners are half a tile away from the middle of their cells.

mod arguments;
mod entry;
mod index_data;
mod measure;
mod memory;
mod result_file;
mod run;
mod tee;
mod track;
mod validator;

pub use arguments::{Call, Command, Mode, USAGE};
pub use entry::{Entry, PlannerEntry, Progress};
pub use measure::{Times, length, measure};
pub use run::{Verdict, run};
pub use tee::Tee;
pub use track::Track;
pub use validator::Validator;
