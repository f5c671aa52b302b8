//! What is seen from the start of a search: the corners that it begins with.

use super::search::{START, Search};
use super::view::root;
use crate::geometry::Corner;
use crate::planners::cone::rows::cone::{Cone, Packed, Until};
use crate::planners::cone::rows::crossing::Finder;
use crate::planners::cone::rows::scale::Scale;
use crate::planners::cone::rows::sweep::Sweep;
use crate::planners::cone::rows::turn::{Wedge, turn};
use crate::planners::cone::search::open::PATIENCE;
use crate::planners::cone::search::roots::Root;
use crate::search::{Interval, Observer, Visit};

impl<V: Observer, const BITS: u32> Search<'_, V, BITS> {
    pub(super) fn look_around_the_start(&mut self) {
        let sweep = self.sweep;
        if self.observer.is_watching() {
            let (place, h) = (self.start.position, self.start.at.distance(self.goal.at));
            self.observer.expand(&Visit { place, parent: None, g: 0.0, h, f: h });
            self.observer.close(place);
        }
        let Some(corner) = self.start.corner else { return self.begin_with_what_a_point_sees() };
        let start = root(corner);
        let (wedges, flats) = sweep.around(start.corner);
        for flat in flats {
            sweep.along_row(start.corner, flat, |distance| {
                let heading = (distance * flat, 0);
                let corner = Corner { x: start.corner.x + heading.0, y: start.corner.y };
                if let Some(wedge) = turn(sweep.quadrants(corner), sweep.rule, heading) {
                    self.turn(0, &start, heading, 0, wedge);
                }
            });
        }
        for wedge in wedges {
            self.follow(&start, sweep.first_row(0, start.corner, wedge, 0));
        }
    }

    /// Begins with the corners at which a path can turn that the start sees.
    fn begin_with_what_a_point_sees(&mut self) {
        let mut visible_corners = std::mem::take(&mut self.memory.visible_corners);
        if visible_corners.look(self.sweep, self.start.at, &mut self.meter).is_ok() {
            for &(corner, _) in visible_corners.seen.iter().filter(|(_, wedge)| wedge.is_some()) {
                self.meter.work(8);
                self.find(corner);
            }
        }
        self.memory.visible_corners = visible_corners;
    }

    /// A corner at which a path can turn is seen from the start.
    #[inline]
    fn find(&mut self, corner: Corner) {
        let (number, g) = (self.graph.tiles.node(corner), self.start.distance(corner));
        if self.improve(number, g, START) {
            self.memory.queue.push(g + self.estimate(number), number);
            if self.observer.is_watching() {
                let visit = self.visit(number, g, START);
                self.observer.generate(&visit);
            }
        }
    }

    /// Goes on with a cone that was put into the queue.
    pub(super) fn expand_cone(&mut self, cone: Cone) {
        let start = self.root();
        if self.observer.is_watching() {
            let f = self.estimate_of(&start, &cone);
            self.observer.expand_interval(&self.interval(&cone, f));
        }
        self.follow(&start, cone);
    }

    /// The start, from which cones lead only if it is a corner.
    fn root(&self) -> Root {
        root(self.start.corner.expect("cones lead from corners"))
    }

    #[inline]
    fn estimate_of(&self, root: &Root, cone: &Cone) -> f64 {
        let (dx, dy) = self.goal.from(root.corner);
        cone.estimate::<BITS>(root, (dx, dy * f64::from(cone.down)))
    }

    /// Follows a cone for as long as nothing in the queue is much better.
    fn follow(&mut self, start: &Root, mut cone: Cone) {
        let stride = self.sweep.stride(cone.down);
        let mut strip = self.sweep.strip(start.corner, cone.down, cone.rows);
        loop {
            let until = self.sweep.go_on_for::<true>(&mut cone, &mut strip, u32::MAX, &mut self.meter);
            // For each cell, at most a run of free cells and a corner.
            let cells = Scale::<BITS>.floor(cone.right.at - cone.left.at).unsigned_abs();
            if !self.meter.work(16 + 8 * u64::from(cells)) {
                return;
            }
            let goes_on = match until {
                Until::Nothing => false,
                Until::CornerLeft => self.round_left(start, &mut cone),
                Until::CornerRight => self.round_right(start, &mut cone),
                _ => {
                    let is_left = until == Until::Obstacle || self.look_at_ends(start, &mut cone, strip);
                    let is_crossed = is_left && self.cross(start, &mut cone, strip);
                    strip = strip.wrapping_add_signed(stride);
                    is_crossed
                }
            };
            if !goes_on {
                return;
            }
            let f = self.estimate_of(start, &cone);
            if f > self.memory.queue.least() * PATIENCE {
                return self.push(f, &cone);
            }
        }
    }

    /// Puts a cone into the queue.
    fn push(&mut self, f: f64, cone: &Cone) {
        let number = self.graph.nodes.len() + self.memory.cones.len();
        self.memory.cones.push(Packed::new(cone));
        self.memory.queue.push(f, number as u32);
        self.stats.generated += 1;
        if self.observer.is_watching() {
            self.observer.generate_interval(&self.interval(cone, f));
        }
    }

    /// What an observer sees of a cone.
    fn interval(&self, cone: &Cone, f: f64) -> Interval {
        let root = self.root().corner;
        let (row, [left, right]) = cone.place::<BITS>(root);
        Interval { root: root.into(), row, left, right, g: 0.0, f }
    }
}

impl<'w, V: Observer, const BITS: u32> Finder<'w, BITS> for Search<'w, V, BITS> {
    #[inline]
    fn sweep(&self) -> Sweep<'w, BITS> {
        self.sweep
    }

    #[inline]
    fn turn(&mut self, _: u32, root: &Root, (dx, dy): (i32, i32), _: i64, _: Wedge) -> f64 {
        self.find(Corner { x: root.corner.x + dx, y: root.corner.y + dy });
        0.0
    }

    fn look(&mut self, _: u32, _: &Root, _: (i32, i32)) {}

    #[inline]
    fn gain(&self, _: &Root, _: (i32, i32), _: i32) -> f64 {
        0.0
    }

    fn defer(&mut self, number: u32, heading: (i32, i32)) {
        let start = self.root();
        self.look_around(number, &start, heading);
    }

    fn choose(&mut self, root: &Root, one: &mut Cone, other: &mut Cone) {
        let [f, g] = [&*one, &*other].map(|cone| self.estimate_of(root, cone));
        if g < f {
            std::mem::swap(one, other);
        }
        self.push(f.max(g), other);
    }
}
