use super::nodes::{AngleNodes, Status};
use super::sight::Sight;
use crate::geometry::{Corner, Point};
use crate::moves::{CornerMoves, CornerRule};
use crate::open::{Heap, OpenList, TieBreak};
use crate::path::Path;
use crate::search::{Answer, Observer, OutOfMemory, Outcome, PartialReason, Query, StateId, Stats, Visit};
use crate::world::Grid;

/// The procedures that make [Main](AngleSearch::run) one algorithm and not another.
pub(crate) trait Procedures {
    /// What is done with a corner when it is taken from the open list, before it is expanded.
    fn set_vertex(&self, sight: &Sight<'_>, nodes: &mut AngleNodes, id: StateId, stats: &mut Stats);

    /// The way to `next`, a neighbour of `from` that is not closed, that is considered when `from` is expanded: its parent and
    /// its length.
    fn way(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        from: StateId,
        next: StateId,
        stats: &mut Stats,
    ) -> (StateId, f64);
}

/// The memory of searches at any angle.
#[derive(Debug, Default)]
pub(crate) struct AngleMemory {
    nodes: AngleNodes,
    open: Heap,
}

/// A search in which the parent of a corner can be any corner: Algorithm 1 of the Theta* paper, with what belongs to one of its
/// algorithms plugged in. The straight-line distance is the estimate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AngleSearch<'w, U> {
    sight: Sight<'w>,
    procedures: U,
    ties: TieBreak,
}

/// The expanded corner nearest to the goal so far, the one with the shortest way where several are equally near.
struct Nearest {
    id: StateId,
    squared_distance: u64,
    g: f64,
}

impl<'w, U: Procedures> AngleSearch<'w, U> {
    pub(crate) fn new(
        grid: &'w Grid,
        rule: CornerRule,
        moves: CornerMoves,
        ties: TieBreak,
        procedures: U,
    ) -> Self {
        Self { sight: Sight::new(grid, rule, moves), procedures, ties }
    }

    /// Main. The query has been checked.
    pub(crate) fn run(
        &self,
        query: &Query<Corner>,
        memory: &mut AngleMemory,
        observer: &mut impl Observer<Corner>,
    ) -> Result<Answer<Corner>, OutOfMemory> {
        let Self { sight, procedures, ties } = self;
        let AngleMemory { nodes, open } = memory;
        nodes.begin(sight.states())?;
        open.begin(sight.states(), 0, *ties)?;
        let (start, goal) = (sight.end(query.start), sight.end(query.goal));
        let mut stats = Stats::default();
        let h = |id: StateId| Point::from(sight.state(id).corner).distance(query.goal.into());
        // As numbers, the bits of floating-point numbers that are not negative have the same order.
        let push = |open: &mut Heap, id: StateId, g: f64| open.push(id, (g + h(id)).to_bits(), g.to_bits());
        nodes.open(start, 0.0, start);
        stats.estimates += 1;
        push(open, start, 0.0);
        let mut nearest = Nearest { id: start, squared_distance: u64::MAX, g: 0.0 };
        let mut next_check = 0;
        let outcome = loop {
            let Some(id) = open.pop() else {
                break if query.partial {
                    let is_blocked = sight.is_blocked(query.goal);
                    let why =
                        if is_blocked { PartialReason::GoalBlocked } else { PartialReason::Unreachable };
                    Outcome::Partial { path: self.path(nodes, nearest.id), why }
                } else {
                    Outcome::Unreachable
                };
            };
            procedures.set_vertex(sight, nodes, id, &mut stats);
            if id == goal {
                break Outcome::Found(self.path(nodes, goal));
            }
            if stats.expanded >= next_check {
                match query.limits.check(stats.expanded) {
                    Ok(next) => next_check = next,
                    Err(why) => break Outcome::Stopped { why, nearest: self.path(nodes, nearest.id) },
                }
            }
            stats.expanded += 1;
            nodes.close(id);
            let place = sight.state(id).corner;
            nearest.consider(id, place.squared_distance(query.goal), nodes.g(id));
            if observer.is_watching() {
                observer.expand(&visit(sight, nodes, id, h(id)));
            }
            sight.neighbours(id, |next| {
                let status = nodes.status(next);
                if status == Status::Closed {
                    return;
                }
                let (parent, g) = procedures.way(sight, nodes, id, next, &mut stats);
                if status == Status::Open && g >= nodes.g(next) {
                    return;
                }
                nodes.open(next, g, parent);
                stats.generated += 1;
                stats.estimates += 1;
                if status == Status::Open {
                    open.improve(next, (g + h(next)).to_bits(), g.to_bits());
                } else {
                    push(open, next, g);
                }
                if observer.is_watching() {
                    observer.generate(&visit(sight, nodes, next, h(next)));
                }
            });
            observer.close(place);
        };
        Ok(Answer { outcome, stats })
    }

    /// The way to a corner: its ends and the corners where it turns, in one allocation of the right size.
    fn path(&self, nodes: &AngleNodes, to: StateId) -> Path<Corner> {
        let corner = |id: StateId| self.sight.state(id).corner;
        let parent = |id: StateId| Some(nodes.parent(id)).filter(|&parent| parent != id);
        // Backwards, leaving out corners at which it goes straight on.
        let next_turn = |&id: &StateId| {
            let mut here = parent(id)?;
            while let Some(beyond) = parent(here)
                && goes_straight_on(corner(id), corner(here), corner(beyond))
            {
                here = beyond;
            }
            Some(here)
        };
        let back = || std::iter::successors(Some(to), next_turn);
        let mut places = Vec::with_capacity(back().count());
        places.extend(back().map(corner));
        places.reverse();
        let length = |pair: &[Corner]| Point::from(pair[0]).distance(pair[1].into());
        let cost = places.windows(2).map(length).sum();
        Path { places, cost }
    }
}

impl Nearest {
    fn consider(&mut self, id: StateId, squared_distance: u64, g: f64) {
        let is_nearer = squared_distance < self.squared_distance;
        if is_nearer || (squared_distance == self.squared_distance && g < self.g) {
            *self = Self { id, squared_distance, g };
        }
    }
}

/// What an observer sees of a corner.
fn visit(sight: &Sight<'_>, nodes: &AngleNodes, id: StateId, h: f64) -> Visit<Corner> {
    let (g, parent) = (nodes.g(id), nodes.parent(id));
    let parent = (parent != id).then(|| sight.state(parent).corner);
    Visit { place: sight.state(id).corner, parent, g, h, f: g + h }
}

/// Whether b lies between a and c on a straight line.
fn goes_straight_on(a: Corner, b: Corner, c: Corner) -> bool {
    let vector =
        |from: Corner, to: Corner| (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let ((ax, ay), (bx, by)) = (vector(a, b), vector(b, c));
    ax * by == ay * bx && ax * bx + ay * by > 0
}
