use std::collections::BTreeSet;
use std::path::Path;

use tautline::geometry::Cell;
use tautline::map::{Map, Tile};

use super::{Palette, Pixels, Threshold};
use crate::error::{MapError, Problem};
use crate::files;
use crate::loaded::Loaded;

/// What the pixels of an image mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageRule {
    /// Free or blocked, by brightness.
    Threshold(Threshold),
    /// What they cost, by colour.
    Palette(Palette),
}

impl Default for ImageRule {
    fn default() -> Self {
        Self::Threshold(Threshold::default())
    }
}

/// Reads a map from the bytes of an image, by brightness. `name` is what error messages call it.
///
/// ```
/// use tautline::map::Map;
/// use tautline_maps::images::{Threshold, parse_image_grid};
///
/// let file = b"P2 3 1 255 255 127 128"; // a PGM in text
/// assert_eq!(parse_image_grid(file, "row.pgm", &Threshold::default())?, Map::from_rows([".#."]).unwrap());
/// # Ok::<(), tautline_maps::MapError>(())
/// ```
pub fn parse_image_grid(bytes: &[u8], name: &str, threshold: &Threshold) -> Result<Map, MapError> {
    map_and_colours(bytes, name, *threshold).map(|(map, _)| map)
}

/// Reads a map, and counts the colours of the image, up to [`Loaded::MANY_COLOURS`].
pub(crate) fn map_and_colours(
    bytes: &[u8],
    name: &str,
    threshold: Threshold,
) -> Result<(Map, usize), MapError> {
    let pixels = Pixels::decode(bytes, name)?;
    let mut colours = BTreeSet::new();
    let mut last = None;
    let tile = |cell| {
        let colour = pixels.colour(cell);
        if last != Some(colour) && colours.len() < Loaded::MANY_COLOURS {
            colours.insert(colour);
        }
        last = Some(colour);
        if threshold.is_free(colour) { Tile::Free } else { Tile::Blocked }
    };
    let map = Map::from_fn(pixels.width, pixels.height, tile);
    Ok((map.map_err(|error| MapError::in_file(name, Problem::Size(error)))?, colours.len()))
}

/// Reads a file with an image by brightness; see [`parse_image_grid`].
pub fn read_image_grid(path: impl AsRef<Path>, threshold: &Threshold) -> Result<Map, MapError> {
    let path = path.as_ref();
    parse_image_grid(&files::read(path)?, &files::name(path), threshold)
}

/// Reads a map from the bytes of an image, by colour. `name` is what error messages call it. A colour that is not in the
/// palette is an error.
///
/// ```
/// use tautline_maps::images::parse_image_terrain;
///
/// let file = b"P3 2 1 255 255 255 255 0 0 128"; // a PPM in text
/// let map = parse_image_terrain(file, "shore.ppm", &"#ffffff=1,#000080=5".parse().unwrap())?;
/// assert_eq!(map.cost((1, 0)), 5);
/// let error = parse_image_terrain(file, "shore.ppm", &"#ffffff=1".parse().unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "shore.ppm: the pixel (1, 0) is #000080, expected one of #ffffff");
/// # Ok::<(), tautline_maps::MapError>(())
/// ```
pub fn parse_image_terrain(bytes: &[u8], name: &str, palette: &Palette) -> Result<Map, MapError> {
    let pixels = Pixels::decode(bytes, name)?;
    let mut stranger = None;
    let cost = |cell: Cell| {
        let colour = pixels.colour(cell);
        palette.cost(colour).unwrap_or_else(|| {
            stranger.get_or_insert((cell, colour));
            0
        })
    };
    let map = Map::from_costs(pixels.width, pixels.height, cost);
    if let Some((cell, found)) = stranger {
        return Err(MapError::in_file(name, Problem::Colour { cell, found, expected: palette.expected() }));
    }
    map.map_err(|error| MapError::in_file(name, Problem::Size(error)))
}

/// Reads a file with an image by colour; see [`parse_image_terrain`].
pub fn read_image_terrain(path: impl AsRef<Path>, palette: &Palette) -> Result<Map, MapError> {
    let path = path.as_ref();
    parse_image_terrain(&files::read(path)?, &files::name(path), palette)
}
