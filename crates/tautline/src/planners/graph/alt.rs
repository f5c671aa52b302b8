//! ALT: A* with landmarks.

use std::num::NonZeroUsize;

use super::astar::AStarConfig;
use crate::geometry::Cell;
use crate::heuristic::landmarks::{LandmarkConfig, LandmarkUse};
use crate::index::IndexError;
use crate::planners::graph_options::{COSTS, DIAGONAL, NODES, OPEN, REMEMBER_H, TIES, moves};
use crate::planners::landmark_options::{self, CHOICE, LANDMARKS, SEED, landmarks};
use crate::planners::{
    Build, Descriptor, GraphAlgorithm, GraphPlanner, Guarantee, OptionError, OptionSpec, Planner, Recipe,
    Settings,
};
use crate::world::{Grid, Ground};

/// ALT: A* with the triangle inequality over landmarks, all of them for each estimate.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper. With whole-number costs, cheapest in those.
/// - **Needs** [`Landmarks`](crate::heuristic::landmarks::Landmarks), made by [`with_config`](Self::with_config) or taken as they are by
///   [`with_landmarks`](Self::with_landmarks). After an edit of the map they must be prepared again.
/// - **Complexity**: no state that A* would not expand, once each; an estimate takes time for each landmark. Preparing takes a
///   search over the whole map for each of them, and with them 2 or 4 bytes for each cell. Where a landmark reaches just one of the
///   ends, it is known at once that there is no path.
/// - Departs from the paper: distances are the same in both directions on a grid; the estimate is never below that on an empty map
///   (as in Cazenave's paper).
/// - A. V. Goldberg, C. Harrelson: *Computing the Shortest Path: A\* Search Meets Graph Theory*, SODA 2005.
///
/// ```
/// use tautline::planners::Alt;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["....", "..#.", "...."])?;
/// let answer = Alt::new(&grid).plan(&Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost, 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Alt<'w> = GraphPlanner<'w, AltConfig>;

/// The options of [`Alt`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AltConfig {
    /// The landmarks, of which [all](LandmarkUse::All) are used, whatever it says here.
    pub landmarks: LandmarkConfig,
    /// Everything else; what it says of the heuristic and of turns does not count.
    pub astar: AStarConfig,
}

impl AltConfig {
    pub(super) fn from_settings(settings: &Settings) -> Result<Self, OptionError> {
        let (rule, costs) = moves(settings)?;
        let astar = AStarConfig {
            rule,
            costs,
            open: settings.choice("open"),
            ties: settings.choice("ties"),
            nodes: settings.choice("nodes"),
            remember_h: settings.choice("remember-h"),
            ..AStarConfig::default()
        };
        Ok(Self { landmarks: landmarks(settings, LandmarkUse::All), astar })
    }
}

impl GraphAlgorithm for AltConfig {
    fn recipe(&self) -> Recipe {
        AStarConfig { metric: None, turn_half_tiles: 0, ..self.astar }.recipe()
    }

    fn landmarks(&self) -> Option<LandmarkConfig> {
        Some(LandmarkConfig { used: LandmarkUse::All, ..self.landmarks })
    }
}

pub(super) const OPTIONS: &[OptionSpec] =
    &[LANDMARKS, CHOICE, SEED, DIAGONAL, COSTS, OPEN, TIES, NODES, REMEMBER_H];

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "alt",
    name: "ALT",
    paper: "Goldberg & Harrelson 2005",
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
    Ok(Box::new(Alt::with_config(ground, AltConfig::from_settings(settings)?)?))
}

fn prepare(grid: &Grid, settings: &Settings, threads: NonZeroUsize) -> Result<Vec<u8>, OptionError> {
    landmark_options::prepare(grid, settings, landmarks(settings, LandmarkUse::All), threads)
}

fn open<'w>(
    grid: &'w Grid,
    settings: &Settings,
    bytes: &[u8],
) -> Result<Box<dyn Planner<Cell> + 'w>, IndexError> {
    let landmarks = landmark_options::open(grid, bytes)?;
    Ok(Box::new(Alt::with_landmarks(grid, AltConfig::from_settings(settings)?, landmarks)?))
}
