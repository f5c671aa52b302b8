//! `tautline lab peers`: public libraries beside our planners.

use std::io::Write;
use std::path::PathBuf;

use super::Folder;
use super::keep::Run;
use crate::args;
use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  cargo run --profile dist --features peers -- lab peers --maps movingai --quick
  cargo run --profile dist --features peers -- lab peers --maps movingai --csv peers.csv
  cargo run --profile dist --features peers -- lab peers --from-csv peers.csv

The libraries are built in with the feature `peers` only. Each is used as its own
documentation shows; what is different about it is said below the table. What a
library answers wrongly is counted, what one of our planners does ends the run.

The columns of the CSV file are those of `tautline lab theta`: setting is the
map, query the number in its scenario, from zero; reference is the length of a
shortest path under the rule of the planner or library. The rows of the setting
crowds are about agent-steps: expanded counts them, nanoseconds is the time of
all of them, generated counts pairs that overlap, cost is the share that arrived.";

/// The maps of a first impression: open, rooms, scattered obstacles.
#[cfg(feature = "peers")]
const QUICK: [&str; 3] = ["dao/den520d", "bg512/AR0400SR", "rooms/32room_000"];

/// What the experiment takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Only maps whose name contains this; may be given several times.
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "quick")]
    map: Vec<String>,
    /// How often the whole list of queries is run; the fastest time of each query counts [default: 5, with --quick 2].
    #[arg(long, value_name = "N", value_parser = args::count, allow_negative_numbers = true)]
    passes: Option<usize>,
    /// Three maps and two passes, for a first impression within a minute.
    #[arg(long)]
    quick: bool,
    /// Also write every measured answer to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Make the table from such a file instead of measuring.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["maps", "map", "passes", "quick", "csv"])]
    from_csv: Option<PathBuf>,
}

#[cfg(not(feature = "peers"))]
pub(super) fn run(_: Args, _: &Run, _: &mut dyn Write) -> anyhow::Result<Exit> {
    anyhow::bail!(
        "this program was built without the other libraries: cargo run --profile dist --features peers -- lab peers …"
    );
}

#[cfg(feature = "peers")]
pub(super) use built_in::run;

#[cfg(feature = "peers")]
mod built_in {
    use tautline_lab::harness::Method;
    use tautline_lab::peers::{self, NAME, Options, measure_crowds, plan, report};

    use super::super::keep::{Rows, answers, files};
    use super::{Args, Exit, PathBuf, QUICK, Run, Write};

    /// How often each query is answered where nothing is said, and for a first impression.
    const PASSES: usize = 5;
    const QUICK_PASSES: usize = 2;

    /// What crowds did, in the file.
    const CROWDS: &str = "crowds";

    /// Measures, or reads what was measured, and prints the table.
    pub(in super::super) fn run(args: Args, run: &Run, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let Args { folder, map, passes, quick, csv, from_csv } = args;
        let folder = if from_csv.is_some() { PathBuf::new() } else { folder.path()? };
        let maps = if quick { QUICK.map(String::from).into() } else { map };
        let passes = passes.unwrap_or(if quick { QUICK_PASSES } else { PASSES });
        let rows = Rows { from_csv: from_csv.as_deref(), csv: csv.as_deref(), origin: files(&folder) };
        let records = run.rows(
            rows,
            |rows, name| peers::read(rows, name),
            |journal| {
                let settings = plan(&Options { folder, maps })?;
                answers(NAME, (&settings, &[]), &Method::steady(passes), journal)?;
                if !journal.has(CROWDS) {
                    journal.add(CROWDS, &measure_crowds()?)?;
                }
                Ok(())
            },
        )?;
        writeln!(out, "{}", report(&records))?;
        Ok(Exit::Done)
    }
}
