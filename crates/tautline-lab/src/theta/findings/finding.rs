use crate::harness::Metric;
use crate::theta::kinds::Kind;

/// How many worlds a statistical test takes here: with fewer, what is not shown need not be wrong.
pub(in crate::theta) const ENOUGH: usize = 20;

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
