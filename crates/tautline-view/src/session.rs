//! A session: a thread that answers the requests of a page, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tautline::engine::Registry;
use tautline::search::{CancelFlag, Workspace};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Receiver, Sender};

use crate::fault::Fault;
use crate::map::SessionMap;
use crate::memory::{Memory, map_bytes};
use crate::message::{Frame, Incoming, Reply, refusal};
use crate::planners::{Kept, Planners};
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
    /// How many planners may be prepared at once.
    pub(crate) preparations: Arc<Semaphore>,
    /// How much memory there may be.
    pub(crate) memory: Arc<Memory>,
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
    /// What there was before the scene of a crowd, which has a map of its own.
    before_scene: Option<(SessionMap, Vec<Kept>)>,
}

/// Where requests come from, and where answers go.
pub(crate) struct Wire {
    pub(crate) requests: Receiver<Frame>,
    pub(crate) answers: Sender<Frame>,
}

impl Wire {
    /// Sends an answer. The page may be gone: then there is no next request either.
    fn answer(&self, id: Value, reply: Result<Reply, Fault>) {
        let frame = match reply {
            Ok(reply) => reply.encode(id),
            Err(fault) => refusal(&id, &fault),
        };
        let _ = self.answers.blocking_send(frame);
    }
}

/// Answers requests until the page is gone.
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
    fn new(Shared { registry, given, preparations, memory }: Shared, cancel: CancelFlag) -> Self {
        let map = SessionMap::builtin();
        let mut planners = Planners::new(preparations, memory, cancel.clone());
        planners.account.set_maps(map_bytes(&map.map));
        Self {
            registry,
            map,
            planners,
            workspace: Workspace::new(),
            cancel,
            given,
            walkers: None,
            before_scene: None,
        }
    }

    fn answer(&mut self, request: &Request, attachment: &[u8]) -> Result<Reply, Fault> {
        match request {
            Request::Open { source } => {
                let map = maps::open(source, attachment, self.given.as_ref())?;
                let reply = maps::opened(&map)?;
                self.replace(map)?;
                Ok(reply)
            }
            Request::Paint { cells } => {
                let strokes = self.map.strokes(cells)?;
                let before = map_bytes(&self.map.map);
                self.map.paint(&strokes)?;
                self.planners.account.change_maps(before, map_bytes(&self.map.map));
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
                self.replace(map)?;
                Ok(reply)
            }
            Request::Crowd(request) => {
                let crowd::Beginning { map, walkers, reply } =
                    crowd::crowd(request, &self.map, &self.registry)?;
                if let Some(map) = map {
                    self.enter_scene(map)?;
                }
                self.walkers = Some(walkers);
                Ok(reply)
            }
            Request::Walk(request) => crowd::walk(request, self.walkers.as_mut()),
            Request::Stop => {
                self.walkers = None;
                let restored = self.leave_scene();
                Reply::new(&json!({"restored": restored}))
            }
            #[cfg(test)]
            Request::Panic => panic!("a test wants to see what happens then"),
        }
    }

    /// It has another map from now on, if there is memory for it. A crowd ends.
    fn replace(&mut self, map: SessionMap) -> Result<(), Fault> {
        let bytes = map_bytes(&map.map);
        self.planners.account.check_maps(bytes)?;
        self.before_scene = None;
        self.walkers = None;
        self.change_map(map, Vec::new(), bytes);
        Ok(())
    }

    /// It has the map of a scene from now on. The map before the first scene, and its planners, come back later.
    fn enter_scene(&mut self, scene: SessionMap) -> Result<(), Fault> {
        let bytes = self.before_scene.as_ref().map_or_else(
            || map_bytes(&self.map.map) + self.planners.bytes(),
            |(map, planners)| map_bytes(&map.map) + planners.iter().map(Kept::bytes).sum::<usize>(),
        ) + map_bytes(&scene.map);
        self.planners.account.check_maps(bytes)?;
        let planners = self.planners.take();
        let map = self.change_map(scene, Vec::new(), bytes);
        self.before_scene.get_or_insert((map, planners));
        Ok(())
    }

    /// The map from before the first scene comes back, if there was a scene.
    fn leave_scene(&mut self) -> bool {
        let Some((map, planners)) = self.before_scene.take() else { return false };
        let bytes = map_bytes(&map.map);
        self.change_map(map, planners, bytes);
        true
    }

    /// Exchanges the map, which was checked, and returns the one before. The memory of searches is as large as the map.
    fn change_map(&mut self, map: SessionMap, planners: Vec<Kept>, bytes: usize) -> SessionMap {
        self.workspace = Workspace::new();
        self.planners.account.set_maps(bytes);
        self.planners.put(planners);
        std::mem::replace(&mut self.map, map)
    }

    /// Forgets whatever a request that has panicked may have left half changed. Edits of a map leave it in order.
    fn recover(&mut self) {
        self.planners.take();
        self.workspace = Workspace::new();
        self.walkers = None;
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

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
            memory: Arc::new(Memory::new(1 << 30)),
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
