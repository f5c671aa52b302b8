use std::collections::{BTreeMap, BTreeSet};

use tautline::engine::Registry;

use super::looks::Look;
use crate::LabError;
use crate::harness::{ROUNDING, Record, Records, Verdict, mean};

/// What a plot compares: some planners on some kinds of worlds. By their lengths, only planners can be compared whose paths keep to
/// the same rule.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// Which planners there are: what they guarantee decides which marks they have.
    pub registry: &'a Registry,
    /// Which worlds and queries, in a few words for the title.
    pub subject: &'a str,
    /// The kinds of worlds, as the records call them.
    pub settings: &'a [&'a str],
    /// The planners, as the records call them, with their names for people. Those that were not measured are left out.
    pub planners: &'a [(&'a str, &'a str)],
    /// The command that makes the plot.
    pub command: &'a str,
}

/// What was measured of all planners on the same queries.
#[derive(Clone, Debug)]
pub(super) struct Measured<'a> {
    /// How many queries.
    pub(super) queries: usize,
    /// A planner each, in the order of the comparison.
    pub(super) planners: Vec<Figures<'a>>,
}

/// The figures of one planner.
#[derive(Clone, Debug)]
pub(super) struct Figures<'a> {
    /// Which mark it has.
    pub(super) look: Look,
    /// Its name for people.
    pub(super) name: &'a str,
    /// By how many percent its paths are longer than the best that any of the planners found, in the mean.
    pub(super) excess: f64,
    /// Seconds for a query, in the mean.
    pub(super) time: f64,
    /// The expansions of each query, from the fewest to the most.
    pub(super) expansions: Vec<f64>,
}

/// What a planner found, by the number of the setting, the world and the query.
type Answers<'r> = BTreeMap<(usize, u64, u64), &'r Record>;

impl<'a> Comparison<'a> {
    /// The figures over all queries for which every planner found a path; an error where there are none.
    pub(super) fn measured(&self, records: &Records) -> Result<Measured<'a>, LabError> {
        let none =
            |problem: &str| LabError::Picture { picture: self.subject.into(), problem: problem.into() };
        let found = self.planners.iter().map(|&planner| (planner, self.answers(records, planner.0)));
        let mut found: Vec<_> = found.filter(|(_, answers)| !answers.is_empty()).collect();
        let common: Option<BTreeSet<_>> = found
            .iter()
            .map(|(_, answers)| answers.keys().copied().collect::<BTreeSet<_>>())
            .reduce(|one, other| &one & &other);
        let common = common.ok_or_else(|| none("none of its planners was measured"))?;
        if common.is_empty() {
            return Err(none("there is no query for which each of its planners found a path"));
        }
        for (_, answers) in &mut found {
            answers.retain(|key, _| common.contains(key));
        }
        let cost = |answers: &Answers<'_>, key| answers[key].cost.unwrap_or(f64::INFINITY);
        let best = |key| found.iter().map(|(_, answers)| cost(answers, key)).fold(f64::INFINITY, f64::min);
        let best: Vec<f64> = common.iter().map(best).collect();
        let planners = found.iter().map(|&((planner, name), ref answers)| {
            Figures::new(Look::of(self.registry, planner), name, answers, &best)
        });
        Ok(Measured { queries: common.len(), planners: planners.collect() })
    }

    fn answers<'r>(&self, records: &'r Records, planner: &str) -> Answers<'r> {
        let of_setting = |(number, setting): (usize, &&str)| {
            let found = records.of(setting, planner).iter().filter(|record| record.outcome == Verdict::Found);
            found.map(move |record| ((number, record.world, record.query), record))
        };
        self.settings.iter().enumerate().flat_map(of_setting).collect()
    }
}

impl<'a> Figures<'a> {
    /// The best costs are those of the answers, in their order.
    fn new(look: Look, name: &'a str, answers: &Answers<'_>, best: &[f64]) -> Self {
        // From a place to itself nothing can be longer.
        let excess = |(record, &best): (&&Record, &f64)| (best > 0.0).then_some(record.cost? / best - 1.0);
        let excess = mean(answers.values().zip(best).filter_map(excess)).unwrap_or_default();
        let time = mean(answers.values().map(|record| record.nanoseconds as f64 / 1e9)).unwrap_or_default();
        let mut expansions: Vec<f64> = answers.values().map(|record| record.expanded as f64).collect();
        expansions.sort_by(f64::total_cmp);
        // Sums of the same lengths differ by rounding.
        let excess = if excess > ROUNDING { 100.0 * excess } else { 0.0 };
        Self { look, name, excess, time, expansions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::records::tests::record;

    const PLANNERS: [(&str, &str); 3] = [("a", "Planner A"), ("b", "Planner B"), ("c", "Planner C")];

    fn comparison<'a>(registry: &'a Registry, settings: &'a [&'a str]) -> Comparison<'a> {
        Comparison { registry, subject: "rooms", settings, planners: &PLANNERS, command: "" }
    }

    #[test]
    fn only_queries_that_all_planners_solved_count() {
        let records = Records::new([
            record("rooms", 0, "a", 10.0),
            Record { expanded: 50, ..record("rooms", 1, "a", 30.0) },
            record("mazes", 0, "a", 20.0),
            record("rooms", 0, "b", 11.0),
            record("rooms", 1, "b", 24.0),
            record("rooms", 2, "b", 1000.0),
            Record { outcome: Verdict::Unreachable, cost: None, ..record("mazes", 0, "b", 0.0) },
        ]);
        let registry = Registry::core();
        let measured = comparison(&registry, &["mazes", "rooms"]).measured(&records).unwrap();
        assert_eq!((measured.queries, measured.planners.len()), (2, 2));
        let [a, b] = &measured.planners[..] else { panic!("{measured:?}") };
        // A is best on the first world, and 25 % longer on the second; B is 10 % longer on the first.
        assert!((a.excess - 12.5).abs() < 1e-9 && (b.excess - 5.0).abs() < 1e-9, "{measured:?}");
        assert!((a.time - 20e-6).abs() < 1e-12 && (b.time - 17.5e-6).abs() < 1e-12, "{measured:?}");
        assert_eq!((a.name, &a.expansions[..]), ("Planner A", &[10.0, 50.0][..]));
    }

    #[test]
    fn what_cannot_be_compared_is_an_error() {
        let registry = Registry::core();
        let rooms = comparison(&registry, &["rooms"]);
        let problem = |records: &Records| rooms.measured(records).unwrap_err().to_string();
        assert_eq!(
            problem(&Records::new([record("mazes", 0, "a", 1.0)])),
            "cannot draw rooms: none of its planners was measured"
        );
        let apart = Records::new([record("rooms", 0, "a", 1.0), record("rooms", 1, "b", 1.0)]);
        assert_eq!(
            problem(&apart),
            "cannot draw rooms: there is no query for which each of its planners found a path"
        );
    }
}
