use std::num::NonZeroUsize;

use super::{OptionError, OptionSpec, REGISTRY, Settings};
use crate::geometry::{Cell, Corner, Point};
use crate::index::IndexError;
use crate::search::{Answer, Observer, Place, Query, QueryError, Workspace};
use crate::world::{Grid, Ground};

/// What a planner promises about the length of its paths, among all paths that are legal for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guarantee {
    /// No path is shorter.
    Optimal,
    /// The path is at most this many times as long as the shortest.
    Bounded(f64),
    /// The path is at most `factor` times as long as the shortest, and `plus` tiles more.
    Within {
        /// The factor.
        factor: f64,
        /// What is added.
        plus: f64,
    },
    /// Some path, if there is one.
    Suboptimal,
}

impl Guarantee {
    /// The guarantee of a bound: optimal where it is 1, none where it is infinite.
    #[must_use]
    pub fn within(bound: f64) -> Self {
        if bound <= 1.0 {
            Self::Optimal
        } else if bound.is_finite() {
            Self::Bounded(bound)
        } else {
            Self::Suboptimal
        }
    }

    /// One word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::Bounded(_) | Self::Within { .. } => "bounded",
            Self::Suboptimal => "suboptimal",
        }
    }

    /// How many times as long as the shortest a path may be, but for what is [added](Self::plus).
    #[must_use]
    pub fn bound(self) -> f64 {
        match self {
            Self::Optimal => 1.0,
            Self::Bounded(bound) | Self::Within { factor: bound, .. } => bound,
            Self::Suboptimal => f64::INFINITY,
        }
    }

    /// How many tiles longer than that it may be.
    #[must_use]
    pub fn plus(self) -> f64 {
        match self {
            Self::Within { plus, .. } => plus,
            Self::Optimal | Self::Bounded(_) | Self::Suboptimal => 0.0,
        }
    }

    /// How long a path may be, given the length of the shortest.
    ///
    /// ```
    /// use tautline::planners::Guarantee;
    /// assert_eq!(Guarantee::Bounded(1.5).longest(20.0), 30.0);
    /// assert_eq!(Guarantee::Within { factor: 1.0, plus: 5.0 }.longest(20.0), 25.0);
    /// ```
    #[must_use]
    pub fn longest(self, shortest: f64) -> f64 {
        match self {
            // Infinitely many times nothing is no number.
            Self::Suboptimal => f64::INFINITY,
            bounded => bounded.bound() * shortest + bounded.plus(),
        }
    }
}

/// What every planner can do, whatever else its own type offers. It can be asked by several threads at once, each with a workspace of its own
/// ([`plan_many`](super::plan_many)).
pub trait Planner<P: Place>: Sync {
    /// Answers a query.
    fn plan(&self, query: &Query<P>, workspace: &mut Workspace) -> Result<Answer<P>, QueryError<P>>;

    /// Answers a query while somebody watches.
    fn plan_observed(
        &self,
        query: &Query<P>,
        workspace: &mut Workspace,
        observer: &mut dyn Observer<P>,
    ) -> Result<Answer<P>, QueryError<P>>;

    /// Which ways are legal for it.
    fn rule(&self) -> P::Rule;

    /// What it promises with its present options.
    fn guarantee(&self) -> Guarantee;

    /// What each change of heading adds to the cost of its paths, in tiles.
    fn turn_penalty(&self) -> f64 {
        0.0
    }

    /// The same planner for queries between any points, if it takes those.
    fn between_points(&self) -> Option<&dyn Planner<Point>> {
        None
    }
}

/// The two ways to plan of a planner on such places, from its `plan_for`, which is generic over the observer. Searches are compiled
/// here, once for [`Silent`](crate::search::Silent) and once for all other observers, and not again in each crate that plans.
macro_rules! plan_typed {
    ($vis:vis $place:ty $(, $doc:literal)?) => {
        /// Answers a query.
        $vis fn plan(
            &self,
            query: &$crate::search::Query<$place>,
            workspace: &mut $crate::search::Workspace,
        ) -> Result<$crate::search::Answer<$place>, $crate::search::QueryError<$place>> {
            self.plan_for(query, workspace, &mut $crate::search::Silent)
        }

        /// Answers a query while an observer watches.
        $(#[doc = $doc])?
        $vis fn plan_observed(
            &self,
            query: &$crate::search::Query<$place>,
            workspace: &mut $crate::search::Workspace,
            mut observer: &mut dyn $crate::search::Observer<$place>,
        ) -> Result<$crate::search::Answer<$place>, $crate::search::QueryError<$place>> {
            self.plan_for(query, workspace, &mut observer)
        }
    };
}
pub(in crate::planners) use plan_typed;

/// The two ways to plan of a [`Planner`] on such places whose own methods have these names.
macro_rules! plan_as_typed {
    ($place:ty) => {
        fn plan(
            &self,
            query: &$crate::search::Query<$place>,
            workspace: &mut $crate::search::Workspace,
        ) -> Result<$crate::search::Answer<$place>, $crate::search::QueryError<$place>> {
            self.plan(query, workspace)
        }

        fn plan_observed(
            &self,
            query: &$crate::search::Query<$place>,
            workspace: &mut $crate::search::Workspace,
            observer: &mut dyn $crate::search::Observer<$place>,
        ) -> Result<$crate::search::Answer<$place>, $crate::search::QueryError<$place>> {
            self.plan_observed(query, workspace, observer)
        }
    };
}
pub(in crate::planners) use plan_as_typed;

/// What the registry knows of a planner.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own, and a column of a table")]
pub struct Descriptor {
    /// Its name on the command line and in tables.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// Where it was published.
    pub paper: &'static str,
    /// What it promises with its default options.
    pub guarantee: Guarantee,
    /// Whether its paths leave the grid's directions.
    pub any_angle: bool,
    /// How it prepares an [index](crate::index) of the map, if it needs one before the first query.
    pub index: Option<IndexSpec>,
    /// Whether it takes costs of cells into account; one that plans on cells, those of steps as well.
    pub terrain: bool,
    /// Whether it uses extra edges such as teleports.
    pub links: bool,
    /// Whether it plans on hexagonal tiles.
    pub hexagons: bool,
    /// Whether it finds paths that end near the goal (see [`Reach`](crate::search::Reach) and
    /// [`Query::or_nearest`](crate::search::Query::or_nearest)).
    pub near_goals: bool,
    /// What can be set, with the defaults.
    pub options: &'static [OptionSpec],
    /// Makes it.
    pub build: Build,
}

impl Descriptor {
    /// Whether it prepares an index of the map before the first query, unless its options say otherwise.
    #[must_use]
    pub fn needs_index(&'static self) -> bool {
        self.index.is_some_and(|index| (index.is_needed)(&Settings::defaults(self)))
    }
}

/// How a planner prepares its index, and plans with one that was prepared before.
///
/// The bytes are the planner's own; [`index::prepare`](crate::index::prepare) and [`index::open`](crate::index::open) wrap
/// them into a file and check that the file fits.
#[derive(Clone, Copy, Debug)]
pub struct IndexSpec {
    /// Which form the bytes have. It goes up whenever they change, or what they mean does.
    pub version: u32,
    /// Whether there is anything to prepare with these options.
    pub is_needed: fn(&Settings) -> bool,
    /// With which options there is, in words; nothing where there always is.
    pub only_with: &'static str,
    /// Prepares a map, on as many threads as there is work for and are allowed, and puts the result into bytes.
    pub prepare: fn(&Grid, &Settings, NonZeroUsize) -> Result<Vec<u8>, OptionError>,
    /// What such bytes are, in a line for people; none where there is nothing to say.
    pub contents: fn(&[u8]) -> Option<String>,
    /// Makes the planner from such bytes. They were prepared for this map with these settings, but it does not rely on
    /// that: bytes that are none of its own are [malformed](IndexError::Malformed), never a panic.
    pub open: Open,
}

/// Makes a planner from the bytes of its index; the variant says what the planner plans on.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Open {
    /// Its paths lead along cells.
    Cells(OpenFor<Cell>),
    /// Its paths lead from corner to corner.
    Corners(OpenFor<Corner>),
}

/// Makes a planner on places of one kind from the bytes of its index.
pub type OpenFor<P> = for<'w> fn(&'w Grid, &Settings, &[u8]) -> Result<Box<dyn Planner<P> + 'w>, IndexError>;

/// Makes a planner for a map from settings; the variant says what the planner plans on.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Build {
    /// Its paths lead along cells.
    Cells(BuildFor<Cell>),
    /// Its paths lead from corner to corner.
    Corners(BuildFor<Corner>),
    /// Its paths lead from corner to corner over points on the sides of cells.
    Points(BuildFor<Point>),
}

/// Makes a planner on places of one kind.
pub type BuildFor<P> = for<'w> fn(Ground<'w>, &Settings) -> Result<Box<dyn Planner<P> + 'w>, OptionError>;

impl Build {
    /// What it plans on, in one word: what queries name.
    #[must_use]
    pub fn places(self) -> &'static str {
        match self {
            Self::Cells(_) => "cells",
            Self::Corners(_) | Self::Points(_) => "corners",
        }
    }
}

/// Every planner.
///
/// ```
/// use tautline::planners::registry;
/// assert!(registry().iter().any(|planner| planner.id == "astar"));
/// ```
#[must_use]
pub fn registry() -> &'static [&'static Descriptor] {
    REGISTRY
}

/// Names under which planners are known besides their ids: the Anya paper calls the A* form of Field D* Field A*.
const OTHER_NAMES: [(&str, &str); 1] = [("field-astar", "field-dstar")];

/// The planner with this id, or another name of it that papers use (`field-astar` for `field-dstar`).
#[must_use]
pub fn find(id: &str) -> Option<&'static Descriptor> {
    let id = OTHER_NAMES.iter().find(|(name, _)| *name == id).map_or(id, |(_, id)| id);
    REGISTRY.iter().copied().find(|planner| planner.id == id)
}

/// Those of `known` that come nearest to a misspelt name, the nearest first: what an error suggests.
#[must_use]
pub fn nearest_names<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut near: Vec<_> = known
        .into_iter()
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| {
            distance <= candidate.len().max(name.len()) / 2 || (!name.is_empty() && candidate.contains(name))
        })
        .collect();
    near.sort_by_key(|&(distance, _)| distance);
    near.into_iter().map(|(_, candidate)| candidate).take(3).collect()
}

/// How many characters have to be put in, taken out or replaced to turn one word into the other (Levenshtein).
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_found() {
        for planner in registry() {
            assert!(std::ptr::eq(find(planner.id).unwrap(), *planner), "{}", planner.id);
        }
    }

    #[test]
    fn defaults_are_valid_and_promise_what_the_descriptor_says() {
        let grid = Grid::open(3, 3).unwrap();
        for planner in registry() {
            let settings = Settings::defaults(planner);
            let guarantee = match planner.build {
                Build::Cells(build) => build((&grid).into(), &settings).unwrap().guarantee(),
                Build::Corners(build) => build((&grid).into(), &settings).unwrap().guarantee(),
                Build::Points(build) => build((&grid).into(), &settings).unwrap().guarantee(),
            };
            assert_eq!(guarantee, planner.guarantee, "{}", planner.id);
        }
    }

    #[test]
    fn a_misspelt_name_finds_its_neighbours() {
        let ids = ["bfs", "dijkstra", "astar", "weighted-astar"];
        assert_eq!(nearest_names("dijsktra", ids), ["dijkstra"]);
        assert_eq!(nearest_names("a-star", ids)[0], "astar");
        assert_eq!(nearest_names("weighted", ids), ["weighted-astar"]);
        assert!(nearest_names("something", ids).is_empty());
    }
}
