use super::Job;
use super::measure::Measured;
use crate::console;
use crate::exit::Exit;

/// How many wrong answers are shown.
const SHOWN: usize = 10;

/// Says whether all answers are right, and how to repeat those that are not.
pub(super) fn report(job: &Job, measured: &Measured) -> Exit {
    let stopped = measured.records.iter().flatten().filter(|record| record.outcome == "stopped").count();
    if stopped > 0 {
        console::note(format_args!("note: {stopped} answers were stopped by the limit and not compared"));
    }
    let answers = job.planners.len() * job.queries.len();
    let count = measured.failures.len();
    if count == 0 {
        console::note(format_args!("checked {answers} answers: all are right"));
        return Exit::Done;
    }
    console::note(format_args!("checked {answers} answers: {count} are wrong"));
    for failure in measured.failures.iter().take(SHOWN) {
        let (selection, query) = (&job.planners[failure.planner], &job.queries[failure.query]);
        console::note(format_args!(
            "  query {} of {}, {selection}: {}",
            query.number, job.map, failure.wrong
        ));
        console::note(format_args!("    {}", job.command(selection, query)));
    }
    if count > SHOWN {
        console::note(format_args!("  and {} more", count - SHOWN));
    }
    Exit::CheckFailed
}
