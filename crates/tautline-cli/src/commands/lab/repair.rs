//! `tautline lab repair`: what edits cost.

use std::io::Write;
use std::path::PathBuf;

use tautline_lab::repair::{self, Options, patch_table, read_patches};

use super::keep::{Rows, Run, files};
use super::{Folder, show};
use crate::exit::Exit;
use crate::{args, console};

const EXAMPLES: &str = "\
Examples:
  tautline lab repair --maps movingai
  tautline lab repair --maps movingai --map orz900d --edits 5000 --seed 7
  tautline lab repair --maps movingai --map sc1/Eruption --csv patches.csv
  tautline lab repair --from-csv patches.csv

The first table is of edits of one cell each, the second of patches of 10 to
20,000 cells: rectangles, and cells anywhere. The columns of the CSV file,
which has the patches: map, structure, shape, cells, patch (an odd one undoes
the one before), seed, and the time that the repair and a build took. Exit
codes: 0 done; 2 bad usage or bad input; 3 an answer or a repair is wrong.";

/// What the experiment takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: Folder,
    /// The reference map whose name contains this, or any map of the folder, such as `sc1/Eruption`.
    #[arg(long, value_name = "NAME", default_value = repair::DEFAULT_MAP)]
    map: String,
    /// How many edits, of one cell each.
    #[arg(long, value_name = "N", default_value_t = repair::DEFAULT_EDITS, value_parser = args::count, allow_negative_numbers = true)]
    edits: usize,
    /// How many patches of each shape and size.
    #[arg(long, value_name = "N", default_value_t = repair::DEFAULT_PATCHES, value_parser = args::count, allow_negative_numbers = true)]
    patches: usize,
    /// The same seed always gives the same edits and patches, on every machine.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,
    /// Also write what was measured of each patch to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Make the table of patches from such a file instead of measuring.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["maps", "map", "edits", "patches", "seed", "csv"])]
    from_csv: Option<PathBuf>,
}

/// Measures, or reads what was measured, and prints the tables.
pub(super) fn run(args: Args, run: &Run, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut kept =
        Rows { from_csv: args.from_csv.as_deref(), csv: args.csv.as_deref(), origin: String::new() };
    let options = if args.from_csv.is_none() {
        let folder = args.folder.path()?;
        kept.origin = files(&folder);
        let Args { map, edits, patches, seed, .. } = args;
        Some(Options { folder, map, edits, patches, seed })
    } else {
        None
    };
    if let Some(options) = &options {
        run.begins_to_measure();
        let bar = console::progress();
        let report = repair::run(options, &mut |done, total, what| show(&bar, done, total, what));
        bar.finish_and_clear();
        writeln!(out, "{}\n", report?.to_string().trim_end())?;
    }
    let rows = run.rows(
        kept,
        |rows, name| read_patches(rows, name),
        |journal| {
            let Some(options) = &options else { return Ok(()) };
            let bar = console::progress();
            let measured =
                repair::run_patches(options, journal, &mut |done, total, what| show(&bar, done, total, what));
            // Also where a repair was wrong: the bar would stand before the error.
            bar.finish_and_clear();
            Ok(measured?)
        },
    )?;
    writeln!(out, "{}", patch_table(&rows))?;
    Ok(Exit::Done)
}
