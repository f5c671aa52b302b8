//! `tautline completions`: scripts for shells.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  source <(tautline completions bash)
  tautline completions fish > ~/.config/fish/completions/tautline.fish";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tautline", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Done)
}
