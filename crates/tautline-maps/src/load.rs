use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use tautline::map::Map;

use crate::ascii::{LONGEST_ROW, drawing_from_lines};
use crate::error::{MapError, Problem};
use crate::images::{ImageRule, begins_like_an_image, map_and_colours, parse_image_terrain};
use crate::lines::{BYTE_ORDER_MARK, Lines};
use crate::loaded::Loaded;
use crate::movingai::{Passable, Types, UnitCosts, kinds_from_lines, map_from_lines};
use crate::ros::{RosMap, Unknown};
use crate::tiled::TiledOptions;
use crate::{csv, files, ros, tiled};

/// What maps mean whose format leaves that open. A format takes from it what concerns it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// Where one can walk on a MovingAI map.
    pub passable: Passable,
    /// What a MovingAI map costs one sort of unit; then `passable` does not apply.
    pub unit: Option<UnitCosts>,
    /// What the pixels of an image mean.
    pub image: ImageRule,
    /// What becomes of the unknown cells of a ROS map.
    pub unknown: Unknown,
    /// Which layer of a Tiled map is read, and what its tiles cost.
    pub tiled: TiledOptions,
}

/// Reads a map file in whichever format it is.
///
/// A file that begins like a PNG or like a PBM, PGM or PPM is an [image](crate::images). Otherwise the end of its name
/// decides, in whichever case: `.png`, `.pbm`, `.pgm` and `.ppm` are images, `.yaml` and `.yml` are [ROS](crate::ros) maps,
/// `.tmx`, `.tmj` and `.json` are [Tiled](crate::tiled) maps, `.csv` is a [table](crate::csv). Everything else is a
/// [MovingAI map](crate::movingai) if the first line with something in it begins with `type`, and otherwise a
/// [drawing](crate::ascii).
///
/// ```
/// use tautline_maps::{LoadOptions, load};
///
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("swamp.csv");
/// std::fs::write(&file, "1,1,1\n1,9,1\n")?;
/// let loaded = load(&file, &LoadOptions::default())?;
/// assert_eq!(loaded.map.cost((1, 1)), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load(path: impl AsRef<Path>, options: &LoadOptions) -> Result<Loaded, MapError> {
    MapFile::open(path)?.load(options)
}

/// Reads a map from the bytes of a file, in whichever format it is: as [`load`] does, but formats that name other files (ROS and
/// Tiled) are refused, because nothing but these bytes is read. `name` is what error messages call the file, and its end can
/// decide the format.
///
/// ```
/// use tautline_maps::{LoadOptions, parse};
///
/// let loaded = parse(b"1,1,1\n1,9,1\n", "swamp.csv", &LoadOptions::default())?;
/// assert_eq!(loaded.map.cost((1, 1)), 9);
/// let error = parse(b"..#\n.x.\n", "room.txt", &LoadOptions::default()).unwrap_err();
/// assert_eq!(error.to_string(), "room.txt:2:2: found 'x', expected one of # . @ G S");
/// # Ok::<(), tautline_maps::MapError>(())
/// ```
pub fn parse(bytes: &[u8], name: &str, options: &LoadOptions) -> Result<Loaded, MapError> {
    let refused = |found| Err(MapError::in_file(name, Problem::NamesFiles { found }));
    match Format::of(Path::new(name), bytes) {
        Format::Ros => refused("a ROS map"),
        Format::Tiled => refused("a Tiled map"),
        format => read_alone(bytes, name, format, options),
    }
}

/// A map file that has been opened, for callers that want to know its format before it is read. It is opened once, so it may be a pipe.
#[derive(Debug)]
pub struct MapFile {
    path: PathBuf,
    name: String,
    reader: BufReader<File>,
    format: Format,
}

impl MapFile {
    /// Opens a file and looks at its first bytes.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, MapError> {
        let path = path.as_ref().to_owned();
        let name = files::name(&path);
        let mut reader = files::open(&path)?;
        let head = reader.fill_buf().map_err(|error| MapError::in_file(&name, Problem::Io(error)))?;
        let format = Format::of(&path, head);
        Ok(Self { path, name, reader, format })
    }

    /// The format in which it will be read.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Reads it; see [`load`].
    pub fn load(self, options: &LoadOptions) -> Result<Loaded, MapError> {
        let Self { path, name, reader, format } = self;
        match format {
            Format::Ros => {
                let (RosMap { map, frame }, image) =
                    ros::map_from_lines(&mut Lines::new(reader, &name), &path, options.unknown)?;
                let beside = vec![image];
                Ok(Loaded { frame: Some(frame), beside, ..map.into() })
            }
            Format::Tiled => {
                let bytes = files::rest_of_map(reader, &name)?;
                let (map, beside) = tiled::map_from_bytes(&bytes, &path, &options.tiled)?;
                Ok(Loaded { beside, ..map.into() })
            }
            format => read_alone(reader, &name, format, options),
        }
    }
}

/// Reads a map in a format that names no other files; what is none of the others is a text.
fn read_alone(
    reader: impl BufRead,
    name: &str,
    format: Format,
    options: &LoadOptions,
) -> Result<Loaded, MapError> {
    match format {
        Format::Image => {
            let bytes = files::rest_of_map(reader, name)?;
            match &options.image {
                ImageRule::Threshold(rule) => {
                    let (map, colours) = map_and_colours(&bytes, name, *rule)?;
                    Ok(Loaded { colours: Some(colours), ..map.into() })
                }
                ImageRule::Palette(rule) => Ok(parse_image_terrain(&bytes, name, rule)?.into()),
            }
        }
        Format::Csv => Ok(csv::map_from_lines(&mut Lines::new(reader, name))?.into()),
        _ => text_from_lines(&mut Lines::new(reader, name), options),
    }
}

/// The formats of map files that can be told apart by their names and first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// PNG, PBM, PGM or PPM.
    Image,
    /// The YAML file of an occupancy grid.
    Ros,
    /// TMX or TMJ.
    Tiled,
    /// A table of costs.
    Csv,
    /// A MovingAI map.
    MovingAi,
    /// A drawing.
    Drawing,
}

impl Format {
    fn of(path: &Path, head: &[u8]) -> Self {
        if begins_like_an_image(head) {
            return Self::Image;
        }
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
        match extension.as_str() {
            "png" | "pbm" | "pgm" | "ppm" => Self::Image,
            "yaml" | "yml" => Self::Ros,
            "tmx" | "tmj" | "json" => Self::Tiled,
            "csv" => Self::Csv,
            _ if head
                .strip_prefix(BYTE_ORDER_MARK)
                .unwrap_or(head)
                .trim_ascii_start()
                .starts_with(b"type") =>
            {
                Self::MovingAi
            }
            _ => Self::Drawing,
        }
    }
}

fn text_from_lines<R: BufRead>(lines: &mut Lines<R>, options: &LoadOptions) -> Result<Loaded, MapError> {
    if !begins_with_type(lines)? {
        if options.unit.is_some() {
            return Err(lines.error(Problem::Unexpected {
                found: "a drawing, whose cells are free or blocked".to_owned(),
                expected: "a MovingAI map, whose characters can have costs".to_owned(),
            }));
        }
        return drawing_from_lines(lines).map(Loaded::from);
    }
    let Some(unit) = &options.unit else {
        return map_from_lines(lines, &options.passable, Types::OctileOrHex).map(Loaded::from);
    };
    let (kinds, tiling) = kinds_from_lines(lines)?;
    let map = Map::for_unit(&kinds, unit.costs()).map_err(|error| lines.error(Problem::Size(error)))?;
    Ok(map.with_tiling(tiling).into())
}

/// Whether the first line with something in it, which will come again, begins as in a MovingAI map.
fn begins_with_type<R: BufRead>(lines: &mut Lines<R>) -> Result<bool, MapError> {
    let Some(first) = lines.next_filled(LONGEST_ROW)? else {
        return Err(lines.error(Problem::Empty { expected: "a map" }));
    };
    let begins = first.bytes.trim_ascii_start().starts_with(b"type");
    lines.hold();
    Ok(begins)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tautline::geometry::Cell;

    use super::*;
    use crate::ascii::Drawing;

    #[test]
    fn the_format_is_seen_from_the_first_line_with_something_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map");
        let load_text = |text: &str| {
            fs::write(&path, text).unwrap();
            load(&path, &LoadOptions::default())
        };
        let map = Map::from_rows(["..#"]).unwrap();
        let movingai = load_text("\n\ntype octile\nheight 1\nwidth 3\nmap\nGST\n").unwrap();
        assert_eq!(movingai, map.clone().into());
        let drawing = load_text("\n\nGS#\n").unwrap();
        let expected = Drawing { map, start: Some(Cell::new(1, 0)), goal: Some(Cell::new(0, 0)) };
        assert_eq!(drawing, expected.into());

        let message = |text: &str| load_text(text).unwrap_err().to_string();
        let name = path.display();
        assert_eq!(message(""), format!("{name}: the file is empty, expected a map"));
        assert_eq!(message("typo\n"), format!("{name}:1:1: found 't', expected one of # . @ G S"));
        assert_eq!(
            message("type x\n"),
            format!("{name}:1: found \"type x\", expected `type octile` or `type hex`")
        );
        assert_eq!(message("\x1f\u{8b}"), format!("{name}:1:1: found byte 0x1F, expected one of # . @ G S"));
    }

    #[test]
    fn bytes_are_read_as_files_are_unless_they_name_others() {
        let folder = tempfile::tempdir().unwrap();
        let files: [(&str, &[u8]); 6] = [
            ("a.map", b"type octile\nheight 1\nwidth 3\nmap\nG@T\n"),
            ("b", b"\n\nS.G\n"),
            ("c.csv", b"1,2\n0,7\n"),
            ("d", b"P2 3 1 255 255 127 128"),
            ("broken.map", b"type octile\nheight 2\nwidth 3\nmap\n...\n..\n"),
            ("empty.csv", b""),
        ];
        for (name, bytes) in files {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            let (file, parsed) =
                (load(&path, &LoadOptions::default()), parse(bytes, name, &LoadOptions::default()));
            match (file, parsed) {
                (Ok(file), Ok(parsed)) => assert_eq!(file, parsed, "{name}"),
                (Err(file), Err(parsed)) => {
                    assert_eq!(file.to_string(), format!("{}/{parsed}", folder.path().display()));
                }
                (file, parsed) => panic!("{name}: {file:?}, but {parsed:?}"),
            }
        }
        for (name, what) in [("map.yaml", "a ROS map"), ("MAP.TMX", "a Tiled map"), ("x.json", "a Tiled map")]
        {
            let error = parse(b"image: /etc/passwd\n", name, &LoadOptions::default()).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("{name}: found {what}, which names other files, expected a map that is one file")
            );
        }
    }
}
