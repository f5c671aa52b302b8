//! Traces: what a search did, event by event, for viewers and for other programs.

mod error;
mod event;
mod map;
mod own;
mod posthoc;
mod record;
mod recorder;

pub use error::{TraceError, TraceProblem};
pub use event::Event;
pub use map::{MisshapenMap, TraceMap};
pub use own::ReadLimits;
pub use record::{Places, Trace};
pub use recorder::Recorder;
