use std::collections::BTreeSet;
use std::io::BufRead;

use tautline::engine::Registry;

use super::{NAME, practices};
use crate::LabError;
use crate::harness::{Record, check_known, read_records};

/// Reads records of this experiment. `name` is what error messages call the file. Settings and planners that no table is about are
/// refused like everything else that is wrong with a row.
pub fn read(file: impl BufRead, name: &str) -> Result<Vec<Record>, LabError> {
    let practices = practices::chosen(&[]);
    let tables = practices.iter().flat_map(|practice| &practice.tables);
    let names: BTreeSet<_> = tables.flat_map(|table| &table.settings).map(|(setting, _)| setting).collect();
    let with_planners = |setting: &String| (setting.clone(), practices::planners(&practices, setting));
    let settings: Vec<_> = names.into_iter().map(with_planners).collect();
    Ok(read_records(&Registry::core(), file, name, |record| check_known(record, NAME, &settings))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::records::tests::record;
    use crate::harness::write_rows;
    use crate::rayner::{FUNCTIONS, as_unoptimised};

    fn read_one(experiment: &str, setting: &str, planner: &str) -> Result<Vec<Record>, String> {
        let record = Record { experiment: experiment.into(), ..record(setting, 3, planner, 78.0) };
        let mut file = Vec::new();
        write_rows(&[record], &mut file).unwrap();
        read(&file[..], "a.csv").map_err(|error| error.to_string())
    }

    #[test]
    fn only_records_that_a_table_is_about_are_read() {
        for (setting, planner) in [
            ("random-10-35", "astar:open=linear"),
            ("maze-256", "weighted-astar:weight=1.1"),
            ("maze-256", "fringe"),
            ("maze-256-unoptimised", "fringe"),
            (FUNCTIONS, "octile_branch_free"),
        ] {
            assert_eq!(read_one(NAME, setting, planner).unwrap()[0].planner, planner);
        }
        let error = |experiment, setting, planner| read_one(experiment, setting, planner).unwrap_err();
        assert_eq!(
            error("theta", "maze-256", "astar"),
            "a.csv:2: found experiment \"theta\", expected \"rayner\""
        );
        let setting = error(NAME, "maze-512", "astar");
        assert!(
            setting.starts_with(
                "a.csv:2: found setting \"maze-512\", expected one of functions, maze-256, maze-256-unop"
            ),
            "{setting}"
        );
        assert_eq!(
            error(NAME, "random-10-35", "jps"),
            "a.csv:2: found planner \"jps\" on random-10-35, expected one of astar:open=heap, astar:open=linear, astar"
        );
        assert!(
            error(NAME, "maze-256-unoptimised", "weighted-astar:weight=2").contains("expected one of astar,")
        );
    }

    #[test]
    fn what_another_program_measured_has_settings_of_its_own() {
        let mut records = read_one(NAME, "rooms-256", "astar").unwrap();
        as_unoptimised(&mut records);
        assert_eq!(records[0].setting, "rooms-256-unoptimised");
    }
}
