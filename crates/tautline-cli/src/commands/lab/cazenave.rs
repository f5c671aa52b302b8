//! `tautline lab cazenave`: the tables of Cazenave's paper.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use tautline_lab::cazenave::{self, NAME, Options, ids, plan, report};
use tautline_lab::harness::{Method, Records};

use super::keep::{Rows, Run, SEEDS, answers};
use crate::args;
use crate::exit::Exit;

/// How many maps of each set and passes there are where nothing is said: as many maps as in the paper.
const FULL: (usize, usize) = (100, 5);

/// How many make a first impression.
const QUICK: (usize, usize) = (8, 2);

const EXAMPLES: &str = "\
Examples:
  tautline lab cazenave --quick
  tautline lab cazenave --csv cazenave.csv
  tautline lab cazenave --from-csv cazenave.csv
  tautline lab cazenave --from-csv cazenave.csv --only table-3
  tautline lab cazenave --only table-2 --grids 20 --passes 5

Tables I, II and III are about maps of 300 × 300 cells with 200, 400 and 600
walls of length 20. World n is made from seed n, the same one each time, also by
`tautline generate walls --width 300 --height 300 --count WALLS --seed n`; two
free cells of it are the ends. Settings are called walls-WALLS-NEIGHBOURS. With
8 neighbours a straight move costs 2 and a diagonal one 3, with 4 each costs 1.

Tables have the nodes expanded, the time, also as a multiple of that of M (A*
with an array of stacks), the paths found (+ those that were lost at first) and
the sum of their lengths in these costs. Nodes, times and lengths are sums over
the pairs that have a path. Next to each figure the paper's own is printed in
square brackets; rows with † are not of the paper. In the end it says whether
what the paper finds holds, with the figures. Planners and options that there
are not are left out with a note.

All planners that find cheapest paths must find paths of the same cost, and no
path may cost more than that by more than Δ allows; but IDA* with the paper's
cut of dead ends may find one that costs more, or lose it and search again.

The columns of the CSV file are those of `tautline lab theta`.

Exit codes: 0 done, also where a finding does not hold; 2 bad usage or bad
input; 3 an answer is wrong, or a path costs more than it may.";

/// What the experiment takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Only this table; may be given several times.
    #[arg(long, value_name = "ID", value_delimiter = ',', value_parser = PossibleValuesParser::new(ids()))]
    only: Vec<String>,
    /// How many maps of each set [default: 100, with --quick 8].
    #[arg(long, value_name = "N", value_parser = args::count, allow_negative_numbers = true)]
    grids: Option<usize>,
    /// How often each query is answered; the fastest time counts [default: 5, with --quick 2].
    #[arg(long, value_name = "N", value_parser = args::count, allow_negative_numbers = true)]
    passes: Option<usize>,
    /// Few maps and two passes, for a first impression within a minute.
    #[arg(long)]
    quick: bool,
    /// Also write every measured answer to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Make the tables from such a file instead of measuring.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["grids", "passes", "quick", "csv"])]
    from_csv: Option<PathBuf>,
}

/// Measures, or reads what was measured, and prints the tables.
pub(super) fn run(args: &Args, run: &Run, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (grids, passes) = if args.quick { QUICK } else { FULL };
    let (grids, passes) = (args.grids.unwrap_or(grids), args.passes.unwrap_or(passes));
    let rows = Rows { from_csv: args.from_csv.as_deref(), csv: args.csv.as_deref(), origin: SEEDS.into() };
    let records = run.rows(
        rows,
        |rows, name| cazenave::read(rows, name),
        |journal| {
            let plan = plan(&Options { only: args.only.clone(), worlds: grids as u64 })?;
            answers(NAME, (&plan.settings, &plan.left_out), &Method::of_papers(passes), journal)
        },
    )?;
    writeln!(out, "{}", report(&Records::new(records), &args.only)?)?;
    Ok(Exit::Done)
}
