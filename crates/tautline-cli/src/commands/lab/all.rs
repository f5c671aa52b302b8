//! `tautline lab all`: every experiment, one after the other, and the page.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use clap::Parser;

use super::keep::Run;
use super::report::{FOLDER, write};
use super::{Experiment, Folder};
use crate::exit::Exit;
use crate::{console, shell};

/// What an experiment does with the folder of MovingAI files.
#[derive(PartialEq)]
enum Maps {
    /// Without it there is nothing to measure.
    Needed,
    /// With it there is more.
    Taken,
    /// It makes its own.
    Unused,
}

/// An experiment, and what it is asked for.
struct Line {
    name: &'static str,
    maps: Maps,
    quick: &'static [&'static str],
    full: &'static [&'static str],
}

const YARDSTICK_PLANNERS: &str = "astar,jps,jps-plus,jump-graph,theta,lazy-theta,anya,taut,taut-prepared";

/// In the order of the page.
const LINES: &[Line] = &[
    Line {
        name: "yardstick",
        maps: Maps::Needed,
        quick: &["--planner", YARDSTICK_PLANNERS, "--passes", "2", "--map", QUICK_MAPS],
        full: &["--planner", YARDSTICK_PLANNERS],
    },
    #[cfg(feature = "peers")]
    Line { name: "peers", maps: Maps::Needed, quick: &["--quick"], full: &[] },
    Line { name: "anya", maps: Maps::Needed, quick: &["--quick"], full: &[] },
    Line { name: "theta", maps: Maps::Taken, quick: &["--quick"], full: &[] },
    Line { name: "cazenave", maps: Maps::Unused, quick: &["--quick"], full: &[] },
    Line { name: "rayner", maps: Maps::Unused, quick: &["--quick"], full: &[] },
    Line { name: "scale", maps: Maps::Unused, quick: &["--quick"], full: &[] },
];

/// Some of the reference maps of each sort, on which the yardstick does not take too long.
const QUICK_MAPS: &str = "den520d,AR0400SR,BigGameHunters,32room_000,brc202d,random512-10-0";

const EXAMPLES: &str = "\
Examples:
  tautline lab all --quick --maps movingai
  tautline lab all --maps movingai --out measured-on-monday

Runs yardstick, anya, theta, cazenave, rayner, scale and, where the other libraries
are built in (--features peers), peers, and writes what each measured to a file such as
theta.csv in the folder and the page of `tautline lab report` beside them. What is there
already from the same command, commit and machine is not measured again, and what was
being measured when the program ended goes on where it was: remove a file to measure it
again. Without the folder of MovingAI files, what needs it is left out.";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: Folder,
    /// A first impression of everything within five minutes on two cores.
    #[arg(long)]
    quick: bool,
    /// Where files and page go; made if it is not there.
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    out: PathBuf,
}

/// A command line of an experiment.
#[derive(Parser)]
struct Command {
    #[command(subcommand)]
    experiment: Experiment,
}

/// Runs every experiment and makes the page.
pub(super) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot make the folder {}", args.out.display()))?;
    // However the folder is written, it is the same one.
    let maps = args.folder.given()?.map(|maps| fs::canonicalize(&maps).unwrap_or(maps));
    for line in LINES {
        if line.maps == Maps::Needed && maps.is_none() {
            console::note(format_args!("left out: {}, which needs the folder of MovingAI files", line.name));
            continue;
        }
        let words = line.words(args.quick, maps.as_deref());
        let file = format!("{}.csv", line.name);
        // What is in the folder stays what it is when the folder is moved.
        let told: Vec<_> = words.iter().chain([&file]).map(|word| shell::quoted(word)).collect();
        let run = Run::new(format!("tautline lab {}", told.join(" ")), true);
        let file = args.out.join(file).into_os_string();
        let words = words.into_iter().map(OsString::from).chain([file]);
        let command = Command::try_parse_from(std::iter::once(OsString::from("lab")).chain(words))?;
        console::note(run.command());
        let clock = Instant::now();
        command.experiment.run(&run, &mut io::sink())?;
        console::note(format_args!("{} done in {:.0} s", line.name, clock.elapsed().as_secs_f64()));
    }
    writeln!(out, "{}", write(&args.out)?.display())?;
    Ok(Exit::Done)
}

impl Line {
    /// All but the last word, which names the file.
    fn words(&self, is_quick: bool, maps: Option<&Path>) -> Vec<String> {
        let mut words = vec![self.name.to_owned()];
        words.extend(if is_quick { self.quick } else { self.full }.iter().map(ToString::to_string));
        if let Some(maps) = maps.filter(|_| self.maps != Maps::Unused) {
            words.extend(["--maps".to_owned(), maps.display().to_string()]);
        }
        words.push("--csv".to_owned());
        words
    }
}
