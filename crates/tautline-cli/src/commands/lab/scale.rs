//! `tautline lab scale`: how time grows.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::PossibleValuesParser;
use tautline_lab::scale::{self, Axis, Extent, Options, Row, jobs, plots, report};

use super::keep::{Rows, Run};
use super::show;
use crate::exit::Exit;
use crate::{atomic, console};

const EXAMPLES: &str = "\
Examples:
  tautline lab scale --quick
  tautline lab scale --csv scale.csv --plots figures
  tautline lab scale --from-csv scale.csv
  tautline lab scale --only batch --seed 7

What grows: map, the side of a map from 256 to 8192 cells; batch, the number of
queries in a call of plan_many from 1 to 1,000,000, on one thread and on all; agents,
the size of a crowd from 250 to 64,000. The growth is fitted, for maps by their cells:
a time that grows as they do has the exponent 1.

The columns of the CSV file: axis, kind (of world, or the scene), subject (the planner
or model), size, threads, units (how many queries or agent-steps were timed), and what
they took. Exit codes: 0 done; 2 bad usage or bad input; 3 an answer is wrong.";

/// What the experiment takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Only what grows with this; may be given several times.
    #[arg(long, value_name = "AXIS", value_delimiter = ',', value_parser = PossibleValuesParser::new(Axis::ALL.map(Axis::name)))]
    only: Vec<String>,
    /// Small sizes only, for a first impression within a minute.
    #[arg(long)]
    quick: bool,
    /// The same seed always gives the same worlds, queries and crowds, on every machine.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,
    /// Also write every measured point to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Make the tables from such a file instead of measuring.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["quick", "seed", "csv"])]
    from_csv: Option<PathBuf>,
    /// Also draw the plots into this folder, which is made if it is not there.
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
}

/// Measures, or reads what was measured, prints the tables and draws the plots.
pub(super) fn run(args: &Args, run: &Run, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if let Some(folder) = &args.plots {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let only: Vec<Axis> = args.only.iter().filter_map(|name| Axis::named(name)).collect();
    let extent = if args.quick { Extent::Quick } else { Extent::Full };
    let origin = args.seed.to_string();
    let kept = Rows { from_csv: args.from_csv.as_deref(), csv: args.csv.as_deref(), origin };
    let mut rows = run.rows(
        kept,
        |rows, name| scale::read(rows, name),
        |journal| {
            let jobs = jobs(&Options { extent, only: only.clone(), seed: args.seed });
            let bar = console::progress();
            let measured = (0..).zip(&jobs).try_for_each(|(number, job)| {
                show(&bar, number, jobs.len() as u64, &job.name);
                if journal.has(&job.name) { Ok(()) } else { journal.add(&job.name, &(job.run)()?) }
            });
            // Also where a job failed: the bar would stand before the error.
            bar.finish_and_clear();
            Ok(measured?)
        },
    )?;
    rows.retain(|row| only.is_empty() || only.contains(&row.axis));
    writeln!(out, "{}", report(&rows))?;
    args.plots.as_ref().map_or(Ok(()), |folder| draw(&rows, folder, run.command()))?;
    Ok(Exit::Done)
}

fn draw(rows: &[Row], folder: &Path, command: &str) -> anyhow::Result<()> {
    for (name, svg) in plots(rows, command)? {
        atomic::write(&folder.join(format!("{name}.svg")), |out| out.write_all(svg.as_bytes()))?;
    }
    Ok(())
}
