//! Planners that prepare the map, or are updated, on threads of their own.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use tautline::engine::{Planner, Preparation, PrepareError, Selection, Update};
use tautline::map::Map;
use tautline::search::{CancelFlag, Limits};
use tokio::sync::OwnedSemaphorePermit;

use crate::fault::Fault;
use crate::memory::Watch;

/// How a planner was made to fit the map, and how long that took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Fitting {
    /// `prepared`, `repaired` or `rebuilt`.
    pub(crate) how: &'static str,
    pub(crate) nanoseconds: u64,
}

impl Fitting {
    /// A planner was made.
    pub(crate) fn prepared(time: Duration) -> Self {
        Self { how: "prepared", nanoseconds: time.as_nanos() as u64 }
    }

    /// A planner was updated; none if there was nothing to do.
    pub(crate) fn updated(update: Update, time: Duration) -> Option<Self> {
        let how = match update {
            Update::Unchanged => return None,
            Update::Repaired => "repaired",
            Update::Rebuilt => "rebuilt",
        };
        Some(Self { how, nanoseconds: time.as_nanos() as u64 })
    }
}

/// How far a preparation is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Progress {
    /// The planner that was asked for, with its options.
    pub(crate) planner: String,
    /// Whether the planner exists, and is brought up to date.
    pub(crate) update: bool,
    pub(crate) milliseconds: u64,
    /// What has to end before this preparation begins; null where it has begun.
    pub(crate) waits_for: Option<String>,
}

impl Progress {
    /// One that has not begun.
    pub(crate) fn waiting(selection: &Selection, waits_for: &str) -> Self {
        let (planner, waits_for) = (selection.to_string(), Some(waits_for.to_owned()));
        Self { planner, update: false, milliseconds: 0, waits_for }
    }
}

/// What a preparation ends with.
#[derive(Debug)]
pub(crate) struct Done {
    /// The planner: it fits the map that it was prepared for, unless there is a fault; then it is as it was before, if there was one.
    pub(crate) planner: Option<Planner>,
    pub(crate) outcome: Result<Option<Fitting>, Stopped>,
}

/// Why a preparation has not done what it was to do.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// It took so many bytes, and there was no room for more.
    Memory(usize),
    Other(Fault),
}

/// A preparation that runs. It is cancelled when this is dropped.
#[derive(Debug)]
pub(crate) struct Job {
    /// The planner and all its options.
    pub(crate) key: String,
    pub(crate) planner: String,
    is_update: bool,
    begun: Instant,
    /// When the page asked for it last.
    pub(crate) asked: Instant,
    cancel: CancelFlag,
    result: Receiver<Done>,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Job {
    /// Begins to update a planner, or to make one where there is none, for a map as it is now. Its place is free again when it ends.
    pub(crate) fn begin(
        key: String,
        selection: &Selection,
        old: Option<Planner>,
        map: &Map,
        place: Option<OwnedSemaphorePermit>,
        watch: impl FnOnce(CancelFlag) -> Watch,
    ) -> Result<Self, Fault> {
        let is_update = old.is_some();
        let (sender, result) = sync_channel(1);
        let cancel = CancelFlag::new();
        let watch = watch(cancel.clone());
        let preparation = Preparation::default().with_limits(Limits::cancelled_by(&cancel));
        let planner = selection.to_string();
        let (selection, map) = (selection.clone(), map.clone());
        let work = move || {
            let done = prepare(&selection, old, &map, &preparation, &watch);
            // The place is free before the session can ask for the next one.
            drop((watch, place));
            // The session may have ended.
            let _ = sender.send(done);
        };
        thread::Builder::new().name("preparation".into()).spawn(work)?;
        let begun = Instant::now();
        Ok(Self { key, planner, is_update, begun, asked: begun, cancel, result })
    }

    /// Waits until it is done, but not longer than to a moment.
    pub(crate) fn wait(&self, until: Instant) -> Option<Done> {
        match self.result.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(done) => Some(done),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                let text =
                    format!("preparing the map for {} failed, which is a defect of Tautline", self.planner);
                Some(Done { planner: None, outcome: Err(Stopped::Other(Fault::new(text))) })
            }
        }
    }

    /// How far it is.
    pub(crate) fn progress(&self) -> Progress {
        Progress {
            planner: self.planner.clone(),
            update: self.is_update,
            milliseconds: self.begun.elapsed().as_millis() as u64,
            waits_for: None,
        }
    }
}

fn prepare(
    selection: &Selection,
    old: Option<Planner>,
    map: &Map,
    preparation: &Preparation,
    watch: &Watch,
) -> Done {
    let begun = Instant::now();
    let (planner, outcome) = match old {
        None => match selection.prepare(map, preparation) {
            Ok(planner) => (Some(planner), Ok(Some(Fitting::prepared(begun.elapsed())))),
            Err(error) => (None, Err(error)),
        },
        Some(mut planner) => {
            let update = planner.update_with(map, preparation);
            let time = begun.elapsed();
            (Some(planner), update.map(|update| Fitting::updated(update, time)))
        }
    };
    let outcome = outcome.map_err(|error| match (error, watch.stopped_at()) {
        (PrepareError::Stopped(_), Some(bytes)) => Stopped::Memory(bytes),
        (error, _) => Stopped::Other(error.into()),
    });
    Done { planner, outcome }
}
