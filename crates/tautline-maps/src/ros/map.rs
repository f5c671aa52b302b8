use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use tautline::map::{Map, Tile};

use super::Frame;
use super::header::Header;
use crate::error::{MapError, Problem};
use crate::files;
use crate::images::{Colour, Palette, Pixels, write_pnm};
use crate::lines::{self, Lines};

/// What becomes of cells whose occupancy is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unknown {
    /// One cannot walk there.
    #[default]
    Blocked,
    /// One can.
    Free,
}

/// An occupancy grid and where it lies in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct RosMap {
    /// The map; its first row is the top of the image.
    pub map: Map,
    /// Where in the world it is.
    pub frame: Frame,
}

/// Reads a YAML file and the image that it names, whose path is relative to the folder of the file.
///
/// A pixel of value v is occupied with p = (255 − v) / 255, or v / 255 if the file says `negate: 1`; colours count by the
/// mean of their channels. Cells are blocked where p > `occupied_thresh`, free where p < `free_thresh`, and otherwise
/// unknown.
///
/// ```
/// use tautline::map::Map;
/// use tautline_maps::ros::{Frame, RosMap, Unknown, read_ros, write_ros};
///
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("office.yaml");
/// let frame = Frame { resolution: 0.05, origin: (-1.0, 2.5).into(), yaw: 0.0, height: 2 };
/// let map = RosMap { map: Map::from_rows(["..#", "..."])?, frame };
/// write_ros(&map, &file)?; // office.yaml and office.pgm
/// assert_eq!(read_ros(&file, Unknown::Blocked)?, map);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_ros(path: impl AsRef<Path>, unknown: Unknown) -> Result<RosMap, MapError> {
    let path = path.as_ref();
    let (map, _) = map_from_lines(&mut lines::open(path)?, path, unknown)?;
    Ok(map)
}

/// Writes a YAML file, and beside it an image of the same name that ends with `.pgm`: 254 is free, 0 is occupied. What
/// could not be read back (a resolution of 0, an origin that is no number, a name that is no text) is refused before
/// anything is written.
pub fn write_ros(map: &RosMap, path: impl AsRef<Path>) -> io::Result<()> {
    let path = path.as_ref();
    let refuse = |why| io::Error::new(io::ErrorKind::InvalidInput, why);
    let image = path.with_extension("pgm");
    if image == path {
        return Err(refuse("the image ends with .pgm, so the file cannot"));
    }
    let name = image.file_name().and_then(|name| name.to_str());
    let Some(name) = name.filter(|name| !name.contains(char::is_control)) else {
        return Err(refuse("the name of the file is no text that YAML can hold in one line"));
    };
    let Frame { resolution, origin, yaw, height: _ } = map.frame;
    if !([resolution, origin.x, origin.y, yaw].into_iter().all(f64::is_finite) && resolution > 0.0) {
        return Err(refuse("the frame needs numbers that are finite and a resolution above 0"));
    }
    let palette: Palette = "#fefefe=1,#000000=0".parse().map_err(io::Error::other)?;
    let mut pixels = Vec::new();
    write_pnm(&map.map, &palette, &mut pixels).map_err(io::Error::other)?;
    let text = format!(
        "image: '{}'\nmode: trinary\nresolution: {resolution}\norigin: [{}, {}, {yaw}]\nnegate: 0\n\
         occupied_thresh: 0.65\nfree_thresh: 0.196\n",
        name.replace('\'', "''"),
        origin.x,
        origin.y,
    );
    fs::write(&image, pixels)?;
    fs::write(path, text)
}

/// Reads the lines of the YAML file at `path` and the image, and says where that is.
pub(crate) fn map_from_lines<R: BufRead>(
    lines: &mut Lines<R>,
    path: &Path,
    unknown: Unknown,
) -> Result<(RosMap, PathBuf), MapError> {
    let header = Header::read(lines)?;
    let (beside, image) = files::read_beside(path, &header.image)?;
    let name = files::name(&beside);
    let pixels = Pixels::decode(&image, &name)?;
    let tile = |cell| header.tile(pixels.colour(cell), unknown);
    let map = Map::from_fn(pixels.width, pixels.height, tile)
        .map_err(|error| MapError::in_file(&name, Problem::Size(error)))?;
    let Header { resolution, origin, yaw, .. } = header;
    Ok((RosMap { frame: Frame { resolution, origin, yaw, height: map.height() }, map }, beside))
}

impl Header {
    fn tile(&self, colour: Colour, unknown: Unknown) -> Tile {
        let value = colour.mean();
        let occupied = if self.negate { value } else { 255.0 - value } / 255.0;
        if occupied > self.occupied_threshold {
            Tile::Blocked
        } else if occupied < self.free_threshold || unknown == Unknown::Free {
            Tile::Free
        } else {
            Tile::Blocked
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(negate: bool) -> Header {
        Header {
            image: "a.pgm".to_owned(),
            resolution: 1.0,
            origin: (0.0, 0.0).into(),
            yaw: 0.0,
            negate,
            occupied_threshold: 0.65,
            free_threshold: 0.196,
        }
    }

    #[test]
    fn dark_is_occupied_unless_negated_and_grey_is_unknown() {
        let tiles = |negate, unknown| {
            [0, 89, 90, 205, 206, 254, 255]
                .map(|level| header(negate).tile(Colour::grey(level), unknown) == Tile::Free)
        };
        assert_eq!(tiles(false, Unknown::Blocked), [false, false, false, false, true, true, true]);
        assert_eq!(tiles(false, Unknown::Free), [false, false, true, true, true, true, true]);
        assert_eq!(tiles(true, Unknown::Blocked), [true, false, false, false, false, false, false]);
        assert_eq!(tiles(true, Unknown::Free), [true, true, true, false, false, false, false]);
    }

    #[test]
    fn the_image_lies_beside_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("map.yaml");
        let text = "image: images/map.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\n\
                    free_thresh: 0.196\n";
        fs::write(&file, text).unwrap();
        let image = folder.path().join("images/map.pgm");
        let message = || read_ros(&file, Unknown::Blocked).unwrap_err().to_string();
        let expected = format!("{}, which {} names: cannot be read: ", image.display(), file.display());
        assert!(message().starts_with(&expected), "{}", message());
        fs::create_dir(folder.path().join("images")).unwrap();
        fs::write(&image, "P5\n2 1\n255\n\u{1}").unwrap();
        let expected = format!("{}: cannot be read as Netpbm: ", image.display());
        assert!(message().starts_with(&expected), "{}", message());
        fs::write(&image, b"P5\n2 1\n255\n\xff\x00").unwrap();
        let map = read_ros(&file, Unknown::Blocked).unwrap();
        assert_eq!(map.map, Map::from_rows([".#"]).unwrap());
        assert_eq!(map.frame.height, 1);
    }

    #[test]
    fn what_could_not_be_read_back_is_refused_before_anything_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let frame = Frame { resolution: 1.0, origin: (0.0, 0.0).into(), yaw: 0.0, height: 1 };
        let map = RosMap { map: Map::open(2, 1).unwrap(), frame };
        for name in ["map.pgm", "a\nb.yaml"] {
            let error = write_ros(&map, folder.path().join(name)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        }
        for resolution in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let map = RosMap { frame: Frame { resolution, ..frame }, ..map.clone() };
            let error = write_ros(&map, folder.path().join("map.yaml")).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let file = folder.path().join("it's #1.yaml");
        write_ros(&map, &file).unwrap();
        assert_eq!(read_ros(&file, Unknown::Blocked).unwrap(), map);
    }
}
