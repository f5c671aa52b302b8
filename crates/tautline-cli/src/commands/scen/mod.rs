//! `tautline scen`: a list of queries, measured and checked.

mod job;
mod measure;
mod verdict;

pub(crate) use job::Job;
pub(crate) use measure::Record;

use std::io::Write;
use std::path::{Path, PathBuf};

use tautline::engine::Selection;

use crate::exit::Exit;
use crate::map::WorldArgs;
use crate::output::{self, csv, summary};
use crate::{args, atomic, console};

const EXAMPLES: &str = "\
Examples:
  tautline scen arena.map arena.map.scen
  tautline scen arena.map arena.map.scen --planner astar,dijkstra --repeat 5
  tautline scen arena.map arena.map.scen --sample 400 --every 4 --check
  tautline scen arena.map arena.map.scen --csv arena.csv
  tautline scen arena.map arena.map.scen --index arena.index

Ends are cells, and for planners at any angle the corners with the same numbers,
as the references mean them: corner:3,7 for `tautline plan`.

The columns of the CSV file: map, planner, query (its number in the scenario,
from 0), start_x, start_y, goal_x, goal_y, reference, outcome, cost, turns,
expanded, generated, nanoseconds (the fastest of --repeat).

Exit codes: 0 done, also where some queries have no path; 2 bad usage or bad
input; 3 a check failed.";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A map file.
    map: PathBuf,
    /// A MovingAI scenario: queries for the map, with the length of a shortest path for each.
    scen: PathBuf,
    /// The planners, with options if you like: `astar,astar:open=heap` [default: those of the index files, or else astar].
    #[arg(long, value_name = "SPEC", value_delimiter = ',', value_parser = args::planner)]
    planner: Vec<Selection>,
    /// An option for each of the planners; may be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    opt: Vec<String>,
    /// What one of the planners prepared for this map, from `tautline index build`; may be given several times. A planner
    /// without its index prepares the map now.
    #[arg(long, value_name = "FILE")]
    index: Vec<PathBuf>,
    /// Keep this many queries, spread evenly over the file.
    #[arg(long, value_name = "N", value_parser = args::count, allow_negative_numbers = true)]
    sample: Option<usize>,
    /// Of those, keep every N-th.
    #[arg(long, value_name = "N", value_parser = args::count, allow_negative_numbers = true)]
    every: Option<usize>,
    /// Run the whole list this often; the fastest time of each query counts.
    #[arg(long, value_name = "N", default_value = "1", value_parser = args::count, allow_negative_numbers = true)]
    repeat: usize,
    /// Take the lengths from this file, one number or `inf` a line, instead of from the scenario.
    #[arg(long, value_name = "FILE")]
    reference: Option<PathBuf>,
    /// Write a row for each query to this file, `-` being standard output, instead of printing a summary.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Check every path step by step, and its length against the reference and what the planner promises.
    #[arg(long)]
    check: bool,
    /// Where a goal cannot be reached, plan to the reachable place nearest to it.
    #[arg(long)]
    partial: bool,
    /// Stop each search after this many expansions.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_expansions: Option<u64>,
    #[command(flatten)]
    world: WorldArgs,
}

/// Runs the queries and prints what was measured.
pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (csv, check, repeat) = (args.csv.clone(), args.check, args.repeat);
    let file = output::file(csv.as_deref());
    if let Some(file) = file {
        let inputs = [Some(&args.map), Some(&args.scen), args.reference.as_ref()];
        let inputs = inputs.into_iter().flatten().chain(&args.index).map(PathBuf::as_path);
        let inputs: Vec<&Path> = inputs.chain(args.world.files()).collect();
        atomic::spare(file, &inputs)?;
        atomic::probe(file)?;
    }
    let job = Job::load(args)?;
    if let Some(file) = file {
        atomic::spare(file, &job.world.files_beside())?;
    }
    let measured = measure::measure(&job, repeat, check)?;
    if csv.is_some() {
        output::deliver(csv.as_deref(), out, |out| csv::write(&job, &measured.records, out))?;
    } else {
        summary::write(&job, &measured.records, console::width(), out)?;
    }
    // What follows goes to standard error, and should come after the results.
    out.flush()?;
    verdict::note_refusals(&job, &measured);
    if check { Ok(verdict::report(&job, &measured)) } else { Ok(Exit::Done) }
}
