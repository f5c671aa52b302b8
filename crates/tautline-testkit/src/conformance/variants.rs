use tautline::engine::{Descriptor, OptionKind, OptionSpec, Registry, Selection};
use tautline::map::Map;

use crate::world::SplitMix64;

/// A planner with its defaults, and with each value of each option in turn: for numbers, both ends of the range and one
/// between. Values that do not go with the other defaults are left out.
///
/// # Panics
///
/// If the registry does not find the planner, or refuses a value that its own description names.
#[must_use]
pub fn variants(registry: &Registry, planner: &'static Descriptor) -> Vec<Selection> {
    let default = registry.select(planner.id).expect("every planner is found by its id");
    let others =
        planner.options.iter().flat_map(|spec| values(spec).into_iter().map(move |value| (spec, value)));
    let mut all = vec![default.clone()];
    all.extend(others.filter_map(|(spec, value)| {
        let mut variant = default.clone();
        variant.set(&format!("{}={value}", spec.name)).expect("a value of the option");
        (value != spec.default && works(&variant)).then_some(variant)
    }));
    all
}

/// A planner with a random value for each of its options, such that they go together.
///
/// # Panics
///
/// If the registry does not find the planner, or refuses a value that its own description names.
#[must_use]
pub fn random_variant(registry: &Registry, planner: &'static Descriptor, rng: &mut SplitMix64) -> Selection {
    loop {
        let mut variant = registry.select(planner.id).expect("every planner is found by its id");
        for spec in planner.options {
            let values = values(spec);
            let value = &values[rng.below(values.len() as u32) as usize];
            variant.set(&format!("{}={value}", spec.name)).expect("a value of the option");
        }
        if works(&variant) {
            return variant;
        }
    }
}

fn values(spec: &OptionSpec) -> Vec<String> {
    match spec.kind {
        OptionKind::Choices(names) => names().into_iter().map(str::to_owned).collect(),
        OptionKind::Range { min, max } => {
            [min, min + (max - min) / 500.0, max].map(|value| value.to_string()).into()
        }
        OptionKind::Whole { min, max } => {
            [min, min + (max - min).div_ceil(500), max].map(|value| value.to_string()).into()
        }
    }
}

fn works(selection: &Selection) -> bool {
    selection.planner(&Map::open(1, 1).expect("a map of one cell")).is_ok()
}
