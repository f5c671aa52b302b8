use crate::geometry::{Corner, Point};

/// Points on sides are whole multiples of this part of a tile away from the corners: their coordinates, and the products that say
/// whether a path turns at them, are exact.
const FINEST: f64 = 1.0 / (1 << 20) as f64;

/// The nearest part of a tile that a point may lie at.
pub(super) fn rounded(part: f64) -> f64 {
    (part / FINEST).round() * FINEST
}

/// A side of a cell as it is seen from another place on the border of the cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// How far away the line is that it lies on.
    pub(super) away: f64,
    /// Where the nearest point of that line is, as a part of the way from its first end to its second.
    pub(super) foot: f64,
    /// The g-values of its ends.
    pub(super) g: [f64; 2],
}

impl Side {
    /// A side of a cell as it is seen from a point of the cell; none if the point is on the line of the side.
    pub(super) fn seen_from(point: Point, [a, b]: [Corner; 2], g: [f64; 2]) -> Option<Self> {
        let (x, y) = (point.x - f64::from(a.x), point.y - f64::from(a.y));
        let (away, foot) = if a.y == b.y {
            (y.abs(), x * f64::from(b.x - a.x))
        } else {
            (x.abs(), y * f64::from(b.y - a.y))
        };
        (away > 0.0).then_some(Self { away, foot, g })
    }

    /// The point over which it is cheapest to come from the start through a cell of this cost, as a part of the way from the first
    /// end to the second, the g-values between the ends being interpolated.
    ///
    /// With a for [`away`](Self::away), o for [`foot`](Self::foot) and f = g₀ − g₁ it is to minimise
    /// g₀ − f·t + c·√(a² + (t − o)²), which is convex. Its derivative is zero where c·(t − o) = f·√(a² + (t − o)²), that is where
    /// t − o = a·f / √(c² − f²); and there is no such t if |f| ≥ c, where all the side is steeper than the cell is dear.
    pub(super) fn cheapest(self, cost: f64) -> f64 {
        let saved = self.g[0] - self.g[1];
        if saved.abs() < cost {
            let offset = self.away * saved / ((cost - saved) * (cost + saved)).sqrt();
            (self.foot + offset).clamp(0.0, 1.0)
        } else if saved > 0.0 {
            1.0
        } else {
            0.0
        }
    }

    /// What the way through the cell to a point of it costs.
    pub(super) fn price(self, cost: f64, part: f64) -> f64 {
        cost * self.away.hypot(part - self.foot)
    }

    /// The interpolated g-value of a point of it.
    pub(super) fn interpolated(self, part: f64) -> f64 {
        (1.0 - part) * self.g[0] + part * self.g[1]
    }

    /// The g-value that a place gets from the cheapest point.
    pub(super) fn value(self, cost: f64) -> f64 {
        let part = self.cheapest(cost);
        self.interpolated(part) + self.price(cost, part)
    }
}

/// How far to run along a side of a cell, beyond which `beside` is the cost, before turning into the cell, of this cost, towards its
/// corner across from the end of the side, which is `length` away; none if it is best to turn at once.
///
/// It is to minimise b·x + c·√((l − x)² + 1), which is convex; the derivative is zero where l − x = b / √(c² − b²). Nothing else is
/// ever to be gained from running along a side first: of the ways to a fixed point of the sides across, each either turns at once, or
/// turns at that one angle, and then what it costs is linear in where it arrives until it turns at once or arrives at a corner.
pub(super) fn run_before_turning(cost: f64, beside: f64, length: f64) -> Option<f64> {
    let left = beside / ((cost - beside) * (cost + beside)).sqrt();
    (beside < cost && left < length).then_some(length - left)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest value at so many places from 0 to 1.
    fn least(value: impl Fn(f64) -> f64) -> f64 {
        (0..=4000).map(|k| value(f64::from(k) / 4000.0)).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn the_cheapest_point_is_that_of_a_fine_search() {
        let (mut within, mut at_an_end) = (0, 0);
        for cost in [1.0, 2.0, 7.0] {
            for away in [0.0625, 0.5, 1.0] {
                for foot in [0.0, 0.25, 0.875] {
                    for saved in [-9.0, -1.7, -1.0, -0.6, 0.0, 0.2, 0.9, 1.0, 1.5, 6.0, 7.0] {
                        let side = Side { away, foot, g: [20.0, 20.0 - saved] };
                        let searched = least(|t| side.interpolated(t) + side.price(cost, t));
                        let found = side.value(cost);
                        assert!(found <= searched + 1e-12 && found > searched - 1e-5, "{side:?} {cost}");
                        let part = side.cheapest(cost);
                        if part > 0.0 && part < 1.0 { within += 1 } else { at_an_end += 1 }
                    }
                }
            }
        }
        assert!(within > 50 && at_an_end > 50, "{within} {at_an_end}");
    }

    /// All ways from a corner through a cell to a side of it, by any point of the side before and any point of the side itself.
    #[test]
    fn running_along_a_side_first_is_as_good_as_any_two_points() {
        let mut runs = 0;
        for cost in [2.0, 5.0] {
            for beside in [1.0, 1.5, 2.0, 5.0, f64::INFINITY] {
                for saved in [-1.0, 0.0, 0.7, 1.2, 3.0, 6.0] {
                    let (edge, g) = (f64::min(cost, beside), [10.0, 10.0 - saved]);
                    let side = Side { away: 1.0, foot: 0.0, g };
                    let run = run_before_turning(cost, edge, 1.0);
                    let by_run = run.map(|x| edge * x + cost * (1.0 - x).hypot(1.0) + g[1]);
                    let found = side.value(cost).min(edge + g[0]).min(by_run.unwrap_or(f64::INFINITY));
                    let searched = least(|x| {
                        let after = Side { away: 1.0 - x, ..side };
                        edge * x
                            + (0..=200).map(|k| f64::from(k) / 200.0).fold(f64::INFINITY, |best, t| {
                                best.min(after.interpolated(t) + after.price(cost, t))
                            })
                    });
                    assert!(found <= searched + 1e-12, "{cost} {beside} {saved}: {found} {searched}");
                    assert!(found > searched - 1e-4, "{cost} {beside} {saved}: {found} {searched}");
                    runs += usize::from(by_run == Some(found));
                }
            }
        }
        assert!(runs > 3, "{runs}");
    }

    #[test]
    fn parts_of_a_tile_are_rounded_to_what_coordinates_have_room_for() {
        assert_eq!((rounded(0.5), rounded(1e-9), rounded(1.0 - 1e-9)), (0.5, 0.0, 1.0));
        let third = rounded(1.0 / 3.0);
        assert!((third - 1.0 / 3.0).abs() <= FINEST / 2.0);
        let far = f64::from(1 << 29);
        assert_eq!(((far + third) - far).to_bits(), third.to_bits());
    }
}
