//! `tautline generate`: maps from a seed.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use tautline::map::{Map, Terrain};
use tautline_maps::ascii::write_ascii;
use tautline_maps::csv::write_csv;
use tautline_maps::generate::{
    GenerateError, Share, TerrainRule, WALL_LENGTH, maze, random, rooms, terrain, walls,
};
use tautline_maps::images::{ImageWriteError, Palette, write_png, write_pnm};
use tautline_maps::movingai::write_map;

use crate::exit::Exit;
use crate::{console, output, units};

const EXAMPLES: &str = "\
Examples:
  tautline generate maze --width 41 --height 21 --format ascii
  tautline generate random --blocked 30 --seed 7 --out random.map
  tautline generate walls --width 300 --height 300 --count 200 --out walls.map
  tautline generate terrain --regions large --largest 9 --out hills.png";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What kind of map.
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, Subcommand)]
enum Kind {
    /// Cells blocked at random, within a border of free cells.
    Random {
        /// How many percent of the cells inside the border are blocked.
        #[arg(long, value_name = "PERCENT", default_value = "20")]
        blocked: Share,
        #[command(flatten)]
        common: Common,
    },
    /// Straight walls at random places, in the eight directions.
    Walls {
        /// How many walls.
        #[arg(long, value_name = "N", default_value_t = 25)]
        count: u32,
        /// How many cells long they are.
        #[arg(long, value_name = "CELLS", default_value_t = WALL_LENGTH)]
        length: u32,
        #[command(flatten)]
        common: Common,
    },
    /// Square rooms with a door in every wall between two of them.
    Rooms {
        /// How many cells wide and high a room is.
        #[arg(long, value_name = "CELLS", default_value_t = 8)]
        size: u32,
        #[command(flatten)]
        common: Common,
    },
    /// A maze in which there is exactly one way between any two places.
    Maze {
        /// How many cells wide its corridors are.
        #[arg(long, value_name = "CELLS", default_value_t = 1)]
        corridor: u32,
        #[command(flatten)]
        common: Common,
    },
    /// Cells that cost different amounts, at random.
    Terrain {
        /// How the costs are drawn.
        #[arg(long, value_enum, default_value_t = Regions::Small)]
        regions: Regions,
        /// The largest cost.
        #[arg(long, value_name = "COST", default_value_t = TerrainRule::small_regions().largest_cost)]
        largest: u16,
        /// How many percent of the cells cost 1 [default: 50 with large regions, with small ones as many as have each other
        /// cost].
        #[arg(long, value_name = "PERCENT")]
        ones: Option<Share>,
        /// Squares of so many cells on each side have one cost.
        #[arg(long, value_name = "CELLS", default_value_t = 1)]
        region_size: u32,
        /// How many percent of the cells are blocked.
        #[arg(long, value_name = "PERCENT", default_value = "0")]
        blocked: Share,
        #[command(flatten)]
        common: Common,
    },
}

/// How the costs of a terrain are drawn.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Regions {
    /// All costs are equally likely.
    Small,
    /// Half of the cells cost 1, and all other costs are equally likely.
    Large,
}

/// What every kind takes.
#[derive(Debug, clap::Args)]
struct Common {
    /// How many columns the map has.
    #[arg(long, value_name = "CELLS", default_value_t = 100)]
    width: u32,
    /// How many rows the map has.
    #[arg(long, value_name = "CELLS", default_value_t = 100)]
    height: u32,
    /// The same seed always gives the same map, on every machine.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The format [default: by the end of the file's name (.txt is ascii), otherwise map, on standard output csv for terrain].
    #[arg(long, value_enum)]
    format: Option<Format>,
}

/// The format of a map file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A MovingAI map; no terrain.
    Map,
    /// A drawing: `.` is free, `#` is blocked; no terrain.
    Ascii,
    /// An image: black is blocked, white costs 1, each grey below it 1 more, up to 255.
    Png,
    /// The same as a Netpbm image.
    Pgm,
    /// A table: 0 is blocked, other numbers are costs.
    Csv,
}

impl Kind {
    /// Whether its cells can have other costs than 1. Whether those of one map do is up to its seed, and its format is not.
    fn has_costs(&self) -> bool {
        matches!(self, Self::Terrain { .. })
    }

    /// Its name, the map, and what every kind takes.
    fn make(&self) -> Result<(&'static str, Map, &Common), GenerateError> {
        let size = |common: &Common| (common.width, common.height, common.seed);
        let (name, map, common) = match self {
            Self::Random { blocked, common } => {
                let (width, height, seed) = size(common);
                ("random map", random(width, height, *blocked, seed)?, common)
            }
            Self::Walls { count, length, common } => {
                let (width, height, seed) = size(common);
                ("map with walls", walls(width, height, *count, *length, seed)?, common)
            }
            Self::Rooms { size: room, common } => {
                let (width, height, seed) = size(common);
                ("map of rooms", rooms(width, height, *room, seed)?, common)
            }
            Self::Maze { corridor, common } => {
                let (width, height, seed) = size(common);
                ("maze", maze(width, height, *corridor, seed)?, common)
            }
            Self::Terrain { regions, largest, ones, region_size, blocked, common } => {
                let (width, height, seed) = size(common);
                let like = match regions {
                    Regions::Small => TerrainRule::small_regions(),
                    Regions::Large => TerrainRule::large_regions(),
                };
                let rule = TerrainRule {
                    largest_cost: *largest,
                    ones: ones.or(like.ones),
                    region_size: *region_size,
                    blocked: *blocked,
                };
                ("terrain", terrain(width, height, &rule, seed)?, common)
            }
        };
        Ok((name, map, common))
    }
}

/// Makes a map and writes it.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (name, map, common) = args.kind.make()?;
    let file = common.out.as_deref();
    let format = match common.format {
        Some(format) => format,
        None => Format::of(output::file(file), &args.kind)?,
    };
    format.check(&args.kind, &map)?;
    if matches!(format, Format::Png | Format::Pgm) {
        let mut image = Vec::new();
        format.write(&map, &mut image)?;
        output::deliver_bytes(file, &image)?;
    } else {
        output::deliver(file, out, |out| format.write(&map, out))?;
        out.flush()?;
    }
    let (width, height) = (map.width(), map.height());
    let free = units::percent(map.free_cells(), width as usize * height as usize);
    let place = output::file(file).map(|file| format!(", in {}", file.display())).unwrap_or_default();
    console::note(format_args!(
        "a {name} of {width} × {height} cells, {free} free, seed {}{place}",
        common.seed
    ));
    Ok(Exit::Done)
}

impl Format {
    /// What a file's name, or standard output, asks for.
    fn of(file: Option<&Path>, kind: &Kind) -> anyhow::Result<Self> {
        let Some(file) = file else {
            return Ok(if kind.has_costs() { Self::Csv } else { Self::Map });
        };
        let extension = file.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
        Ok(match extension.as_str() {
            "map" | "" => Self::Map,
            "txt" => Self::Ascii,
            "png" => Self::Png,
            "pgm" => Self::Pgm,
            "csv" => Self::Csv,
            _ => anyhow::bail!(
                "found --out {}, expected a name that ends with .map, .txt, .png, .pgm or .csv, or --format",
                file.display()
            ),
        })
    }

    /// Whether it has a way to write these costs.
    fn check(self, kind: &Kind, map: &Map) -> anyhow::Result<()> {
        if !kind.has_costs() {
            return Ok(());
        }
        let largest = map.terrain().map_or(1, Terrain::largest);
        match self {
            Self::Map | Self::Ascii => anyhow::bail!(
                "a terrain cannot be written as {}, which has no costs, expected --format png, pgm or csv, or a file's \
                 name that ends so",
                self.name()
            ),
            Self::Png | Self::Pgm if largest > GREYS => anyhow::bail!(
                "a cost of {largest} cannot be written as {}, which has greys for costs up to {GREYS}, expected --format csv",
                self.name()
            ),
            _ => Ok(()),
        }
    }

    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    fn write(self, map: &Map, out: &mut dyn Write) -> io::Result<()> {
        let image = |written: Result<(), ImageWriteError>| {
            written.map_err(|error| match error {
                ImageWriteError::Io(error) => error,
                error @ ImageWriteError::NoColour { .. } => io::Error::other(error),
            })
        };
        match self {
            Self::Map => write_map(map, out),
            Self::Ascii => write_ascii(map, None, None, out),
            Self::Png => image(write_png(map, &Palette::greys(), out)),
            Self::Pgm => image(write_pnm(map, &Palette::greys(), out)),
            Self::Csv => write_csv(map, out),
        }
    }
}

/// The largest cost that has a grey of its own.
const GREYS: u16 = 255;
