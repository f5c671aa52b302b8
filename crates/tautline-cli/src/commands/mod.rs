//! The commands, one file each: what they take, and how they call the library.

pub(crate) mod completions;
pub(crate) mod crowd;
pub(crate) mod generate;
pub(crate) mod index;
pub(crate) mod lab;
pub(crate) mod plan;
pub(crate) mod planners;
pub(crate) mod scen;
mod tour;
pub(crate) mod view;

use std::io::Write;

use crate::args::Command;
use crate::exit::Exit;

/// Runs a command, or the tour if there is none. Results go to `out`.
pub(crate) fn run(command: Option<Command>, out: &mut dyn Write) -> anyhow::Result<Exit> {
    match command {
        None => tour::run(out),
        Some(Command::Plan(args)) => plan::run(args, out),
        Some(Command::Scen(args)) => scen::run(args, out),
        Some(Command::Planners(args)) => planners::run(&args, out),
        Some(Command::Generate(args)) => generate::run(&args, out),
        Some(Command::Crowd(args)) => crowd::run(&args, out),
        Some(Command::View(args)) => view::run(&args, out),
        Some(Command::Index(args)) => index::run(args, out),
        Some(Command::Lab(args)) => lab::run(args, out),
        Some(Command::Completions(args)) => completions::run(&args, out),
    }
}

/// The planner that is taken where none is named.
pub(crate) const DEFAULT_PLANNER: &str = "astar";
