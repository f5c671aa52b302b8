use std::io::{self, Write};

use ::image::codecs::png::PngEncoder;
use ::image::{ExtendedColorType, ImageEncoder, ImageError};
use tautline::geometry::Cell;
use tautline::world::Ground;

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

/// Writes a grid or a terrain as a PNG, each cell in the first colour of the palette that has its cost: 0 where it is
/// blocked, 1 on a grid where it is free. A palette of nothing but greys makes a greyscale image.
pub fn write_png<'w>(
    world: impl Into<Ground<'w>>,
    palette: &Palette,
    out: impl Write,
) -> Result<(), ImageWriteError> {
    let Raster { width, height, depth, bytes } = Raster::draw(&world.into(), palette)?;
    let colours = match depth {
        Depth::Grey => ExtendedColorType::L8,
        Depth::Colour => ExtendedColorType::Rgb8,
    };
    PngEncoder::new(out).write_image(&bytes, width, height, colours).map_err(|error| match error {
        ImageError::IoError(error) => ImageWriteError::Io(error),
        other => ImageWriteError::Io(io::Error::other(other)),
    })
}

/// Writes a grid or a terrain as a PGM if all colours of the palette are greys, otherwise as a PPM; see [`write_png`].
///
/// ```
/// use tautline::world::Grid;
/// use tautline_maps::images::{Palette, write_pnm};
///
/// let mut file = Vec::new();
/// write_pnm(&Grid::from_rows([".#"])?, &Palette::greys(), &mut file)?;
/// assert_eq!(file, b"P5\n2 1\n255\n\xff\x00");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_pnm<'w>(
    world: impl Into<Ground<'w>>,
    palette: &Palette,
    mut out: impl Write,
) -> Result<(), ImageWriteError> {
    let Raster { width, height, depth, bytes } = Raster::draw(&world.into(), palette)?;
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
    fn draw(world: &Ground<'_>, palette: &Palette) -> Result<Self, ImageWriteError> {
        let grid = world.grid();
        let depth =
            if palette.entries().all(|(colour, _)| colour.is_grey()) { Depth::Grey } else { Depth::Colour };
        let mut bytes = Vec::new();
        for cell in grid.cells() {
            let cost = world.cost(cell);
            let Some(Colour { red, green, blue }) = palette.colour(cost) else {
                return Err(ImageWriteError::NoColour { cell, cost });
            };
            match depth {
                Depth::Grey => bytes.push(red),
                Depth::Colour => bytes.extend([red, green, blue]),
            }
        }
        Ok(Self { width: grid.width(), height: grid.height(), depth, bytes })
    }
}
