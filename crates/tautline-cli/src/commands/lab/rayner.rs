//! `tautline lab rayner`: the best practices for A* on grids, each on and off.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use clap::builder::PossibleValuesParser;
use tautline_lab::harness::{Journal, Method, Record, Records};
use tautline_lab::rayner::{
    self, Extent, FRINGE, FUNCTIONS, HOW_TO, NAME, Options, as_unoptimised, ids, measure_functions, plan,
    report, unoptimised_worlds,
};

use super::keep::{Rows, Run, SEEDS, answers, read_file};
use crate::exit::Exit;
use crate::{args, console};

/// How often each query is answered where nothing is said, and for a first impression.
const PASSES: usize = 5;
const QUICK_PASSES: usize = 3;

/// What the other build measured, in the file.
const UNOPTIMISED: &str = "unoptimised";

const EXAMPLES: &str = "\
Examples:
  tautline lab rayner --quick
  tautline lab rayner --csv rayner.csv
  tautline lab rayner --from-csv rayner.csv --only ties,weights
  tautline lab rayner --only open --passes 10
  tautline lab rayner --only fringe --unoptimised target/unoptimised/tautline

The practices are those of C. Rayner: Best practices for A* on grids. Each is a
table, or several, of versions of a planner. Time and nodes are printed as
multiples of those of the table's first row, over all kinds of worlds, and the
time also for each kind; lengths as multiples of the shortest. In the end it
says whether what the document claims holds, with the figures. World n is made
from seed n: the same one each time. What there is not is left out with a note.

The document says that Fringe Search is slower than A* in an optimised build and
can be faster in another. To measure that as well, build this program a second
time without optimisations and name it with --unoptimised:
  cargo build --profile unoptimised
It is run on a quarter of the worlds, or on as many as --grids says.

The columns of the CSV file are those of `tautline lab theta`. What the second
program measured has settings that end with -unoptimised. In the setting
functions, planner is the name of a function, world the number of a batch of
calls, expanded how many calls there are, nanoseconds the time of all of them
and cost the mean of the distances.

Exit codes: 0 done, also where a claim does not hold; 2 bad usage or bad input;
3 an answer is wrong.";

/// What the experiment takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Only this practice; may be given several times.
    #[arg(long, value_name = "ID", value_delimiter = ',', value_parser = PossibleValuesParser::new(ids()))]
    only: Vec<String>,
    /// How many worlds of each kind [default: 40 of 256 × 256 cells, for open lists from 100 of the smallest to 20 of the
    /// largest].
    #[arg(long, value_name = "N", value_parser = args::count, allow_negative_numbers = true)]
    grids: Option<usize>,
    /// How often each query is answered; the fastest time counts [default: 5, with --quick 3].
    #[arg(long, value_name = "N", value_parser = args::count, allow_negative_numbers = true)]
    passes: Option<usize>,
    /// Few worlds and three passes, for a first impression within a minute.
    #[arg(long)]
    quick: bool,
    /// This program built without optimisations, for the practice fringe.
    #[arg(long, value_name = "BINARY")]
    unoptimised: Option<PathBuf>,
    /// Also write every measured answer to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Make the tables from such a file instead of measuring.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["grids", "passes", "quick", "unoptimised", "csv"])]
    from_csv: Option<PathBuf>,
}

/// Measures, or reads what was measured, and prints the tables.
pub(super) fn run(args: &Args, run: &Run, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let has_fringe = args.only.is_empty() || args.only.iter().any(|id| id == FRINGE);
    ensure!(
        has_fringe || args.unoptimised.is_none(),
        "--unoptimised is for the practice {FRINGE}, which --only leaves out"
    );
    let rows = Rows { from_csv: args.from_csv.as_deref(), csv: args.csv.as_deref(), origin: SEEDS.into() };
    let measure = |journal: &mut Journal| measure(args, has_fringe, journal);
    let records = run.rows(rows, |rows, name| rayner::read(rows, name), measure)?;
    writeln!(out, "{}", report(&Records::new(records), &args.only))?;
    Ok(Exit::Done)
}

/// Measures what is asked for.
fn measure(args: &Args, has_fringe: bool, journal: &mut Journal) -> anyhow::Result<()> {
    let extent = if args.quick { Extent::Quick } else { Extent::Full };
    let passes = args.passes.unwrap_or(if args.quick { QUICK_PASSES } else { PASSES });
    let worlds = args.grids.map(|grids| grids as u64);
    // First, as another program is more likely to fail.
    match &args.unoptimised {
        Some(_) if journal.has(UNOPTIMISED) => {}
        Some(binary) => {
            let worlds = worlds.unwrap_or_else(|| unoptimised_worlds(extent));
            journal.add(UNOPTIMISED, &by_other(binary, worlds, passes)?)?;
        }
        None if has_fringe => {
            console::note(format_args!(
                "left out: the unoptimised build of {FRINGE}; to measure it: {HOW_TO}"
            ));
        }
        None => {}
    }
    let plan = plan(&Options { only: args.only.clone(), worlds, extent })?;
    answers(NAME, (&plan.settings, &plan.left_out), &Method::of_papers(passes), journal)?;
    if plan.has_functions && !journal.has(FUNCTIONS) {
        journal.add(FUNCTIONS, &measure_functions(worlds, extent, passes)?)?;
    }
    Ok(())
}

/// What another build of this program measures.
fn by_other(binary: &Path, worlds: u64, passes: usize) -> anyhow::Result<Vec<Record>> {
    let name = binary.display();
    let folder = tempfile::tempdir().context("cannot make a folder for the records of the other program")?;
    let file = folder.path().join("records.csv");
    let bar = console::spinner(format!("{name} measures"));
    let ran = Command::new(binary)
        .args([
            "lab",
            NAME,
            "--only",
            FRINGE,
            "--grids",
            &worlds.to_string(),
            "--passes",
            &passes.to_string(),
        ])
        .arg("--csv")
        .arg(&file)
        .stdin(Stdio::null())
        .output();
    bar.finish_and_clear();
    let ran = ran.with_context(|| format!("{name}: cannot be run"))?;
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        if ran.status.code() == Some(Exit::CheckFailed as i32) {
            return Err(WrongElsewhere { binary: name.to_string(), said: said.trim_end().to_owned() }.into());
        }
        bail!("{name} failed ({}), expected another build of this program: {}", ran.status, said.trim_end());
    }
    let mut records = rayner::read(&read_file(&file)?[..], &format!("what {name} measured"))?;
    as_unoptimised(&mut records);
    Ok(records)
}

/// Another build of this program found a wrong answer.
#[derive(Debug, thiserror::Error)]
#[error("{binary}: {said}")]
pub(super) struct WrongElsewhere {
    binary: String,
    said: String,
}
