//! The planners of a session, kept for the next query.

use std::time::{Duration, Instant};

use tautline::engine::{Planner, Selection, Update};
use tautline::map::Map;

use crate::fault::Fault;
use crate::limits;
use crate::preparing::Preparations;

/// Planners for the session's map, the last one that was asked for at the end. After an edit each is updated when it is next used.
pub(crate) struct Planners {
    preparations: Preparations,
    made: Vec<(String, Planner)>,
}

impl Planners {
    /// None so far.
    pub(crate) fn new(preparations: Preparations) -> Self {
        Self { preparations, made: Vec::new() }
    }

    /// Forgets all of them.
    pub(crate) fn clear(&mut self) {
        self.made.clear();
    }

    /// A planner that fits the map, and how long it took to make or update it now.
    pub(crate) fn get(&mut self, selection: &Selection, map: &Map) -> Result<(&Planner, Duration), Fault> {
        let key = format!("{}:{}", selection.descriptor().id, selection.settings());
        let begun = Instant::now();
        let kept = self.made.iter().position(|(made, _)| *made == key).map(|index| self.made.remove(index));
        let (planner, is_new) = match kept {
            // Preparing an index can take long, so it is done in the background, and anew after each edit.
            Some((_, planner)) if selection.needs_index() => match planner.revision() {
                Some(revision) if revision != map.revision() => (self.make(selection, map)?, true),
                _ => (planner, false),
            },
            Some((_, mut planner)) => {
                let update = planner.update(map)?;
                (planner, update != Update::Unchanged)
            }
            None => (self.make(selection, map)?, true),
        };
        let time = if is_new { begun.elapsed() } else { Duration::ZERO };
        if self.made.len() == limits::PLANNERS {
            self.made.remove(0);
        }
        self.made.push((key, planner));
        let (_, planner) = &self.made[self.made.len() - 1];
        Ok((planner, time))
    }

    fn make(&mut self, selection: &Selection, map: &Map) -> Result<Planner, Fault> {
        if selection.needs_index() {
            self.preparations.planner(selection, map)
        } else {
            Ok(selection.planner(map)?)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tautline::engine::Registry;
    use tautline::search::{Query, Workspace};
    use tokio::sync::Semaphore;

    use super::*;

    fn planners() -> Planners {
        Planners::new(Preparations::new(Arc::new(Semaphore::new(1))))
    }

    #[test]
    fn what_was_made_is_kept_and_fits_the_map_after_edits() {
        let mut planners = planners();
        let mut map = Map::open(5, 5).unwrap();
        for spec in ["astar", "jps", "jps-plus", "alt"] {
            let selection = Registry::core().select(spec).unwrap();
            assert!(planners.get(&selection, &map).unwrap().1 > Duration::ZERO, "{spec}");
            let (planner, time) = planners.get(&selection, &map).unwrap();
            assert_eq!((planner.id(), time), (spec, Duration::ZERO), "{spec} is kept");
            map.block((1, 1)).unwrap();
            let (planner, _) = planners.get(&selection, &map).unwrap();
            let answer = planner.plan(&map, &Query::new((0, 0), (2, 2)), &mut Workspace::new()).unwrap();
            assert!((answer.path().unwrap().cost() - 4.0).abs() < 1e-9, "{spec}");
            assert_eq!(planners.get(&selection, &map).unwrap().1, Duration::ZERO, "{spec}");
            map.free((1, 1)).unwrap();
        }
        assert_eq!(planners.made.len(), 4);
    }

    #[test]
    fn only_some_are_kept() {
        let mut planners = planners();
        let map = Map::open(5, 5).unwrap();
        for count in 1..=2 * limits::PLANNERS {
            let selection = Registry::core().select(&format!("weighted-astar:weight={count}")).unwrap();
            planners.get(&selection, &map).unwrap();
            assert_eq!(planners.made.len(), count.min(limits::PLANNERS));
        }
    }
}
