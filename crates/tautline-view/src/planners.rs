//! The planners of a session, kept for the next query and brought up to date after edits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tautline::engine::{Planner, Preparation, Selection};
use tautline::map::Map;
use tautline::search::{CancelFlag, Limits};
use tokio::sync::Semaphore;

use crate::fault::Fault;
use crate::limits;
use crate::memory::{Account, Memory};
use crate::preparing::{Done, Fitting, Job, Progress, Stopped};

/// Planners for the session's map, the last one that was asked for at the end. After an edit each is updated when it is next used: in the
/// background, if it prepares an index.
pub(crate) struct Planners {
    kept: Vec<Kept>,
    /// The preparation of the session, of which there is one at a time.
    job: Option<Job>,
    /// How many planners may be made in the background at once, for all sessions.
    places: Arc<Semaphore>,
    /// What the session keeps.
    pub(crate) account: Account,
    /// Planners whose preparation was too large, and how many bytes it took.
    too_large: Vec<(String, usize)>,
    /// Raised when the page is gone.
    cancel: CancelFlag,
    /// How long a request waits for a preparation.
    patience: Duration,
}

/// A planner that is kept.
pub(crate) struct Kept {
    /// The planner and all its options.
    key: String,
    /// None while it is in the background.
    planner: Option<Planner>,
    /// How it was made to fit the map since the queries before that.
    fittings: Vec<Fitting>,
    /// Whether there were queries since then.
    is_asked: bool,
}

impl Kept {
    fn new(key: String) -> Self {
        Self { key, planner: None, fittings: Vec::new(), is_asked: false }
    }

    /// The bytes of its planner.
    pub(crate) fn bytes(&self) -> usize {
        self.planner.as_ref().map_or(0, Planner::memory)
    }

    fn note(&mut self, fitting: Option<Fitting>) {
        if fitting.is_some() && std::mem::take(&mut self.is_asked) {
            self.fittings.clear();
        }
        self.fittings.extend(fitting);
    }
}

/// A planner that was asked for.
#[derive(Debug)]
pub(crate) enum Fitted<'a> {
    /// It fits the map; and how it was made to.
    Ready(&'a Planner, &'a [Fitting]),
    /// It will, later.
    Preparing(Progress),
}

impl Planners {
    /// None so far.
    pub(crate) fn new(places: Arc<Semaphore>, memory: Arc<Memory>, cancel: CancelFlag) -> Self {
        Self {
            kept: Vec::new(),
            job: None,
            places,
            account: Account::new(memory),
            too_large: Vec::new(),
            cancel,
            patience: limits::PATIENCE,
        }
    }

    /// Hands out all of them, as the session will have another map. What is being prepared is cancelled.
    pub(crate) fn take(&mut self) -> Vec<Kept> {
        self.job = None;
        self.too_large.clear();
        let kept = std::mem::take(&mut self.kept);
        self.count();
        kept
    }

    /// Has these, which are for the map that the session has now, and no others.
    pub(crate) fn put(&mut self, kept: Vec<Kept>) {
        self.take();
        self.kept = kept;
        self.count();
    }

    /// A planner that fits the map, or how far it is.
    pub(crate) fn get(&mut self, selection: &Selection, map: &Map) -> Result<Fitted<'_>, Fault> {
        let key = format!("{}:{}", selection.descriptor().id, selection.settings());
        selection.descriptor().supports(map)?;
        if !selection.needs_index() {
            self.fit_now(&key, selection, map)?;
        } else if let Some(progress) = self.fit_in_background(&key, selection, map)? {
            return Ok(Fitted::Preparing(progress));
        }
        let found = self.kept.last_mut().and_then(|Kept { planner, fittings, is_asked, .. }| {
            *is_asked = true;
            planner.as_ref().map(|planner| Fitted::Ready(planner, fittings))
        });
        found.ok_or_else(|| Fault::new(format!("{selection} is not kept, which is a defect of the viewer")))
    }

    /// Makes or updates a planner without an index, which is quick.
    fn fit_now(&mut self, key: &str, selection: &Selection, map: &Map) -> Result<(), Fault> {
        let preparation = Preparation::default().with_limits(Limits::cancelled_by(&self.cancel));
        let mut kept = self.take_one(key);
        let begun = Instant::now();
        if let Some(planner) = &mut kept.planner {
            let update = planner.update_with(map, &preparation)?;
            kept.note(Fitting::updated(update, begun.elapsed()));
        } else {
            let planner = selection.prepare(map, &preparation)?;
            // What keeps nothing of the map was not prepared.
            kept.note(planner.revision().map(|_| Fitting::prepared(begun.elapsed())));
            kept.planner = Some(planner);
        }
        self.keep(kept)
    }

    /// Makes or updates a planner with an index in the background, and waits a little for that.
    fn fit_in_background(
        &mut self,
        key: &str,
        selection: &Selection,
        map: &Map,
    ) -> Result<Option<Progress>, Fault> {
        let until = Instant::now() + self.patience;
        loop {
            if let Some(progress) = self.go_on(key, selection, until)? {
                return Ok(Some(progress));
            }
            let mut kept = self.take_one(key);
            if kept.planner.as_ref().is_some_and(|planner| planner.is_current(map)) {
                self.keep(kept)?;
                return Ok(None);
            }
            if let Some(&(_, bytes)) = self.too_large.iter().find(|(large, _)| large == key)
                && bytes > self.account.room_for_planners()
            {
                return Err(self.account.refuse_planner(&selection.to_string(), bytes));
            }
            // An update has a place already: that of the planner that it replaces.
            let place = match kept.planner {
                Some(_) => None,
                None => match Arc::clone(&self.places).try_acquire_owned() {
                    Ok(place) => Some(place),
                    Err(_) => return Ok(Some(Progress::waiting(selection, "preparations of other pages"))),
                },
            };
            let watch = |cancel| self.account.watch(cancel);
            self.job = Some(Job::begin(key.to_owned(), selection, kept.planner.take(), map, place, watch)?);
            self.keep(kept)?;
        }
    }

    /// Waits for the preparation that runs, if there is one. Returns how far it is if the session has to go on waiting for it.
    fn go_on(&mut self, key: &str, selection: &Selection, until: Instant) -> Result<Option<Progress>, Fault> {
        let Some(mut job) = self.job.take() else { return Ok(None) };
        let is_other = job.key != key;
        if !is_other {
            job.asked = Instant::now();
        }
        let progress = match job.wait(if is_other { Instant::now() } else { until }) {
            Some(done) => {
                let swapped_in = self.swap_in(&job, done);
                return if is_other { Ok(None) } else { swapped_in.map(|()| None) };
            }
            // The page asks for another planner now, and does not show this one any more.
            None if is_other && job.asked.elapsed() > limits::ABANDONED => return Ok(None),
            None if is_other => Progress::waiting(selection, &format!("the preparation for {}", job.planner)),
            None => job.progress(),
        };
        self.job = Some(job);
        Ok(Some(progress))
    }

    /// Keeps the planner of a preparation that is done.
    fn swap_in(&mut self, job: &Job, Done { planner, outcome }: Done) -> Result<(), Fault> {
        let mut kept = self.take_one(&job.key);
        kept.planner = planner;
        kept.note(outcome.as_ref().ok().copied().flatten());
        if kept.planner.is_some() {
            self.keep(kept)?;
        }
        match outcome {
            Ok(_) => Ok(()),
            Err(Stopped::Other(fault)) => Err(fault),
            // With those that were asked for long ago out of the way, it may have enough.
            Err(Stopped::Memory(bytes)) if self.bytes() > bytes / 8 => {
                self.kept.clear();
                self.count();
                Ok(())
            }
            Err(Stopped::Memory(bytes)) => Err(self.refuse(&job.key, &job.planner, bytes)),
        }
    }

    /// Takes a planner out of those that are kept; a new entry without a planner if it is not among them.
    fn take_one(&mut self, key: &str) -> Kept {
        match self.kept.iter().position(|kept| kept.key == key) {
            Some(index) => self.kept.remove(index),
            None => Kept::new(key.to_owned()),
        }
    }

    /// Keeps a planner; where there is no room, those that were asked for long ago are forgotten for it.
    fn keep(&mut self, kept: Kept) -> Result<(), Fault> {
        self.kept.push(kept);
        let room = self.account.room_for_planners();
        while self.kept.len() > 1 && (self.kept.len() > limits::PLANNERS || self.bytes() > room) {
            self.kept.remove(0);
        }
        let bytes = self.bytes();
        let refused = if bytes > room { self.kept.pop() } else { None };
        self.count();
        match refused {
            Some(Kept { key, planner, .. }) => {
                let planner = planner.map_or_else(|| key.clone(), |planner| planner.id().to_owned());
                Err(self.refuse(&key, &planner, bytes))
            }
            None => Ok(()),
        }
    }

    fn refuse(&mut self, key: &str, planner: &str, bytes: usize) -> Fault {
        let bytes = bytes.max(self.account.room_for_planners() + 1);
        self.too_large.retain(|(other, _)| other != key);
        self.too_large.push((key.to_owned(), bytes));
        self.account.refuse_planner(planner, bytes)
    }

    /// The bytes of all planners that are kept.
    pub(crate) fn bytes(&self) -> usize {
        self.kept.iter().map(Kept::bytes).sum()
    }

    fn count(&mut self) {
        self.account.set_planners(self.bytes());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use tautline::engine::{Algorithm, Descriptor, PrepareError, Registry, Settings};
    use tautline::planners::{JpsPlus, JpsPlusConfig};
    use tautline::search::{Query, Workspace};

    use super::*;

    fn registry() -> Registry {
        Registry::core().with(descriptor("endless", endless)).with(descriptor("gated", gated))
    }

    type Made = Result<Box<dyn Algorithm>, PrepareError>;

    /// JPS+, prepared in another way.
    fn descriptor(id: &'static str, build: fn(&Map, &Settings, &Preparation) -> Made) -> &'static Descriptor {
        let jps_plus = Registry::core().find("jps-plus").unwrap();
        Box::leak(Box::new(Descriptor { id, build, options: &[], ..*jps_plus }))
    }

    /// Prepares until it is cancelled.
    fn endless(_: &Map, _: &Settings, preparation: &Preparation) -> Made {
        loop {
            preparation.check()?;
            thread::sleep(Duration::from_millis(1));
        }
    }

    static GATE: AtomicBool = AtomicBool::new(false);

    /// Prepares once the gate is open.
    fn gated(map: &Map, _: &Settings, preparation: &Preparation) -> Made {
        while !GATE.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(1));
        }
        Ok(Box::new(JpsPlus::prepare(map, JpsPlusConfig::default(), preparation)?))
    }

    fn select(spec: &str) -> Selection {
        registry().select(spec).unwrap()
    }

    fn planners_with(places: &Arc<Semaphore>, memory: usize) -> Planners {
        Planners::new(Arc::clone(places), Arc::new(Memory::new(memory)), CancelFlag::new())
    }

    fn planners() -> Planners {
        planners_with(&Arc::new(Semaphore::new(1)), limits::MEMORY)
    }

    /// Asks until a planner is ready, and returns how it was made to fit and what a path along a diagonal costs.
    fn ready(planners: &mut Planners, spec: &str, map: &Map) -> Result<(Vec<&'static str>, f64), Fault> {
        let begun = Instant::now();
        loop {
            if let Fitted::Ready(planner, fittings) = planners.get(&select(spec), map)? {
                let fittings = fittings.iter().map(|fitting| fitting.how).collect();
                let answer = planner.plan(map, &Query::new((0, 0), (2, 2)), &mut Workspace::new()).unwrap();
                return Ok((fittings, answer.path().unwrap().cost()));
            }
            assert!(begun.elapsed() < Duration::from_mins(1), "{spec} is never ready");
        }
    }

    /// How far a planner is that cannot be ready.
    fn progress(planners: &mut Planners, spec: &str, map: &Map) -> Progress {
        match planners.get(&select(spec), map).unwrap() {
            Fitted::Preparing(progress) => progress,
            Fitted::Ready(planner, _) => panic!("{planner:?} is ready"),
        }
    }

    #[test]
    fn what_was_made_is_kept_and_fits_the_map_after_edits() {
        let mut planners = planners();
        let mut map = Map::open(5, 5).unwrap();
        let repaired = ["repaired"].as_slice();
        let either = ["repaired", "rebuilt"].as_slice();
        for (spec, updates) in
            [("astar", [].as_slice()), ("jps", repaired), ("jps-plus", repaired), ("alt", either)]
        {
            let made = if updates.is_empty() { vec![] } else { vec!["prepared"] };
            let (fittings, cost) = ready(&mut planners, spec, &map).unwrap();
            assert_eq!((&fittings, cost), (&made, 8f64.sqrt()), "{spec}");
            assert_eq!(ready(&mut planners, spec, &map).unwrap().0, made, "{spec} is kept");
            map.block((1, 1)).unwrap();
            let (fittings, cost) = ready(&mut planners, spec, &map).unwrap();
            assert_eq!((fittings.len(), cost), (updates.len().min(1), 4.0), "{spec}");
            assert!(fittings.iter().all(|how| updates.contains(how)), "{spec} was {fittings:?}");
            map.free((1, 1)).unwrap();
        }
        assert_eq!(planners.kept.len(), 4);
    }

    #[test]
    fn only_some_are_kept() {
        let mut planners = planners();
        let map = Map::open(5, 5).unwrap();
        for count in 1..=2 * limits::PLANNERS {
            let selection = select(&format!("weighted-astar:weight={count}"));
            planners.get(&selection, &map).unwrap();
            assert_eq!(planners.kept.len(), count.min(limits::PLANNERS));
        }
    }

    #[test]
    fn edits_made_while_a_planner_is_prepared_are_brought_into_it() {
        let mut planners = planners();
        let mut map = Map::open(30, 30).unwrap();
        let first = progress(&mut planners, "gated", &map);
        assert_eq!((first.update, &first.waits_for), (false, &None));
        assert_eq!(first.planner, "gated");
        map.block((1, 1)).unwrap();
        let second = progress(&mut planners, "gated", &map);
        assert!(second.milliseconds > first.milliseconds, "{first:?} {second:?}");
        GATE.store(true, Ordering::SeqCst);
        assert_eq!(ready(&mut planners, "gated", &map).unwrap(), (vec!["prepared", "repaired"], 4.0));
        map.free((1, 1)).unwrap();
        assert_eq!(ready(&mut planners, "gated", &map).unwrap(), (vec!["repaired"], 8f64.sqrt()));
    }

    /// Waits for a place, which a preparation leaves when it ends.
    fn is_free_within_a_second(places: &Semaphore) -> bool {
        let begun = Instant::now();
        while places.available_permits() == 0 && begun.elapsed() < Duration::from_secs(1) {
            thread::sleep(Duration::from_millis(1));
        }
        places.available_permits() > 0
    }

    #[test]
    fn a_preparation_ends_with_its_session_and_with_its_map() {
        let places = Arc::new(Semaphore::new(1));
        let map = Map::open(5, 5).unwrap();
        let mut planners = planners_with(&places, limits::MEMORY);
        progress(&mut planners, "endless", &map);
        assert_eq!(places.available_permits(), 0);
        planners.take();
        assert!(is_free_within_a_second(&places));
        progress(&mut planners, "endless", &map);
        assert_eq!(places.available_permits(), 0);
        drop(planners);
        assert!(is_free_within_a_second(&places));
    }

    #[test]
    fn preparations_wait_for_each_other_and_updates_do_not() {
        let places = Arc::new(Semaphore::new(1));
        let mut map = Map::open(5, 5).unwrap();
        let [mut one, mut other] = [0; 2].map(|_| planners_with(&places, limits::MEMORY));
        ready(&mut other, "jps-plus", &map).unwrap();
        progress(&mut one, "endless", &map);
        let waiting = progress(&mut one, "alt", &map);
        assert_eq!(
            (waiting.planner.as_str(), waiting.waits_for.as_deref()),
            ("alt", Some("the preparation for endless"))
        );
        let waiting = progress(&mut other, "alt", &map);
        assert_eq!(waiting.waits_for.as_deref(), Some("preparations of other pages"));
        map.block((1, 1)).unwrap();
        assert_eq!(ready(&mut other, "jps-plus", &map).unwrap().0, ["repaired"]);
        thread::sleep(limits::ABANDONED);
        assert_eq!(ready(&mut one, "alt", &map).unwrap().0, ["prepared"], "no one asks for the endless one");
    }

    #[test]
    fn planners_that_a_map_cannot_have_are_refused() {
        let mut planners = planners();
        let mut map = Map::open(3, 3).unwrap();
        ready(&mut planners, "jps-plus", &map).unwrap();
        map.edit(|edit| edit.set_cost((1, 1), 7)).unwrap();
        let fault = planners.get(&select("jps-plus"), &map).unwrap_err();
        assert!(fault.0.starts_with("jps-plus does not support terrain costs"), "{}", fault.0);
        map.edit(|edit| edit.set_cost((1, 1), 0)).unwrap();
        let (fittings, cost) = ready(&mut planners, "jps-plus", &map).unwrap();
        assert_eq!((fittings.len(), cost), (1, 4.0), "it was not forgotten: {fittings:?}");
        assert_ne!(fittings, ["prepared"]);
    }

    #[test]
    fn memory_is_bounded() {
        const MIB: usize = 1 << 20;
        let places = Arc::new(Semaphore::new(1));
        let map = Map::open(300, 300).unwrap();
        // A table of 16 bytes a cell has some 1.4 MiB: there is room for one of them, or for none.
        let mut planners = planners_with(&places, 4 * MIB);
        for spec in ["jps-plus", "jps-plus:diagonal=cut-one-corner", "jps-plus"] {
            assert_eq!(
                ready(&mut planners, spec, &map).unwrap().0,
                ["prepared"],
                "the other one is forgotten"
            );
            assert!((MIB..2 * MIB).contains(&planners.bytes()));
        }
        drop(planners);
        let mut planners = planners_with(&places, 2 * MIB);
        let refusal = ready(&mut planners, "jps-plus", &map).unwrap_err();
        assert!(
            refusal.0.starts_with("jps-plus prepares 2 MiB or more for this map; found room for 1 MiB"),
            "{}",
            refusal.0
        );
        assert!(refusal.0.contains("a page may take 1 MiB"), "{}", refusal.0);
        assert!(refusal.0.ends_with("such as `tautline view --memory 4`"), "{}", refusal.0);
        assert_eq!((planners.bytes(), planners.kept.len()), (0, 0));
        let place = places.try_acquire();
        assert_eq!(
            planners.get(&select("jps-plus"), &map).unwrap_err(),
            refusal,
            "without another preparation"
        );
        drop(place);
        let small = Map::open(30, 30).unwrap();
        planners.take();
        assert_eq!(ready(&mut planners, "jps-plus", &small).unwrap().0, ["prepared"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_preparation_that_takes_too_much_memory_is_stopped_and_refused() {
        let memory = Arc::new(Memory::new(64 << 20));
        let places = Arc::new(Semaphore::new(1));
        let mut planners = Planners::new(Arc::clone(&places), Arc::clone(&memory), CancelFlag::new());
        let map = Map::open(5, 5).unwrap();
        progress(&mut planners, "endless", &map);
        memory.watch();
        progress(&mut planners, "endless", &map);
        // The watched process is this one.
        let bytes = vec![1_u8; 40 << 20];
        memory.watch();
        let refusal = ready(&mut planners, "endless", &map).unwrap_err();
        assert!(refusal.0.starts_with("endless prepares "), "{} {}", refusal.0, bytes.len());
        assert!(refusal.0.contains("a page may take 32 MiB"), "{}", refusal.0);
        assert_eq!(planners.get(&select("endless"), &map).unwrap_err(), refusal, "it is not tried again");

        // Planners that are kept are forgotten before a preparation is refused.
        planners.take();
        let large = Map::open(1000, 1000).unwrap();
        ready(&mut planners, "jps-plus", &large).unwrap();
        assert!(planners.bytes() > 10 << 20);
        progress(&mut planners, "endless", &large);
        let more = vec![1_u8; 24 << 20];
        memory.watch();
        assert!(!progress(&mut planners, "endless", &large).update);
        assert_eq!(planners.bytes(), 0, "{}", more.len());
    }
}
