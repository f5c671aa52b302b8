//! The options of planners that landmarks can guide, as data, and their index.

use std::num::NonZeroUsize;

use super::graph_options::moves;
use super::{Choice, IndexSpec, LandmarkError, Open, OpenFor, OptionError, OptionKind, OptionSpec, Settings};
use crate::geometry::Cell;
use crate::heuristic::landmarks::{LandmarkChoice, LandmarkConfig, LandmarkUse, Landmarks};
use crate::index::IndexError;
use crate::world::Grid;

impl Choice for LandmarkChoice {
    const CHOICES: &'static [(&'static str, Self)] =
        &[("random", Self::Random), ("farthest", Self::Farthest), ("subset", Self::Subset)];
}

/// What guides a search: the distance on an empty map, or landmarks as well.
impl Choice for Option<LandmarkUse> {
    const CHOICES: &'static [(&'static str, Self)] =
        &[("auto", None), ("alt", Some(LandmarkUse::All)), ("alt-best", Some(LandmarkUse::Best))];
}

pub(super) const GUIDED_BY: OptionSpec = OptionSpec {
    name: "heuristic",
    default: "auto",
    kind: OptionKind::of::<Option<LandmarkUse>>(),
    help: "the estimate of the cost to the goal; auto = octile, or manhattan for four neighbours; alt = that, or what all landmarks \
           say, if it is more; alt-best = that, or what the best one for the start says; landmarks are prepared",
};

pub(super) const LANDMARKS: OptionSpec = OptionSpec {
    name: "landmarks",
    default: "10",
    kind: OptionKind::Whole { min: 1, max: LandmarkConfig::MOST },
    help: "from how many places distances are prepared, where landmarks are used",
};

pub(super) const CHOICE: OptionSpec = OptionSpec {
    name: "choice",
    default: "farthest",
    kind: OptionKind::of::<LandmarkChoice>(),
    help: "where they are: by chance, each as far from the others as possible, or a subset of many that estimates well",
};

pub(super) const SEED: OptionSpec = OptionSpec {
    name: "seed",
    default: "0",
    kind: OptionKind::Whole { min: 0, max: u32::MAX },
    help: "what chance begins with when they are chosen; the farthest ones hardly depend on it",
};

/// The landmarks of a planner that uses them so.
pub(super) fn landmarks(settings: &Settings, used: LandmarkUse) -> LandmarkConfig {
    LandmarkConfig {
        count: settings.whole("landmarks"),
        choice: settings.choice("choice"),
        seed: settings.whole("seed").into(),
        used,
    }
}

/// Those of a planner that has a choice.
pub(super) fn chosen_landmarks(settings: &Settings) -> Option<LandmarkConfig> {
    settings.choice::<Option<LandmarkUse>>("heuristic").map(|used| landmarks(settings, used))
}

/// The index of a planner that always has landmarks.
pub(super) const fn index(prepare: Prepare, open: OpenFor<Cell>) -> IndexSpec {
    IndexSpec { version: 1, is_needed: |_| true, only_with: "", prepare, contents, open: Open::Cells(open) }
}

/// The index of a planner that has a choice.
pub(super) const fn optional_index(open: OpenFor<Cell>) -> IndexSpec {
    IndexSpec {
        is_needed: |settings| chosen_landmarks(settings).is_some(),
        only_with: "heuristic=alt or heuristic=alt-best",
        ..index(prepare_chosen, open)
    }
}

type Prepare = fn(&Grid, &Settings, NonZeroUsize) -> Result<Vec<u8>, OptionError>;

fn prepare_chosen(grid: &Grid, settings: &Settings, threads: NonZeroUsize) -> Result<Vec<u8>, OptionError> {
    // It is asked only where there are some.
    prepare(grid, settings, chosen_landmarks(settings).unwrap_or_default(), threads)
}

/// Prepares landmarks as bytes.
pub(super) fn prepare(
    grid: &Grid,
    settings: &Settings,
    config: LandmarkConfig,
    threads: NonZeroUsize,
) -> Result<Vec<u8>, OptionError> {
    let (rule, costs) = moves(settings)?;
    Ok(Landmarks::with_threads(grid, rule, costs, config, threads)?.to_bytes())
}

/// Landmarks from bytes.
pub(super) fn open(grid: &Grid, bytes: &[u8]) -> Result<Landmarks, IndexError> {
    Landmarks::from_bytes(grid, bytes).map_err(|error| IndexError::Malformed(error.to_string()))
}

/// What the bytes of landmarks are, in a line.
fn contents(bytes: &[u8]) -> Option<String> {
    let (landmarks, bits, distances) = Landmarks::summary(bytes)?;
    Some(format!("{landmarks} landmarks, {bits} bits for each distance, {distances} bytes of them"))
}

impl From<LandmarkError> for IndexError {
    fn from(error: LandmarkError) -> Self {
        match error {
            LandmarkError::Stale(_) => Self::Malformed("its options are not those of its settings".into()),
            LandmarkError::Config(error) => OptionError::from(error).into(),
        }
    }
}
