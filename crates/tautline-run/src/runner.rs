use std::ops::Deref;
use std::time::{Duration, Instant};

use tautline::geometry::Cell;
use tautline::index::{self, IndexError, Opened};
use tautline::moves::DiagonalRule;
use tautline::path::{IllegalStep, Path, Walked};
use tautline::planners::{Build, Guarantee, Planner, Selection};
use tautline::search::{Answer, Outcome, PathDetail, Place, Query, QueryError, Stats, Workspace};
use tautline::world::{Grid, Ground, Tiling};
use tautline_draw::Expanded;

use crate::refusal::ids;
use crate::trace::Recorder;
use crate::{Question, Refusal, Run, Spot, Verdict, Walk};

/// A planner on a map.
pub trait Runner {
    /// Calls the planner once; nothing but the call is timed.
    fn run(&self, question: &Question, workspace: &mut Workspace) -> Run;

    /// The cells that a search is drawn on, in order.
    fn expanded(&self, question: &Question, workspace: &mut Workspace) -> Vec<Cell>;

    /// Calls the planner once while a [`Recorder`] watches, which keeps at most this many events. The time of the run is that of
    /// the observed search, which is longer than that of one that nobody watches.
    fn trace(&self, question: &Question, workspace: &mut Workspace, max_events: usize) -> (Run, Recorder);

    /// What a path costs and how often it turns, if each of its steps is legal for the planner.
    fn check(&self, places: &[Spot]) -> Result<Walked, IllegalStep>;

    /// Whether a path may end here.
    fn is_enough(&self, question: &Question, last: Spot) -> bool;

    /// Every place of a path, of which perhaps the waypoints were asked for only.
    fn every_place(&self, places: &[Spot], detail: PathDetail) -> Vec<Spot>;

    /// What the planner promises with its present options.
    fn guarantee(&self) -> Guarantee;

    /// How long it took to make it, preparing included.
    fn preparation(&self) -> Duration;

    /// The rule that its paths keep to, for messages.
    fn rule(&self) -> String;

    /// What each turn costs, in tiles.
    fn turn_penalty(&self) -> f64;

    /// Whether its places are corners of cells, and not cells.
    fn is_on_corners(&self) -> bool;

    /// Whether the lengths in MovingAI scenarios are for this planner's rule.
    fn has_scenario_rule(&self) -> bool;

    /// The planner for questions between any points, if it takes those.
    fn between_points(&self) -> Option<Box<dyn Runner + '_>>;
}

/// Makes the planner that was selected; one that needs an index prepares it. Here, and in the functions below, and nowhere
/// else, planners on different places are told apart.
pub fn build<'w>(selection: &Selection, ground: Ground<'w>) -> Result<Box<dyn Runner + 'w>, Refusal> {
    let refuse = |error| Refusal::of(selection, error);
    let begun = Instant::now();
    Ok(match selection.planner.build {
        Build::Cells(build) => {
            let planner = build(ground, &selection.settings).map_err(refuse)?;
            on_cells(selection, planner, ground, begun.elapsed())
        }
        Build::Corners(build) => {
            let planner = build(ground, &selection.settings).map_err(refuse)?;
            on_corners(selection, planner, ground, begun.elapsed())
        }
        Build::Points(build) => {
            let planner = build(ground, &selection.settings).map_err(refuse)?;
            on_corners(selection, planner, ground, begun.elapsed())
        }
        other => return Err(Refusal::Places { planner: selection.planner.id, places: other.places() }),
    })
}

/// Makes the planner that was selected with what is in an index file.
pub fn open<'w>(
    selection: &Selection,
    grid: &'w Grid,
    bytes: &[u8],
) -> Result<Box<dyn Runner + 'w>, IndexError> {
    let begun = Instant::now();
    let opened = index::open(selection, grid, bytes)?;
    let time = begun.elapsed();
    Ok(match opened {
        Opened::Cells(planner) => on_cells(selection, planner, grid.into(), time),
        Opened::Corners(planner) => on_corners(selection, planner, grid.into(), time),
        _ => return Err(IndexError::Malformed("it plans on places that this program cannot show".into())),
    })
}

fn on_cells<'w>(
    selection: &Selection,
    planner: Box<dyn Planner<Cell> + 'w>,
    ground: Ground<'w>,
    preparation: Duration,
) -> Box<dyn Runner + 'w> {
    let has_scenario_rule = planner.rule() == DiagonalRule::NoCornerCutting && planner.turn_penalty() == 0.0;
    let id = selection.planner.id;
    Box::new(PlaceRunner { id, planner, ground, preparation, has_scenario_rule, is_on_corners: false })
}

fn on_corners<'w, P: Place>(
    selection: &Selection,
    planner: Box<dyn Planner<P> + 'w>,
    ground: Ground<'w>,
    preparation: Duration,
) -> Box<dyn Runner + 'w> {
    // Scenarios have lengths from cell to cell.
    let has_scenario_rule = false;
    let id = selection.planner.id;
    Box::new(PlaceRunner { id, planner, ground, preparation, has_scenario_rule, is_on_corners: true })
}

/// A planner on places of one kind.
struct PlaceRunner<'w, D> {
    id: &'static str,
    planner: D,
    ground: Ground<'w>,
    preparation: Duration,
    has_scenario_rule: bool,
    is_on_corners: bool,
}

impl<'w, P: Place, D: Deref<Target = dyn Planner<P> + 'w>> Runner for PlaceRunner<'w, D> {
    fn run(&self, question: &Question, workspace: &mut Workspace) -> Run {
        let query = query(question);
        let begun = Instant::now();
        let answer = self.planner.plan(&query, workspace);
        let time = begun.elapsed();
        self.finish(question, answer, time)
    }

    fn trace(&self, question: &Question, workspace: &mut Workspace, max_events: usize) -> (Run, Recorder) {
        let query = query(question);
        let mut recorder = Recorder::new(max_events);
        let begun = Instant::now();
        let answer = self.planner.plan_observed(&query, workspace, &mut recorder);
        let time = begun.elapsed();
        (self.finish(question, answer, time), recorder)
    }

    fn expanded(&self, question: &Question, workspace: &mut Workspace) -> Vec<Cell> {
        let mut seen = Expanded::default();
        // An error has no expansions, and `run` reports it.
        let _ = self.planner.plan_observed(&query::<P>(question), workspace, &mut seen);
        seen.cells
    }

    fn check(&self, places: &[Spot]) -> Result<Walked, IllegalStep> {
        let places: Vec<P> = places.iter().map(|&place| P::at(place)).collect();
        P::check(self.ground, self.planner.rule(), self.planner.turn_penalty(), &places)
    }

    fn is_enough(&self, question: &Question, last: Spot) -> bool {
        let is_covered = |goal: Spot| {
            P::covers(question.reach, P::at(last), P::at(goal), self.planner.rule(), self.ground.tiling())
        };
        question.goals().any(is_covered)
    }

    fn every_place(&self, places: &[Spot], detail: PathDetail) -> Vec<Spot> {
        // Where there are links or hexagons, planners give every place anyway.
        let has_lines = self.ground.links().is_none() && self.ground.tiling() == Tiling::Square;
        if detail == PathDetail::EveryCell || !has_lines {
            return places.to_vec();
        }
        let places: Vec<P> = places.iter().map(|&place| P::at(place)).collect();
        P::every_place(&places).into_iter().map(P::xy).collect()
    }

    fn guarantee(&self) -> Guarantee {
        self.planner.guarantee()
    }

    fn preparation(&self) -> Duration {
        self.preparation
    }

    fn rule(&self) -> String {
        let turns = if self.planner.turn_penalty() > 0.0 { ", turns cost" } else { "" };
        format!("{:?}{turns}", self.planner.rule())
    }

    fn turn_penalty(&self) -> f64 {
        self.planner.turn_penalty()
    }

    fn is_on_corners(&self) -> bool {
        self.is_on_corners
    }

    fn has_scenario_rule(&self) -> bool {
        self.has_scenario_rule
    }

    fn between_points(&self) -> Option<Box<dyn Runner + '_>> {
        let &Self { id, ground, preparation, has_scenario_rule, is_on_corners, .. } = self;
        let planner = self.planner.between_points()?;
        Some(Box::new(PlaceRunner { id, planner, ground, preparation, has_scenario_rule, is_on_corners }))
    }
}

impl<'w, P: Place, D: Deref<Target = dyn Planner<P> + 'w>> PlaceRunner<'w, D> {
    fn finish(&self, question: &Question, answer: Result<Answer<P>, QueryError<P>>, time: Duration) -> Run {
        match answer {
            Ok(answer) => {
                Run { verdict: self.verdict(&answer.outcome, question.detail), stats: answer.stats, time }
            }
            Err(error) => {
                let message = match error {
                    QueryError::Unsupported(what) => {
                        let others = ids(|planner| planner.near_goals);
                        format!("{} cannot find {what}, but these can: {others}", self.id)
                    }
                    other => other.to_string(),
                };
                Run { verdict: Verdict::Error(message), stats: Stats::default(), time }
            }
        }
    }

    fn verdict(&self, outcome: &Outcome<P>, detail: PathDetail) -> Verdict {
        let walk = |path| self.walk(path, detail);
        match outcome {
            Outcome::Found(path) => Verdict::Found(walk(path)),
            Outcome::Partial { path, why } => Verdict::Partial { nearest: walk(path), why: *why },
            Outcome::Unreachable => Verdict::Unreachable,
            Outcome::Stopped { why, nearest } => Verdict::Stopped { why: *why, nearest: walk(nearest) },
            _ => Verdict::Error("the planner gave an answer that this program does not know".into()),
        }
    }

    fn walk(&self, path: &Path<P>, detail: PathDetail) -> Walk {
        let places: Vec<Spot> = path.places.iter().map(|&place| place.xy()).collect();
        // Between hexagons, and behind links, coordinates do not tell what a turn is.
        let walked = self.check(&self.every_place(&places, detail));
        Walk { places, cost: path.cost, turns: walked.map_or_else(|_| path.turns(), |walked| walked.turns) }
    }
}

fn query<P: Place>(question: &Question) -> Query<P> {
    let query = Query::new(P::at(question.start), P::at(question.goal));
    Query {
        others: question.others.iter().map(|&goal| P::at(goal)).collect(),
        reach: question.reach,
        partial: question.partial,
        limits: question.limits.clone(),
        detail: question.detail,
        ..query
    }
}
