use tautline::engine::Planner;
use tautline::moves::{DiagonalRule, PathRule};
use tautline::path::Path;
use tautline::search::Workspace;
use tautline_trace::turns;

use super::Job;
use super::job::Source;
use crate::check::{Lengths, Wrong, check};
use crate::console;
use crate::run::Run;

/// One query, answered by one planner.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// What was found, in a word.
    pub(crate) outcome: &'static str,
    /// The length of the path.
    pub(crate) cost: Option<f64>,
    /// How often its heading changes.
    pub(crate) turns: Option<usize>,
    /// How many states were expanded.
    pub(crate) expanded: u64,
    /// How many successors went to the open list.
    pub(crate) generated: u64,
    /// The time of the fastest pass.
    pub(crate) nanoseconds: u64,
}

/// What was measured.
pub(super) struct Measured {
    /// For each planner a record for each query.
    pub(super) records: Vec<Vec<Record>>,
    /// The answers that are wrong.
    pub(super) failures: Vec<Failure>,
    /// For each planner what it says of the first query that it refuses.
    pub(super) refusals: Vec<Option<String>>,
}

/// A wrong answer.
pub(super) struct Failure {
    /// The number of the planner.
    pub(super) planner: usize,
    /// The number of the query among those that were kept.
    pub(super) query: usize,
    /// What is wrong.
    pub(super) wrong: Wrong,
}

/// Puts every query to every planner, `repeat` times. A pass is the whole list, so that no query is timed twice in a
/// row.
pub(super) fn measure(job: &Job, repeat: usize, is_checked: bool) -> anyhow::Result<Measured> {
    let planners =
        (0..job.planners.len()).map(|planner| job.planner(planner)).collect::<Result<Vec<_>, _>>()?;
    let mut workspace = Workspace::new();
    let mut measured = Measured {
        records: vec![Vec::new(); planners.len()],
        failures: Vec::new(),
        refusals: vec![None; planners.len()],
    };
    let bar = console::progress();
    bar.set_length(repeat.saturating_mul(planners.len() * job.queries.len()) as u64);
    for _ in 0..repeat {
        for (number, planner) in planners.iter().enumerate() {
            let (map, lengths) = (&job.world.map, lengths(job, planner));
            let records = &mut measured.records[number];
            bar.set_message(job.planners[number].to_string());
            for (query, asked) in job.queries.iter().enumerate() {
                let posed = job.query(planner.ends(), asked);
                let run = Run::of(planner, map, &posed, &mut workspace);
                if let (Err(error), None) = (&run.answer, &measured.refusals[number]) {
                    measured.refusals[number] = Some(error.to_string());
                }
                let verdict = if let Some(record) = records.get_mut(query) {
                    record.repeat(&run)
                } else {
                    records.push(Record::of(&run, run.path().map(|path| turns(planner, map, path))));
                    let check = || check((planner, map), &posed, &run, asked.reference, lengths);
                    if is_checked { check() } else { Ok(()) }
                };
                let failure = verdict.err().map(|wrong| Failure { planner: number, query, wrong });
                measured.failures.extend(failure);
                bar.inc(1);
            }
        }
    }
    bar.finish_and_clear();
    if is_checked {
        note_other_rules(job, &planners);
    }
    Ok(measured)
}

/// Whether the lengths of a planner's paths can be compared with the references.
fn lengths(job: &Job, planner: &Planner) -> Lengths {
    let is_scenario = has_scenario_rule(planner) && job.world.is_as_published();
    if job.source == Source::File || is_scenario {
        Lengths::Comparable
    } else if job.world.is_as_published() {
        Lengths::OtherRule
    } else {
        Lengths::OtherGround
    }
}

/// Whether the lengths in MovingAI scenarios are for this planner's rule.
fn has_scenario_rule(planner: &Planner) -> bool {
    planner.rule() == PathRule::Steps(DiagonalRule::NoCornerCutting) && planner.turn_penalty() == 0.0
}

/// What the paths of a planner keep to, for messages.
fn rule(planner: &Planner) -> String {
    let turns = if planner.turn_penalty() > 0.0 { ", turns cost" } else { "" };
    format!("{}{turns}", planner.rule())
}

fn note_other_rules(job: &Job, planners: &[Planner]) {
    for (selection, planner) in job.planners.iter().zip(planners) {
        if lengths(job, planner) != Lengths::Comparable {
            let why = if has_scenario_rule(planner) {
                format!("{selection} plans on another ground than")
            } else if selection.descriptor().any_angle {
                format!("{selection} finds paths at any angle, which are shorter than")
            } else {
                format!("{selection} keeps to another rule ({}) than", rule(planner))
            };
            let hint = if selection.descriptor().any_angle && job.source == Source::Scenario {
                ": --reference names a file of lengths at any angle"
            } else {
                ""
            };
            console::note(format_args!(
                "note: {why} the lengths of the scenario; its paths were checked step by step, their lengths were not \
                 compared{hint}",
            ));
        }
    }
}

impl Record {
    fn of(run: &Run, turns: Option<usize>) -> Self {
        Self {
            outcome: run.name(),
            cost: run.path().map(Path::cost),
            turns,
            expanded: run.stats().expanded,
            generated: run.stats().generated,
            nanoseconds: run.time.as_nanos() as u64,
        }
    }

    /// Takes the time of another pass if it was faster. Its answer has to be the same.
    fn repeat(&mut self, run: &Run) -> Result<(), Wrong> {
        self.nanoseconds = self.nanoseconds.min(run.time.as_nanos() as u64);
        let is_same = self.outcome == run.name() && self.cost == run.path().map(Path::cost);
        if is_same { Ok(()) } else { Err(Wrong::Changed) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tautline::geometry::Cell;
    use tautline::search::{Answer, Outcome, Stats};

    use super::*;

    fn run(outcome: Outcome, nanoseconds: u64) -> Run {
        let answer = Ok(Answer { outcome, stats: Stats::default() });
        Run { answer, time: Duration::from_nanos(nanoseconds) }
    }

    fn found(cost: f64) -> Outcome {
        Outcome::Found(Path::new(vec![Cell::new(0, 0)], cost))
    }

    #[test]
    fn the_fastest_pass_counts_and_another_answer_is_wrong() {
        let mut record = Record::of(&run(found(2.0), 50), Some(0));
        for (nanoseconds, fastest) in [(70, 50), (30, 30), (40, 30)] {
            assert_eq!(record.repeat(&run(found(2.0), nanoseconds)), Ok(()));
            assert_eq!(record.nanoseconds, fastest);
        }
        assert_eq!(record.repeat(&run(found(2.5), 30)), Err(Wrong::Changed));
        assert_eq!(record.repeat(&run(Outcome::Unreachable, 30)), Err(Wrong::Changed));
    }
}
