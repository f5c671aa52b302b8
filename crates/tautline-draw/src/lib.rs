//! Drawings of Tautline's maps and of what happens on them: characters for terminals, SVG for pages, PNG for everything else.
//!
//! A [`Scene`] is a map and what is to be seen on it: paths, starts and goals, what a search expanded, the values of a field,
//! the arrows of a flow field, the trails of a crowd. Walls, terrain, links and hexagons come from the map by themselves.

mod course;
mod error;
mod number;
mod picture;
mod plane;
mod scene;
mod search;
mod shading;
mod text;
mod trail;
mod ways;

pub use error::DrawError;
pub use scene::Scene;
pub use search::{Expanded, Searched};
