use std::time::Duration;

use tautline::geometry::Cell;
use tautline::planners::{Guarantee, Selection};
use tautline::world::Ground;
use tautline_draw::{Scene, Searched};
use tautline_run::{Question, Run, Spot, Verdict};

use crate::units;

/// One path and how it was found: what the formats of `tautline plan` show.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The planner.
    pub(crate) selection: &'a Selection,
    /// What it promises with these options.
    pub(crate) guarantee: Guarantee,
    /// How long it took to make it.
    pub(crate) preparation: Duration,
    /// Whether what it prepares came from a file.
    pub(crate) is_loaded: bool,
    /// What was asked.
    pub(crate) question: &'a Question,
    /// The call.
    pub(crate) run: &'a Run,
    /// How many steps the path has.
    pub(crate) steps: usize,
    /// For whom the path is, if that matters.
    pub(crate) agent: Option<String>,
    /// Whether the path has every cell, be it asked for or not; on corners there are none.
    pub(crate) is_every_cell: bool,
    /// The map and what happened on it.
    pub(crate) scene: Scene<'a>,
}

/// A map, a question, the path that answers it, and what the search expanded.
pub(crate) fn scene<'a>(
    ground: Ground<'a>,
    question: &Question,
    path: &[Spot],
    expanded: &[Cell],
    is_on_corners: bool,
) -> Scene<'a> {
    let goals: Vec<Spot> = question.goals().collect();
    Scene::of_search(
        ground,
        &Searched { start: question.start, goals: &goals, path, expanded, is_on_corners },
    )
}

/// One line about what was found. Costs are lengths or they are not.
pub(crate) fn caption(selection: &Selection, run: &Run, is_length: bool) -> String {
    let cost = if is_length { "length" } else { "cost" };
    let result = match &run.verdict {
        Verdict::Found(walk) => {
            format!("{cost} {:.3} · {}", walk.cost, units::count(walk.turns, "turn", "turns"))
        }
        Verdict::Partial { nearest, .. } => format!("partial, {cost} {:.3}", nearest.cost),
        Verdict::Stopped { nearest, .. } => format!("stopped at {cost} {:.3}", nearest.cost),
        other => other.name().to_owned(),
    };
    format!("{selection} · {result} · {} expanded", run.stats.expanded)
}
