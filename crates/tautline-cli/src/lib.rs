//! The command line of Tautline as a library, for programs that add planners of their own to it.
//!
//! ```no_run
//! use tautline::Registry;
//!
//! fn main() -> std::process::ExitCode {
//!     tautline_cli::main(Registry::core()) // `.with(&MY_PLANNER)`
//! }
//! ```

mod args;
mod atomic;
mod check;
mod commands;
mod console;
mod ends;
mod exit;
mod index_file;
mod map;
mod output;
mod preparation;
mod run;
mod shell;
mod table;
mod trace_file;
mod units;

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::Parser;
use tautline::engine::Registry;

use args::Cli;
use exit::Exit;

/// The planners of this program, which arguments are read with.
static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// The planners of this program.
fn registry() -> &'static Registry {
    REGISTRY.get_or_init(Registry::core)
}

/// Runs the command line with these planners: reads the arguments of the process, writes to its standard streams.
#[must_use]
pub fn main(registry: Registry) -> ExitCode {
    REGISTRY.get_or_init(|| registry);
    let cli = Cli::parse();
    let mut out = console::stdout();
    let exit = commands::run(cli.command, &mut out).and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    exit.unwrap_or_else(|error| {
        console::error(&error);
        Exit::BadInput
    })
    .into()
}
