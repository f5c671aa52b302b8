//! `IDA*Δ_D`: IDA* whose thresholds grow by more than they have to.
//!
//! [`IdaStar`] with a [delta](super::ida_star::IdaStarConfig::delta) D: the next threshold is the least f that was left out, plus D, where
//! a straight step is two. There are fewer searches, and what is found costs at most D more than the cheapest path: no least f is larger
//! than its cost.
//!
//! T. Cazenave: *Optimizations of data structures, heuristics and algorithms for path-finding on maps*, CIG 2006, IV-E.

use super::ida_star::{self, IdaStar, IdaStarConfig, OPTIONS as WITHOUT_DELTA};
use crate::engine::{Descriptor, Ends, Guarantee, OptionKind, OptionSpec, PrepareError, Settings};
use crate::planners::graph::landmark_options;

const DELTA: OptionSpec = OptionSpec {
    name: "delta",
    default: "10",
    kind: OptionKind::Whole { min: 0, max: 1000 },
    help: "by how much more than necessary each threshold is larger than the one before; a straight step is 2",
};

const OPTIONS: [OptionSpec; WITHOUT_DELTA.len() + 1] = {
    let mut options = [DELTA; WITHOUT_DELTA.len() + 1];
    let mut number = 0;
    while number < WITHOUT_DELTA.len() {
        options[number + 1] = WITHOUT_DELTA[number];
        number += 1;
    }
    options
};

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "ida-star-delta",
    name: "IDA*Δ",
    paper: "Cazenave 2006",
    guarantee: Guarantee::Within { factor: 1.0, plus: 5.0 },
    ends: Ends::Cells,
    any_angle: false,
    features: &[],
    options: &OPTIONS,
    index: Some(landmark_options::optional_index(|map, settings, bytes| {
        IdaStar::open(DESCRIPTOR.id, map, config(settings)?, bytes)
    })),
    build: |map, settings, preparation| {
        Ok(Box::new(IdaStar::named(DESCRIPTOR.id, map, config(settings)?, preparation)?))
    },
};

fn config(settings: &Settings) -> Result<IdaStarConfig, PrepareError> {
    Ok(IdaStarConfig { delta: settings.whole("delta"), ..ida_star::config(settings)? })
}
