use super::{JumpNodes, Length, Measure, Numbering, StackQueue, State, canonical_path};
use crate::geometry::Cell;
use crate::map::Grid;
use crate::moves::DiagonalRule;
use crate::path::Path;
use crate::search::{
    Answer, Meter, Observer, Outcome, PathMeter, QueryError, Request, Scan, Stats, StopReason, Visit,
    Workspace,
};

/// The jump points of a map, and which cells see the goal of one query: what a search asks of bits or of a table.
pub(crate) trait JumpPoints {
    fn rule(&self) -> DiagonalRule;

    /// The directions in which there is something to be found from a cell, of those that are canonical after this arrival.
    /// The number is that of the cell.
    fn steps(&self, cell: Cell, number: usize, arrival: u8) -> u8;

    /// Calls `found` with every jump point to which canonical ways lead from a cell whose first step is one of `steps`, and
    /// with how many steps along a leading line and how many straight ones they have: each way is a canonical leg. All of
    /// `steps` must be known to find something. A leading line is followed no further when `enter`, which is told the cell and
    /// the steps to it, says so.
    fn successors(
        &self,
        from: Cell,
        steps: u8,
        enter: impl FnMut(Cell, u32) -> bool,
        found: impl FnMut(State, u32, u32),
    );

    /// Whether the canonical leg from a cell to the goal is clear.
    fn sees_goal(&self, from: Cell) -> bool;

    /// What an observer sees of the scans from a cell, all of which must be known to find something.
    fn scans(&self, from: Cell, steps: u8) -> impl Iterator<Item = Scan>;
}

/// Answers a query, whose cells must have been checked, by A* over jump points.
///
/// Lengths are kept as compactly as the map allows; a search that meets a longer path begins again with wide ones, and goes on
/// counting.
pub(crate) fn search_jump_points(
    grid: &Grid,
    jumps: &impl JumpPoints,
    query: &Request<'_, Cell>,
    workspace: &mut Workspace,
    observer: &mut impl Observer,
) -> Result<Answer, QueryError> {
    let mut stats = Stats::default();
    if let Some(measure) = Measure::compact(jumps.rule(), grid.width(), grid.height())
        && let Some(outcome) = answer(measure, grid, jumps, query, &mut stats, workspace, observer)?
    {
        return Ok(Answer { outcome, stats });
    }
    let wide = Measure::<u128>::new(jumps.rule());
    let outcome = answer(wide, grid, jumps, query, &mut stats, workspace, observer)?;
    Ok(Answer { outcome: outcome.expect("no path is too long for wide lengths"), stats })
}

/// Adds to what was counted before. None where a path is too long to be measured so.
fn answer<L: Length>(
    measure: Measure<L>,
    grid: &Grid,
    jumps: &impl JumpPoints,
    query: &Request<'_, Cell>,
    stats: &mut Stats,
    workspace: &mut Workspace,
    observer: &mut impl Observer,
) -> Result<Option<Outcome>, QueryError> {
    let memory = workspace.part::<JumpMemory<L>>();
    let numbering = Numbering::new(grid.width());
    memory.nodes.begin(numbering, grid.height())?;
    memory.found.clear();
    let line = Meter::line(grid);
    let (stats_so_far, meter) = (*stats, Meter::new(query.limits));
    let mut search =
        JumpSearch { jumps, measure, numbering, query, memory, observer, stats: stats_so_far, meter, line };
    let ending = search.run();
    *stats = search.stats;
    stats.reopened += search.memory.nodes.reopened();
    let writing = &PathMeter::new(query.limits);
    let outcome = match ending {
        Ending::Found(last) => Outcome::Found(search.path_to(last, Some(query.goal), writing)),
        Ending::Unreachable => Outcome::Unreachable,
        Ending::Stopped { why, nearest } => {
            Outcome::Stopped { why, nearest: search.path_to(nearest, None, writing) }
        }
        Ending::TooLong => return Ok(None),
    };
    Ok(Some(writing.outcome(outcome, query.start)))
}

/// The memory of the searches.
#[derive(Debug)]
struct JumpMemory<L: Length> {
    nodes: JumpNodes<L>,
    open: StackQueue<L::Entry>,
    /// The successors of an expansion that have still to be looked at.
    found: Vec<Found<L>>,
    /// The points of a path.
    points: Vec<Cell>,
}

impl<L: Length> Default for JumpMemory<L> {
    fn default() -> Self {
        Self {
            nodes: JumpNodes::default(),
            open: StackQueue::default(),
            found: Vec::new(),
            points: Vec::new(),
        }
    }
}

/// A jump point that was found by a scan.
#[derive(Clone, Copy, Debug)]
struct Found<S> {
    number: u32,
    arrival: u8,
    g: S,
    /// The number of the cell before it.
    parent: u32,
    /// The directions in which there is something to be found from there.
    steps: u8,
}

enum Ending {
    /// The goal lies one leg from this cell.
    Found(Cell),
    Unreachable,
    Stopped {
        why: StopReason,
        nearest: Cell,
    },
    TooLong,
}

/// How much farther from the goal than the expanded state a jump point may be to be looked through at once, in tiles.
const AT_ONCE: u32 = 2;

struct JumpSearch<'a, J, L: Length, V> {
    jumps: &'a J,
    measure: Measure<L>,
    numbering: Numbering,
    query: &'a Request<'a, Cell>,
    memory: &'a mut JumpMemory<L>,
    observer: &'a mut V,
    stats: Stats,
    meter: Meter<'a>,
    /// How many words a row or a column has.
    line: u64,
}

impl<J: JumpPoints, L: Length, V: Observer> JumpSearch<'_, J, L, V> {
    fn run(&mut self) -> Ending {
        let &Request { start, goal, .. } = self.query;
        let mut nearest = (u64::MAX, None, start);
        self.memory.nodes.start(start);
        let first = self.measure.distance(start, goal).entry(0);
        if L::state(first).is_none() {
            // Every path is too long, and even the first steps might be.
            return Ending::TooLong;
        }
        self.memory.open.begin(L::half_tiles(first));
        // The last cell before the goal on the shortest path so far.
        let mut last = None;
        let mut arrival = DiagonalRule::START;
        let (mut cell, mut number, mut g) = (start, self.numbering.number(start), L::default());
        loop {
            if self.jumps.sees_goal(cell) {
                last = Some(cell);
                self.memory.open.forget_from((g + self.measure.distance(cell, goal)).entry(0));
            } else {
                if !self.meter.may_expand(&mut self.stats, self.line)
                    && let Some(why) = self.meter.stopped()
                {
                    return Ending::Stopped { why, nearest: nearest.2 };
                }
                if self.meter.is_limited() {
                    let this = (cell.squared_distance(goal), Some(g), cell);
                    if nearest.1.is_none() || (this.0, this.1) < (nearest.0, nearest.1) {
                        nearest = this;
                    }
                }
                if self.observer.is_watching() {
                    let visit = self.visit(cell, g);
                    self.observer.expand(&visit);
                }
                self.expand(cell, number, g, arrival);
                self.observer.close(cell.into());
                if let Some(why) = self.meter.stopped() {
                    return Ending::Stopped { why, nearest: nearest.2 };
                }
            }
            loop {
                let Some(entry) = self.memory.open.pop() else {
                    return last.map_or(Ending::Unreachable, Ending::Found);
                };
                let Some(state) = L::state(entry) else { return Ending::TooLong };
                number = (state >> 3) as usize;
                if let Some(live) = self.memory.nodes.expand(number) {
                    (g, cell, arrival) = (live, self.numbering.cell(number), (state & 7) as u8);
                    break;
                }
                self.meter.work(1);
            }
        }
    }

    /// Finds the successors of a state, and those of the ones that are looked through at once.
    #[inline]
    fn expand(&mut self, mut cell: Cell, mut number: usize, mut g: L, arrival: u8) {
        let Self { jumps, measure, numbering, query: &Request { goal, .. }, line, .. } = *self;
        let mut steps = jumps.steps(cell, number, arrival);
        let at_once = g + measure.distance(cell, goal) + (L::from(AT_ONCE) << L::DIGITS);
        loop {
            if self.observer.is_watching() {
                jumps.scans(cell, steps).for_each(|scan| self.observer.scan(&scan));
            }
            let JumpMemory { nodes, found, open, .. } = &mut *self.memory;
            let meter = &mut self.meter;
            let parent = number as u32;
            // Four straight scans and four lines.
            if !meter.work(8 * line) {
                return found.clear();
            }
            jumps.successors(
                cell,
                steps,
                |at, lead| {
                    // There may be two scans from each cell of a line.
                    nodes.reach(numbering.number(at), g + measure.steps(lead, 0), parent)
                        && meter.work(2 * line)
                },
                |state, lead, straight| {
                    // Looked up here, where nothing depends on it yet: the look may have to wait for memory.
                    let number = numbering.number(state.cell) as u32;
                    let steps = jumps.steps(state.cell, number as usize, state.arrival as u8);
                    found.push(Found {
                        number,
                        arrival: state.arrival as u8,
                        g: g + measure.steps(lead, straight),
                        parent,
                        steps,
                    });
                },
            );
            let next = loop {
                let Some(one) = found.pop() else { return };
                let Found { number, arrival, .. } = one;
                let number = number as usize;
                let cell = numbering.cell(number);
                if one.steps == 0 {
                    if !meter.work(line) {
                        return found.clear();
                    }
                    if !jumps.sees_goal(cell) {
                        continue;
                    }
                }
                if !nodes.reach(number, one.g, one.parent) {
                    continue;
                }
                let f = one.g + measure.distance(cell, goal);
                let has_one = one.steps & one.steps.wrapping_sub(1) == 0;
                if has_one && f <= at_once {
                    if !meter.work(line) {
                        return found.clear();
                    }
                    if !jumps.sees_goal(cell) {
                        break one;
                    }
                }
                self.stats.generated += 1;
                self.stats.estimates += 1;
                let entry = f.entry((number as u64) << 3 | u64::from(arrival));
                open.push(L::half_tiles(entry), entry);
                if self.observer.is_watching() {
                    let visit = visit(nodes, measure, cell, one.g, goal);
                    self.observer.generate(&visit);
                }
            };
            (cell, number) = (numbering.cell(next.number as usize), next.number as usize);
            (g, steps) = (next.g, next.steps);
        }
    }

    /// The path to a cell that the search has come to, and on to another one.
    fn path_to(&mut self, last: Cell, end: Option<Cell>, meter: &PathMeter<'_>) -> Path {
        let JumpMemory { nodes, points, .. } = &mut *self.memory;
        nodes.way(last, points, meter);
        points.extend(end);
        canonical_path(self.jumps.rule(), points, self.query.detail, meter)
    }

    /// What an observer sees of a state.
    fn visit(&self, cell: Cell, g: L) -> Visit {
        visit(&self.memory.nodes, self.measure, cell, g, self.query.goal)
    }
}

fn visit<L: Length>(nodes: &JumpNodes<L>, measure: Measure<L>, place: Cell, g: L, goal: Cell) -> Visit {
    let total = g + measure.distance(place, goal);
    Visit {
        place: place.into(),
        parent: nodes.parent(place).map(Into::into),
        g: g.tiles(),
        h: total.tiles() - g.tiles(),
        f: total.tiles(),
    }
}
