//! `tautline plan`: one path.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use clap::ValueEnum;
use tautline::engine::{PrepareError, Selection};
use tautline::geometry::Position;
use tautline::map::Map;
use tautline::search::{Limits, Observer, PathDetail, Query, Reach, StopReason, Workspace};
use tautline_draw::Expanded;
use tautline_trace::{Recorder, Trace, turns as turns_of, whole_path};

use super::DEFAULT_PLANNER;
use crate::ends::{NamedEnds, explained};
use crate::exit::Exit;
use crate::index_file::IndexFile;
use crate::map::{World, WorldArgs};
use crate::output::{self, Plan, json, text};
use crate::preparation::{Prepared, build_until};
use crate::run::Run;
use crate::trace_file::TraceFile;
use crate::{args, atomic, console, registry};

const EXAMPLES: &str = "\
Examples:
  tautline plan                               from S to G on the built-in map
  tautline plan room.map --from 3,7 --to 40,12
  tautline plan --planner weighted-astar:weight=2
  tautline plan room.map --from 3.5,4.25 --to 10.1,2.75 --planner taut
  tautline plan room.map --from corner:3,7 --to corner:40,12 --planner anya
  tautline plan --format svg --out path.svg   a picture of path and search
  tautline plan --format json --timeout 5ms   for programs
  tautline plan room.map --from 3,7 --to 40,12 --index room.index
  tautline plan room.map --from 3,7 --to 40,12 --to 9,30    whichever is nearer
  tautline plan room.map --from 3,7 --to 40,12 --partial    as near as one can get
  tautline plan land.map --from 3,7 --to 40,12 --costs .=1,S=3,W=0
  tautline plan land.png --from 3,7 --to 40,12 --costs '#ffffff=1,#20a020=4'
  tautline plan --link 8,10:62,11:2 --format png --out path.png
  tautline plan --planner jps --trace jps.trace.jsonl       what the search does
  tautline plan --planner theta --trace theta.trace.yaml    the same for Posthoc

How maps are read:
  .map         MovingAI: . G S are free, @ O T W blocked, unless --passable or
               --costs say otherwise (characters without a cost are blocked)
  .txt         a drawing: . is free, # and @ are blocked, S and G are the ends
  .png .pgm    by brightness: from 128 of 255 on free; with --costs by colour
  .yaml        ROS: the image that it names, by its thresholds; coordinates are
               cells from the top left
  .tmx .tmj    Tiled: the first tile layer, or --layer. A tile costs what its
               property `cost` says, is blocked where `blocked` is true, and
               otherwise costs 1; if no tile of a tileset has a property, its
               tiles are walls (--costs tiles=1 if not).
               Cells without a tile cost 1
  .csv         costs: 0 is blocked
A step costs its length times the mean of the costs of its two cells. Files of
links have one a line, and remarks behind #.

The object of --format json has all that was found, also where the exit code is
not 0. `outcome` is found, partial, unreachable, stopped or error; `why` says
why, where that needs saying. `path`, `cost` and `end` are of the path that was
asked for; that of a stopped search is in `nearest`. `places` says what
coordinates are: cells, corners or points. Those of points have a fraction, as
--from takes them. `detail` says whether `path` has every-cell or waypoints.
`guarantee` is that of the planner, and `bound` how many times as much as the
cheapest a path may cost: null where that is not bounded.

Traces have the events of a search in order, one a line: what is expanded,
generated and closed, scans, intervals, lines of sight.
  .trace.jsonl JSON Lines; the first line is about the search as a whole
  .trace.yaml  for the viewer Posthoc, https://posthoc.pathfinding.ai

Exit codes: 0 a path was found, or with --partial one to the nearest place; 1
there is none, or the search or the preparation of the map was stopped; 2 bad usage or
bad input.";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A map file: MovingAI, drawn with `.`, `#`, `S` and `G`, an image, a ROS map (YAML), Tiled (TMX, TMJ), or a table of costs
    /// (CSV); the built-in map if there is none.
    map: Option<PathBuf>,
    /// Where the path begins: 3,7 is a cell (for planners at any angle its centre), 3.0,7.5 a point, corner:3,7 a corner of the
    /// grid. The `S` of a drawing if it is left out.
    #[arg(long, value_name = "X,Y", value_parser = args::position, allow_hyphen_values = true)]
    from: Option<Position>,
    /// Where it ends; the `G` of a drawing if it is left out. Given several times, the path leads to whichever is cheapest to
    /// reach.
    #[arg(long, value_name = "X,Y", value_parser = args::position, allow_hyphen_values = true)]
    to: Vec<Position>,
    /// Stop beside the goal, which may be solid. For planners between cells that say so in `tautline planners ID`, as --within and
    /// several --to are.
    #[arg(long, conflicts_with = "within")]
    next_to: bool,
    /// Stop at most this many tiles from the goal as the crow flies, which may be solid.
    #[arg(long, value_name = "TILES", value_parser = args::tiles, allow_hyphen_values = true)]
    within: Option<f64>,
    /// Where the goal is solid or cannot be reached, plan to the reachable place nearest to it: the nearest cell, or the nearest corner
    /// for planners at any angle. Not every planner does.
    #[arg(long)]
    partial: bool,
    /// The planner, with options if you like: `astar:open=heap`. `tautline planners` lists them [default: that of the
    /// index, or else astar].
    #[arg(long, value_name = "SPEC", value_parser = args::planner)]
    planner: Option<Selection>,
    /// An option of the planner; may be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    opt: Vec<String>,
    /// What the planner prepared for this map, from `tautline index build`; without it, the planner prepares the map now.
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
    /// Give the ends, turns and jump points of the path instead of every cell. (With links and hexagons it is every cell.)
    #[arg(long)]
    waypoints: bool,
    /// What to print [default: by the end of the file's name, otherwise text].
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write what the search does, event by event: as JSON Lines if the name ends with .trace.jsonl, for Posthoc if with
    /// .trace.yaml. The search takes longer then; `watched` in the output as JSON says so.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Keep this many events of a trace at most.
    #[arg(
        long,
        value_name = "N",
        requires = "trace",
        default_value_t = 1_000_000,
        allow_negative_numbers = true
    )]
    trace_limit: usize,
    /// Stop after this many expansions.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_expansions: Option<u64>,
    /// Stop preparation or search this long after the start of the command, such as 250ms, 2s or 5min; a bare number is seconds.
    /// Reading the map and writing the result are not stopped.
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

impl Format {
    /// What a file's name asks for: text, if it has no ending.
    fn of(file: Option<&Path>) -> anyhow::Result<Self> {
        let ending = file.and_then(Path::extension).and_then(OsStr::to_str).unwrap_or("txt");
        Ok(match ending.to_ascii_lowercase().as_str() {
            "txt" => Self::Text,
            "json" => Self::Json,
            "svg" => Self::Svg,
            "png" => Self::Png,
            _ => {
                bail!("--out: found the ending {ending:?}, expected txt, json, svg or png, or give --format")
            }
        })
    }
}

/// Plans, and prints what was found.
pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    // One moment for all that the command does.
    let deadline = args.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let max_expansions = args.max_expansions;
    let trace = args.trace.map(|file| TraceFile::new(file, args.trace_limit)).transpose()?;
    let inputs = [args.map.as_deref(), args.index.as_deref()];
    let inputs: Vec<&Path> = inputs.into_iter().flatten().chain(args.world.files()).collect();
    if let Some(out) = output::file(args.out.as_deref()) {
        atomic::spare(out, &inputs)?;
    }
    if let Some(trace) = &trace {
        trace.check(&inputs, output::file(args.out.as_deref()))?;
    }
    let format = match args.format {
        Some(format) => format,
        None => Format::of(output::file(args.out.as_deref()))?,
    };
    let index = args.index.as_deref().map(IndexFile::read).transpose()?;
    let selection = selection(args.planner, index.as_ref(), &args.opt)?;
    let map = args.map.as_deref();
    let world = args.world.load(map)?;
    if let Some(out) = output::file(args.out.as_deref()) {
        atomic::spare(out, &world.files_beside())?;
    }
    if let Some(trace) = &trace {
        trace.spare(&world.files_beside())?;
    }
    let planner = selection.descriptor();
    world.check_radius(&selection)?;
    let NamedEnds { start, goal, others } =
        NamedEnds::new(planner, args.from, &args.to, [world.start, world.goal])?;

    let detail = if args.waypoints { PathDetail::Waypoints } else { PathDetail::EveryCell };
    let reach = reach(args.within, args.next_to);
    let mut query = Query { others, reach, partial: args.partial, detail, ..Query::new(start, goal) };
    world.check_room(&query)?;
    let is_loaded = index.is_some();
    query.limits = Limits { max_expansions, deadline, ..Limits::default() };
    let begun = Instant::now();
    let prepared = match selection.check(&world.map, &query) {
        Err(error) if index.is_none() => Err(Run::refused(explained(planner, &query, error))),
        _ => prepare(index, &selection, &world, &args.world.words(map), deadline)?
            .map_err(|why| Run::none(why, query.start)),
    };
    let preparation = prepared.as_ref().map_or_else(|_| begun.elapsed(), |prepared| prepared.time);

    let mut watch = (
        (format != Format::Json).then(Expanded::default),
        trace.as_ref().map(|trace| Recorder::new(trace.max_events())),
    );
    let mut workspace = Workspace::new();
    let run = match &prepared {
        Ok(Prepared { planner, .. }) if watch.is_watching() => {
            Run::observed(planner, &world.map, &query, &mut workspace, &mut watch)
        }
        Ok(Prepared { planner, .. }) => Run::of(planner, &world.map, &query, &mut workspace),
        Err(run) => run.clone(),
    };
    let planner = prepared.ok().map(|prepared| prepared.planner);
    // What holds of a planner with these options on any map.
    let some_planner = selection.planner(&Map::open(1, 1)?)?;
    let watched_for = planner.as_ref().and_then(|_| purpose(&watch));
    let (expanded, recorder) = watch;
    let path = run.any_path().filter(|_| planner.is_some()).map(|path| whole_path(&world.map, path));
    let is_length =
        world.map.is_plain() && planner.as_ref().is_none_or(|planner| planner.turn_penalty() == 0.0);
    let turns = planner.as_ref().zip(run.any_path());
    let turns = turns.map(|(planner, path)| turns_of(planner, &world.map, path));
    let expanded = expanded.unwrap_or_default().cells;
    let scene = output::scene(world.shown(), &query, path.as_ref(), &expanded);
    let plan = Plan {
        selection: &selection,
        guarantee: some_planner.guarantee(),
        preparation,
        was_prepared: planner.is_some(),
        is_loaded,
        watched_for,
        map: &world.map,
        query: &query,
        run: &run,
        turns,
        steps: path.as_ref().map_or(0, |path| path.len().saturating_sub(1)),
        agent: world.agent(),
        is_every_cell: path.as_ref().is_some_and(|path| {
            path.cells().is_some() && run.any_path().is_some_and(|given| given.len() == path.len())
        }) || path.is_none() && some_planner.rule().steps().is_some(),
        scene: scene.caption(output::caption(&selection, &run, turns, is_length)),
    };

    let answer = match &run.answer {
        Ok(answer) => answer,
        Err(error) => {
            if format == Format::Json && output::file(args.out.as_deref()).is_none() {
                json::write(&plan, out)?;
            }
            return Err(anyhow!("{error}"));
        }
    };
    if let Some((trace, recorder)) = trace.zip(recorder) {
        let traced = planner.map(|planner| Trace::new(&planner, &world.map, &query, answer, recorder));
        write_trace(&trace, traced.as_ref())?;
    }
    deliver(&plan, format, args.out.as_deref(), out)?;
    Ok(if run.path().is_some() { Exit::Done } else { Exit::NoPath })
}

/// The planner that was named, or that of the index, with these options.
fn selection(
    named: Option<Selection>,
    index: Option<&IndexFile>,
    options: &[String],
) -> anyhow::Result<Selection> {
    let mut selection = match (named, index) {
        (Some(selection), _) => selection,
        (None, Some(index)) => index.selection()?,
        (None, None) => registry().select(DEFAULT_PLANNER)?,
    };
    options.iter().try_for_each(|option| selection.set(option))?;
    Ok(selection)
}

/// How near to its goal the path has to lead.
fn reach(within: Option<f64>, next_to: bool) -> Reach {
    match within {
        Some(tiles) => Reach::Within(tiles),
        None if next_to => Reach::NextTo,
        None => Reach::At,
    }
}

/// Writes a trace, or says why there is none.
fn write_trace(file: &TraceFile, trace: Option<&Trace>) -> anyhow::Result<()> {
    match trace {
        Some(trace) => file.write(trace)?,
        None => console::note("there is no trace: the preparation was stopped, so that nothing was searched"),
    }
    Ok(())
}

/// The planner, opened from an index or prepared in time; or why its preparation was stopped.
fn prepare(
    index: Option<IndexFile>,
    selection: &Selection,
    world: &World,
    words: &str,
    deadline: Option<Instant>,
) -> anyhow::Result<Result<Prepared, StopReason>> {
    match index {
        Some(index) => Ok(Ok(index.open(selection, &world.map, words)?)),
        None => match build_until(selection, &world.map, deadline) {
            Err(PrepareError::Stopped(why)) => Ok(Err(why)),
            prepared => Ok(Ok(prepared?)),
        },
    }
}

/// Writes what was found to a file or to the terminal.
fn deliver(plan: &Plan<'_>, format: Format, file: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<()> {
    match format {
        Format::Text if output::file(file).is_some() => {
            output::deliver(file, out, |out| write_plain(plan, out))
        }
        Format::Text => output::deliver(file, out, |out| text::write(plan, console::width(), out)),
        Format::Json => output::deliver(file, out, |out| json::write(plan, out)),
        Format::Svg => output::deliver(file, out, |out| plan.scene.write_svg(out)),
        Format::Png => output::deliver_bytes(file, &plan.scene.png()?),
    }
}

/// The text without colours, as a file wants it.
fn write_plain(plan: &Plan<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut coloured = Vec::new();
    text::write(plan, console::width(), &mut coloured)?;
    anstream::adapter::strip_bytes(&coloured).try_for_each(|plain| out.write_all(plain))
}

/// What a search is watched for.
fn purpose((expanded, recorder): &(Option<Expanded>, Option<Recorder>)) -> Option<&'static str> {
    match (expanded, recorder) {
        (Some(_), Some(_)) => Some("the picture and the trace"),
        (Some(_), None) => Some("the picture"),
        (None, Some(_)) => Some("the trace"),
        (None, None) => None,
    }
}
