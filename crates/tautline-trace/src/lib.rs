//! Traces: what a search does, event by event, for viewers and for other programs.
//!
//! - A [`Recorder`] observes a search; a [`Trace`] is what it saw, to be written as JSON Lines and read again, or to be written for the
//!   viewer Posthoc.
//! - [`Counts`] are the figures of a search, and [`Entry`] is what there is to say about a planner of a registry, for programs in other
//!   languages.
//! - [`whole_path`] and [`turns`] are what such programs show of a path.
//!
//! ```
//! use tautline::{Corner, Map, Planner, Query, Workspace};
//! use tautline_trace::{ReadLimits, Recorder, Trace};
//!
//! let map = Map::from_rows(["......", ".####.", "......"])?;
//! let planner = Planner::new("theta", &map)?;
//! let query = Query::new(Corner::new(0, 1), Corner::new(5, 2));
//! let mut recorder = Recorder::new(1000);
//! let answer = planner.plan_observed(&map, &query, &mut Workspace::new(), &mut recorder)?;
//! let trace = Trace::new(&planner, &map, &query, &answer, recorder);
//!
//! let mut file = Vec::new();
//! trace.write(&mut file)?;
//! assert_eq!(Trace::read(&file[..], "theta.trace.jsonl", ReadLimits::default())?, trace);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counts;
mod entry;
mod error;
mod event;
mod map;
mod own;
mod posthoc;
mod record;
mod recorder;
mod shown;

pub use counts::Counts;
pub use entry::Entry;
pub use error::{TraceError, TraceProblem};
pub use event::{Event, Xy};
pub use map::{MisshapenMap, TraceMap};
pub use own::ReadLimits;
pub use record::{Places, Trace, end_coordinates};
pub use recorder::Recorder;
pub use shown::{turns, whole_path};
