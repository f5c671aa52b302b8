use std::io::{self, Write};

use ::image::codecs::png::PngEncoder;
use ::image::{ExtendedColorType, ImageEncoder, ImageError};
use tautline::geometry::Cell;
use tautline::map::Map;

use super::{Colour, Palette};

/// Why an image was not written.
#[derive(Debug, thiserror::Error)]
pub enum ImageWriteError {
    /// The palette has no colour for a cost; nothing was written.
    #[error("the cell {cell} costs {cost}, and no colour of the palette stands for that")]
    NoColour {
        /// The first cell that has this cost.
        cell: Cell,
        /// The cost.
        cost: u16,
    },
    /// It could not be written, or not as a whole.
    #[error("the image cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// Writes a map as a PNG, each cell in the first colour of the palette that has its cost, which is 0 where it is
/// blocked. A palette of nothing but greys makes a greyscale image.
pub fn write_png(map: &Map, palette: &Palette, out: impl Write) -> Result<(), ImageWriteError> {
    let Raster { width, height, depth, bytes } = Raster::draw(map, palette)?;
    let colours = match depth {
        Depth::Grey => ExtendedColorType::L8,
        Depth::Colour => ExtendedColorType::Rgb8,
    };
    PngEncoder::new(out).write_image(&bytes, width, height, colours).map_err(|error| match error {
        ImageError::IoError(error) => ImageWriteError::Io(error),
        other => ImageWriteError::Io(io::Error::other(other)),
    })
}

/// Writes a map as a PGM if all colours of the palette are greys, otherwise as a PPM; see [`write_png`].
///
/// ```
/// use tautline::map::Map;
/// use tautline_maps::images::{Palette, write_pnm};
///
/// let mut file = Vec::new();
/// write_pnm(&Map::from_rows([".#"])?, &Palette::greys(), &mut file)?;
/// assert_eq!(file, b"P5\n2 1\n255\n\xff\x00");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_pnm(map: &Map, palette: &Palette, mut out: impl Write) -> Result<(), ImageWriteError> {
    let Raster { width, height, depth, bytes } = Raster::draw(map, palette)?;
    let magic = match depth {
        Depth::Grey => "P5",
        Depth::Colour => "P6",
    };
    write!(out, "{magic}\n{width} {height}\n255\n")?;
    Ok(out.write_all(&bytes)?)
}

enum Depth {
    Grey,
    Colour,
}

/// An image in memory: one byte for each pixel, or three.
struct Raster {
    width: u32,
    height: u32,
    depth: Depth,
    bytes: Vec<u8>,
}

impl Raster {
    fn draw(map: &Map, palette: &Palette) -> Result<Self, ImageWriteError> {
        let depth =
            if palette.entries().all(|(colour, _)| colour.is_grey()) { Depth::Grey } else { Depth::Colour };
        let mut bytes = Vec::new();
        for cell in map.cells() {
            let cost = map.cost(cell);
            let Some(Colour { red, green, blue }) = palette.colour(cost) else {
                return Err(ImageWriteError::NoColour { cell, cost });
            };
            match depth {
                Depth::Grey => bytes.push(red),
                Depth::Colour => bytes.extend([red, green, blue]),
            }
        }
        Ok(Self { width: map.width(), height: map.height(), depth, bytes })
    }
}
