//! The command line of Tautline: arguments in, calls of the library, results out.
//!
//! Results go to standard output, progress and notes to standard error. There are no algorithms here, and no planner is
//! named but the default one: everything walks the registry.

mod args;
mod atomic;
mod check;
mod commands;
mod console;
mod exit;
mod index_file;
mod output;
mod preparation;
mod shell;
mod table;
mod trace_file;
mod units;
mod world;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use args::Cli;
use exit::Exit;

fn main() -> ExitCode {
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
