use super::{Cost, OctileLength};

/// Why a pair of step costs is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a diagonal step of {diagonal} beside a straight one of {straight} violates C < D < 2C: \
     paths would zigzag (D ≤ C) or never go diagonally (D ≥ 2C)"
)]
pub struct CostError {
    /// The straight cost, C.
    pub straight: u32,
    /// The diagonal cost, D.
    pub diagonal: u32,
}

/// What a straight and a diagonal step cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepCosts<C> {
    /// A step along a row or a column: C in Rayner's paper.
    pub straight: C,
    /// A diagonal step: D in Rayner's paper.
    pub diagonal: C,
}

impl StepCosts<OctileLength> {
    /// 1 and √2, exactly.
    pub const OCTILE: Self = Self { straight: OctileLength::STRAIGHT, diagonal: OctileLength::DIAGONAL };
}

impl StepCosts<u32> {
    /// D = 99, C = 70: √2 to within 0.005 %.
    pub const D99_C70: Self = Self { straight: 70, diagonal: 99 };
    /// D = 3, C = 2: the smallest numbers that tell a diagonal from a straight step.
    pub const D3_C2: Self = Self { straight: 2, diagonal: 3 };
    /// D = 99, C = 50: nearly rectilinear, still with a preference for diagonals over two straight steps.
    pub const D99_C50: Self = Self { straight: 50, diagonal: 99 };

    /// C = 1 for four neighbours, where there are no diagonal steps.
    pub const FOUR_NEIGHBOURS: Self = Self { straight: 1, diagonal: 2 };

    /// Whole-number costs that keep `C < D < 2C`.
    ///
    /// ```
    /// use tautline::moves::StepCosts;
    /// assert!(StepCosts::new(5, 7).is_ok());
    /// assert!(StepCosts::new(1, 1).is_err());
    /// assert!(StepCosts::new(1, 2).is_err());
    /// ```
    pub fn new(straight: u32, diagonal: u32) -> Result<Self, CostError> {
        if straight < diagonal && u64::from(diagonal) < 2 * u64::from(straight) {
            Ok(Self { straight, diagonal })
        } else {
            Err(CostError { straight, diagonal })
        }
    }

    /// Any costs at all, also unusual ones. Searches stay right: the heuristics take into
    /// account that two steps of one kind may be cheaper than one of the other.
    #[must_use]
    pub const fn unusual(straight: u32, diagonal: u32) -> Self {
        Self { straight, diagonal }
    }

    /// What it costs at least to come one cell nearer in a straight and in a diagonal direction: the costs
    /// themselves where `C < D < 2C`.
    #[must_use]
    pub fn lower_bounds(self) -> Self {
        Self {
            straight: self.straight.min(self.diagonal),
            diagonal: self.diagonal.min(self.straight.saturating_mul(2)),
        }
    }

    /// By which factor a cheapest path for these costs can be longer than the shortest one, in octile length.
    ///
    /// With r = D / (C·√2), a path's cost in units of C lies between 1 and r times its length, so the cheapest path's
    /// length is at most max(r, 1/r) times the shortest.
    #[must_use]
    pub fn length_bound(self) -> f64 {
        let ratio = f64::from(self.diagonal) / (f64::from(self.straight) * std::f64::consts::SQRT_2);
        ratio.max(1.0 / ratio)
    }
}

/// Which costs a search adds up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostModel {
    /// Exact octile lengths, 1 and √2.
    #[default]
    Octile,
    /// Whole numbers.
    Integer(StepCosts<u32>),
}

impl CostModel {
    /// The cost of a path with these steps, as a number.
    #[must_use]
    pub fn value(self, steps: OctileLength) -> f64 {
        match self {
            Self::Octile => steps.value(),
            Self::Integer(costs) => {
                f64::from(costs.straight) * f64::from(steps.straight)
                    + f64::from(costs.diagonal) * f64::from(steps.diagonal)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_presets_keep_the_rule() {
        for costs in [StepCosts::D99_C70, StepCosts::D3_C2, StepCosts::D99_C50] {
            assert_eq!(StepCosts::new(costs.straight, costs.diagonal), Ok(costs));
            assert_eq!(costs.lower_bounds(), costs);
        }
    }

    #[test]
    fn what_violates_the_rule_is_refused_with_the_numbers() {
        for (straight, diagonal) in [(1, 1), (2, 1), (1, 2), (3, 7), (0, 0), (u32::MAX, u32::MAX)] {
            let error = StepCosts::new(straight, diagonal).unwrap_err();
            assert!(error.to_string().contains(&format!("{diagonal} beside a straight one of {straight}")));
        }
        assert!(StepCosts::new(u32::MAX - 1, u32::MAX).is_ok(), "2C does not overflow");
    }

    #[test]
    fn the_length_bounds_are_those_of_the_ratio() {
        assert!((StepCosts::D99_C70.length_bound() - 1.000_051).abs() < 1e-6);
        assert!((StepCosts::D3_C2.length_bound() - 1.060_66).abs() < 1e-5);
        assert!(StepCosts::unusual(1, 1).length_bound() > 1.414);
    }
}
