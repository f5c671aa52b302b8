use crate::moves::Cost;

/// What a heuristic is scaled by: A* with a weight w orders by g + w·h, and finds paths that cost at most w times the
/// optimum.
///
/// A weight is a fraction p/q with a power of two below, and the order is by q·g + p·h, so that nothing is rounded: with a
/// rounded w·h the bound would hold only nearly.
///
/// ```
/// use tautline::heuristic::Weight;
/// let weight = Weight::at_most(1.5, Weight::FINEST).unwrap();
/// assert_eq!((weight.p(), weight.q()), (3, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    p: u32,
    q: u32,
}

impl Weight {
    /// The largest weight.
    pub const MAX: f64 = 1000.0;
    /// How many binary digits behind the point a weight can have.
    pub const FINEST: u32 = 10;

    /// The largest weight with this many binary digits behind the point that is not above `value`; `None` where that is not
    /// between 1 and [`MAX`](Self::MAX), or where there are more digits than [`FINEST`](Self::FINEST).
    #[must_use]
    pub fn at_most(value: f64, digits: u32) -> Option<Self> {
        if !(1.0..=Self::MAX).contains(&value) || digits > Self::FINEST {
            return None;
        }
        let q = 1 << digits;
        let p = (value * f64::from(q)) as u32;
        let shared = p.trailing_zeros().min(digits);
        Some(Self { p: p >> shared, q: q >> shared })
    }

    /// The factor of h.
    #[must_use]
    pub fn p(self) -> u32 {
        self.p
    }

    /// The factor of g.
    #[must_use]
    pub fn q(self) -> u32 {
        self.q
    }

    /// The weight as a number.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self.p) / f64::from(self.q)
    }

    /// q·g + p·h.
    #[inline]
    pub(crate) fn total<C: Cost>(self, g: C, h: C) -> C {
        g.times(self.q) + h.times(self.p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_rounded_down_and_reduced() {
        let parts = |value, digits| Weight::at_most(value, digits).map(|weight| (weight.p, weight.q));
        assert_eq!(parts(1.0, 10), Some((1, 1)));
        assert_eq!(parts(2.0, 0), Some((2, 1)));
        assert_eq!(parts(1.25, 10), Some((5, 4)));
        assert_eq!(parts(1.25, 1), Some((1, 1)), "rounded down to halves");
        assert_eq!(parts(1.3, 10), Some((1331, 1024)));
        assert_eq!(parts(1000.0, 10), Some((1000, 1)));
        for (value, digits) in [(0.99, 10), (1000.1, 10), (f64::NAN, 10), (f64::INFINITY, 10), (2.0, 11)] {
            assert_eq!(parts(value, digits), None);
        }
    }
}
