use tautline::planners::{Build, ConfigError, Descriptor, OptionError, Selection, registry};
use tautline::world::Unsupported;

use crate::{Spot, takes_points};

/// Why a planner does not take a map, an agent or a question; where others do, it says which.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// There is too much to a map.
    #[error("{planner} cannot take {what} into account, but these can: {}", ids(|planner| takes(planner, *.what)))]
    Ground {
        /// The planner.
        planner: &'static str,
        /// What it does not know.
        what: Unsupported,
    },
    /// An end is neither a cell nor a corner.
    #[error(
        "{planner} plans between {places} only and cannot take the point {},{}, but these can: {}",
        .point.0, .point.1, ids(takes_points)
    )]
    Point {
        /// The planner.
        planner: &'static str,
        /// What it plans between.
        places: &'static str,
        /// The point.
        point: Spot,
    },
    /// It cannot keep an agent away from walls.
    #[error(
        "{planner} plans between {places}, along walls, and cannot take the radius {radius} into account, but these can: {}",
        ids(|planner| matches!(planner.build, Build::Cells(_)))
    )]
    Radius {
        /// The planner.
        planner: &'static str,
        /// What it plans between.
        places: &'static str,
        /// That of the agent.
        radius: f64,
    },
    /// It plans on places that are not known here.
    #[error("{planner} plans on {places}, which this program cannot show")]
    Places {
        /// The planner.
        planner: &'static str,
        /// What it plans on.
        places: &'static str,
    },
    /// Something is wrong with its options.
    #[error(transparent)]
    Option(OptionError),
}

impl Refusal {
    /// Why a planner cannot be made.
    #[must_use]
    pub fn of(selection: &Selection, error: OptionError) -> Self {
        match error {
            OptionError::Config(ConfigError::Unsupported(what)) => Self::ground(selection, what),
            other => Self::Option(other),
        }
    }

    /// There is too much to a map.
    #[must_use]
    pub fn ground(selection: &Selection, what: Unsupported) -> Self {
        Self::Ground { planner: selection.planner.id, what }
    }

    /// An end is neither a cell nor a corner.
    #[must_use]
    pub fn point(selection: &Selection, point: Spot) -> Self {
        let (planner, places) = (selection.planner.id, selection.planner.build.places());
        Self::Point { planner, places, point }
    }

    /// It cannot keep an agent of this radius away from walls.
    #[must_use]
    pub fn radius(selection: &Selection, radius: f64) -> Self {
        let (planner, places) = (selection.planner.id, selection.planner.build.places());
        Self::Radius { planner, places, radius }
    }
}

fn takes(planner: &Descriptor, what: Unsupported) -> bool {
    match what {
        Unsupported::Terrain => planner.terrain,
        // There are steps between cells only.
        Unsupported::Tolls => planner.terrain && matches!(planner.build, Build::Cells(_)),
        Unsupported::Links => planner.links,
        Unsupported::Hexagons => planner.hexagons,
    }
}

/// The planners that can do something.
pub(crate) fn ids(can: impl Fn(&'static Descriptor) -> bool) -> String {
    let ids: Vec<_> = registry().iter().filter(|planner| can(planner)).map(|planner| planner.id).collect();
    ids.join(", ")
}
