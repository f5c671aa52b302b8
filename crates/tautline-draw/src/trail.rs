use tautline::geometry::Point;
use tautline::map::{Map, Tiling};

use crate::plane::Plane;

/// Where an agent went, as far as it was on the map.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// None of them is empty.
    pieces: Vec<Vec<Point>>,
    /// Finite and not negative.
    pub(crate) radius: f64,
}

impl Trail {
    /// The trail is broken where it leaves the map. Points are for squares only.
    pub(crate) fn new(points: &[Point], radius: f64, map: &Map) -> Self {
        let plane = Plane::of(map);
        let fits = |&point: &Point| plane.tiling == Tiling::Square && plane.contains(point);
        let pieces = points.split(|point| !fits(point)).filter(|piece| !piece.is_empty());
        let radius = if radius.is_finite() { radius.max(0.0) } else { 0.0 };
        Self { pieces: pieces.map(<[Point]>::to_vec).collect(), radius }
    }

    /// Where it begins and ends on the map, if it is there at all.
    pub(crate) fn ends(&self) -> Option<(Point, Point)> {
        Some((*self.pieces.first()?.first()?, *self.pieces.last()?.last()?))
    }

    /// The lines to draw: what is left out is nowhere farther from them than the tolerance.
    pub(crate) fn lines(&self, tolerance: f64) -> Vec<Vec<Point>> {
        let lines = self.pieces.iter().map(|piece| thinned(piece, tolerance));
        lines.filter(|line| line.len() > 1).collect()
    }
}

/// A line with as few of its points as the tolerance allows, by halving it where it is farthest from straight (Douglas and
/// Peucker 1973). Both ends stay.
fn thinned(points: &[Point], tolerance: f64) -> Vec<Point> {
    let Some(last) = points.len().checked_sub(1) else { return Vec::new() };
    let mut line = vec![points[0]];
    // The ends of the parts that are still to be drawn, the next one on top.
    let mut ends = vec![last];
    let mut from = 0;
    while let Some(&to) = ends.last() {
        let mut farthest = (tolerance, None);
        for between in from + 1..to {
            let off = distance(points[between], points[from], points[to]);
            if off > farthest.0 {
                farthest = (off, Some(between));
            }
        }
        if let Some(between) = farthest.1 {
            ends.push(between);
        } else {
            ends.pop();
            from = to;
            line.push(points[to]);
        }
    }
    line.dedup();
    line
}

/// How far a point is from the straight line between two others, which ends there.
fn distance(point: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let square = dx * dx + dy * dy;
    let along = (point.x - from.x) * dx + (point.y - from.y) * dy;
    let part = if square > 0.0 { (along / square).clamp(0.0, 1.0) } else { 0.0 };
    point.distance(Point::new(from.x + part * dx, from.y + part * dy))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points<const N: usize>(points: [(f64, f64); N]) -> [Point; N] {
        points.map(Point::from)
    }

    #[test]
    fn points_beside_a_straight_line_are_left_out() {
        let [a, b, c, d, e] = points([(0.0, 0.0), (1.0, 0.04), (2.0, 0.0), (3.0, 0.06), (4.0, 0.0)]);
        assert_eq!(thinned(&[a, b, c], 0.05), [a, c]);
        assert_eq!(thinned(&[a, b, c, d, e], 0.05), [a, d, e]);
        assert_eq!(thinned(&[a, c, b, a], 0.05), [a, c, a], "where it turns back it stays");
        assert_eq!(thinned(&[a, c, e, b, c], 0.05), [a, e, b, c], "beyond the ends as well");
        assert_eq!(thinned(&[a, a, a], 0.05), [a]);
        assert_eq!((thinned(&[a], 0.05), thinned(&[], 0.05)), (vec![a], vec![]));
    }

    /// On a curve of short steps every point is near the line between its neighbours.
    #[test]
    fn a_slow_curve_stays_a_curve() {
        let turn = |step: u32| {
            let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 1000.0).sin_cos();
            Point::new(10.0 + 9.0 * cos, 10.0 + 9.0 * sin)
        };
        let circle: Vec<Point> = (0..=1000).map(turn).collect();
        let line = thinned(&circle, 0.05);
        assert!((20..50).contains(&line.len()), "{}", line.len());
        for &point in &circle {
            let off = line.windows(2).map(|pair| distance(point, pair[0], pair[1])).fold(9.0, f64::min);
            assert!(off <= 0.05, "{point:?} is {off} off");
        }
    }

    #[test]
    fn a_trail_is_broken_outside_the_map() {
        let map = Map::open(9, 9).unwrap();
        let [a, b, c] = points([(1.0, 1.0), (9.0, 0.0), (4.0, 5.0)]);
        let outside = points([(-0.1, 0.0), (f64::NAN, 1.0), (1.0, f64::INFINITY), (0.0, 9.1)]);
        for nowhere in outside {
            let trail = Trail::new(&[nowhere, a, b, nowhere, nowhere, b, c, nowhere, c, nowhere], 1.0, &map);
            assert_eq!(trail.lines(0.05), [[a, b], [b, c]]);
            assert_eq!(trail.ends(), Some((a, c)));
            assert_eq!(Trail::new(&[nowhere], 1.0, &map).ends(), None);
        }
        let hexagons = Trail::new(&[a, b], 1.0, &map.clone().with_tiling(Tiling::Hexagonal));
        assert_eq!((hexagons.ends(), hexagons.lines(0.05)), (None, vec![]));
        let radii = [0.5, -1.0, f64::NAN, f64::INFINITY].map(|radius| Trail::new(&[a], radius, &map).radius);
        assert_eq!(radii.map(f64::to_bits), [0.5, 0.0, 0.0, 0.0].map(f64::to_bits));
    }
}
