use std::str::FromStr;

use anyhow::{bail, ensure};
use tautline::engine::{Descriptor, Ends, Registry, Selection};
use tautline::moves::{CornerRule, DiagonalRule, PathRule};

/// What kind of paths is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Track {
    /// Paths from cell to cell, to eight neighbours and without cutting corners.
    #[default]
    Classic,
    /// Paths from corner to corner, straight at any angle, and not between two obstacles that touch.
    AnyAngle,
}

impl Track {
    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::AnyAngle => "any-angle",
        }
    }

    /// The track that a planner is for.
    #[must_use]
    pub fn of(selection: &Selection) -> Self {
        Self::of_planner(selection.descriptor())
    }

    fn of_planner(planner: &Descriptor) -> Self {
        if planner.ends == Ends::Cells { Self::Classic } else { Self::AnyAngle }
    }

    /// The rule of the competition for paths.
    #[must_use]
    pub fn rule(self) -> PathRule {
        match self {
            Self::Classic => DiagonalRule::NoCornerCutting.into(),
            Self::AnyAngle => CornerRule::Closed.into(),
        }
    }

    /// How many digits coordinates have after the point where paths are printed.
    pub(crate) fn digits(self) -> usize {
        match self {
            Self::Classic => 0,
            Self::AnyAngle => 6,
        }
    }

    /// The planner that is taken when none is named: the fastest of the exact ones on most maps, with an index.
    #[must_use]
    pub fn default_planner(self) -> &'static str {
        match self {
            Self::Classic => "jump-graph",
            Self::AnyAngle => "taut-prepared",
        }
    }

    /// Makes sure that a planner is for this track; the planners of the registry that are, are named otherwise.
    pub(crate) fn check(self, selection: &Selection, registry: &Registry) -> anyhow::Result<()> {
        let is_for_this = |planner: &&'static Descriptor| Self::of_planner(planner) == self;
        ensure!(
            is_for_this(&selection.descriptor()),
            "{} plans on {} and is not for the {} track, but these are: {}",
            selection.descriptor().id,
            selection.descriptor().ends.places(),
            self.name(),
            registry.iter().filter(is_for_this).map(|other| other.id).collect::<Vec<_>>().join(", ")
        );
        Ok(())
    }
}

impl FromStr for Track {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        match [Self::Classic, Self::AnyAngle].into_iter().find(|track| track.name() == text) {
            Some(track) => Ok(track),
            None => bail!("found the track {text:?}, expected classic or any-angle"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_planner_of_a_track_is_for_it_and_has_an_index() {
        let registry = Registry::core();
        for track in [Track::Classic, Track::AnyAngle] {
            let selection = registry.select(track.default_planner()).unwrap();
            assert_eq!(Track::of(&selection), track);
            assert!(selection.needs_index());
            track.check(&selection, &registry).unwrap();
            assert_eq!(track.name().parse::<Track>().unwrap(), track);
        }
        let jps = registry.select("jps").unwrap();
        let error = Track::AnyAngle.check(&jps, &registry).unwrap_err().to_string();
        assert!(error.starts_with("jps plans on cells and is not for the any-angle track"), "{error}");
        assert!(error.contains("taut-prepared") && !error.contains("jump-graph"), "{error}");
    }
}
