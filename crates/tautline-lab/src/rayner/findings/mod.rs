//! What the document claims, held against what was measured.

mod of_costs;
mod of_searches;

use super::practices::{Measure, Practice, Table, chosen};
use super::ratios::{overall, ratio, shown};
use crate::harness::{Finding, Records};

/// By which part times differ that are the same but for noise.
pub(super) const NOISE: f64 = 0.02;

/// By which part less time is noticeably less.
pub(super) const NOTICEABLE: f64 = 0.05;

/// One part in so many of the time is much less.
pub(super) const MUCH: f64 = 2.0;

/// By which part longer paths are slightly longer, in the mean.
pub(super) const SLIGHTLY: f64 = 0.1;

/// All of them, in the order of the tables.
pub(super) fn findings(records: &Records) -> Vec<Finding> {
    chosen(&[]).iter().flat_map(|practice| of(records, practice)).collect()
}

fn of(records: &Records, practice: &Practice) -> Vec<Finding> {
    let claims = Claims { records, practice, table: &practice.tables[0] };
    match practice.id {
        "costs" => of_costs::costs(&claims),
        "octile" => of_costs::octile(&claims),
        "ties" => of_costs::ties(&claims),
        "memoise" => of_costs::memoise(&claims),
        "open" => of_searches::open(&claims),
        "fringe" => of_searches::fringe(&claims),
        "weights" => of_searches::weights(&claims),
        _ => of_searches::heuristic(&claims),
    }
}

/// What claims about a table are judged by.
#[derive(Clone, Copy)]
struct Claims<'a> {
    records: &'a Records,
    practice: &'a Practice,
    table: &'a Table,
}

impl<'a> Claims<'a> {
    /// The same for another table of the practice.
    fn with_table(self, number: usize) -> Self {
        Self { table: &self.practice.tables[number], ..self }
    }

    /// The ratio over all kinds of worlds.
    fn overall(&self, pair: [&str; 2], measure: Measure) -> Option<f64> {
        overall(self.records, self.table, pair, measure)
    }

    /// The ratio for each kind of worlds that was measured, with its name.
    fn each(&self, pair: [&str; 2], measure: Measure) -> Vec<(&'a str, f64)> {
        let settings = self.table.settings.iter();
        settings
            .filter_map(|(setting, name)| Some((name.as_str(), ratio(self.records, setting, pair, measure)?)))
            .collect()
    }

    /// A claim that is judged by a ratio over all kinds of worlds.
    fn by_overall(
        &self,
        claim: impl Into<String>,
        pair: [&str; 2],
        measure: Measure,
        holds: impl Fn(f64) -> Option<bool>,
    ) -> Finding {
        let holds = self.overall(pair, measure).and_then(holds);
        self.finding(claim, holds, self.told(pair, measure))
    }

    /// A claim that is judged by the ratios of the kinds of worlds.
    fn by_each(
        &self,
        claim: impl Into<String>,
        pair: [&str; 2],
        measure: Measure,
        holds: impl Fn(&[f64]) -> bool,
    ) -> Finding {
        let ratios: Vec<_> = self.each(pair, measure).into_iter().map(|(_, ratio)| ratio).collect();
        let holds = (!ratios.is_empty()).then(|| holds(&ratios));
        self.finding(claim, holds, self.told(pair, measure))
    }

    fn finding(&self, claim: impl Into<String>, holds: Option<bool>, figures: String) -> Finding {
        Finding { tables: vec![self.practice.id], claim: claim.into(), holds, figures }
    }

    /// The ratio over all kinds of worlds and that of each; nothing where there is none.
    fn told(&self, pair: [&str; 2], measure: Measure) -> String {
        let Some(ratio) = self.overall(pair, measure) else {
            return String::new();
        };
        let what = match measure {
            Measure::Time => "of the time",
            Measure::Nodes => "of the nodes",
            Measure::LeftOpen => "of what is left open",
            Measure::Length => "of the length",
            Measure::Longest => "of the length at most",
        };
        let each = self.each(pair, measure).into_iter().filter(|(name, _)| !name.is_empty());
        let each: Vec<_> = each.map(|(name, ratio)| format!("{name} {}", shown(measure, ratio))).collect();
        let each = if each.is_empty() { String::new() } else { format!(": {}", each.join(", ")) };
        let mark = if matches!(measure, Measure::Length | Measure::Longest) { "×" } else { "" };
        format!("{}{mark} {what}{each}", shown(measure, ratio))
    }
}

/// Whether a time is less than that of the baseline; none where they are the same but for noise.
fn is_faster(ratio: f64) -> Option<bool> {
    ((ratio - 1.0).abs() >= NOISE).then_some(ratio < 1.0)
}

/// Whether a time is more than that of the baseline; none where they are the same but for noise.
fn is_slower(ratio: f64) -> Option<bool> {
    is_faster(ratio).map(|is_faster| !is_faster)
}

/// Whether a time is much less than that of the baseline.
fn is_much_faster(ratio: f64) -> bool {
    ratio * MUCH <= 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rayner::ids;
    use crate::rayner::kinds::{KINDS, Kind};
    use crate::rayner::practices::{ASTAR, COSTS_99_50};
    use crate::rayner::ratios::tests::measured;

    /// On each kind of worlds one query of two planners: the time, the nodes and the length of the first, where the other has 1000
    /// nanoseconds, 100 nodes and a length of 10.
    pub(super) fn with([planner, baseline]: [&str; 2], figures: [(u64, u64, f64); 5]) -> Records {
        with_settings([planner, baseline], &KINDS.map(Kind::name), &figures)
    }

    /// The same in these settings.
    pub(super) fn with_settings(
        [planner, baseline]: [&str; 2],
        settings: &[String],
        figures: &[(u64, u64, f64)],
    ) -> Records {
        Records::new(settings.iter().zip(figures).flat_map(|(setting, &(time, nodes, length))| {
            [
                measured((setting, 0), planner, (length, time, nodes, nodes)),
                measured((setting, 0), baseline, (10.0, 1000, 100, 100)),
            ]
        }))
    }

    /// How the claims come out that contain a text and of which anything was measured.
    pub(super) fn verdicts(records: &Records, claim: &str) -> Vec<Option<bool>> {
        let findings = findings(records);
        let about = findings.iter().filter(|finding| finding.has_figures() && finding.claim.contains(claim));
        about.map(|finding| finding.holds).collect()
    }

    #[test]
    fn every_finding_is_of_a_practice_and_holds_of_nothing() {
        let findings = findings(&Records::default());
        for finding in &findings {
            assert!(finding.tables.iter().all(|table| ids().contains(table)), "{finding}");
            assert!(finding.to_string().ends_with(": not measured"), "{finding}");
        }
        for id in ids() {
            assert!(findings.iter().any(|finding| finding.is_of(&[id.into()])), "{id}");
        }
        let mut claims: Vec<_> = findings.iter().map(|finding| &finding.claim).collect();
        claims.sort_unstable();
        claims.dedup();
        assert_eq!(claims.len(), findings.len(), "each is told once");
    }

    #[test]
    fn figures_are_told() {
        let records = with([COSTS_99_50, ASTAR], [(500, 200, 10.1); 5]);
        let findings = findings(&records);
        let told: Vec<_> = findings.iter().map(ToString::to_string).collect();
        let expected = "99/50 is usually noticeably faster than exact lengths: holds (0.50× of the time: random 20 % 0.50×, \
                        random 35 % 0.50×, rooms 0.50×, maze 0.50×, walls 0.50×)";
        assert!(told.contains(&format!("- {expected}")), "{told:?}");
    }

    #[test]
    fn noise_decides_nothing() {
        assert_eq!([0.97, 0.99, 1.01, 1.03].map(is_faster), [Some(true), None, None, Some(false)]);
        assert_eq!([0.97, 0.99, 1.01, 1.03].map(is_slower), [Some(false), None, None, Some(true)]);
        assert_eq!([0.5, 0.51].map(is_much_faster), [true, false]);
    }
}
