//! Measured queries as rows of a table for programs.

use std::io::{self, Write};

use crate::commands::scen::{Job, Record};

/// The columns.
const HEADER: [&str; 14] = [
    "map",
    "planner",
    "query",
    "start_x",
    "start_y",
    "goal_x",
    "goal_y",
    "reference",
    "outcome",
    "cost",
    "turns",
    "expanded",
    "generated",
    "nanoseconds",
];

/// Writes a header and a row for each record.
pub(crate) fn write(job: &Job, records: &[Vec<Record>], out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(HEADER)?;
    for (selection, records) in job.planners.iter().zip(records) {
        let planner = selection.to_string();
        for (query, record) in job.queries.iter().zip(records) {
            table.write_record([
                job.map.clone(),
                planner.clone(),
                query.number.to_string(),
                query.start.0.to_string(),
                query.start.1.to_string(),
                query.goal.0.to_string(),
                query.goal.1.to_string(),
                query.given.to_string(),
                record.outcome.to_owned(),
                record.cost.map(|cost| format!("{cost:.9}")).unwrap_or_default(),
                record.turns.map(|turns| turns.to_string()).unwrap_or_default(),
                record.expanded.to_string(),
                record.generated.to_string(),
                record.nanoseconds.to_string(),
            ])?;
        }
    }
    table.flush()
}
