//! A session: a thread that answers the requests of a page, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use tautline::engine::Registry;
use tautline::search::{CancelFlag, Workspace};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Receiver, Sender};

use crate::fault::Fault;
use crate::map::SessionMap;
use crate::message::{Frame, Incoming, Reply, refusal};
use crate::planners::Planners;
use crate::preparing::Preparations;
use crate::request::Request;
use crate::requests::{crowd, map as maps, plan, save, trace};
use crate::walkers::Walkers;

/// What all sessions share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    /// The planners.
    pub(crate) registry: Arc<Registry>,
    /// The map that the program was started with.
    pub(crate) given: Option<Arc<SessionMap>>,
    /// How many maps may be prepared at once.
    pub(crate) preparations: Arc<Semaphore>,
}

/// What a session has.
pub(crate) struct Session {
    pub(crate) registry: Arc<Registry>,
    pub(crate) map: SessionMap,
    pub(crate) planners: Planners,
    pub(crate) workspace: Workspace,
    /// Stops searches when the page is gone.
    pub(crate) cancel: CancelFlag,
    given: Option<Arc<SessionMap>>,
    walkers: Option<Walkers>,
}

/// Where requests come from, and where answers go.
pub(crate) struct Wire {
    pub(crate) requests: Receiver<Frame>,
    pub(crate) answers: Sender<Frame>,
}

impl Wire {
    /// Sends an answer. Nobody may be there any more: then there is no next request either.
    fn answer(&self, id: Value, reply: Result<Reply, Fault>) {
        let frame = match reply {
            Ok(reply) => reply.encode(id),
            Err(fault) => refusal(&id, &fault),
        };
        let _ = self.answers.blocking_send(frame);
    }
}

/// Answers requests until nobody can ask any more.
pub(crate) fn run(mut wire: Wire, shared: Shared, cancel: CancelFlag) {
    let mut session = Session::new(shared, cancel);
    while let Some(frame) = wire.requests.blocking_recv() {
        let Incoming { id, body, attachment } = Incoming::decode(frame);
        let reply = catch_unwind(AssertUnwindSafe(|| session.answer(&request(body)?, &attachment)));
        let reply = reply.unwrap_or_else(|_| {
            session.recover();
            let text = "this request has met a defect of Tautline; what it says about it is where the viewer was started";
            Err(Fault::new(text))
        });
        wire.answer(id, reply);
    }
}

fn request(body: Result<Value, Fault>) -> Result<Request, Fault> {
    Request::deserialize(body?).map_err(|error| Fault::new(format!("the request cannot be read: {error}")))
}

impl Session {
    /// At its beginning.
    fn new(Shared { registry, given, preparations }: Shared, cancel: CancelFlag) -> Self {
        Self {
            registry,
            map: SessionMap::builtin(),
            planners: Planners::new(Preparations::new(preparations)),
            workspace: Workspace::new(),
            cancel,
            given,
            walkers: None,
        }
    }

    fn answer(&mut self, request: &Request, attachment: &[u8]) -> Result<Reply, Fault> {
        match request {
            Request::Open { source } => {
                let map = maps::open(source, attachment, self.given.as_ref())?;
                let reply = maps::opened(&map)?;
                self.replace(map, None);
                Ok(reply)
            }
            Request::Paint { cells } => {
                let strokes = self.map.strokes(cells)?;
                self.map.paint(&strokes)?;
                if let Some(walkers) = &mut self.walkers {
                    walkers.paint(&strokes);
                }
                maps::painted(&self.map)
            }
            Request::Save(request) => save::save(request, &self.map),
            Request::Plan(request) => plan::plan(request, self),
            Request::Trace(request) => trace::trace(request, self),
            Request::TraceFile(request) => trace::trace_file(request, self),
            Request::ReadTrace { name } => {
                let (map, reply) = trace::read_trace(name, attachment)?;
                self.replace(map, None);
                Ok(reply)
            }
            Request::Crowd(request) => {
                let crowd::Beginning { map, walkers, reply } =
                    crowd::crowd(request, &self.map, &self.registry)?;
                match map {
                    Some(map) => self.replace(map, Some(walkers)),
                    None => self.walkers = Some(walkers),
                }
                Ok(reply)
            }
            Request::Walk(request) => crowd::walk(request, self.walkers.as_mut()),
            Request::Stop => {
                self.walkers = None;
                Ok(Reply::default())
            }
            #[cfg(test)]
            Request::Panic => panic!("a test wants to see what happens then"),
        }
    }

    /// It has another map from now on, perhaps with a crowd on it.
    fn replace(&mut self, map: SessionMap, walkers: Option<Walkers>) {
        (self.map, self.walkers) = (map, walkers);
        self.planners.clear();
    }

    /// Forgets whatever a request that has panicked may have left half changed. Edits of a map leave it in order.
    fn recover(&mut self) {
        self.planners.clear();
        self.workspace = Workspace::new();
        self.walkers = None;
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use serde_json::json;
    use tautline_maps::builtin;
    use tokio::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_defect_is_an_answer_and_the_session_goes_on() {
        let ((ask, requests), (answers, mut answered)) = (channel(4), channel(4));
        let shared = Shared {
            registry: Arc::new(Registry::core()),
            given: None,
            preparations: Arc::new(Semaphore::new(1)),
        };
        let session = thread::spawn(move || run(Wire { requests, answers }, shared, CancelFlag::new()));
        let mut hear = |request: Value| {
            ask.blocking_send(Frame::Text(request.to_string())).unwrap();
            match answered.blocking_recv() {
                Some(Frame::Text(text)) => serde_json::from_str::<Value>(&text).unwrap(),
                other => panic!("{other:?}"),
            }
        };
        let start = builtin().start.unwrap();
        let start = [start.x, start.y];
        let plan = json!({"id": 1, "do": "plan", "planner": "astar", "start": start, "goal": start});
        assert_eq!(hear(plan.clone())["outcome"], "found");
        let defect = hear(json!({"id": 2, "do": "panic"}));
        assert_eq!((&defect["id"], &defect["ok"]), (&json!(2), &json!(false)));
        assert!(defect["error"].as_str().unwrap().contains("a defect of Tautline"));
        assert_eq!(hear(plan)["outcome"], "found");
        drop(ask);
        session.join().unwrap();
    }
}
