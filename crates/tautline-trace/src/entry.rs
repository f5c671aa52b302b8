use serde::Serialize;
use tautline::engine::{Descriptor, Feature, OptionKind};

/// What there is to say about a planner of the registry, field by field in the order in which it is written.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "they are the columns of the list")]
pub struct Entry {
    id: &'static str,
    name: &'static str,
    paper: &'static str,
    guarantee: &'static str,
    places: &'static str,
    any_angle: bool,
    needs_index: bool,
    terrain: bool,
    links: bool,
    options: Vec<EntryOption>,
    /// How many times as long as the shortest a path may be; none where that is not bounded.
    bound: Option<f64>,
    /// How many tiles longer than that it may be.
    plus: f64,
    hexagons: bool,
    /// Whether it finds the nearest of several goals, and paths that end near a goal.
    near_goals: bool,
}

#[derive(Debug, Serialize)]
struct EntryOption {
    name: &'static str,
    default: &'static str,
    #[serde(flatten)]
    values: Values,
    help: &'static str,
    /// Whether the range is one of whole numbers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    whole: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Values {
    Choices(Vec<&'static str>),
    Range([f64; 2]),
}

impl From<&'static Descriptor> for Entry {
    fn from(planner: &'static Descriptor) -> Self {
        let options = planner.options.iter().map(|option| EntryOption {
            name: option.name,
            default: option.default,
            values: match option.kind {
                OptionKind::Choices(names) => Values::Choices(names()),
                OptionKind::Range { min, max } => Values::Range([min, max]),
                OptionKind::Whole { min, max } => Values::Range([min.into(), max.into()]),
            },
            help: option.help,
            whole: matches!(option.kind, OptionKind::Whole { .. }),
        });
        Self {
            id: planner.id,
            name: planner.name,
            paper: planner.paper,
            guarantee: planner.guarantee.name(),
            places: planner.ends.places(),
            any_angle: planner.any_angle,
            needs_index: planner.needs_index(),
            terrain: planner.handles(Feature::Terrain),
            links: planner.handles(Feature::Links),
            options: options.collect(),
            bound: Some(planner.guarantee.bound()).filter(|bound| bound.is_finite()),
            plus: planner.guarantee.plus(),
            hexagons: planner.handles(Feature::Hexagons),
            near_goals: planner.handles(Feature::Reach),
        }
    }
}
