//! A session: a thread that answers the requests of a page, one after the other.
//!
//! Planners borrow the map that they plan on. So there are two loops: the outer one owns the map, and the inner one keeps planners
//! that borrow it, until a request changes the map.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use tautline::search::{CancelFlag, Workspace};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Receiver, Sender};

use crate::fault::Fault;
use crate::map::{Map, Stroke};
use crate::message::{Frame, Incoming, Reply, refusal};
use crate::planners::Planners;
use crate::preparing::Preparations;
use crate::request::Request;
use crate::requests::{crowd, map as maps, plan, save, trace};
use crate::walkers::Walkers;

/// What a session has besides its map.
pub(crate) struct Tools {
    pub(crate) workspace: Workspace,
    pub(crate) preparations: Preparations,
    /// Stops searches when the page is gone.
    pub(crate) cancel: CancelFlag,
    given: Option<Arc<Map>>,
    walkers: Option<Box<Walkers>>,
}

impl Tools {
    /// At the beginning of a session.
    pub(crate) fn new(given: Option<Arc<Map>>, places: Arc<Semaphore>, cancel: CancelFlag) -> Self {
        let preparations = Preparations::new(places);
        Self { workspace: Workspace::new(), preparations, cancel, given, walkers: None }
    }
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

/// What a request comes to.
enum Reaction {
    /// An answer at once.
    Answer(Reply),
    /// An answer once the map has changed.
    Change(Change),
}

/// How the map changes.
enum Change {
    /// It is another one, perhaps with a crowd on it.
    Replace { map: Box<Map>, walkers: Option<Box<Walkers>>, reply: Reply },
    /// Some cells are different.
    Paint(Vec<Stroke>),
}

/// Answers requests until nobody can ask any more.
pub(crate) fn run(mut wire: Wire, mut tools: Tools) {
    let mut map = Map::builtin();
    while let Some((id, change)) = until_changed(&map, &mut tools, &mut wire) {
        let reply = match change {
            Change::Replace { map: other, walkers, reply } => {
                (map, tools.walkers) = (*other, walkers);
                Ok(reply)
            }
            Change::Paint(strokes) => {
                let painted = map.paint(&strokes).and_then(|()| maps::painted(&map));
                if let Some(walkers) = &mut tools.walkers {
                    walkers.paint(&strokes);
                }
                painted
            }
        };
        wire.answer(id, reply);
    }
}

/// Answers requests until one of them changes the map.
fn until_changed(map: &Map, tools: &mut Tools, wire: &mut Wire) -> Option<(Value, Change)> {
    let mut planners = Planners::new(map);
    while let Some(frame) = wire.requests.blocking_recv() {
        let Incoming { id, body, attachment } = Incoming::decode(frame);
        let reaction =
            catch_unwind(AssertUnwindSafe(|| react(&request(body)?, &attachment, map, &mut planners, tools)));
        match reaction {
            Ok(Ok(Reaction::Change(change))) => return Some((id, change)),
            Ok(Ok(Reaction::Answer(reply))) => wire.answer(id, Ok(reply)),
            Ok(Err(fault)) => wire.answer(id, Err(fault)),
            Err(_) => {
                // Whatever the request was using may be half changed.
                planners.clear();
                tools.workspace = Workspace::new();
                tools.walkers = None;
                let text = "this request has met a defect of Tautline; what it says about it is where the viewer was started";
                wire.answer(id, Err(Fault::new(text)));
            }
        }
    }
    None
}

fn request(body: Result<Value, Fault>) -> Result<Request, Fault> {
    Request::deserialize(body?).map_err(|error| Fault::new(format!("the request cannot be read: {error}")))
}

fn react(
    request: &Request,
    attachment: &[u8],
    map: &Map,
    planners: &mut Planners<'_>,
    tools: &mut Tools,
) -> Result<Reaction, Fault> {
    let reply = match request {
        Request::Open { source } => {
            let map = maps::open(source, attachment, tools.given.as_ref())?;
            let reply = maps::opened(&map)?;
            return Ok(replace(map, None, reply));
        }
        Request::Paint { cells } => {
            let strokes = map.effective(cells)?;
            if !strokes.is_empty() {
                return Ok(Reaction::Change(Change::Paint(strokes)));
            }
            maps::painted(map)
        }
        Request::Save(request) => save::save(request, map),
        Request::Plan(request) => plan::plan(request, map, planners, tools),
        Request::Trace(request) => trace::trace(request, map, planners, tools),
        Request::TraceFile(request) => trace::trace_file(request, map, planners, tools),
        Request::ReadTrace { name } => {
            let (map, reply) = trace::read_trace(name, attachment)?;
            return Ok(replace(map, None, reply));
        }
        Request::Crowd(request) => {
            let crowd::Beginning { map, walkers, reply } = crowd::crowd(request, map)?;
            let walkers = Some(Box::new(walkers));
            if let Some(map) = map {
                return Ok(replace(map, walkers, reply));
            }
            tools.walkers = walkers;
            Ok(reply)
        }
        Request::Walk(request) => crowd::walk(request, tools.walkers.as_deref_mut()),
        Request::Stop => {
            tools.walkers = None;
            Ok(Reply::default())
        }
        #[cfg(test)]
        Request::Panic => panic!("a test wants to see what happens then"),
    };
    reply.map(Reaction::Answer)
}

/// The session has another map from now on.
fn replace(map: Map, walkers: Option<Box<Walkers>>, reply: Reply) -> Reaction {
    Reaction::Change(Change::Replace { map: Box::new(map), walkers, reply })
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
        let tools = Tools::new(None, Arc::new(Semaphore::new(1)), CancelFlag::new());
        let session = thread::spawn(move || run(Wire { requests, answers }, tools));
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
