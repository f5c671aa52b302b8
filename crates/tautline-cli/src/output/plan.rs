use std::time::Duration;

use tautline::engine::{Guarantee, PrepareError, Selection};
use tautline::geometry::{Cell, Position};
use tautline::map::Map;
use tautline::path::Path;
use tautline::search::{Outcome, Query, StopReason};
use tautline_draw::{Scene, Searched};

use crate::run::Run;
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
    /// Whether there was time to make it.
    pub(crate) was_prepared: bool,
    /// Whether what it prepares came from a file.
    pub(crate) is_loaded: bool,
    /// What an observer watched the search for, which takes time: the picture, the trace or both; none if the search was not watched.
    pub(crate) watched_for: Option<&'static str>,
    /// What it was found on.
    pub(crate) map: &'a Map,
    /// What was asked.
    pub(crate) query: &'a Query,
    /// The call.
    pub(crate) run: &'a Run,
    /// How often the heading of the path changes.
    pub(crate) turns: Option<usize>,
    /// How many steps the path has.
    pub(crate) steps: usize,
    /// For whom the path is, if that matters.
    pub(crate) agent: Option<String>,
    /// Whether the path has every cell, be it asked for or not; on corners there are none.
    pub(crate) is_every_cell: bool,
    /// The map and what happened on it.
    pub(crate) scene: Scene<'a>,
}

impl Plan<'_> {
    /// Whether people want to know how long it took to make the planner: it keeps a file of that, or it took long.
    pub(crate) fn is_shown_as_prepared(&self) -> bool {
        self.selection.needs_index() || self.preparation >= Duration::from_millis(10)
    }

    /// Why there is no answer: what was stopped, and by what.
    pub(crate) fn stopped(&self, why: StopReason) -> String {
        if self.was_prepared { why.to_string() } else { PrepareError::Stopped(why).to_string() }
    }
}

/// A map, a query, the path that answers it, and what the search expanded.
pub(crate) fn scene<'a>(map: &'a Map, query: &Query, path: Option<&Path>, expanded: &[Cell]) -> Scene<'a> {
    let goals: Vec<Position> = query.goals().collect();
    Scene::of_search(map, &Searched { start: query.start, goals: &goals, path, expanded })
}

/// One line about what was found. Costs are lengths or they are not.
pub(crate) fn caption(selection: &Selection, run: &Run, turns: Option<usize>, is_length: bool) -> String {
    let cost = if is_length { "length" } else { "cost" };
    let result = match run.answer.as_ref().map(|answer| &answer.outcome) {
        Ok(Outcome::Found(path)) => {
            format!("{cost} {:.3} · {}", path.cost(), units::count(turns.unwrap_or(0), "turn", "turns"))
        }
        Ok(Outcome::Partial { path, .. }) => format!("partial, {cost} {:.3}", path.cost()),
        Ok(Outcome::Stopped { nearest, .. }) => format!("stopped at {cost} {:.3}", nearest.cost()),
        _ => run.name().to_owned(),
    };
    format!("{selection} · {result} · {} expanded", run.stats().expanded)
}
