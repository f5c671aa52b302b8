//! What planners prepare, as files: the *index*.
//!
//! A planner that prepares a map before the first query can put what it prepared into bytes. Here they get a header that
//! says what they are for, and a checksum; a file of another planner, of other options, of another or an edited map, of
//! another version, or one that was cut off or damaged is refused, each with its own [`IndexError`].
//!
//! The library does no I/O and reads no clock: bytes go out and come in, and the caller says how long it took.
//!
//! ```
//! use std::time::Instant;
//! use tautline::index::Index;
//! use tautline::{Map, Planner, Query, Workspace};
//!
//! let mut map = Map::from_rows(["......", ".####.", "......"])?;
//! let begun = Instant::now();
//! let planner = Planner::new("jps-plus", &map)?; // any planner that prepares something
//! let file = planner.to_bytes(&map, begun.elapsed())?;
//! let index = Index::parse(&file)?;
//! assert_eq!((index.planner, index.width, index.height), ("jps-plus", 6, 3));
//!
//! // Later, in another process:
//! let planner = Planner::from_bytes(&map, &file)?;
//! let answer = planner.plan(&map, &Query::new((0, 1), (5, 1)), &mut Workspace::new())?;
//! assert_eq!(answer.path().unwrap().cost(), 7.0);
//!
//! // An index of the map as it was is of no use when the map has changed.
//! map.free((1, 1))?;
//! assert!(Planner::from_bytes(&map, &file).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod format;

pub use error::{IndexError, MapMark};
pub use format::{FORMAT_VERSION, Index};
