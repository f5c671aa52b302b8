//! What there is to know of a whole map at once: distances from everywhere, the next step from everywhere, room around cells.
//!
//! - [`Field`]: what the way from or to the nearest of some cells costs, for every cell, exactly; with paths.
//! - [`CostMatrix`]: what the ways between many sources and many targets cost.
//! - [`FlowField`]: the direction of the next step towards the nearest goal, for many agents that want the same.
//! - [`DijkstraMap`]: values that can be scaled, added up and rolled down, as roguelike games use them.
//! - [`Clearance`]: how far every cell is from the nearest obstacle, and where agents of some size have room.
//! - [`Layers`]: soft costs (near walls, along a guard's route, around a treasure) that make a [`Terrain`](crate::map::Terrain).
//!
//! # Which question, which call
//!
//! | question | call |
//! |---|---|
//! | one to all: what is how far from here? | `Field::new(&grid, [here])` |
//! | all to one: from which cells can this one be reached, and how? | [`Field::with_config`] with `travel:` [`Travel::ToRoots`]; for the next steps only, [`FlowField`] |
//! | one to many, without the rest of the map | [`Field::with_config`] with `until: goals`: ends when all goals are settled |
//! | many to one, without the rest of the map | the same with `travel: Travel::ToRoots` and `until: starts` |
//! | what is within so much, such as a turn's moves? | [`Field::with_config`] with `max_cost`; [`Field::within`] of a field that is there |
//! | which of many is nearest to each cell? | [`Field::new`] with all of them as roots; [`Field::root_of`] |
//! | many to many: every cost between two lists | [`CostMatrix::new`] |
//! | the same again from elsewhere, in the same memory | [`Field::reroot`] |

mod clearance;
mod cost_matrix;
mod dijkstra_map;
mod error;
mod field_of_costs;
mod flow_field;
mod layers;
mod wave;

pub use clearance::{Border, Clearance};
pub use cost_matrix::CostMatrix;
pub use dijkstra_map::DijkstraMap;
pub use error::{End, FieldError};
pub use field_of_costs::{Field, FieldConfig, Travel};
pub use flow_field::FlowField;
pub use layers::Layers;
