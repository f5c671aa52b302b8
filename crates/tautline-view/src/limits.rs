//! How much a session may ask for.

use std::time::Duration;

use serde::Serialize;

use crate::fault::Fault;

/// The most cells that a map may have: 4096 × 4096.
pub(crate) const CELLS: u64 = 1 << 24;
/// The most bytes that may be attached to a message.
pub(crate) const UPLOAD: usize = 32 << 20;
/// The most bytes of a message: there is room for what is said about what is attached.
pub(crate) const MESSAGE: usize = UPLOAD + (64 << 10);
/// The most events of a trace.
pub(crate) const EVENTS: usize = 1_000_000;
/// After so many expansions a search ends.
pub(crate) const EXPANSIONS: u64 = 20_000_000;
/// After so many seconds a search ends, and so do the steps of a crowd.
pub(crate) const SECONDS: u64 = 5;
/// The most agents of a crowd.
pub(crate) const AGENTS: usize = 20_000;
/// The most steps of a crowd in one request.
pub(crate) const STEPS: u32 = 100;
/// A request waits so long for a preparation. Until then the session answers nothing else.
pub(crate) const PATIENCE: Duration = Duration::from_millis(100);
/// A preparation that no request has asked for in this time is cancelled when the session has another one to begin.
pub(crate) const ABANDONED: Duration = Duration::from_secs(2);
/// The largest number of planners that are prepared at the same time. Updates do not count.
pub(crate) const PREPARATIONS: usize = 2;
/// Bytes that all sessions together may take, unless the program is started with another bound. One of them may take half of it.
pub(crate) const MEMORY: usize = 4 << 30;
/// Searches take about this many bytes for each cell of the map.
pub(crate) const SEARCH_BYTES: usize = 64;
/// How often the memory of preparations is compared with its bounds.
pub(crate) const WATCH: Duration = Duration::from_millis(50);
/// On larger maps the ways of a crowd do not come from planners that prepare the map.
pub(crate) const GUIDE_CELLS: u64 = 1 << 18;
/// So many agents try a planner before it guides a crowd, which cannot be stopped while it looks for ways.
pub(crate) const GUIDE_TRIALS: usize = 8;
/// So long may the way of one of them take.
pub(crate) const GUIDE_TIME: Duration = Duration::from_millis(500);
/// So long may a crowd look for all of its ways, as far as can be told from some of them.
pub(crate) const WAYS_TIME: Duration = Duration::from_secs(10);
/// The most cells of a map that is drawn as SVG.
pub(crate) const SVG_CELLS: u64 = 1 << 22;
/// So many planners are kept for the next query.
pub(crate) const PLANNERS: usize = 12;
/// So many sessions there are at once, at most.
pub(crate) const SESSIONS: usize = 16;
/// So many messages wait on each way between a socket and its session.
pub(crate) const WAITING: usize = 4;
/// For so long connections have time to end when the server does.
pub(crate) const FAREWELL: Duration = Duration::from_secs(2);

/// The limits that the page is told.
#[derive(Debug, Serialize)]
pub(crate) struct Limits {
    cells: u64,
    upload: usize,
    events: usize,
    expansions: u64,
    seconds: u64,
    agents: usize,
}

impl Limits {
    /// Those that hold.
    pub(crate) const ALL: Self = Self {
        cells: CELLS,
        upload: UPLOAD,
        events: EVENTS,
        expansions: EXPANSIONS,
        seconds: SECONDS,
        agents: AGENTS,
    };
}

/// Whether a map may be so large.
pub(crate) fn check_size(width: u32, height: u32) -> Result<(), Fault> {
    if u64::from(width) * u64::from(height) <= CELLS {
        return Ok(());
    }
    Err(Fault::new(format!(
        "a map of {width} × {height} cells is too large: the viewer takes {CELLS}, such as 4096 × 4096"
    )))
}

/// Whether a crowd may be so large.
pub(crate) fn check_agents(count: usize) -> Result<(), Fault> {
    if count <= AGENTS {
        return Ok(());
    }
    Err(Fault::new(format!("{count} agents are too many: the viewer takes {AGENTS}")))
}
