//! Occupancy grids of ROS: a YAML file that says what an image means, and the image.
//!
//! ```text
//! image: office.pgm
//! resolution: 0.05
//! origin: [-10.0, -12.5, 0.0]
//! negate: 0
//! occupied_thresh: 0.65
//! free_thresh: 0.196
//! ```
//!
//! The format is that of the [map server](https://wiki.ros.org/map_server) with the mode `trinary`: a pixel is free,
//! occupied or unknown.

mod frame;
mod header;
mod map;

pub use frame::Frame;
pub(crate) use map::map_from_lines;
pub use map::{RosMap, Unknown, read_ros, write_ros};
