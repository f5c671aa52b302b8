//! Maps that are prepared for planners, on threads of their own.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use tautline::index;
use tautline::planners::Selection;
use tautline::world::{Grid, Revision};
use tokio::sync::Semaphore;

use crate::fault::Fault;
use crate::limits;

/// The preparation of a session, of which there is one at a time.
#[derive(Debug)]
pub(crate) struct Preparations {
    /// How many there may be at once, for all sessions.
    places: Arc<Semaphore>,
    running: Option<Running>,
    patience: Duration,
}

#[derive(Debug)]
struct Running {
    planner: String,
    revision: Revision,
    result: Receiver<Result<Vec<u8>, Fault>>,
}

impl Preparations {
    /// None so far.
    pub(crate) fn new(places: Arc<Semaphore>) -> Self {
        Self { places, running: None, patience: Duration::from_secs(limits::PREPARE_SECONDS) }
    }

    /// What a planner prepares for a map, in bytes. If that takes too long it goes on in the background, and can be asked for
    /// again.
    pub(crate) fn index(&mut self, selection: &Selection, grid: &Grid) -> Result<Vec<u8>, Fault> {
        let (planner, revision) = (selection.to_string(), grid.revision());
        let running = match self.running.take() {
            Some(running) if running.planner == planner && running.revision == revision => running,
            Some(running) if matches!(running.result.try_recv(), Err(TryRecvError::Empty)) => {
                let fault = Fault::new(format!(
                    "the map is still being prepared for {}, as it was before; ask again when that is done",
                    running.planner
                ));
                self.running = Some(running);
                return Err(fault);
            }
            _ => self.begin(selection, grid)?,
        };
        match running.result.recv_timeout(self.patience) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) => {
                self.running = Some(running);
                Err(Fault::new(format!(
                    "preparing the map for {planner} takes longer than {} seconds; it goes on in the background: ask again later",
                    self.patience.as_secs()
                )))
            }
            Err(RecvTimeoutError::Disconnected) => Err(Fault::new(format!(
                "preparing the map for {planner} failed, which is a defect of Tautline"
            ))),
        }
    }

    fn begin(&self, selection: &Selection, grid: &Grid) -> Result<Running, Fault> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            Fault::new(format!(
                "{} maps are being prepared already, which are the most at once; ask again later",
                limits::PREPARATIONS
            ))
        })?;
        let (sender, result) = sync_channel(1);
        let (selection, grid) = (selection.clone(), grid.clone());
        let (planner, revision) = (selection.to_string(), grid.revision());
        let prepare = move || {
            let begun = Instant::now();
            let prepared = index::prepare(&selection, &grid);
            let bytes = prepared.map(|prepared| prepared.to_bytes(begun.elapsed())).map_err(Fault::from);
            // Its place is free before anybody can ask for the next one. Nobody may be waiting any more.
            drop(place);
            let _ = sender.send(bytes);
        };
        thread::Builder::new().name("preparation".into()).spawn(prepare)?;
        Ok(Running { planner, revision, result })
    }
}

#[cfg(test)]
mod tests {
    use tautline::world::Tile;

    use super::*;

    #[test]
    fn what_takes_too_long_goes_on_and_is_there_later() {
        let places = Arc::new(Semaphore::new(1));
        let mut preparations = Preparations::new(Arc::clone(&places));
        preparations.patience = Duration::ZERO;
        let mut grid = Grid::open(300, 300).unwrap();
        let selection: Selection = "alt".parse().unwrap();
        let fault = preparations.index(&selection, &grid).unwrap_err();
        assert!(fault.0.contains("goes on in the background"), "{}", fault.0);

        let other = preparations.index(&"jps-plus".parse().unwrap(), &grid).unwrap_err();
        assert!(other.0.starts_with("the map is still being prepared for alt"), "{}", other.0);
        let elsewhere = Preparations::new(places).index(&selection, &grid).unwrap_err();
        assert!(elsewhere.0.contains("are the most at once"), "{}", elsewhere.0);

        preparations.patience = Duration::from_mins(1);
        let bytes = preparations.index(&selection, &grid).unwrap();
        assert!(index::open(&selection, &grid, &bytes).is_ok());
        grid.set((1, 1), Tile::Blocked).unwrap();
        let bytes = preparations.index(&selection, &grid).unwrap();
        assert!(index::open(&selection, &grid, &bytes).is_ok());
    }
}
