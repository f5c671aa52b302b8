use std::cmp::Ordering;
use std::fmt::{Display, Formatter};
use std::time::Duration;

use tautline::engine::{Ends, Guarantee, Planner, Selection};
use tautline::geometry::{Cell, Corner, Position};
use tautline::index::IndexError;
use tautline::map::{Map, Tile};
use tautline::moves::{CostModel, DiagonalRule, OctileLength};
use tautline::search::{Answer, Interval, Observer, Outcome, Query, QueryError, Stats, Visit, Workspace};

use super::rich::{check_rich, turn_penalty};
use crate::oracle::cells;
use crate::world::{PlainWorld, RichWorld};

/// The coordinates of a cell or of a corner.
pub type Xy = (i32, i32);

/// What a planner got wrong, with everything needed to repeat it.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The planner with its options.
    pub planner: String,
    /// The map, drawn.
    pub world: String,
    /// Start and goal.
    pub query: (Xy, Xy),
    /// What is wrong.
    pub fault: String,
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let (start, goal) = self.query;
        write!(f, "{}, from {start:?} to {goal:?}: {}\n{}", self.planner, self.fault, self.world)
    }
}

/// Holds a planner to what it claims, for every pair of a start and a goal; they may be blocked or outside the map.
///
/// Each answer must be a legal path between the right ends (by the oracle's own moves), its cost the length of its steps,
/// the guarantee kept, "unreachable" said exactly where it is so, bad ends refused for the right reason; it must be the same
/// from a fresh and a used workspace, and with an observer.
///
/// # Errors
///
/// The first thing that is wrong.
///
/// # Panics
///
/// If the planner cannot be built with its settings.
pub fn check(
    selection: &Selection,
    world: &PlainWorld,
    starts: &[Cell],
    goals: &[Cell],
) -> Result<(), Failure> {
    if turn_penalty(selection) > 0 {
        // Lengths are not what it looks for.
        let is_free = |cell: &&Cell| world.is_free(cell.x, cell.y);
        let pairs = starts
            .iter()
            .filter(is_free)
            .flat_map(|&start| goals.iter().filter(is_free).map(move |&goal| Query::new(start, goal)));
        return check_rich(selection, &RichWorld::plain(world.clone()), &pairs.collect::<Vec<_>>());
    }
    let map = world.to_map();
    let planner = selection.planner(&map).expect("settings that go together");
    let rule = planner.rule().steps().expect("a planner on cells");
    let mut workspace = Workspace::new();
    for &start in starts {
        let optima =
            world.is_free(start.x, start.y).then(|| cells::distances(world, rule, CostModel::Octile, start));
        for &goal in goals {
            let truth = Truth { world, map: &map, start, goal, optima: optima.as_deref() };
            truth.check(&planner, &mut workspace).map_err(|fault| Failure {
                planner: selection.to_string(),
                world: world.to_string(),
                query: (start.into(), goal.into()),
                fault,
            })?;
        }
    }
    Ok(())
}

/// Holds a planner on a map that became this world by edits to the answers on a map that was made so: one that was made before the
/// edits and updated, one that was made after them, and if it prepares an index, one that was updated, saved and loaded. All use a
/// workspace that knows the map as it was before.
///
/// A planner that was updated has to find the same; what it took may differ, as a repair may arrange what is prepared in another way.
///
/// # Errors
///
/// The first difference.
///
/// # Panics
///
/// If the worlds have different sizes, or the planner cannot be built with its settings.
pub fn check_after_edits(
    selection: &Selection,
    before: &PlainWorld,
    after: &PlainWorld,
    queries: &[(Xy, Xy)],
) -> Result<(), Failure> {
    assert_eq!((before.width, before.height), (after.width, after.height));
    let end = |(x, y): Xy| match selection.descriptor().ends {
        Ends::Cells => Position::from(Cell { x, y }),
        Ends::Corners | Ends::Points => Corner { x, y }.into(),
    };
    let answer = |planner: &Planner, map: &Map, (start, goal): (Xy, Xy), workspace: &mut Workspace| {
        planner.plan(map, &Query::new(end(start), end(goal)), workspace)
    };
    let make = |map: &Map| selection.planner(map).expect("settings that go together");
    let mut edited = before.to_map();
    let mut updated = make(&edited);
    let mut workspace = Workspace::new();
    for &query in queries {
        let _ = answer(&updated, &edited, query, &mut workspace);
    }
    let has_changed = before != after;
    for cell in after.cells() {
        let tile = if after.is_free(cell.x, cell.y) { Tile::Free } else { Tile::Blocked };
        edited.set(cell, tile).expect("a cell on the map");
    }
    let fail = |query, fault: String| {
        Err(Failure { planner: selection.to_string(), world: after.to_string(), query, fault })
    };
    if let Some(&query) = queries.first()
        && has_changed
        && updated.revision().is_some()
        && !matches!(answer(&updated, &edited, query, &mut workspace), Err(QueryError::Stale(_)))
    {
        return fail(query, "it answers on a map for which it is not prepared".into());
    }
    updated.update(&edited).expect("the same settings on a map of this size");
    let loaded = match updated.to_bytes(&edited, Duration::ZERO) {
        Ok(bytes) => Some(selection.open(&edited, &bytes).expect("what was just written")),
        Err(IndexError::NotPrepared { .. } | IndexError::NotWithOptions { .. }) => None,
        Err(error) => return fail(((0, 0), (0, 0)), format!("cannot be saved: {error}")),
    };
    let made_after = make(&edited);
    let fresh = after.to_map();
    let planner = make(&fresh);
    for &query in queries {
        let expected = answer(&planner, &fresh, query, &mut Workspace::new());
        let planners =
            [("updated", Some(&updated)), ("made", Some(&made_after)), ("loaded", loaded.as_ref())];
        for (how, planner) in planners {
            let Some(planner) = planner else { continue };
            let mut answer = answer(planner, &edited, query, &mut workspace);
            if how == "updated"
                && let (Ok(answer), Ok(expected)) = (&mut answer, &expected)
            {
                answer.stats = expected.stats;
            }
            if answer != expected {
                return fail(
                    query,
                    format!("another answer after edits than on a fresh map, by a planner that was {how}"),
                );
            }
        }
    }
    Ok(())
}

/// What a planner says to a query.
type Reply = Result<Answer, QueryError>;

/// The answer to a query, and what an observer was told of it: the same from a used workspace and from a fresh one, watched or not.
pub(super) fn steady_answer(
    planner: &Planner,
    map: &Map,
    query: &Query,
    workspace: &mut Workspace,
) -> Result<(Reply, Counts), String> {
    let answer = planner.plan(map, query, workspace);
    if answer != planner.plan(map, query, &mut Workspace::new()) {
        return Err("another answer from a fresh workspace".into());
    }
    if answer.as_ref().ok().and_then(Answer::path).is_some_and(|path| path.cost().is_sign_negative()) {
        return Err("a cost with a minus sign".into());
    }
    let mut watching = Counts::default();
    if answer != planner.plan_observed(map, query, workspace, &mut watching) {
        return Err("another answer with an observer".into());
    }
    Ok((answer, watching))
}

/// Holds the answer with waypoints against the one with every cell: the same way, in lines that one can walk.
fn check_waypoints(answer: &Answer, waypoints: Result<Answer, QueryError>) -> Result<(), String> {
    let waypoints = waypoints.map_err(|error| format!("waypoints are refused: {error}"))?;
    let same = match (answer.path(), waypoints.path()) {
        (Some(path), Some(turns)) => {
            turns.clone().with_every_cell().cells() == path.cells()
                && turns.cost().to_bits() == path.cost().to_bits()
                && turns.turns() == path.turns()
        }
        (None, None) => true,
        _ => false,
    };
    if same && answer.stats == waypoints.stats {
        Ok(())
    } else {
        Err(format!("with waypoints it is {waypoints:?}, with every cell {answer:?}"))
    }
}

struct Truth<'a> {
    world: &'a PlainWorld,
    map: &'a Map,
    start: Cell,
    goal: Cell,
    /// The shortest way to each cell; none where the start is blocked.
    optima: Option<&'a [Option<OctileLength>]>,
}

impl Truth<'_> {
    fn check(&self, planner: &Planner, workspace: &mut Workspace) -> Result<(), String> {
        let query = Query::new(self.start, self.goal);
        let (answer, watching) = steady_answer(planner, self.map, &query, workspace)?;
        if let Ok(answer) = &answer {
            check_waypoints(answer, planner.plan(self.map, &query.clone().for_waypoints(), workspace))?;
        }
        match (answer, self.refusal()) {
            (Ok(answer), None) => {
                watching.check(&answer.stats)?;
                let rule = planner.rule().steps().expect("a planner on cells");
                self.check_answer(&answer, rule, planner.guarantee())
            }
            (Err(error), Some(expected)) if error == expected => Ok(()),
            (answer, expected) => Err(format!("found {answer:?}, expected {expected:?}")),
        }
    }

    /// Why the query has no answer, if so.
    fn refusal(&self) -> Option<QueryError> {
        let &Self { world, start, goal, .. } = self;
        let (width, height) = (world.width, world.height);
        let is_inside = |cell: Cell| {
            cell.x >= 0
                && cell.y >= 0
                && i64::from(cell.x) < width.into()
                && i64::from(cell.y) < height.into()
        };
        if !is_inside(start) {
            Some(QueryError::StartOutside { start: start.into(), width, height })
        } else if !is_inside(goal) {
            Some(QueryError::GoalOutside { goal: goal.into(), width, height })
        } else if !world.is_free(start.x, start.y) {
            Some(QueryError::StartBlocked(start.into()))
        } else if !world.is_free(goal.x, goal.y) {
            Some(QueryError::GoalBlocked(goal.into()))
        } else {
            None
        }
    }

    fn check_answer(&self, answer: &Answer, rule: DiagonalRule, guarantee: Guarantee) -> Result<(), String> {
        let optimum = self.optima.expect("the start is free")[self.world.index(self.goal)];
        match (&answer.outcome, optimum) {
            (Outcome::Unreachable, None) => Ok(()),
            (Outcome::Found(path), Some(optimum)) => {
                let steps = cells::check_path(
                    self.world,
                    rule,
                    self.start,
                    self.goal,
                    path.cells().ok_or("a path that is not of cells")?,
                )?;
                let cost = cells::value(CostModel::Octile, steps);
                if (path.cost() - cost).abs() > 1e-12 * cost {
                    return Err(format!("says that it costs {}, but it costs {cost}", path.cost()));
                }
                let shortest = cells::value(CostModel::Octile, optimum);
                let kept = match guarantee {
                    Guarantee::Optimal => {
                        cells::compare(CostModel::Octile, steps, optimum) == Ordering::Equal
                    }
                    Guarantee::Bounded(_) | Guarantee::Within { .. } => {
                        cost <= guarantee.longest(shortest) * (1.0 + 1e-12)
                    }
                    Guarantee::Suboptimal => true,
                };
                if kept {
                    Ok(())
                } else {
                    Err(format!("claims {guarantee:?}, found {cost}, shortest {shortest}"))
                }
            }
            (outcome, optimum) => Err(format!("found {outcome:?}, expected {optimum:?}")),
        }
    }
}

/// Counts what an observer is told.
#[derive(Default)]
pub(super) struct Counts {
    expanded: u64,
    generated: u64,
    closed: u64,
}

impl Observer for Counts {
    fn expand(&mut self, _: &Visit) {
        self.expanded += 1;
    }

    fn generate(&mut self, _: &Visit) {
        self.generated += 1;
    }

    fn expand_interval(&mut self, _: &Interval) {
        self.expanded += 1;
        self.closed += 1;
    }

    fn generate_interval(&mut self, _: &Interval) {
        self.generated += 1;
    }

    fn close(&mut self, _: Position) {
        self.closed += 1;
    }
}

impl Counts {
    pub(super) fn check(&self, stats: &Stats) -> Result<(), String> {
        let told = (self.expanded, self.generated, self.closed);
        if told == (stats.expanded, stats.generated, stats.expanded) {
            Ok(())
        } else {
            Err(format!("told its observer of {told:?} (expanded, generated, closed), but counted {stats:?}"))
        }
    }
}
