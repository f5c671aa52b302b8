//! Index files: read once, checked, and named in every message.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow};
use tautline::engine::{PrepareError, Selection};
use tautline::index::{Index, IndexError};
use tautline::map::Map;

use crate::preparation::Prepared;
use crate::registry;
use crate::shell::quoted;

/// What to do with a good file that is for another planner, or for other options.
const WITHOUT_PLANNER: &str = "leave out --planner and --opt to use it as it is";

/// How many bytes tell whether a file is an index.
const BEGINNING: u64 = 64;

/// A file that is an index, whether it fits or not.
#[derive(Debug)]
pub(crate) struct IndexFile {
    /// Its name.
    pub(crate) path: PathBuf,
    /// What is in it.
    pub(crate) bytes: Vec<u8>,
    /// The planner that prepared it.
    planner: String,
    /// All of that planner's options.
    settings: String,
}

impl IndexFile {
    /// Reads a file and makes sure that it is what was written.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let (planner, settings) = match Index::parse(&bytes) {
            Ok(index) => (index.planner.to_owned(), index.settings.to_owned()),
            Err(error) => return Err(refusal(path, &error, "tautline index build")),
        };
        Ok(Self { path: path.to_owned(), bytes, planner, settings })
    }

    /// The header and the payload.
    pub(crate) fn index(&self) -> Result<Index<'_>, IndexError> {
        Index::parse(&self.bytes)
    }

    /// The planner and the options that it was prepared with.
    pub(crate) fn selection(&self) -> anyhow::Result<Selection> {
        let selection = self.index().and_then(|index| index.selection(registry()));
        selection.map_err(|error| refusal(&self.path, &error, "tautline index build"))
    }

    /// Whether it was prepared by this planner with these options, in whichever version.
    fn is_for(&self, selection: &Selection) -> bool {
        self.planner == selection.descriptor().id && self.settings == selection.settings().to_string()
    }

    /// The planner with what was prepared. `name` is the map as it is named on a command line.
    pub(crate) fn open(&self, selection: &Selection, map: &Map, name: &str) -> anyhow::Result<Prepared> {
        let begun = Instant::now();
        let opened = selection.open(map, &self.bytes);
        let time = begun.elapsed();
        opened.map(|planner| Prepared { planner, time }).map_err(|error| {
            let words = ["tautline index build", name, "--planner", &quoted(&selection.to_string()), "--out"];
            let words = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
            let command = format!("{words} {}", quoted(&self.path.to_string_lossy()));
            refusal(&self.path, &error, &command)
        })
    }
}

/// Reads a file; of one that does not begin as an index does, which may be long or without end, the beginning only.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    file.by_ref().take(BEGINNING).read_to_end(&mut bytes)?;
    let is_other = matches!(
        Index::parse(&bytes),
        Err(IndexError::NotAnIndex { .. } | IndexError::DamagedSignature { .. })
    );
    if !is_other {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Hands each file to the planner that it was prepared for; each of them takes one, and no file is left over.
pub(crate) fn assign(
    files: Vec<IndexFile>,
    planners: &[Selection],
) -> anyhow::Result<Vec<Option<IndexFile>>> {
    let mut assigned: Vec<Option<IndexFile>> = planners.iter().map(|_| None).collect();
    for file in files {
        let fitting = || planners.iter().enumerate().filter(|(_, selection)| file.is_for(selection));
        match (fitting().find(|&(number, _)| assigned[number].is_none()), fitting().next()) {
            (Some((number, _)), _) => assigned[number] = Some(file),
            (None, Some((number, selection))) => {
                let other = assigned[number].as_ref().map(|file| file.path.display().to_string());
                return Err(anyhow!(
                    "{}: one index too many, {selection} has {}",
                    file.path.display(),
                    other.unwrap_or_default()
                ));
            }
            (None, None) => return Err(misfit(&file, planners)),
        }
    }
    Ok(assigned)
}

fn misfit(file: &IndexFile, planners: &[Selection]) -> anyhow::Error {
    let path = file.path.display();
    if let Some(selection) = planners.iter().find(|selection| selection.descriptor().id == file.planner)
        && let Err(error) = file.index().and_then(|index| index.check_planner(selection))
    {
        return anyhow!("{path}: {error}; {WITHOUT_PLANNER}");
    }
    let ids: Vec<_> = planners.iter().map(|selection| selection.descriptor().id).collect();
    let ids = ids.join(" or ");
    anyhow!("{path}: it is for another planner: found {}, expected {ids}; {WITHOUT_PLANNER}", file.planner)
}

/// Why a file cannot be used, and how to get one that can.
fn refusal(path: &Path, error: &IndexError, command: &str) -> anyhow::Error {
    let path = path.display();
    match error {
        IndexError::NotAnIndex { .. }
        | IndexError::NotPrepared { .. }
        | IndexError::Selection(_)
        | IndexError::Prepare(PrepareError::Unsupported(_)) => {
            anyhow!("{path}: {error}")
        }
        // The file is good: it would be a pity to write over it.
        IndexError::OtherPlanner { .. }
        | IndexError::OtherSettings { .. }
        | IndexError::NotWithOptions { .. } => {
            anyhow!("{path}: {error}; {WITHOUT_PLANNER}")
        }
        _ => anyhow!("{path}: {error}; build it again with `{command}`"),
    }
}
