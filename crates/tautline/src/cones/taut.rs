use super::allowance::Allowance;
use super::cone::{Cone, Until};
use super::crossing::{Finder, gain_by};
use super::open::{Open, PATIENCE};
use super::pocket::{Opened, Pockets};
use super::roots::{Root, Roots};
use super::scale::{COARSE, COARSE_ROWS, FINE, Scale};
use super::sweep::{Sweep, distance, length};
use super::turn::{Wedge, turn};
use crate::geometry::{Corner, Rounded};
use crate::map::{Grid, Lanes};
use crate::path::Path;
use crate::search::{Answer, Interval, Observer, OutOfMemory, Outcome, Request, SightCheck, Stats, Visit};

/// The search of Taut on a map.
#[derive(Clone, Copy)]
pub(crate) struct TautSearch<'w> {
    pub(crate) grid: &'w Grid,
    pub(crate) pockets: &'w Pockets,
}

/// The memory of the searches.
#[derive(Debug, Default)]
pub(crate) struct TautMemory {
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
}

/// One search.
struct Running<'a, V, const BITS: u32> {
    sweep: Sweep<'a, BITS>,
    goal: Corner,
    memory: &'a mut Found,
    observer: &'a mut V,
    stats: Stats,
    /// The length of the best path that is known, and the last root on it.
    best: (f64, u32),
    allowance: Allowance<'a>,
}

impl TautSearch<'_> {
    /// Answers a query, whose ends must have been checked.
    pub(crate) fn answer(
        self,
        query: &Request<'_, Corner>,
        memory: &mut TautMemory,
        observer: &mut impl Observer,
    ) -> Result<Answer, OutOfMemory> {
        let TautMemory { opened, found } = memory;
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
        query: &Request<'_, Corner>,
        rows: Lanes<'_>,
        memory: &mut Found,
        observer: &mut V,
    ) -> Answer {
        let (stats, best) = (Stats::default(), (f64::INFINITY, 0));
        let sweep = Sweep::along(self.grid, rows, self.pockets.rule());
        let mut running = Running::<V, BITS> {
            sweep,
            goal: query.goal,
            memory,
            observer,
            stats,
            best,
            allowance: Allowance::new(query.limits),
        };
        let outcome = running.run(query);
        Answer { outcome, stats: running.stats }
    }
}

impl<V: Observer, const BITS: u32> Running<'_, V, BITS> {
    fn run(&mut self, query: &Request<'_, Corner>) -> Outcome {
        let &Request { start, goal, .. } = query;
        let is_limited = !query.limits.is_unlimited();
        let first = self.memory.roots.improve(start, 0.0, 0).expect("nothing is known yet");
        let mut nearest = (start.squared_distance(goal), 0.0, first);
        self.begin(first);
        loop {
            while let Some((number, heading)) = self.memory.put_off.pop() {
                self.look_around(number, &self.root(number), heading);
            }
            if self.memory.open.least() >= self.best.0 {
                break;
            }
            let Some(cone) = self.memory.open.pop() else { break };
            let root = self.root(cone.root);
            if root.is_outdated {
                continue;
            }
            if is_limited {
                let this = (root.corner.squared_distance(goal), root.g, cone.root);
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
            if let Some(why) = self.allowance.stopped {
                let places = self.memory.roots.path_to(nearest.2, self.root(nearest.2).corner);
                return Outcome::Stopped { why, nearest: Path::new(places, nearest.1) };
            }
        }
        if self.best.0 == f64::INFINITY {
            return Outcome::Unreachable;
        }
        let places = self.memory.roots.path_to(self.best.1, goal);
        Outcome::Found(Path::new(places, self.best.0))
    }

    #[inline]
    fn root(&self, number: u32) -> Root {
        self.memory.roots.get(number)
    }

    /// Looks around the start.
    fn begin(&mut self, first: u32) {
        let root = self.root(first);
        if root.corner == self.goal {
            self.best = (0.0, first);
            return;
        }
        let (wedges, flats) = self.sweep.around(root.corner);
        for flat in flats {
            self.push(distance(root.corner, self.goal), &Cone { flat, ..Cone::none(first) });
        }
        for wedge in wedges {
            let mut cone = self.sweep.first_row(first, root.corner, wedge, 0);
            if self.launch(&root, &mut cone) {
                self.push(cone.estimate::<BITS>(&root, self.goal), &cone);
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
        let reach = sweep.along_row(root.corner, cone.flat, |distance| {
            let heading = (distance * cone.flat, 0);
            let corner = Corner { x: root.corner.x + heading.0, y: root.corner.y };
            if let Some(wedge) = turn(sweep.quadrants(corner), sweep.rule, heading) {
                self.turn(cone.root, root, heading, 0, wedge);
            }
        });
        let to_goal = (self.goal.x - root.corner.x) * cone.flat;
        if self.goal.y == root.corner.y && 0 < to_goal && to_goal <= reach {
            self.reach_goal(cone.root, root);
        }
    }

    /// Takes a cone as far as it gets without anything to be found but the goal. Whether anything is left of it.
    #[inline]
    fn launch(&mut self, root: &Root, cone: &mut Cone) -> bool {
        let mut strip = self.sweep.strip(root.corner, cone.down, cone.rows);
        let to_goal = (self.goal.y - root.corner.y) * cone.down;
        loop {
            if cone.rows as i32 == to_goal && cone.sees::<BITS>(root, self.goal) {
                self.reach_goal(cone.root, root);
            }
            let last = if to_goal > cone.rows as i32 { to_goal as u32 } else { u32::MAX };
            match self.sweep.go_on::<true>(cone, &mut strip, last) {
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
        let to_goal = (self.goal.y - root.corner.y) * cone.down;
        let mut strip = self.sweep.strip(root.corner, cone.down, cone.rows);
        let mut until = cone.until;
        cone.until = Until::Row;
        loop {
            while until == Until::Row {
                let last = if to_goal > cone.rows as i32 { to_goal as u32 } else { u32::MAX };
                until = self.sweep.go_on::<true>(&mut cone, &mut strip, last);
                if until == Until::Row && cone.sees::<BITS>(root, self.goal) {
                    self.reach_goal(cone.root, root);
                }
            }
            if until == Until::Nothing || !self.allowance.may_expand(&mut self.stats) {
                return;
            }
            if self.observer.is_watching() {
                let f = cone.estimate::<BITS>(root, self.goal);
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
                    if cone.rows as i32 == to_goal && cone.sees::<BITS>(root, self.goal) {
                        self.reach_goal(cone.root, root);
                    }
                    true
                }
            };
            if !goes_on {
                return;
            }
            let f = cone.estimate::<BITS>(root, self.goal);
            if f > self.memory.open.least() * PATIENCE {
                return self.push(f, &cone);
            }
            until = Until::Row;
        }
    }

    /// The goal is seen from a root.
    #[cold]
    fn reach_goal(&mut self, number: u32, root: &Root) {
        let length = root.g + distance(root.corner, self.goal);
        if length >= self.best.0 {
            return;
        }
        let is_free = self.sweep.can_end(self.goal, root.corner);
        if self.observer.is_watching() {
            let (from, to) = (root.corner, self.goal);
            self.observer.sight(&SightCheck {
                from: from.into(),
                to: to.into(),
                is_free,
                is_followed: false,
            });
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
        let (place, g) = (root.corner, root.g);
        let h = distance(place, self.goal);
        let parent = self.root(root.parent).corner;
        Visit { place: place.into(), parent: (parent != place).then_some(parent.into()), g, h, f: g + h }
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
        let found = match self.memory.roots.improve(corner, g, number) {
            Ok(found) => found,
            Err(known) => {
                return gain_by(&self.memory.roots, known, (dx, dy), g, wedge.side_of_ray());
            }
        };
        let mut cone = self.sweep.first_row(found, corner, wedge, slope);
        let is_closed = Scale::<BITS>.ceil(cone.left.at) > Scale::<BITS>.floor(cone.right.at)
            && cone.left.at + Scale::<BITS>::MARGIN >= cone.right.at;
        let has_row =
            wedge.flat != 0 && (self.sweep.may_turn_in_row(corner, wedge.flat) || corner.y == self.goal.y);
        if is_closed && !has_row {
            return 0.0;
        }
        let root = Root { corner, parent: number, is_outdated: false, g };
        if is_closed || !self.is_wide(&cone, cone.left, cone.right, 1) || !self.launch(&root, &mut cone) {
            if !has_row {
                return 0.0;
            }
            cone = Cone::none(found);
        }
        if has_row {
            cone.flat = wedge.flat;
            self.push(g + distance(corner, self.goal), &cone);
        } else {
            self.push(cone.estimate::<BITS>(&root, self.goal), &cone);
        }
        0.0
    }

    #[inline]
    fn look(&mut self, number: u32, root: &Root, (dx, dy): (i32, i32)) {
        if (root.corner.x + dx, root.corner.y + dy) == (self.goal.x, self.goal.y) {
            self.reach_goal(number, root);
        }
    }

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
        let [f, g] = [&*one, &*other].map(|cone| cone.estimate::<BITS>(root, self.goal));
        if g < f {
            std::mem::swap(one, other);
        }
        if other.sees::<BITS>(root, self.goal) {
            self.reach_goal(other.root, root);
        }
        self.push(f.max(g), other);
    }
}
