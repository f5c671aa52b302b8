use super::Job;
use super::measure::Measured;
use crate::exit::Exit;
use crate::{console, units};

/// How many wrong answers are shown.
const SHOWN: usize = 10;

/// Says whether all answers are right, and how to repeat those that are not.
pub(super) fn report(job: &Job, measured: &Measured) -> Exit {
    let stopped = measured.records.iter().flatten().filter(|record| record.outcome == "stopped").count();
    if stopped > 0 {
        let searches = units::count(stopped, "search", "searches");
        console::note(format_args!("note: {searches} stopped by the limit, not compared"));
    }
    let answers = units::count(job.planners.len() * job.queries.len(), "answer", "answers");
    let count = measured.failures.len();
    if count == 0 {
        console::note(format_args!("check: {answers}, none wrong"));
        return Exit::Done;
    }
    console::note(format_args!("check: {answers}, {count} wrong"));
    for failure in measured.failures.iter().take(SHOWN) {
        let (selection, query) = (&job.planners[failure.planner], &job.queries[failure.query]);
        console::note(format_args!(
            "  query {} of {}, {selection}: {}",
            query.number, job.map, failure.wrong
        ));
        console::note(format_args!("    {}", job.command(failure.planner, query)));
    }
    if count > SHOWN {
        console::note(format_args!("  and {} more", count - SHOWN));
    }
    Exit::CheckFailed
}
