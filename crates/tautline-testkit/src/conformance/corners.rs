use tautline::engine::{Guarantee, Planner, Selection};
use tautline::geometry::{Corner, Point};
use tautline::map::Map;
use tautline::moves::CornerRule;
use tautline::path::Path;
use tautline::search::{Answer, Outcome, Query, QueryError, Workspace};

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
/// reason; it must be the same from a fresh and a used workspace, and with an observer.
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
    let map = world.to_map();
    let planner = selection.planner(&map).expect("settings that go together");
    let rule = planner.rule().lines().expect("a planner on corners");
    let oracle = CornerOracle::new(world, rule);
    let mut workspace = Workspace::new();
    for &start in starts {
        for &goal in goals {
            let truth = Truth { world, map: &map, oracle: &oracle, start, goal };
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

struct Truth<'a> {
    world: &'a PlainWorld,
    map: &'a Map,
    oracle: &'a CornerOracle,
    start: Corner,
    goal: Corner,
}

/// The oracle's opinion of a path between two corners: its length, or what is wrong with it.
fn opinion(
    world: &PlainWorld,
    rule: CornerRule,
    start: Corner,
    goal: Corner,
    path: &Path,
) -> Result<f64, String> {
    match path.corners() {
        Some(corners) => check_corner_path(world, rule, start, goal, corners),
        None => check_point_path(world, rule, start, goal, &path.points().collect::<Vec<Point>>()),
    }
}

impl Truth<'_> {
    fn check(&self, planner: &Planner, workspace: &mut Workspace) -> Result<(), String> {
        let query = Query::new(self.start, self.goal);
        let (answer, watching) = steady_answer(planner, self.map, &query, workspace)?;
        match (answer, self.refusal()) {
            (Ok(answer), None) => {
                watching.check(&answer.stats)?;
                self.check_waypoints(&answer, planner, workspace)?;
                let rule = planner.rule().lines().expect("a planner on corners");
                self.check_answer(&answer, rule, planner.guarantee())
            }
            (Err(error), Some(expected)) if error == expected => Ok(()),
            (answer, expected) => Err(format!("found {answer:?}, expected {expected:?}")),
        }
    }

    /// The same length and the same turns, in fewer places.
    fn check_waypoints(
        &self,
        answer: &Answer,
        planner: &Planner,
        workspace: &mut Workspace,
    ) -> Result<(), String> {
        let query = Query::new(self.start, self.goal).for_waypoints();
        let waypoints = planner.plan(self.map, &query, workspace).map_err(|error| error.to_string())?;
        let Some((path, turns)) = answer.path().zip(waypoints.path()) else { return Ok(()) };
        let same = (path.turns(), path.cost().to_bits()) == (turns.turns(), turns.cost().to_bits());
        let known = turns.positions().all(|place| path.positions().any(|known| known == place));
        if same && known { Ok(()) } else { Err(format!("with waypoints it is {turns:?}, without {path:?}")) }
    }

    /// Why the query has no answer, if so.
    fn refusal(&self) -> Option<QueryError> {
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

    fn check_answer(&self, answer: &Answer, rule: CornerRule, guarantee: Guarantee) -> Result<(), String> {
        let shortest = self.oracle.distance(self.start, self.goal).expect("good ends");
        match (&answer.outcome, shortest) {
            (Outcome::Unreachable, None) => Ok(()),
            (Outcome::Found(path), Some(shortest)) => {
                let length = opinion(self.world, rule, self.start, self.goal, path)?;
                if (path.cost() - length).abs() > ROUNDING * length {
                    return Err(format!("says that it costs {}, but it costs {length}", path.cost()));
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
