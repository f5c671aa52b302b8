//! The planners: one type for each algorithm, with its configuration.
//!
//! `X::new(&map, XConfig)` makes one, [`Algorithm::plan`](crate::engine::Algorithm::plan) answers queries, and
//! [`Algorithm::update`](crate::engine::Algorithm::update) makes it fit the map after edits. [`Planner`](crate::engine::Planner) is
//! any of them, and the [`Registry`](crate::engine::Registry) lists them all: whatever wants all planners (the command line, the
//! conformance tests, experiments) walks it. To add one, write its file and add its name below.

mod angle_planner;
mod corner_options;
mod graph_options;
mod graph_search;
mod guided_grid;
mod landmark_options;
mod midpoints;
mod misfit;
mod recipe;
mod sliced;

use crate::engine::Descriptor;
pub(crate) use corner_options::CORNERS;

pub use angle_planner::{AngleAlgorithm, AngleConfig, AnglePlanner, UpdateVertex};
pub use graph_search::{GraphAlgorithm, GraphPlanner};
pub use midpoints::{MidpointAnswer, MidpointOutcome, MidpointPath, Midpoints};
pub use recipe::{NodeKind, OpenKind, Recipe};
pub use sliced::SlicedSearch;

pub use crate::any_angle::{CornerField, First, Paths, Reexpand, Replace};
pub use any_angle::anya::{Anya, AnyaConfig, Prunings};
pub use any_angle::ap_theta::{ApTheta, ApThetaConfig, ApThetaOptions};
pub use any_angle::astar_corners::{AStarCorners, AStarCornersConfig};
pub use any_angle::astar_ps::{AStarPs, AStarPsConfig};
pub use any_angle::field_dstar::{FieldDStar, FieldDStarConfig};
pub use any_angle::lazy_theta::{LazyTheta, LazyThetaConfig, LazyThetaOptions};
pub use any_angle::taut::{Taut, TautConfig};
pub use any_angle::taut_prepared::{TautLandmarks, TautPrepared, TautPreparedConfig};
pub use any_angle::theta::{Theta, ThetaConfig, ThetaOptions};
pub use any_angle::visibility::{Visibility, VisibilityConfig};

pub use graph::alt::{Alt, AltConfig};
pub use graph::alt_best::{AltBest, AltBestConfig};
pub use graph::astar::{AStar, AStarConfig};
pub use graph::bfs::{Bfs, BfsConfig};
pub use graph::dijkstra::{Dijkstra, DijkstraConfig};
pub use graph::fringe::{Fringe, FringeConfig};
pub use graph::greedy::{Greedy, GreedyConfig};
pub use graph::ida_star::{IdaStar, IdaStarConfig};
pub use graph::weighted_astar::{WeightedAStar, WeightedAStarConfig};

pub use jump::jps::{Jps, JpsConfig};
pub use jump::jps_plus::{JpsPlus, JpsPlusConfig};
pub use jump::jump_ch::{JumpCh, JumpChConfig};
pub use jump::jump_graph::{Bounding, JumpGraph, JumpGraphConfig, Landmarks};

/// Declares the modules of the planners, `group/planner.rs` each, and collects their descriptors.
macro_rules! planners {
    ($($(#[$doc:meta])* $group:ident { $($planner:ident,)* })*) => {
        $($(#[$doc])* mod $group { $(pub(super) mod $planner;)* })*

        pub(crate) static DESCRIPTORS: &[&Descriptor] = &[$($(&$group::$planner::DESCRIPTOR,)*)*];
    };
}

planners! {
    /// Searches on the graph of cells and steps: one best-first loop with different plugs.
    graph {
        bfs,
        dijkstra,
        greedy,
        astar,
        weighted_astar,
        alt,
        alt_best,
        ida_star,
        ida_star_delta,
        fringe,
    }
    /// Jump points: exact searches that look at few cells.
    jump {
        jps,
        jps_plus,
        jump_graph,
        jump_ch,
    }
    /// Searches over the corners of the grid, most of them at any angle.
    any_angle {
        astar_corners,
        astar_ps,
        theta,
        lazy_theta,
        ap_theta,
        field_dstar,
        visibility,
        anya,
        taut,
        taut_prepared,
    }
}
