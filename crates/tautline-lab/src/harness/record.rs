use std::io::Write;

use serde::Serialize;

/// One answer of one planner: a row of the CSV file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// The experiment.
    pub experiment: String,
    /// The kind of world.
    pub setting: String,
    /// The number of the world, from which it can be made again.
    pub world: u64,
    /// The number of the query on this world.
    pub query: u64,
    /// The planner with its options.
    pub planner: String,
    /// What it found.
    pub outcome: Verdict,
    /// What the path costs.
    pub cost: Option<f64>,
    /// How often its heading changes.
    pub turns: Option<u64>,
    /// How many of its steps are straight; none for paths at any angle, as below.
    pub straight: Option<u64>,
    /// How many of its steps are diagonal.
    pub diagonal: Option<u64>,
    /// How many states were expanded.
    pub expanded: u64,
    /// How many successors went to the open list.
    pub generated: u64,
    /// Of how many lines it was asked whether they are unblocked.
    pub line_of_sight_checks: u64,
    /// How often a search was made again because the first one had lost the path.
    pub repairs: u64,
    /// How long the fastest of the passes took.
    pub nanoseconds: u64,
    /// How many passes there were.
    pub passes: u64,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A path.
    Found,
    /// That there is none.
    Unreachable,
}

/// Writes records as CSV, with the names of the columns in the first row.
pub fn write_records(records: &[Record], out: impl Write) -> std::io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    for record in records {
        table.serialize(record)?;
    }
    table.flush()
}
