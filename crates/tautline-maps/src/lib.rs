//! Map files in and out, and seeded map generators, for Tautline.
//!
//! - [`load`] reads a map file, whichever format it is in.
//! - [`movingai`] has the maps, scenarios and reference lengths of the MovingAI benchmarks, and what kinds of terrain cost
//!   which unit.
//! - [`ascii`] has plain drawings: `.` is free, `#` is blocked, `S` and `G` are the start and the goal.
//! - [`images`] has PNG and PGM by brightness or by colour.
//! - [`ros`] has occupancy grids with their place in the world.
//! - [`tiled`] has the maps of the editor Tiled, squares and hexagons.
//! - [`csv`] has tables of costs.
//! - [`links`] has teleports and the like, in a file beside the map.
//! - [`generate`] makes maps from a seed, the same ones on every machine.
//! - [`builtin`] is the map that is always at hand.
//!
//! Text is read as a stream, other files as a whole, and nothing in them is believed before it is checked: a header
//! that promises a billion rows takes no memory, and neither a line nor a file without an end is read to its end. A
//! [`MapError`] says where the problem is, what was found there and what was expected.
//!
//! ```
//! use tautline_maps::movingai::{Passable, parse_map};
//!
//! let file = "type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n";
//! let map = parse_map(file.as_bytes(), "small.map", &Passable::default())?;
//! assert_eq!(map.free_cells(), 4);
//!
//! let file = "type octile\nheight 2\nwidth 3\nmap\n..@\n.T\n";
//! let error = parse_map(file.as_bytes(), "small.map", &Passable::default()).unwrap_err();
//! assert_eq!(error.to_string(), "small.map:6: row 2 has 2 cells, expected 3 (the header says width 3)");
//! # Ok::<(), tautline_maps::MapError>(())
//! ```

pub mod ascii;
mod builtin;
pub mod csv;
mod error;
mod fields;
mod files;
pub mod generate;
pub mod images;
mod lines;
pub mod links;
mod load;
mod loaded;
pub mod movingai;
pub mod ros;
mod rows;
pub mod tiled;

pub use ascii::Drawing;
pub use builtin::builtin;
pub use error::{MapError, Place, Problem};
pub use load::{Format, LoadOptions, MapFile, load, parse};
pub use loaded::Loaded;
