//! Maps of the editor [Tiled](https://www.mapeditor.org), in both of its forms: XML (`.tmx`) and JSON (`.tmj`).
//!
//! One tile layer of a map says what its cells cost; see [`TiledOptions`]. Tilesets may be in the map or in files of their
//! own (`.tsx` or `.tsj`). Tiles are squares, or hexagons whose odd rows are shifted (stagger axis Y, stagger index Odd).

mod data;
mod document;
mod options;
mod read;
mod tmj;
mod tmx;

pub use options::TiledOptions;
pub(crate) use read::map_from_bytes;
pub use read::read_tiled;
