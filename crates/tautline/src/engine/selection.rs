use std::fmt::{Display, Formatter};

use super::{Choice, Descriptor, IndexSpec, OptionError, Planner, Preparation, PrepareError, Settings};
use crate::index::{Index, IndexError};
use crate::map::Map;
use crate::moves::CornerRule;
use crate::planners::CORNERS;
use crate::search::{Query, QueryError};

/// A planner of a registry with its options, as one writes it on a command line: `astar`, or `astar:open=heap:costs=3/2`.
/// [`Registry::select`](super::Registry::select) makes it from such a text.
#[derive(Clone, Debug)]
pub struct Selection {
    planner: &'static Descriptor,
    settings: Settings,
    label: String,
}

/// Why a text selects no planner.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectionError {
    /// There is no planner with this id.
    #[error("there is no planner {id:?}; {}", advice(*.is_near, .others))]
    UnknownPlanner {
        /// The id that was given.
        id: String,
        /// Whether there are planners with a name like this.
        is_near: bool,
        /// The ids of these, or those of all planners.
        others: Vec<&'static str>,
    },
    /// An option without a value.
    #[error("found the option {found:?}, expected name=value")]
    NoValue {
        /// What was given.
        found: String,
    },
    /// Something is wrong with an option.
    #[error(transparent)]
    Option(#[from] OptionError),
}

fn advice(is_near: bool, others: &[&'static str]) -> String {
    if is_near {
        format!("did you mean {}?", others.join(" or "))
    } else {
        format!("there are: {}", others.join(", "))
    }
}

impl Selection {
    pub(super) fn of(planner: &'static Descriptor, settings: Settings, label: String) -> Self {
        Self { planner, settings, label }
    }

    /// What the registry knows of the planner.
    #[must_use]
    pub fn descriptor(&self) -> &'static Descriptor {
        self.planner
    }

    /// All its options.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether the planner can be asked this query on a map: whether it supports what is on the map and what is asked for, and paths can
    /// begin and end at the ends. So mistakes are found before a long preparation. (With some options a planner supports less than this
    /// says; then [`Planner::plan`] refuses the query.)
    ///
    /// ```
    /// use tautline::engine::Registry;
    /// use tautline::{Map, Query};
    ///
    /// let map = Map::from_rows(["...", ".#."])?;
    /// let selection = Registry::core().select("jump-graph")?;
    /// let refused = selection.check(&map, &Query::new((0, 0), (1, 1))).unwrap_err();
    /// assert_eq!(refused.to_string(), "the goal, cell (1, 1), is blocked");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, map: &Map, query: &Query) -> Result<(), QueryError> {
        self.planner.supports(map)?;
        let named = self.settings.get(CORNERS.name);
        let rule = CornerRule::CHOICES.iter().find(|(name, _)| named == Some(name)).map(|&(_, rule)| rule);
        query.check(self.planner, map.grid(), rule.unwrap_or_default())
    }

    /// Makes the planner for a map.
    pub fn planner(&self, map: &Map) -> Result<Planner, PrepareError> {
        self.prepare(map, &Preparation::default())
    }

    /// The same with limits (see [`Preparation::limits`]), or on several threads.
    pub fn prepare(&self, map: &Map, preparation: &Preparation) -> Result<Planner, PrepareError> {
        let algorithm = (self.planner.build)(map, &self.settings, preparation)?;
        Ok(Planner::selected(algorithm, self.clone()))
    }

    /// Makes the planner from an index, after everything was checked: that the bytes are what was written, and that they are for
    /// this planner, these options and this map.
    pub fn open(&self, map: &Map, bytes: &[u8]) -> Result<Planner, IndexError> {
        self.open_parsed(map, &Index::parse(bytes)?)
    }

    pub(super) fn open_parsed(&self, map: &Map, index: &Index<'_>) -> Result<Planner, IndexError> {
        let spec = self.index_spec()?;
        self.planner.supports(map).map_err(PrepareError::from)?;
        index.check(self, map)?;
        let algorithm = (spec.open)(map, &self.settings, index.payload)?;
        Ok(Planner::selected(algorithm, self.clone()))
    }

    /// Whether the planner prepares something with these options that can be stored.
    pub fn check_index(&self) -> Result<(), IndexError> {
        self.index_spec().map(|_| ())
    }

    /// How the planner stores what it prepares with these options.
    pub(crate) fn index_spec(&self) -> Result<IndexSpec, IndexError> {
        let planner = self.planner.id;
        let spec = self.planner.index.ok_or(IndexError::NotPrepared { planner })?;
        if (spec.is_needed)(&self.settings) {
            Ok(spec)
        } else {
            Err(IndexError::NotWithOptions { planner, only_with: spec.only_with })
        }
    }

    /// Whether it prepares an index of the map before the first query.
    #[must_use]
    pub fn needs_index(&self) -> bool {
        self.planner.index.is_some_and(|index| (index.is_needed)(&self.settings))
    }

    /// Sets an option that is written `name=value`; it becomes part of how the selection is displayed.
    pub fn set(&mut self, option: &str) -> Result<(), SelectionError> {
        let (name, value) =
            option.split_once('=').ok_or_else(|| SelectionError::NoValue { found: option.into() })?;
        let (name, value) = (name.trim(), value.trim());
        self.settings.set(name, value)?;
        self.label = format!("{}:{name}={value}", self.label);
        Ok(())
    }
}

/// As it was written.
impl Display for Selection {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Registry;

    fn select(text: &str) -> Result<Selection, SelectionError> {
        Registry::core().select(text)
    }

    fn error(text: &str) -> String {
        select(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_selected_and_shown() {
        let selection = select("astar:open=heap:costs=3/2").unwrap();
        assert_eq!(selection.planner.id, "astar");
        assert_eq!(selection.to_string(), "astar:open=heap:costs=3/2");
        let mut plain = select("bfs").unwrap();
        plain.set("diagonal=never").unwrap();
        assert_eq!(plain.to_string(), "bfs:diagonal=never");
        assert_eq!(select(" bfs : diagonal = never ").unwrap().to_string(), "bfs:diagonal=never");
    }

    #[test]
    fn a_planner_can_have_two_names() {
        let planner = |text: &str| select(text).unwrap().planner.id;
        assert_eq!([planner("field-astar"), planner("field-dstar")], ["field-dstar"; 2]);
    }

    #[test]
    fn mistakes_are_named_with_the_nearest_names() {
        assert_eq!(error("dijsktra"), "there is no planner \"dijsktra\"; did you mean dijkstra?");
        assert!(error("zzz").contains("; there are: bfs, dijkstra, greedy, astar, weighted-astar"));
        assert_eq!(error("astar:open"), "found the option \"open\", expected name=value");
        assert!(error("astar:opne=heap").contains("did you mean \"open\"?"));
        assert!(error("").starts_with("there is no planner \"\"; there are: bfs"));
    }
}
