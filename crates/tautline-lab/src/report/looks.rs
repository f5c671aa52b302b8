//! Which marks planners have: by what they promise, told apart by form as well as by colour.

use plotters::style::RGBColor;
use tautline::engine::{Guarantee, Planner, Registry};
use tautline::map::Map;

use crate::plot::{COLOURS, MARKERS};

/// A kind of planner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Look {
    /// No path is shorter than its.
    Optimal,
    /// Its paths are not much longer than the shortest.
    Bounded,
    /// It finds some path.
    Suboptimal,
    /// A program that Tautline knows no promises of.
    Other,
}

impl Look {
    /// That of a planner of a registry, as records call it.
    pub(super) fn of(registry: &Registry, planner: &str) -> Self {
        match guarantee(registry, planner) {
            Some(Guarantee::Optimal) => Self::Optimal,
            Some(Guarantee::Bounded(_) | Guarantee::Within { .. }) => Self::Bounded,
            Some(Guarantee::Suboptimal) => Self::Suboptimal,
            None => Self::Other,
        }
    }

    /// Its name in the legend.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::Bounded => "bounded",
            Self::Suboptimal => "without a bound",
            Self::Other => "other programs",
        }
    }

    /// Its colour.
    pub(super) fn colour(self) -> RGBColor {
        match self {
            Self::Optimal => COLOURS[2],
            Self::Bounded => COLOURS[1],
            Self::Suboptimal => COLOURS[3],
            Self::Other => COLOURS[0],
        }
    }

    /// The corners of its mark around the middle, in pixels.
    pub(super) fn marker(self) -> &'static [(i32, i32)] {
        match self {
            Self::Optimal => MARKERS[0],
            Self::Bounded => MARKERS[1],
            Self::Suboptimal => MARKERS[2],
            Self::Other => MARKERS[4],
        }
    }
}

/// What a planner promises with its options, which may be more or less than what it promises without.
fn guarantee(registry: &Registry, planner: &str) -> Option<Guarantee> {
    let map = Map::open(1, 1).ok()?;
    registry.planner(planner, &map).ok().as_ref().map(Planner::guarantee)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_tell_what_is_promised_with_the_options() {
        for (planner, look) in [
            ("astar", Look::Optimal),
            ("weighted-astar:weight=1", Look::Optimal),
            ("weighted-astar:weight=2", Look::Bounded),
            ("greedy", Look::Suboptimal),
            ("another's", Look::Other),
        ] {
            assert_eq!(Look::of(&Registry::core(), planner), look, "{planner}");
        }
    }
}
