//! How much memory sessions may take, and how much they take.
//!
//! Maps, the memory of searches and planners that are kept are counted, from sizes that they state themselves. A preparation states nothing
//! until it is done, so while one runs the growth of the whole process is measured, where the system says it (Linux).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tautline::map::Map;
use tautline::search::CancelFlag;

use crate::fault::Fault;
use crate::limits;

/// The memory of all sessions.
#[derive(Debug)]
pub(crate) struct Memory {
    /// The bound of all sessions together, in bytes.
    total: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Bytes that all sessions keep.
    kept: usize,
    preparations: Vec<Arc<Watched>>,
}

/// A preparation that is watched.
#[derive(Debug)]
struct Watched {
    cancel: CancelFlag,
    /// Bytes of the process when the preparation began.
    before: Option<usize>,
    /// Bytes that it may take.
    room: usize,
    /// Bytes that it had taken when it was stopped; 0 if it was not.
    stopped_at: AtomicUsize,
}

impl Memory {
    /// With a bound of all sessions together, in bytes. One session may take half of it.
    pub(crate) fn new(total: usize) -> Self {
        Self { total, state: Mutex::default() }
    }

    /// The bound of one session.
    fn of_one(&self) -> usize {
        self.total / 2
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Each change is a single assignment, so a panic leaves the state in order.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the preparations that have taken too much. To be called every [`limits::WATCH`].
    pub(crate) fn watch(&self) {
        if !self.state().preparations.is_empty() {
            self.compare(process_bytes());
        }
    }

    /// Compares the memory of the process with the bounds. Concurrent preparations share the growth evenly.
    fn compare(&self, now: Option<usize>) {
        let state = self.state();
        let count = state.preparations.len();
        for preparation in &state.preparations {
            let Some(growth) = now.zip(preparation.before).map(|(now, before)| now.saturating_sub(before))
            else {
                return;
            };
            let taken = growth / count;
            if taken > preparation.room || state.kept + growth > self.total {
                preparation.stopped_at.store(taken, Ordering::Relaxed);
                preparation.cancel.cancel();
            }
        }
    }
}

/// The resident bytes of this process, where the system says it.
fn process_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    Some(kilobytes << 10)
}

/// What a session keeps.
#[derive(Debug)]
pub(crate) struct Account {
    memory: Arc<Memory>,
    maps: usize,
    planners: usize,
}

impl Account {
    /// One that keeps nothing.
    pub(crate) fn new(memory: Arc<Memory>) -> Self {
        Self { memory, maps: 0, planners: 0 }
    }

    fn kept(&self) -> usize {
        self.maps + self.planners
    }

    /// Sets the bytes of the maps, which were checked.
    pub(crate) fn set_maps(&mut self, bytes: usize) {
        self.set(bytes, self.planners);
    }

    /// Notes that an edit has changed the bytes of a map: the first cell of terrain adds costs for all cells.
    pub(crate) fn change_maps(&mut self, before: usize, after: usize) {
        self.set_maps(self.maps - before + after);
    }

    /// Sets the bytes of the planners, which were checked.
    pub(crate) fn set_planners(&mut self, bytes: usize) {
        self.set(self.maps, bytes);
    }

    fn set(&mut self, maps: usize, planners: usize) {
        let mut state = self.memory.state();
        state.kept = state.kept - self.maps - self.planners + maps + planners;
        drop(state);
        (self.maps, self.planners) = (maps, planners);
    }

    /// How many bytes of planners there is room for, beside the maps.
    pub(crate) fn room_for_planners(&self) -> usize {
        let others = self.memory.state().kept - self.kept();
        self.memory.of_one().min(self.memory.total.saturating_sub(others)).saturating_sub(self.maps)
    }

    /// Whether maps of this size in bytes fit, without any planners.
    pub(crate) fn check_maps(&self, bytes: usize) -> Result<(), Fault> {
        let others = self.memory.state().kept - self.kept();
        if bytes <= self.memory.of_one() && others + bytes <= self.memory.total {
            return Ok(());
        }
        Err(self.refusal(&format!("this map and the searches on it would take {}", megabytes(bytes)), 0))
    }

    /// The refusal of planners of this size in bytes.
    pub(crate) fn refuse_planner(&self, planner: &str, bytes: usize) -> Fault {
        self.refusal(&format!("{planner} prepares {} or more for this map", megabytes(bytes)), self.maps)
    }

    /// The refusal of something, where maps take this many bytes already.
    fn refusal(&self, what: &str, maps: usize) -> Fault {
        let Memory { total, .. } = *self.memory;
        let others = self.memory.state().kept - self.kept();
        Fault::new(format!(
            "{what}; found room for {}, as a page may take {} (its map takes {}) and all pages {} (other pages take {}): choose a smaller map \
             or another planner, close other pages, or start the viewer with more memory, such as `tautline view --memory {}`",
            megabytes(self.memory.of_one().min(total.saturating_sub(others)).saturating_sub(maps)),
            megabytes(self.memory.of_one()),
            megabytes(maps),
            megabytes(total),
            megabytes(others),
            2 * (total >> 20),
        ))
    }

    /// Watches a preparation until what is returned is dropped: its flag is raised when it takes too much.
    pub(crate) fn watch(&self, cancel: CancelFlag) -> Watch {
        let room = self.room_for_planners().saturating_sub(self.planners);
        let watched = Watched { cancel, before: process_bytes(), room, stopped_at: AtomicUsize::new(0) };
        let watched = Arc::new(watched);
        self.memory.state().preparations.push(Arc::clone(&watched));
        Watch { memory: Arc::clone(&self.memory), watched }
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        self.set(0, 0);
    }
}

/// A preparation is watched as long as this exists.
#[derive(Debug)]
pub(crate) struct Watch {
    memory: Arc<Memory>,
    watched: Arc<Watched>,
}

impl Watch {
    /// How many bytes the preparation had taken when it was stopped for that, if it was.
    pub(crate) fn stopped_at(&self) -> Option<usize> {
        Some(self.watched.stopped_at.load(Ordering::Relaxed)).filter(|&bytes| bytes > 0)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.memory.state().preparations.retain(|watched| !Arc::ptr_eq(watched, &self.watched));
    }
}

/// An estimate of the bytes of a map and of the searches on it.
pub(crate) fn map_bytes(map: &Map) -> usize {
    let cells = map.width() as usize * map.height() as usize;
    // A bit for each cell by rows and one by columns; a cost of two bytes, where there is terrain.
    let map_only = cells / 4 + if map.terrain().is_some() { 2 * cells } else { 0 };
    map_only + limits::SEARCH_BYTES * cells
}

/// Bytes as text.
fn megabytes(bytes: usize) -> String {
    format!("{} MiB", bytes.div_ceil(1 << 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    fn memory(mebibytes: usize) -> Arc<Memory> {
        Arc::new(Memory::new(mebibytes * MIB))
    }

    #[test]
    fn a_session_has_half_and_all_have_no_more_than_the_total() {
        let memory = memory(100);
        let [mut one, mut two, three] = [0; 3].map(|_| Account::new(Arc::clone(&memory)));
        assert!(one.check_maps(50 * MIB).is_ok());
        let fault = one.check_maps(50 * MIB + 1).unwrap_err();
        assert_eq!(
            fault.0,
            "this map and the searches on it would take 51 MiB; found room for 50 MiB, as a page may take 50 MiB (its map takes 0 MiB) and all \
             pages 100 MiB (other pages take 0 MiB): choose a smaller map or another planner, close other pages, or start the viewer with \
             more memory, such as `tautline view --memory 200`"
        );
        one.set_maps(20 * MIB);
        assert_eq!(one.room_for_planners(), 30 * MIB);
        one.set_planners(30 * MIB);
        two.set_maps(40 * MIB);
        assert!(three.check_maps(11 * MIB).unwrap_err().0.contains("other pages take 90 MiB"));
        assert!(three.check_maps(10 * MIB).is_ok());
        assert_eq!(two.room_for_planners(), 10 * MIB);
        drop(one);
        assert!(three.check_maps(50 * MIB).is_ok(), "what a session kept is free when it ends");
    }

    #[test]
    fn a_preparation_that_takes_too_much_is_stopped() {
        let memory = memory(100);
        let account = Account::new(Arc::clone(&memory));
        let watch = |flag: &CancelFlag| account.watch(flag.clone());
        let before = |watch: &Watch| watch.watched.before;
        let flag = CancelFlag::new();
        let one = watch(&flag);
        let Some(begin) = before(&one) else { return };
        memory.compare(Some(begin + 50 * MIB));
        assert!(!flag.is_cancelled() && one.stopped_at().is_none());
        memory.compare(Some(begin + 51 * MIB));
        assert!(flag.is_cancelled());
        assert_eq!(one.stopped_at(), Some(51 * MIB));
        drop(one);

        let flags = [CancelFlag::new(), CancelFlag::new()];
        let both = [watch(&flags[0]), watch(&flags[1])];
        let begin = before(&both[1]).unwrap_or_default();
        memory.compare(Some(begin + 70 * MIB));
        assert!(flags.iter().all(|flag| !flag.is_cancelled()), "each has taken about a half");
        let mut other = Account::new(Arc::clone(&memory));
        other.set_maps(50 * MIB);
        memory.compare(Some(begin + 70 * MIB));
        assert!(flags.iter().all(CancelFlag::is_cancelled), "all sessions together take too much");
        drop(both);
        assert!(memory.state().preparations.is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_says_what_the_process_takes() {
        let before = process_bytes().unwrap();
        let bytes = vec![1_u8; 64 * MIB];
        let after = process_bytes().unwrap();
        assert!(after >= before + 32 * MIB, "{before} {after} {}", bytes.len());
    }
}
