use std::time::Instant;

use tautline::engine::{Planner, Selection};
use tautline::geometry::Position;
use tautline::map::Map;
use tautline::search::{Answer, CancelFlag, Limits, Outcome, Query, StopReason, Workspace};

use super::{Failure, Xy};
use crate::world::PlainWorld;

/// Holds a planner to the limits of its queries between two different places, of which one can be reached from the other.
///
/// A search that hits its cap must say so, must not have expanded more, and must give a legal path towards the goal that is worth its
/// cost and ends no farther away the larger the cap is. A search that is cancelled, or whose deadline has passed, must stop before
/// its first expansion.
///
/// # Errors
///
/// The first thing that is wrong.
///
/// # Panics
///
/// If the planner cannot be built with its settings.
pub fn check_limits(
    selection: &Selection,
    world: &PlainWorld,
    start: impl Into<Position>,
    goal: impl Into<Position>,
) -> Result<(), Failure> {
    let (start, goal) = (start.into(), goal.into());
    let map = world.to_map();
    let planner = selection.planner(&map).expect("settings that go together");
    let limited = Limited { planner: &planner, map: &map, query: Query::new(start, goal) };
    let xy = |end: Position| -> Xy {
        let (x, y) = end.xy();
        (x as i32, y as i32)
    };
    limited.check_caps().and_then(|()| limited.check_interruptions()).map_err(|fault| Failure {
        planner: selection.to_string(),
        world: world.to_string(),
        query: (xy(start), xy(goal)),
        fault,
    })
}

struct Limited<'a> {
    planner: &'a Planner,
    map: &'a Map,
    query: Query,
}

impl Limited<'_> {
    fn plan(&self, limits: Limits) -> Result<Answer, String> {
        self.planner
            .plan(self.map, &self.query.clone().with_limits(limits), &mut Workspace::new())
            .map_err(|error| format!("it refuses the query: {error}"))
    }

    fn check_caps(&self) -> Result<(), String> {
        let (start, goal) = (self.query.start.point(), self.query.goal.point());
        let mut before = f64::INFINITY;
        for cap in [0, 1, 17, 1000] {
            let answer = self.plan(Limits::expansions(cap))?;
            let stats = answer.stats;
            if stats.expanded > cap {
                return Err(format!("with a cap of {cap} expansions: {stats:?}"));
            }
            if answer.is_complete() {
                continue;
            }
            let Outcome::Stopped { why: StopReason::Expansions, nearest } = answer.outcome else {
                return Err(format!("with a cap of {cap} expansions: {:?}", answer.outcome));
            };
            if stats.expanded + stats.passed_over < cap {
                return Err(format!("it stops before its cap of {cap} expansions: {stats:?}"));
            }
            if nearest.start().point() != start {
                return Err(format!(
                    "with a cap of {cap} expansions, its path begins at {}",
                    nearest.start()
                ));
            }
            let walked = nearest
                .check(self.map, self.planner.rule(), 0.0)
                .map_err(|error| format!("with a cap of {cap} expansions, its path is illegal: {error}"))?;
            if (walked.cost - nearest.cost()).abs() >= 1e-9 {
                return Err(format!(
                    "says that its path costs {}, but it costs {}",
                    nearest.cost(),
                    walked.cost
                ));
            }
            let left = nearest.end().point().distance(goal);
            if left > before {
                return Err(format!(
                    "with a cap of {cap} expansions, it ends {left} from the goal, with fewer {before}"
                ));
            }
            before = left;
        }
        Ok(())
    }

    fn check_interruptions(&self) -> Result<(), String> {
        let flag = CancelFlag::new();
        flag.cancel();
        for (limits, expected) in [
            (Limits::cancelled_by(&flag), StopReason::Cancelled),
            (Limits::until(Instant::now()), StopReason::Deadline),
        ] {
            let answer = self.plan(limits)?;
            match &answer.outcome {
                Outcome::Stopped { why, nearest }
                    if *why == expected && nearest.len() == 1 && answer.stats.expanded == 0 => {}
                _ => return Err(format!("expected to be stopped at once ({expected:?}), but {answer:?}")),
            }
        }
        Ok(())
    }
}
