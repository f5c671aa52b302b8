//! Searches on the graph of cells and steps.
//!
//! | planner | file |
//! |---|---|
//! | `bfs`, `dijkstra`, `greedy`, `astar`, `weighted-astar` | their own names |
//! | `alt`, `alt-best` | `alt.rs`, `alt_best.rs`: the same loop with landmarks as the heuristic |
//! | `ida-star`, `ida-star-delta` | `ida_star.rs`, `ida_star_delta.rs`: depth-first searches with thresholds |
//! | `fringe` | `fringe.rs`: a list instead of an open list |
//!
//! The first seven are one best-first loop ([`BestFirst`](crate::search::BestFirst)) with different plugs. A planner is a [`GraphAlgorithm`]: it
//! says by its [`Recipe`] which costs, which open list, which order, which heuristic and which node store it wants, and [`GraphPlanner`] turns
//! that into searches over a plain grid, over a map with terrain, links or hexagons, with turn penalties, to several goals or near one
//! (`graph_search.rs`). [`SlicedSearch`] is the same loop in slices, [`Midpoints`] a search between the midpoints of sides.
//!
//! Those with thresholds share `guided_grid.rs`: a plain map, its moves, and landmarks if there are any. Their searches are
//! [`search::deepening`](crate::search) and [`search::fringe`](crate::search).

pub(super) mod alt;
pub(super) mod alt_best;
pub(super) mod astar;
pub(super) mod bfs;
pub(super) mod dijkstra;
pub(super) mod fringe;
mod graph_search;
pub(super) mod greedy;
mod guided_grid;
pub(super) mod ida_star;
pub(super) mod ida_star_delta;
mod landmark_options;
mod midpoints;
mod misfit;
mod options;
mod recipe;
mod sliced;
pub(super) mod weighted_astar;

use crate::engine::Descriptor;

pub use graph_search::{GraphAlgorithm, GraphPlanner};
pub use midpoints::{MidpointAnswer, MidpointOutcome, MidpointPath, Midpoints};
pub use recipe::{NodeKind, OpenKind, Recipe};
pub use sliced::SlicedSearch;

pub(super) static DESCRIPTORS: &[&Descriptor] = &[
    &bfs::DESCRIPTOR,
    &dijkstra::DESCRIPTOR,
    &greedy::DESCRIPTOR,
    &astar::DESCRIPTOR,
    &weighted_astar::DESCRIPTOR,
    &alt::DESCRIPTOR,
    &alt_best::DESCRIPTOR,
    &ida_star::DESCRIPTOR,
    &ida_star_delta::DESCRIPTOR,
    &fringe::DESCRIPTOR,
];
