//! The options of planners that landmarks can guide, as data, and their index.

use crate::engine::{Algorithm, Choice, IndexSpec, OptionKind, OptionSpec, Settings};
use crate::heuristic::landmarks::{LandmarkChoice, LandmarkConfig, LandmarkUse, Landmarks};
use crate::index::IndexError;
use crate::map::Map;

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

/// How a planner that always has landmarks stores them.
pub(super) const fn index(open: Open) -> IndexSpec {
    IndexSpec { version: 1, is_needed: |_| true, only_with: "", contents, open }
}

/// How a planner that has a choice does.
pub(super) const fn optional_index(open: Open) -> IndexSpec {
    IndexSpec {
        is_needed: |settings| chosen_landmarks(settings).is_some(),
        only_with: "heuristic=alt or heuristic=alt-best",
        ..index(open)
    }
}

type Open = fn(&Map, &Settings, &[u8]) -> Result<Box<dyn Algorithm>, IndexError>;

/// What the bytes of landmarks are, in a line.
fn contents(bytes: &[u8]) -> Option<String> {
    let (landmarks, bits, distances) = Landmarks::summary(bytes)?;
    Some(format!("{landmarks} landmarks, {bits} bits for each distance, {distances} bytes of them"))
}
