//! The trace of a search as a file.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use tautline_trace::Trace;

use crate::{atomic, console};

/// What a trace is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// JSON Lines.
    Own,
    /// YAML for Posthoc.
    Posthoc,
}

/// Where a trace goes.
#[derive(Debug)]
pub(crate) struct TraceFile {
    path: PathBuf,
    format: Format,
    max_events: usize,
}

impl TraceFile {
    /// A file that was asked for; the end of its name says what it is written as.
    pub(crate) fn new(path: PathBuf, max_events: usize) -> anyhow::Result<Self> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let format = match ending {
            "jsonl" => Format::Own,
            "yaml" | "yml" => Format::Posthoc,
            _ => bail!(
                "--trace: found {}, expected a name that ends with .trace.jsonl (JSON Lines) or .trace.yaml (for Posthoc)",
                path.display()
            ),
        };
        Ok(Self { path, format, max_events })
    }

    /// Makes sure, before there is any work, that it can be written and takes no other file's place.
    pub(crate) fn check(&self, inputs: &[&Path], out: Option<&Path>) -> anyhow::Result<()> {
        self.spare(inputs)?;
        if let Some(out) = out {
            ensure!(out != self.path, "--trace and --out would both be written to {}", out.display());
            self.spare(&[out])?;
        }
        atomic::probe(&self.path)
    }

    /// Refuses to take the place of a file that is read.
    pub(crate) fn spare(&self, inputs: &[&Path]) -> anyhow::Result<()> {
        atomic::spare(&self.path, inputs)
    }

    /// How many events it keeps at most.
    pub(crate) fn max_events(&self) -> usize {
        self.max_events
    }

    /// Writes down what a search did.
    pub(crate) fn write(&self, trace: &Trace) -> anyhow::Result<()> {
        if trace.is_cut {
            let (path, most) = (self.path.display(), self.max_events);
            console::note(format_args!(
                "note: {path} has the first {most} events of the search only; --trace-limit keeps more"
            ));
        }
        atomic::write(&self.path, |out| match self.format {
            Format::Own => trace.write(out),
            Format::Posthoc => trace.write_posthoc(out),
        })
    }
}
