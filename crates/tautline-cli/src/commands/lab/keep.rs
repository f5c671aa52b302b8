//! What is measured, kept in a file from which tables are made.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use tautline_lab::LabError;
use tautline_lab::harness::{
    Build, Journal, MEASURING_PROFILE, Method, Origin, Setting, is_measured, measure,
};

use crate::{atomic, console};

/// How this program was built.
pub(super) const BUILD: Build = Build {
    commit: env!("TAUTLINE_COMMIT"),
    compiler: env!("TAUTLINE_COMPILER"),
    profile: env!("TAUTLINE_PROFILE"),
};

/// A run of an experiment.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// The command line.
    command: String,
    /// Whether a file that was made by the same command is taken as it is.
    reuse: bool,
    /// The profile of the program that measured, once there is a measurement.
    profile: RefCell<Option<String>>,
}

/// Where the rows of a run come from.
pub(super) struct Rows<'a> {
    /// A file that was written before; nothing is measured then.
    pub(super) from_csv: Option<&'a Path>,
    /// The file that they are kept in.
    pub(super) csv: Option<&'a Path>,
    /// What the worlds are made from.
    pub(super) origin: String,
}

/// What worlds that are made for an experiment are made from.
pub(super) const SEEDS: &str = "world n is made from seed n";

/// Where worlds and queries come from that are not made.
pub(super) fn files(folder: &Path) -> String {
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    format!("none: worlds and queries are those of {}", folder.display())
}

/// Reads a whole file.
pub(super) fn read_file(file: &Path) -> anyhow::Result<Vec<u8>> {
    // Some systems open a folder like a file and only fail to read it.
    ensure!(!file.is_dir(), "{}: is a directory, expected a file", file.display());
    fs::read(file).with_context(|| format!("{}: cannot be read", file.display()))
}

impl Run {
    pub(super) fn new(command: String, reuse: bool) -> Self {
        Self { command, reuse, profile: RefCell::default() }
    }

    /// The command line.
    pub(super) fn command(&self) -> &str {
        &self.command
    }

    /// Notes that this program measures. On a terminal it warns at once where the profile makes the figures incomparable, as measuring can
    /// take long.
    pub(super) fn begins_to_measure(&self) {
        if BUILD.profile != MEASURING_PROFILE && std::io::stderr().is_terminal() {
            console::note(profile_line(BUILD.profile));
        }
        self.profile.replace(Some(BUILD.profile.to_owned()));
    }

    /// The last line of a report: with which profile the program was built that measured.
    pub(super) fn last_line(&self) -> Option<String> {
        self.profile.borrow().as_deref().map(profile_line)
    }

    /// Reads rows, or measures them first: then it goes on where an earlier run was ended, and keeps them in a file if one is named. As
    /// long as they are not all there its name ends in `.partial`; a file that is there is replaced when they are, and can be read.
    pub(super) fn rows<T>(
        &self,
        rows: Rows<'_>,
        read: impl Fn(&[u8], &str) -> Result<T, LabError>,
        work: impl FnOnce(&mut Journal) -> anyhow::Result<()>,
    ) -> anyhow::Result<T> {
        let Rows { from_csv, csv, origin } = rows;
        let read_file = |file: &Path| Ok(read(&read_file(file)?, &file.display().to_string())?);
        if let Some(file) = from_csv {
            let origin = Origin::read(&self::read_file(file)?[..]).unwrap_or_default();
            self.profile.replace(origin.profile().map(ToOwned::to_owned));
            return read_file(file);
        }
        let origin = Origin::here(&BUILD, &self.command, &origin);
        if let Some(file) = csv {
            if self.reuse && is_measured(file, &origin) {
                self.profile.replace(Some(BUILD.profile.to_owned()));
                return read_file(file);
            }
            atomic::probe(file)?;
        }
        self.begins_to_measure();
        // A file that was not asked for is gone in the end, and what is no file, such as a pipe, gets all of it at once.
        let folder;
        let partial = if let Some(file) = csv.filter(|file| !file.exists() || file.is_file()) {
            partial(file)
        } else {
            folder = tempfile::tempdir().context("cannot make a folder for what is measured")?;
            folder.path().join("rows.csv")
        };
        let made = finished(&partial, &origin, work, &read)?;
        if let Some(file) = csv {
            let rows = self::read_file(&partial)?;
            atomic::write(file, |out| out.write_all(&rows))?;
        }
        fs::remove_file(&partial).with_context(|| format!("cannot remove {}", partial.display()))?;
        Ok(made)
    }
}

/// Says with which profile a program was built, and what to do about it where figures are not made with that.
fn profile_line(profile: &str) -> String {
    if profile == MEASURING_PROFILE {
        format!("Measured with a program of the profile `{profile}`.")
    } else {
        format!(
            "Warning: measured with a program of the profile `{profile}`. Figures to be compared or published are made with \
             `{MEASURING_PROFILE}`: cargo run --profile {MEASURING_PROFILE} -- lab …"
        )
    }
}

/// Measures into a file, and reads it.
fn finished<T>(
    partial: &Path,
    origin: &Origin,
    work: impl FnOnce(&mut Journal) -> anyhow::Result<()>,
    read: &impl Fn(&[u8], &str) -> Result<T, LabError>,
) -> anyhow::Result<T> {
    let mut journal = Journal::open(partial, origin)?;
    let before = journal.units();
    if before > 0 {
        console::note(format_args!("going on with {}", partial.display()));
    }
    let worked = work(&mut journal);
    let has_rows = journal.has_rows();
    let completed = if worked.is_ok() { journal.complete() } else { Ok(()) };
    if !has_rows && before == 0 {
        // Nothing to go on with.
        let _ = fs::remove_file(partial);
    }
    worked?;
    completed?;
    ensure!(has_rows, "there is nothing to measure: all queries were left out");
    let name = partial.display().to_string();
    let made = read(&read_file(partial)?, &name);
    made.with_context(|| format!("{name} is damaged: remove it to measure from the beginning"))
}

/// The file of a run that is not finished.
pub(super) fn partial(file: &Path) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(".partial");
    name.into()
}

/// Says what is left out and measures the rest, with a bar.
pub(super) fn answers(
    experiment: &str,
    (settings, left_out): (&[Setting], &[String]),
    method: &Method,
    journal: &mut Journal,
) -> anyhow::Result<()> {
    for reason in left_out {
        console::note(format_args!("left out: {reason}"));
    }
    let bar = console::progress();
    let measured = measure(experiment, settings, method, journal, &mut |done, total, what| {
        super::show(&bar, done, total, what);
    });
    bar.finish_and_clear();
    Ok(measured?)
}
