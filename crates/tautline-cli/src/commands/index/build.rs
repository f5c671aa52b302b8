use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, ensure};
use tautline::engine::{Preparation, Selection};
use tautline::index::Index;

use super::report;
use crate::exit::Exit;
use crate::map::{MapArgs, WorldArgs};
use crate::{args, atomic, console, output};

const EXAMPLES: &str = "\
Examples:
  tautline index build arena.map --planner jps-plus --out arena.index
  tautline index build --planner jps-plus --opt diagonal=never --out tour.index
  tautline index build --planner alt:choice=subset --threads 4 --out tour.index
  tautline index build --planner ida-star:heuristic=alt-best --out tour.index

`tautline planners --json` tells which planners need an index.

Exit codes: 0 done; 2 bad usage or bad input.";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A map file; the built-in map if there is none.
    map: Option<PathBuf>,
    /// The planner, with options if you like: `jps-plus:diagonal=never`.
    #[arg(long, value_name = "SPEC", value_parser = args::planner)]
    planner: Selection,
    /// An option of the planner; may be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    opt: Vec<String>,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// On how many threads to prepare, where the planner has work for several: random landmarks and subsets of them.
    #[arg(long, value_name = "N", default_value = "1", value_parser = args::count, allow_negative_numbers = true)]
    threads: usize,
    #[command(flatten)]
    reading: MapArgs,
}

/// Prepares the map and writes the file.
pub(super) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Args { map, planner: mut selection, opt, out: file, threads, reading } = args;
    opt.iter().try_for_each(|option| selection.set(option))?;
    ensure!(
        output::file(Some(&file)).is_some(),
        "an index does not go to standard output: found --out -, expected a file"
    );
    let map = map.as_deref();
    atomic::spare(&file, map.as_slice())?;
    atomic::probe(&file)?;
    let world = WorldArgs::from(reading).load(map)?;
    atomic::spare(&file, &world.files_beside())?;
    selection.check_index()?;

    let spinner = console::spinner(format!("preparing {} × {} cells", world.map.width(), world.map.height()));
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let begun = Instant::now();
    let prepared = selection.prepare(&world.map, &Preparation::default().on_threads(threads));
    let time = begun.elapsed();
    spinner.finish_and_clear();
    let bytes = prepared?.to_bytes(&world.map, time)?;
    atomic::write(&file, |out| out.write_all(&bytes))?;

    let index = Index::parse(&bytes).context("the index that was written makes no sense")?;
    report::write(&file, bytes.len(), &index, out)?;
    Ok(Exit::Done)
}
