use std::io::BufRead;

use tautline::engine::Registry;

use super::kinds::Kind;
use super::{NAME, sheets};
use crate::LabError;
use crate::harness::{Record, check_known, read_records};

/// Reads records of this experiment. `name` is what error messages call the file. Settings and planners that no table is about are
/// refused like everything else that is wrong with a row.
pub fn read(file: impl BufRead, name: &str) -> Result<Vec<Record>, LabError> {
    let sheets = sheets::chosen(&[]);
    let kinds = Kind::all().into_iter();
    let settings: Vec<_> = kinds.map(|kind| (kind.name(), sheets::planners(&sheets, kind))).collect();
    Ok(read_records(&Registry::core(), file, name, |record| check_known(record, NAME, &settings))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::records::tests::record;
    use crate::harness::write_rows;
    use crate::theta::planners::{ASTAR, FIELD_DSTAR, THETA};

    fn read_one(experiment: &str, setting: &str, planner: &str) -> Result<Vec<Record>, String> {
        let record = Record { experiment: experiment.into(), ..record(setting, 3, planner, 578.0) };
        let mut file = Vec::new();
        write_rows(&[record], &mut file).unwrap();
        read(&file[..], "a.csv").map_err(|error| error.to_string())
    }

    #[test]
    fn only_records_that_a_table_is_about_are_read() {
        assert_eq!(read_one(NAME, "terrain-small", THETA).unwrap()[0].planner, THETA);
        let error = |experiment, setting, planner| read_one(experiment, setting, planner).unwrap_err();
        assert_eq!(
            error("anya", "terrain-small", THETA),
            "a.csv:2: found experiment \"anya\", expected \"theta\""
        );
        let setting = error(NAME, "rooms", THETA);
        assert!(
            setting.starts_with("a.csv:2: found setting \"rooms\", expected one of game-100, random-100-0, "),
            "{setting}"
        );
        assert_eq!(
            error(NAME, "terrain-small", "theta"),
            format!(
                "a.csv:2: found planner \"theta\" on terrain-small, expected one of {ASTAR}, {FIELD_DSTAR}, {THETA}"
            )
        );
    }
}
