use super::{Ends, Guarantee, Preparation, PrepareError};
use crate::map::{Map, Revision};
use crate::moves::PathRule;
use crate::search::{Answer, Observer, Query, QueryError, Silent, Workspace};

/// What every planner can do. A planner is owned: it borrows a map for a query only, and can be shared by threads, each with a
/// workspace of its own.
///
/// [`Planner`](super::Planner) is any planner; `Planner::from` makes one of any type with this trait.
///
/// To add a planner, implement this and hand a [`Descriptor`](super::Descriptor) to
/// [`Registry::with`](super::Registry::with); the example `own_planner` of the repository does that in a page.
pub trait Algorithm: Send + Sync + 'static {
    /// Its id: what it is called in a registry and in messages.
    fn id(&self) -> &'static str;

    /// Answers a query. If it is not implemented, it calls [`plan_observed`](Self::plan_observed) with an observer that does nothing.
    ///
    /// A planner that keeps something derived from the map refuses any other state of it as
    /// [stale](crate::map::Stale). A planner that keeps nothing answers on every map, if it supports what is on it.
    fn plan(&self, map: &Map, query: &Query, workspace: &mut Workspace) -> Result<Answer, QueryError> {
        self.plan_observed(map, query, workspace, &mut Silent)
    }

    /// Answers a query while an observer watches.
    fn plan_observed(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut dyn Observer,
    ) -> Result<Answer, QueryError>;

    /// Makes the planner fit the map as it is now. Where that is not possible, the planner is as it was: it fits the state that it
    /// fitted before. Where it is stopped by a limit, the planner may also be between two states: then it refuses every map as
    /// [stale](crate::map::Stale), until an update rebuilds all that it keeps.
    fn update_with(&mut self, map: &Map, preparation: &Preparation) -> Result<Update, PrepareError>;

    /// The same without limits, on one thread.
    fn update(&mut self, map: &Map) -> Result<Update, PrepareError> {
        self.update_with(map, &Preparation::default())
    }

    /// The state of the map that it is prepared for; none if it keeps nothing derived from a map.
    fn revision(&self) -> Option<Revision> {
        None
    }

    /// What it has prepared, in a form that is its own; none if it has prepared nothing that could be stored. See
    /// [`Planner::to_bytes`](super::Planner::to_bytes) for a form that says what it is for.
    fn to_bytes(&self) -> Option<Vec<u8>> {
        None
    }

    /// How many bytes of memory what it keeps takes, roughly.
    fn memory(&self) -> usize {
        0
    }

    /// What it promises with its present options.
    fn guarantee(&self) -> Guarantee;

    /// Which paths are legal for it.
    fn rule(&self) -> PathRule;

    /// Which positions it takes as ends of a path.
    fn ends(&self) -> Ends;

    /// What each change of heading adds to the cost of its paths, in tiles.
    fn turn_penalty(&self) -> f64 {
        0.0
    }
}

/// What an update of a planner was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Update {
    /// Nothing had to be done.
    Unchanged,
    /// What it keeps was changed where the map has changed.
    Repaired,
    /// What it keeps was built from scratch.
    Rebuilt,
}

impl std::fmt::Display for Update {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Unchanged => "unchanged",
            Self::Repaired => "repaired",
            Self::Rebuilt => "rebuilt",
        })
    }
}

/// The two ways to plan of an [`Algorithm`], from its method `plan_for`, which is generic over the observer. A search is compiled
/// twice, in this crate: for no observer and for any other.
macro_rules! plan_for_all {
    () => {
        fn plan(
            &self,
            map: &$crate::map::Map,
            query: &$crate::search::Query,
            workspace: &mut $crate::search::Workspace,
        ) -> Result<$crate::search::Answer, $crate::search::QueryError> {
            $crate::map::Stale::check($crate::engine::Algorithm::revision(self), map)?;
            self.plan_for(map, query, workspace, &mut $crate::search::Silent)
        }

        fn plan_observed(
            &self,
            map: &$crate::map::Map,
            query: &$crate::search::Query,
            workspace: &mut $crate::search::Workspace,
            mut observer: &mut dyn $crate::search::Observer,
        ) -> Result<$crate::search::Answer, $crate::search::QueryError> {
            $crate::map::Stale::check($crate::engine::Algorithm::revision(self), map)?;
            self.plan_for(map, query, workspace, &mut observer)
        }
    };
}
pub(crate) use plan_for_all;
