//! `tautline lab theta`: the tables of the Theta* paper.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use tautline_lab::harness::{Method, Records};
use tautline_lab::theta::{self, Extent, NAME, Options, ids, plan, report};

use super::Folder;
use super::keep::{Rows, Run, SEEDS, answers, files};
use crate::args;
use crate::exit::Exit;

/// How often each query is answered where nothing is said.
const PASSES: usize = 3;

const EXAMPLES: &str = "\
Examples:
  tautline lab theta --maps movingai --quick
  tautline lab theta --maps movingai --csv theta.csv
  tautline lab theta --from-csv theta.csv
  tautline lab theta --from-csv theta.csv --only table-2,figure-16
  tautline lab theta --only table-7,table-8 --grids 20
  tautline lab theta --only table-5 --grids 5 --passes 10 --csv times.csv

Next to each figure the paper's own is printed in square brackets. In the end
it says whether what the paper finds about these tables holds, with the figures;
findings about what was not measured are only counted.
Planners and options that there are not are left out with a note, and so are
game maps without their folder. World n is made from seed n: the same one each
time.

In tables, – stands for what was not measured; below a table with empty cells
it says why they are empty.

The columns of the CSV file: experiment, setting, world, query, planner,
outcome (found or unreachable), cost and turns (both empty where unreachable),
straight and diagonal (how many steps of the path are; both empty where
unreachable, and for paths that do not lead from cell to cell), expanded,
generated, line_of_sight_checks, repairs (searches that were made again),
nanoseconds (of the fastest pass), passes, preparation_nanoseconds, bytes (of
memory, where they are counted), reference (the length of a shortest path, where
it is known). Lines that begin with # say where it comes from. A file with rows that are wrong,
doubled or of unknown planners or settings is refused.

Exit codes: 0 done, also where a finding does not hold; 2 bad usage or bad
input; 3 an answer is wrong.";

/// What the experiment takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Only this table or figure; may be given several times.
    #[arg(long, value_name = "ID", value_delimiter = ',', value_parser = PossibleValuesParser::new(ids()))]
    only: Vec<String>,
    /// How many worlds of each kind [default: 500 random grids of 100 × 100 cells and 200 of 500 × 500 for each share of
    /// blocked cells, 120 game maps of each size, 20 grids for Table 5 and 20 for each part of Table 6].
    #[arg(long, value_name = "N", value_parser = args::count, allow_negative_numbers = true)]
    grids: Option<usize>,
    /// How often each query is answered; the fastest time counts [default: 3, with --quick 1].
    #[arg(long, value_name = "N", value_parser = args::count, allow_negative_numbers = true)]
    passes: Option<usize>,
    /// Few worlds and one pass, for a first impression within two minutes.
    #[arg(long)]
    quick: bool,
    /// Also write every measured answer to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Make the tables from such a file instead of measuring.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["maps", "grids", "passes", "quick", "csv"])]
    from_csv: Option<PathBuf>,
}

/// Measures, or reads what was measured, and prints the tables.
pub(super) fn run(args: Args, run: &Run, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Args { folder, only, grids, passes, quick, csv, from_csv } = args;
    let extent = if quick { Extent::Quick } else { Extent::Full };
    let passes = passes.unwrap_or(if quick { 1 } else { PASSES });
    let worlds = grids.map(|grids| grids as u64);
    let folder = if from_csv.is_some() { None } else { folder.given()? };
    let origin =
        folder.as_deref().map_or_else(|| SEEDS.to_owned(), |maps| format!("{SEEDS}, maps: {}", files(maps)));
    let rows = Rows { from_csv: from_csv.as_deref(), csv: csv.as_deref(), origin };
    let records = run.rows(
        rows,
        |rows, name| theta::read(rows, name),
        |journal| {
            let plan = plan(&Options { folder, only: only.clone(), worlds, extent })?;
            answers(NAME, (&plan.settings, &plan.left_out), &Method::of_papers(passes), journal)
        },
    )?;
    writeln!(out, "{}", report(&Records::new(records), &only))?;
    Ok(Exit::Done)
}
