use super::{Algorithm, Feature, Guarantee, OptionSpec, Preparation, PrepareError, Settings, Unsupported};
use crate::geometry::{Cell, Corner, Position};
use crate::index::IndexError;
use crate::map::Map;

/// A planner, or why it cannot be made.
type Made<E> = Result<Box<dyn Algorithm>, E>;

/// What a registry knows of a planner.
#[derive(Debug)]
pub struct Descriptor {
    /// Its name on the command line and in tables.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// Where it was published.
    pub paper: &'static str,
    /// What it promises with its default options.
    pub guarantee: Guarantee,
    /// Which positions it takes as ends of a path.
    pub ends: Ends,
    /// Whether its paths leave the grid's directions.
    pub any_angle: bool,
    /// What it handles besides single goals on plain maps.
    pub features: &'static [Feature],
    /// What can be set, with the defaults.
    pub options: &'static [OptionSpec],
    /// How what it has prepared is stored as an [index](crate::index) of the map, if it prepares something.
    pub index: Option<IndexSpec>,
    /// Makes it.
    pub build: fn(&Map, &Settings, &Preparation) -> Made<PrepareError>,
}

impl Descriptor {
    /// Whether it prepares an index of the map before the first query, unless its options say otherwise.
    #[must_use]
    pub fn needs_index(&'static self) -> bool {
        self.index.is_some_and(|index| (index.is_needed)(&Settings::defaults(self)))
    }

    /// Whether it supports what is on a map. Takes constant time.
    pub fn supports(&self, map: &Map) -> Result<(), Unsupported> {
        map.supports_only(self.id, self.features)
    }

    /// Whether a map can be prepared: whether it is supported, and no limit is reached.
    pub(crate) fn begin(&self, map: &Map, preparation: &Preparation) -> Result<(), PrepareError> {
        self.supports(map)?;
        preparation.check()
    }

    /// Whether it handles something.
    #[must_use]
    pub fn handles(&self, feature: Feature) -> bool {
        match feature {
            Feature::Cells | Feature::Points => self.ends != Ends::Corners,
            Feature::Corners => self.ends != Ends::Cells,
            other => self.features.contains(&other),
        }
    }
}

/// How a planner stores what it has prepared, and plans with what was stored.
///
/// The bytes are the planner's own; [`Planner::to_bytes`](super::Planner::to_bytes) and [`Registry::open`](super::Registry::open)
/// wrap them into a file and check that the file fits.
#[derive(Clone, Copy, Debug)]
pub struct IndexSpec {
    /// Which form the bytes have. It goes up whenever they change, or what they mean does.
    pub version: u32,
    /// Whether there is anything to prepare with these options.
    pub is_needed: fn(&Settings) -> bool,
    /// With which options there is, in words; nothing where there always is.
    pub only_with: &'static str,
    /// What such bytes are, in a line for people; none where there is nothing to say.
    pub contents: fn(&[u8]) -> Option<String>,
    /// Makes the planner from such bytes. They were prepared for this map with these settings, but it does not rely on
    /// that: bytes that are none of its own are [malformed](IndexError::Malformed), never a panic.
    pub open: fn(&Map, &Settings, &[u8]) -> Made<IndexError>,
}

/// Which positions a planner takes as ends of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ends {
    /// Cells, and any point for the cell that contains it (see [`Query`](crate::search::Query)).
    Cells,
    /// Corners of the grid, and nothing else.
    Corners,
    /// Any point of the free space: within a free cell, on its sides or on its corners. A cell stands for its centre. On a corner at which two
    /// obstacles touch, the path begins or ends in the cell south-east of it, which has to be free under
    /// [`CornerRule::Closed`](crate::moves::CornerRule::Closed).
    ///
    /// Each end is rounded once, along each axis to a whole number of 2⁻²⁰ of a tile. A point on a grid line stays there, and any other
    /// strictly between the same two. Whatever is decided from then on is decided for the rounded ends. A path begins and ends at
    /// the points as they were given, and its cost is its own length: its first and its last line may cut the corner of an obstacle by
    /// less than √2 · 2⁻²⁰ of a tile, and the path of an optimal planner is at most 4 · √2 · 2⁻²⁰ of a tile longer than the shortest.
    Points,
}

impl Ends {
    /// In one word what paths lead along.
    #[must_use]
    pub fn places(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::Corners => "corners",
            Self::Points => "points",
        }
    }

    /// The end that whole coordinates mean in scenarios of the MovingAI benchmarks: a cell, or for planners at any angle the corner
    /// with the same numbers.
    ///
    /// ```
    /// use tautline::engine::Ends;
    /// use tautline::{Cell, Corner};
    /// assert_eq!(Ends::Cells.scenario((3, 4)), Cell::new(3, 4).into());
    /// assert_eq!(Ends::Points.scenario((3, 4)), Corner::new(3, 4).into());
    /// ```
    #[must_use]
    pub fn scenario(self, xy: (i32, i32)) -> Position {
        match self {
            Self::Cells => Cell::from(xy).into(),
            Self::Corners | Self::Points => Corner::from(xy).into(),
        }
    }
}
