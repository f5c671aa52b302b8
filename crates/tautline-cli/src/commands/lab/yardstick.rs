//! `tautline lab yardstick`: planners beside a public implementation.

use std::io::Write;
use std::path::PathBuf;

use tautline::engine::Selection;
use tautline_lab::harness::Method;
use tautline_lab::yardstick::{self, NAME, Options, Report, plan, summary};

use super::Folder;
use super::keep::{Rows, Run, answers, files};
use crate::commands::DEFAULT_PLANNER;
use crate::exit::Exit;
use crate::{args, registry};

const EXAMPLES: &str = "\
Examples:
  tautline lab yardstick --maps movingai
  tautline lab yardstick --maps movingai --planner astar,astar:open=heap
  tautline lab yardstick --maps movingai --planner theta,lazy-theta
  tautline lab yardstick --maps movingai --map maze512-8-0 --passes 20
  tautline lab yardstick --maps movingai --planner jps --csv yardstick.csv
  tautline lab yardstick --from-csv yardstick.csv --summary

Planners on corners are given the corners with the coordinates of the cells. For
them it is also printed how many line-of-sight checks a query takes and, where
DIR/anyangle has the lengths, how much longer than the shortest their paths are.

The columns of the CSV file are those of `tautline lab theta`: setting is the
map, query the number in its scenario, from zero.";

/// What the experiment takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: Folder,
    /// A planner, as a column; may be given several times.
    #[arg(long, value_name = "SPEC", default_value = DEFAULT_PLANNER, value_delimiter = ',', value_parser = args::planner)]
    planner: Vec<Selection>,
    /// Only maps whose name contains this; may be given several times.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    map: Vec<String>,
    /// How often the whole list of queries is run; the fastest time of each query counts.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = args::count, allow_negative_numbers = true)]
    passes: usize,
    /// A line for each planner instead of one for each map.
    #[arg(long)]
    summary: bool,
    /// Also write every measured answer to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Make the table from such a file instead of measuring.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["maps", "planner", "map", "passes", "csv"])]
    from_csv: Option<PathBuf>,
}

/// Measures, or reads what was measured, and prints the table.
pub(super) fn run(args: Args, run: &Run, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Args { folder, planner: planners, map: maps, passes, summary: is_short, csv, from_csv } = args;
    let folder = if from_csv.is_some() { PathBuf::new() } else { folder.path()? };
    let rows = Rows { from_csv: from_csv.as_deref(), csv: csv.as_deref(), origin: files(&folder) };
    let records = run.rows(
        rows,
        |rows, name| yardstick::read(registry(), rows, name),
        |journal| {
            let settings = plan(&Options { folder, planners, maps })?;
            answers(NAME, (&settings, &[]), &Method::steady(passes), journal)
        },
    )?;
    let report = Report::of(&records);
    if is_short { writeln!(out, "{}", summary(&report)) } else { writeln!(out, "{report}") }?;
    Ok(Exit::Done)
}
