//! The planners: one type for each algorithm, with its configuration.
//!
//! `X::new(&map, XConfig)` makes one, [`Algorithm::plan`](crate::engine::Algorithm::plan) answers queries, and
//! [`Algorithm::update`](crate::engine::Algorithm::update) makes it fit the map after edits. [`Planner`](crate::engine::Planner) is
//! any of them, and the [`Registry`](crate::engine::Registry) lists them all: whatever wants all planners (the command line, the
//! conformance tests, experiments) walks it.
//!
//! There is a folder for each family: its planners on top, and below them what only they use. Its `mod.rs` is a table of contents. To add a
//! planner, write its file and add it to the `mod.rs` of its family and to the list of public types below.

mod cone;
mod corner;
mod graph;
mod jump;
mod options;
mod turning_corner;

use crate::engine::Descriptor;

pub(crate) use options::CORNERS;

pub use graph::alt::{Alt, AltConfig};
pub use graph::alt_best::{AltBest, AltBestConfig};
pub use graph::astar::{AStar, AStarConfig};
pub use graph::bfs::{Bfs, BfsConfig};
pub use graph::dijkstra::{Dijkstra, DijkstraConfig};
pub use graph::fringe::{Fringe, FringeConfig};
pub use graph::greedy::{Greedy, GreedyConfig};
pub use graph::ida_star::{IdaStar, IdaStarConfig};
pub use graph::weighted_astar::{WeightedAStar, WeightedAStarConfig};
pub use graph::{GraphAlgorithm, GraphPlanner, NodeKind, OpenKind, Recipe, SlicedSearch};
pub use graph::{MidpointAnswer, MidpointOutcome, MidpointPath, Midpoints};

pub use jump::jps::{Jps, JpsConfig};
pub use jump::jps_plus::{JpsPlus, JpsPlusConfig};
pub use jump::jump_ch::{JumpCh, JumpChConfig};
pub use jump::jump_graph::{Bounding, JumpGraph, JumpGraphConfig, Landmarks};

pub use corner::ap_theta::{ApTheta, ApThetaConfig, ApThetaOptions};
pub use corner::astar_corners::{AStarCorners, AStarCornersConfig};
pub use corner::astar_ps::{AStarPs, AStarPsConfig};
pub use corner::field_dstar::{FieldDStar, FieldDStarConfig};
pub use corner::lazy_theta::{LazyTheta, LazyThetaConfig, LazyThetaOptions};
pub use corner::theta::{Theta, ThetaConfig, ThetaOptions};
pub use corner::visibility::{Visibility, VisibilityConfig};
pub use corner::{AngleAlgorithm, AngleConfig, AnglePlanner, UpdateVertex};
pub use corner::{CornerField, First, Paths, Reexpand, Replace};

pub use cone::anya::{Anya, AnyaConfig, Prunings};
pub use cone::taut::{Taut, TautConfig};
pub use cone::taut_prepared::{TautLandmarks, TautPrepared, TautPreparedConfig};

/// All planners, family by family.
pub(crate) static DESCRIPTORS: [&[&Descriptor]; 4] =
    [graph::DESCRIPTORS, jump::DESCRIPTORS, corner::DESCRIPTORS, cone::DESCRIPTORS];
