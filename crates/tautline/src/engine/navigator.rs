use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::{Error, Planner, PrepareError, Update, Workspaces};
use crate::geometry::Position;
use crate::map::{Map, MapEdit};
use crate::path::Path;
use crate::search::{Answer, Outcome, Query, QueryError};

/// A map, its planner, and the memory of searches, kept consistent. All methods take `&self`, so that threads can share it: any number
/// of queries run at once, and an edit waits for them and updates the planner.
///
/// Calling a navigator from within a closure that was handed to [`edit`](Self::edit), [`map`](Self::map) or
/// [`planner`](Self::planner) is a deadlock. A program that cannot wait until a planner is updated keeps a [`Map`] and a
/// [`Planner`] instead.
///
/// ```
/// use tautline::{Map, Navigator};
///
/// let navigator = Navigator::new(Map::from_rows(["......", ".####.", "......"])?, "taut")?;
/// let path = navigator.path((0, 1), (5, 1))?.expect("the wall has two ends");
/// assert!(path.cost() < 5.5, "from centre to centre, around the wall");
/// let path = navigator.path((0.5, 1.75), (5.3, 1.2))?.expect("any points");
/// assert_eq!(path.points().len(), 4);
///
/// navigator.edit(|map| map.block((0, 0)))?.value?;
/// assert!(navigator.path((0, 1), (5, 1))?.is_some(), "below the wall");
/// navigator.edit(|map| map.block((0, 2)))?.value?;
/// assert!(navigator.path((0, 1), (5, 1))?.is_none(), "unreachable");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Navigator {
    state: RwLock<State>,
    workspaces: Workspaces,
}

#[derive(Debug)]
struct State {
    map: Map,
    planner: Planner,
}

/// What an edit of a navigator's map came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Edited<T> {
    /// What the closure returned.
    pub value: T,
    /// What the update of the planner was.
    pub update: Update,
}

impl Navigator {
    /// A navigator for a map with a planner of this library, named as in [`Planner::new`].
    pub fn new(map: Map, spec: &str) -> Result<Self, Error> {
        let planner = Planner::new(spec, &map)?;
        Ok(Self { state: RwLock::new(State { map, planner }), workspaces: Workspaces::new() })
    }

    /// A navigator for a map with any planner. It is updated if it does not fit the map.
    pub fn with_planner(map: Map, mut planner: Planner) -> Result<Self, PrepareError> {
        planner.update(&map)?;
        Ok(Self { state: RwLock::new(State { map, planner }), workspaces: Workspaces::new() })
    }

    /// A path from one position to another; none if there is none.
    ///
    /// # Errors
    ///
    /// - An end is blocked or outside the map ([`QueryError`]). [`Query::or_nearest`] asks for a path as near to a blocked goal as possible.
    /// - The search is stopped before it is known whether there is a path ([`Error::Stopped`]).
    pub fn path(&self, start: impl Into<Position>, goal: impl Into<Position>) -> Result<Option<Path>, Error> {
        match self.plan(&Query::new(start, goal))?.outcome {
            Outcome::Found(path) => Ok(Some(path)),
            Outcome::Stopped { why, .. } => Err(Error::Stopped(why)),
            _ => Ok(None),
        }
    }

    /// Answers a query.
    pub fn plan(&self, query: &Query) -> Result<Answer, Error> {
        let mut lent = self.workspaces.lend();
        {
            let State { map, planner } = &*self.read();
            match planner.plan(map, query, &mut lent.workspace) {
                Err(QueryError::Stale(_)) => {}
                answer => return Ok(answer?),
            }
        }
        // The closure of an edit has panicked, or the update after it has failed.
        let State { map, planner } = &mut *self.write();
        planner.update(map)?;
        Ok(planner.plan(map, query, &mut lent.workspace)?)
    }

    /// Edits the map, as in [`Map::edit`], and updates the planner once, also where the closure returns an error.
    ///
    /// If the planner cannot be updated, because it does not support what is now on the map, that is the error of this and of all
    /// queries until it can be. The map stays edited then.
    pub fn edit<T>(&self, change: impl FnOnce(&mut MapEdit<'_>) -> T) -> Result<Edited<T>, Error> {
        let State { map, planner } = &mut *self.write();
        let value = map.edit(change);
        let update = planner.update(map)?;
        Ok(Edited { value, update })
    }

    /// Reads the map.
    pub fn map<T>(&self, read: impl FnOnce(&Map) -> T) -> T {
        read(&self.read().map)
    }

    /// Reads the planner: what it promises, which ends it takes, how much memory it has.
    pub fn planner<T>(&self, read: impl FnOnce(&Planner) -> T) -> T {
        read(&self.read().planner)
    }

    /// The map and the planner, without the navigator.
    #[must_use]
    pub fn into_parts(self) -> (Map, Planner) {
        let State { map, planner } = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        (map, planner)
    }

    // A panic in a closure leaves a map that is in order, with a new revision if it was changed.
    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Cell;
    use crate::search::StopReason;

    fn navigator(spec: &str) -> Navigator {
        Navigator::new(Map::from_rows([".....", ".###.", "....."]).unwrap(), spec).unwrap()
    }

    fn cost(navigator: &Navigator) -> Option<f64> {
        navigator.path((0, 1), (4, 1)).unwrap().map(|path| path.cost())
    }

    #[test]
    fn an_edit_updates_the_planner_and_says_how() {
        let navigator = navigator("jps");
        assert_eq!(cost(&navigator), Some(6.0));
        let edited = navigator.edit(|map| map.free((2, 1))).unwrap();
        assert_eq!(edited, Edited { value: Ok(true), update: Update::Repaired });
        let edited = navigator.edit(|map| map.is_free((2, 1))).unwrap();
        assert_eq!(edited, Edited { value: true, update: Update::Unchanged });
        let failed: Result<(), &str> = navigator
            .edit(|map| {
                map.block((2, 0)).unwrap();
                map.block((2, 2)).unwrap();
                map.block((2, 1)).unwrap();
                Err("in the end")
            })
            .unwrap()
            .value;
        assert_eq!(failed, Err("in the end"));
        assert_eq!(cost(&navigator), None, "the changes have stayed");
        assert_eq!(navigator.map(Map::free_cells), 10);
    }

    #[test]
    fn a_panic_in_a_closure_is_no_harm() {
        for spec in ["jps", "jump-graph", "astar", "taut"] {
            let navigator = navigator(spec);
            let panicking = std::panic::AssertUnwindSafe(|| {
                let _ = navigator.edit(|map| {
                    map.fill(crate::geometry::Rect::new(2, 0, 1, 3), crate::map::Tile::Blocked);
                    panic!("on purpose");
                });
            });
            assert!(std::panic::catch_unwind(panicking).is_err());
            assert_eq!(cost(&navigator), None, "{spec}");
            navigator.edit(|map| map.free((2, 0))).unwrap().value.unwrap();
            assert!(cost(&navigator).is_some(), "{spec}");
        }
    }

    #[test]
    fn a_planner_that_does_not_support_the_map_says_so_until_it_does() {
        let navigator = navigator("jps");
        let is_refused = |error: &Error| error.to_string().contains("does not support terrain costs");
        assert!(is_refused(&navigator.edit(|map| map.set_cost((0, 0), 3)).unwrap_err()));
        assert!(is_refused(&navigator.path((0, 1), (4, 1)).unwrap_err()));
        assert!(navigator.edit(|map| map.set_cost((0, 0), 1)).unwrap().value.is_ok());
        assert_eq!(cost(&navigator), Some(6.0));
        let (map, planner) = navigator.into_parts();
        assert_eq!((planner.id(), map.cost(Cell::new(0, 0))), ("jps", 1));
    }

    /// A search that was stopped does not say that there is no path, and what it has so far is no path to the goal.
    #[test]
    fn a_search_that_is_stopped_is_no_path_and_not_unreachable() {
        let map = Map::open(40, 40).unwrap();
        let navigator = Navigator::new(map, "ida-star:max-nodes=2").unwrap();
        assert_eq!(navigator.path((0, 0), (39, 30)), Err(Error::Stopped(StopReason::Expansions)));
        assert!(navigator.path((0, 0), (0, 0)).unwrap().is_some());
        assert_eq!(navigator.planner(Planner::id), "ida-star");
    }

    #[test]
    fn what_the_planner_does_not_support_is_an_error_of_the_edit() {
        for spec in ["jps", "anya", "theta", "fringe", "ida-star", "astar:nodes=fresh"] {
            let navigator = Navigator::new(Map::open(9, 9).unwrap(), spec).unwrap();
            let link = crate::map::Link::new((0, 0), (5, 5), 1);
            let edited = navigator.edit(|map| map.add_link(link));
            assert!(matches!(edited, Err(Error::Prepare(_))), "{spec}: {edited:?}");
            let edited = navigator.edit(|map| map.remove_link(link)).unwrap();
            assert!(edited.value, "{spec}");
        }
    }
}
