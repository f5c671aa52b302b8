//! `tautline crowd`: agents that walk to their goals and keep out of each other's way, measured.

mod report;
mod setting;
mod trails;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use tautline::engine::Selection;
use tautline_crowd::avoidance::Model;
use tautline_crowd::scene::KINDS;
use tautline_crowd::{CrowdConfig, Guide};
use tautline_draw::Scene as Picture;

use self::report::Outcome;
use self::setting::{MAP_AGENTS, Setting};
use self::trails::Trails;
use crate::exit::Exit;
use crate::{args, atomic, console, output, table};

const EXAMPLES: &str = "\
Examples:
  tautline crowd                                  the scenes
  tautline crowd circle --agents 50
  tautline crowd circle --model hrvo --seed 7
  tautline crowd blocks --flow --svg blocks.svg   a picture of the trails
  tautline crowd oncoming --threads 2 --json      for programs
  tautline crowd room.map --agents 30 --radius 0.3 --planner theta

On a map file, agents have random starts and goals in the largest part that is
connected for their size. Its formats are those of `tautline plan`; cells are
free or blocked, whatever they cost.

The hash changes with every bit of every place where an agent was. It is the
same for any number of threads.

Exit codes: 0 done, also where not all agents arrive; 2 bad usage or bad input.";

/// How many characters a line of the help has at most.
const HELP_WIDTH: usize = 80;

/// The list of scenes, and examples.
fn help() -> String {
    let longest = KINDS.iter().map(|kind| kind.name.len()).max().unwrap_or_default();
    let mut lines = vec!["Scenes:".to_owned()];
    for kind in KINDS {
        let mut line = format!("  {:<longest$} ", kind.name);
        let indent = " ".repeat(line.len());
        for word in kind.help.split(' ') {
            if line.len() + 1 + word.len() > HELP_WIDTH {
                lines.push(std::mem::replace(&mut line, indent.clone()));
            }
            line = format!("{line} {word}");
        }
        lines.push(line);
    }
    lines.join("\n") + "\n\n" + EXAMPLES
}

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = help())]
pub(crate) struct Args {
    /// One of the scenes below, or a map file; without it, they are listed.
    scene: Option<PathBuf>,
    /// How agents avoid each other: by optimal reciprocal collision avoidance, or by hybrid reciprocal, reciprocal or plain
    /// velocity obstacles.
    #[arg(long, value_name = "NAME", default_value = "orca", requires = "scene", value_parser = model())]
    model: Model,
    /// How many agents there are [default: as `tautline crowd` lists them, 100 on a map file].
    #[arg(long, value_name = "N", requires = "scene", value_parser = args::count, allow_negative_numbers = true)]
    agents: Option<usize>,
    /// The same seed always gives the same places: it moves the starts of a scene a little, and chooses starts and goals on a
    /// map file.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "scene", allow_negative_numbers = true)]
    seed: u64,
    /// Stop after this many steps if not all agents are at their goals.
    #[arg(long, value_name = "N", default_value = "4000", requires = "scene", value_parser = args::count, allow_negative_numbers = true)]
    steps: usize,
    /// How large agents on a map file are, in tiles [default: 0.4].
    #[arg(long, value_name = "TILES", requires = "scene", value_parser = radius, allow_negative_numbers = true)]
    radius: Option<f32>,
    /// Take the ways of the agents from this planner, with options if you like: `theta:corners=open` [default: as it belongs
    /// to the scene].
    #[arg(long, value_name = "SPEC", requires = "scene", value_parser = args::planner, conflicts_with_all = ["flow", "straight"])]
    planner: Option<Selection>,
    /// Take them from flow fields, one for each goal.
    #[arg(long, requires = "scene", conflicts_with = "straight")]
    flow: bool,
    /// Let agents walk straight towards their goals.
    #[arg(long, requires = "scene")]
    straight: bool,
    /// How many threads make a step.
    #[arg(long, value_name = "N", default_value = "1", requires = "scene", value_parser = threads, allow_negative_numbers = true)]
    threads: usize,
    /// Print one object.
    #[arg(long, requires = "scene")]
    json: bool,
    /// Draw where the agents went to this file: in pixels if its name ends with .png, otherwise as SVG; `-` is standard output,
    /// instead of the table.
    #[arg(long, value_name = "FILE", requires = "scene")]
    svg: Option<PathBuf>,
}

fn model() -> impl TypedValueParser<Value = Model> {
    PossibleValuesParser::new(Model::NAMES)
        .try_map(|name| Model::named(&name).ok_or_else(|| format!("there is no model {name:?}")))
}

/// Smaller agents would not get anywhere: they walk a sixth of their radius in a step.
const LEAST_RADIUS: f32 = 0.01;

fn radius(text: &str) -> Result<f32, String> {
    let radius = text.parse().ok().filter(|radius: &f32| radius.is_finite() && *radius >= LEAST_RADIUS);
    radius
        .ok_or_else(|| format!("found {text:?}, expected a number of tiles from {LEAST_RADIUS}, such as 0.4"))
}

/// More than any machine has use for, and fewer than systems refuse.
const MOST_THREADS: usize = 256;

fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST_THREADS).contains(number));
    number.ok_or_else(|| format!("found {text:?}, expected a whole number from 1 to {MOST_THREADS}"))
}

/// Lets a crowd walk and prints what was measured, or lists the scenes.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Some(name) = &args.scene else { return list(out) };
    let picture = args.svg.as_deref();
    let is_shown = picture.is_some() && output::file(picture).is_none();
    anyhow::ensure!(
        !(is_shown && args.json),
        "--json and --svg - are both for standard output: give --svg FILE"
    );
    let setting = Setting::load(name, args.agents, args.radius, args.seed)?;
    if let Some(file) = output::file(picture) {
        let files: Vec<&Path> = setting.files.iter().map(PathBuf::as_path).collect();
        atomic::spare(file, &files)?;
        atomic::probe(file)?;
    }
    let guide = match &args.planner {
        Some(selection) => Guide::Planner(selection.clone()),
        None if args.flow => Guide::Flow,
        None if args.straight => Guide::Straight,
        None => setting.scene.guide.clone(),
    };
    let config = CrowdConfig { guide, threads: args.threads, ..setting.scene.config(args.model) };
    let mut trails = picture.is_some().then(|| Trails::new(setting.scene.agents.len()));
    let outcome = walk(args, &setting, config, trails.as_mut())?;

    if args.json {
        outcome.write_json(out)?;
    } else if !is_shown {
        outcome.write(console::width(), out)?;
    }
    // What was measured is not lost if there can be no picture.
    out.flush()?;
    if let Some(trails) = &trails {
        let drawn = Picture::new(&setting.scene.map).caption(outcome.caption());
        draw(&trails.draw(drawn, &setting.scene.agents), picture, out)?;
    }
    Ok(Exit::Done)
}

/// Lets all agents walk, with a bar.
fn walk<'a>(
    args: &Args,
    setting: &'a Setting,
    config: CrowdConfig,
    mut trails: Option<&mut Trails>,
) -> anyhow::Result<Outcome<'a>> {
    let bar = console::progress();
    bar.set_length(args.steps as u64);
    let (guide, time_step) = (config.guide.clone(), config.time_step);
    let mut steps = 0;
    let report = setting.scene.run(config, args.steps, |crowd| {
        if let Some(trails) = &mut trails {
            trails.note(crowd.positions());
        }
        if !bar.is_hidden() {
            let arrived = crowd.arrived().filter(|&has_arrived| has_arrived).count();
            bar.set_message(format!("steps, {arrived} of {} arrived", crowd.len()));
            bar.set_position(steps);
        }
        steps += 1;
    });
    bar.finish_and_clear();
    let report = report.map_err(|error| setting.error(error))?;
    let (model, seed, limit, threads) = (args.model.name(), args.seed, args.steps, args.threads);
    Ok(Outcome {
        scene: &setting.scene,
        radius: setting.radius,
        model,
        guide,
        seed,
        limit,
        time_step,
        threads,
        report,
    })
}

fn draw(picture: &Picture<'_>, name: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<()> {
    let ending = output::file(name).and_then(Path::extension);
    if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
        output::deliver_bytes(name, &picture.png()?)
    } else {
        output::deliver(name, out, |out| picture.write_svg(out))
    }
}

/// Prints the scenes.
fn list(out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut table = table::with_header(["scene", "agents", "what is to be seen"], console::width());
    for kind in KINDS {
        table.add_row([kind.name, &kind.agents.to_string(), kind.help]);
    }
    table::keep_width(&mut table, &[0, 1]);
    table::print(&table, out)?;
    writeln!(out, "\nor a map file, with {MAP_AGENTS} agents that have random starts and goals")?;
    Ok(Exit::Done)
}
