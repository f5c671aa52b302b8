//! Planners that prepare the map, on threads of their own.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::thread;
use std::time::Duration;

use tautline::engine::{Planner, Selection};
use tautline::map::{Map, Revision};
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
    result: Receiver<Result<Planner, Fault>>,
}

impl Preparations {
    /// None so far.
    pub(crate) fn new(places: Arc<Semaphore>) -> Self {
        Self { places, running: None, patience: Duration::from_secs(limits::PREPARE_SECONDS) }
    }

    /// A planner that is prepared for a map. If that takes too long it goes on in the background, and can be asked for again.
    pub(crate) fn planner(&mut self, selection: &Selection, map: &Map) -> Result<Planner, Fault> {
        let (planner, revision) = (selection.to_string(), map.revision());
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
            _ => self.begin(selection, map)?,
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

    fn begin(&self, selection: &Selection, map: &Map) -> Result<Running, Fault> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            Fault::new(format!(
                "{} maps are being prepared already, which are the most at once; ask again later",
                limits::PREPARATIONS
            ))
        })?;
        let (sender, result) = sync_channel(1);
        let (selection, map) = (selection.clone(), map.clone());
        let (planner, revision) = (selection.to_string(), map.revision());
        let prepare = move || {
            let planner = selection.planner(&map).map_err(Fault::from);
            // Its place is free before anybody can ask for the next one. Nobody may be waiting any more.
            drop(place);
            let _ = sender.send(planner);
        };
        thread::Builder::new().name("preparation".into()).spawn(prepare)?;
        Ok(Running { planner, revision, result })
    }
}

#[cfg(test)]
mod tests {
    use tautline::engine::Registry;
    use tautline::search::{Query, Workspace};

    use super::*;

    fn select(spec: &str) -> Selection {
        Registry::core().select(spec).unwrap()
    }

    #[test]
    fn what_takes_too_long_goes_on_and_is_there_later() {
        let places = Arc::new(Semaphore::new(1));
        let mut preparations = Preparations::new(Arc::clone(&places));
        preparations.patience = Duration::ZERO;
        let mut map = Map::open(300, 300).unwrap();
        let selection = select("alt");
        let fault = preparations.planner(&selection, &map).unwrap_err();
        assert!(fault.0.contains("goes on in the background"), "{}", fault.0);

        let other = preparations.planner(&select("jps-plus"), &map).unwrap_err();
        assert!(other.0.starts_with("the map is still being prepared for alt"), "{}", other.0);
        let elsewhere = Preparations::new(places).planner(&selection, &map).unwrap_err();
        assert!(elsewhere.0.contains("are the most at once"), "{}", elsewhere.0);

        preparations.patience = Duration::from_mins(1);
        let mut cost = |map: &Map| {
            let planner = preparations.planner(&selection, map).unwrap();
            assert_eq!((planner.id(), planner.revision()), ("alt", Some(map.revision())));
            let answer = planner.plan(map, &Query::new((0, 0), (2, 2)), &mut Workspace::new()).unwrap();
            answer.path().unwrap().cost()
        };
        assert!((cost(&map) - 8f64.sqrt()).abs() < 1e-9);
        map.block((1, 1)).unwrap();
        assert!((cost(&map) - 4.0).abs() < 1e-9);
    }

    #[test]
    fn a_map_that_has_changed_meanwhile_is_prepared_again() {
        let mut preparations = Preparations::new(Arc::new(Semaphore::new(1)));
        preparations.patience = Duration::ZERO;
        let mut map = Map::open(300, 300).unwrap();
        let selection = select("alt");
        assert!(preparations.planner(&selection, &map).is_err());
        map.block((1, 1)).unwrap();
        let planner = loop {
            match preparations.planner(&selection, &map) {
                Ok(planner) => break planner,
                Err(fault) => assert!(fault.0.contains("ask again"), "{}", fault.0),
            }
            preparations.patience = Duration::from_millis(100);
        };
        assert_eq!(planner.revision(), Some(map.revision()));
    }

    #[test]
    fn a_map_that_a_planner_does_not_support_is_refused() {
        let mut preparations = Preparations::new(Arc::new(Semaphore::new(1)));
        let map = Map::from_costs(3, 1, |cell| 1 + cell.x as u16).unwrap();
        let fault = preparations.planner(&select("jps-plus"), &map).unwrap_err();
        assert!(fault.0.starts_with("jps-plus does not support terrain costs"), "{}", fault.0);
    }
}
