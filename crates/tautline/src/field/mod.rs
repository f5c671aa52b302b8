//! What there is to know of a whole map at once: distances from everywhere, the next step from everywhere, room around cells.
//!
//! - [`Field`]: what the way from or to the nearest of some cells costs, for every cell, exactly; with paths.
//! - [`FlowField`]: the direction of the next step towards the nearest goal, for many agents that want the same.
//! - [`DijkstraMap`]: values that can be scaled, added up and rolled down, as roguelike games use them.
//! - [`Clearance`]: how far every cell is from the nearest obstacle, and where agents of some size have room.
//! - [`Layers`]: soft costs (near walls, along a guard's route, around a treasure) that make a [`Terrain`](crate::world::Terrain).

mod clearance;
mod dijkstra_map;
mod error;
mod field_of_costs;
mod flow_field;
mod layers;
mod wave;

pub use clearance::{Border, Clearance};
pub use dijkstra_map::DijkstraMap;
pub use error::FieldError;
pub use field_of_costs::{Field, FieldConfig, Travel};
pub use flow_field::FlowField;
pub use layers::Layers;
