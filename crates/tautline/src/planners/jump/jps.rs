//! Jump point search.

use std::borrow::Cow;

use crate::geometry::Cell;
use crate::jumps::{JumpBits, JumpNodes, Length, Measure, Numbering, Sight, StackQueue, canonical_path};
use crate::moves::DiagonalRule;
use crate::path::Path;
use crate::planners::graph_options::DIAGONAL;
use crate::planners::{Build, Descriptor, Guarantee, OptionError, Planner, Settings, plan_as_typed};
use crate::search::{
    Answer, Observer, Outcome, Query, QueryError, Silent, Stats, StopReason, Visit, Workspace,
};
use crate::world::{Grid, Ground};

/// Jump point search: A* that looks at few cells, without any table.
///
/// - **Finds** a cheapest path.
/// - **Guarantees** that no path is cheaper, under every diagonal rule.
/// - **Needs** [`JumpBits`]: some bits for each cell that say where scans find something. They are derived from the map 64
///   cells at a time, in a few milliseconds for a million cells, and kept right by [`JumpBits::update`] when the map is edited.
/// - **Complexity**: hardly ever more than one expansion for each jump point (again only where it was expanded by a longer way
///   first, as states with nearly the same f come in no order); a scan along a row, column or diagonal looks at a word for each
///   64 cells.
/// - **Departs** from the first description in six things, none of which changes a cost:
///   - Jump points on diagonals are *expanded in place*: what lies to their sides is reached from the state before, and only
///     straight jump points come to the open list (and, where corners may be cut, diagonal ones that an obstacle forces).
///     Harabor and Grastien (2014) call it pruning intermediate points. A walk along a diagonal ends where the search has
///     been before by a way that is not longer.
///   - Jump points from which one scan at most finds anything are looked through at once if they are hardly farther from the
///     goal than the state that is being expanded; those from which nothing can be found are left out, unless they see the
///     goal.
///   - The goal is not looked for by scans: see `Sight`.
///   - A cell is kept with one direction of arrival, whichever came first at the lowest cost: see `JumpNodes` for the proof
///     that this is enough.
///   - The open list is made of stacks of states with nearly the same f. When the goal is in sight, the search goes on with
///     what promises less than the way to it.
///   - The jump points of all four diagonal rules, with four neighbours too, follow from one definition.
/// - D. Harabor, A. Grastien: *Online Graph Pruning for Pathfinding on Grid Maps*, AAAI 2011; *Improving Jump Point Search*,
///   ICAPS 2014.
///
/// ```
/// use tautline::planners::Jps;
/// use tautline::search::{Query, Workspace};
/// use tautline::world::Grid;
///
/// let grid = Grid::from_rows(["....", "..#.", "...."])?;
/// let answer = Jps::new(&grid).plan(&Query::new((0, 1), (3, 1)), &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().cost, 3.0 + 2f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Jps<'w> {
    grid: &'w Grid,
    bits: Cow<'w, JumpBits>,
    /// How lengths are kept, where the map is small enough for it.
    compact: Option<Measure<u64>>,
}

/// Bits that were derived from another map, or from an earlier state of this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the jump bits do not fit the map as it is now: update them")]
pub struct StaleBits;

impl<'w> Jps<'w> {
    /// For the rule of the MovingAI benchmarks, no corner cutting.
    #[must_use]
    pub fn new(grid: &'w Grid) -> Self {
        Self::with_rule(grid, DiagonalRule::default())
    }

    /// For any rule.
    #[must_use]
    pub fn with_rule(grid: &'w Grid, rule: DiagonalRule) -> Self {
        Self::on(grid, Cow::Owned(JumpBits::new(grid, rule)))
    }

    /// With bits that are kept from edit to edit, and whose rule it follows.
    ///
    /// ```
    /// use tautline::planners::{Jps, JumpBits};
    /// use tautline::world::{Grid, Tile};
    ///
    /// let mut grid = Grid::open(9, 9)?;
    /// let mut bits = JumpBits::new(&grid, Default::default());
    /// grid.set((4, 4), Tile::Blocked)?;
    /// assert!(Jps::with_bits(&grid, &bits).is_err());
    /// bits.update(&grid);
    /// assert!(Jps::with_bits(&grid, &bits).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_bits(grid: &'w Grid, bits: &'w JumpBits) -> Result<Self, StaleBits> {
        if bits.is_current(grid) { Ok(Self::on(grid, Cow::Borrowed(bits))) } else { Err(StaleBits) }
    }

    fn on(grid: &'w Grid, bits: Cow<'w, JumpBits>) -> Self {
        Self { grid, compact: Measure::compact(bits.rule(), grid.width(), grid.height()), bits }
    }

    /// The bits.
    #[must_use]
    pub fn bits(&self) -> &JumpBits {
        &self.bits
    }

    /// Answers a query.
    pub fn plan(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        self.plan_observed(query, workspace, &mut Silent)
    }

    /// Answers a query while somebody watches.
    #[expect(clippy::missing_panics_doc, reason = "it cannot: wide lengths measure every path")]
    pub fn plan_observed<V: Observer<Cell>>(
        &self,
        query: &Query<Cell>,
        workspace: &mut Workspace,
        observer: &mut V,
    ) -> Result<Answer<Cell>, QueryError<Cell>> {
        query.check(self.grid)?;
        let mut stats = Stats::default();
        if let Some(measure) = self.compact
            && let Some(outcome) = self.answer(measure, query, &mut stats, workspace, observer)?
        {
            return Ok(Answer { outcome, stats });
        }
        let wide = Measure::<u128>::new(self.bits.rule());
        let outcome = self.answer(wide, query, &mut stats, workspace, observer)?;
        Ok(Answer { outcome: outcome.expect("no path is too long for wide lengths"), stats })
    }

    /// Adds to what was counted before. None where a path is too long to be measured so.
    fn answer<L: Length>(
        &self,
        measure: Measure<L>,
        query: &Query<Cell>,
        stats: &mut Stats,
        workspace: &mut Workspace,
        observer: &mut impl Observer<Cell>,
    ) -> Result<Option<Outcome<Cell>>, QueryError<Cell>> {
        let memory = workspace.part::<JpsMemory<L>>();
        let numbering = Numbering::new(self.grid.width());
        memory.nodes.begin(numbering, self.grid.height())?;
        memory.found.clear();
        let mut search = Search {
            grid: self.grid,
            bits: &self.bits,
            measure,
            numbering,
            sight: Sight::new(&self.bits, query.goal),
            query,
            memory,
            observer,
            stats: *stats,
        };
        let ending = search.run();
        *stats = search.stats;
        stats.reopened += search.memory.nodes.reopened();
        let outcome = match ending {
            Ending::Found(last) => Outcome::Found(search.path_to(last, Some(query.goal))),
            Ending::Unreachable => Outcome::Unreachable,
            Ending::Stopped { why, nearest } => {
                Outcome::Stopped { why, nearest: search.path_to(nearest, None) }
            }
            Ending::TooLong => return Ok(None),
        };
        Ok(Some(outcome))
    }
}

/// The memory of the searches.
#[derive(Debug)]
struct JpsMemory<L: Length> {
    nodes: JumpNodes<L>,
    open: StackQueue<L::Entry>,
    /// The successors of an expansion that have still to be looked at.
    found: Vec<Found<L>>,
    /// The points of a path.
    points: Vec<Cell>,
}

impl<L: Length> Default for JpsMemory<L> {
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

struct Search<'a, L: Length, V> {
    grid: &'a Grid,
    bits: &'a JumpBits,
    measure: Measure<L>,
    numbering: Numbering,
    sight: Sight,
    query: &'a Query<Cell>,
    memory: &'a mut JpsMemory<L>,
    observer: &'a mut V,
    stats: Stats,
}

impl<L: Length, V: Observer<Cell>> Search<'_, L, V> {
    fn run(&mut self) -> Ending {
        let Query { start, goal, ref limits, .. } = *self.query;
        let mut next_check = if limits.is_unlimited() { u64::MAX } else { 0 };
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
            if self.sight.reaches(self.bits, cell) {
                last = Some(cell);
                self.memory.open.forget_from((g + self.measure.distance(cell, goal)).entry(0));
            } else {
                if self.stats.expanded >= next_check {
                    match limits.check(self.stats.expanded) {
                        Ok(next) => next_check = next,
                        Err(why) => return Ending::Stopped { why, nearest: nearest.2 },
                    }
                }
                self.stats.expanded += 1;
                if next_check != u64::MAX {
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
                self.observer.close(cell);
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
            }
        }
    }

    /// Finds the successors of a state, and those of the ones that are looked through at once.
    #[inline]
    fn expand(&mut self, mut cell: Cell, mut number: usize, mut g: L, arrival: u8) {
        let Self { grid, bits, measure, numbering, sight, query: &Query { goal, .. }, .. } = *self;
        let mut steps = bits.steps(grid, number, arrival);
        let at_once = g + measure.distance(cell, goal) + (L::from(AT_ONCE) << L::DIGITS);
        loop {
            if self.observer.is_watching() {
                bits.scans(cell, steps).for_each(|scan| self.observer.scan(&scan));
            }
            let JpsMemory { nodes, found, open, .. } = &mut *self.memory;
            let parent = number as u32;
            bits.successors(
                cell,
                steps,
                |at, lead| nodes.reach(numbering.number(at), g + measure.steps(lead, 0), parent),
                |state, lead, straight| {
                    // Looked up here, where nothing depends on it yet: the look may have to wait for memory.
                    let number = numbering.number(state.cell) as u32;
                    let steps = bits.steps(grid, number as usize, state.arrival as u8);
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
                let Some(found) = found.pop() else { return };
                let Found { number, arrival, .. } = found;
                let number = number as usize;
                let cell = numbering.cell(number);
                if found.steps == 0 && !sight.reaches(bits, cell) {
                    continue;
                }
                if !nodes.reach(number, found.g, found.parent) {
                    continue;
                }
                let f = found.g + measure.distance(cell, goal);
                let has_one = found.steps & found.steps.wrapping_sub(1) == 0;
                if has_one && f <= at_once && !sight.reaches(bits, cell) {
                    break found;
                }
                self.stats.generated += 1;
                self.stats.estimates += 1;
                let entry = f.entry((number as u64) << 3 | u64::from(arrival));
                open.push(L::half_tiles(entry), entry);
                if self.observer.is_watching() {
                    let visit = visit(nodes, measure, cell, found.g, goal);
                    self.observer.generate(&visit);
                }
            };
            (cell, number) = (numbering.cell(next.number as usize), next.number as usize);
            (g, steps) = (next.g, next.steps);
        }
    }

    /// The path to a cell that the search has come to, and on to another one.
    fn path_to(&mut self, last: Cell, end: Option<Cell>) -> Path<Cell> {
        let JpsMemory { nodes, points, .. } = &mut *self.memory;
        nodes.way(last, points);
        points.extend(end);
        canonical_path(self.bits.rule(), points, self.query.detail)
    }

    /// What an observer sees of a state.
    fn visit(&self, cell: Cell, g: L) -> Visit<Cell> {
        visit(&self.memory.nodes, self.measure, cell, g, self.query.goal)
    }
}

fn visit<L: Length>(nodes: &JumpNodes<L>, measure: Measure<L>, place: Cell, g: L, goal: Cell) -> Visit<Cell> {
    let total = g + measure.distance(place, goal);
    Visit { place, parent: nodes.parent(place), g: g.tiles(), h: total.tiles() - g.tiles(), f: total.tiles() }
}

impl Planner<Cell> for Jps<'_> {
    plan_as_typed!();

    fn rule(&self) -> DiagonalRule {
        self.bits.rule()
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Optimal
    }
}

pub(in crate::planners) static DESCRIPTOR: Descriptor = Descriptor {
    id: "jps",
    name: "Jump point search",
    paper: "Harabor & Grastien 2011, 2014",
    guarantee: Guarantee::Optimal,
    any_angle: false,
    index: None,
    terrain: false,
    links: false,
    hexagons: false,
    near_goals: false,
    options: &[DIAGONAL],
    build: Build::Cells(build),
};

fn build<'w>(ground: Ground<'w>, settings: &Settings) -> Result<Box<dyn Planner<Cell> + 'w>, OptionError> {
    let grid = ground.plain()?;
    Ok(Box::new(Jps::with_rule(grid, settings.choice("diagonal"))))
}
