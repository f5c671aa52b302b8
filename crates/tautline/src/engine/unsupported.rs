use std::fmt::{Display, Formatter};

use super::{Descriptor, Ends, Registry};

/// Something that a map can have or a query can ask for, and that not every planner handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// Cells that cost more than others.
    Terrain,
    /// Steps that cost more than others.
    Tolls,
    /// Teleports and the like.
    Links,
    /// Tiles with six neighbours.
    Hexagons,
    /// Cells as the ends of a path.
    Cells,
    /// Corners of the grid as the ends of a path.
    Corners,
    /// Points as the ends of a path.
    Points,
    /// Several goals, of which the cheapest to reach is wanted.
    SeveralGoals,
    /// A path that ends near its goal.
    Reach,
    /// A path to the position nearest to a goal that cannot be reached.
    Nearest,
    /// Several goals or a path that ends near its goal, with the options `nodes=fresh` and `nodes=listed`, which are for experiments.
    NodesForExperiments,
    /// Several goals or a path that ends near its goal, on so large a map: costs might not fit their type.
    LargeMap,
}

impl Display for Feature {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Terrain => "terrain costs",
            Self::Tolls => "tolls of steps",
            Self::Links => "links",
            Self::Hexagons => "hexagons",
            Self::Cells => "cells as ends of a path",
            Self::Corners => "corners as ends of a path",
            Self::Points => "points as ends of a path",
            Self::SeveralGoals => "the nearest of several goals",
            Self::Reach => "a path that ends near the goal",
            Self::Nearest => "the nearest place to a goal that cannot be reached",
            Self::NodesForExperiments => "several goals, or a path that ends near one, with such nodes",
            Self::LargeMap => "several goals, or a path that ends near one, on so large a map",
        })
    }
}

/// Something that a planner does not handle, and which planners do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{planner} does not support {what}{}", advice(planner, .instead))]
pub struct Unsupported {
    /// The planner.
    pub planner: &'static str,
    /// What it does not handle.
    pub what: Feature,
    /// The ids of planners that do: of those that take the same ends, if there are any.
    pub instead: Vec<&'static str>,
}

impl Unsupported {
    /// Something that a planner does not handle. The planners of this library that do are named instead; where that is no matter of the
    /// ends, those that take the same ends, if there are any.
    #[must_use]
    pub fn new(planner: &'static str, what: Feature) -> Self {
        let registry = Registry::core();
        let is_about_ends = matches!(what, Feature::Cells | Feature::Corners | Feature::Points);
        let ends = registry.find(planner).map(|planner| planner.ends).filter(|_| !is_about_ends);
        let takes = |other: &'static Descriptor| match ends {
            Some(Ends::Corners) => other.handles(Feature::Corners),
            Some(ends) => other.ends == ends,
            None => true,
        };
        let others = || registry.iter().filter(|other| other.id != planner && other.handles(what));
        let has_same = others().any(takes);
        let instead = others().filter(|other| takes(other) || !has_same);
        Self { planner, what, instead: instead.map(|other| other.id).collect() }
    }
}

fn advice(planner: &str, instead: &[&'static str]) -> String {
    let ends = |id: &str| Registry::core().find(id).map(|planner| planner.ends);
    let Some(first) = instead.first() else { return String::new() };
    let only_between_cells = ends(first) == Some(Ends::Cells) && ends(planner) != Some(Ends::Cells);
    let where_they_do = if only_between_cells { ", between cells" } else { "" };
    format!("; these do{where_they_do}: {}", instead.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_can_are_named() {
        let error = Unsupported::new("jps", Feature::Terrain);
        assert!(error.instead.contains(&"astar") && !error.instead.contains(&"jps"));
        assert!(!error.instead.contains(&"theta"), "its paths do not go from cell to cell");
        let error_at_any_angle = Unsupported::new("anya", Feature::Terrain);
        assert_eq!(error_at_any_angle.instead, ["theta", "field-dstar"]);
        assert!(
            Unsupported::new("anya", Feature::Links).instead.contains(&"astar"),
            "none at any angle does"
        );
        assert!(error.to_string().starts_with("jps does not support terrain costs; these do: "), "{error}");
        let error = Unsupported::new("astar", Feature::LargeMap);
        assert_eq!(
            error.to_string(),
            "astar does not support several goals, or a path that ends near one, on so large a map"
        );
    }
}
