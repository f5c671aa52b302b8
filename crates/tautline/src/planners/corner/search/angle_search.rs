use super::account::Account;
use super::nodes::{AngleMemory, AngleNodes, Status};
use super::open::AngleOpen;
use super::sight::{Sight, Vertex};
use super::ways::{Ways, turns_of};
use crate::geometry::{Corner, Point, Position};
use crate::open::TieBreak;
use crate::path::{Path, length, turning_points};
use crate::search::{
    Answer, Limits, Observer, OutOfMemory, Outcome, PartialReason, PathMeter, Request, Silent, StateId,
    Stats, Steps, StopReason, Visit,
};

/// The procedures that make [Main](AngleSearch::run) one algorithm and not another.
pub(crate) trait Procedures {
    /// What is done with a corner when it is taken from the open list, before it is expanded; its parent is given, and the one
    /// that it has afterwards is returned.
    #[inline]
    fn set_vertex<V: Observer>(
        &mut self,
        sight: &Sight<'_>,
        nodes: &mut AngleNodes,
        (vertex, parent): (Vertex, Vertex),
        steps: Steps,
        account: &mut Account<'_, V>,
    ) -> Vertex {
        let _ = (sight, nodes, vertex, steps, account);
        parent
    }

    /// Those of the moves from a corner whose ends it is expanded to, where closed ones stay closed; its parent is given, too.
    #[inline]
    fn to_update<V: Observer>(
        &self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        (vertex, parent): (Vertex, Vertex),
        steps: Steps,
        account: &mut Account<'_, V>,
    ) -> Steps {
        let _ = (parent, account);
        sight.unsettled(nodes, vertex, steps, None)
    }

    /// The way to a neighbour, if it is better than the one that is known: its parent and its cost.
    fn way<V: Observer>(
        &mut self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        account: &mut Account<'_, V>,
    ) -> Option<Way>;

    /// The same between two vertices of which one is no corner.
    #[inline]
    fn way_of_point<V: Observer>(
        &mut self,
        sight: &Sight<'_>,
        nodes: &AngleNodes,
        step: Step,
        account: &mut Account<'_, V>,
    ) -> Option<Way> {
        self.way(sight, nodes, step, account)
    }

    /// Tells the observer what only this algorithm knows of an expanded corner; its parent is given, too.
    fn tell(&self, sight: &Sight<'_>, family: (Vertex, Vertex), observer: &mut impl Observer) {
        let _ = (sight, family, observer);
    }

    /// A lower bound of the cost of the way between two corners on ground where every cell costs 1.
    fn estimate(&self, from: Vertex, to: Vertex) -> f64 {
        from.distance(to)
    }

    /// What a path from corner to corner costs.
    fn cost(&self, corners: &[Corner]) -> f64 {
        length(corners)
    }

    /// What a path between any points costs.
    fn cost_of_points(&self, points: &[Point]) -> f64 {
        length(points)
    }
}

/// What the procedure `UpdateVertex` is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The corner that is expanded: s.
    pub(super) from: Vertex,
    /// Its parent; the start is its own.
    pub(super) parent: Vertex,
    /// The neighbour that it is expanded to: s′.
    pub(super) next: Vertex,
    /// The cost of the way to the neighbour that is known, or infinity.
    pub(super) known: f64,
}

/// A way to a corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(super) parent: StateId,
    pub(super) g: f64,
}

/// What happens to an expanded corner to which a shorter way is found (section 9.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reexpand {
    /// Nothing: there is a closed list.
    #[default]
    No,
    /// It is expanded again.
    Yes,
    /// It is expanded again, and the goal waits until nothing else is left to expand.
    DelayGoal,
}

/// A search in which the parent of a corner can be any corner: Algorithm 1 of the Theta* paper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AngleSearch<'w> {
    pub(crate) sight: Sight<'w>,
    pub(crate) ties: TieBreak,
    /// What the estimates are multiplied with.
    pub(crate) weight: f64,
    pub(crate) reexpand: Reexpand,
}

/// Of an expansion without the lines that it follows: some words of the map and of the memory for each of sixteen neighbours.
const UNITS: u64 = 128;

/// How a search ended, and what is left of it besides its memory.
struct Progress {
    ending: Ending,
    nearest: Nearest,
}

enum Ending {
    /// The goal came out of the open list.
    Goal,
    /// Nothing else did.
    Exhausted,
    Stopped(StopReason),
}

/// The expanded vertex nearest to the goal so far, the one with the shortest way where several are equally near.
struct Nearest {
    id: StateId,
    squared_distance: f64,
    g: f64,
}

impl<'w> AngleSearch<'w> {
    /// Main, with what belongs to one of the algorithms plugged in. The query has been checked.
    pub(crate) fn run(
        &self,
        procedures: &mut impl Procedures,
        query: &Request<'_, Position>,
        memory: &mut AngleMemory,
        observer: &mut impl Observer,
    ) -> Result<Answer, OutOfMemory> {
        self.run_for(procedures, query, memory, observer, |procedures, way, _| way.path(procedures))
    }

    /// Main, for paths that `to_path` makes of the way that the search has found; it may have something to tell, too.
    pub(crate) fn run_for<A: Procedures, V: Observer>(
        &self,
        procedures: &mut A,
        query: &Request<'_, Position>,
        memory: &mut AngleMemory,
        observer: &mut V,
        to_path: impl FnOnce(&A, FoundWay<'_>, &mut Account<'_, V>) -> Path,
    ) -> Result<Answer, OutOfMemory> {
        let search = Self { sight: self.sight.between(query), ..*self };
        let (start, goal) = (search.sight.start(query.start), search.sight.goal(query.goal));
        let mut account = Account::new(observer, query.limits);
        let Progress { ending, nearest } =
            search.search(procedures, start, Some(goal), memory, &mut account)?;
        let writing = PathMeter::new(query.limits);
        let path = |to| {
            let (sight, nodes, meter) = (&search.sight, &memory.nodes, &writing);
            let way = FoundWay { sight, nodes, meter, query, to, goal: goal.id };
            to_path(procedures, way, &mut account)
        };
        let outcome = match ending {
            Ending::Goal => Outcome::Found(path(goal.id)),
            Ending::Exhausted if query.partial => {
                let is_blocked = search.sight.is_blocked(goal);
                let why = if is_blocked { PartialReason::GoalBlocked } else { PartialReason::Unreachable };
                Outcome::Partial { path: path(nearest.id), why }
            }
            Ending::Exhausted => Outcome::Unreachable,
            Ending::Stopped(why) => Outcome::Stopped { why, nearest: path(nearest.id) },
        };
        Ok(Answer { outcome: writing.outcome(outcome, query.start), stats: account.stats })
    }

    /// The same without a goal: ways to all corners.
    pub(crate) fn all(
        &self,
        procedures: &mut impl Procedures,
        start: Corner,
        memory: &mut AngleMemory,
    ) -> Result<(Ways<'w>, Stats), OutOfMemory> {
        let (start, limits) = (self.sight.corner_end(start), Limits::default());
        let mut silent = Silent;
        let mut account = Account::new(&mut silent, &limits);
        self.search(procedures, start, None, memory, &mut account)?;
        let ids = (0..self.sight.states() as u32).map(StateId);
        let way = |id| match memory.nodes.status(id) {
            Status::New => None,
            _ => Some(Way { parent: memory.nodes.parent(id), g: memory.nodes.g(id) }),
        };
        Ok((Ways { sight: self.sight, ways: ids.map(way).collect() }, account.stats))
    }

    fn search<V: Observer>(
        &self,
        procedures: &mut impl Procedures,
        start: Vertex,
        goal: Option<Vertex>,
        memory: &mut AngleMemory,
        account: &mut Account<'_, V>,
    ) -> Result<Progress, OutOfMemory> {
        let Self { sight, ties, reexpand, .. } = self;
        memory.begin(sight.vertices(), *ties)?;
        let AngleMemory { nodes, open, .. } = memory;
        nodes.open(start.id, 0.0, start.id);
        account.stats.estimates += 1;
        open.push(start.id, self.estimate(procedures, start, goal), 0.0);
        let mut nearest = Nearest { id: start.id, squared_distance: f64::INFINITY, g: 0.0 };
        let ending = loop {
            if let Some(why) = account.meter.stopped() {
                break Ending::Stopped(why);
            }
            let Some(id) = open.pop() else { break Ending::Exhausted };
            if nodes.status(id) != Status::Open {
                account.meter.work(1);
                continue;
            }
            let mut vertex = sight.vertex(id);
            let steps = sight.steps(&mut vertex);
            let parent = sight.vertex(nodes.parent(id));
            let parent = procedures.set_vertex(sight, nodes, (vertex, parent), steps, account);
            if goal.is_some_and(|goal| id == goal.id) {
                break Ending::Goal;
            }
            if !account.meter.may_expand(&mut account.stats, UNITS) {
                continue;
            }
            nodes.close(id);
            // A next path could not begin on the other side of a corner at which obstacles touch.
            if let Some(goal) = goal
                && (!steps.has_sides || sight.is_end(vertex))
            {
                nearest.consider(id, vertex.at.squared_distance(goal.at), nodes.g(id));
            }
            if account.observer.is_watching() {
                let h = self.estimate(procedures, vertex, goal);
                account.observer.expand(&visit(sight, nodes, vertex, h));
                procedures.tell(sight, (vertex, parent), account.observer);
            }
            let steps = match reexpand {
                Reexpand::No => procedures.to_update(sight, nodes, (vertex, parent), steps, account),
                Reexpand::Yes | Reexpand::DelayGoal => steps,
            };
            let expanded = (vertex, parent);
            sight.neighbours(vertex, steps, |next| {
                self.update::<false, V>(procedures, (nodes, open), expanded, next, goal, account);
            });
            if sight.has_points() {
                self.update_points(procedures, (nodes, open), expanded, goal, account);
            }
            account.observer.close(sight.position(vertex));
        };
        Ok(Progress { ending, nearest })
    }

    /// What the weight and the procedures estimate from a vertex to the goal, if there is one.
    #[inline(always)]
    fn estimate(&self, procedures: &impl Procedures, vertex: Vertex, goal: Option<Vertex>) -> f64 {
        goal.map_or(0.0, |goal| self.weight * Procedures::estimate(procedures, vertex, goal))
    }

    /// `UpdateVertex`, for a neighbour of an expanded vertex with this parent; `IS_POINT` if one of the two is no corner.
    #[inline(always)]
    fn update<const IS_POINT: bool, V: Observer>(
        &self,
        procedures: &mut impl Procedures,
        (nodes, open): (&mut AngleNodes, &mut AngleOpen),
        (from, parent): (Vertex, Vertex),
        next: Vertex,
        goal: Option<Vertex>,
        account: &mut Account<'_, V>,
    ) {
        let Self { sight, reexpand, .. } = self;
        // A line may have been long.
        if account.meter.stopped().is_some() {
            return;
        }
        let status = nodes.status(next.id);
        if status == Status::Closed && *reexpand == Reexpand::No {
            return;
        }
        let known = if status == Status::New { f64::INFINITY } else { nodes.g(next.id) };
        let step = Step { from, parent, next, known };
        let way = if IS_POINT {
            procedures.way_of_point(sight, nodes, step, account)
        } else {
            procedures.way(sight, nodes, step, account)
        };
        let Some(Way { parent, g }) = way else { return };
        // A way that is as long is no reason to expand a corner again, and with it all that was reached from there.
        if status == Status::Closed && g >= known {
            return;
        }
        nodes.open(next.id, g, parent);
        account.stats.generated += 1;
        account.stats.estimates += 1;
        let h = self.estimate(procedures, next, goal);
        let waits = *reexpand == Reexpand::DelayGoal && goal.is_some_and(|goal| next.id == goal.id);
        account.stats.reopened += u64::from(status == Status::Closed);
        open.push(next.id, if waits { f64::INFINITY } else { g + h }, g);
        if account.observer.is_watching() {
            account.observer.generate(&visit(sight, nodes, next, h));
        }
    }

    /// The same for all neighbours within a free cell, where the start or the goal is no corner. Apart from those at the ends of
    /// moves, so that these are updated within the loop.
    #[cold]
    #[inline(never)]
    fn update_points<V: Observer>(
        &self,
        procedures: &mut impl Procedures,
        (nodes, open): (&mut AngleNodes, &mut AngleOpen),
        expanded: (Vertex, Vertex),
        goal: Option<Vertex>,
        account: &mut Account<'_, V>,
    ) {
        for next in self.sight.point_neighbours(expanded.0) {
            self.update::<true, V>(procedures, (nodes, open), expanded, next, goal, account);
        }
    }
}

/// The way to a vertex that a search has found, and what it was asked for.
pub(crate) struct FoundWay<'a> {
    pub(super) sight: &'a Sight<'a>,
    pub(super) nodes: &'a AngleNodes,
    meter: &'a PathMeter<'a>,
    query: &'a Request<'a, Position>,
    pub(super) to: StateId,
    goal: StateId,
}

impl FoundWay<'_> {
    /// Whether both ends of the query are corners: then so are all places of the path.
    pub(crate) fn is_between_corners(&self) -> bool {
        matches!((self.query.start, self.query.goal), (Position::Corner(_), Position::Corner(_)))
    }

    /// The corners where it turns and, where it begins or ends at corners, these.
    pub(crate) fn turns(&self) -> Vec<Corner> {
        turns_of(self.sight, |id| self.parent(id), self.to)
    }

    /// The straight path from corner to corner and, between other ends, from point to point, with what it costs.
    fn path(&self, procedures: &impl Procedures) -> Path {
        if self.is_between_corners() {
            let corners = self.turns();
            let cost = procedures.cost(&corners);
            return Path::new(corners, cost);
        }
        let &Request { start, goal, .. } = self.query;
        let goal = (self.to == self.goal).then_some(goal.point());
        let points = turning_points(start.point(), self.inner_corners(), goal);
        let cost = procedures.cost_of_points(&points);
        Path::new(points, cost)
    }

    /// The corners between its ends, the last one first; where it does not lead to the goal, its own end is one of them.
    fn inner_corners(&self) -> impl Iterator<Item = Corner> + Clone {
        let is_start = |id: StateId| self.nodes.parent(id) == id;
        let back = self.back().filter(move |at| at.id != self.goal && !is_start(at.id));
        back.map(|vertex| vertex.state.corner)
    }

    /// Its vertices, the last one first.
    fn back(&self) -> impl Iterator<Item = Vertex> + Clone {
        self.sight.back(|id| self.parent(id), self.to)
    }

    /// The parent of a vertex; the vertex itself if it is the start, or if there is no time to go on.
    fn parent(&self, id: StateId) -> StateId {
        if self.meter.places(1) { self.nodes.parent(id) } else { id }
    }

    /// Its corners from the start on, also those at which it goes straight on; for a way between corners.
    pub(crate) fn corners(&self, corners: &mut Vec<Corner>) {
        corners.clear();
        corners.extend(self.back().map(|vertex| vertex.state.corner));
        corners.reverse();
    }

    /// The points of all its vertices from the start on, the ends as they were given.
    pub(crate) fn points(&self, points: &mut Vec<Point>) {
        points.clear();
        points.extend(self.back().map(|vertex| self.sight.position(vertex).point()));
        points.reverse();
    }
}

impl Nearest {
    fn consider(&mut self, id: StateId, squared_distance: f64, g: f64) {
        let is_nearer = squared_distance < self.squared_distance;
        if is_nearer || (squared_distance <= self.squared_distance && g < self.g) {
            *self = Self { id, squared_distance, g };
        }
    }
}

/// What an observer sees of a corner.
fn visit(sight: &Sight<'_>, nodes: &AngleNodes, vertex: Vertex, h: f64) -> Visit {
    let (g, parent) = (nodes.g(vertex.id), nodes.parent(vertex.id));
    let parent = (parent != vertex.id).then(|| sight.position(sight.vertex(parent)));
    Visit { place: sight.position(vertex), parent, g, h, f: g + h }
}
