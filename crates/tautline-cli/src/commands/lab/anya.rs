//! `tautline lab anya`: the evaluation of the Anya paper.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::PossibleValuesParser;
use tautline_lab::anya::{self, NAME, Options, ids, panels, plan, report};
use tautline_lab::harness::{Method, Records};

use super::Folder;
use super::keep::{Rows, Run, answers, files};
use crate::exit::Exit;
use crate::{args, atomic};

/// How often each query is answered where nothing is said.
const PASSES: usize = 3;

/// How many queries of each map there are where nothing is said.
const SAMPLE: usize = 50;

/// How many maps of each set, queries of each and passes make a first impression. With one pass, A* would pay for the memory that
/// the others find ready.
const QUICK: (usize, usize, usize) = (2, 20, 2);

const EXAMPLES: &str = "\
Examples:
  tautline lab anya --maps movingai --quick
  tautline lab anya --maps movingai --csv anya.csv --plots figures
  tautline lab anya --from-csv anya.csv --plots figures
  tautline lab anya --maps movingai --only table-2 --all
  tautline lab anya --maps movingai --only prunings --sample 200

The sets are the folders bg512, dao, sc1, random, da2, wc3maps512, rooms, mazes
and cities of DIR, as far as they are there, with a scenario for each map. Next
to each figure the paper's own is printed in square brackets; in the end it says
whether what the paper observes holds, with the figures. Queries without a path,
with a blocked end or from a place to itself are left out with a note. A* is
astar-corners: like the others it plans between the corners with the coordinates
of the scenario's cells. No path may be shorter than the shortest at any angle,
which DIR/anyangle/MAP.txt has for each query, and those of anya and taut may
not be longer; without that file not longer than that of the scenario.

--plots writes Figure 16 as figure-16-SET.svg for each set, and for all those of
the paper as figure-16-all.svg: the median speed-up over A* in search time, by
how many nodes A* expands, in bins each of which ends at four times the
beginning.

The columns of the CSV file are those of `tautline lab theta`: setting is the
set, world the number of the map in it in the order of their names, query the
number in the scenario, both from zero.

Exit codes: 0 done, also where a finding does not hold; 2 bad usage or bad
input; 3 an answer is wrong, or a length depends on Anya's prunings.";

/// What the experiment takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Only this table or figure; may be given several times.
    #[arg(long, value_name = "ID", value_delimiter = ',', value_parser = PossibleValuesParser::new(ids()))]
    only: Vec<String>,
    /// How many queries of each map, spread evenly over its scenario [default: 50, with --quick 20].
    #[arg(long, value_name = "N", value_parser = args::count, allow_negative_numbers = true)]
    sample: Option<usize>,
    /// All queries of each map.
    #[arg(long, conflicts_with = "sample")]
    all: bool,
    /// How often each query is answered; the fastest time counts [default: 3, with --quick 2].
    #[arg(long, value_name = "N", value_parser = args::count, allow_negative_numbers = true)]
    passes: Option<usize>,
    /// Two maps of each set and two passes, for a first impression within a minute.
    #[arg(long)]
    quick: bool,
    /// Also write every measured answer to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Make the tables from such a file instead of measuring.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["maps", "sample", "all", "passes", "quick", "csv"])]
    from_csv: Option<PathBuf>,
    /// Also draw Figure 16 into this folder, which is made if it is not there.
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
}

/// Measures, or reads what was measured, prints the tables and draws the figure.
pub(super) fn run(args: Args, run: &Run, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Args { folder, only, sample, all, passes, quick, csv, from_csv, plots } = args;
    if let Some(folder) = &plots {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let passes = passes.unwrap_or(if quick { QUICK.2 } else { PASSES });
    let sample = sample.unwrap_or(if quick { QUICK.1 } else { SAMPLE });
    let folder = if from_csv.is_some() { PathBuf::new() } else { folder.path()? };
    let rows = Rows { from_csv: from_csv.as_deref(), csv: csv.as_deref(), origin: files(&folder) };
    let records = run.rows(
        rows,
        |rows, name| anya::read(rows, name),
        |journal| {
            let (maps, sample) = (quick.then_some(QUICK.0), (!all).then_some(sample));
            let plan = plan(&Options { folder, only: only.clone(), maps, sample })?;
            answers(NAME, (&plan.settings, &plan.left_out), &Method::of_papers(passes), journal)
        },
    )?;
    let records = Records::new(records);
    writeln!(out, "{}", report(&records, &only)?)?;
    if let Some(folder) = &plots {
        draw(&records, folder, run.command())?;
    }
    Ok(Exit::Done)
}

/// Draws each panel of Figure 16 into a file.
fn draw(records: &Records, folder: &Path, command: &str) -> anyhow::Result<()> {
    for panel in panels(records) {
        let svg = panel.svg(command)?;
        let file = folder.join(format!("figure-16-{}.svg", panel.name));
        atomic::write(&file, |out| out.write_all(svg.as_bytes()))?;
    }
    Ok(())
}
