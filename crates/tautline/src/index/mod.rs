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
//! use tautline::index::{self, Index, Opened};
//! use tautline::planners::Selection;
//! use tautline::search::{Query, Workspace};
//! use tautline::world::{Grid, Tile};
//!
//! let mut grid = Grid::from_rows(["......", ".####.", "......"])?;
//! let selection: Selection = "jps-plus".parse()?; // any planner that needs an index
//!
//! let begun = Instant::now();
//! let file = index::prepare(&selection, &grid)?.to_bytes(begun.elapsed());
//! let index = Index::parse(&file)?;
//! assert_eq!((index.planner, index.width, index.height), ("jps-plus", 6, 3));
//!
//! // Later, in another process:
//! let Opened::Cells(planner) = index::open(&selection, &grid, &file)? else { unreachable!() };
//! let answer = planner.plan(&Query::new((0, 1), (5, 1)), &mut Workspace::new())?;
//! assert_eq!(answer.path().unwrap().cost, 7.0);
//!
//! // An index of the map as it was is of no use when the map has changed.
//! drop(planner);
//! grid.set((1, 1), Tile::Free)?;
//! assert!(index::open(&selection, &grid, &file).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod format;
mod prepared;

pub use error::{IndexError, MapMark};
pub use format::{FORMAT_VERSION, Index};
pub use prepared::{Opened, Prepared, open, payload, prepare, prepare_on};
