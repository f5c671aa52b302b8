use std::str::FromStr;

use anyhow::{bail, ensure};
use tautline::geometry::{Cell, Corner, Point};
use tautline::moves::{CornerRule, DiagonalRule};
use tautline::planners::{Build, Selection, registry};
use tautline::search::Place;
use tautline::world::Grid;

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
        if matches!(selection.planner.build, Build::Cells(_)) { Self::Classic } else { Self::AnyAngle }
    }

    /// The planner that is taken when none is named: the fastest of the exact ones on most maps, with an index.
    #[must_use]
    pub fn default_planner(self) -> &'static str {
        match self {
            Self::Classic => "jump-graph",
            Self::AnyAngle => "taut-prepared",
        }
    }

    /// Makes sure that a planner is for this track.
    pub(crate) fn check(self, selection: &Selection) -> anyhow::Result<()> {
        let is_for_this = |planner: &Selection| Self::of(planner) == self;
        let others = registry().iter().filter_map(|planner| planner.id.parse().ok()).filter(is_for_this);
        ensure!(
            is_for_this(selection),
            "{} plans on {} and is not for the {} track, but these are: {}",
            selection.planner.id,
            selection.planner.build.places(),
            self.name(),
            others.map(|other| other.planner.id).collect::<Vec<_>>().join(", ")
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

/// Where the paths of a track lead along.
pub trait TrackPlace: Place {
    /// The rule of the competition.
    const RULE: Self::Rule;

    /// How many digits its coordinates have after the point where paths are printed.
    const DIGITS: usize;

    /// Whether a path may leave its end in the direction of another place, or come to it from there.
    fn may_end(grid: &Grid, end: Self, other: Self) -> bool;
}

impl TrackPlace for Cell {
    const RULE: DiagonalRule = DiagonalRule::NoCornerCutting;
    const DIGITS: usize = 0;

    fn may_end(_: &Grid, _: Self, _: Self) -> bool {
        true
    }
}

impl TrackPlace for Corner {
    const RULE: CornerRule = CornerRule::Closed;
    const DIGITS: usize = 6;

    fn may_end(grid: &Grid, end: Self, other: Self) -> bool {
        Point::may_end(grid, end.into(), other.into())
    }
}

impl TrackPlace for Point {
    const RULE: CornerRule = CornerRule::Closed;
    const DIGITS: usize = 6;

    /// Where two obstacles touch, an end belongs to the cell south-east of it, and to nothing else.
    fn may_end(grid: &Grid, end: Self, other: Self) -> bool {
        let Cell { x, y } = Cell::at(end.xy());
        let free = |dx, dy| grid.is_free((x + dx, y + dy));
        let (south_east, north_west) = (free(0, 0), free(-1, -1));
        let is_double_corner = south_east == north_west && [free(-1, 0), free(0, -1)] == [!south_east; 2];
        !is_double_corner || (south_east && other.x >= end.x && other.y >= end.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_planner_of_a_track_is_for_it_and_has_an_index() {
        for track in [Track::Classic, Track::AnyAngle] {
            let selection: Selection = track.default_planner().parse().unwrap();
            assert_eq!(Track::of(&selection), track);
            assert!(selection.needs_index());
            track.check(&selection).unwrap();
            assert_eq!(track.name().parse::<Track>().unwrap(), track);
        }
        let error = Track::AnyAngle.check(&"jps".parse().unwrap()).unwrap_err().to_string();
        assert!(error.starts_with("jps plans on cells and is not for the any-angle track"), "{error}");
        assert!(error.contains("taut-prepared") && !error.contains("jump-graph"), "{error}");
    }

    #[test]
    fn an_end_between_two_obstacles_belongs_to_the_cell_south_east_of_it() {
        let grid = Grid::from_rows([".#.", "#..", "..."]).unwrap();
        let may_end = |end: (i32, i32), other: (i32, i32)| Corner::may_end(&grid, end.into(), other.into());
        for other in [(2, 1), (3, 3), (1, 2)] {
            assert!(may_end((1, 1), other), "{other:?}");
        }
        for other in [(0, 0), (1, 0), (0, 1), (0, 2)] {
            assert!(!may_end((1, 1), other), "{other:?}");
        }
        assert!(may_end((2, 1), (1, 1)) && may_end((0, 0), (0, 1)));
        let mirrored = Grid::from_rows([".#", "..", "#."]).unwrap();
        assert!(Corner::may_end(&mirrored, (1, 1).into(), (0, 2).into()), "three cells are free");
        let north_east = Grid::from_rows(["#.", ".#"]).unwrap();
        assert!(!Corner::may_end(&north_east, (1, 1).into(), (2, 0).into()), "its own cell is blocked");
    }
}
