//! The registry: every algorithm, one line each.
//!
//! A planner is one file with a typed API of its own and a thin [`Descriptor`]; whatever wants all planners (the command
//! line, the conformance tests, experiments) walks the [`registry`]. To add one, write its file and add its name below.

mod angle_planner;
mod corner_options;
mod descriptor;
mod graph_options;
mod graph_search;
mod guided_grid;
mod landmark_options;
mod many;
mod midpoints;
mod options;
mod recipe;
mod selection;
mod sliced;

pub use angle_planner::{AngleAlgorithm, AngleConfig, AnglePlanner, Update};
pub use descriptor::{
    Build, BuildFor, Descriptor, Guarantee, IndexSpec, Open, OpenFor, Planner, find, nearest_names, registry,
};
use descriptor::{plan_as_typed, plan_typed};
pub use graph_search::{GraphAlgorithm, GraphPlanner, LandmarkError};
pub use many::{Workspaces, plan_many};
pub use midpoints::{MidpointAnswer, MidpointOutcome, MidpointPath, Midpoints};
pub use options::{Choice, OptionError, OptionKind, OptionSpec, Settings};
pub use recipe::{ConfigError, NodeKind, OpenKind, Recipe};
pub use selection::{Selection, SelectionError};
pub use sliced::SlicedSearch;

pub use crate::any_angle::{CornerField, First, Paths, Reexpand, Replace, VisibilityGraph};
pub use crate::cones::{BadTautGraph, Pockets, TautGraph, TautGraphConfig, TautLandmarks};
pub use crate::jumps::{
    BadJumpGraph, BadJumpHierarchy, Bounding, JumpBits, JumpGraphConfig, JumpGraphIndex, JumpHierarchy,
    JumpTable, Landmarks, TableError, TableUpdate,
};
pub use any_angle::anya::{Anya, AnyaConfig, Prunings};
pub use any_angle::ap_theta::{ApTheta, ApThetaOptions};
pub use any_angle::astar_corners::{AStarCorners, AStarCornersConfig};
pub use any_angle::astar_ps::{AStarPs, AStarPsConfig};
pub use any_angle::field_dstar::FieldDStar;
pub use any_angle::lazy_theta::{LazyTheta, LazyThetaOptions};
pub use any_angle::taut::{StalePockets, Taut};
pub use any_angle::taut_prepared::{StaleTautGraph, TautPrepared};
pub use any_angle::theta::{Theta, ThetaOptions};
pub use any_angle::visibility::{StaleGraph, Visibility};

pub use graph::alt::{Alt, AltConfig};
pub use graph::alt_best::{AltBest, AltBestConfig};
pub use graph::astar::{AStar, AStarConfig};
pub use graph::bfs::{Bfs, BfsConfig};
pub use graph::dijkstra::{Dijkstra, DijkstraConfig};
pub use graph::fringe::{Fringe, FringeConfig};
pub use graph::greedy::{Greedy, GreedyConfig};
pub use graph::ida_star::{IdaStar, IdaStarConfig};
pub use graph::weighted_astar::{WeightedAStar, WeightedAStarConfig};

pub use jump::jps::{Jps, StaleBits};
pub use jump::jps_plus::{JpsPlus, StaleTable};
pub use jump::jump_ch::{JumpCh, StaleHierarchy};
pub use jump::jump_graph::{JumpGraph, StaleIndex};

/// Declares the modules of the planners, `group/planner.rs` each, and collects their descriptors.
macro_rules! planners {
    ($($(#[$doc:meta])* $group:ident { $($planner:ident,)* })*) => {
        $($(#[$doc])* pub mod $group { $(pub mod $planner;)* })*

        static REGISTRY: &[&Descriptor] = &[$($(&$group::$planner::DESCRIPTOR,)*)*];
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
