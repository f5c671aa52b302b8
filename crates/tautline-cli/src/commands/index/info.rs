use std::io::Write;
use std::path::PathBuf;

use tautline::index::Index;

use super::report;
use crate::exit::Exit;
use crate::index_file::IndexFile;
use crate::map::{MapArgs, WorldArgs};
use crate::registry;

const EXAMPLES: &str = "\
Examples:
  tautline index info arena.index              what it is for
  tautline index info arena.index arena.map    and whether it fits this map
  tautline index info arena.index --json       for programs

Exit codes: 0 done; 2 bad usage or bad input, such as a damaged index; 3 it does
not fit the map.";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The index.
    file: PathBuf,
    /// A map file: say whether the index fits it, as it is now.
    map: Option<PathBuf>,
    /// Print one object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: MapArgs,
}

/// Prints what is known of an index.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let file = IndexFile::read(&args.file)?;
    let index = file.index()?;
    let selection = || index.selection(registry());
    let is_usable = || selection().and_then(|selection| index.check_planner(&selection));
    let (fits, refused) = match &args.map {
        Some(map) => {
            let world = WorldArgs::from(args.reading.clone()).load(Some(map))?;
            // As a planner would do it, with a look at the payload.
            let opened = selection().and_then(|selection| selection.open(&world.map, &file.bytes).map(drop));
            (Some(opened.is_ok()), opened.err())
        }
        None => (None, is_usable().err()),
    };
    let refused = refused.map(|error| error.to_string());
    if args.json {
        report::write_json(&args.file, file.bytes.len(), &index, fits, refused.as_deref(), out)?;
    } else {
        print(args, &index, &file, fits, refused.as_deref(), out)?;
    }
    Ok(if fits == Some(false) { Exit::CheckFailed } else { Exit::Done })
}

fn print(
    args: &Args,
    index: &Index<'_>,
    file: &IndexFile,
    fits: Option<bool>,
    refused: Option<&str>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    report::write(&args.file, file.bytes.len(), index, out)?;
    let why = refused.unwrap_or_default();
    match (fits, &args.map) {
        (Some(true), Some(map)) => report::line("fits", &format!("yes, {}", map.display()), out)?,
        (Some(false), Some(map)) => report::line("fits", &format!("no, {}: {why}", map.display()), out)?,
        _ if refused.is_some() => report::line("of no use", why, out)?,
        _ => {}
    }
    Ok(())
}
