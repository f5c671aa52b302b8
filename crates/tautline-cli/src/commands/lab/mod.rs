//! `tautline lab`: experiments.

mod all;
mod anya;
mod cazenave;
mod keep;
mod peers;
mod rayner;
mod repair;
mod report;
mod scale;
mod theta;
mod yardstick;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Subcommand;
use indicatif::ProgressBar;
use tautline_lab::LabError;

use self::keep::Run;
use crate::exit::Exit;
use crate::{console, shell};

/// The variable that names the folder of MovingAI files.
const FOLDER_VARIABLE: &str = "TAUTLINE_MOVINGAI";

const EXAMPLES: &str = "\
Examples:
  tautline lab yardstick --maps movingai --planner astar,jps
  tautline lab repair --maps movingai
  tautline lab theta --maps movingai --quick
  tautline lab anya --maps movingai --quick
  tautline lab cazenave --quick
  tautline lab rayner --quick
  tautline lab scale --quick
  tautline lab all --quick --maps movingai
  tautline lab report";

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
    Yardstick(yardstick::Args),
    /// Measure what jump points, components and pockets cost: to build, to keep, and to repair after edits of the map.
    Repair(repair::Args),
    /// Measure the tables and figures of the Theta* paper.
    Theta(theta::Args),
    /// Measure the tables and the figure of the Anya paper.
    Anya(anya::Args),
    /// Measure the tables of Cazenave's paper on A* and IDA*.
    Cazenave(cazenave::Args),
    /// Measure Rayner's best practices for A* on grids, each on and off.
    Rayner(rayner::Args),
    /// Measure public libraries beside our planners.
    Peers(peers::Args),
    /// Measure how time grows with the map, the number of queries and the number of agents.
    Scale(scale::Args),
    /// Run every experiment and put all tables, plots and pictures on one page.
    All(all::Args),
    /// Make the page from what was measured.
    Report(report::Args),
}

#[derive(Debug, clap::Args)]
struct Folder {
    /// The folder of MovingAI files [default: the variable `TAUTLINE_MOVINGAI`].
    #[arg(long, value_name = "DIR")]
    maps: Option<PathBuf>,
}

impl Folder {
    /// The folder, if there is one.
    fn given(self) -> anyhow::Result<Option<PathBuf>> {
        let folder = self.maps.or_else(|| std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from));
        if let Some(folder) = &folder {
            ensure!(
                folder.is_dir(),
                "{}: found no such folder, expected the one of the MovingAI files, as --maps DIR or the variable \
                 {FOLDER_VARIABLE} names it",
                folder.display()
            );
        }
        Ok(folder)
    }

    fn path(self) -> anyhow::Result<PathBuf> {
        self.given()?.with_context(|| {
            format!(
                "no maps: give their folder with --maps DIR or in the variable {FOLDER_VARIABLE}; \
                 maps and scenarios can be had from movingai.com/benchmarks"
            )
        })
    }
}

/// Runs the experiment and prints its report. A wrong answer is a check that failed; anything else is an error like any other.
pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let words = std::env::args_os().skip(1);
    let words: Vec<_> = words.map(|word| shell::quoted(&word.to_string_lossy())).collect();
    let run = Run::new(format!("tautline {}", words.join(" ")), false);
    let exit = args.experiment.run(&run, out).or_else(|error| {
        if is_wrong_answer(&error) {
            console::error(&error);
            Ok(Exit::CheckFailed)
        } else {
            Err(error)
        }
    })?;
    if let Some(line) = run.last_line().filter(|_| exit == Exit::Done) {
        writeln!(out, "\n{line}")?;
    }
    Ok(exit)
}

fn is_wrong_answer(error: &anyhow::Error) -> bool {
    let is_of_lab = error.downcast_ref::<LabError>().is_some_and(|error| {
        matches!(
            error,
            LabError::WrongAnswer { .. }
                | LabError::WrongRepair { .. }
                | LabError::WrongPatch { .. }
                | LabError::WrongPruning { .. }
        )
    });
    is_of_lab || error.is::<rayner::WrongElsewhere>()
}

impl Experiment {
    fn run(self, run: &Run, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match self {
            Self::Yardstick(args) => yardstick::run(args, run, out),
            Self::Theta(args) => theta::run(args, run, out),
            Self::Anya(args) => anya::run(args, run, out),
            Self::Cazenave(args) => cazenave::run(&args, run, out),
            Self::Rayner(args) => rayner::run(&args, run, out),
            Self::Peers(args) => peers::run(args, run, out),
            Self::Scale(args) => scale::run(&args, run, out),
            Self::All(args) => all::run(args, out),
            Self::Report(args) => report::run(&args, out),
            Self::Repair(args) => repair::run(args, run, out),
        }
    }
}

fn show(bar: &ProgressBar, done: u64, total: u64, what: &str) {
    bar.set_length(total);
    bar.set_message(what.to_owned());
    bar.set_position(done);
}
