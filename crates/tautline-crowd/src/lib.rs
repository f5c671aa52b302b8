//! Local navigation: how agents walk along their paths, and how they do not walk into each other.

mod context;
mod crowd;
mod neighbours;
mod random;
mod side;
#[cfg(test)]
mod testing;
mod vec2;
mod vehicle;
mod walls;

pub mod avoidance;
pub mod combine;
pub mod scene;
pub mod steering;

pub use context::ContextMap;
pub use crowd::{Agent, Crowd, CrowdConfig, CrowdError, Guide};
pub use neighbours::{Nearest, NeighbourIndex};
pub use side::Side;
pub use vec2::Vec2;
pub use vehicle::{Mate, Vehicle, VehicleError};
pub use walls::{Hit, Wall, Walls};
