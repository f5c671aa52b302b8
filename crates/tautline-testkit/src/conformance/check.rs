use std::cmp::Ordering;
use std::fmt::{Display, Formatter};

use tautline::geometry::Cell;
use tautline::moves::{CostModel, DiagonalRule, OctileLength};
use tautline::planners::{Build, BuildFor, Guarantee, Planner, Selection};
use tautline::search::{
    Answer, Interval, Observer, Outcome, Place, Query, QueryError, Stats, Visit, Workspace,
};
use tautline::world::{Grid, Tile};

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
/// from a fresh and a used workspace, and with somebody watching.
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
    let grid = world.to_grid();
    let Build::Cells(build) = selection.planner.build else { panic!("no oracle for what it plans on") };
    let planner = build((&grid).into(), &selection.settings).expect("settings that go together");
    let mut workspace = Workspace::new();
    for &start in starts {
        let optima = world
            .is_free(start.x, start.y)
            .then(|| cells::distances(world, planner.rule(), CostModel::Octile, start));
        for &goal in goals {
            let truth = Truth { world, start, goal, optima: optima.as_deref() };
            truth.check(planner.as_ref(), &mut workspace).map_err(|fault| Failure {
                planner: selection.to_string(),
                world: world.to_string(),
                query: (start.into(), goal.into()),
                fault,
            })?;
        }
    }
    Ok(())
}

/// Holds a planner on a map that became this world by edits to the answers on a map that was made so, with a workspace
/// that knows the map as it was before.
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
    match selection.planner.build {
        Build::Cells(build) => compare_after_edits(selection, build, before, after, queries),
        Build::Corners(build) => compare_after_edits(selection, build, before, after, queries),
        Build::Points(build) => compare_after_edits(selection, build, before, after, queries),
        _ => panic!("no way to compare what it plans on"),
    }
}

fn compare_after_edits<P: Place>(
    selection: &Selection,
    build: BuildFor<P>,
    before: &PlainWorld,
    after: &PlainWorld,
    queries: &[(Xy, Xy)],
) -> Result<(), Failure> {
    let answer = |grid: &Grid, (start, goal): (Xy, Xy), workspace: &mut Workspace| {
        let planner = build(grid.into(), &selection.settings).expect("settings that go together");
        planner.plan(&Query::new(start, goal), workspace)
    };
    let mut edited = before.to_grid();
    let mut workspace = Workspace::new();
    for &query in queries {
        let _ = answer(&edited, query, &mut workspace);
    }
    for cell in after.cells() {
        let tile = if after.is_free(cell.x, cell.y) { Tile::Free } else { Tile::Blocked };
        edited.set(cell, tile).expect("a cell on the map");
    }
    let fresh = after.to_grid();
    for &query in queries {
        if answer(&edited, query, &mut workspace) != answer(&fresh, query, &mut Workspace::new()) {
            let fault = "another answer after edits than on a fresh map".into();
            return Err(Failure { planner: selection.to_string(), world: after.to_string(), query, fault });
        }
    }
    Ok(())
}

/// What a planner says to a query.
type Reply<P> = Result<Answer<P>, QueryError<P>>;

/// The answer to a query, and what an observer was told of it: the same from a used workspace and from a fresh one, watched or not.
pub(super) fn steady_answer<P: Place>(
    planner: &dyn Planner<P>,
    query: &Query<P>,
    workspace: &mut Workspace,
) -> Result<(Reply<P>, Counts), String> {
    let answer = planner.plan(query, workspace);
    if answer != planner.plan(query, &mut Workspace::new()) {
        return Err("another answer from a fresh workspace".into());
    }
    if answer.as_ref().ok().and_then(Answer::path).is_some_and(|path| path.cost.is_sign_negative()) {
        return Err("a cost with a minus sign".into());
    }
    let mut watching = Counts::default();
    if answer != planner.plan_observed(query, workspace, &mut watching) {
        return Err("another answer while somebody watches".into());
    }
    Ok((answer, watching))
}

/// Holds the answer with waypoints against the one with every cell: the same way, in lines that one can walk.
fn check_waypoints(
    answer: &Answer<Cell>,
    waypoints: Result<Answer<Cell>, QueryError<Cell>>,
) -> Result<(), String> {
    let waypoints = waypoints.map_err(|error| format!("waypoints are refused: {error}"))?;
    let same = match (answer.path(), waypoints.path()) {
        (Some(path), Some(turns)) => {
            turns.every_cell() == path.places
                && turns.cost.to_bits() == path.cost.to_bits()
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
    start: Cell,
    goal: Cell,
    /// The shortest way to each cell; none where the start is blocked.
    optima: Option<&'a [Option<OctileLength>]>,
}

impl Truth<'_> {
    fn check(&self, planner: &dyn Planner<Cell>, workspace: &mut Workspace) -> Result<(), String> {
        let query = Query::new(self.start, self.goal);
        let (answer, watching) = steady_answer(planner, &query, workspace)?;
        if let Ok(answer) = &answer {
            check_waypoints(answer, planner.plan(&query.clone().for_waypoints(), workspace))?;
        }
        match (answer, self.refusal()) {
            (Ok(answer), None) => {
                watching.check(&answer.stats)?;
                self.check_answer(&answer, planner.rule(), planner.guarantee())
            }
            (Err(error), Some(expected)) if error == expected => Ok(()),
            (answer, expected) => Err(format!("found {answer:?}, expected {expected:?}")),
        }
    }

    /// Why the query has no answer, if so.
    fn refusal(&self) -> Option<QueryError<Cell>> {
        let &Self { world, start, goal, .. } = self;
        let (width, height) = (world.width, world.height);
        let is_inside = |cell: Cell| {
            cell.x >= 0
                && cell.y >= 0
                && i64::from(cell.x) < width.into()
                && i64::from(cell.y) < height.into()
        };
        if !is_inside(start) {
            Some(QueryError::StartOutside { start, width, height })
        } else if !is_inside(goal) {
            Some(QueryError::GoalOutside { goal, width, height })
        } else if !world.is_free(start.x, start.y) {
            Some(QueryError::StartBlocked(start))
        } else if !world.is_free(goal.x, goal.y) {
            Some(QueryError::GoalBlocked(goal))
        } else {
            None
        }
    }

    fn check_answer(
        &self,
        answer: &Answer<Cell>,
        rule: DiagonalRule,
        guarantee: Guarantee,
    ) -> Result<(), String> {
        let optimum = self.optima.expect("the start is free")[self.world.index(self.goal)];
        match (&answer.outcome, optimum) {
            (Outcome::Unreachable, None) => Ok(()),
            (Outcome::Found(path), Some(optimum)) => {
                let steps = cells::check_path(self.world, rule, self.start, self.goal, &path.places)?;
                let cost = cells::value(CostModel::Octile, steps);
                if (path.cost - cost).abs() > 1e-12 * cost {
                    return Err(format!("says that it costs {}, but it costs {cost}", path.cost));
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

impl<P> Observer<P> for Counts {
    fn expand(&mut self, _: &Visit<P>) {
        self.expanded += 1;
    }

    fn generate(&mut self, _: &Visit<P>) {
        self.generated += 1;
    }

    fn expand_interval(&mut self, _: &Interval<P>) {
        self.expanded += 1;
        self.closed += 1;
    }

    fn generate_interval(&mut self, _: &Interval<P>) {
        self.generated += 1;
    }

    fn close(&mut self, _: P) {
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
