use std::io::{Read, Write};

use serde::{Deserialize, Serialize};

use crate::LabError;

/// One answer of one planner: a row of the CSV file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// How many states were expanded.
    pub expanded: u64,
    /// How many successors went to the open list.
    pub generated: u64,
    /// Of how many lines it was asked whether they are unblocked.
    pub line_of_sight_checks: u64,
    /// How long the fastest of the passes took.
    pub nanoseconds: u64,
    /// How many passes there were.
    pub passes: u64,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// Reads what [`write_records`] wrote. `name` is what error messages call it.
pub fn read_records(file: impl Read, name: &str) -> Result<Vec<Record>, LabError> {
    let rows: Result<Vec<_>, _> = csv::Reader::from_reader(file).deserialize().collect();
    rows.map_err(|source| LabError::Records { file: name.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::records::tests::record;

    #[test]
    fn what_is_written_is_read() {
        let unreachable = Record {
            outcome: Verdict::Unreachable,
            cost: None,
            turns: None,
            line_of_sight_checks: 3,
            ..record("rooms, 20 %", 1, "theta:corners=open", 0.0)
        };
        let records = [record("rooms", 0, "theta", 2f64.sqrt() + 17.0), unreachable];
        let mut file = Vec::new();
        write_records(&records, &mut file).unwrap();
        let header = "experiment,setting,world,query,planner,outcome,cost,turns,expanded,generated,\
                      line_of_sight_checks,nanoseconds,passes\n";
        assert!(file.starts_with(header.as_bytes()));
        assert_eq!(read_records(&file[..], "a.csv").unwrap(), records);
    }

    #[test]
    fn a_row_that_is_none_is_named() {
        let mut file = Vec::new();
        write_records(&[record("rooms", 0, "theta", 1.0)], &mut file).unwrap();
        let text = String::from_utf8(file).unwrap();
        let error = |text: &str| read_records(text.as_bytes(), "a.csv").unwrap_err().to_string();
        let wrong = error(&text.replace("found", "lost"));
        assert!(
            wrong.starts_with("a.csv: ") && wrong.contains("line: 2") && wrong.contains("`lost`"),
            "{wrong}"
        );
        let short = error(text.trim_end().rsplit_once(',').unwrap().0);
        assert!(short.contains("a.csv") && short.contains("12 fields"), "{short}");
    }
}
