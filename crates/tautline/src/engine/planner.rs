use std::fmt::{Debug, Formatter};
use std::time::Duration;

use super::{Algorithm, Ends, Error, Guarantee, Preparation, PrepareError, Registry, Selection, Update};
use crate::index::{Index, IndexError, MapMark};
use crate::map::{Map, Revision, Stale};
use crate::moves::PathRule;
use crate::search::{Answer, Observer, Query, QueryError, Workspace};

/// Any planner. It is owned and borrows nothing: it is handed the map in each query, and can be shared by threads, each with a
/// workspace of its own.
///
/// ```
/// use tautline::{Map, Planner, Query, Workspace};
///
/// let mut map = Map::from_rows(["......", ".####.", "......"])?;
/// let mut planner = Planner::new("jps", &map)?;
/// let mut workspace = Workspace::new(); // reused from query to query
/// let answer = planner.plan(&map, &Query::new((0, 1), (5, 1)), &mut workspace)?;
/// assert_eq!(answer.path().unwrap().cost(), 7.0);
///
/// map.block((0, 0))?;
/// assert!(planner.plan(&map, &Query::new((0, 1), (5, 1)), &mut workspace).is_err(), "it is stale");
/// planner.update(&map)?;
/// assert!(planner.plan(&map, &Query::new((0, 1), (5, 1)), &mut workspace)?.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Planner {
    algorithm: Box<dyn Algorithm>,
    /// By what it was selected, unless it was made of a typed planner.
    selection: Option<Selection>,
}

impl<A: Algorithm> From<A> for Planner {
    fn from(algorithm: A) -> Self {
        Self { algorithm: Box::new(algorithm), selection: None }
    }
}

impl Debug for Planner {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Planner").field(&self.spec()).finish()
    }
}

impl Planner {
    /// The planner of this library that a text names, for a map: `astar`, or `jump-graph:landmarks=16`. Planners of other crates
    /// are made by a [`Registry`] that has them.
    pub fn new(spec: &str, map: &Map) -> Result<Self, Error> {
        Registry::core().planner(spec, map)
    }

    /// The same with limits (see [`Preparation::limits`]), or on several threads.
    pub fn prepare(spec: &str, map: &Map, preparation: &Preparation) -> Result<Self, Error> {
        Registry::core().prepare(spec, map, preparation)
    }

    pub(super) fn selected(algorithm: Box<dyn Algorithm>, selection: Selection) -> Self {
        Self { algorithm, selection: Some(selection) }
    }

    /// Answers a query. A planner that keeps something derived from the map refuses any other state of it as
    /// [stale](QueryError::Stale): [`update`](Self::update) makes it fit again.
    pub fn plan(&self, map: &Map, query: &Query, workspace: &mut Workspace) -> Result<Answer, QueryError> {
        self.algorithm.plan(map, query, workspace)
    }

    /// Answers a query while an observer watches.
    pub fn plan_observed(
        &self,
        map: &Map,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut dyn Observer,
    ) -> Result<Answer, QueryError> {
        self.algorithm.plan_observed(map, query, workspace, observer)
    }

    /// Makes the planner fit the map as it is now: it is repaired where it can be, and otherwise rebuilt. That fails, and leaves the planner as
    /// it was, if it does not support what is now on the map ([`PrepareError::Unsupported`]), or if the map has become too large for the type
    /// of its costs or for the memory that there is.
    ///
    /// ```
    /// use tautline::{Map, Planner, Update};
    ///
    /// let mut map = Map::open(500, 500)?;
    /// let mut planner = Planner::new("jps", &map)?;
    /// map.block((250, 250))?;
    /// assert_eq!(planner.update(&map)?, Update::Repaired);
    /// assert_eq!(planner.update(&map)?, Update::Unchanged);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update(&mut self, map: &Map) -> Result<Update, PrepareError> {
        self.update_with(map, &Preparation::default())
    }

    /// The same with limits (see [`Preparation::limits`]), or on several threads. After an error the planner is as it was before, or,
    /// where a repair was stopped, stale for every state of the map until the next update.
    pub fn update_with(&mut self, map: &Map, preparation: &Preparation) -> Result<Update, PrepareError> {
        self.algorithm.update_with(map, preparation)
    }

    /// What it has prepared, as an index: bytes that say which planner with which options made them, and for which map. The caller
    /// says how long it took to prepare, which is stored with it.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tautline::{Map, Planner, Query, Workspace};
    ///
    /// let map = Map::from_rows(["......", ".####.", "......"])?;
    /// let bytes = Planner::new("jps-plus", &map)?.to_bytes(&map, Duration::ZERO)?;
    ///
    /// // Later, in another process:
    /// let planner = Planner::from_bytes(&map, &bytes)?;
    /// assert_eq!(planner.spec(), "jps-plus:diagonal=no-corner-cutting");
    /// let answer = planner.plan(&map, &Query::new((0, 1), (5, 1)), &mut Workspace::new())?;
    /// assert_eq!(answer.path().unwrap().cost(), 7.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytes(&self, map: &Map, preparation: Duration) -> Result<Vec<u8>, IndexError> {
        let planner = self.id();
        let spec = self.selection.as_ref().map(Selection::index_spec).transpose()?;
        Stale::check(self.algorithm.revision(), map)?;
        let payload = self.algorithm.to_bytes().ok_or(IndexError::NotPrepared { planner })?;
        let (Some(selection), Some(spec)) = (&self.selection, spec) else {
            return Err(IndexError::NoSelection { planner });
        };
        let MapMark { width, height, content } = MapMark::of(map);
        let index = Index {
            planner,
            version: spec.version,
            settings: &selection.settings().to_string(),
            width,
            height,
            content,
            preparation,
            payload: &payload,
        };
        Ok(index.to_bytes())
    }

    /// The planner of this library that made an index, with what it has prepared. Everything is checked: that the bytes are what was
    /// written, and that they are for this map. [`Selection::open`] also checks that they are for a certain planner and options,
    /// [`Registry::open`] takes those of other crates, too.
    pub fn from_bytes(map: &Map, bytes: &[u8]) -> Result<Self, IndexError> {
        Registry::core().open(map, bytes)
    }

    /// Its id in the registry.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.selection.as_ref().map_or_else(|| self.algorithm.id(), |selection| selection.descriptor().id)
    }

    /// Its id and all its options, unless it was made of a typed planner: then its id.
    #[must_use]
    pub fn spec(&self) -> String {
        match &self.selection {
            Some(selection) if !selection.descriptor().options.is_empty() => {
                format!("{}:{}", self.id(), selection.settings())
            }
            _ => self.id().to_owned(),
        }
    }

    /// By what it was selected, unless it was made of a typed planner.
    #[must_use]
    pub fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    /// The state of the map that it is prepared for; none if it keeps nothing derived from a map.
    #[must_use]
    pub fn revision(&self) -> Option<Revision> {
        self.algorithm.revision()
    }

    /// Whether what it keeps was derived from the map as it is now. Always true for a planner that keeps nothing, also on a map that it
    /// does not support.
    #[must_use]
    pub fn is_current(&self, map: &Map) -> bool {
        Stale::check(self.algorithm.revision(), map).is_ok()
    }

    /// How many bytes of memory what it keeps takes, roughly.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.algorithm.memory()
    }

    /// What it promises with its present options.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        self.algorithm.guarantee()
    }

    /// Which paths are legal for it.
    #[must_use]
    pub fn rule(&self) -> PathRule {
        self.algorithm.rule()
    }

    /// Which positions it takes as ends of a path.
    #[must_use]
    pub fn ends(&self) -> Ends {
        self.algorithm.ends()
    }

    /// What each change of heading adds to the cost of its paths, in tiles.
    #[must_use]
    pub fn turn_penalty(&self) -> f64 {
        self.algorithm.turn_penalty()
    }
}
