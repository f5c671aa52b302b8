//! `tautline lab report`: everything that was measured on one page.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use tautline_lab::report::{EXPERIMENTS, page, picture_section, section};

use super::keep::{partial, read_file};
use crate::exit::Exit;
use crate::{atomic, console, registry};

/// The folder where nothing is said.
pub(super) const FOLDER: &str = "lab-report";

/// The page in it.
const PAGE: &str = "report.html";

const EXAMPLES: &str = "\
Examples:
  tautline lab all --quick --maps movingai
  tautline lab report
  tautline lab report --out measured-on-monday

The page is made of the files that are in the folder, such as theta.csv: those that
`tautline lab all` leaves there, or others that were written with --csv. Nothing is
measured. It is one file without anything beside it: it can be sent, printed, and
read without a network.";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The folder with the files, into which the page is written.
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    out: PathBuf,
}

/// Makes the page.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let file = write(&args.out)?;
    writeln!(out, "{}", file.display())?;
    Ok(Exit::Done)
}

/// Makes the page of the files in a folder, and says where it is.
pub(super) fn write(folder: &Path) -> anyhow::Result<PathBuf> {
    ensure!(
        folder.is_dir(),
        "{}: found no such folder, expected one with files of the lab",
        folder.display()
    );
    let mut sections = Vec::new();
    for experiment in EXPERIMENTS {
        let file = folder.join(format!("{experiment}.csv"));
        let partial = partial(&file);
        if partial.exists() {
            console::note(format_args!("left out: {}, which is not finished", partial.display()));
        }
        if file.exists() {
            let name = file.display().to_string();
            let section = section(registry(), experiment, &read_file(&file)?, &name);
            sections.push(section.with_context(|| format!("{name}: there is no section of it"))?);
        }
    }
    ensure!(
        !sections.is_empty(),
        "{}: found nothing that was measured, expected at least one of the files {}",
        folder.display(),
        EXPERIMENTS.map(|experiment| format!("{experiment}.csv")).join(", ")
    );
    sections.push(picture_section(registry())?);
    let page = page("Tautline, measured", &sections);
    let file = folder.join(PAGE);
    atomic::write(&file, |out| out.write_all(page.as_bytes()))?;
    Ok(file)
}
