use std::io::BufRead;

use tautline::engine::Registry;
use tautline_maps::Problem;

use super::{CROWDS, NAME};
use crate::LabError;
use crate::harness::{Record, quoted, read_records, unexpected};
use crate::yardstick::check_complete;

/// Reads records of this experiment. `name` is what error messages call the file. Planners and libraries may be any: those that
/// this build does not know are only told less of.
pub fn read(file: impl BufRead, name: &str) -> Result<Vec<Record>, LabError> {
    let check = |record: &Record| -> Result<(), Problem> {
        if record.experiment == NAME {
            Ok(())
        } else {
            Err(unexpected(format!("experiment {}", quoted(&record.experiment)), quoted(NAME)))
        }
    };
    let records = read_records(&Registry::core(), file, name, check)?;
    let on_maps: Vec<Record> = records.iter().filter(|record| record.setting != CROWDS).cloned().collect();
    check_complete(&on_maps, name)?;
    Ok(records)
}
