//! Map files in and out, and seeded map generators, for Tautline.
//!
//! - [`load`] reads a map file, whichever of the two formats it is in.
//! - [`movingai`] has the maps, scenarios and reference lengths of the MovingAI benchmarks.
//! - [`ascii`] has plain drawings: `.` is free, `#` is blocked, `S` and `G` are the start and the goal.
//! - [`generate`] makes maps from a seed, the same ones on every machine.
//! - [`builtin`] is the map that is always at hand.
//!
//! Files are read as streams, and nothing in them is believed before it is checked: a header that promises a
//! billion rows takes no memory, and a line without an end is not read to its end. A [`MapError`] says where the
//! problem is, what was found there and what was expected.
//!
//! ```
//! use tautline_maps::movingai::{Passable, parse_map};
//!
//! let file = "type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n";
//! let grid = parse_map(file.as_bytes(), "small.map", &Passable::default())?;
//! assert_eq!(grid.free_cells(), 4);
//!
//! let file = "type octile\nheight 2\nwidth 3\nmap\n..@\n.T\n";
//! let error = parse_map(file.as_bytes(), "small.map", &Passable::default()).unwrap_err();
//! assert_eq!(error.to_string(), "small.map:6: row 2 has 2 cells, expected 3 (the header says width 3)");
//! # Ok::<(), tautline_maps::MapError>(())
//! ```

pub mod ascii;
mod builtin;
mod error;
mod fields;
pub mod generate;
mod lines;
mod load;
pub mod movingai;
mod rows;

pub use ascii::Drawing;
pub use builtin::builtin;
pub use error::{MapError, Place, Problem};
pub use load::load;
