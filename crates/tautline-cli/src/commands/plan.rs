//! `tautline plan`: one path.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use tautline::geometry::Cell;
use tautline::planners::Selection;
use tautline::search::{Limits, PathDetail, Workspace};
use tautline_maps::movingai::Passable;
use tautline_maps::{builtin, load};

use super::DEFAULT_PLANNER;
use crate::draw::Scene;
use crate::exit::Exit;
use crate::index_file::IndexFile;
use crate::output::{self, Plan, json, svg, text};
use crate::run::{Question, Verdict, Xy};
use crate::runner::build;
use crate::shell::map_arguments;
use crate::{args, atomic, console};

const EXAMPLES: &str = "\
Examples:
  tautline plan                               from S to G on the built-in map
  tautline plan room.map --from 3,7 --to 40,12
  tautline plan --planner weighted-astar:weight=2
  tautline plan --format svg --out path.svg   a picture of path and search
  tautline plan --format json --timeout 5ms   for programs
  tautline plan room.map --from 3,7 --to 40,12 --index room.index

Exit codes: 0 a path was found; 1 there is none, or the search was stopped;
2 bad usage or bad input.";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A map file, MovingAI or drawn with `.`, `#`, `S` and `G`; the built-in map if there is none.
    map: Option<PathBuf>,
    /// Where the path begins; the `S` of a drawing if it is left out.
    #[arg(long, value_name = "X,Y", value_parser = args::place, allow_hyphen_values = true)]
    from: Option<Xy>,
    /// Where it ends; the `G` of a drawing if it is left out.
    #[arg(long, value_name = "X,Y", value_parser = args::place, allow_hyphen_values = true)]
    to: Option<Xy>,
    /// The planner, with options if you like: `astar:open=heap`. `tautline planners` lists them [default: that of the
    /// index, or else astar].
    #[arg(long, value_name = "SPEC")]
    planner: Option<Selection>,
    /// An option of the planner; may be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    opt: Vec<String>,
    /// What the planner prepared for this map, from `tautline index build`; without it, the planner prepares the map now.
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
    /// Give the ends, turns and jump points of the path instead of every cell.
    #[arg(long)]
    waypoints: bool,
    /// What to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Which characters of a MovingAI map one can walk on [default: .GS].
    #[arg(long, value_name = "CHARS", requires = "map")]
    passable: Option<Passable>,
    /// Stop after this many expansions.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_expansions: Option<u64>,
    /// Stop the search after this time, such as 250ms or 2s; a bare number is seconds.
    #[arg(long, value_name = "TIME", value_parser = args::duration, allow_hyphen_values = true)]
    timeout: Option<Duration>,
}

/// What a path is printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A summary and a drawing.
    Text,
    /// One object.
    Json,
    /// A picture.
    Svg,
}

/// Plans, and prints what was found.
pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Args { from, to, format, max_expansions, .. } = args;
    if let Some(out) = output::file(args.out.as_deref()) {
        let inputs: Vec<&Path> = [&args.map, &args.index].into_iter().filter_map(Option::as_deref).collect();
        atomic::spare(out, &inputs)?;
    }
    let index = args.index.as_deref().map(IndexFile::read).transpose()?;
    let mut selection = match (args.planner, &index) {
        (Some(selection), _) => selection,
        (None, Some(index)) => index.selection()?,
        (None, None) => DEFAULT_PLANNER.parse()?,
    };
    args.opt.iter().try_for_each(|option| selection.set(option))?;
    let map = match &args.map {
        Some(path) => load(path, args.passable.as_ref().unwrap_or(&Passable::default()))?,
        None => builtin(),
    };
    let start = end("--from", 'S', from, map.start)?;
    let goal = end("--to", 'G', to, map.goal)?;
    let runner = match index {
        Some(index) => {
            let passable = args.passable.as_ref().map(characters);
            index.open(&selection, &map.grid, &map_arguments(args.map.as_deref(), passable.as_deref()))?
        }
        None => build(&selection, &map.grid)?,
    };
    let mut workspace = Workspace::new();

    let deadline = args.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let limits = Limits { max_expansions, deadline, ..Limits::default() };
    let detail = if args.waypoints { PathDetail::Waypoints } else { PathDetail::EveryCell };
    let mut question = Question { start, goal, limits, detail };
    let run = runner.run(&question, &mut workspace);

    let expanded = if format == Format::Json {
        Vec::new()
    } else {
        // The same search once more, watched: as far as it came before, however long that takes now.
        question.limits = Limits::expansions(run.stats.expanded);
        runner.expanded(&question, &mut workspace)
    };
    let path = run.verdict.walk().map(|walk| runner.every_place(&walk.places)).unwrap_or_default();
    let scene =
        Scene { grid: &map.grid, start, goal, path: &path, expanded: &expanded, offset: runner.offset() };
    let (guarantee, preparation) = (runner.guarantee(), runner.preparation());
    let plan = Plan { selection: &selection, guarantee, preparation, detail, run: &run, scene };

    let is_file = output::file(args.out.as_deref()).is_some();
    if let Verdict::Error(message) = &run.verdict {
        if format == Format::Json && !is_file {
            json::write(&plan, out)?;
        }
        return Err(anyhow!("{message}"));
    }
    output::deliver(args.out.as_deref(), out, |out| match format {
        Format::Text if is_file => write_plain(&plan, out),
        Format::Text => text::write(&plan, console::width(), out),
        Format::Json => json::write(&plan, out),
        Format::Svg => svg::write(&plan, out),
    })?;
    Ok(if run.verdict.path().is_some() { Exit::Done } else { Exit::NoPath })
}

/// The characters that were given as passable.
fn characters(passable: &Passable) -> String {
    ('!'..='~').filter(|&character| passable.contains(character)).collect()
}

/// One end of the path: what was given, or else the mark in the drawing.
fn end(option: &str, mark: char, given: Option<Xy>, drawn: Option<Cell>) -> anyhow::Result<Xy> {
    given.or(drawn.map(Into::into)).with_context(|| format!("the map has no {mark}: give {option} X,Y"))
}

/// The text without colours, as a file wants it.
fn write_plain(plan: &Plan<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut coloured = Vec::new();
    text::write(plan, console::width(), &mut coloured)?;
    anstream::adapter::strip_bytes(&coloured).try_for_each(|plain| out.write_all(plain))
}
