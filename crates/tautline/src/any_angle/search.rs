use super::nodes::{AngleMemory, AngleNodes, Status};
use super::sight::{Sight, Vertex};
use crate::geometry::Corner;
use crate::moves::{CornerMoves, CornerRule};
use crate::open::{OpenList, TieBreak};
use crate::path::{Path, goes_straight_on, length};
use crate::search::{Answer, Observer, OutOfMemory, Outcome, PartialReason, Query, StateId, Stats, Visit};
use crate::world::Grid;

/// The procedures that make [Main](AngleSearch::run) one algorithm and not another.
pub(crate) trait Procedures {
    /// What is done with a corner when it is taken from the open list, before it is expanded.
    fn set_vertex(&self, sight: &Sight<'_>, nodes: &mut AngleNodes, vertex: Vertex, stats: &mut Stats);

    /// The way to `next`, a neighbour of `from` that is not closed, that is considered when `from`, whose parent comes with it, is
    /// expanded: its parent and its length.
    fn way(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        from: (Vertex, Vertex),
        next: Vertex,
        stats: &mut Stats,
    ) -> (StateId, f64);
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
        memory.begin(sight.states(), *ties)?;
        let AngleMemory { nodes, open } = memory;
        let (start, goal) = (sight.end(query.start), sight.end(query.goal));
        let mut stats = Stats::default();
        // As numbers, the bits of floating-point numbers that are not negative have the same order.
        nodes.open(start.id, 0.0, start.id);
        stats.estimates += 1;
        open.push(start.id, start.distance(goal).to_bits(), 0);
        let mut nearest = Nearest { id: start.id, squared_distance: u64::MAX, g: 0.0 };
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
            let vertex = sight.vertex(id);
            procedures.set_vertex(sight, nodes, vertex, &mut stats);
            if id == goal.id {
                break Outcome::Found(self.path(nodes, id));
            }
            if stats.expanded >= next_check {
                match query.limits.check(stats.expanded) {
                    Ok(next) => next_check = next,
                    Err(why) => break Outcome::Stopped { why, nearest: self.path(nodes, nearest.id) },
                }
            }
            stats.expanded += 1;
            nodes.close(id);
            let place = vertex.state.corner;
            nearest.consider(id, place.squared_distance(query.goal), nodes.g(id));
            if observer.is_watching() {
                observer.expand(&visit(sight, nodes, vertex, goal));
            }
            let family = (vertex, sight.vertex(nodes.parent(id)));
            sight.neighbours(vertex, |next| {
                let status = nodes.status(next.id);
                if status == Status::Closed {
                    return;
                }
                let (parent, g) = procedures.way(sight, nodes, family, next, &mut stats);
                if status == Status::Open && g >= nodes.g(next.id) {
                    return;
                }
                nodes.open(next.id, g, parent);
                stats.generated += 1;
                stats.estimates += 1;
                let f = (g + next.distance(goal)).to_bits();
                if status == Status::Open {
                    open.improve(next.id, f, g.to_bits());
                } else {
                    open.push(next.id, f, g.to_bits());
                }
                if observer.is_watching() {
                    observer.generate(&visit(sight, nodes, next, goal));
                }
            });
            observer.close(place);
        };
        Ok(Answer { outcome, stats })
    }

    /// The way to a corner: its ends and the corners where it turns, in one allocation of the right size.
    fn path(&self, nodes: &AngleNodes, to: StateId) -> Path<Corner> {
        let corner = |id: StateId| self.sight.vertex(id).state.corner;
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
        let cost = length(&places);
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
fn visit(sight: &Sight<'_>, nodes: &AngleNodes, vertex: Vertex, goal: Vertex) -> Visit<Corner> {
    let (g, h, parent) = (nodes.g(vertex.id), vertex.distance(goal), nodes.parent(vertex.id));
    let parent = (parent != vertex.id).then(|| sight.vertex(parent).state.corner);
    Visit { place: vertex.state.corner, parent, g, h, f: g + h }
}
