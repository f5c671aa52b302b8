use crate::geometry::{Corner, Position, Rounded};
use crate::map::{Grid, Lanes};
use crate::path::line_of_sight_between_points;
use crate::planners::cone::pocket::{Pockets, QueryMap};
use crate::planners::cone::rows::cone::{Cone, Until};
use crate::planners::cone::rows::crossing::{Finder, gain_by};
use crate::planners::cone::rows::scale::{COARSE, COARSE_ROWS, FINE, Scale};
use crate::planners::cone::rows::sweep::{Sweep, length};
use crate::planners::cone::rows::turn::{Wedge, turn};
use crate::planners::cone::rows::widened::widened;
use crate::planners::cone::search::ends::{Corners, Ends, Points, path_over};
use crate::planners::cone::search::open::{Open, PATIENCE};
use crate::planners::cone::search::roots::{Root, Roots};
use crate::planners::cone::search::visible_corners::VisibleCorners;
use crate::search::{
    Answer, Interval, Meter, Observer, OutOfMemory, Outcome, PathMeter, Request, SightCheck, Stats,
    StopReason, Visit,
};

/// The search of Taut on a map: between two corners, or from the corners that a point sees to those that another one sees.
///
/// Where a path first turns is seen from the start ([`VisibleCorners`]), and where it last turns from the goal; between the two, all ends of
/// cones lie on lines through corners, but for the first ones ([`widened`]). Of a goal that is a corner, the cones find out themselves
/// that they see it.
#[derive(Clone, Copy)]
pub(crate) struct TautSearch<'w> {
    pub(crate) grid: &'w Grid,
    pub(crate) pockets: &'w Pockets,
}

/// The memory of the searches.
#[derive(Debug, Default)]
pub(crate) struct TautMemory {
    opened: QueryMap,
    found: Found,
    around: Around,
}

/// What is seen from points.
#[derive(Debug, Default)]
pub(in crate::planners::cone) struct Around {
    pub(in crate::planners::cone) start: VisibleCorners,
    /// Sorted by corner.
    pub(in crate::planners::cone) goal: VisibleCorners,
}

/// What a search has found.
#[derive(Debug, Default)]
struct Found {
    roots: Roots,
    open: Open,
    /// Corners that are still to be looked at, as seen from roots.
    deferred: Vec<(u32, (i32, i32))>,
}

/// One search.
struct Running<'a, E, V, const BITS: u32> {
    sweep: Sweep<'a, BITS>,
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

impl TautSearch<'_> {
    /// Answers a query, whose ends must have been checked.
    pub(crate) fn answer(
        self,
        query: &Request<'_, Position>,
        memory: &mut TautMemory,
        observer: &mut impl Observer,
    ) -> Result<Answer, OutOfMemory> {
        let TautMemory { opened, found, around } = memory;
        let ends = [query.start, query.goal].map(|end| Rounded::from(end.point()));
        let rows = opened.rows(self.pockets, ends)?;
        found.roots.begin(self.grid.width(), self.grid.height())?;
        found.open.clear();
        found.deferred.clear();
        Ok(if self.grid.height() < COARSE_ROWS {
            self.run::<_, COARSE>(query, rows, (found, around), observer)
        } else {
            self.run::<_, FINE>(query, rows, (found, around), observer)
        })
    }

    fn run<V: Observer, const BITS: u32>(
        self,
        query: &Request<'_, Position>,
        rows: Lanes<'_>,
        (found, around): (&mut Found, &mut Around),
        observer: &mut V,
    ) -> Answer {
        let sweep = Sweep::<BITS>::along(self.grid, rows, self.pockets.rule());
        let mut meter = Meter::new(query.limits);
        if let (Position::Corner(start), Position::Corner(goal)) = (query.start, query.goal) {
            let mut running = Running::new(sweep, Corners { start, goal }, meter, found, observer);
            running.begin_at_a_corner(start);
            return running.answer(query);
        }
        let (start, goal) = (query.start.point(), query.goal.point());
        let rounded = [start, goal].map(Rounded::from);
        let stats = Stats { line_of_sight_checks: 1, lines_followed: 1, ..Stats::default() };
        let is_free = line_of_sight_between_points(self.grid, sweep.rule, rounded[0], rounded[1]);
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
        let mut running = Running::new(sweep, ends, meter, found, observer);
        running.stats = stats;
        running.begin_at_a_point(rounded[0], &around.start);
        running.answer(query)
    }
}

impl Around {
    /// Looks around a start and a goal.
    pub(in crate::planners::cone) fn look<const BITS: u32>(
        &mut self,
        sweep: Sweep<'_, BITS>,
        [start, goal]: [Rounded; 2],
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        self.goal.look(sweep, goal, meter)?;
        self.goal.seen.sort_unstable_by_key(|&(corner, _)| corner);
        self.start.look(sweep, start, meter)
    }
}

impl<'a, E: Ends, V: Observer, const BITS: u32> Running<'a, E, V, BITS> {
    fn new(
        sweep: Sweep<'a, BITS>,
        ends: E,
        meter: Meter<'a>,
        memory: &'a mut Found,
        observer: &'a mut V,
    ) -> Self {
        let (stats, best) = (Stats::default(), (f64::INFINITY, 0));
        Self { sweep, ends, memory, observer, stats, best, meter, line: Meter::line(sweep.grid) }
    }

    /// Goes on until no path can be shorter than the best one.
    fn answer(mut self, query: &Request<'_, Position>) -> Answer {
        let meter = PathMeter::new(query.limits);
        let outcome = self.run(&meter);
        Answer { outcome: meter.outcome(outcome, query.start), stats: self.stats }
    }

    fn run(&mut self, meter: &PathMeter<'_>) -> Outcome {
        let mut nearest = (f64::INFINITY, 0.0, None);
        loop {
            while let Some((number, heading)) = self.memory.deferred.pop() {
                self.look_around(number, &self.root(number), heading);
            }
            if let Some(why) = self.meter.stopped() {
                return Outcome::Stopped {
                    why,
                    nearest: self.ends.path_to_root(&self.memory.roots, nearest.2, meter),
                };
            }
            if self.memory.open.least() >= self.best.0 {
                break;
            }
            let Some(cone) = self.memory.open.pop() else { break };
            let root = self.root(cone.root);
            if root.is_outdated {
                self.meter.work(1);
                continue;
            }
            if self.meter.is_limited() {
                let this = (self.ends.to_goal(root.corner), root.g, Some(cone.root));
                if (this.0, this.1) < (nearest.0, nearest.1) {
                    nearest = this;
                }
            }
            if cone.flat != 0 {
                self.follow_row(&root, &cone);
            }
            if cone.rows != 0 {
                self.follow(&root, Cone { flat: 0, ..cone });
            }
        }
        if self.best.0 == f64::INFINITY {
            return Outcome::Unreachable;
        }
        Outcome::Found(self.ends.path(&self.memory.roots, self.best.1, self.best.0, meter))
    }

    #[inline]
    fn root(&self, number: u32) -> Root {
        self.memory.roots.get(number)
    }

    /// Looks around the start.
    fn begin_at_a_corner(&mut self, start: Corner) {
        let first = self.memory.roots.improve(start, 0.0, 0).expect("nothing is known yet");
        let root = self.root(first);
        if self.ends.is_at(start) {
            self.best = (0.0, first);
            return;
        }
        if !self.meter.work(self.line) {
            return;
        }
        let (wedges, flats) = self.sweep.around(start);
        for flat in flats {
            self.push(self.ends.to_goal(start), &Cone { flat, ..Cone::none(first) });
        }
        for wedge in wedges {
            let mut cone = self.sweep.first_row(first, start, wedge, 0);
            if self.launch(&root, &mut cone) {
                self.push(self.ends.estimate::<BITS>(&root, &cone), &cone);
            }
        }
    }

    /// Begins with the corners that the start sees.
    fn begin_at_a_point(&mut self, start: Rounded, around_start: &VisibleCorners) {
        if !self.meter.may_expand(&mut self.stats, 1) {
            return;
        }
        if self.observer.is_watching() {
            let place = self.ends.start_before_roots().expect("a point");
            let h = place.point().distance(self.ends.goal().point());
            self.observer.expand(&Visit { place, parent: None, g: 0.0, h, f: h });
            self.observer.close(place);
        }
        for &(corner, wedge) in around_start.seen.iter().rev() {
            if self.meter.stopped().is_some() {
                return;
            }
            let Some(wedge) = wedge else { continue };
            if let Ok(found) = self.memory.roots.begin_at(corner, start.distance(corner.into())) {
                let heading = start.heading(corner.into());
                let (wedge, slope) = widened::<BITS>(wedge, heading, self.sweep.grid.width());
                self.open(found, &self.root(found), wedge, slope);
            }
        }
    }

    /// Looks along the row of a root.
    fn follow_row(&mut self, root: &Root, cone: &Cone) {
        if !self.meter.may_expand(&mut self.stats, self.line) {
            return;
        }
        if self.observer.is_watching() {
            self.observer.expand(&self.visit(root));
            self.observer.close(root.corner.into());
        }
        let sweep = self.sweep;
        let reach = sweep.along_row(root.corner, cone.flat, |distance| {
            let heading = (distance * cone.flat, 0);
            let corner = Corner { x: root.corner.x + heading.0, y: root.corner.y };
            if let Some(wedge) = turn(sweep.quadrants(corner), sweep.rule, heading) {
                self.turn(cone.root, root, heading, 0, wedge);
            }
        });
        if self.ends.along_row(root.corner, cone.flat).is_some_and(|to_goal| to_goal <= reach) {
            self.reach_goal(cone.root, root);
        }
    }

    /// Takes a cone as far as it gets without anything to be found but the goal. Whether anything is left of it.
    #[inline]
    fn launch(&mut self, root: &Root, cone: &mut Cone) -> bool {
        let mut strip = self.sweep.strip(root.corner, cone.down, cone.rows);
        let to_goal = self.ends.rows_to_goal(root, cone.down);
        loop {
            if cone.rows as i32 == to_goal && self.ends.is_seen::<BITS>(root, cone) {
                self.reach_goal(cone.root, root);
            }
            let last = if to_goal > cone.rows as i32 { to_goal as u32 } else { u32::MAX };
            match self.sweep.go_on_for::<true>(cone, &mut strip, last, &mut self.meter) {
                Until::Row => {}
                Until::Nothing => return false,
                until => {
                    cone.until = until;
                    return true;
                }
            }
        }
    }

    /// Follows a cone for as long as nothing in the queue is much better.
    fn follow(&mut self, root: &Root, mut cone: Cone) {
        let stride = self.sweep.stride(cone.down);
        let to_goal = self.ends.rows_to_goal(root, cone.down);
        let mut strip = self.sweep.strip(root.corner, cone.down, cone.rows);
        let mut until = cone.until;
        cone.until = Until::Row;
        loop {
            while until == Until::Row {
                let last = if to_goal > cone.rows as i32 { to_goal as u32 } else { u32::MAX };
                until = self.sweep.go_on_for::<true>(&mut cone, &mut strip, last, &mut self.meter);
                if until == Until::Row && self.ends.is_seen::<BITS>(root, &cone) {
                    self.reach_goal(cone.root, root);
                }
            }
            if until == Until::Nothing || !self.meter.may_expand(&mut self.stats, Self::crossing_work(&cone))
            {
                return;
            }
            if self.observer.is_watching() {
                let f = self.ends.estimate::<BITS>(root, &cone);
                self.observer.expand_interval(&self.interval(&cone, f));
            }
            let goes_on = match until {
                Until::CornerLeft => self.round_left(root, &mut cone),
                Until::CornerRight => self.round_right(root, &mut cone),
                _ => {
                    let is_left = until == Until::Obstacle || self.look_at_ends(root, &mut cone, strip);
                    if !is_left || !self.cross(root, &mut cone, strip) {
                        return;
                    }
                    strip = strip.wrapping_add_signed(stride);
                    if cone.rows as i32 == to_goal && self.ends.is_seen::<BITS>(root, &cone) {
                        self.reach_goal(cone.root, root);
                    }
                    true
                }
            };
            if !goes_on {
                return;
            }
            let f = self.ends.estimate::<BITS>(root, &cone);
            if f > self.memory.open.least() * PATIENCE {
                return self.push(f, &cone);
            }
            until = Until::Row;
        }
    }

    /// How many units of work it is at most to cross what lies behind the row of a cone, but for what is behind the corners there.
    #[inline]
    fn crossing_work(cone: &Cone) -> u64 {
        16 + 4 * u64::from(Scale::<BITS>.floor(cone.right.at - cone.left.at).unsigned_abs())
    }

    /// A better way to a corner, a root now, is known: what lies behind it is to be looked at, if there is time.
    #[inline]
    fn open(&mut self, number: u32, root: &Root, wedge: Wedge, slope: i64) {
        if !self.meter.work(self.line) {
            return;
        }
        let corner = root.corner;
        if self.ends.is_known_to_see(corner) {
            self.reach_goal(number, root);
        }
        let mut cone = self.sweep.first_row(number, corner, wedge, slope);
        let is_closed = Scale::<BITS>.ceil(cone.left.at) > Scale::<BITS>.floor(cone.right.at)
            && cone.left.at + Scale::<BITS>::MARGIN >= cone.right.at;
        let has_row = wedge.flat != 0
            && (self.sweep.may_turn_in_row(corner, wedge.flat)
                || self.ends.along_row(corner, wedge.flat).is_some());
        if is_closed && !has_row {
            return;
        }
        if is_closed || !self.is_wide(&cone, cone.left, cone.right, 1) || !self.launch(root, &mut cone) {
            if !has_row {
                return;
            }
            cone = Cone::none(number);
        }
        if has_row {
            cone.flat = wedge.flat;
            self.push(root.g + self.ends.to_goal(corner), &cone);
        } else {
            self.push(self.ends.estimate::<BITS>(root, &cone), &cone);
        }
    }

    /// The goal is seen from a root.
    #[cold]
    fn reach_goal(&mut self, number: u32, root: &Root) {
        let length = root.g + self.ends.to_goal(root.corner);
        if length >= self.best.0 {
            return;
        }
        let is_free = self.ends.can_end(self.sweep, root.corner);
        if self.observer.is_watching() {
            let (from, to) = (root.corner.into(), self.ends.goal());
            self.observer.sight(&SightCheck { from, to, is_free, is_followed: false });
        }
        if is_free {
            self.best = (length, number);
        }
    }

    /// Puts a cone into the queue, unless it leads to no better path.
    #[inline]
    fn push(&mut self, f: f64, cone: &Cone) {
        if f >= self.best.0 {
            return;
        }
        self.stats.generated += 1;
        self.memory.open.push(f, cone);
        if self.observer.is_watching() {
            self.observer.generate_interval(&self.interval(cone, f));
        }
    }

    /// What an observer sees of a cone.
    fn interval(&self, cone: &Cone, f: f64) -> Interval {
        let Root { corner, g, .. } = self.root(cone.root);
        let (row, [left, right]) = cone.place::<BITS>(corner);
        Interval { root: corner.into(), row, left, right, g, f }
    }

    /// What an observer sees of a root.
    fn visit(&self, root: &Root) -> Visit {
        let (h, g) = (self.ends.to_goal(root.corner), root.g);
        let parent = self.root(root.parent).corner;
        let parent = if parent == root.corner { self.ends.start_before_roots() } else { Some(parent.into()) };
        Visit { place: root.corner.into(), parent, g, h, f: g + h }
    }
}

impl<'w, E: Ends, V: Observer, const BITS: u32> Finder<'w, BITS> for Running<'w, E, V, BITS> {
    #[inline]
    fn sweep(&self) -> Sweep<'w, BITS> {
        self.sweep
    }

    #[inline]
    fn turn(&mut self, number: u32, root: &Root, (dx, dy): (i32, i32), slope: i64, wedge: Wedge) -> f64 {
        let corner = Corner { x: root.corner.x + dx, y: root.corner.y + dy };
        let g = root.g + length(dx, dy);
        match self.memory.roots.improve(corner, g, number) {
            Ok(found) => {
                self.open(found, &Root { corner, parent: number, is_outdated: false, g }, wedge, slope);
                0.0
            }
            Err(known) => gain_by(&self.memory.roots, known, (dx, dy), g, wedge.side_of_ray()),
        }
    }

    #[inline]
    fn look(&mut self, number: u32, root: &Root, (dx, dy): (i32, i32)) {
        if self.ends.is_at(Corner { x: root.corner.x + dx, y: root.corner.y + dy }) {
            self.reach_goal(number, root);
        }
    }

    fn defer(&mut self, number: u32, heading: (i32, i32)) {
        self.memory.deferred.push((number, heading));
    }

    #[inline]
    fn gain(&self, root: &Root, (dx, dy): (i32, i32), side: i32) -> f64 {
        let corner = Corner { x: root.corner.x + dx, y: root.corner.y + dy };
        let known = self.memory.roots.best_at(corner);
        known.map_or(0.0, |known| gain_by(&self.memory.roots, known, (dx, dy), root.g + length(dx, dy), side))
    }

    fn choose(&mut self, root: &Root, one: &mut Cone, other: &mut Cone) {
        let [f, g] = [&*one, &*other].map(|cone| self.ends.estimate::<BITS>(root, cone));
        if g < f {
            std::mem::swap(one, other);
        }
        if self.ends.is_seen::<BITS>(root, other) {
            self.reach_goal(other.root, root);
        }
        self.push(f.max(g), other);
    }
}
