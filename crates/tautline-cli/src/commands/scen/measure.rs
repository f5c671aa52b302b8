use tautline::search::Workspace;
use tautline_run::{Run, Runner};

use super::Job;
use super::job::Source;
use crate::check::{Lengths, Wrong, check};
use crate::console;

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
    let runners =
        (0..job.planners.len()).map(|planner| job.runner(planner)).collect::<Result<Vec<_>, _>>()?;
    let mut workspace = Workspace::new();
    let mut measured = Measured { records: vec![Vec::new(); runners.len()], failures: Vec::new() };
    let bar = console::progress();
    bar.set_length(repeat.saturating_mul(runners.len() * job.queries.len()) as u64);
    for _ in 0..repeat {
        for (planner, runner) in runners.iter().enumerate() {
            let (runner, lengths) = (&**runner, lengths(job, &**runner));
            let records = &mut measured.records[planner];
            bar.set_message(job.planners[planner].to_string());
            for (query, asked) in job.queries.iter().enumerate() {
                let question = job.question(asked);
                let run = runner.run(&question, &mut workspace);
                let verdict = if let Some(record) = records.get_mut(query) {
                    record.repeat(&run)
                } else {
                    records.push(Record::of(&run));
                    let check = || check(runner, &question, &run, asked.reference, lengths);
                    if is_checked { check() } else { Ok(()) }
                };
                measured.failures.extend(verdict.err().map(|wrong| Failure { planner, query, wrong }));
                bar.inc(1);
            }
        }
    }
    bar.finish_and_clear();
    if is_checked {
        note_other_rules(job, &runners);
    }
    Ok(measured)
}

/// Whether the lengths of a planner's paths can be compared with the references.
fn lengths(job: &Job, runner: &dyn Runner) -> Lengths {
    let is_scenario = runner.has_scenario_rule() && job.world.is_as_published();
    if job.source == Source::File || is_scenario {
        Lengths::Comparable
    } else if job.world.is_as_published() {
        Lengths::OtherRule
    } else {
        Lengths::OtherGround
    }
}

fn note_other_rules(job: &Job, runners: &[Box<dyn Runner + '_>]) {
    for (selection, runner) in job.planners.iter().zip(runners) {
        if lengths(job, &**runner) != Lengths::Comparable {
            let why = if runner.has_scenario_rule() {
                format!("{selection} plans on another ground than")
            } else if selection.planner.any_angle {
                format!("{selection} finds paths at any angle, which are shorter than")
            } else {
                format!("{selection} keeps to another rule ({}) than", runner.rule())
            };
            let hint = if selection.planner.any_angle && job.source == Source::Scenario {
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
    fn of(run: &Run) -> Self {
        let path = run.verdict.path();
        Self {
            outcome: run.verdict.name(),
            cost: path.map(|walk| walk.cost),
            turns: path.map(|walk| walk.turns),
            expanded: run.stats.expanded,
            generated: run.stats.generated,
            nanoseconds: run.time.as_nanos() as u64,
        }
    }

    /// Takes the time of another pass if it was faster. Its answer has to be the same.
    fn repeat(&mut self, run: &Run) -> Result<(), Wrong> {
        self.nanoseconds = self.nanoseconds.min(run.time.as_nanos() as u64);
        let is_same =
            self.outcome == run.verdict.name() && self.cost == run.verdict.path().map(|walk| walk.cost);
        if is_same { Ok(()) } else { Err(Wrong::Changed) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tautline::search::Stats;
    use tautline_run::{Verdict, Walk};

    use super::*;

    fn run(cost: f64, nanoseconds: u64) -> Run {
        let verdict = Verdict::Found(Walk { places: vec![(0.0, 0.0)], cost, turns: 0 });
        Run { verdict, stats: Stats::default(), time: Duration::from_nanos(nanoseconds) }
    }

    #[test]
    fn the_fastest_pass_counts_and_another_answer_is_wrong() {
        let mut record = Record::of(&run(2.0, 50));
        for (nanoseconds, fastest) in [(70, 50), (30, 30), (40, 30)] {
            assert_eq!(record.repeat(&run(2.0, nanoseconds)), Ok(()));
            assert_eq!(record.nanoseconds, fastest);
        }
        assert_eq!(record.repeat(&run(2.5, 30)), Err(Wrong::Changed));
        let unreachable = Run { verdict: Verdict::Unreachable, ..run(0.0, 30) };
        assert_eq!(record.repeat(&unreachable), Err(Wrong::Changed));
    }
}
