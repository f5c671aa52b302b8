use std::fmt::{Display, Formatter};

/// What a planner promises about the length of its paths, among all paths that are legal for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guarantee {
    /// No path is shorter.
    Optimal,
    /// The path is at most this many times as long as the shortest.
    Bounded(f64),
    /// The path is at most `factor` times as long as the shortest, and `plus` tiles more.
    Within {
        /// The factor.
        factor: f64,
        /// What is added.
        plus: f64,
    },
    /// Some path, if there is one.
    Suboptimal,
}

impl Guarantee {
    /// The guarantee of a bound: optimal where it is 1, none where it is infinite.
    #[must_use]
    pub fn within(bound: f64) -> Self {
        if bound <= 1.0 {
            Self::Optimal
        } else if bound.is_finite() {
            Self::Bounded(bound)
        } else {
            Self::Suboptimal
        }
    }

    /// One word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::Bounded(_) | Self::Within { .. } => "bounded",
            Self::Suboptimal => "suboptimal",
        }
    }

    /// How many times as long as the shortest a path may be, but for what is [added](Self::plus).
    #[must_use]
    pub fn bound(self) -> f64 {
        match self {
            Self::Optimal => 1.0,
            Self::Bounded(bound) | Self::Within { factor: bound, .. } => bound,
            Self::Suboptimal => f64::INFINITY,
        }
    }

    /// How many tiles longer than that it may be.
    #[must_use]
    pub fn plus(self) -> f64 {
        match self {
            Self::Within { plus, .. } => plus,
            Self::Optimal | Self::Bounded(_) | Self::Suboptimal => 0.0,
        }
    }

    /// How long a path may be, given the length of the shortest.
    ///
    /// ```
    /// use tautline::engine::Guarantee;
    /// assert_eq!(Guarantee::Bounded(1.5).longest(20.0), 30.0);
    /// assert_eq!(Guarantee::Within { factor: 1.0, plus: 5.0 }.longest(20.0), 25.0);
    /// ```
    #[must_use]
    pub fn longest(self, shortest: f64) -> f64 {
        match self {
            // Infinitely many times nothing is no number.
            Self::Suboptimal => f64::INFINITY,
            bounded => bounded.bound() * shortest + bounded.plus(),
        }
    }
}

/// In a word or two: `optimal`, `suboptimal`, or by what factor or how many tiles a path can be too long, such as `≤ 1.5×` or
/// `≤ +5 tiles`.
///
/// ```
/// use tautline::Guarantee;
/// assert_eq!(Guarantee::Bounded(1.1).to_string(), "≤ 1.1×");
/// assert_eq!(Guarantee::Within { factor: 1.0, plus: 5.0 }.to_string(), "≤ +5 tiles");
/// ```
impl Display for Guarantee {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Bounded(bound) => write!(f, "≤ {}×", short(bound)),
            Self::Within { factor, plus } if factor <= 1.0 => write!(f, "≤ +{} tiles", short(plus)),
            Self::Within { factor, plus } => write!(f, "≤ {}× + {}", short(factor), short(plus)),
            Self::Optimal | Self::Suboptimal => f.write_str(self.name()),
        }
    }
}

/// A bound as it is where that is short, otherwise rounded up to four digits after the point: still a bound.
fn short(bound: f64) -> String {
    let exact = bound.to_string();
    if exact.len() <= 6 { exact } else { ((bound * 1e4).ceil() / 1e4).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_never_rounded_down() {
        assert_eq!(Guarantee::Bounded(1.1).to_string(), "≤ 1.1×");
        assert_eq!(Guarantee::Bounded(2f64.sqrt()).to_string(), "≤ 1.4143×");
        assert_eq!(Guarantee::Bounded(1000.0).to_string(), "≤ 1000×");
        assert_eq!(Guarantee::Optimal.to_string(), "optimal");
        assert_eq!(Guarantee::Within { factor: 1.0, plus: 5.0 }.to_string(), "≤ +5 tiles");
        assert_eq!(Guarantee::Within { factor: 1.06, plus: 2.5 }.to_string(), "≤ 1.06× + 2.5");
    }
}
