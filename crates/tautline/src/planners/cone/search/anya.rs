use crate::geometry::{Corner, Position, Rounded};
use crate::map::Grid;
use crate::moves::CornerRule;
use crate::path::line_of_sight_between_points;
use crate::planners::cone::rows::cone::{Cone, End, Until};
use crate::planners::cone::rows::scale::{COARSE, COARSE_ROWS, FINE, Scale};
use crate::planners::cone::rows::sweep::{Sweep, length};
use crate::planners::cone::rows::turn::{Wedge, turn};
use crate::planners::cone::rows::widened::widened;
use crate::planners::cone::search::ends::{Corners, Ends, Points, path_over};
use crate::planners::cone::search::queue::Queue;
use crate::planners::cone::search::roots::{Root, Roots};
use crate::planners::cone::search::taut::Around;
use crate::planners::cone::search::visible_corners::VisibleCorners;
use crate::search::{
    Answer, Interval, Meter, Observer, OutOfMemory, Outcome, PathMeter, Request, SightCheck, Stats,
};

/// The search of Anya on a map.
#[derive(Clone, Copy)]
pub(crate) struct AnyaSearch<'w> {
    pub(crate) grid: &'w Grid,
    pub(crate) rule: CornerRule,
    pub(crate) prunings: Prunings,
}

/// The two prunings of section 7 of the Anya paper. Both are on unless asked otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// Nodes without successors do not go to the open list.
    pub cul_de_sac: bool,
    /// Nodes with one successor do not either: the successor takes their place.
    pub intermediate: bool,
}

impl Default for Prunings {
    fn default() -> Self {
        Self { cul_de_sac: true, intermediate: true }
    }
}

/// The memory of the searches.
#[derive(Debug, Default)]
pub(crate) struct AnyaMemory {
    found: Found,
    around: Around,
}

/// What a search has found.
#[derive(Debug, Default)]
struct Found {
    roots: Roots,
    queue: Queue,
    nodes: Vec<Node>,
    /// The numbers of nodes that are not in the queue any more.
    free: Vec<u32>,
    /// Cones that have come to a new row.
    arrived: Vec<Cone>,
}

/// A search node: a root and an interval of points that it sees.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// On another row than its root. Its right end belongs to it.
    Cone {
        cone: Cone,
        /// Whether the left end belongs to it, too.
        is_left_closed: bool,
        /// Whether the strip behind its row is free along it: it is along all of it, or nowhere.
        is_free: bool,
    },
    /// On the row of its root: the points behind the one distance up to the other, to the right (1) or to the left (−1).
    Flat { root: u32, to_right: i32, from: i32, to: i32, is_last: bool },
}

impl Node {
    fn root(&self) -> u32 {
        match *self {
            Self::Cone { cone, .. } => cone.root,
            Self::Flat { root, .. } => root,
        }
    }
}

/// One search.
struct Running<'a, E, V, const BITS: u32> {
    sweep: Sweep<'a, BITS>,
    prunings: Prunings,
    ends: E,
    memory: &'a mut Found,
    observer: &'a mut V,
    stats: Stats,
    /// The length of the best path that is known, and the last root on it.
    best: (f64, u32),
    meter: Meter<'a>,
    /// How many words a row has, and more.
    line: u64,
}

impl AnyaSearch<'_> {
    /// Answers a query, whose ends must have been checked.
    pub(crate) fn answer(
        self,
        query: &Request<'_, Position>,
        memory: &mut AnyaMemory,
        observer: &mut impl Observer,
    ) -> Result<Answer, OutOfMemory> {
        let Found { roots, queue, nodes, free, .. } = &mut memory.found;
        roots.begin(self.grid.width(), self.grid.height())?;
        queue.clear();
        nodes.clear();
        free.clear();
        Ok(if self.grid.height() < COARSE_ROWS {
            self.run::<_, COARSE>(query, memory, observer)
        } else {
            self.run::<_, FINE>(query, memory, observer)
        })
    }

    fn run<V: Observer, const BITS: u32>(
        self,
        query: &Request<'_, Position>,
        memory: &mut AnyaMemory,
        observer: &mut V,
    ) -> Answer {
        let Self { grid, rule, prunings } = self;
        let AnyaMemory { found, around } = memory;
        let sweep = Sweep::<BITS>::new(grid, rule);
        let mut meter = Meter::new(query.limits);
        if let (Position::Corner(start), Position::Corner(goal)) = (query.start, query.goal) {
            let mut running = Running::new(sweep, prunings, Corners { start, goal }, meter, found, observer);
            running.generate_start_successors(start);
            return running.answer(query);
        }
        let (start, goal) = (query.start.point(), query.goal.point());
        let rounded = [start, goal].map(Rounded::from);
        let stats = Stats { line_of_sight_checks: 1, lines_followed: 1, ..Stats::default() };
        let is_free = line_of_sight_between_points(grid, rule, rounded[0], rounded[1]);
        if observer.is_watching() {
            let (from, to) = (start.into(), goal.into());
            observer.sight(&SightCheck { from, to, is_free, is_followed: true });
        }
        if is_free {
            let points = if start == goal { vec![start] } else { vec![start, goal] };
            return Answer { outcome: Outcome::Found(path_over(points)), stats };
        }
        if let Err(why) = around.look(sweep, rounded, &mut meter) {
            return Answer { outcome: Outcome::Stopped { why, nearest: path_over(vec![start]) }, stats };
        }
        let ends = Points { start, goal, rounded: rounded[1].into(), around_goal: &around.goal };
        let mut running = Running::new(sweep, prunings, ends, meter, found, observer);
        running.stats = stats;
        running.generate_successors_of_a_point(rounded[0], &around.start);
        running.answer(query)
    }
}

impl<'a, E: Ends, V: Observer, const BITS: u32> Running<'a, E, V, BITS> {
    fn new(
        sweep: Sweep<'a, BITS>,
        prunings: Prunings,
        ends: E,
        meter: Meter<'a>,
        memory: &'a mut Found,
        observer: &'a mut V,
    ) -> Self {
        let (stats, best, line) = (Stats::default(), (f64::INFINITY, 0), Meter::line(sweep.grid));
        Self { sweep, prunings, ends, memory, observer, stats, best, meter, line }
    }

    fn answer(mut self, query: &Request<'_, Position>) -> Answer {
        let meter = PathMeter::new(query.limits);
        let outcome = self.search(&meter);
        Answer { outcome: meter.outcome(outcome, query.start), stats: self.stats }
    }

    /// Algorithm 2. The search ends with the first node that contains the goal, but for nodes whose f differs from it by the rounding
    /// of the queue.
    fn search(&mut self, meter: &PathMeter<'_>) -> Outcome {
        let mut nearest = (f64::INFINITY, 0.0, None);
        while self.memory.queue.least() < self.best.0 && self.meter.stopped().is_none() {
            let Some(number) = self.memory.queue.pop() else { break };
            self.memory.free.push(number);
            let node = self.memory.nodes[number as usize];
            let root = self.root(node.root());
            if root.is_outdated {
                self.meter.work(1);
                continue;
            }
            if !self.meter.may_go_beyond(self.stats.expanded + self.stats.passed_over)
                || !self.meter.work(self.line)
            {
                break;
            }
            if self.meter.is_limited() {
                let this = (self.ends.to_goal(root.corner), root.g, Some(node.root()));
                if (this.0, this.1) < (nearest.0, nearest.1) {
                    nearest = this;
                }
            }
            self.stats.expanded += 1;
            if self.observer.is_watching() {
                let f = self.estimate(&root, &node);
                self.observer.expand_interval(&Self::interval(&root, &node, f));
            }
            if self.contains_goal(&root, &node) {
                self.reach_goal(node.root(), &root);
            }
            self.generate_successors(&root, &node);
        }
        if let Some(why) = self.meter.stopped() {
            let nearest = self.ends.path_to_root(&self.memory.roots, nearest.2, meter);
            return Outcome::Stopped { why, nearest };
        }
        if self.best.0 == f64::INFINITY {
            return Outcome::Unreachable;
        }
        Outcome::Found(self.ends.path(&self.memory.roots, self.best.1, self.best.0, meter))
    }

    /// The goal is seen from a root.
    fn reach_goal(&mut self, number: u32, root: &Root) {
        let length = root.g + self.ends.to_goal(root.corner);
        if length < self.best.0 {
            self.best = (length, number);
        }
    }

    #[inline]
    fn root(&self, number: u32) -> Root {
        self.memory.roots.get(number)
    }

    /// Generates what lies behind the corners that a start sees which is no corner itself.
    fn generate_successors_of_a_point(&mut self, start: Rounded, around_start: &VisibleCorners) {
        for &(corner, wedge) in around_start.seen.iter().rev() {
            if self.meter.stopped().is_some() {
                return;
            }
            let Some(wedge) = wedge else { continue };
            if let Ok(found) = self.memory.roots.begin_at(corner, start.distance(corner.into())) {
                let heading = start.heading(corner.into());
                let (wedge, slope) = widened::<BITS>(wedge, heading, self.sweep.grid.width());
                self.open(found, wedge, slope);
            }
        }
    }

    fn generate_start_successors(&mut self, start: Corner) {
        let first = self.memory.roots.improve(start, 0.0, 0).expect("nothing is known yet");
        let root = self.root(first);
        if self.ends.is_at(start) {
            self.best = (0.0, first);
            return;
        }
        if !self.meter.work(4 * self.line) {
            return;
        }
        let (wedges, flats) = self.sweep.around(root.corner);
        for flat in flats {
            self.generate_flat_successor(first, &root, flat, 0);
        }
        for wedge in wedges {
            let cone = self.sweep.first_row(first, root.corner, wedge, 0);
            self.arrive(&root, cone);
        }
    }

    /// Algorithm 1.
    fn generate_successors(&mut self, root: &Root, node: &Node) {
        match *node {
            Node::Flat { root: number, to_right, to, is_last, .. } => {
                self.generate_non_observable(number, root, (to * to_right, 0));
                if !is_last {
                    self.generate_flat_successor(number, root, to_right, to);
                }
            }
            Node::Cone { cone, is_left_closed, is_free } => {
                let dy = cone.rows as i32 * cone.down;
                if is_left_closed && let Some(column) = Self::whole(cone.left) {
                    self.generate_non_observable(cone.root, root, (column, dy));
                }
                if let Some(column) = Self::whole(cone.right) {
                    self.generate_non_observable(cone.root, root, (column, dy));
                }
                if is_free && let Some(next) = self.project(root, &cone) {
                    self.arrive(root, next);
                }
            }
        }
    }

    /// The column of an end that is on a corner of the grid.
    #[inline]
    fn whole(end: End) -> Option<i32> {
        let column = Scale::<BITS>.floor(end.at);
        (column == Scale::<BITS>.ceil(end.at)).then_some(column)
    }

    /// Whether a path that comes straight from a root turns at an end of an interval.
    #[inline]
    fn turns(&self, root: &Root, end: End, dy: i32) -> bool {
        let turns = |dx| turn(self.sweep.quadrants(root.corner.moved(dx, dy)), self.sweep.rule, (dx, dy));
        Self::whole(end).and_then(turns).is_some()
    }

    /// The successors behind a corner that is the last one seen from a root, and becomes a root itself, if a path turns there and no
    /// shorter way to it is known.
    #[inline]
    fn generate_non_observable(&mut self, number: u32, root: &Root, (dx, dy): (i32, i32)) {
        let corner = root.corner.moved(dx, dy);
        let Some(wedge) = turn(self.sweep.quadrants(corner), self.sweep.rule, (dx, dy)) else { return };
        let g = root.g + length(dx, dy);
        let Ok(found) = self.memory.roots.improve(corner, g, number) else { return };
        let slope = if dy == 0 { 0 } else { Scale::<BITS>.slope(dx, dy.unsigned_abs()) };
        self.open(found, wedge, slope);
    }

    /// Generates what lies behind a corner to which a better way is known.
    #[inline]
    fn open(&mut self, found: u32, wedge: Wedge, slope: i64) {
        // Two scans along the first row, and one along the root's.
        if !self.meter.work(2 * self.line) {
            return;
        }
        let Wedge { flat, .. } = wedge;
        let root = self.root(found);
        let corner = root.corner;
        if self.ends.is_known_to_see(corner) {
            self.reach_goal(found, &root);
        }
        if flat != 0 {
            self.generate_flat_successor(found, &root, flat, 0);
        }
        let cone = self.sweep.first_row(found, corner, wedge, slope);
        if Self::is_wide(&cone) {
            self.arrive(&root, cone);
        } else {
            self.meet(&root, &cone);
        }
    }

    /// Whether there is more than a point between the ends of an interval.
    #[inline]
    fn is_wide(cone: &Cone) -> bool {
        cone.left.at + Scale::<BITS>::MARGIN < cone.right.at
    }

    /// The ends of an interval have met: if that is at a corner of the grid, this is all that there is to it.
    #[cold]
    fn meet(&mut self, root: &Root, cone: &Cone) {
        let column = Scale::<BITS>.ceil(cone.left.at);
        if column == Scale::<BITS>.floor(cone.right.at) {
            let end = End::wall::<BITS>(column);
            let node = Node::Cone {
                cone: Cone { left: end, right: end, ..*cone },
                is_left_closed: false,
                is_free: false,
            };
            if self.contains_goal(root, &node) || self.turns(root, end, cone.rows as i32 * cone.down) {
                self.push(root, node);
            }
        }
    }

    /// What a root sees of the next row through an interval behind which all is free, if that is more than a point.
    fn project(&mut self, root: &Root, cone: &Cone) -> Option<Cone> {
        let (scale, strips) = (Scale::<BITS>, self.sweep.strips);
        let strip = self.sweep.strip(root.corner, cone.down, cone.rows);
        let at = |column: i32| strip.wrapping_add_signed(column as isize);
        let Cone { mut left, mut right, rows, .. } = *cone;
        let (from, to) = (scale.floor(left.at), scale.ceil(right.at));
        // A wall beside an end may end here, or begin.
        if left.slope == 0 {
            let is_free = strips.is_free(at(from - 1));
            left = if left.is_wall && is_free {
                End::ray(scale.slope(from, rows), rows)
            } else {
                End { is_wall: !is_free, ..left }
            };
        }
        if right.slope == 0 {
            let is_free = strips.is_free(at(to));
            right = if right.is_wall && is_free {
                End::ray(scale.slope(to, rows), rows)
            } else {
                End { is_wall: !is_free, ..right }
            };
        }
        let (mut next_left, mut next_right) = (left.next(), right.next());
        if left.slope < 0 {
            let wall = from - strips.free_before(at(from)) as i32;
            if wall > scale.floor(next_left.at) {
                next_left = End::wall::<BITS>(wall);
            }
        }
        if right.slope > 0 {
            let reach = scale.ceil(next_right.at);
            let wall = to + (strips.blocked_from(at(to), at(reach)) - at(to)) as i32;
            if wall < reach {
                next_right = End::wall::<BITS>(wall);
            }
        }
        let next = Cone { rows: rows + 1, left: next_left, right: next_right, ..*cone };
        if Self::is_wide(&next) {
            return Some(next);
        }
        self.meet(root, &next);
        None
    }

    /// A maximal interval that a root sees of a row: it is split at the corners on it, and each part becomes a node.
    fn arrive(&mut self, root: &Root, cone: Cone) {
        self.memory.arrived.push(cone);
        while let Some(mut cone) = self.memory.arrived.pop() {
            // For each cell, at most a part of the interval and a corner.
            let cells = Scale::<BITS>.floor(cone.right.at - cone.left.at).unsigned_abs();
            if !self.meter.work(self.line + 8 * u64::from(cells)) {
                return self.memory.arrived.clear();
            }
            let mut strip = self.sweep.strip(root.corner, cone.down, cone.rows);
            if self.prunings.intermediate && !self.skip_intermediate(root, &mut cone, &mut strip) {
                continue;
            }
            self.split(root, &cone, strip);
        }
    }

    /// Goes on from row to row while an interval has one successor, and does not contain the goal. Whether there is a successor in
    /// the end.
    fn skip_intermediate(&mut self, root: &Root, cone: &mut Cone, strip: &mut usize) -> bool {
        let to_goal = self.ends.rows_to_goal(root, cone.down);
        loop {
            if self.ends.is_seen::<BITS>(root, cone) {
                return true;
            }
            let (last, before) =
                (if to_goal > cone.rows as i32 { to_goal as u32 } else { u32::MAX }, cone.rows);
            let until = self.sweep.go_on_for::<false>(cone, strip, last, &mut self.meter);
            self.stats.passed_over += u64::from(cone.rows - before);
            match until {
                Until::Row => {}
                Until::Nothing => return !self.prunings.cul_de_sac,
                Until::CornerLeft | Until::CornerRight | Until::Obstacle | Until::Unclear => return true,
            }
        }
    }

    /// Splits an interval at the corners on its row. The one between two parts belongs to the left one.
    fn split(&mut self, root: &Root, cone: &Cone, strip: usize) {
        let (scale, strips) = (Scale::<BITS>, self.sweep.strips);
        let at = |column: i32| strip.wrapping_add_signed(column as isize);
        let column = |index: usize| index.wrapping_sub(strip) as isize as i32;
        let (from, to) = (scale.floor(cone.left.at), scale.ceil(cone.right.at));
        let mut left = cone.left;
        let mut start = from;
        let mut is_free = strips.is_free(at(from));
        while start < to {
            let end = column(if is_free {
                strips.blocked_from(at(start), at(to))
            } else {
                strips.free_from(at(start), at(to))
            });
            let right =
                if end == to { cone.right } else { Self::end_at(end, cone.rows, is_free && end >= 0) };
            let is_left_closed = start == from;
            self.add(root, Cone { left, right, ..*cone }, is_left_closed, is_free);
            // The next part is of the other kind.
            left = Self::end_at(end, cone.rows, !is_free && end <= 0);
            (start, is_free) = (end, !is_free);
        }
    }

    /// An end on a corner: on the wall that begins there, if it does not go on as a ray.
    #[inline]
    fn end_at(column: i32, rows: u32, is_wall: bool) -> End {
        if is_wall { End::wall::<BITS>(column) } else { End::ray(Scale::<BITS>.slope(column, rows), rows) }
    }

    /// A part of an interval becomes a node, unless it is a cul-de-sac, or has one successor, which takes its place.
    #[inline]
    fn add(&mut self, root: &Root, cone: Cone, is_left_closed: bool, is_free: bool) {
        let node = Node::Cone { cone, is_left_closed, is_free };
        let Prunings { cul_de_sac, intermediate } = self.prunings;
        if (cul_de_sac && !is_free || intermediate && is_free) && !self.contains_goal(root, &node) {
            let dy = cone.rows as i32 * cone.down;
            let has_turn =
                is_left_closed && self.turns(root, cone.left, dy) || self.turns(root, cone.right, dy);
            if !has_turn {
                if is_free {
                    self.stats.passed_over += 1;
                    if let Some(next) = self.project(root, &cone) {
                        self.memory.arrived.push(next);
                    }
                }
                return;
            }
        }
        self.push(root, node);
    }

    /// The next interval on the row of a root, from a distance on.
    fn generate_flat_successor(&mut self, number: u32, root: &Root, to_right: i32, from: i32) {
        let (mut to, is_last) =
            self.sweep.next_in_row(root.corner, to_right, from, !self.prunings.intermediate);
        let mut is_last = is_last;
        if let Some(to_goal) = self.ends.along_row(root.corner, to_right)
            && from < to_goal
            && to_goal < to
        {
            (to, is_last) = (to_goal, false);
        }
        let node = Node::Flat { root: number, to_right, from, to, is_last };
        if is_last && self.prunings.cul_de_sac && !self.contains_goal(root, &node) {
            let heading = (to * to_right, 0);
            let free = self.sweep.quadrants(root.corner.moved(heading.0, 0));
            if turn(free, self.sweep.rule, heading).is_none() {
                return;
            }
        }
        self.push(root, node);
    }

    fn contains_goal(&self, root: &Root, node: &Node) -> bool {
        let contains = match *node {
            Node::Cone { cone, .. } => self.ends.is_seen::<BITS>(root, &cone),
            Node::Flat { to_right, from, to, .. } => self
                .ends
                .along_row(root.corner, to_right)
                .is_some_and(|to_goal| from < to_goal && to_goal <= to),
        };
        contains && self.ends.can_end(self.sweep, root.corner)
    }

    /// The f-value of a node, by Lemmas 1 and 2.
    #[inline]
    fn estimate(&self, root: &Root, node: &Node) -> f64 {
        match *node {
            Node::Cone { cone, .. } => self.ends.estimate::<BITS>(root, &cone),
            Node::Flat { to_right, from, to, .. } => {
                self.ends.estimate_along_row(root, to_right, (from.into(), to.into()))
            }
        }
    }

    /// Puts a node into the queue.
    #[inline]
    fn push(&mut self, root: &Root, node: Node) {
        let f = self.estimate(root, &node);
        if f >= self.best.0 {
            return;
        }
        let memory = &mut *self.memory;
        let number = if let Some(number) = memory.free.pop() {
            memory.nodes[number as usize] = node;
            number
        } else {
            memory.nodes.push(node);
            memory.nodes.len() as u32 - 1
        };
        self.stats.generated += 1;
        memory.queue.push(f, number);
        if self.observer.is_watching() {
            self.observer.generate_interval(&Self::interval(root, &node, f));
        }
    }

    /// What an observer sees of a node.
    fn interval(root: &Root, node: &Node, f: f64) -> Interval {
        let (row, left, right) = match *node {
            Node::Cone { cone, .. } => {
                let tiles = |end: End| Scale::<BITS>.tiles(end.at);
                (cone.rows as i32 * cone.down, tiles(cone.left), tiles(cone.right))
            }
            Node::Flat { to_right, from, to, .. } => {
                let ends = [from * to_right, to * to_right];
                (0, f64::from(ends[0].min(ends[1])), f64::from(ends[0].max(ends[1])))
            }
        };
        let Root { corner, g, .. } = *root;
        let x = f64::from(corner.x);
        Interval { root: corner.into(), row: corner.y + row, left: x + left, right: x + right, g, f }
    }
}
