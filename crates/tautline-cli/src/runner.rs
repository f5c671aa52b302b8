//! Planners of every kind of place behind one interface, so that the commands need not know what a planner plans on.

use std::time::{Duration, Instant};

use anyhow::bail;
use tautline::geometry::Cell;
use tautline::index::{self, IndexError};
use tautline::moves::DiagonalRule;
use tautline::path::{IllegalStep, Path};
use tautline::planners::{Build, Guarantee, Planner, Selection};
use tautline::search::{Observer, Outcome, Place, Query, Stats, Visit, Workspace};
use tautline::world::Grid;

use crate::run::{Question, Run, Verdict, Walk, Xy};
use crate::{console, units};

/// How long a planner may prepare the map before somebody wants to know why nothing happens.
const PATIENCE: Duration = Duration::from_secs(1);

/// A planner on a map.
pub(crate) trait Runner {
    /// Calls the planner once; nothing but the call is timed.
    fn run(&self, question: &Question, workspace: &mut Workspace) -> Run;

    /// The places that a search expands, in order.
    fn expanded(&self, question: &Question, workspace: &mut Workspace) -> Vec<Xy>;

    /// The length of a path if each of its steps is legal for the planner.
    fn legal_length(&self, places: &[Xy]) -> Result<f64, IllegalStep>;

    /// Every place of a path of which perhaps the waypoints are known only, for drawings.
    fn every_place(&self, places: &[Xy]) -> Vec<Xy>;

    /// What the planner promises with its present options.
    fn guarantee(&self) -> Guarantee;

    /// How long it took to make it, preparing included.
    fn preparation(&self) -> Duration;

    /// The rule that its paths keep to, for messages.
    fn rule(&self) -> String;

    /// Whether the lengths in MovingAI scenarios are for this planner's rule.
    fn has_scenario_rule(&self) -> bool;

    /// How far to the right of and below its coordinates a place lies.
    fn offset(&self) -> f64;
}

/// Makes the planner that was selected; one that needs an index prepares it. Here, and in the functions below, and nowhere
/// else, planners on different places are told apart.
pub(crate) fn build<'w>(selection: &Selection, grid: &'w Grid) -> anyhow::Result<Box<dyn Runner + 'w>> {
    match selection.planner.build {
        Build::Cells(build) => {
            let begun = Instant::now();
            let planner = build(grid.into(), &selection.settings)?;
            let preparation = begun.elapsed();
            if let Some(note) = preparation_note(selection, preparation) {
                console::note(note);
            }
            Ok(on_cells(planner, grid, preparation))
        }
        other => bail!("{selection} plans on {}, which this program cannot show", other.places()),
    }
}

/// Makes the planner that was selected with what is in an index file.
pub(crate) fn open<'w>(
    selection: &Selection,
    grid: &'w Grid,
    bytes: &[u8],
) -> Result<Box<dyn Runner + 'w>, IndexError> {
    let begun = Instant::now();
    let planner = index::open(selection, grid, bytes)?;
    Ok(on_cells(planner, grid, begun.elapsed()))
}

fn on_cells<'w>(
    planner: Box<dyn Planner<Cell> + 'w>,
    grid: &'w Grid,
    preparation: Duration,
) -> Box<dyn Runner + 'w> {
    let has_scenario_rule = planner.rule() == DiagonalRule::NoCornerCutting;
    Box::new(PlaceRunner { planner, grid, preparation, has_scenario_rule, offset: 0.5 })
}

/// What to say of a planner that took long to prepare what it could have had from a file.
fn preparation_note(selection: &Selection, time: Duration) -> Option<String> {
    (selection.planner.needs_index() && time > PATIENCE).then(|| {
        format!(
            "note: {selection} took {} to prepare the map; `tautline index build` keeps that in a file for --index",
            units::time(time)
        )
    })
}

/// A planner on places of one kind.
struct PlaceRunner<'w, P: Place> {
    planner: Box<dyn Planner<P> + 'w>,
    grid: &'w Grid,
    preparation: Duration,
    has_scenario_rule: bool,
    offset: f64,
}

impl<P: Place> Runner for PlaceRunner<'_, P> {
    fn run(&self, question: &Question, workspace: &mut Workspace) -> Run {
        let query = query(question);
        let begun = Instant::now();
        let answer = self.planner.plan(&query, workspace);
        let time = begun.elapsed();
        match answer {
            Ok(answer) => Run { verdict: verdict(answer.outcome), stats: answer.stats, time },
            Err(error) => Run { verdict: Verdict::Error(error.to_string()), stats: Stats::default(), time },
        }
    }

    fn expanded(&self, question: &Question, workspace: &mut Workspace) -> Vec<Xy> {
        let mut seen = Expanded(Vec::new());
        // An error has no expansions, and `run` reports it.
        let _ = self.planner.plan_observed(&query::<P>(question), workspace, &mut seen);
        seen.0
    }

    fn legal_length(&self, places: &[Xy]) -> Result<f64, IllegalStep> {
        let places: Vec<P> = places.iter().map(|&place| place.into()).collect();
        P::check(self.grid, self.planner.rule(), &places)
    }

    fn every_place(&self, places: &[Xy]) -> Vec<Xy> {
        let places: Vec<P> = places.iter().map(|&place| place.into()).collect();
        P::every_place(&places).into_iter().map(Into::into).collect()
    }

    fn guarantee(&self) -> Guarantee {
        self.planner.guarantee()
    }

    fn preparation(&self) -> Duration {
        self.preparation
    }

    fn rule(&self) -> String {
        format!("{:?}", self.planner.rule())
    }

    fn has_scenario_rule(&self) -> bool {
        self.has_scenario_rule
    }

    fn offset(&self) -> f64 {
        self.offset
    }
}

fn query<P: Place>(question: &Question) -> Query<P> {
    let query = Query::new(question.start, question.goal);
    Query { limits: question.limits.clone(), detail: question.detail, ..query }
}

fn verdict<P: Place>(outcome: Outcome<P>) -> Verdict {
    match outcome {
        Outcome::Found(path) => Verdict::Found(walk(&path)),
        Outcome::Unreachable => Verdict::Unreachable,
        Outcome::Stopped { why, nearest } => Verdict::Stopped { why, nearest: walk(&nearest) },
        _ => Verdict::Error("the planner gave an answer that this program does not know".into()),
    }
}

fn walk<P: Place>(path: &Path<P>) -> Walk {
    Walk {
        places: path.places.iter().map(|&place| place.into()).collect(),
        cost: path.cost,
        turns: path.turns(),
    }
}

/// Remembers the places that are expanded.
struct Expanded(Vec<Xy>);

impl<P: Place> Observer<P> for Expanded {
    fn expand(&mut self, visit: &Visit<P>) {
        self.0.push(visit.place.into());
    }
}

#[cfg(test)]
mod tests {
    use tautline::planners::registry;

    use super::*;

    #[test]
    fn only_a_long_preparation_is_mentioned() {
        for planner in registry() {
            let selection = planner.id.parse().unwrap();
            assert_eq!(preparation_note(&selection, PATIENCE), None);
            let note = preparation_note(&selection, Duration::from_millis(1500));
            assert_eq!(note.is_some(), planner.needs_index(), "{}", planner.id);
            assert!(note.is_none_or(|note| note.contains("took 1.50 s to prepare")));
        }
    }
}
