//! `tautline lab`: experiments.

mod anya;
mod cazenave;
mod rayner;
mod theta;

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Subcommand;
use indicatif::ProgressBar;
use tautline::planners::Selection;
use tautline_lab::harness::{Record, Setting, measure, write_records};
use tautline_lab::{LabError, repair, yardstick};

use super::DEFAULT_PLANNER;
use crate::exit::Exit;
use crate::{args, atomic, console};

/// The variable that names the folder of MovingAI files.
const FOLDER_VARIABLE: &str = "TAUTLINE_MOVINGAI";

const EXAMPLES: &str = "\
Examples:
  tautline lab yardstick --maps movingai --planner astar,jps
  tautline lab repair --maps movingai
  tautline lab theta --maps movingai --quick
  tautline lab anya --maps movingai --quick
  tautline lab cazenave --quick
  tautline lab rayner --quick";

const YARDSTICK_EXAMPLES: &str = "\
Examples:
  tautline lab yardstick --maps movingai
  tautline lab yardstick --maps movingai --planner astar,astar:open=heap
  tautline lab yardstick --maps movingai --planner theta,lazy-theta
  tautline lab yardstick --maps movingai --map maze512-8-0 --passes 20

Planners on corners are given the corners with the coordinates of the cells. For
them it is also printed how many line-of-sight checks a query takes and, where
DIR/anyangle has the lengths, how much longer than the shortest their paths are.";

const REPAIR_EXAMPLES: &str = "\
Examples:
  tautline lab repair --maps movingai
  tautline lab repair --maps movingai --map orz900d --edits 5000 --seed 7";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Which experiment.
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Debug, Subcommand)]
enum Experiment {
    /// Measure planners on MovingAI maps, side by side with a yardstick.
    #[command(after_help = YARDSTICK_EXAMPLES)]
    Yardstick {
        #[command(flatten)]
        folder: Folder,
        /// A planner, as a column; may be given several times.
        #[arg(long, value_name = "SPEC", default_value = DEFAULT_PLANNER, value_delimiter = ',')]
        planner: Vec<Selection>,
        /// Only maps whose name contains this; may be given several times.
        #[arg(long, value_name = "NAME", value_delimiter = ',')]
        map: Vec<String>,
        /// How often the whole list of queries is run; the fastest time of each query counts.
        #[arg(long, value_name = "N", default_value_t = 5, value_parser = args::count, allow_negative_numbers = true)]
        passes: usize,
    },
    /// Measure what jump points and components cost: to build, to keep, and to repair after edits of the map.
    #[command(after_help = REPAIR_EXAMPLES)]
    Repair {
        #[command(flatten)]
        folder: Folder,
        /// The map whose name contains this.
        #[arg(long, value_name = "NAME", default_value = repair::DEFAULT_MAP)]
        map: String,
        /// How many edits, of one cell each.
        #[arg(long, value_name = "N", default_value_t = repair::DEFAULT_EDITS, value_parser = args::count, allow_negative_numbers = true)]
        edits: usize,
        /// The same seed always gives the same edits, on every machine.
        #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
        seed: u64,
    },
    /// Measure the tables and figures of the Theta* paper.
    Theta(theta::Args),
    /// Measure the tables and the figure of the Anya paper.
    Anya(anya::Args),
    /// Measure the tables of Cazenave's paper on A* and IDA*.
    Cazenave(cazenave::Args),
    /// Measure Rayner's best practices for A* on grids, each on and off.
    Rayner(rayner::Args),
}

#[derive(Debug, clap::Args)]
struct Folder {
    /// The folder of MovingAI files [default: the variable `TAUTLINE_MOVINGAI`].
    #[arg(long, value_name = "DIR")]
    maps: Option<PathBuf>,
}

impl Folder {
    /// The folder, if there is one.
    fn given(self) -> Option<PathBuf> {
        self.maps.or_else(|| std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from))
    }

    fn path(self) -> anyhow::Result<PathBuf> {
        self.given().with_context(|| {
            format!(
                "no maps: give their folder with --maps DIR or in the variable {FOLDER_VARIABLE}; \
                 maps and scenarios can be had from movingai.com/benchmarks"
            )
        })
    }
}

/// Runs the experiment and prints its report.
pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let bar = console::progress();
    let mut progress = |done: u64, total: u64, what: &str| show(&bar, done, total, what);
    let report = match args.experiment {
        Experiment::Theta(args) => return theta::run(args, out),
        Experiment::Anya(args) => return anya::run(args, out),
        Experiment::Cazenave(args) => return cazenave::run(args, out),
        Experiment::Rayner(args) => return rayner::run(args, out),
        Experiment::Yardstick { folder, planner: planners, map: maps, passes } => {
            let options = yardstick::Options { folder: folder.path()?, planners, maps, passes };
            yardstick::run(&options, &mut progress).map(|report| report.to_string())
        }
        Experiment::Repair { folder, map, edits, seed } => {
            let options = repair::Options { folder: folder.path()?, map, edits, seed };
            repair::run(&options, &mut progress).map(|report| report.to_string())
        }
    };
    bar.finish_and_clear();
    match report {
        Ok(report) => {
            writeln!(out, "{}", report.trim_end())?;
            Ok(Exit::Done)
        }
        Err(error) => failed(error),
    }
}

/// A wrong answer is a check that failed; anything else is an error like any other.
fn failed(error: LabError) -> anyhow::Result<Exit> {
    match error {
        LabError::WrongAnswer { .. } | LabError::WrongRepair { .. } | LabError::WrongPruning { .. } => {
            console::error(&error.into());
            Ok(Exit::CheckFailed)
        }
        error => Err(error.into()),
    }
}

/// Opens a file of records.
fn open(file: &Path) -> anyhow::Result<BufReader<File>> {
    let name = file.display();
    let opened = File::open(file).with_context(|| format!("{name}: cannot be read"))?;
    // Some systems open a folder like a file and only fail to read it.
    let is_folder = opened.metadata().is_ok_and(|metadata| metadata.is_dir());
    ensure!(!is_folder, "{name}: is a directory, expected a file");
    Ok(BufReader::new(opened))
}

/// Measures what a paper's experiment plans to, with a bar, and keeps the records in a file if one is named; or ends the program
/// because an answer is wrong.
fn measured(
    experiment: &str,
    plan: (&[Setting], &[String]),
    passes: usize,
    csv: Option<&Path>,
) -> anyhow::Result<Result<Vec<Record>, Exit>> {
    match answers(experiment, plan, passes) {
        Ok(records) => keep(&records, csv).map(|()| Ok(records)),
        Err(error) => failed(error).map(Err),
    }
}

/// Says what is left out and measures the rest, with a bar.
fn answers(
    experiment: &str,
    (settings, left_out): (&[Setting], &[String]),
    passes: usize,
) -> Result<Vec<Record>, LabError> {
    for reason in left_out {
        console::note(format_args!("left out: {reason}"));
    }
    let bar = console::progress();
    let mut progress = |done: u64, total: u64, what: &str| show(&bar, done, total, what);
    let records = measure(experiment, settings, passes, &mut progress);
    bar.finish_and_clear();
    records
}

/// Keeps records, of which there must be some, in a file if one is named.
fn keep(records: &[Record], csv: Option<&Path>) -> anyhow::Result<()> {
    ensure!(!records.is_empty(), "there is nothing to measure: all queries were left out");
    csv.map_or(Ok(()), |file| atomic::write(file, |out| write_records(records, out)))
}

fn show(bar: &ProgressBar, done: u64, total: u64, what: &str) {
    bar.set_length(total);
    bar.set_message(what.to_owned());
    bar.set_position(done);
}
