//! What is seen from the start of a search: the corners that it begins with.

use super::search::{START, Search};
use crate::cones::cone::{Cone, Packed, Until};
use crate::cones::crossing::Finder;
use crate::cones::open::PATIENCE;
use crate::cones::roots::Root;
use crate::cones::sweep::{Sweep, distance, length};
use crate::cones::turn::{Wedge, turn};
use crate::geometry::Corner;
use crate::search::{Interval, Observer, Visit};

impl<V: Observer, const BITS: u32> Search<'_, V, BITS> {
    pub(super) fn look_around_the_start(&mut self) {
        let (start, sweep) = (self.start, self.sweep);
        self.stats.expanded += 1;
        if self.observer.is_watching() {
            let h = distance(start.corner, self.goal);
            self.observer.expand(&Visit { place: start.corner.into(), parent: None, g: 0.0, h, f: h });
            self.observer.close(start.corner.into());
        }
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
            self.follow(sweep.first_row(0, start.corner, wedge, 0));
        }
    }

    /// Goes on with a cone that was put into the queue.
    pub(super) fn expand_cone(&mut self, cone: Cone) {
        self.stats.expanded += 1;
        if self.observer.is_watching() {
            let f = cone.estimate::<BITS>(&self.start, self.goal);
            self.observer.expand_interval(&self.interval(&cone, f));
        }
        self.follow(cone);
    }

    /// Follows a cone for as long as nothing in the queue is much better.
    fn follow(&mut self, mut cone: Cone) {
        let start = self.start;
        let stride = self.sweep.stride(cone.down);
        let mut strip = self.sweep.strip(start.corner, cone.down, cone.rows);
        loop {
            let until = self.sweep.go_on::<true>(&mut cone, &mut strip, u32::MAX);
            let goes_on = match until {
                Until::Nothing => false,
                Until::CornerLeft => self.round_left(&start, &mut cone),
                Until::CornerRight => self.round_right(&start, &mut cone),
                _ => {
                    let is_left = until == Until::Obstacle || self.look_at_ends(&start, &mut cone, strip);
                    let is_crossed = is_left && self.cross(&start, &mut cone, strip);
                    strip = strip.wrapping_add_signed(stride);
                    is_crossed
                }
            };
            if !goes_on {
                return;
            }
            let f = cone.estimate::<BITS>(&start, self.goal);
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
        let root = self.start.corner;
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
        let corner = Corner { x: root.corner.x + dx, y: root.corner.y + dy };
        let (number, g) = (self.graph.tiles.node(corner), length(dx, dy));
        if self.improve(number, g, START) {
            self.memory.queue.push(g + self.estimate(number), number);
            if self.observer.is_watching() {
                let visit = self.visit(number, g, START);
                self.observer.generate(&visit);
            }
        }
        0.0
    }

    fn look(&mut self, _: u32, _: &Root, _: (i32, i32)) {}

    #[inline]
    fn gain(&self, _: &Root, _: (i32, i32), _: i32) -> f64 {
        0.0
    }

    fn put_off(&mut self, number: u32, heading: (i32, i32)) {
        let start = self.start;
        self.look_around(number, &start, heading);
    }

    fn choose(&mut self, root: &Root, one: &mut Cone, other: &mut Cone) {
        let [f, g] = [&*one, &*other].map(|cone| cone.estimate::<BITS>(root, self.goal));
        if g < f {
            std::mem::swap(one, other);
        }
        self.push(f.max(g), other);
    }
}
