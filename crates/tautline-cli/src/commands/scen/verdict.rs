use super::Job;
use super::measure::Measured;
use crate::exit::Exit;
use crate::{console, units};

/// How many wrong answers are shown.
const SHOWN: usize = 10;

/// Says why queries were refused, if some were: the table has only their number.
pub(super) fn note_refusals(job: &Job, measured: &Measured) {
    let refused = |number: usize| {
        let refused = measured.records[number].iter().filter(|record| record.outcome == "error").count();
        let was = if refused == 1 { "query was" } else { "queries were" };
        Some((format!("{refused} {was} refused"), measured.refusals[number].as_ref()?))
    };
    let refusals: Vec<_> = (0..job.planners.len()).map(refused).collect();
    let are_the_same = refusals.windows(2).all(|pair| pair[0] == pair[1]);
    for (refusal, selection) in refusals.iter().zip(&job.planners) {
        let Some((count, why)) = refusal else { continue };
        if are_the_same {
            console::note(format_args!("note: {count} by each planner, the first because {why}"));
            return;
        }
        console::note(format_args!("note: {count} by {selection}, the first because {why}"));
    }
}

/// Says whether all answers are right, and how to repeat those that are not.
pub(super) fn report(job: &Job, measured: &Measured) -> Exit {
    let stopped = measured.records.iter().flatten().filter(|record| record.outcome == "stopped").count();
    let answers = units::count(job.planners.len() * job.queries.len(), "answer", "answers");
    let answers = match stopped {
        0 => answers,
        _ => format!("{answers}, of which {stopped} were not compared, as the limit stopped the searches"),
    };
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
