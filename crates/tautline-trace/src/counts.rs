use serde::Serialize;
use tautline::search::Stats;

/// What a search did, as programs in other languages are told.
#[derive(Clone, Copy, Debug, Serialize)]
#[expect(missing_docs, reason = "they are those of `Stats`")]
pub struct Counts {
    pub expanded: u64,
    pub generated: u64,
    pub reopened: u64,
    pub passed_over: u64,
    pub estimates: u64,
    pub line_of_sight_checks: u64,
    pub lines_followed: u64,
    pub iterations: u64,
    pub repairs: u64,
}

impl From<Stats> for Counts {
    fn from(stats: Stats) -> Self {
        Self {
            expanded: stats.expanded,
            generated: stats.generated,
            reopened: stats.reopened,
            passed_over: stats.passed_over,
            estimates: stats.estimates,
            line_of_sight_checks: stats.line_of_sight_checks,
            lines_followed: stats.lines_followed,
            iterations: stats.iterations,
            repairs: stats.repairs,
        }
    }
}
