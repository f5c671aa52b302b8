//! Planners of every kind of place behind one interface, so that the commands need not know what a planner plans on.

use std::time::Instant;

use anyhow::bail;
use tautline::moves::DiagonalRule;
use tautline::path::{IllegalStep, Path};
use tautline::planners::{Build, Guarantee, Planner, Selection};
use tautline::search::{Observer, Outcome, Place, Query, Stats, Visit, Workspace};
use tautline::world::Grid;

use crate::run::{Question, Run, Verdict, Walk, Xy};

/// A planner on a map.
pub(crate) trait Runner {
    /// Calls the planner once; nothing but the call is timed.
    fn run(&self, question: &Question, workspace: &mut Workspace) -> Run;

    /// The places that a search expands, in order.
    fn expanded(&self, question: &Question, workspace: &mut Workspace) -> Vec<Xy>;

    /// The length of a path if each of its steps is legal for the planner.
    fn legal_length(&self, places: &[Xy]) -> Result<f64, IllegalStep>;

    /// What the planner promises with its present options.
    fn guarantee(&self) -> Guarantee;

    /// The rule that its paths keep to, for messages.
    fn rule(&self) -> String;

    /// Whether the lengths in MovingAI scenarios are for this planner's rule.
    fn has_scenario_rule(&self) -> bool;

    /// How far to the right of and below its coordinates a place lies.
    fn offset(&self) -> f64;
}

/// Makes the planner that was selected. Here, and nowhere else, planners on different places are told apart.
pub(crate) fn build<'w>(selection: &Selection, grid: &'w Grid) -> anyhow::Result<Box<dyn Runner + 'w>> {
    match selection.planner.build {
        Build::Cells(build) => {
            let planner = build(grid, &selection.settings)?;
            let has_scenario_rule = planner.rule() == DiagonalRule::NoCornerCutting;
            Ok(Box::new(PlaceRunner { planner, grid, has_scenario_rule, offset: 0.5 }))
        }
        other => bail!("{selection} plans on {}, which this program cannot show", other.places()),
    }
}

/// A planner on places of one kind.
struct PlaceRunner<'w, P: Place> {
    planner: Box<dyn Planner<P> + 'w>,
    grid: &'w Grid,
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

    fn guarantee(&self) -> Guarantee {
        self.planner.guarantee()
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
    Query::new(question.start, question.goal).with_limits(question.limits.clone())
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
