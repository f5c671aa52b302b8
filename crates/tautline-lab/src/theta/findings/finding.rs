use std::fmt::{Display, Formatter};

use crate::harness::Metric;
use crate::theta::kinds::Kind;

/// How many worlds a statistical test takes here: with fewer, what is not shown need not be wrong.
pub(in crate::theta) const ENOUGH: usize = 20;

/// One of the paper's findings.
pub(in crate::theta) struct Finding {
    /// The tables and figures that it is about.
    pub(super) tables: Vec<&'static str>,
    /// What the paper says.
    pub(super) claim: String,
    /// Whether it holds; none where not enough was measured to tell.
    pub(super) holds: Option<bool>,
    /// The figures that say so.
    pub(super) figures: String,
}

impl Finding {
    /// Whether it is about one of these tables; all are wanted where none is named.
    pub(in crate::theta) fn is_of(&self, only: &[String]) -> bool {
        only.is_empty() || only.iter().any(|id| self.tables.contains(&id.as_str()))
    }

    /// Whether anything was measured that it is about.
    pub(in crate::theta) fn has_figures(&self) -> bool {
        !self.figures.is_empty()
    }

    /// Whether it holds; none where not enough was measured to tell.
    pub(in crate::theta) fn holds(&self) -> Option<bool> {
        self.holds
    }
}

impl Display for Finding {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let holds = match self.holds {
            Some(true) => "holds",
            Some(false) => "does not hold",
            None if self.has_figures() => "undecided",
            None => "not measured",
        };
        write!(f, "- {}: {holds}", self.claim)?;
        if self.has_figures() { write!(f, " ({})", self.figures) } else { Ok(()) }
    }
}

/// The tables and figures that have a figure of all planners on grids of a kind.
pub(super) fn tables(kind: Kind, metric: Metric) -> Vec<&'static str> {
    let table = match metric {
        Metric::Cost | Metric::CostOver(_) => "table-1",
        Metric::Time | Metric::TimePerExpansion => "table-2",
        Metric::Expansions => "table-3",
        Metric::Turns => "table-4",
    };
    match (kind, metric) {
        (Kind::Random { size: 100, percent: 20 }, Metric::Cost | Metric::Time) => vec![table, "figure-2"],
        (Kind::Random { size: 500, .. }, _) => vec![table, "figure-16"],
        _ => vec![table],
    }
}

/// A number with its unit, with as many digits as it takes to tell planners apart.
pub(super) fn shown(metric: Metric, number: f64) -> String {
    match metric {
        Metric::Cost | Metric::Turns => format!("{number:.4}"),
        _ => metric.shown(number),
    }
}
