use tautline::geometry::Point;

use super::canvas::Curve;

/// How far a curve between two places is drawn aside, as a part of their distance.
const BEND: f64 = 0.22;

impl Curve {
    /// The curve between two places, the same in both directions, that bends towards the middle of the map.
    pub(super) fn between(from: Point, to: Point, middle: Point) -> Self {
        let halfway = mix(from, to, 0.5);
        let (dx, dy) = (BEND * (to.x - from.x), BEND * (to.y - from.y));
        let [left, right] = [1.0, -1.0].map(|side| Point::new(halfway.x + side * dy, halfway.y - side * dx));
        // Where both are as near, a fixed one.
        let order = |point: Point| (point.y, point.x);
        let (left_off, right_off) = (left.distance(middle), right.distance(middle));
        let is_left = if (left_off - right_off).abs() < 1e-9 {
            order(left) < order(right)
        } else {
            left_off < right_off
        };
        Self { from, bend: if is_left { left } else { right }, to }
    }

    pub(super) fn reversed(self) -> Self {
        Self { from: self.to, to: self.from, ..self }
    }

    fn at(self, part: f64) -> Point {
        mix(mix(self.from, self.bend, part), mix(self.bend, self.to, part), part)
    }

    /// Where it comes as near to its end as a distance.
    fn before_end(self, distance: f64) -> f64 {
        let (mut far, mut near) = (0.0, 1.0);
        for _ in 0..40 {
            let part = f64::midpoint(far, near);
            if self.at(part).distance(self.to) > distance { far = part } else { near = part }
        }
        far
    }

    /// The same up to where it comes as near to its end as a distance.
    pub(super) fn shortened(self, distance: f64) -> Self {
        let part = self.before_end(distance);
        Self { from: self.from, bend: mix(self.from, self.bend, part), to: self.at(part) }
    }

    /// The triangle at its end.
    pub(super) fn head(self, length: f64) -> Vec<Point> {
        let (tip, base) = (self.to, self.at(self.before_end(length)));
        let (dx, dy) = (0.42 * (tip.x - base.x), 0.42 * (tip.y - base.y));
        vec![tip, Point::new(base.x - dy, base.y + dx), Point::new(base.x + dy, base.y - dx)]
    }
}

fn mix(a: Point, b: Point, part: f64) -> Point {
    Point::new(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y))
}

/// An arrow in the middle of a tile, or of several of them, towards a place.
pub(super) fn arrow(centre: Point, towards: Point, length: f64) -> Vec<Point> {
    let distance = centre.distance(towards);
    let (dx, dy) = ((towards.x - centre.x) / distance, (towards.y - centre.y) / distance);
    // Along the arrow and to its side, its length being 1.
    let outline =
        [(-0.5, -0.07), (0.05, -0.07), (0.05, -0.27), (0.5, 0.0), (0.05, 0.27), (0.05, 0.07), (-0.5, 0.07)];
    let place = |(along, aside): (f64, f64)| {
        let (along, aside) = (along * length, aside * length);
        Point::new(centre.x + along * dx - aside * dy, centre.y + along * dy + aside * dx)
    };
    outline.map(place).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_the_same_both_ways_and_bends_inwards() {
        let middle = Point::new(5.0, 5.0);
        let bend = |from: (f64, f64), to: (f64, f64)| {
            let curve = Curve::between(from.into(), to.into(), middle);
            assert_eq!(curve.bend, Curve::between(to.into(), from.into(), middle).bend);
            curve.bend
        };
        assert_eq!(bend((0.0, 0.0), (10.0, 0.0)), Point::new(5.0, 2.2));
        assert_eq!(bend((10.0, 0.0), (10.0, 10.0)), Point::new(7.8, 5.0));
        assert_eq!(bend((0.0, 5.0), (10.0, 5.0)), Point::new(5.0, 2.8), "upwards through the middle");
    }

    #[test]
    fn a_shortened_curve_ends_before_its_end() {
        let curve = Curve::between(Point::new(0.0, 0.0), Point::new(10.0, 0.0), Point::new(5.0, 5.0));
        let shorter = curve.shortened(2.0);
        assert!((shorter.to.distance(curve.to) - 2.0).abs() < 1e-6);
        let half = curve.at(0.5 * curve.before_end(2.0));
        assert!(shorter.at(0.5).distance(half) < 1e-9, "it lies on the other");
    }
}
