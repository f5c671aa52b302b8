//! `tautline plan`: one path.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use tautline::geometry::Cell;
use tautline::planners::Selection;
use tautline::search::{Limits, PathDetail, Reach, Workspace};

use super::DEFAULT_PLANNER;
use crate::exit::Exit;
use crate::index_file::IndexFile;
use crate::output::{self, Plan, json, text};
use crate::run::{Question, Verdict, Xy};
use crate::runner::build;
use crate::world::WorldArgs;
use crate::{args, atomic, console};

const EXAMPLES: &str = "\
Examples:
  tautline plan                               from S to G on the built-in map
  tautline plan room.map --from 3,7 --to 40,12
  tautline plan --planner weighted-astar:weight=2
  tautline plan --format svg --out path.svg   a picture of path and search
  tautline plan --format json --timeout 5ms   for programs
  tautline plan room.map --from 3,7 --to 40,12 --index room.index
  tautline plan room.map --from 3,7 --to 40,12 --to 9,30    whichever is nearer
  tautline plan room.map --from 3,7 --to 40,12 --partial    as near as one can get
  tautline plan land.map --from 3,7 --to 40,12 --costs .=1,S=3,W=0
  tautline plan land.png --from 3,7 --to 40,12 --costs '#ffffff=1,#20a020=4'
  tautline plan --link 8,10:62,11:2 --format png --out path.png

Exit codes: 0 a path was found, or with --partial one to the nearest place; 1
there is none, or the search was stopped; 2 bad usage or bad input.";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A map file: MovingAI, drawn with `.`, `#`, `S` and `G`, an image, a ROS map (YAML), Tiled (TMX, TMJ), or a table of costs
    /// (CSV); the built-in map if there is none.
    map: Option<PathBuf>,
    /// Where the path begins; the `S` of a drawing if it is left out.
    #[arg(long, value_name = "X,Y", value_parser = args::place, allow_hyphen_values = true)]
    from: Option<Xy>,
    /// Where it ends; the `G` of a drawing if it is left out. Given several times, the path leads to whichever is cheapest to
    /// reach.
    #[arg(long, value_name = "X,Y", value_parser = args::place, allow_hyphen_values = true)]
    to: Vec<Xy>,
    /// Stop beside the goal, which may be solid.
    #[arg(long, conflicts_with = "within")]
    next_to: bool,
    /// Stop at most this many tiles from the goal, which may be solid.
    #[arg(long, value_name = "TILES")]
    within: Option<u32>,
    /// Where the goal is solid or cannot be reached, plan to the reachable place nearest to it.
    #[arg(long)]
    partial: bool,
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
    /// Stop after this many expansions.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_expansions: Option<u64>,
    /// Stop the search after this time, such as 250ms or 2s; a bare number is seconds.
    #[arg(long, value_name = "TIME", value_parser = args::duration, allow_hyphen_values = true)]
    timeout: Option<Duration>,
    #[command(flatten)]
    world: WorldArgs,
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
    /// A picture in pixels.
    Png,
}

/// Plans, and prints what was found.
pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Args { format, max_expansions, .. } = args;
    if let Some(out) = output::file(args.out.as_deref()) {
        let inputs = [args.map.as_deref(), args.index.as_deref()];
        let inputs: Vec<&Path> = inputs.into_iter().flatten().chain(args.world.files()).collect();
        atomic::spare(out, &inputs)?;
    }
    let index = args.index.as_deref().map(IndexFile::read).transpose()?;
    let mut selection = match (args.planner, &index) {
        (Some(selection), _) => selection,
        (None, Some(index)) => index.selection()?,
        (None, None) => DEFAULT_PLANNER.parse()?,
    };
    args.opt.iter().try_for_each(|option| selection.set(option))?;
    let map = args.map.as_deref();
    let world = args.world.load(map)?;
    let start = end("--from", 'S', args.from, world.loaded.start)?;
    let goal = end("--to", 'G', args.to.first().copied(), world.loaded.goal)?;
    let runner = match index {
        Some(index) => index.open(&selection, world.ground(), &args.world.words(map))?,
        None => build(&selection, world.ground())?,
    };
    let mut workspace = Workspace::new();

    let deadline = args.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let limits = Limits { max_expansions, deadline, ..Limits::default() };
    let detail = if args.waypoints { PathDetail::Waypoints } else { PathDetail::EveryCell };
    let reach = match args.within {
        Some(tiles) => Reach::Within(tiles),
        None if args.next_to => Reach::NextTo,
        None => Reach::At,
    };
    let others = args.to.iter().skip(1).copied().collect();
    let mut question = Question { start, goal, others, reach, partial: args.partial, limits, detail };
    world.check_room(&question)?;
    let run = runner.run(&question, &mut workspace);

    let expanded = if format == Format::Json {
        Vec::new()
    } else {
        // The same search once more, watched: as far as it came before, however long that takes now.
        question.limits = Limits::expansions(run.stats.expanded);
        runner.expanded(&question, &mut workspace)
    };
    let path = run.verdict.walk().map(|walk| runner.every_place(&walk.places, detail)).unwrap_or_default();
    let scene = output::scene(world.shown(), &question, &path, expanded);
    let plan = Plan {
        selection: &selection,
        guarantee: runner.guarantee(),
        preparation: runner.preparation(),
        question: &question,
        run: &run,
        steps: path.len().saturating_sub(1),
        scene: scene.caption(output::caption(&selection, &run)),
    };

    let is_file = output::file(args.out.as_deref()).is_some();
    if let Verdict::Error(message) = &run.verdict {
        if format == Format::Json && !is_file {
            json::write(&plan, out)?;
        }
        return Err(anyhow!("{message}"));
    }
    let file = args.out.as_deref();
    match format {
        Format::Text if is_file => output::deliver(file, out, |out| write_plain(&plan, out)),
        Format::Text => output::deliver(file, out, |out| text::write(&plan, console::width(), out)),
        Format::Json => output::deliver(file, out, |out| json::write(&plan, out)),
        Format::Svg => output::deliver(file, out, |out| plan.scene.write_svg(out)),
        Format::Png => output::deliver_bytes(file, &plan.scene.png()?),
    }?;
    Ok(if run.verdict.path().is_some() { Exit::Done } else { Exit::NoPath })
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
