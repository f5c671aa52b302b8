//! `tautline index`: what planners prepare, as files.

mod build;
mod info;
mod report;

use std::io::Write;

use clap::Subcommand;

use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  tautline index build arena.map --planner jps-plus --out arena.index
  tautline index info arena.index arena.map
  tautline plan arena.map --from 3,7 --to 40,12 --index arena.index

`tautline planners --json` tells which planners need an index. An index is for
one planner with its options and for one map; any other is refused.";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Prepare a map for a planner, and keep the result in a file.
    Build(build::Args),
    /// Show what an index is for, how large it is, and how long it took to prepare.
    Info(info::Args),
}

/// Builds or shows an index.
pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    match args.what {
        What::Build(args) => build::run(args, out),
        What::Info(args) => info::run(&args, out),
    }
}
