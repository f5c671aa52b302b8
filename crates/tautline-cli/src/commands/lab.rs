//! `tautline lab`: experiments.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Subcommand;
use indicatif::ProgressBar;
use tautline::planners::Selection;
use tautline_lab::{LabError, yardstick};

use super::DEFAULT_PLANNER;
use crate::exit::Exit;
use crate::{args, console};

/// The variable that names the folder of MovingAI files.
const FOLDER_VARIABLE: &str = "TAUTLINE_MOVINGAI";

const EXAMPLES: &str = "\
Examples:
  tautline lab yardstick --maps movingai
  tautline lab yardstick --maps movingai --planner astar,astar:open=heap
  tautline lab yardstick --maps movingai --map maze512-8-0 --passes 20";

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
    #[command(after_help = EXAMPLES)]
    Yardstick {
        /// The folder of MovingAI files [default: the variable `TAUTLINE_MOVINGAI`].
        #[arg(long, value_name = "DIR")]
        maps: Option<PathBuf>,
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
}

/// Runs the experiment and prints its report.
pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Experiment::Yardstick { maps: folder, planner: planners, map: maps, passes } = args.experiment;
    let folder =
        folder.or_else(|| std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from)).with_context(|| {
            format!(
                "no maps: give their folder with --maps DIR or in the variable {FOLDER_VARIABLE}; \
             maps and scenarios can be had from movingai.com/benchmarks"
            )
        })?;
    let bar = console::progress();
    let report =
        yardstick::run(&yardstick::Options { folder, planners, maps, passes }, &mut |done, total, what| {
            show(&bar, done, total, what);
        });
    bar.finish_and_clear();
    match report {
        Ok(report) => {
            writeln!(out, "{}", report.to_string().trim_end())?;
            Ok(Exit::Done)
        }
        Err(error @ LabError::WrongAnswer { .. }) => {
            console::error(&error.into());
            Ok(Exit::CheckFailed)
        }
        Err(error) => Err(error.into()),
    }
}

fn show(bar: &ProgressBar, done: u64, total: u64, what: &str) {
    bar.set_length(total);
    bar.set_message(what.to_owned());
    bar.set_position(done);
}
