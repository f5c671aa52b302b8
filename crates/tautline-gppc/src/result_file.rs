use std::fs::File;
use std::path::Path;

use anyhow::Context;

use crate::measure::Times;

const COLUMNS: [&str; 9] = [
    "map",
    "scen",
    "experiment_id",
    "path_size",
    "path_length",
    "ref_length",
    "time_cost",
    "20steps_cost",
    "max_step_time",
];

/// What there is to say of a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// How many places the path has.
    pub(crate) path_size: usize,
    /// How long it is.
    pub(crate) path_length: f64,
    /// How long it should be, as the scenario says.
    pub(crate) ref_length: f64,
    /// How long it took.
    pub(crate) times: Times,
}

/// Writes a line for each query, in the order of the scenario.
pub(crate) fn write(path: &Path, map: &str, scenario: &str, rows: &[Row]) -> anyhow::Result<()> {
    let fill = || -> csv::Result<()> {
        let mut out = csv::Writer::from_writer(File::create(path)?);
        out.write_record(COLUMNS)?;
        for (number, &Row { path_size, path_length, ref_length, times }) in rows.iter().enumerate() {
            let Times { total, first_twenty, slowest } = times;
            out.write_record([
                map,
                scenario,
                &number.to_string(),
                &path_size.to_string(),
                &format!("{path_length:.9}"),
                &format!("{ref_length:.9}"),
                &total.as_nanos().to_string(),
                &first_twenty.as_nanos().to_string(),
                &slowest.as_nanos().to_string(),
            ])?;
        }
        Ok(out.flush()?)
    };
    fill().with_context(|| format!("cannot write {}", path.display()))
}
