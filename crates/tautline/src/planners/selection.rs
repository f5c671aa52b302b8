use std::fmt::{Display, Formatter};
use std::str::FromStr;

use super::{Descriptor, OptionError, Settings, find, nearest_names, registry};

/// A planner of the registry with its options, as one writes it on a command line: `astar`, or `astar:open=heap:costs=3/2`.
///
/// ```
/// use tautline::planners::{Build, Selection};
/// use tautline::world::Grid;
///
/// let selection: Selection = "astar:costs=3/2".parse()?;
/// let grid = Grid::open(5, 5)?;
/// let Build::Cells(build) = selection.planner.build else { unreachable!() };
/// assert!(build((&grid).into(), &selection.settings)?.guarantee().bound() < 1.07);
/// assert!("astra".parse::<Selection>().unwrap_err().to_string().contains("astar"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Selection {
    /// The planner.
    pub planner: &'static Descriptor,
    /// Its options.
    pub settings: Settings,
    label: String,
}

/// Why a text selects no planner.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectionError {
    /// There is no planner with this id.
    #[error("there is no planner {id:?}{}", advice(.id))]
    UnknownPlanner {
        /// The id that was given.
        id: String,
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

fn advice(id: &str) -> String {
    let ids = || registry().iter().map(|planner| planner.id);
    let near = nearest_names(id, ids());
    if near.is_empty() {
        format!("; there are: {}", ids().collect::<Vec<_>>().join(", "))
    } else {
        format!("; did you mean {}?", near.join(" or "))
    }
}

impl Selection {
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

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        let mut parts = text.split(':');
        let id = parts.next().unwrap_or_default().trim();
        let planner = find(id).ok_or_else(|| SelectionError::UnknownPlanner { id: id.into() })?;
        let mut selection = Self { planner, settings: Settings::defaults(planner), label: id.into() };
        parts.try_for_each(|option| selection.set(option))?;
        Ok(selection)
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

    fn error(text: &str) -> String {
        text.parse::<Selection>().unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_selected_and_shown() {
        let selection: Selection = "astar:open=heap:costs=3/2".parse().unwrap();
        assert_eq!(selection.planner.id, "astar");
        assert_eq!(selection.to_string(), "astar:open=heap:costs=3/2");
        let mut plain: Selection = "bfs".parse().unwrap();
        plain.set("diagonal=never").unwrap();
        assert_eq!(plain.to_string(), "bfs:diagonal=never");
        assert_eq!(
            " bfs : diagonal = never ".parse::<Selection>().unwrap().to_string(),
            "bfs:diagonal=never"
        );
    }

    #[test]
    fn a_planner_can_have_two_names() {
        let planner = |text: &str| text.parse::<Selection>().unwrap().planner.id;
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
