use tautline::geometry::Corner;
use tautline::moves::CornerRule;
use tautline::planners::{Build, BuildFor, Guarantee, Planner, Selection};
use tautline::search::{Answer, Outcome, Place, Query, QueryError, Workspace};

use super::Failure;
use super::check::steady_answer;
use crate::oracle::corners::{CornerOracle, EndpointError, check_corner_path, check_point_path};
use crate::world::PlainWorld;

/// How far a length may be from the sum of its parts, or from the oracle's, as a part of it.
const ROUNDING: f64 = 1e-9;

/// Holds a planner on corners to what it claims, for every pair of a start and a goal; they may be refused ones.
///
/// Each answer must be a legal path between the right ends (by the oracle's own visibility), its cost its length, never shorter
/// than the shortest at any angle, the guarantee kept, "unreachable" said exactly where it is so, bad ends refused for the right
/// reason; it must be the same from a fresh and a used workspace, and with somebody watching.
///
/// # Errors
///
/// The first thing that is wrong.
///
/// # Panics
///
/// If the planner cannot be built with its settings, or is none on corners.
pub fn check_on_corners(
    selection: &Selection,
    world: &PlainWorld,
    starts: &[Corner],
    goals: &[Corner],
) -> Result<(), Failure> {
    match selection.planner.build {
        Build::Corners(build) => check_places(selection, build, check_corner_path, world, starts, goals),
        Build::Points(build) => check_places(selection, build, check_point_path, world, starts, goals),
        _ => panic!("a planner on corners"),
    }
}

/// The oracle's opinion of a path between two corners: its length, or what is wrong with it.
type Opinion<P> = fn(&PlainWorld, CornerRule, Corner, Corner, &[P]) -> Result<f64, String>;

fn check_places<P: Place<Rule = CornerRule> + From<Corner>>(
    selection: &Selection,
    build: BuildFor<P>,
    opinion: Opinion<P>,
    world: &PlainWorld,
    starts: &[Corner],
    goals: &[Corner],
) -> Result<(), Failure> {
    let grid = world.to_grid();
    let planner = build((&grid).into(), &selection.settings).expect("settings that go together");
    let oracle = CornerOracle::new(world, planner.rule());
    let mut workspace = Workspace::new();
    for &start in starts {
        for &goal in goals {
            let truth = Truth { world, oracle: &oracle, start, goal, opinion };
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

struct Truth<'a, P> {
    world: &'a PlainWorld,
    oracle: &'a CornerOracle,
    start: Corner,
    goal: Corner,
    opinion: Opinion<P>,
}

impl<P: Place<Rule = CornerRule> + From<Corner>> Truth<'_, P> {
    fn check(&self, planner: &dyn Planner<P>, workspace: &mut Workspace) -> Result<(), String> {
        let query = Query::<P>::new(self.start, self.goal);
        let (answer, watching) = steady_answer(planner, &query, workspace)?;
        match (answer, self.refusal()) {
            (Ok(answer), None) => {
                watching.check(&answer.stats)?;
                self.check_waypoints(&answer, planner, workspace)?;
                self.check_answer(&answer, planner.rule(), planner.guarantee())
            }
            (Err(error), Some(expected)) if error == expected => Ok(()),
            (answer, expected) => Err(format!("found {answer:?}, expected {expected:?}")),
        }
    }

    /// The same length and the same turns, in fewer places.
    fn check_waypoints(
        &self,
        answer: &Answer<P>,
        planner: &dyn Planner<P>,
        workspace: &mut Workspace,
    ) -> Result<(), String> {
        let query = Query::<P>::new(self.start, self.goal).for_waypoints();
        let waypoints = planner.plan(&query, workspace).map_err(|error| error.to_string())?;
        let Some((path, turns)) = answer.path().zip(waypoints.path()) else { return Ok(()) };
        let same = (path.turns(), path.cost.to_bits()) == (turns.turns(), turns.cost.to_bits());
        let known = turns.places.iter().all(|place| path.places.contains(place));
        if same && known { Ok(()) } else { Err(format!("with waypoints it is {turns:?}, without {path:?}")) }
    }

    /// Why the query has no answer, if so.
    fn refusal(&self) -> Option<QueryError<P>> {
        let &Self { world, start, goal, .. } = self;
        let (width, height) = (world.width, world.height);
        let is_inside = |corner: Corner| {
            corner.x >= 0
                && corner.y >= 0
                && i64::from(corner.x) <= width.into()
                && i64::from(corner.y) <= height.into()
        };
        if !is_inside(start) {
            return Some(QueryError::StartOutside { start: start.into(), width, height });
        }
        if !is_inside(goal) {
            return Some(QueryError::GoalOutside { goal: goal.into(), width, height });
        }
        let fault = |end| self.oracle.distance(end, end).err();
        match (fault(start), fault(goal)) {
            (Some(EndpointError::Ambiguous { .. }), _) => Some(QueryError::StartAmbiguous(start.into())),
            (Some(_), _) => Some(QueryError::StartBlocked(start.into())),
            (None, Some(EndpointError::Ambiguous { .. })) => Some(QueryError::GoalAmbiguous(goal.into())),
            (None, Some(_)) => Some(QueryError::GoalBlocked(goal.into())),
            (None, None) => None,
        }
    }

    fn check_answer(&self, answer: &Answer<P>, rule: CornerRule, guarantee: Guarantee) -> Result<(), String> {
        let shortest = self.oracle.distance(self.start, self.goal).expect("good ends");
        match (&answer.outcome, shortest) {
            (Outcome::Unreachable, None) => Ok(()),
            (Outcome::Found(path), Some(shortest)) => {
                let length = (self.opinion)(self.world, rule, self.start, self.goal, &path.places)?;
                if (path.cost - length).abs() > ROUNDING * length {
                    return Err(format!("says that it costs {}, but it costs {length}", path.cost));
                }
                if length < shortest * (1.0 - ROUNDING) {
                    return Err(format!("found {length}, and nothing is shorter than {shortest}"));
                }
                if length <= guarantee.longest(shortest) * (1.0 + ROUNDING) {
                    Ok(())
                } else {
                    Err(format!("claims {guarantee:?}, found {length}, shortest {shortest}"))
                }
            }
            (outcome, shortest) => Err(format!("found {outcome:?}, expected {shortest:?}")),
        }
    }
}
