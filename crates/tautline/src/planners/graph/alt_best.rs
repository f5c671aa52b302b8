//! `ALTBest`: A* with the best of some landmarks.

use std::num::NonZeroUsize;

use super::alt::{AltConfig, OPTIONS};
use crate::geometry::Cell;
use crate::heuristic::landmarks::{LandmarkConfig, LandmarkUse};
use crate::index::IndexError;
use crate::planners::landmark_options::{self, landmarks};
use crate::planners::{
    Build, Descriptor, GraphAlgorithm, GraphPlanner, Guarantee, OptionError, Planner, Recipe, Settings,
};
use crate::world::{Grid, Ground};

/// `ALTBest_P`: A* with one of P landmarks, the one that promises most for the whole way.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper. With whole-number costs, cheapest in those.
/// - **Needs** [`Landmarks`](crate::heuristic::landmarks::Landmarks), as [`Alt`](super::alt::Alt) does. After an edit of the map they must be
///   prepared again.
/// - **Complexity**: no state that A* would not expand, once each; more than ALT expands, but an estimate looks at one landmark
///   only, whose distances lie together in memory.
/// - Departs from the paper in where the landmarks are: as far from each other as possible, which is its future work, instead of by
///   chance (`choice=random`).
/// - T. Cazenave: *Optimizations of data structures, heuristics and algorithms for path-finding on maps*, CIG 2006.
///   DOI 10.1109/CIG.2006.311677.
///
/// ```
/// use tautline::planners::AltBest;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["....", "..#.", "...."])?;
/// let answer = AltBest::new(&grid).plan(&Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost, 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type AltBest<'w> = GraphPlanner<'w, AltBestConfig>;

/// The options of [`AltBest`]: those of [`Alt`](super::alt::Alt), but of the landmarks the [best](LandmarkUse::Best) is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AltBestConfig(pub AltConfig);

impl GraphAlgorithm for AltBestConfig {
    fn recipe(&self) -> Recipe {
        self.0.recipe()
    }

    fn landmarks(&self) -> Option<LandmarkConfig> {
        Some(LandmarkConfig { used: LandmarkUse::Best, ..self.0.landmarks })
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "alt-best",
    name: "ALTBest",
    paper: "Cazenave 2006",
    guarantee: Guarantee::Optimal,
    any_angle: false,
    index: Some(landmark_options::index(prepare, open)),
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: OPTIONS,
    build: Build::Cells(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Cell> + 'w>, OptionError> {
    Ok(Box::new(AltBest::with_config(ground, AltBestConfig(AltConfig::from_settings(settings)?))?))
}

fn prepare(grid: &Grid, settings: &Settings, threads: NonZeroUsize) -> Result<Vec<u8>, OptionError> {
    landmark_options::prepare(grid, settings, landmarks(settings, LandmarkUse::Best), threads)
}

fn open<'w>(
    grid: &'w Grid,
    settings: &Settings,
    bytes: &[u8],
) -> Result<Box<dyn Planner<Cell> + 'w>, IndexError> {
    let landmarks = landmark_options::open(grid, bytes)?;
    Ok(Box::new(AltBest::with_landmarks(
        grid,
        AltBestConfig(AltConfig::from_settings(settings)?),
        landmarks,
    )?))
}
