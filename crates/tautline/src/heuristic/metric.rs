use super::{Chebyshev, Euclidean, EuclideanCost, Heuristic, Manhattan, Octile, Zero};
use crate::geometry::Cell;
use crate::moves::{DiagonalRule, StepCosts};

/// Which distance estimates the cost to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// See [`Octile`].
    Octile,
    /// See [`Manhattan`].
    Manhattan,
    /// See [`Chebyshev`].
    Chebyshev,
    /// See [`Euclidean`].
    Euclidean,
    /// See [`Zero`].
    Zero,
}

impl Metric {
    /// The largest distance that is still a lower bound: exact on an empty map.
    #[must_use]
    pub fn exact_for(rule: DiagonalRule) -> Self {
        if rule.has_diagonals() { Self::Octile } else { Self::Manhattan }
    }

    /// The estimate to a goal for these moves.
    #[must_use]
    pub fn to<C: EuclideanCost>(self, goal: Cell, costs: StepCosts<C>, rule: DiagonalRule) -> MetricTo<C> {
        match self {
            Self::Octile => MetricTo::Octile(Octile::new(goal, costs)),
            Self::Manhattan => MetricTo::Manhattan(Manhattan::new(goal, costs, rule)),
            Self::Chebyshev => MetricTo::Chebyshev(Chebyshev::new(goal, costs)),
            Self::Euclidean => MetricTo::Euclidean(Euclidean::new(goal, costs, rule)),
            Self::Zero => MetricTo::Zero(Zero),
        }
    }
}

/// A [`Metric`] with its goal: the heuristic for a choice at run time.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the variants are the metrics")]
pub enum MetricTo<C> {
    Octile(Octile<C>),
    Manhattan(Manhattan<C>),
    Chebyshev(Chebyshev<C>),
    Euclidean(Euclidean<C>),
    Zero(Zero),
}

impl<C: EuclideanCost> MetricTo<C> {
    fn inner(&self) -> &dyn Heuristic<Cell, C> {
        match self {
            Self::Octile(h) => h,
            Self::Manhattan(h) => h,
            Self::Chebyshev(h) => h,
            Self::Euclidean(h) => h,
            Self::Zero(h) => h,
        }
    }
}

impl<C: EuclideanCost> Heuristic<Cell, C> for MetricTo<C> {
    #[expect(
        clippy::inline_always,
        reason = "called for every new state; a call costs as much as the estimate"
    )]
    #[inline(always)]
    fn estimate(&self, cell: Cell) -> C {
        match self {
            Self::Octile(h) => h.estimate(cell),
            Self::Manhattan(h) => h.estimate(cell),
            Self::Chebyshev(h) => h.estimate(cell),
            Self::Euclidean(h) => h.estimate(cell),
            Self::Zero(h) => h.estimate(cell),
        }
    }

    fn overestimate(&self) -> f64 {
        self.inner().overestimate()
    }

    fn is_consistent(&self) -> bool {
        self.inner().is_consistent()
    }
}
