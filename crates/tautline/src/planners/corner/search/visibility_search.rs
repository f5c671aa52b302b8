use super::VisibilityGraph;
use super::nodes::{AngleNodes, Status};
use crate::geometry::{Corner, Point, Position, Rounded};
use crate::map::{Grid, Quadrants};
use crate::moves::CornerRule;
use crate::open::{Heap, OpenList, TieBreak};
use crate::path::{Path, is_line_legal, line_of_sight, line_work};
use crate::planners::turning_corner::TurningCorner;
use crate::search::count;
use crate::search::{
    Answer, Meter, Observer, Outcome, PathMeter, QueryError, Request, SightCheck, StateId, Stats, Visit,
    Workspace,
};

/// A* on the visibility graph of a map, whose edges are found during the search or were before.
///
/// Its vertices are the turning corners, by their numbers, and behind them the start and the goal of the query. Where an end is a
/// turning corner as well, that one is left out: a shortest path does not come back to its start, nor go on from its goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VisibilitySearch<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) rule: CornerRule,
    pub(crate) corners: &'a [TurningCorner],
    /// The edges between the corners, if they are known.
    pub(crate) graph: Option<&'a VisibilityGraph>,
}

impl VisibilitySearch<'_> {
    /// Answers a query, whose ends must have been checked.
    pub(crate) fn answer(
        &self,
        query: &Request<'_, Position>,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Answer, QueryError> {
        let memory = workspace.part::<VisibilityMemory>();
        let vertices = self.corners.len() + 2;
        memory.nodes.begin(vertices)?;
        memory.open.begin(vertices, 0, TieBreak::LargerG)?;
        let ends = [query.start, query.goal].map(|end| End::from(end.point()));
        let (stats, meter) = (Stats::default(), Meter::new(query.limits));
        let writing = PathMeter::new(query.limits);
        let mut running = Running { search: *self, query, ends, memory, observer, stats, meter, writing };
        let outcome = running.run();
        let outcome = running.writing.outcome(outcome, query.start);
        Ok(Answer { outcome, stats: running.stats })
    }
}

/// The memory of a search.
#[derive(Default)]
struct VisibilityMemory {
    nodes: AngleNodes,
    open: Heap,
}

/// A start or a goal.
#[derive(Clone, Copy)]
struct End {
    at: Rounded,
    /// If it is one.
    corner: Option<Corner>,
}

impl From<Point> for End {
    fn from(point: Point) -> Self {
        Self { at: point.into(), corner: point.corner() }
    }
}

/// So many vertices are looked at in one go.
const AT_ONCE: usize = 1 << 10;

/// A vertex that is expanded.
struct Expanded {
    vertex: usize,
    at: Rounded,
    g: f64,
    /// How paths turn there, and the heading on which the best one comes; none at the start.
    turning: Option<(TurningCorner, (i64, i64))>,
}

/// One search.
struct Running<'a, V> {
    search: VisibilitySearch<'a>,
    query: &'a Request<'a, Position>,
    /// The start and the goal.
    ends: [End; 2],
    memory: &'a mut VisibilityMemory,
    observer: &'a mut V,
    stats: Stats,
    meter: Meter<'a>,
    writing: PathMeter<'a>,
}

impl<V: Observer> Running<'_, V> {
    fn run(&mut self) -> Outcome {
        let goal = self.ends[1].at;
        let first = self.start();
        let mut nearest = (self.ends[0].at.squared_distance(goal), 0.0, first);
        self.open(first, 0.0, first);
        while let Some(vertex) = self.memory.open.pop().map(StateId::index) {
            let here = self.at(vertex);
            if here == goal {
                return Outcome::Found(self.path_to(vertex, true));
            }
            if !self.meter.may_expand(&mut self.stats, 1) {
                break;
            }
            self.memory.nodes.close(id(vertex));
            let this = (here.squared_distance(goal), self.g(vertex), vertex);
            if (this.0, this.1) < (nearest.0, nearest.1) {
                nearest = this;
            }
            if self.observer.is_watching() {
                self.observer.expand(&self.visit(vertex));
            }
            self.expand(vertex);
            self.observer.close(self.position(vertex));
            if self.meter.stopped().is_some() {
                break;
            }
        }
        if let Some(why) = self.meter.stopped() {
            return Outcome::Stopped { why, nearest: self.path_to(nearest.2, false) };
        }
        Outcome::Unreachable
    }

    /// Looks at all vertices that a taut line from this one may lead to, the goal first.
    fn expand(&mut self, vertex: usize) {
        let search = self.search;
        let at = self.at(vertex);
        let turning = search.corners.get(vertex);
        let turning = turning.map(|&turning| (turning, self.at(self.parent(vertex)).heading(at)));
        let from = Expanded { vertex, at, g: self.g(vertex), turning };
        self.look(&from, self.goal(), true);
        match search.graph {
            Some(graph) if vertex != self.start() => {
                for some in graph.seen_from(vertex).chunks(AT_ONCE) {
                    for &next in some {
                        self.look(&from, next as usize, false);
                    }
                    if !self.meter.work(4 * some.len() as u64) {
                        return;
                    }
                }
            }
            _ => {
                for first in (0..search.corners.len()).step_by(AT_ONCE) {
                    let end = search.corners.len().min(first + AT_ONCE);
                    (first..end).for_each(|next| self.look(&from, next, true));
                    if !self.meter.work(4 * (end - first) as u64) {
                        return;
                    }
                }
            }
        }
    }

    /// Opens a vertex if the line to it from another is taut at both, the way over it is the shortest so far, and, where that is
    /// not known, the line is legal.
    #[inline]
    fn look(&mut self, expanded: &Expanded, to: usize, must_be_checked: bool) {
        count::done(1);
        let (from, a, b) = (expanded.vertex, expanded.at, self.at(to));
        let arrives = match self.search.corners.get(to) {
            Some(turning) => turning.is_taut(a.signs(b)) && self.ends.iter().all(|end| end.at != b),
            None => self.end_opens(b, b.signs(a)),
        };
        let leaves = || match expanded.turning {
            Some((turning, before)) => turning.is_taut(a.signs(b)) && turning.turns(before, a.heading(b)),
            None => self.end_opens(a, a.signs(b)),
        };
        if !arrives || !leaves() {
            return;
        }
        let g = expanded.g + a.distance(b);
        let is_wanted = match self.memory.nodes.status(id(to)) {
            Status::New => true,
            Status::Open => g < self.g(to),
            Status::Closed => false,
        };
        if !is_wanted {
            return;
        }
        if must_be_checked {
            // Of corners that are looked at at once, those behind a long line are left out when it was too long.
            if !self.meter.work(line_work(a, b)) {
                return;
            }
            self.stats.line_of_sight_checks += 1;
            self.stats.lines_followed += 1;
            let is_free = self.sees(from, to);
            if self.observer.is_watching() {
                let (from, to) = (self.position(from), self.position(to));
                self.observer.sight(&SightCheck { from, to, is_free, is_followed: true });
            }
            if !is_free {
                return;
            }
        }
        self.stats.generated += 1;
        self.open(to, g, from);
        if self.observer.is_watching() {
            self.observer.generate(&self.visit(to));
        }
    }

    /// Whether the straight line between two vertices is legal.
    fn sees(&self, from: usize, to: usize) -> bool {
        let VisibilitySearch { grid, rule, .. } = self.search;
        match (self.corner(from), self.corner(to)) {
            (Some(a), Some(b)) => line_of_sight(grid, rule, a, b),
            _ => is_line_legal(grid, rule, self.at(from), self.at(to)),
        }
    }

    /// Whether a path can begin or end at a place with a line in this direction as seen from it: where two obstacles
    /// touch, within the cell to the south-east.
    fn end_opens(&self, end: Rounded, (dx, dy): (i32, i32)) -> bool {
        let free = Quadrants::around(self.search.grid, end);
        !free.are_apart(self.search.rule) || free.lower().meet(free.towards(dx, dy))
    }

    /// The number of the start.
    fn start(&self) -> usize {
        self.search.corners.len()
    }

    /// The number of the goal.
    fn goal(&self) -> usize {
        self.start() + 1
    }

    /// Where a vertex is.
    #[inline]
    fn at(&self, vertex: usize) -> Rounded {
        match self.search.corners.get(vertex) {
            Some(turning) => turning.corner.into(),
            None => self.ends[vertex - self.start()].at,
        }
    }

    /// The corner at a vertex, if it is at one.
    fn corner(&self, vertex: usize) -> Option<Corner> {
        match self.search.corners.get(vertex) {
            Some(turning) => Some(turning.corner),
            None => self.ends[vertex - self.start()].corner,
        }
    }

    /// Where a vertex is, as the query says.
    fn position(&self, vertex: usize) -> Position {
        match self.search.corners.get(vertex) {
            Some(turning) => turning.corner.into(),
            None if vertex == self.start() => self.query.start,
            None => self.query.goal,
        }
    }

    fn g(&self, vertex: usize) -> f64 {
        self.memory.nodes.g(id(vertex))
    }

    fn parent(&self, vertex: usize) -> usize {
        self.memory.nodes.parent(id(vertex)).index()
    }

    /// Keeps a way to a vertex, the shortest so far. Lengths are not negative, so that their bits are in the same order.
    fn open(&mut self, vertex: usize, g: f64, parent: usize) {
        self.stats.estimates += 1;
        let h = self.at(vertex).distance(self.ends[1].at);
        let VisibilityMemory { nodes, open } = &mut *self.memory;
        let is_open = nodes.status(id(vertex)) == Status::Open;
        nodes.open(id(vertex), g, id(parent));
        let key = (g + h).to_bits();
        if is_open {
            open.improve(id(vertex), key, g.to_bits());
        } else {
            open.push(id(vertex), key, g.to_bits());
        }
    }

    /// The way that the search has found to a vertex, and on to a goal that is rounded to the same place.
    fn path_to(&self, vertex: usize, and_goal: bool) -> Path {
        let before = |&at: &usize| (at != self.start() && self.writing.places(1)).then(|| self.parent(at));
        let back = || std::iter::successors(Some(vertex), before);
        if let (Position::Corner(_), Position::Corner(_)) = (self.query.start, self.query.goal) {
            let corners = back().filter_map(|at| self.position(at).as_corner());
            return Path::new(reversed(corners, back().count()), self.g(vertex));
        }
        let goal = Some(self.query.goal.point());
        let goal = goal.filter(|&goal| and_goal && goal != self.position(vertex).point());
        let back_to_start = || goal.into_iter().chain(back().map(|at| self.position(at).point()));
        let points = reversed(back_to_start(), back_to_start().count());
        // Between the points as they were given, not as they were rounded.
        let lengths = points.windows(2).map(|pair| pair[0].distance(pair[1]));
        let cost = lengths.fold(0.0, |cost, length| cost + length);
        Path::new(points, cost)
    }

    /// What an observer sees of a vertex.
    fn visit(&self, vertex: usize) -> Visit {
        let parent = (vertex != self.start()).then(|| self.position(self.parent(vertex)));
        let (g, h) = (self.g(vertex), self.at(vertex).distance(self.ends[1].at));
        Visit { place: self.position(vertex), parent, g, h, f: g + h }
    }
}

/// The places of a way in order, of which the last one comes first. Where it ends where it begins, it has one place.
fn reversed<P: PartialEq>(back: impl Iterator<Item = P>, count: usize) -> Vec<P> {
    let mut places = Vec::with_capacity(count);
    places.extend(back);
    places.reverse();
    places.dedup();
    places
}

fn id(vertex: usize) -> StateId {
    StateId(vertex as u32)
}
