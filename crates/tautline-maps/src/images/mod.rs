//! Maps as images: PNG, and the PBM, PGM and PPM files of Netpbm. A pixel is a cell.
//!
//! What a pixel means is a matter of its brightness (a [`Threshold`]: it is free or blocked) or of its colour (a
//! [`Palette`]: it has a cost). How transparent it is does not matter.
//!
//! ```
//! use tautline::map::Map;
//! use tautline_maps::images::{Palette, Threshold, parse_image_grid, parse_image_terrain, write_png};
//!
//! let map = Map::from_costs(3, 2, |cell| cell.x as u16)?; // blocked, 1, 2
//! let mut file = Vec::new();
//! write_png(&map, &Palette::greys(), &mut file)?;
//! assert_eq!(parse_image_terrain(&file, "ramp.png", &Palette::greys())?, map);
//! assert_eq!(parse_image_grid(&file, "ramp.png", &Threshold::default())?.grid(), map.grid());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod colour;
mod palette;
mod pixels;
mod read;
mod threshold;
mod write;

pub use colour::{Colour, ColourError};
pub use palette::{Palette, PaletteError};
pub(crate) use pixels::{Pixels, begins_like_an_image};
pub(crate) use read::map_and_colours;
pub use read::{ImageRule, parse_image_grid, parse_image_terrain, read_image_grid, read_image_terrain};
pub use threshold::{Shade, Threshold};
pub use write::{ImageWriteError, write_png, write_pnm};
