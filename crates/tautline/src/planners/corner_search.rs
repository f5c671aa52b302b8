//! A* from corner to corner, which several planners begin with.

use crate::geometry::Corner;
use crate::heuristic::Heuristic;
use crate::moves::Cost;
use crate::open::{Stacks, TieBreak};
use crate::path::Path;
use crate::search::{
    Answer, BestFirst, CornerSpace, CornerState, Ending, Observer, One, Outcome, PartialReason, Query,
    QueryError, SearchMemory, Seen, StateId, Strategy,
};

/// Answers a query whose ends were checked; `path_to` makes the path to a state of what the search has found.
pub(super) fn astar_on_corners<C: Cost>(
    space: &CornerSpace<'_, C>,
    heuristic: &impl Heuristic<CornerState, C>,
    query: &Query<Corner>,
    memory: &mut SearchMemory<C, Stacks>,
    observer: &mut impl Observer<Corner>,
    path_to: impl FnOnce(&SearchMemory<C, Stacks>, StateId) -> Path<Corner>,
) -> Result<Answer<Corner>, QueryError<Corner>> {
    let search = BestFirst {
        space,
        heuristic,
        strategy: Strategy::CheapestTotal,
        ties: TieBreak::default(),
        remember_h: true,
    };
    let tracks_nearest = query.partial || !query.limits.is_unlimited();
    let mut progress = search.begin([space.end(query.start)], memory)?.tracking_nearest(tracks_nearest);
    let mut target = One::new(space, space.end(query.goal));
    let mut observer = Seen::new(observer, |state: CornerState| state.corner);
    let ending = search.advance(&mut progress, &mut target, &query.limits, u64::MAX, memory, &mut observer);
    let outcome = match ending.expect("it was not to pause") {
        Ending::Found(id) => Outcome::Found(path_to(memory, id)),
        Ending::Unreachable if query.partial => {
            let is_blocked = space.is_blocked(query.goal);
            let why = if is_blocked { PartialReason::GoalBlocked } else { PartialReason::Unreachable };
            Outcome::Partial { path: path_to(memory, progress.nearest()), why }
        }
        Ending::Unreachable => Outcome::Unreachable,
        Ending::Stopped(why) => Outcome::Stopped { why, nearest: path_to(memory, progress.nearest()) },
    };
    Ok(Answer { outcome, stats: progress.stats() })
}
