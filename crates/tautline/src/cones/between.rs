use super::allowance::Allowance;
use super::cone::{Cone, Until};
use super::crossing::{Finder, gain_by};
use super::open::{Open, PATIENCE};
use super::outlook::Outlook;
use super::pocket::{Opened, Pockets};
use super::roots::{Root, Roots};
use super::scale::{COARSE, COARSE_ROWS, FINE, Scale};
use super::sweep::{Sweep, length};
use super::turn::{Wedge, turn};
use super::widened::widened;
use crate::geometry::{Corner, Point, Rounded};
use crate::map::{Grid, Lanes};
use crate::path::{Path, length as path_length, line_of_sight_between_points, turning_points};
use crate::search::{Answer, Interval, Observer, OutOfMemory, Outcome, Request, SightCheck, Stats, Visit};

/// The search of Taut between any points: from the corners that the start sees to those that the goal sees.
///
/// Where a path first turns is seen from the start ([`Outlook`]), and where it last turns from the goal; between the two, all ends of
/// cones lie on lines through corners as in [`TautSearch`](super::TautSearch), but for the first ones ([`widened`]).
#[derive(Clone, Copy)]
pub(crate) struct BetweenSearch<'w> {
    pub(crate) grid: &'w Grid,
    pub(crate) pockets: &'w Pockets,
}

/// The memory of the searches.
#[derive(Debug, Default)]
pub(crate) struct BetweenMemory {
    opened: Opened,
    found: Found,
}

/// What a search has found.
#[derive(Debug, Default)]
struct Found {
    roots: Roots,
    open: Open,
    /// Corners that are still to be looked at, as seen from roots.
    put_off: Vec<(u32, (i32, i32))>,
    from_start: Outlook,
    /// Sorted by corner.
    from_goal: Outlook,
}

/// One search.
struct Running<'a, V, const BITS: u32> {
    sweep: Sweep<'a, BITS>,
    query: &'a Request<'a, Point>,
    start: Point,
    goal: Point,
    memory: &'a mut Found,
    observer: &'a mut V,
    stats: Stats,
    /// The length of the best path that is known, and the last root on it.
    best: (f64, u32),
    allowance: Allowance<'a>,
}

impl BetweenSearch<'_> {
    /// Answers a query, whose ends must have been checked.
    pub(crate) fn answer(
        self,
        query: &Request<'_, Point>,
        memory: &mut BetweenMemory,
        observer: &mut impl Observer,
    ) -> Result<Answer, OutOfMemory> {
        let BetweenMemory { opened, found } = memory;
        let ends = [query.start, query.goal].map(Rounded::from);
        let rows = opened.rows(self.pockets, ends)?;
        found.roots.begin(self.grid.width(), self.grid.height())?;
        found.open.clear();
        found.put_off.clear();
        Ok(if self.grid.height() < COARSE_ROWS {
            self.run::<_, COARSE>(query, rows, found, observer)
        } else {
            self.run::<_, FINE>(query, rows, found, observer)
        })
    }

    fn run<V: Observer, const BITS: u32>(
        self,
        query: &Request<'_, Point>,
        rows: Lanes<'_>,
        memory: &mut Found,
        observer: &mut V,
    ) -> Answer {
        let (start, goal) = (Rounded::from(query.start), Rounded::from(query.goal));
        let mut running = Running::<V, BITS> {
            sweep: Sweep::along(self.grid, rows, self.pockets.rule()),
            query,
            start: start.into(),
            goal: goal.into(),
            memory,
            observer,
            stats: Stats::default(),
            best: (f64::INFINITY, 0),
            allowance: Allowance::new(query.limits),
        };
        let outcome = running.run(start, goal);
        Answer { outcome, stats: running.stats }
    }
}

impl<V: Observer, const BITS: u32> Running<'_, V, BITS> {
    fn run(&mut self, start: Rounded, goal: Rounded) -> Outcome {
        self.stats.line_of_sight_checks += 1;
        self.stats.lines_followed += 1;
        let is_free = line_of_sight_between_points(self.sweep.grid, self.sweep.rule, start, goal);
        if self.observer.is_watching() {
            let (from, to) = (self.query.start, self.query.goal);
            self.observer.sight(&SightCheck { from: from.into(), to: to.into(), is_free, is_followed: true });
        }
        if is_free {
            return Outcome::Found(self.path(None, true));
        }
        let mut nearest = (self.start.distance(self.goal), 0.0, None);
        self.begin(start, goal);
        loop {
            while let Some((number, heading)) = self.memory.put_off.pop() {
                self.look_around(number, &self.root(number), heading);
            }
            if let Some(why) = self.allowance.stopped {
                return Outcome::Stopped { why, nearest: self.path(nearest.2, false) };
            }
            if self.memory.open.least() >= self.best.0 {
                break;
            }
            let Some(cone) = self.memory.open.pop() else { break };
            let root = self.root(cone.root);
            if root.is_outdated {
                continue;
            }
            let this = (Point::from(root.corner).distance(self.goal), root.g);
            if this < (nearest.0, nearest.1) {
                nearest = (this.0, this.1, Some(cone.root));
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
        Outcome::Found(self.path(Some(self.best.1), true))
    }

    /// The path from the start to a root, and on to the goal if it sees that.
    fn path(&self, root: Option<u32>, to_goal: bool) -> Path {
        let &Request { start, goal, .. } = self.query;
        let back = root.into_iter().flat_map(|number| self.memory.roots.back_from(number));
        let points = turning_points(start, back, to_goal.then_some(goal));
        let cost = path_length(&points);
        Path::new(points, cost)
    }

    #[inline]
    fn root(&self, number: u32) -> Root {
        self.memory.roots.get(number)
    }

    /// Looks around both ends.
    fn begin(&mut self, start: Rounded, goal: Rounded) {
        if !self.allowance.may_expand(&mut self.stats) {
            return;
        }
        if self.observer.is_watching() {
            let h = self.start.distance(self.goal);
            self.observer.expand(&Visit { place: self.query.start.into(), parent: None, g: 0.0, h, f: h });
            self.observer.close(self.query.start.into());
        }
        self.memory.from_goal.look(self.sweep, goal);
        self.memory.from_goal.seen.sort_unstable_by_key(|&(corner, _)| corner);
        self.memory.from_start.look(self.sweep, start);
        while let Some((corner, wedge)) = self.memory.from_start.seen.pop() {
            let Some(wedge) = wedge else { continue };
            let g = self.start.distance(corner.into());
            if let Ok(found) = self.memory.roots.begin_at(corner, g) {
                let heading = start.heading(corner.into());
                let (wedge, slope) = widened::<BITS>(wedge, heading, self.sweep.grid.width());
                self.open(found, wedge, slope);
            }
        }
    }

    /// Looks along the row of a root.
    fn follow_row(&mut self, root: &Root, cone: &Cone) {
        if !self.allowance.may_expand(&mut self.stats) {
            return;
        }
        if self.observer.is_watching() {
            self.observer.expand(&self.visit(root));
            self.observer.close(root.corner.into());
        }
        let sweep = self.sweep;
        sweep.along_row(root.corner, cone.flat, |distance| {
            let heading = (distance * cone.flat, 0);
            let corner = Corner { x: root.corner.x + heading.0, y: root.corner.y };
            if let Some(wedge) = turn(sweep.quadrants(corner), sweep.rule, heading) {
                self.turn(cone.root, root, heading, 0, wedge);
            }
        });
    }

    /// Follows a cone for as long as nothing in the queue is much better.
    fn follow(&mut self, root: &Root, mut cone: Cone) {
        let stride = self.sweep.stride(cone.down);
        let mut strip = self.sweep.strip(root.corner, cone.down, cone.rows);
        let mut until = cone.until;
        cone.until = Until::Row;
        loop {
            if until == Until::Row {
                until = self.sweep.go_on::<true>(&mut cone, &mut strip, u32::MAX);
            }
            if until == Until::Nothing || !self.allowance.may_expand(&mut self.stats) {
                return;
            }
            if self.observer.is_watching() {
                let f = self.estimate(root, &cone);
                self.observer.expand_interval(&self.interval(&cone, f));
            }
            let goes_on = match until {
                Until::CornerLeft => self.round_left(root, &mut cone),
                Until::CornerRight => self.round_right(root, &mut cone),
                _ => {
                    let is_left = until == Until::Obstacle || self.look_at_ends(root, &mut cone, strip);
                    let goes_on = is_left && self.cross(root, &mut cone, strip);
                    strip = strip.wrapping_add_signed(stride);
                    goes_on
                }
            };
            if !goes_on {
                return;
            }
            let f = self.estimate(root, &cone);
            if f > self.memory.open.least() * PATIENCE {
                return self.push(f, &cone);
            }
            until = Until::Row;
        }
    }

    /// A better way to a corner is known: perhaps the goal is seen from there, and what lies behind it is to be looked at.
    #[inline]
    fn open(&mut self, number: u32, wedge: Wedge, slope: i64) {
        let root = self.root(number);
        let corner = root.corner;
        if self.memory.from_goal.seen.binary_search_by_key(&corner, |&(seen, _)| seen).is_ok() {
            let length = root.g + Point::from(corner).distance(self.goal);
            if length < self.best.0 {
                self.best = (length, number);
                if self.observer.is_watching() {
                    let (from, to) = (corner.into(), self.query.goal);
                    self.observer.sight(&SightCheck {
                        from,
                        to: to.into(),
                        is_free: true,
                        is_followed: false,
                    });
                }
            }
        }
        let mut cone = self.sweep.first_row(number, corner, wedge, slope);
        let is_closed = Scale::<BITS>.ceil(cone.left.at) > Scale::<BITS>.floor(cone.right.at)
            && cone.left.at + Scale::<BITS>::MARGIN >= cone.right.at;
        let has_row = wedge.flat != 0 && self.sweep.may_turn_in_row(corner, wedge.flat);
        if is_closed || !self.is_wide(&cone, cone.left, cone.right, 1) || !self.launch(&root, &mut cone) {
            cone = Cone::none(number);
        }
        if has_row {
            cone.flat = wedge.flat;
            self.push(root.g + Point::from(corner).distance(self.goal), &cone);
        } else if cone.rows != 0 {
            self.push(self.estimate(&root, &cone), &cone);
        }
    }

    /// Takes a cone as far as it gets without anything to be found. Whether anything is left of it.
    #[inline]
    fn launch(&mut self, root: &Root, cone: &mut Cone) -> bool {
        let mut strip = self.sweep.strip(root.corner, cone.down, cone.rows);
        cone.until = self.sweep.go_on::<true>(cone, &mut strip, u32::MAX);
        cone.until != Until::Nothing
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

    #[inline]
    fn estimate(&self, root: &Root, cone: &Cone) -> f64 {
        let (x, y) = (self.goal.x - f64::from(root.corner.x), self.goal.y - f64::from(root.corner.y));
        cone.estimate_to::<BITS>(root, (x, y * f64::from(cone.down)))
    }

    /// What an observer sees of a cone.
    fn interval(&self, cone: &Cone, f: f64) -> Interval {
        let Root { corner, g, .. } = self.root(cone.root);
        let (row, [left, right]) = cone.place::<BITS>(corner);
        Interval { root: corner.into(), row, left, right, g, f }
    }

    /// What an observer sees of a root.
    fn visit(&self, root: &Root) -> Visit {
        let (place, g) = (Point::from(root.corner), root.g);
        let h = place.distance(self.goal);
        let parent = self.root(root.parent).corner;
        let parent = if parent == root.corner { self.query.start } else { parent.into() };
        Visit { place: place.into(), parent: Some(parent.into()), g, h, f: g + h }
    }
}

impl<'w, V: Observer, const BITS: u32> Finder<'w, BITS> for Running<'w, V, BITS> {
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
                self.open(found, wedge, slope);
                0.0
            }
            Err(known) => gain_by(&self.memory.roots, known, (dx, dy), g, wedge.side_of_ray()),
        }
    }

    /// The goal is found from corners that it sees.
    #[inline]
    fn look(&mut self, _: u32, _: &Root, _: (i32, i32)) {}

    fn put_off(&mut self, number: u32, heading: (i32, i32)) {
        self.memory.put_off.push((number, heading));
    }

    #[inline]
    fn gain(&self, root: &Root, (dx, dy): (i32, i32), side: i32) -> f64 {
        let corner = Corner { x: root.corner.x + dx, y: root.corner.y + dy };
        let known = self.memory.roots.best_at(corner);
        known.map_or(0.0, |known| gain_by(&self.memory.roots, known, (dx, dy), root.g + length(dx, dy), side))
    }

    fn choose(&mut self, root: &Root, one: &mut Cone, other: &mut Cone) {
        let [f, g] = [&*one, &*other].map(|cone| self.estimate(root, cone));
        if g < f {
            std::mem::swap(one, other);
        }
        self.push(f.max(g), other);
    }
}
