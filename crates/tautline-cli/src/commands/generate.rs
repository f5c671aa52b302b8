//! `tautline generate`: maps from a seed.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use tautline::world::Grid;
use tautline_maps::ascii::write_ascii;
use tautline_maps::generate::{GenerateError, Share, WALL_LENGTH, maze, random, rooms, walls};
use tautline_maps::movingai::write_map;

use crate::exit::Exit;
use crate::{console, output, units};

const EXAMPLES: &str = "\
Examples:
  tautline generate maze --width 41 --height 21 --format ascii
  tautline generate random --blocked 30 --seed 7 --out random.map
  tautline generate walls --width 300 --height 300 --count 200 --out walls.map";

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
    /// The format [default: ascii if the file's name ends with .txt, otherwise map].
    #[arg(long, value_enum)]
    format: Option<Format>,
}

/// The format of a map file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A MovingAI map.
    Map,
    /// A drawing: `.` is free, `#` is blocked.
    Ascii,
}

impl Kind {
    /// Its name, the map, and what every kind takes.
    fn make(&self) -> Result<(&'static str, Grid, &Common), GenerateError> {
        let size = |common: &Common| (common.width, common.height, common.seed);
        let (name, grid, common) = match self {
            Self::Random { blocked, common } => {
                let (width, height, seed) = size(common);
                ("random map", random(width, height, *blocked, seed), common)
            }
            Self::Walls { count, length, common } => {
                let (width, height, seed) = size(common);
                ("map with walls", walls(width, height, *count, *length, seed), common)
            }
            Self::Rooms { size: room, common } => {
                let (width, height, seed) = size(common);
                ("map of rooms", rooms(width, height, *room, seed), common)
            }
            Self::Maze { corridor, common } => {
                let (width, height, seed) = size(common);
                ("maze", maze(width, height, *corridor, seed), common)
            }
        };
        Ok((name, grid?, common))
    }
}

/// Makes a map and writes it.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (name, grid, common) = args.kind.make()?;
    let file = common.out.as_deref();
    output::deliver(file, out, |out| match common.format.unwrap_or_else(|| format_of(file)) {
        Format::Map => write_map(&grid, out),
        Format::Ascii => write_ascii(&grid, None, None, out),
    })?;
    out.flush()?;
    let (width, height) = (grid.width(), grid.height());
    let free = units::percent(grid.free_cells(), width as usize * height as usize);
    let place = output::file(file).map(|file| format!(", in {}", file.display())).unwrap_or_default();
    console::note(format_args!(
        "a {name} of {width} × {height} cells, {free} free, seed {}{place}",
        common.seed
    ));
    Ok(Exit::Done)
}

fn format_of(file: Option<&Path>) -> Format {
    let extension = file.and_then(Path::extension);
    if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("txt")) {
        Format::Ascii
    } else {
        Format::Map
    }
}
