//! Local navigation: how agents walk along their paths, and how they keep out of each other's way.
//!
//! - [`Crowd`] is all of it in one: agents with goals on a map, their ways, and a step of time. Begin there.
//!   [`Crowd::explain`] says why an agent takes the velocity that it takes, for viewers.
//! - [`avoidance`] are the models by themselves, for programs that have a simulation already: which velocity to take among others.
//! - [`steering`], [`combine`] and [`ContextMap`] are Reynolds' behaviours for a single [`Vehicle`].
//! - [`scene`] are the scenes and measures of the field.
//!
//! Lengths are tiles and times are seconds; x grows to the right and y downwards, so that right is right on a screen. Of the models, take ORCA
//! unless you compare: it is the fastest, and the only one whose agents get through every scene with walls; HRVO and RVO are good in the
//! open, VO sways.
//!
//! A game on a grid has agents smaller than a tile; [`CrowdConfig::scaled`] fits horizon, time step and reach to their size and speed. Goals
//! and the map may change at any time:
//!
//! ```
//! use tautline::Map;
//! use tautline_crowd::avoidance::Model;
//! use tautline_crowd::{Agent, Crowd, CrowdConfig, Guide, Vec2};
//!
//! let map = Map::from_rows(["..........", "..........", "####.#####", "..........", ".........."])?;
//! let (radius, speed) = (0.35, 2.0);
//! let config = CrowdConfig { guide: Guide::planner("taut")?, ..CrowdConfig::default() };
//! let mut crowd = Crowd::new(map, config.scaled(Model::default(), radius, speed))?;
//! let at = |x: u8, y: u8| Vec2::new(f32::from(x) + 0.5, f32::from(y) + 0.5);
//! let agent = |from, to| Agent { radius, speed, max_speed: 3.0, ..Agent::new(from, to) };
//! let ids = crowd.add(&[agent(at(0, 0), at(9, 4)), agent(at(9, 4), at(0, 0))])?;
//! for _ in 0..60 {
//!     crowd.step();
//! }
//! crowd.set_goal(ids[0], at(9, 0))?; // one of them is sent elsewhere,
//! crowd.edit(|map| map.free((5, 2)))?; // and the door becomes wider
//! for _ in 0..400 {
//!     crowd.step(); // draw crowd.positions() with crowd.radii() here
//! }
//! assert!(crowd.arrived().all(|is_there| is_there));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
pub use crowd::{Agent, AgentId, Crowd, CrowdConfig, CrowdError, Explanation, Guide, Searches};
pub use neighbours::{Nearest, NeighbourIndex};
pub use side::Side;
pub use vec2::Vec2;
pub use vehicle::{Mate, Vehicle, VehicleError};
pub use walls::{Hit, Wall, Walls};
